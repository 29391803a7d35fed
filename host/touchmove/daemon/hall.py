"""All boards of one program: which ports there are, and which board is heard on which.

Each board has a seat, each port a plug, and each plug a task of its own, so that whatever a board,
its port or its log does holds up nobody else. Boards are found by their ids: whichever port one is
plugged into, its game goes on.
"""

import asyncio
import glob
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager

from touchmove.daemon import recalling
from touchmove.daemon.archiving import archive
from touchmove.daemon.plug import Plug
from touchmove.daemon.recalling import Recalled
from touchmove.daemon.running import raise_known
from touchmove.daemon.seat import UNHEARD, Seat
from touchmove.daemon.session import KEPT, WRITTEN_AGAIN, Session
from touchmove.daemon.troubles import Troubles
from touchmove.errors import InputError, StoreError
from touchmove.shell.host_clock import HostClock
from touchmove.shell.log_lines import Entry
from touchmove.shell.rooms import has_address
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Store
from touchmove.shell.usb import boards, usb_ports

log = logging.getLogger("touchmove")

TEND_S = 0.25
"""How often time is told to the sessions: a dwell of a second is noticed soon after its end."""
JUMP_MS = 2_000
"""A calendar that is set by less was only corrected a little, as it is all the time."""
LOOK_S = 1.0
"""How often new ports are looked for: soon enough for a person who plugs a board in."""
LATE_S = 5.0
"""A disk that has not taken a batch for so long hangs: the slowest that works (a worn memory card
that tidies up) is done in a second or two, and players see that nothing is shown."""
SEATS_MAX = 256
"""Boards that may be known: all of a hall, and those in the cupboard. A board that calls itself
something else each time does not fill the memory."""


