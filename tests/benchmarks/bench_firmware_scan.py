"""Scans a second, and bytes of heap a scan, of the firmware under MicroPython on this machine.

    python -m tests.benchmarks.bench_firmware_scan

The figures say how the parts relate and that nothing is allocated. They are not a Pico's: an RP2040
runs MicroPython some fifty times slower, and scans through its registers. The scan through
`machine.Pin` includes the simulation of sixteen pins in Python, which is most of it.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from touchmove.errors import PlatformError

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
CHECKS = ROOT / "tests" / "firmware"
HEAP = "240wK"
"""A Pico's heap, in words: objects are twice as big on a PC."""
READ_BYTES = 8 * 10_100
"""What the firmware finds on its console: eight bytes for each time that it reads eight."""


def measured() -> list[dict[str, str | int]]:
    """One record a part: its name, loops, microseconds and bytes."""
    micropython = shutil.which("micropython", path=str(Path(sys.executable).parent))
    if micropython is None:
        raise PlatformError(
            "micropython is not installed here: there is no wheel for this platform"
        )
    path = [CHECKS / "fakes", CHECKS, FIRMWARE, ROOT / "host" / "touchmove" / "wire", ".frozen"]
    done = subprocess.run(
        [micropython, "-X", f"heapsize={HEAP}", str(CHECKS / "measure_scan.py")],
        env={"MICROPYPATH": ":".join(str(part) for part in path)},
        input="x" * READ_BYTES,
        capture_output=True,
        text=True,
        check=True,
    )
    # The board speaks on the same output: its lines are no JSON.
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main() -> None:
    """Print the table that docs/explanation/sensing.md shows."""
    table = Table("part", "a second", "us each", "bytes each")
    for record in measured():
        loops, spent = int(record["loops"]), int(record["us"])
        table.add_row(
            str(record["part"]),
            f"{loops * 1_000_000 // spent:,}",
            f"{spent / loops:.1f}",
            f"{int(record['bytes']) / loops:g}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
