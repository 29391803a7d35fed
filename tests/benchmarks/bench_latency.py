"""How long a touch takes through the real firmware and the pty, in milliseconds.

    python -m tests.benchmarks.bench_latency [--rounds 100]

Three spans, each the median and the 99th percentile of many rounds, at real speed on a simulated
board whose contacts bounce for up to 5 ms:

* from the first contact of a sensor to its report, read from the pty;
* from a lamp frame written by the host to the lamps showing it;
* from the first contact of a clock button, pressed after an illegal move, to the lamps that show
  the way back: firmware, pty, link, log on the disk, recogniser, and the way down again.

And how fast the firmware goes at speed max while it may leave out nothing: scans a second.

The moment of a contact is a moment of board time. Board time follows the wall clock; how the two
relate is taken from the quickest of many answers of the world, so it is known to some 0.1 ms.
"""

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
import tty
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from statistics import quantiles

import chess

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.running import live, unix_ms
from touchmove.daemon.solo import SoloSession
from touchmove.daemon.views import Views
from touchmove.events import ClockPressed, Event, Lifted, Placed
from touchmove.lamp import DARK, Lamp
from touchmove.shell.serial_port import SerialPort
from touchmove.shell.simulator import SimulatedBoard
from touchmove.shell.store import Store
from touchmove.units import Millis
from touchmove.wire import codec, frame, link
from touchmove.wire.messages import Lift, Place

START = chess.Board().occupied
PROBES = 50
"""Answers of the world from which the relation of its clock to ours is taken."""


class Line:
    """The host's end of the pty: answers what wants an answer, and notes when edges arrive."""

    def __init__(self, port: Path) -> None:
        self.arrived: asyncio.Queue[float] = asyncio.Queue()
        self.fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self.fd)
        self._decoder = frame.Decoder()
        self._link = link.Link()
        asyncio.get_running_loop().add_reader(self.fd, self._read)
        self._tend()

    def close(self) -> None:
        self._timer.cancel()
        asyncio.get_running_loop().remove_reader(self.fd)
        os.close(self.fd)

    def show(self, pattern: tuple[Lamp, ...]) -> None:
        self._link, lines = link.show(self._link, pattern)
        self._write(lines)

    def _tend(self) -> None:
        self._link, _, lines = link.tend(self._link, unix_ms())
        self._write(lines)
        self._timer = asyncio.get_running_loop().call_later(0.25, self._tend)

    def _read(self) -> None:
        data = os.read(self.fd, 4096)
        now = time.monotonic()
        for _, heard in codec.receive(self._decoder, data):
            if isinstance(heard, (Lift, Place)):
                self.arrived.put_nowait(now)
            self._link, _, lines = link.step(self._link, heard, unix_ms())
            self._write(lines)

    def _write(self, lines: tuple[bytes, ...]) -> None:
        for line in lines:
            os.write(self.fd, line)


@contextlib.asynccontextmanager
async def greeted(board: SimulatedBoard) -> AsyncIterator[Line]:
    """A line on which the board has been greeted and has sent a heartbeat."""
    line = Line(board.port)
    try:
        await board.advance(Millis(board.now + 1500))
        yield line
    finally:
        line.close()


async def relation(board: SimulatedBoard) -> float:
    """Our clock minus the board's, in seconds."""
    quickest = float("inf")
    for _ in range(PROBES):
        at = Millis(board.now + 5)
        await board.advance(at)
        quickest = min(quickest, time.monotonic() - at / 1000)
    return quickest


async def edges(rounds: int) -> list[float]:
    """Sensor to report."""
    chance = Random(1)
    spans = []
    async with (
        SimulatedBoard.start(seed=1, speed=1, occupied=START) as board,
        greeted(board) as line,
    ):
        ahead = await relation(board)
        for index in range(rounds):
            at = Millis(board.now + chance.randint(120, 220))
            event = Placed(at, chess.E2) if index % 2 else Lifted(at, chess.E2)
            await board.perform([event])
            spans.append(await line.arrived.get() - (at / 1000 + ahead))
    return spans


