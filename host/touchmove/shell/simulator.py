"""A simulated board: the real firmware, in MicroPython, on a simulated circuit.

`SimulatedBoard.start` puts the firmware's own files on a flash folder and runs them in MicroPython
beside the modules of `shell/simulated`, which are the board: its circuit, its lamps, its time. The
host opens `board.port` like the serial port of any board. This side is the world's hand: it plans
when contacts close and open, lets board time pass, and sees what the lamps show.

Contacts bounce: each change of a square or a button is followed by up to five milliseconds of
flutter, drawn from the seed. Everything else happens exactly when an event says.

At a finite speed board time follows the wall clock. At speed `MAX` it passes only inside `perform`
and `advance`, as fast as the processors allow, and never outruns the host: before time goes on
after a change, the host must have acknowledged the reports (or let `HOST_PATIENCE_S` go by).
"""

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from chess import WHITE, Bitboard, SquareSet

from touchmove.errors import PlatformError
from touchmove.events import ClockPressed, Event, Lifted, Placed, Word
from touchmove.shell import flash
from touchmove.shell.board_process import CHANGE, GRANT, PACE, TELL, BoardProcess, Rgb
from touchmove.shell.cable import Cable
from touchmove.shell.scratch import scratch, writing
from touchmove.units import Millis

MAX = math.inf
"""The speed at which board time passes as fast as it can."""

SETTLE_MS = 30
"""A change is bounced out, debounced, reported and on its way this long after it happened."""
LEAD_S = 0.1
"""At a finite speed, changes are planned this long before they happen, in real time: longer than
the event loop is ever busy, so that none comes too late."""
GAP_MS = 250
"""Hands that are late all the same keep gaps up to this long between their touches."""
HOST_PATIENCE_S = 2.0
"""A host that acknowledges nothing for so long is not waited for."""
BOUNCE_US = (500, 5000)
"""Reed contacts flutter for 0.5 to 1 ms; a piece that rocks or slides in makes it a few more."""
HOLD_MS = (70, 160)
"""How long a finger stays on a clock button."""
WHITE_BUTTON, BLACK_BUTTON = 64, 65
"""Contact lines after those of the 64 squares."""
BOOT_MS = 20
"""The firmware has sampled the board and said hello."""

_STEP_MS = 2
"""Board time in which the firmware reads an acknowledgement and says what waited for it."""
_CREEP_MS = 10
"""Board time that may pass while the host acknowledges, a step for each thing that it says."""


