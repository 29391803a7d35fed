"""Simulates games, and says what failed and what was done to them.

Ctrl-C ends it early, with the sums of what has been played.

python -m tests.simulation --games 10000 --jobs 2
python -m tests.simulation --seed 155 --show
"""

import argparse
import contextlib
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.simulation import faults
from tests.simulation.board import Board, processors
from tests.simulation.playing import Simulated, simulate
from tests.simulation.summary import Summary

CHUNK = 10
"""Games that a worker is given at once."""

_board: Board | None = None


def play(seed: int) -> Simulated:
    """One game, on the board of this process; a board that has crashed is replaced."""
    global _board  # noqa: PLW0603  (one process, one board)
    if _board is None:
        _board = Board()
    simulated = simulate(_board, seed)
    if any(failure.kind == "crash" for failure in simulated.failures):
        _board.close()
        _board = None
    return simulated


def played(seeds: Iterable[int], jobs: int) -> Iterator[Simulated]:
    """All these games, in order, by so many processes."""
    if jobs == 1:
        yield from map(play, seeds)
        return
    workers = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        yield from workers.map(play, seeds, chunksize=CHUNK)
    finally:
        workers.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the one who sums up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    """Play the games that are asked for; 1 if one of them failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation", description=str(__doc__).partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=100, help="how many (100)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first (0)")
    parser.add_argument("--jobs", type=int, default=processors(), help="at once (as processors)")
    parser.add_argument("--seed", type=int, help="this game only")
    parser.add_argument("--show", action="store_true", help="print its touch script")
    parser.add_argument(
        "--faults", type=faults.read, help='with --seed: "knock=0.3 late=0.1" instead of its own'
    )
    asked = parser.parse_args()
    if asked.seed is not None:
        with Board() as board:
            only = simulate(board, asked.seed, faults=asked.faults, show=asked.show)
        print(f"# seed {only.seed}, {only.plies} plies, {only.faults.named()}")
        for failure in only.failures:
            print(f"# {failure}")
        if asked.show:
            print(only.script, end="")
        return 1 if only.failures else 0
    began = time.monotonic()
    summary = Summary()
    with contextlib.suppress(KeyboardInterrupt):
        for simulated in played(range(asked.first, asked.first + asked.games), asked.jobs):
            summary.add(simulated)
            for failure in simulated.failures[:1]:
                about = simulated.faults.named()
                print(f"seed {simulated.seed}: {failure} [{about}]", flush=True)
    print(f"\n{summary}\n\n{time.monotonic() - began:.0f} s")
    return 1 if summary.failed or summary.exceeds else 0


if __name__ == "__main__":
    sys.exit(main())
