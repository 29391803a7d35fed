"""A hall in virtual time: the daemon's own hall, seats, scribe and store.

What is left out of the daemon are serial ports, and the pages unless they are asked for.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.hands import RAPID, Manner, Player, Spans
from tests.soak.ledger import Ledger, Verdict
from tests.soak.memory import Sample
from tests.soak.virtual_loop import VirtualLoop
from tests.soak.wired_board import VirtualClock, WiredBoard
from touchmove.daemon import recalling
from touchmove.daemon.config.sections import Config
from touchmove.daemon.hall import Hall
from touchmove.daemon.pgn_file import PgnFiles
from touchmove.daemon.recalling import Recalled
from touchmove.daemon.seat import Seat
from touchmove.daemon.terms import settle_terms
from touchmove.daemon.views import Views
from touchmove.shell.feed import Places
from touchmove.shell.rooms import Rooms
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Store

SAMPLE_S = 600.0


@dataclass
class Soaked:
    """What came of it."""

    samples: list[Sample] = field(default_factory=list)
    verdict: Verdict = field(default_factory=Verdict)
    alerts: Counter[str] = field(default_factory=Counter)
    resent: int = 0
    """Reports that came again, because a line was lost."""
    recalled_s: float = 0.0
    """Real time in which all boards are recalled from the log at the end."""


@contextlib.asynccontextmanager
async def hall_of(log: Path, *, views: bool) -> AsyncIterator[Hall]:
    """The hall that `touchmove run` opens for a log, without ports; with `views`, what is drawn on
    pages and written to PGN files beside the log."""
    scribe = Scribe(Store(log))
    files = PgnFiles(log.with_suffix(".pgn"), None) if views else None
    shown = Views(pgn_files=files)
    rooms = Rooms(Places())

    async def seated(seat: Seat, _: Recalled) -> None:
        if views:
            shown.watch(seat.session, rooms.page(seat.board, seat.board, ""))
        await settle_terms(seat, Config())

    hall = Hall(scribe, clock=VirtualClock(), usb=False, on_seat=seated)
    try:
        async with hall.open():
            if files is not None:
                hall.start(shown.draw_for_ever())
                hall.start(files.write_for_ever())
            yield hall
    finally:
        await scribe.close()


class Soak:
    """Boards that are played on for hours."""

    def __init__(
        self,
        place: Path,
        boards: int,
        *,
        manner: Manner = RAPID,
        views: bool = False,
        seed: int = 0,
    ) -> None:
        self.hall: Hall | None = None
        """While it runs."""
        self._log = place / "hall.sqlite"
        self._names = [f"table-{number:02}" for number in range(1, boards + 1)]
        self._ledger = Ledger(place)
        self._manner = manner
        self._views = views
        self._seed = seed * 1000

    @property
    def ledger(self) -> Ledger:
        """What has happened so far."""
        return self._ledger

    def run(self, hours: float, look: Callable[[], Sample], every_s: float = SAMPLE_S) -> Soaked:
        """So many virtual hours; `look` is asked from time to time."""
        soaked = Soaked()
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(self._live(hours, look, every_s, soaked))
            soaked.verdict = runner.run(self._ledger.compare(self._log, self._names))
            began = time.monotonic()
            with contextlib.closing(Store(self._log, reading=True)) as store:
                for name in self._names:
                    recalling.recall(store, name)
            soaked.recalled_s = time.monotonic() - began
        self._ledger.close()
        return soaked

    async def _live(
        self, hours: float, look: Callable[[], Sample], every_s: float, soaked: Soaked
    ) -> None:
        loop = asyncio.get_running_loop()
        async with hall_of(self._log, views=self._views) as hall, asyncio.TaskGroup() as group:
            self.hall = hall
            players, playing, living = [], [], []
            for number, name in enumerate(self._names):
                board = WiredBoard(name, self._seed + number, self._ledger)
                living.append(group.create_task(board.live(hall)))
                seat = await hall.seat(name)
                players.append(self._player(board, seat, number))
                playing.append(group.create_task(players[-1].play()))
            while loop.time() < hours * 3600:
                await asyncio.sleep(every_s)
                soaked.samples.append(look())
            for player in players:
                player.stops = True
            await asyncio.gather(*playing)
            for task in living:
                task.cancel()
            for seat in hall.seats.values():
                soaked.alerts.update(seat.session.tally.alerts)
                soaked.resent += seat.session.tally.resent

    def _player(self, board: WiredBoard, seat: Seat, number: int) -> Player:
        async def say(word: str) -> None:
            await seat.say(word)

        return Player(board, say, self._ledger, self._manner, self._seed + number, Spans())
