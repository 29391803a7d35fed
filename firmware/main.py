"""The program of the board: builds it from its pins and runs the only loop, once a millisecond.

The way in: hold both clock buttons while the board starts, and it stays at MicroPython's prompt.
Otherwise Ctrl-C is data like any other byte, because a stray 0x03 must not stop a game.
"""

import gc
import sys
import time

import identity
import machine
import micropython
import neopixel
import pins
from board import Board
from board_clock import BoardClock
from clock_lever import ClockButton
from console import Console
from lamps import Lamps
from machine import Pin
from matrix import Matrix
from memory import Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    import rp2_registers

PERIOD_US = 1_000
"""One sample of every sensor a millisecond; debounce.py counts on it."""

WATCHDOG_MS = 2_000
"""A loop that hangs for so long restarts the board: four times the longest wait for USB."""


def sensors() -> "Matrix | rp2_registers.RegisterMatrix":
    """The fastest way of scanning that this chip has."""
    if sys.platform == "rp2":
        import rp2_registers

        if rp2_registers.usable():
            return rp2_registers.RegisterMatrix()
    return Matrix()


def build(now: int) -> "Board | None":
    """The board on its pins, or None if both clock buttons are held."""
    buttons = [
        ClockButton(Pin(gpio, Pin.IN, Pin.PULL_UP).value, now)
        for gpio in (pins.CLOCK_WHITE, pins.CLOCK_BLACK)
    ]
    if buttons[0].down and buttons[1].down:
        return None
    matrix = sensors()
    lamps = Lamps(neopixel.NeoPixel(Pin(pins.LAMPS, Pin.OUT), 64))
    who = (
        identity.FIRMWARE,
        identity.board_id(),
        identity.boot_id(),
        "lamps,clock,keeps,%s,%s" % (matrix.capability, identity.interpreter()),
    )
    return Board(matrix, buttons, lamps, Console(), Memory(), who, now)


def main() -> None:
    """Run until the power goes."""
    clock = BoardClock()
    board = build(clock.now_ms())
    if board is None:
        print("Both clock buttons are held: staying at the prompt.")
        return
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS) if sys.platform == "rp2" else None
    gc.collect()
    while True:
        began = time.ticks_us()
        now = clock.now_ms()
        board.period(now)
        if watchdog:
            watchdog.feed()
        if board.wants_tidying(now):
            gc.collect()
        rest = PERIOD_US - time.ticks_diff(time.ticks_us(), began)
        if rest > 0:
            time.sleep_us(rest)


if __name__ == "__main__":
    main()
