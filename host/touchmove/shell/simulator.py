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
import socket
import struct
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from chess import WHITE, Bitboard, SquareSet

from touchmove.errors import PortError
from touchmove.events import ClockPressed, Event, Lifted, Placed, Word
from touchmove.shell import flash
from touchmove.shell.cable import Cable
from touchmove.units import Millis

MAX = math.inf
"""The speed at which board time passes as fast as it can."""

Rgb = tuple[int, int, int]
"""Red, green and blue of one lamp, 0 to 255 each."""

SETTLE_MS = 30
"""A change is bounced out, debounced, reported and on its way this long after it happened."""
LEAD_MS = 100
"""At a finite speed, changes are planned this long before they happen."""
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

_CHANGE, _GRANT, _PACE, _TELL, _REACHED, _LAMPS = 1, 2, 3, 4, 5, 6
_RECORD = struct.Struct("<qii")
"""What driver and world say to each other; `simulated/world.py` defines it."""
_STEP_MS = 2
_DARK: tuple[Rgb, ...] = ((0, 0, 0),) * 64


class SimulatedBoard:
    """A board that stands in for a real one; made by `start`."""

    def __init__(self, folder: Path, seed: int, speed: float, faults: Sequence[str]) -> None:
        assert speed > 0
        self.port = folder / "port"
        """The serial port that the host opens."""
        self.lamps: tuple[Rgb, ...] = _DARK
        """What the lamps show, in the order of the chain (hardware/squares.csv)."""
        self.host_ready: Callable[[], Awaitable[None]] | None = None
        """Awaited, at speed `MAX`, before time goes on after a change: the host has then
        acknowledged every report, and may be waited for until it has acted on them too."""
        self._folder = folder
        self._chance = Random(seed)
        self._speed = speed
        self._faults = " ".join(faults)
        self._occupied: Bitboard = 0
        self._booted_at = 0
        self._now_us = 0
        self._wall = time.monotonic()
        self._last_change_ms = 0
        self._unheard = False
        self._given_up: int | None = None
        self._lamp_frames = 0
        self._news = asyncio.Event()
        self._ended = False

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
        with tempfile.TemporaryDirectory(prefix="touchmove-board-") as name:
            folder = Path(name)
            flash.assemble(flash.firmware_files() if files is None else files, folder / "flash")
            board = SimulatedBoard(folder, seed, speed, faults)
            board._occupied = occupied
            await board._power_on()
            try:
                yield board
            finally:
                await board._power_off()

    # -------------------------------------------------------------- what a caller does
    @property
    def now(self) -> Millis:
        """Board time in milliseconds since the first power-on."""
        us = self._now_us
        if self._speed != MAX:
            us += int((time.monotonic() - self._wall) * 1e6 * self._speed)
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

        Lifts, places and presses happen at their board times, those already past at once. Words
        are no business of a board: each is handed to `say`, when board time has passed it and
        everything before it has been reported.
        """
        lead_ms = 0 if self._speed == MAX else LEAD_MS
        for event in events:
            at = Millis(max(event.at, self.now))
            if isinstance(event, Word):
                if say is not None:
                    await self.advance(Millis(at + SETTLE_MS + 1))
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
            if until > settled:
                await self._reach(settled)
                await self._let_host_catch_up(until)
        await self._reach(until)

    async def lamps_changed(self) -> tuple[Rgb, ...]:
        """Wait for the next lamp frame; what the lamps show then."""
        seen = self._lamp_frames
        await self._until(lambda: self._lamp_frames > seen)
        return self.lamps

    def unplug(self) -> None:
        """The cable is pulled: the port vanishes, the board lives on."""
        self._wire.unplug()

    def replug(self) -> None:
        """The cable is put back: a port appears at the same path."""
        self._wire.plug()

    async def power_cycle(self) -> None:
        """Power goes and comes back: the port with it; the pieces stay where they stand."""
        booted_at = self.now
        await self._power_off()
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
        self._send(start_us, _CHANGE, line * 2 + closed)
        length_us = self._chance.randint(*BOUNCE_US)
        flutter = sorted(self._chance.sample(range(1, length_us), 2 * self._chance.randint(0, 3)))
        for index, later_us in enumerate(flutter):
            bounced = closed is (index % 2 == 1)
            self._send(start_us + later_us, _CHANGE, line * 2 + bounced)
        self._last_change_ms = max(self._last_change_ms, at)
        self._unheard = True

    # -------------------------------------------------------------- time
    async def _reach(self, until: Millis) -> None:
        if until <= self.now:
            return
        target_us = (until - self._booted_at) * 1000
        self._send(target_us, _GRANT if self._speed == MAX else _TELL, 0)
        await self._until(lambda: self._now_us >= target_us)
        self._wire.drain()

    async def _let_host_catch_up(self, until: Millis) -> None:
        """Wait for acknowledgements; each may let the board send more, in a step of board time."""
        while True:
            await self._acknowledged()
            self._unheard = self.now + _STEP_MS < until
            if not self._unheard:
                break
            await self._reach(Millis(self.now + _STEP_MS))
            if self._wire.caught_up:
                break
        self._unheard = False
        if self.host_ready is not None:
            await self.host_ready()

    async def _acknowledged(self) -> None:
        """Wait for the host; one that has lost our patience must first be heard again."""
        if self._wire.acked == self._given_up:
            return
        try:
            async with asyncio.timeout(HOST_PATIENCE_S):
                while not self._wire.caught_up:
                    self._wire.activity.clear()
                    await self._wire.activity.wait()
            self._given_up = None
        except TimeoutError:
            self._given_up = self._wire.acked

    async def _until(self, true: Callable[[], bool]) -> None:
        """Wait until the world has told us something that makes this true."""
        while not true():
            if self._ended:
                raise PortError(await self._obituary())
            self._news.clear()
            await self._news.wait()

    # -------------------------------------------------------------- the process
    async def _power_on(self) -> None:
        command = flash.interpreter(self._folder / "flash" / "main.py")
        ours, theirs = socket.socketpair()
        stdio, board_stdio = socket.socketpair()
        stdio.setblocking(False)
        environment = {
            "MICROPYPATH": f"{self._folder / 'flash'}:{flash.SIMULATED}:.frozen",
            "TOUCHMOVE_CONTROL": str(theirs.fileno()),
            "TOUCHMOVE_FAULTS": self._faults,
        }
        with theirs, board_stdio:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=board_stdio.fileno(),
                stdout=board_stdio.fileno(),
                stderr=asyncio.subprocess.STDOUT,
                pass_fds=[theirs.fileno()],
                env=environment,
                # Ctrl-C at the terminal is ours to handle; the child ends when we say so.
                start_new_session=True,
            )
        reader, self._control = await asyncio.open_connection(sock=ours)
        self._wire = Cable(self.port, stdio)
        self._now_us, self._ended, self._last_change_ms = 0, False, self._booted_at
        self._ear = asyncio.create_task(self._hear(reader))
        for square in SquareSet(self._occupied):
            self._send(0, _CHANGE, square * 2 + 1)
        if self._speed != MAX:
            self._send(0, _PACE, round(self._speed * 1000))
        try:
            await self._reach(Millis(self._booted_at + BOOT_MS))
        except BaseException:
            await self._power_off()
            raise

    async def _power_off(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._ear.cancel()
        await asyncio.gather(self._ear, return_exceptions=True)
        self._control.close()
        self._wire.close()
        self.lamps = _DARK

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        """What the world says: how far time has come, and what the lamps show."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                at_us, code, size = _RECORD.unpack(await reader.readexactly(_RECORD.size))
                data = await reader.readexactly(size) if size else b""
                self._now_us, self._wall = at_us, time.monotonic()
                if code == _LAMPS:
                    # The chain takes green, red, blue.
                    self.lamps = tuple(
                        (data[i + 1], data[i], data[i + 2]) for i in range(0, size, 3)
                    )
                    self._lamp_frames += 1
                self._news.set()
        self._ended = True
        self._news.set()

    async def _obituary(self) -> str:
        status = await self._process.wait()
        self._wire.drain()
        words = self._wire.last_words() or "silently"
        return f"the firmware of the simulated board ended (status {status}): {words}"

    def _send(self, at_us: int, code: int, argument: int) -> None:
        self._control.write(_RECORD.pack(at_us, code, argument))
