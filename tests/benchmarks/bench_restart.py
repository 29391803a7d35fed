"""From the start of `touchmove run` to its being ready, with more and more games in its log.

    python -m tests.benchmarks.bench_restart [--games 0 100 1000 10000] [--boards 64] [--rounds 5]

The games are spread evenly over the boards; each was played by human hands through a session, and
the lines of one board were copied to the others under their names (`tests.soak.evening`). Before a
log is used, `touchmove log verify` has to find nothing wrong with it. Every board is plugged in,
and its last game is over and still on the table, so each is computed again.

* ready: the program tells its supervisor (`READY=1`) that log, ports and pages are open;
* processor: what it has used of the processor until then;
* first, last: the first board, and the last one, has its seat again and was told what to send.

All but the longest are medians of the rounds.

In each round the programs are started one after the other: Python with the imports of `run` and
nothing else as the baseline, then `run` with each log, and `run` with each log and a PGN file.
"""

import argparse
import asyncio
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import chess

from tests.accuracy import games
from tests.soak.evening import played, renamed
from tests.soak.memory import processor_s
from tests.unit.daemon.pty_board import PtyBoard
from touchmove.daemon.logs.games import found_in
from touchmove.shell.store import Archived, Entry, Store
from touchmove.shell.supervisor import READY

LINES_AT_ONCE = 20_000
PATIENCE_S = 600
IMPORTS = "import touchmove.__main__ as m; m.command_line()"
"""What `run` does before it looks at its arguments."""
NOTHING = "imports of run, and no more"


def name(board: int) -> str:
    """What the board of this number calls itself."""
    return f"table-{board:02}"


# ------------------------------------------------------------------ the log
@dataclass(frozen=True)
class Evening:
    """The games of one board, to be copied to the others."""

    parts: list[tuple[Entry, ...]]
    """Lines from before the first game, and those of each game."""
    archived: list[Archived]
    """The rows of the games, whose ids are numbers of lines."""


def evening(count: int, plies: int | None = None) -> Evening:
    """So many games, played one after the other, each for so many half-moves at most."""
    source = (replace(game, moves=game.moves[:plies]) for game in games(range(1, count + 1)))
    with tempfile.TemporaryDirectory() as folder:
        parts = played(source, name(1))
        store = Store(Path(folder) / "evening.sqlite")
        store.append(entry for part in parts for entry in part)
        rows = [found.archived() for found in found_in(store.lines(name(1)))]
        store.close()
    return Evening(parts, rows)


def make_log(path: Path, source: Evening, boards: int, count: int) -> None:
    """Write a log of so many games, spread over so many boards, as `run` would have left it."""
    store = Store(path)
    batch: list[Entry] = []
    wanted = {number for row in source.archived for number in (row.first_id, row.last_id)}
    ids: dict[tuple[str, int], int] = {}
    numbers = dict.fromkeys(map(name, range(1, boards + 1)), 0)
    for id_, entry in enumerate(_lines(source.parts, boards, count), 1):
        batch.append(entry)
        number = numbers[entry.board] = numbers[entry.board] + 1
        if number in wanted:
            ids[entry.board, number] = id_
        if len(batch) == LINES_AT_ONCE:
            store.append(batch)
            batch.clear()
    store.append(batch)
    for board in numbers:
        for row in source.archived:
            # The book of a game is closed when the next one has a move.
            if (board, row.last_id) in ids and row.last_id < numbers[board]:
                first, last = ids[board, row.first_id], ids[board, row.last_id]
                store.archive(replace(row, board=board, first_id=first, last_id=last))
    store.close()
    verify = [sys.executable, "-m", "touchmove", "log", "verify", str(path)]
    subprocess.run(verify, check=True, stdout=subprocess.DEVNULL)


