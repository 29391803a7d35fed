"""How fast the firmware's parts run here, and what they allocate: prints JSON, a line a part.

Run by MicroPython; `python -m tests.benchmarks.bench_firmware_scan` starts it and makes the table.
"""

import gc
import json
import time

from board import Board
from check_board import START, WHO, Sensors
from clock_lever import ClockButton
from console import Console
from debounce import Debouncer
from lamps import Lamps
from matrix import Matrix
from neopixel import NeoPixel
from paper import Silent

LOOPS = 10_000


def measure(name, call):
    """Time a call of one argument, the board's time, and count the bytes that it leaves."""
    for now in range(100):
        call(now)
    gc.collect()
    before = gc.mem_alloc()
    began = time.ticks_us()
    for now in range(100, 100 + LOOPS):
        call(now)
    spent = time.ticks_diff(time.ticks_us(), began)
    left = gc.mem_alloc() - before
    print(json.dumps({"part": name, "loops": LOOPS, "us": spent, "bytes": left}))


def buttons():
    return [ClockButton(lambda: 1, 0), ClockButton(lambda: 1, 0)]


def main():
    """Measure the parts, then the whole."""
    raw = bytearray(START)
    matrix = Matrix()
    measure("scan by machine.Pin (simulated pins)", lambda now: matrix.scan(raw))
    quiet = Debouncer(bytearray(START), 0)
    steady = bytearray(START)
    measure("settle, nothing changes", lambda now: quiet.settle(steady, now))
    busy = Debouncer(bytearray(START), 0)
    noisy = bytearray(START)

    def chatter(now):
        noisy[3] = now & 1
        busy.settle(noisy, now)

    measure("settle, a square chatters", chatter)
    lamps = Lamps(NeoPixel(None, 64))
    whole = Board(Sensors(START), buttons(), lamps, Silent(), WHO, 0)
    measure("whole period, quiet, without pins and console", whole.period)
    piped = Board(Sensors(START), buttons(), lamps, Console(), WHO, 0)
    measure("whole period, quiet, with the console polled", piped.period)


main()