async def lamps(rounds: int) -> list[float]:
    """Lamp frame to lamps."""
    chance = Random(2)
    spans = []
    async with (
        SimulatedBoard.start(seed=1, speed=1, occupied=START) as board,
        greeted(board) as line,
    ):
        for index in range(rounds):
            await asyncio.sleep(chance.uniform(0.05, 0.15))
            pattern = list(DARK)
            pattern[index % 64] = Lamp.PLACE
            changed = asyncio.ensure_future(board.lamps_changed())
            await asyncio.sleep(0)
            began = time.monotonic()
            line.show(tuple(pattern))
            await changed
            spans.append(time.monotonic() - began)
    return spans


async def presses(rounds: int) -> list[float]:
    """Press of the clock after an illegal move to the lamps, through the whole host."""
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="touchmove-bench-")))
        store = stack.enter_context(contextlib.closing(Store(folder / "log.sqlite")))
        board = await stack.enter_async_context(
            SimulatedBoard.start(seed=1, speed=1, occupied=START)
        )
        port = SerialPort(lambda: str(board.port))
        session = SoloSession(store, "simulated", send=port.send, clock=unix_ms)
        # The old national Laws: any number of illegal moves, and the game goes on.
        session.agree(Agreement("classical", "N90", "-", start_running=True))
        port.open()
        await stack.enter_async_context(live(session, port, Views(session)))
        await board.advance(Millis(board.now + 2500))
        ahead = await relation(board)
        return [await _refused(board, ahead) for _ in range(rounds)]


async def _refused(board: SimulatedBoard, ahead: float) -> float:
    """One illegal move, pressed, and put back; seconds from the press to the lamps."""
    began = board.now + 200
    press = Millis(began + 900)
    played: list[Event] = [
        Lifted(Millis(began), chess.E2),
        Placed(Millis(began + 300), chess.E5),
        ClockPressed(press, chess.WHITE),
    ]
    refused = asyncio.ensure_future(_shown(board, lit=True))
    await board.perform(played)
    span = await refused - (press / 1000 + ahead)
    dark = asyncio.ensure_future(_shown(board, lit=False))
    back = board.now + 300
    await board.perform(
        [Lifted(Millis(back), chess.E5), Placed(Millis(back + 300), chess.E2)],
    )
    await dark
    await board.advance(Millis(board.now + 700))
    return span


async def _shown(board: SimulatedBoard, *, lit: bool) -> float:
    """When the lamps are next lit, or all dark."""
    while any(any(rgb) for rgb in await board.lamps_changed()) is not lit:
        pass
    return time.monotonic()


async def scans(seconds: int) -> float:
    """Scans a second of real time at speed max, while a contact changes every 20 ms."""
    async with SimulatedBoard.start(seed=1, occupied=START) as board:
        began = board.now
        changes = [
            (Placed if index % 2 else Lifted)(Millis(began + 20 * index), chess.E2)
            for index in range(1, 50 * seconds + 1)
        ]
        started = time.monotonic()
        await board.perform(changes)
        return (board.now - began) / (time.monotonic() - started)


def report(what: str, spans: list[float]) -> None:
    """One row of the table."""
    cuts = quantiles(spans, n=100, method="inclusive")
    print(f"| {what} | {len(spans)} | {cuts[49] * 1000:.1f} | {cuts[98] * 1000:.1f} |", flush=True)


def main() -> None:
    """Print the table that docs/explanation/simulation.md shows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    rounds = parser.parse_args().rounds
    print("| from, to | rounds | median ms | 99th percentile ms |\n| --- | --- | --- | --- |")
    report("sensor edge to report at the pty", asyncio.run(edges(rounds)))
    report("lamp frame written to lamps shown", asyncio.run(lamps(rounds)))
    report("clock press to lamps that light the way back", asyncio.run(presses(rounds)))
    print(f"\nScans a second at speed max: {asyncio.run(scans(20)):,.0f}")


if __name__ == "__main__":
    main()
