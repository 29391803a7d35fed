"""`touchmove run` but its process and its cables: a hall, its log and its pages.

No time passes in it, so nothing happens to its board but what is asked for over HTTP. It runs in
the thread of whoever asks, and only while they wait: so it is seen where it hangs.
"""

import asyncio
import contextlib
import io
import logging
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import chess

from tests.fuzz.saying import scratch
from tests.unit.daemon.paper_board import PaperBoard
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.config.sections import Config, Game, Log, Ports, Web, board_of
from touchmove.daemon.hall import Hall, recall
from touchmove.daemon.recalling import Recalled
from touchmove.daemon.seat import Seat
from touchmove.daemon.views import Views
from touchmove.daemon.web.office import Office
from touchmove.daemon.web.opening import open_to_all
from touchmove.daemon.web.token_file import TokenFile
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.game.table import Phase, Table
from touchmove.shell.descriptors import shared
from touchmove.shell.host_clock import HostClock
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Store
from touchmove.units import Millis
from touchmove.view.bulletin import pgn

BOARD = "seven"
AGREED = Agreement("blitz", "2023", "180+2", start_running=False)
ENDS_S = 15.0
"""What a request has begun has ended within this time after its connection, however busy the
machine is: nothing that is asked for takes a second."""

ROUNDS_MAX = 20

T = TypeVar("T")


class _StandingClock(HostClock):
    wall = 10**12

    def now_ms(self) -> int:
        """It goes on when it is told to."""
        return self.wall

    def set_by_ms(self) -> int:
        """Nobody sets it."""
        return 0


class _Errors(logging.Handler):
    """Keeps what is logged as an error; all else is let go."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.found.append(record.getMessage())


@dataclass
class Served:
    """The program, and what has gone wrong in it."""

    folder: Path = field(default_factory=lambda: scratch("http"))
    errors: _Errors = field(default_factory=_Errors)
    clock: _StandingClock = field(default_factory=_StandingClock)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    office: Office = field(init=False)
    token: str = field(init=False)
    tasks: int = 0
    """How many there are while nobody asks for anything."""

    def __post_init__(self) -> None:
        """Begin with an empty log; returns when it can be asked."""
        for old in self.folder.iterdir():
            old.unlink()
        self.loop.set_exception_handler(
            lambda loop, what: self.errors.found.append(f"{what.get('exception')!r} in the loop")
        )
        begun, self._stop = asyncio.Event(), asyncio.Event()
        self._task = self.loop.create_task(self._serve(begun))
        with contextlib.redirect_stdout(io.StringIO()):
            self.do(begun.wait)
            self.errors.found.clear()  # that there is no port

    def end(self) -> None:
        """End it; returns when it has ended."""
        self._stop.set()
        with self.heard():
            self.loop.run_until_complete(self._task)
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """What is logged meanwhile is kept here, and told to nobody."""
        loggers = [logging.getLogger(name) for name in ("touchmove", "aiohttp", "asyncio")]
        before = [(logger, logger.handlers[:], logger.propagate) for logger in loggers]
        for logger in loggers:
            logger.handlers[:], logger.propagate = [self.errors], False
        try:
            yield
        finally:
            for logger, handlers, propagate in before:
                logger.handlers[:], logger.propagate = handlers, propagate

    @property
    def port(self) -> int:
        """Where it listens, on loopback."""
        assert self.office.rooms is not None
        return int(self.office.rooms.url.rsplit(":", 1)[1].strip("/"))

    def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Let the program run until this is done, and no longer."""
        with self.heard():
            return self.loop.run_until_complete(self._watched(work()))

    async def _watched(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of it, unless the program ends meanwhile."""
        task = asyncio.ensure_future(work)
        await asyncio.wait((task, self._task), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            self._task.result()
        return await task

    # -------------------------------------------------------------- what it is
    async def _serve(self, begun: asyncio.Event) -> None:
        game = Game(event="Club evening", time_control="5400+30")
        config = Config(
            log=Log(file=self.folder / "log.sqlite"),
            web=Web(port=0, token_file=self.folder / "token", viewers=20),
            ports=Ports(usb=False),
            game=game,
            boards=(replace(board_of(game, BOARD), name="Table 7", round="3.7"),),
        )
        self.token = TokenFile(config.web.token_file).make().reveal()
        scribe = Scribe(Store(config.log.file))
        views = Views()

        async def seated(seat: Seat, _: Recalled) -> None:
            views.watch(seat.session, self.office.page(seat))

        hall = Hall(scribe, clock=self.clock, usb=False, on_seat=seated)
        self.office = Office(hall, scribe, config, shared(1_024, 1, config.web.viewers))
        async with open_to_all(self.office), hall.open():
            hall.start(views.draw_for_ever())
            await hall.seat(BOARD)
            await self.begin_anew()
            self.tasks = len(asyncio.all_tasks())
            begun.set()
            await self._stop.wait()
        await scribe.close()

    async def begin_anew(self) -> None:
        """A game begins on the board, after one half-move; unless it stands so already."""
        seat = self.office.hall.seats[BOARD]
        if seat.session.history is self._begun:
            return
        paper = PaperBoard(chess.Board().occupied, name=BOARD, boot=f"{self._boot():08x}")
        await seat.attach("nowhere", paper.hear)
        while not paper.asked:
            await self._converse(seat, paper)
        await seat.agree(AGREED)
        await self._until(seat, paper, lambda table: table.phase is not Phase.SETUP)
        at = paper.now
        paper.happen(Lifted(Millis(at + 400), chess.E2))
        paper.happen(Placed(Millis(at + 800), chess.E4))
        paper.happen(ClockPressed(Millis(at + 1_200), chess.WHITE))
        await self._until(seat, paper, lambda table: table.plies == 1)
        self._begun = seat.session.history

    async def _until(self, seat: Seat, paper: PaperBoard, there: Callable[[Table], bool]) -> None:
        """Time passes, and all is heard, until the table is so."""
        for _ in range(ROUNDS_MAX):
            table = seat.session.table
            if table is not None and there(table):
                return
            paper.beat(1_000)
            await self._converse(seat, paper)
        raise AssertionError("no game begins")

    async def _converse(self, seat: Seat, paper: PaperBoard) -> None:
        self.clock.wall += 1_000
        await seat.tend()
        await seat.receive(paper.take())

    _boots: int = 0
    _begun: object = None

    def _boot(self) -> int:
        self._boots += 1
        return self._boots

    async def rest(self) -> None:
        """Return when all that requests have begun has ended. Raises TimeoutError."""
        async with asyncio.timeout(ENDS_S):
            # Nothing announces it.
            while len(asyncio.all_tasks()) > self.tasks + 2 or self.office.viewers:  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    async def check(self) -> None:
        """What the log says is what is true here."""
        seat, scribe = self.office.hall.seats[BOARD], self.office.scribe
        if seat.session.history is self._begun:
            return
        recalled = await recall(scribe, BOARD)
        assert recalled.doubts == ()
        known, table = recalled.history.table, seat.session.table
        assert known is not None
        assert table is not None
        assert pgn(known) == pgn(table)
