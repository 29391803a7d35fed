"""One `touchmove run` and many boards in real time: how long a touch waits, and what it all costs.

    python -m tests.benchmarks.bench_hall [--boards 1 16 64] [--seconds 60]

Each board is one on paper at a real pty, on which real games are played at blitz speed, a half-move
a second and one in ten illegal, each game followed by the set-up of the next. For every number of
boards, the median and the 99th percentile of

* ack: from a report at the pty to its acknowledgement: by then it is on the disk;
* lamps: from the press after an illegal move to the lamps that show the way back;

and reports a second, processor time of the host a board (in thousandths of a processor), and its
resident memory after a quarter of the time and at the end. Boards and host share the machine.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import quantiles

import chess

from tests.accuracy import GAMES
from tests.unit.daemon.pty_board import PtyBoard
from touchmove.events import ClockPressed, Event, Lifted, Placed
from touchmove.hands import CLEAN, play
from touchmove.lamp import Lamp
from touchmove.shell.game_file import read
from touchmove.units import Millis

START = chess.Board().occupied
PLY_S = 1.0
ILLEGAL_EVERY = 10
"""Half-moves after which one is illegal first."""
PATIENCE_S = 20
SET_UP_S = 4
"""The start position has to stand for a while before the next game is armed."""


@dataclass
class Spans:
    """What was measured, in milliseconds."""

    ack: list[float] = field(default_factory=list)
    lamps: list[float] = field(default_factory=list)
    games: int = 0
    reports: int = 0


class LiveBoard(PtyBoard):
    """A board whose clock is the real one."""

    def __init__(self, name: str, spans: Spans) -> None:
        super().__init__(START, name=name, boot=f"{abs(hash(name)) % 2**32:08x}")
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
        async with asyncio.timeout(PATIENCE_S + len(self.board.name)):
            while not self.board.asked:  # noqa: ASYNC110  (the board has no event for it)
                await asyncio.sleep(0.01)

    def touch(self, event: type[Lifted] | type[Placed] | type[ClockPressed], what: int) -> None:
        """Something happens now."""
        happened: Event = event(self.now, what)  # type: ignore[arg-type]
        self._sent[self.board.made + 1] = time.monotonic()
        self._spans.reports += 1
        self.happen(happened)

    async def settled(self) -> None:
        """Wait until the host has acknowledged everything."""
        async with asyncio.timeout(PATIENCE_S):
            while self.board.unheard:  # noqa: ASYNC110  (the board has no event for it)
                await asyncio.sleep(0.002)

    def heard(self) -> None:
        """The host has spoken."""
        now = time.monotonic()
        for number in range(self._acked + 1, self.board.acked + 1):
            self._spans.ack.append((now - self._sent.pop(number, now)) * 1000)
        self._acked = self.board.acked


async def play_for_ever(board: LiveBoard, seed: int, say: asyncio.StreamWriter) -> None:
    """Game after game."""
    chance = Random(seed)
    games = list(read(GAMES, "1-60"))
    chance.shuffle(games)
    await asyncio.sleep(chance.uniform(0, ILLEGAL_EVERY * PLY_S))
    for game in cycle(games):
        if game.start.fen() != chess.STARTING_FEN:
            continue
        position = chess.Board()
        for number, move in enumerate(game.moves):
            if number % ILLEGAL_EVERY == ILLEGAL_EVERY - 1:
                await _illegal(board, position)
            await _move(board, position, move, chance)
            position.push(move)
        say.write(f"{board.board.name} result {game.result or '1/2-1/2'}\n".encode())
        await _set_up(board, position)
        board._spans.games += 1


async def _move(board: LiveBoard, position: chess.Board, move: chess.Move, chance: Random) -> None:
    """A move as clean hands make it, a half-move a second."""
    began = time.monotonic()
    events = list(play(position, [move], CLEAN, chance.randrange(1 << 30), starts_at=Millis(0)))
    for event in events:
        await asyncio.sleep(PLY_S / (len(events) + 1))
        match event:
            case Lifted(square=square):
                board.touch(Lifted, square)
            case Placed(square=square):
                board.touch(Placed, square)
            case ClockPressed(color=color):
                board.touch(ClockPressed, color)
    await asyncio.sleep(max(0.0, PLY_S - (time.monotonic() - began)))
    await board.settled()


async def _illegal(board: LiveBoard, position: chess.Board) -> None:
    """The king is put where it cannot go, and goes back when the lamps say so."""
    king = position.king(position.turn)
    assert king is not None
    empty = [s for s in chess.SQUARES if not position.occupied & chess.BB_SQUARES[s]]
    target = max(empty, key=lambda square: chess.square_distance(king, square))
    board.touch(Lifted, king)
    await asyncio.sleep(0.2)
    board.touch(Placed, target)
    await asyncio.sleep(0.3)
    board.touch(ClockPressed, position.turn)
    pressed = time.monotonic()
    async with asyncio.timeout(PATIENCE_S):
        while board.board.lamps[target] is not Lamp.LIFT:  # noqa: ASYNC110  (the board has no event for it)
            await asyncio.sleep(0.001)
    board._spans.lamps.append((time.monotonic() - pressed) * 1000)
    await asyncio.sleep(0.2)
    board.touch(Lifted, target)
    await asyncio.sleep(0.2)
    board.touch(Placed, king)
    await board.settled()
    await asyncio.sleep(1.2)


async def _set_up(board: LiveBoard, position: chess.Board) -> None:
    await asyncio.sleep(PLY_S)
    for square in chess.scan_forward(position.occupied & ~START):
        board.touch(Lifted, square)
        await asyncio.sleep(0.02)
    for square in chess.scan_forward(START & ~position.occupied):
        board.touch(Placed, square)
        await asyncio.sleep(0.02)
    await board.settled()
    await asyncio.sleep(SET_UP_S)


# ------------------------------------------------------------------ the host
@contextlib.asynccontextmanager
async def host(folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """`touchmove run` for all ports of a folder."""
    config = folder / "touchmove.toml"
    config.write_text(
        f'[ports]\nusb = false\npaths = ["{folder}/port-*"]\n'
        '[game]\ntime_control = "180+2"\n[web]\nenabled = false\n'
    )
    with (folder / "words").open("wb") as words:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "touchmove", "run", "--config", str(config)),
            *("--log", str(folder / "hall.sqlite")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=words,
        )
    try:
        yield process
    finally:
        process.terminate()
        if await process.wait() != 0:
            print((folder / "words").read_text()[-2000:])


def used(pid: int) -> tuple[float, float]:
    """Seconds of processor time and MB of memory of a process, as Linux counts them."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    seconds = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(count: int, seconds: float) -> None:
    """So many boards for so long."""
    spans = Spans()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards = [LiveBoard(f"table-{number}", spans) for number in range(1, count + 1)]
        for board in boards:
            board.plug_in(folder / f"port-{board.board.name}")
        async with host(folder) as process:
            assert process.stdin is not None
            await asyncio.gather(*(board.greeted() for board in boards))
            players = [
                asyncio.create_task(play_for_ever(board, seed, process.stdin))
                for seed, board in enumerate(boards)
            ]
            began, before = time.monotonic(), used(process.pid)
            await asyncio.wait(players, timeout=seconds / 4)
            early = used(process.pid)
            await asyncio.wait(players, timeout=seconds * 3 / 4)
            after, passed = used(process.pid), time.monotonic() - began
            for player in players:
                if player.done():
                    player.result()
                player.cancel()
            for board in boards:
                board.unplug()
    processor = (after[0] - before[0]) / passed / count * 1000
    print(
        f"{count:3} boards: {spans.reports / passed:6.1f} reports/s, {spans.games} games, "
        f"ack {_of(spans.ack)}, lamps {_of(spans.lamps)}, "
        f"{processor:.1f} thousandths of a processor a board, "
        f"{early[1]:.1f} MB, {after[1]:.1f} MB at the end",
        flush=True,
    )


def _of(spans_ms: list[float]) -> str:
    if len(spans_ms) < 2:
        return "-"
    percentiles = quantiles(spans_ms, n=100)
    return f"{percentiles[49]:.1f} / {percentiles[98]:.1f} ms ({len(spans_ms)})"


async def main() -> None:
    """Measure with each number of boards."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_hall")
    parser.add_argument("--boards", type=int, nargs="+", default=[1, 16, 64])
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    print("median / 99th percentile (number of them)")
    for count in asked.boards:
        await measure(count, asked.seconds)


if __name__ == "__main__":
    asyncio.run(main())
