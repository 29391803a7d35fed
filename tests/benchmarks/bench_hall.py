"""One `touchmove run` and many boards in real time: how long a touch waits, and what it all costs.

    python -m tests.benchmarks.bench_hall [--boards 1 16 64] [--seconds 60]

Each board is one on paper at a real pty, on which real games are played at blitz speed, a half-move
a second and one in ten illegal, each game followed by the set-up of the next. For every number of
boards, the median and the 99th percentile (and how many were measured) of

* ack: from a report at the pty to its acknowledgement: by then it is on the disk;
* lamps: from the press after an illegal move to the lamps that show the way back;

and reports a second, processor time of the host a board (in thousandths of a processor), and its
resident memory after a quarter of the time and at the end. Boards and host share the machine. At
the end the log is compared with what boards reported and hands meant (`tests.soak`).
"""

import argparse
import asyncio
import logging
import sys

from tests.soak.hands import QUICK
from tests.soak.memory import warm
from tests.soak.real import measure, of


async def main() -> int:
    """Print the table that docs/explanation/measured.md shows; 1 if anything was lost or wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_hall")
    parser.add_argument("--boards", type=int, nargs="+", default=[1, 16, 64])
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    logging.getLogger("touchmove").setLevel(logging.CRITICAL)
    print("| boards | reports a second | ack | lamps | processor a board | MB | missed, wrong |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    good = True
    for count in asked.boards:
        found = await measure(count, asked.seconds, QUICK)
        first, last = warm(found.samples)[0], found.samples[-1]
        verdict = found.verdict
        good = good and verdict.good
        print(
            f"| {count} | {found.reports_s:.1f} | {of(found.spans.ack)} | {of(found.spans.lamps)} "
            f"| {found.processor_permille:.1f} ‰ | {first.resident_mb:.1f}, {last.resident_mb:.1f} "
            f"| {verdict.missed}, {len(verdict.wrong)} |",
            flush=True,
        )
        for wrong in verdict.wrong[:5]:
            print(wrong, file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