class SimulatedBoard:
    """A board that stands in for a real one; made by `start`."""

    def __init__(self, folder: Path, seed: int, speed: float, faults: Sequence[str]) -> None:
        assert speed > 0
        self.port = folder / "port"
        """The serial port that the host opens."""
        self.host_ready: Callable[[], Awaitable[None]] | None = None
        """Awaited, at speed `MAX`, before time goes on after a change: the host has then
        acknowledged every report, and may be waited for until it has acted on them too."""
        self._folder = folder
        self._chance = Random(seed)
        self._speed = speed
        self._faults = " ".join(faults)
        self._occupied: Bitboard = 0
        self._booted_at = 0
        self._last_change_ms = 0
        self._unheard = False
        self._given_up: int | None = None

    @staticmethod
    @contextlib.asynccontextmanager
    async def start(
        files: Mapping[str, Path] | None = None,
        *,
        seed: int = 0,
        speed: float = MAX,
        faults: Sequence[str] = (),
        occupied: Bitboard = 0,
    ) -> "AsyncIterator[SimulatedBoard]":
        """Power on a board with these files on its flash, the project's firmware by default.

        `occupied` are the squares on which pieces stand before power-on. `faults` break parts:
        `shorted:e2`, `dead:e2`, `stuck:e2` (see `simulated/circuit.py`). `speed` is a factor of
        the wall clock, or `MAX`. Raises `PlatformError` where MicroPython does not run.
        """
        with scratch("board") as folder:
            files = flash.firmware_files() if files is None else files
            with writing():
                flash.assemble(files, folder / "flash")
            board = SimulatedBoard(folder, seed, speed, faults)
            board._occupied = occupied
            try:
                await board._power_on()
            except OSError as error:
                raise PlatformError(
                    f"the simulated board cannot be powered on: {error.strerror or error}"
                ) from error
            try:
                yield board
            finally:
                await board._process.end()

    # -------------------------------------------------------------- what a caller does
    @property
    def lamps(self) -> tuple[Rgb, ...]:
        """What the lamps show, in the order of the chain (hardware/squares.csv)."""
        return self._process.lamps

    @property
    def cable(self) -> Cable:
        """The cable of the present boot."""
        return self._process.cable

    @property
    def now(self) -> Millis:
        """Board time in milliseconds since the first power-on."""
        us = self._process.now_us
        if self._speed != MAX:
            us += int((time.monotonic() - self._process.heard_at) * 1e6 * self._speed)
        return Millis(self._booted_at + us // 1000)

    async def set_up(self, occupied: Bitboard) -> None:
        """Pieces stand on exactly these squares from now on; returns when that has been seen."""
        for square in SquareSet(occupied ^ self._occupied):
            self._contact(self.now, square, closed=bool(occupied >> square & 1))
        self._occupied = occupied
        await self.advance(Millis(self.now + SETTLE_MS + _STEP_MS))

    async def perform(
        self, events: Iterable[Event], *, say: Callable[[Word], Awaitable[None]] | None = None
    ) -> None:
        """Hands do this; returns when the last event has happened (it may not be reported yet).

        Lifts, places and presses happen at their board times, late ones as soon as hands can. Words
        are no business of a board: each is handed to `say`, when board time has passed it and
        everything before it has been reported.
        """
        lead_ms = 0 if self._speed == MAX else round(LEAD_S * 1000 * self._speed)
        meant, happened = 0, 0
        for event in events:
            at = Millis(max(event.at, self.now, happened + min(event.at - meant, GAP_MS)))
            meant, happened = event.at, at
            if isinstance(event, Word):
                if say is not None:
                    await self.advance(Millis(at + SETTLE_MS + 1))
                    if self._speed == MAX and self._unheard:
                        await self._let_host_catch_up(Millis(self.now + SETTLE_MS))
                    await say(event)
                continue
            await self.advance(Millis(at - lead_ms))
            self._touch(event, at)
        await self.advance(Millis(self._last_change_ms))

    async def advance(self, until: Millis) -> None:
        """Return when board time has reached this moment.

        At speed `MAX` time passes only here. Once every change up to now has had time to be
        reported, it goes on only when the host has acknowledged all.
        """
        if self._speed == MAX and self._unheard:
            settled = Millis(self._last_change_ms + SETTLE_MS)
            if until > settled + _CREEP_MS:
                await self._reach(settled)
                await self._let_host_catch_up(until)
        await self._reach(until)

    async def lamps_changed(self) -> tuple[Rgb, ...]:
        """Wait for the next lamp frame; what the lamps show then."""
        process = self._process
        seen = process.lamp_frames
        await process.until(lambda: process.lamp_frames > seen, ask=lambda: None)
        return process.lamps

    def unplug(self) -> None:
        """The cable is pulled: the port vanishes, the board lives on."""
        self._process.cable.unplug()

    def replug(self) -> None:
        """The cable is put back: a port appears at the same path."""
        self._process.cable.plug()

    async def power_cycle(self) -> None:
        """Power goes and comes back: the port with it; the pieces stay where they stand."""
        booted_at = self.now
        await self._process.end()
        self._booted_at = booted_at
        await self._power_on()

    # -------------------------------------------------------------- contacts
    def _touch(self, event: Event, at: Millis) -> None:
        match event:
            case Lifted(_, square):
                self._occupied &= ~(1 << square)
                self._contact(at, square, closed=False)
            case Placed(_, square):
                self._occupied |= 1 << square
                self._contact(at, square, closed=True)
            case ClockPressed(_, color):
                line = WHITE_BUTTON if color is WHITE else BLACK_BUTTON
                self._contact(at, line, closed=True)
                release = Millis(at + self._chance.randint(*HOLD_MS))
                self._contact(release, line, closed=False)

    def _contact(self, at: Millis, line: int, *, closed: bool) -> None:
        """A contact changes, and flutters: the last change of the flutter is the true one."""
        start_us = (at - self._booted_at) * 1000
        self._process.send(start_us, CHANGE, line * 2 + closed)
        length_us = self._chance.randint(*BOUNCE_US)
        flutter = sorted(self._chance.sample(range(1, length_us), 2 * self._chance.randint(0, 3)))
        for index, later_us in enumerate(flutter):
            bounced = closed is (index % 2 == 1)
            self._process.send(start_us + later_us, CHANGE, line * 2 + bounced)
        self._last_change_ms = max(self._last_change_ms, at)
        self._unheard = True

    # -------------------------------------------------------------- time
    async def _reach(self, until: Millis) -> None:
        await self._pass_time((until - self._booted_at) * 1000)

    async def _pass_time(self, target_us: int) -> None:
        process = self._process
        code = GRANT if self._speed == MAX else TELL
        await process.until(
            lambda: process.now_us >= target_us, ask=lambda: process.send(target_us, code)
        )
        process.cable.drain()

    async def _let_host_catch_up(self, until: Millis) -> None:
        """Wait for acknowledgements; each may let the board send more, in a step of board time."""
        self._unheard = False
        cable = self._process.cable
        while await self._acknowledged() and self.now + _STEP_MS < until:
            newest = cable.newest
            await self._reach(Millis(self.now + _STEP_MS))
            if cable.newest == newest:
                break
        if self.host_ready is not None:
            await self.host_ready()

    async def _acknowledged(self) -> bool:
        """Wait for the host; one that has lost our patience must first be heard again."""
        cable = self._process.cable
        if cable.acked == self._given_up:
            return False
        try:
            async with asyncio.timeout(HOST_PATIENCE_S):
                while not cable.caught_up:
                    cable.activity.clear()
                    await cable.activity.wait()
        except TimeoutError:
            self._given_up = cable.acked
            return False
        self._given_up = None
        return True

    # -------------------------------------------------------------- power
    async def _power_on(self) -> None:
        self._process = await BoardProcess.start(self._folder, self.port, self._faults)
        self._last_change_ms = self._booted_at
        for square in SquareSet(self._occupied):
            self._process.send(0, CHANGE, square * 2 + 1)
        if self._speed != MAX:
            self._process.send(0, PACE, round(self._speed * 1000))
        try:
            await self._pass_time(BOOT_MS * 1000)
        except BaseException:
            await self._process.end()
            raise
