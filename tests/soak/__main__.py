"""A hall of boards on which games are played for hours: is anything lost or wrong, does it grow?

    python -m tests.soak                      64 boards for 8 hours of virtual time
    python -m tests.soak --real 20            64 boards for 20 real minutes, through ptys

Prints tables for docs/explanation/measured.md. The status is 1 if a report was missed or kept
twice, if a game is not what the hands meant, or if memory grows.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.simulation.playing import SHARED_MEMORY
from tests.soak import real, virtual
from tests.soak.hands import BLITZ
from tests.soak.ledger import Verdict
from tests.soak.memory import Sample, growth, held, processor_s, warm

GROWTH_MAX_MB_H = 2.0
"""Of virtual time. A table that stayed for each game would be 11 MB an hour..."""
OBJECTS_MAX_H = 0.02
"""... and as part of all objects: a straight line through what goes up and down with how far games
have come is off by half of this."""
REAL_MAX_MB_H = 12.0
"""Of real time at blitz speed, in which seven times as many moves are made. A table that stayed for
each game would be 60 MB an hour."""
COUNTS_MIN = 10
"""Minutes of a real soak below which its memory says nothing: it is still warming up."""


def in_virtual_time(boards: int, hours: float) -> int:
    """Print what came of it; the status."""
    place = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
    began, used = time.monotonic(), processor_s()
    with tempfile.TemporaryDirectory(prefix="touchmove-soak-", dir=place) as name:
        soak = virtual.Soak(Path(name), boards)

        def look() -> Sample:
            sample = held(asyncio.get_running_loop().time() / 3600)
            print(
                f"{sample.at_h:5.2f} h: {sample.resident_mb:.1f} MB, {sample.objects} objects, "
                f"{soak.ledger.reports} reports, {soak.ledger.games} games, "
                f"{time.monotonic() - began:.0f} s",
                file=sys.stderr,
                flush=True,
            )
            return sample

        soaked = soak.run(hours, look)
        log_mb = (Path(name) / "hall.sqlite").stat().st_size / 1e6
    used = processor_s() - used
    megabytes, objects = growth(soaked.samples)
    first, last = warm(soaked.samples)[0], soaked.samples[-1]
    print(f"| {boards} boards, {hours:g} hours of virtual time | |")
    print("| --- | --- |")
    _print_verdict(soaked.verdict)
    print(f"| reports sent again after a line was lost | {soaked.resent} |")
    print(f"| resident memory after a quarter of the time, at the end | {_memory(first, last)} |")
    print(f"| its growth an hour | {megabytes:+.2f} MB |")
    print(f"| objects after a quarter, at the end | {first.objects}, {last.objects} |")
    print(f"| their growth an hour | {objects:+.2%} |")
    print(f"| log | {log_mb:.0f} MB |")
    print(f"| all boards recalled from it | {soaked.recalled_s:.1f} s |")
    print(f"| real time, of the processor | {time.monotonic() - began:.0f} s, {used:.0f} s |")
    grows = megabytes > GROWTH_MAX_MB_H or objects > OBJECTS_MAX_H
    return _status(soaked.verdict, grows=grows)


def in_real_time(boards: int, firmware: int, minutes: float) -> int:
    """Print what came of it; the status."""
    figures = asyncio.run(
        real.measure(boards, minutes * 60, BLITZ, firmware=firmware, looked_on=True)
    )
    megabytes, _ = growth(figures.samples)
    first, last = warm(figures.samples)[0], figures.samples[-1]
    print(f"| {boards} boards, {firmware} of them with firmware, {minutes:g} minutes | |")
    print("| --- | --- |")
    _print_verdict(figures.verdict)
    print(f"| reports a second | {figures.reports_s:.1f} |")
    print(f"| processor a board | {figures.processor_permille:.1f} thousandths |")
    print(f"| report to acknowledgement | {real.of(figures.spans.ack)} |")
    print(f"| press to lamps, at the pty | {real.of(figures.spans.lamps)} |")
    print(f"| press to lamps, through firmware | {real.of(figures.through_firmware.lamps)} |")
    print(f"| resident memory after a quarter of the time, at the end | {_memory(first, last)} |")
    print(f"| its growth an hour | {megabytes:+.2f} MB |")
    grows = minutes >= COUNTS_MIN and megabytes > REAL_MAX_MB_H
    return _status(figures.verdict, grows=grows)


def _print_verdict(verdict: Verdict) -> None:
    print(f"| reports made by boards | {verdict.reports} |")
    print(f"| missed, kept twice | {verdict.missed}, {verdict.doubled} |")
    print(f"| boards whose reports are out of order | {verdict.disordered} |")
    print(f"| games, half-moves | {verdict.games}, {verdict.plies} |")
    print(f"| games that are not what hands meant | {len(verdict.wrong)} |")


def _memory(first: Sample, last: Sample) -> str:
    return f"{first.resident_mb:.1f} MB, {last.resident_mb:.1f} MB"


def _status(verdict: Verdict, *, grows: bool) -> int:
    for wrong in verdict.wrong[:5]:
        print(wrong, file=sys.stderr)
    if grows:
        print("memory grows", file=sys.stderr)
    return 0 if verdict.good and not grows else 1


def main() -> int:
    """Soak as asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description=str(__doc__).partition("\n")[0]
    )
    parser.add_argument("--boards", type=int, default=64, help="how many (64)")
    parser.add_argument("--hours", type=float, default=8, help="of virtual time (8)")
    parser.add_argument("--real", type=float, metavar="MINUTES", help="in real time instead")
    parser.add_argument(
        "--firmware",
        type=int,
        default=8,
        help="with --real: boards that run the firmware in MicroPython, others are on paper (8)",
    )
    asked = parser.parse_args()
    logging.getLogger("touchmove").setLevel(logging.CRITICAL)
    if asked.real is None:
        return in_virtual_time(asked.boards, asked.hours)
    return in_real_time(asked.boards, min(asked.firmware, asked.boards), asked.real)


if __name__ == "__main__":
    sys.exit(main())
