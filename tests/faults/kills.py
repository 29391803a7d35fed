"""The host is killed again and again while games are played: is every move there in the end?

    python -m tests.faults.kills --kills 1000

Each game is a real `touchmove run` on a real pty, whose other end is a board on paper. The process
gets SIGKILL at an instant that the seed draws: some time after its start, so also while it starts
and reads its log, or right after the n-th change that it makes to a file of its folder, so between
any two writes (`disk_writes.c`). Then it is started again, until the game is over.

After each kill the log is opened and its chain verified, and the game that it gives must be a
beginning of the one that was played: nothing invented. In the end it must be that game, and each
clock reading the one that an undisturbed host has, to `CLOCK_MS`: nothing lost.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import chess

from tests.faults.power_cut import compiled
from tests.unit.daemon.pty_board import PtyBoard
from tests.unit.daemon.test_session import AGREED, Bench
from touchmove.daemon import recalling
from touchmove.daemon.logs.verifying import verify
from touchmove.errors import StoreError
from touchmove.events import Event, Word
from touchmove.game.record import RecordedMove
from touchmove.hands import HUMAN, play
from touchmove.shell import heads
from touchmove.shell.store import Store
from touchmove.units import Millis

PLIES = 60
"""Half-moves of a game."""
KILLS_A_GAME = 20
LONGEST_S = 1.6
"""A host lives at most so long: twice as long as it takes to start on a machine that is busy."""
WRITES = 400
"""A host changes its files at most so often."""
UNHEARD_MAX = 6
"""Reports that may wait before hands go on: they play while the host is away, but not all game."""
PATIENCE_S = 120
CLOCK_MS = 50
TIME_CONTROL = "300+3"
MINE = "paper"
"""The id of the board."""
AGREEMENT = replace(AGREED, start_running=False)


@dataclass
class Sums:
    """What became of the games so far."""

    games: int = 0
    moves: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    worst_clock_ms: int = 0


class Lost(AssertionError):
    """A move was lost or invented, a clock time is wrong, or the log is."""


def touches(seed: int) -> list[Event]:
    """A game of legal moves at random, as hands play it."""
    chance, board = Random(seed), chess.Board()
    moves = []
    for _ in range(PLIES):
        legal = [move for move in board.legal_moves if not move.promotion]
        if not legal or board.is_game_over(claim_draw=True):
            break
        moves.append(chance.choice(legal))
        board.push(moves[-1])
    played = play(chess.Board(), moves, HUMAN, seed, starts_at=Millis(4000))
    return [event for event in played if not isinstance(event, Word)]


def undisturbed(folder: Path, events: list[Event]) -> tuple[RecordedMove, ...]:
    """The record that a host has which nobody kills."""
    bench = Bench(folder / "undisturbed.sqlite", agreed=AGREEMENT)
    for event in events:
        bench.board.happen(event)
        bench.carry()
    bench.settle()
    bench.store.close()
    return bench.table.moves


def recorded(log: Path) -> tuple[RecordedMove, ...]:
    """What the log gives, whose chain is checked first."""
    known = heads.read(log.with_name(f"{log.name}.heads"))
    with contextlib.closing(Store(log, reading=True)) as store:
        for verdict in verify(store, known):
            if verdict.fault is not None:
                raise Lost(verdict.words)
        table = recalling.recall(store, MINE).history.table
    return () if table is None else table.moves


def check_beginning(log: Path, expected: tuple[RecordedMove, ...]) -> None:
    """After a kill: nothing that nobody played. A log that was never begun holds nothing."""
    if not log.exists() or not log.stat().st_size:
        return
    try:
        found = recorded(log)
    except StoreError as error:
        if "nothing was ever kept" in str(error):
            return
        raise Lost(str(error)) from error
    compare(found, expected[: len(found)])


def compare(found: tuple[RecordedMove, ...], expected: tuple[RecordedMove, ...]) -> int:
    """The largest difference between two clock readings. Raises `Lost` where moves differ."""
    if [entry.move for entry in found] != [entry.move for entry in expected]:
        ours, theirs = " ".join(e.san for e in found), " ".join(e.san for e in expected)
        raise Lost(f"the log gives {ours or 'no move'}; played was {theirs}")
    worst = max(
        (abs(a.clock_ms - b.clock_ms) for a, b in zip(found, expected, strict=True)), default=0
    )
    if worst > CLOCK_MS:
        raise Lost(f"a clock reading is {worst} ms off")
    return worst


class Host:
    """`touchmove run`, again and again."""

    def __init__(self, port: Path, folder: Path, library: Path | None) -> None:
        self.log = folder / "table.sqlite"
        self._folder = folder
        self._library = library
        self._command = [sys.executable, "-m", "touchmove", "run", "--port", str(port), "--no-web"]
        self._command += ["--log", str(self.log), "--time-control", TIME_CONTROL]
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, die_at: int | None = None) -> asyncio.subprocess.Process:
        """Start it; it kills itself right after it has changed its files so often."""
        environment = dict(os.environ)
        if die_at is not None:
            environment |= {
                "LD_PRELOAD": str(self._library),
                "DISK_FOLDER": str(self._folder),
                "DISK_WRITES": os.devnull,
                "DISK_DIE_AT": str(die_at),
            }
        with (self._folder / "words").open("ab") as words:
            self.process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=words,
                env=environment,
            )
        return self.process

    async def end(self, how: signal.Signals) -> int:
        """Send it this signal, if it still runs, and wait for its end."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        return await self.process.wait()