def _lines(parts: list[tuple[Entry, ...]], boards: int, count: int) -> Iterator[Entry]:
    for number in range(-(-count // boards) + 1):
        for board in range(boards):
            if number == 0 or (number - 1) * boards + board < count:
                yield from renamed(parts[number], name(board + 1))


# ------------------------------------------------------------------ what is timed
class Plugged(PtyBoard):
    """A board that beats as often as a real one. The log does not know its boot, so its reports are
    counted anew."""

    beat_s = 1.0

    def __init__(self, number: int) -> None:
        super().__init__(chess.Board().occupied, name=name(number), boot="0b00b007")


@dataclass(frozen=True)
class Start:
    """Seconds from the command."""

    ready: float
    first: float
    last: float
    used: float
    """Seconds of the processor until it was ready: other programs change little about them."""


def imports() -> Start:
    """The baseline: the interpreter, and the program's imports."""
    begun = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
    passed, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Start(passed, passed, passed, used)


async def start(log: Path, folder: Path, boards: int, *, pgn: bool) -> Start:
    """Start the program, and end it when the last board has its seat."""
    config = folder / "touchmove.toml"
    config.write_text(
        f'[ports]\nusb = false\npaths = ["{folder}/port-*"]\n[web]\nport = 0\n'
        f'token_file = "{folder}/token"\n'
        + (f'[pgn]\nfile = "{folder}/games.pgn"\n' if pgn else "")
    )
    plugged = [Plugged(number) for number in range(1, boards + 1)]
    for number, board in enumerate(plugged):
        board.plug_in(folder / f"port-{number}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(folder / "supervisor"))
        supervisor.setblocking(False)
        command = [sys.executable, "-m", "touchmove", "run", "--config", str(config)]
        environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "supervisor")}
        with (folder / "words").open("wb") as words:
            begun = time.perf_counter()
            process = await asyncio.create_subprocess_exec(
                *(*command, "--log", str(log)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=words,
                env=environment,
            )
        try:
            async with asyncio.timeout(PATIENCE_S):
                told = asyncio.create_task(_ready(supervisor, process.pid))
                seated = await asyncio.gather(*map(_seated, plugged))
                at, used = await told
        finally:
            process.terminate()
            if await process.wait() != 0:
                print((folder / "words").read_text()[-2000:])
            for board in plugged:
                board.unplug()
            (folder / "supervisor").unlink()
    return Start(at - begun, min(seated) - begun, max(seated) - begun, used)


async def _ready(supervisor: socket.socket, pid: int) -> tuple[float, float]:
    """When, and the time of the processor until then."""
    loop = asyncio.get_running_loop()
    while not (await loop.sock_recv(supervisor, 4096)).startswith(READY.encode()):
        pass
    return time.perf_counter(), processor_s(pid)


async def _seated(board: PtyBoard) -> float:
    while not board.board.asked:  # noqa: ASYNC110  (the board has no event for it)
        await asyncio.sleep(0.01)
    return time.perf_counter()


def main() -> None:
    """Print the table that docs/explanation/measured.md shows."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_restart")
    parser.add_argument("--games", type=int, nargs="+", default=[0, 100, 1000, 10_000])
    parser.add_argument("--boards", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--plies", type=int, help="half-moves of a game at most, for a quick look")
    asked = parser.parse_args()
    source = evening(-(-max(asked.games) // asked.boards), asked.plies)
    took: dict[str, list[Start]] = {}
    with tempfile.TemporaryDirectory(prefix="touchmove-restart-") as place:
        folder = Path(place)
        logs = {count: folder / f"{count}.sqlite" for count in asked.games}
        for count, log in logs.items():
            make_log(log, source, asked.boards, count)
        size = {count: f"{log.stat().st_size / 1e6:.1f}" for count, log in logs.items()}
        for _ in range(asked.rounds):
            took.setdefault(f"{NOTHING} | – | –", []).append(imports())
            for pgn in (False, True):
                for count, log in logs.items():
                    row = f"run{' with a PGN file' * pgn} | {count} | {size[count]}"
                    one = asyncio.run(start(log, folder, asked.boards, pgn=pgn))
                    took.setdefault(row, []).append(one)
    print("| what | games | log, MB | ready, s | longest | processor | first board | last board |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for what, starts in took.items():
        longest = max(one.ready for one in starts)
        ready, used, first, last = (
            f"{median(getattr(one, name) for one in starts):.2f}"
            for name in ("ready", "used", "first", "last")
        )
        print(f"| {what} | {ready} | {longest:.2f} | {used} | {first} | {last} |")


if __name__ == "__main__":
    main()
