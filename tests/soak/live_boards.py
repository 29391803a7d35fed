"""Boards at real ptys: on paper in this process, or the firmware in a process of MicroPython."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

import chess

from tests.soak.hands import START, Spans
from tests.soak.ledger import Ledger
from tests.unit.daemon.pty_board import PtyBoard
from touchmove.events import ClockPressed, Event, Lifted, Placed, Word
from touchmove.lamp import Lamp
from touchmove.shell import flash
from touchmove.shell.simulator import SimulatedBoard
from touchmove.units import Millis
from touchmove.wire import codec

PATIENCE_S = 30


class LiveBoard(PtyBoard):
    """A board on paper whose clock is the real one."""

    beat_s = 1.0

    def __init__(self, name: str, ledger: Ledger, spans: Spans) -> None:
        super().__init__(START, name=name, boot=f"{abs(hash(name)) % 2**32:08x}")
        self.name = name
        self._ledger = ledger
        self._spans = spans
        self._sent: dict[int, float] = {}
        self._acked = 0
        self._began = time.monotonic()

    @property
    def now(self) -> Millis:
        """Its time: from a second after its start."""
        return Millis(1000 + round((time.monotonic() - self._began) * 1000))

    def passed_ms(self) -> int:
        """What has passed by the real clock."""
        return max(0, self.now - self.board.now)

    async def greeted(self) -> None:
        """Wait until a host has heard of this board."""
        while not self.board.asked:  # noqa: ASYNC110  (the board has no event for it)
            await asyncio.sleep(0.01)

    async def perform(
        self, events: Iterable[Event], *, say: Callable[[Word], Awaitable[None]]
    ) -> None:
        """As `hands.Touched`. A hand that is late is late: the board's clock is the real one."""
        behind = 0
        for event in events:
            await asyncio.sleep(max(0, event.at + behind - self.now) / 1000)
            behind = max(behind, self.now - event.at)
            if isinstance(event, Word):
                await say(event)
                continue
            self.board.happen(_moved(event, self.now))
            self._sent[self.board.made] = time.monotonic()
            self._ledger.report(self.name, codec.write(self.board.newest)[:-1].decode())
            self.flush()

    async def settled(self) -> None:
        """As `hands.Touched`."""
        async with asyncio.timeout(PATIENCE_S):
            while self.board.unheard:  # noqa: ASYNC110  (the board has no event for it)
                await asyncio.sleep(0.005)

    async def asked_for(self, square: chess.Square) -> None:
        """As `hands.Touched`."""
        async with asyncio.timeout(PATIENCE_S):
            while self.board.lamps[square] is not Lamp.LIFT:  # noqa: ASYNC110  (nor for that)
                await asyncio.sleep(0.002)

    def heard(self) -> None:
        """The host has spoken."""
        now = time.monotonic()
        for number in range(self._acked + 1, self.board.acked + 1):
            self._spans.ack.append((now - self._sent.pop(number, now)) * 1000)
        self._acked = self.board.acked


def _moved(event: Event, at: Millis) -> Event:
    """The same touch at another moment."""
    match event:
        case Lifted(_, square):
            return Lifted(at, square)
        case Placed(_, square):
            return Placed(at, square)
        case ClockPressed(_, color):
            return ClockPressed(at, color)
    raise AssertionError(f"hands make no {event}")


class FirmwareBoard:
    """A simulated board that runs the firmware, as hands play on it."""

    def __init__(self, name: str, board: SimulatedBoard, ledger: Ledger) -> None:
        self.name = name
        self._board = board
        self._ledger = ledger
        self._newest = 0
        board.cable.on_report = self._reported

    @property
    def now(self) -> Millis:
        """The board's own time."""
        return self._board.now

    async def greeted(self) -> None:
        """A host that has acknowledged nothing yet is heard when it does."""

    async def perform(
        self, events: Iterable[Event], *, say: Callable[[Word], Awaitable[None]]
    ) -> None:
        """As `hands.Touched`."""
        await self._board.perform(events, say=say)

    async def settled(self) -> None:
        """As `hands.Touched`: what has been touched is reported by then, and acknowledged."""
        await asyncio.sleep(0.3)
        cable = self._board.cable
        async with asyncio.timeout(PATIENCE_S):
            while not cable.caught_up:
                cable.activity.clear()
                await cable.activity.wait()

    async def asked_for(self, square: chess.Square) -> None:
        """As `hands.Touched`."""
        place = square if square >> 3 & 1 == 0 else square ^ 7
        async with asyncio.timeout(PATIENCE_S):
            while not any(self._board.lamps[place]):
                await self._board.lamps_changed()

    def _reported(self, number: int, line: bytes) -> None:
        if number > self._newest:
            self._newest = number
            self._ledger.report(self.name, line.decode())


@contextlib.asynccontextmanager
async def firmware_board(name: str, folder: Path, ledger: Ledger) -> AsyncIterator[FirmwareBoard]:
    """Power it on, and plug it in."""
    about = folder / f"{name}.json"
    about.write_text(json.dumps({"board": name}))
    files = {**flash.firmware_files(), "board.json": about}
    async with SimulatedBoard.start(files, speed=1.0, occupied=START) as board:
        made = FirmwareBoard(name, board, ledger)
        (folder / f"port-{name}").symlink_to(board.port)
        yield made
