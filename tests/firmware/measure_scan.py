"""How fast the firmware's parts run here, and what they allocate: prints JSON, a line a part.

Run by MicroPython; `python -m tests.benchmarks.bench_firmware_scan` starts it and makes the table.
"""

import gc
import json
import time

import frame
from board import BYTES_A_PERIOD, Board
from check_board import START, WHO, Sensors
from clock_lever import ClockButton
from console import Console
from debounce import Debouncer
from keeper import Keeper
from lamps import BLINK_MS, Lamps
from matrix import Matrix
from orders import Orders
from paper import Silent
from reporter import LIFT, Reporter
from shelf import Shelf

LOOPS = 10_000

LINES = 200
"""Loops of what leaves garbage: few enough that none is collected meanwhile."""


def measure(name, call, loops=LOOPS):
    """Time a call of one argument, the board's time, and count the bytes that it leaves."""
    for now in range(100):
        call(now)
    gc.collect()
    before = gc.mem_alloc()
    began = time.ticks_us()
    for now in range(100, 100 + loops):
        call(now)
    spent = time.ticks_diff(time.ticks_us(), began)
    left = gc.mem_alloc() - before
    print(json.dumps({"part": name, "loops": loops, "us": spent, "bytes": left}))


def buttons():
    return [ClockButton(lambda: 1, 0), ClockButton(lambda: 1, 0)]


class Chain:
    """A chain that costs nothing to write: its 1.9 ms are known."""

    def __init__(self):
        self.buf = bytearray(192)

    def write(self):
        pass


def measure_lines():
    """Lamps, and the conversation about reports. The lamps."""
    lamps = Lamps(Chain())
    lamps.show(b"3333" + b"0" * 60)
    measure("four lamps blink, the chain not counted", lambda now: lamps.period(now * BLINK_MS))
    shown = (b"1" + b"0" * 63, b"0" * 64)
    measure("one lamp changes, the chain not counted", lambda now: lamps.show(shown[now & 1]))
    all_shown = (b"1" * 64, b"2" * 64)
    every = "all lamps change, the chain not counted"
    measure(every, lambda now: lamps.show(all_shown[now & 1]))
    reporter = Reporter(Silent(), WHO, START, 0)
    reporter.resend(1)
    orders = Orders(reporter, lamps, Keeper(Shelf(), reporter, 0))

    def report(now):
        reporter.add(LIFT, 12, now)
        reporter.heard(now)
        reporter.send(now, now)
        reporter.ack(reporter.newest)

    measure("a report said and acknowledged", report, LINES)
    byte = ord("x")

    def hear(now):
        for _ in range(BYTES_A_PERIOD):
            piped.read_byte()
            decoder.push(byte)

    piped, decoder = Console(), frame.Decoder()
    measure("eight bytes polled, read and taken", hear)
    line = frame.encode("lamps " + "0" * 64)

    def end(now):
        for index in range(len(line) - 1):
            orders._decoder.push(line[index])
        began = time.ticks_us()
        orders.take(line[-1], now, now)
        spent[0] += time.ticks_diff(time.ticks_us(), began)

    spent = [0]
    gc.collect()
    before = gc.mem_alloc()
    for now in range(LINES):
        end(now)
    left = gc.mem_alloc() - before
    part = "a lamp frame checked and heeded"
    print(json.dumps({"part": part, "loops": LINES, "us": spent[0], "bytes": left}))
    return lamps


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
    lamps = measure_lines()
    whole = Board(Sensors(START), buttons(), lamps, Silent(), Shelf(), WHO, 0)
    measure("whole period, quiet, without pins and console", whole.period)
    piped = Board(Sensors(START), buttons(), lamps, Console(), Shelf(), WHO, 0)
    measure("whole period, quiet, with the console polled", piped.period)


main()
