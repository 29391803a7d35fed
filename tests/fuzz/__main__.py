"""Tries inputs that nobody would think of, and says how many, and what failed.

python -m tests.fuzz script --seconds 300
python -m tests.fuzz all --seconds 60

For each target it prints what is fuzzed, how many inputs were tried, how many in a second of a
processor's time, and how much of the program they went through in how much memory.

An input that fails is left in `tests/fuzz/corpus`, where `tests/fuzz/test_corpus.py` tries it ever
after. What a guided run learns stays in `tests/fuzz/.grown`, for the next one.
"""

import argparse
import sys

from tests.fuzz import micropython, running
from tests.fuzz.running import Run
from tests.fuzz.targets import TARGETS


def _fuzz(name: str, seconds: int, seed: int) -> Run:
    if name == "micropython":
        return micropython.fuzz(seconds, seed)
    if running.guided_here():
        return running.guided(name, seconds, seed)
    return running.by_chance(name, seconds, seed)


def main() -> int:
    """Fuzz what is asked for; 1 if an input failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=str(__doc__).partition("\n")[0]
    )
    known = ", ".join(f"{name} ({what})" for name, what in TARGETS.items())
    parser.add_argument(
        "target", choices=[*TARGETS, "all"], metavar="TARGET", help=f"{known}; or all"
    )
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (default: 1)")
    arguments = parser.parse_args()
    failed = False
    for name in TARGETS if arguments.target == "all" else [arguments.target]:
        run = _fuzz(name, arguments.seconds, arguments.seed)
        rate = run.tried / max(run.cpu_s, 1)
        row = (run.target, TARGETS[name], f"{run.tried:,}", f"{rate:,.0f}", run.coverage)
        print(f"| {' | '.join(row)} |", flush=True)
        if run.failure:
            failed = True
            print(run.failure, file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
