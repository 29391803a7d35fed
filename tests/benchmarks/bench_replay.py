"""Plies a second: replay of touch scripts beside bare python-chess, in one run on the same games.

    python -m tests.benchmarks.bench_replay [--games N] [--handling human]

The baseline does for every ply what any program with python-chess must: list the legal moves, write
the SAN, push the move. The replay reads a touch script, follows every touch, recognises the move,
keeps clocks and record. Best of five rounds each, in turns, so that both meet the same machine; the
time is that of the processor, so that what else the machine does counts as little as can be.
"""

import argparse
import gc
import time
from collections.abc import Callable

import chess

from tests.accuracy import HANDLINGS, Played, games, script_of
from touchmove.replay import play
from touchmove.script.read import read
from touchmove.script.record import Record

ROUNDS = 5


def baseline(played: list[Played]) -> int:
    """Plies gone through by bare python-chess."""
    plies = 0
    for game in played:
        board = chess.Board()
        for move in game.moves:
            list(board.legal_moves)
            board.san(move)
            board.push(move)
            plies += 1
    return plies


def replayed(records: list[Record]) -> int:
    """Plies recognised from touches that have been read already."""
    return sum(len(table.moves) for record in records for table, _ in play(record))


def whole(scripts: list[str]) -> int:
    """Plies recognised, the reading of the text included."""
    return sum(
        len(table.moves)
        for script in scripts
        for record in read(script)
        if isinstance(record, Record)
        for table, _ in play(record)
    )


def main() -> None:
    """Print the table that docs/explanation/measured.md shows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--handling", choices=sorted(HANDLINGS), default="human")
    arguments = parser.parse_args()
    played = list(games(range(1, arguments.games + 1)))
    scripts = [script_of(game, HANDLINGS[arguments.handling], game.number)[0] for game in played]
    records = [r for script in scripts for r in read(script) if isinstance(r, Record)]
    events = sum(len(record.events) for record in records)
    contenders: dict[str, Callable[[], int]] = {
        "python-chess: legal moves, SAN, push": lambda: baseline(played),
        "touchmove: touches to record": lambda: replayed(records),
        "touchmove: touch script to record": lambda: whole(scripts),
    }
    best: dict[str, float] = {}
    plies: dict[str, int] = {}
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            gc.collect()  # what one leaves behind is not cleared away at the cost of the next
            begun = time.process_time()
            plies[name] = run()
            best[name] = min(best.get(name, float("inf")), time.process_time() - begun)
    base = best[next(iter(contenders))] / plies[next(iter(contenders))]
    print(f"{arguments.games} games, {arguments.handling} handling, {events} events")
    print("| what | plies | plies a second | ms a ply | times the baseline |")
    print("| --- | --- | --- | --- | --- |")
    for name, seconds in best.items():
        each = seconds / plies[name]
        print(
            f"| {name} | {plies[name]} | {1 / each:.0f} | {each * 1000:.3f} | {each / base:.2f} |"
        )


if __name__ == "__main__":
    main()