class Hall:
    """The boards of one program."""

    def __init__(
        self,
        scribe: Scribe,
        *,
        clock: HostClock,
        usb: bool = True,
        paths: tuple[str, ...] = (),
        on_seat: Callable[[Seat, Recalled], Awaitable[None]],
    ) -> None:
        """`paths` are ports, or patterns of ports; `on_seat` is told of each board when it is
        known, before anything happens at it."""
        self.seats: dict[str, Seat] = {}
        self.troubles = Troubles(clock.now_ms)
        self.on_seat = on_seat
        self._scribe = scribe
        self._clock = clock
        self._usb = usb
        self._paths = paths
        self._plugs: dict[str, tuple[Plug, asyncio.Task[None]]] = {}
        self._group: asyncio.TaskGroup | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming: dict[str, asyncio.Task[Seat]] = {}
        self._recalling = asyncio.Lock()
        """Games are computed again one after the other, and whoever asked first is served first:
        all at once, no board would be served before the last one."""

    @property
    def ports(self) -> tuple[str, ...]:
        """The ports that are served or waited for."""
        return tuple(self._plugs)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Serve all boards for as long as the block runs."""
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                self.start(self._look_for_ports())
                self.start(self._watch_clock())
                self.start(self._watch_log())
                try:
                    yield
                finally:
                    for task in list(self._tasks):
                        task.cancel()
        except ExceptionGroup as several:
            raise_known(several)

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Let this be done while the hall is open."""
        assert self._group is not None, "the hall is open"
        task = self._group.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -------------------------------------------------------------- boards
    async def seat(self, board: str) -> Seat:
        """The seat of the board with this id; its game goes on from the log."""
        known = self.seats.get(board)
        if known is not None:
            return known
        if board not in self._coming:
            self._coming[board] = asyncio.create_task(self._new_seat(board))
        return await asyncio.shield(self._coming[board])

    async def recall_all(self) -> None:
        """Seat every board that the log knows, the boards that play last first. A board that is
        heard meanwhile has its turn before those that nobody has asked for."""
        for board in reversed(await self._scribe.ask(lambda store: store.boards())):
            if has_address(board):
                await self.seat(board)
            else:
                self.troubles.tell(
                    "seatless", board, f"{_nameless(board)}; its games stay in the log"
                )

    async def _new_seat(self, board: str) -> Seat:
        try:
            if not has_address(board):
                raise InputError(_nameless(board))
            if len(self.seats) + len(self._coming) > SEATS_MAX:
                raise InputError(f"board {board} finds no seat: {SEATS_MAX} boards are known")
            async with self._recalling:
                recalled = await recall(self._scribe, board)
            session = Session(board, send=UNHEARD, clock=self._clock.now_ms)
            session.skew_ms = lambda: self._clock.skew_ms
            seat = Seat(session, self._scribe)
            await seat.take_over(recalled)
            await self.on_seat(seat, recalled)
            seat.session.on_storing = self._tell_storing
            seat.on_closed = lambda: self.start(self._archive(board))
            self.seats[board] = seat
            self.start(self._tend(seat))
            return seat
        finally:
            self._coming.pop(board, None)

    def _tell_storing(self, error: StoreError | None) -> None:
        """There is one log, so all boards find it full at once, and it is said once."""
        if error is None:
            self.troubles.end("log", "", WRITTEN_AGAIN)
        else:
            self.troubles.begin("log", "", f"{error}; {KEPT}")

    async def _archive(self, board: str) -> None:
        try:
            await archive(self._scribe, board)
        except StoreError as error:
            words = f"{error}; the game is in the log, and touchmove log rebuild lists it"
            self.troubles.begin("archive", board, words)
        else:
            self.troubles.end("archive", board, f"the games of board {board} are listed again")

    # -------------------------------------------------------------- ports
    async def _serve(self, plug: Plug) -> None:
        try:
            await plug.run()
        finally:
            del self._plugs[plug.path]

    async def _look_for_ports(self) -> None:
        while True:
            wanted = await asyncio.to_thread(self._wanted)
            if not wanted:
                self.troubles.begin("boardless", "", "no board is plugged in; waiting for one")
            else:
                self.troubles.end("boardless", "", f"plugged in: {', '.join(wanted)}")
            for path in wanted:
                if path not in self._plugs:
                    plug = Plug(path, self.seat, self.troubles)
                    self._plugs[path] = plug, self.start(self._serve(plug))
            for path, (plug, task) in self._plugs.items():
                if path not in wanted and not plug.port.is_open:
                    task.cancel()
            await asyncio.sleep(LOOK_S)

    def _wanted(self) -> list[str]:
        """Ports that are there, and those that are named in full whether they are there or not."""
        found = [port.path for port in boards(usb_ports())] if self._usb else []
        for path in self._paths:
            found += sorted(glob.glob(path)) if glob.has_magic(path) else [path]
        return list(dict.fromkeys(found))

    # -------------------------------------------------------------- time
    async def _watch_log(self) -> None:
        """A disk that hangs refuses nothing, so no session can say so: it is seen by its age."""
        path = str(self._scribe.path)
        while True:
            await asyncio.sleep(LOOK_S)
            oldest_s = self._scribe.oldest_s
            if oldest_s > LATE_S:
                words = f"log {path}: the disk has not answered for {oldest_s:.0f} s; {KEPT}"
                self.troubles.begin("log", path, words)
            else:
                self.troubles.end("log", path, f"log {path}: the disk answers again")

    async def _tend(self, seat: Seat) -> None:
        """Each seat by itself, so that none waits for the log of another."""
        while True:
            await asyncio.sleep(TEND_S)
            await seat.tend()

    async def _watch_clock(self) -> None:
        """Somebody may set the calendar, or close the lid."""
        while True:
            await asyncio.sleep(LOOK_S)
            slept_ms, set_by_ms = self._clock.slept_ms(), self._clock.set_by_ms()
            if slept_ms > JUMP_MS:
                words = f"this machine slept for {slept_ms / 1000:.0f} s; the boards remember"
                self.troubles.tell("slept", "", words)
            if abs(set_by_ms) > JUMP_MS:
                words = (
                    f"the clock of this machine was set by {set_by_ms / 1000:+.0f} s; the times of "
                    "the games are the boards' own, and have not changed"
                )
                self.troubles.tell("calendar", "", words)


def _nameless(board: str) -> str:
    return f'a board that calls itself "{board}" has no address; write a name into its board.json'


async def recall(scribe: Scribe, board: str) -> Recalled:
    """What follows from the log for a board. Neither the loop nor the log waits while its game is
    played through."""

    def lines(store: Store) -> list[Entry]:
        return list(recalling.entries(store, board))

    return await asyncio.to_thread(recalling.computed, await scribe.ask(lines))