async def play_game(seed: int, kills: int, folder: Path, library: Path | None, sums: Sums) -> None:
    """One game, during which the host is killed so often. Raises `Lost`."""
    chance = Random(seed)
    events = touches(seed)
    expected = undisturbed(folder, events)
    board = PtyBoard(chess.Board().occupied)
    board.plug_in(folder / "port")
    host = Host(folder / "port", folder, library)
    hands = asyncio.create_task(_touch(board, events))
    try:
        for _ in range(kills):
            kind = "write" if library is not None and chance.random() < 0.5 else "time"
            await _live_and_die(host, kind, chance)
            sums.kills[kind] += 1
            check_beginning(host.log, expected)
        hailed = board.board.hailed
        await host.start()
        async with asyncio.timeout(PATIENCE_S):
            await hands
            while board.board.hailed == hailed:  # noqa: ASYNC110  (the board has no event for it)
                await asyncio.sleep(0.02)
            while board.board.unheard:  # noqa: ASYNC110  (the board has no event for it)
                await asyncio.sleep(0.02)
        status = await host.end(signal.SIGTERM)
        if status != 0:
            raise Lost(f"the host ended with {status}: {(folder / 'words').read_text()[-2000:]}")
        worst = compare(recorded(host.log), expected)
    finally:
        hands.cancel()
        board.unplug()
        if host.process is not None:
            await host.end(signal.SIGKILL)
    sums.games += 1
    sums.moves += len(expected)
    sums.worst_clock_ms = max(sums.worst_clock_ms, worst)


async def _live_and_die(host: Host, kind: str, chance: Random) -> None:
    if kind == "write":
        process = await host.start(die_at=chance.randrange(1, WRITES))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 2 * LONGEST_S)
    else:
        await host.start()
        await asyncio.sleep(chance.uniform(0, LONGEST_S))
    status = await host.end(signal.SIGKILL)
    if status != -signal.SIGKILL:
        raise Lost(f"the host ended by itself, with {status}")


async def _touch(board: PtyBoard, events: list[Event]) -> None:
    """Hands play on while the host is away, until the board has a little to tell."""
    for event in events:
        while board.board.unheard > UNHEARD_MAX:  # noqa: ASYNC110  (nor for that)
            await asyncio.sleep(0.002)
        board.happen(event)
        await asyncio.sleep(0.002)


def run(seeds: Iterator[int], kills: int, library: Path | None) -> Sums:
    """Games until the host has been killed so often."""
    sums = Sums()
    while sums.kills.total() < kills:
        seed = next(seeds)
        with tempfile.TemporaryDirectory(prefix="touchmove-kills-") as name:
            again = min(KILLS_A_GAME, kills - sums.kills.total())
            try:
                asyncio.run(play_game(seed, again, Path(name), library, sums))
            except Lost as lost:
                raise Lost(f"seed {seed}: {lost}") from lost
    return sums


def main() -> int:
    """Kill, and say what became of the games."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.kills")
    parser.add_argument("--kills", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game (0)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        library = compiled(Path(name))
        sums = run(iter(range(asked.first, 1_000_000)), asked.kills, library)
    print(f"{sums.games} games, {sums.moves} moves, kills: {dict(sums.kills)}")
    print(f"lost 0, invented 0, largest difference of a clock reading {sums.worst_clock_ms} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
