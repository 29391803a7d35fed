"""How often a gap in a real game is explained, asked about, or explained wrongly.

    python -m tests.benchmarks.bench_catching_up [--games N]

After every ply of the games the next plies are hidden, and the search is shown the position before
and the occupancy after them, as a board with one bit a square and as one that tells the colours.
`right`: one shortest line, and it is the one that was played. `order`: several, which are the same
moves in another order. `several`: others. `none`: no line is short enough. `wrong`: one shortest
line that was not played; it would stand on the record as `inferred`.
"""

import argparse
import time
from collections import Counter

import chess
from chess import Move

from tests.accuracy import games
from touchmove.arbiter.catching_up import MAX_PLIES, Found, search
from touchmove.arbiter.position import Position

LONGEST = 2 * MAX_PLIES
"""Gaps that are longer than what is looked for must end in a question too."""

ANSWERS = ("right", "order", "several", "none", "wrong")


def answer(found: Found, played: tuple[Move, ...]) -> str:
    """What the table would make of it."""
    if not found.lines or not found.complete:
        return "none"
    if found.only is None:
        same = len({frozenset(line) for line in found.lines}) == 1
        return "order" if same else "several"
    squares = [(move.from_square, move.to_square) for move in found.only]
    return "right" if squares == [(m.from_square, m.to_square) for m in played] else "wrong"


def main() -> None:
    """Print the table that docs/explanation/measured.md shows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    arguments = parser.parse_args()
    counted: Counter[tuple[str, int, str]] = Counter()
    spent: Counter[tuple[str, int]] = Counter()
    longest_ms = 0.0
    for game in games(range(1, arguments.games + 1)):
        boards = [chess.Board()]
        for move in game.moves:
            boards.append(boards[-1].copy(stack=False))
            boards[-1].push(move)
        for ply, board in enumerate(boards):
            for plies in range(1, min(LONGEST, len(game.moves) - ply) + 1):
                after, played = boards[ply + plies], tuple(game.moves[ply : ply + plies])
                for sensors, white in (("presence", None), ("polarity", after.occupied_co[True])):
                    begun = time.process_time()
                    found = search(Position(board), after.occupied, white)
                    took_ms = (time.process_time() - begun) * 1000
                    longest_ms = max(longest_ms, took_ms)
                    spent[sensors, plies] += took_ms  # type: ignore[assignment]
                    counted[sensors, plies, answer(found, played)] += 1
    print("| sensors | plies hidden | gaps | " + " | ".join(ANSWERS) + " | ms each |")
    print("| --- " * (4 + len(ANSWERS)) + "|")
    for sensors, plies in spent:
        row = [counted[sensors, plies, kind] for kind in ANSWERS]
        shares = " | ".join(f"{count} ({count / sum(row):.1%})" for count in row)
        each = spent[sensors, plies] / sum(row)
        print(f"| {sensors} | {plies} | {sum(row)} | {shares} | {each:.2f} |")
    print(f"longest search: {longest_ms:.1f} ms")


if __name__ == "__main__":
    main()
