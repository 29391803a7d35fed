"""The chip's `machine` module, as far as the firmware uses it, on the simulated circuit.

A `Pin` that belongs to a row, a column or a button acts on the `circuit`; any other pin is alone.
Source: MicroPython, docs/library/machine.Pin.rst.
"""

import os
import sys

from circuit import BUTTON_PINS, COLUMN_PINS, ROW_PINS, circuit
from world import world

ROW_US = 30
"""Changing a row takes this long, the eight columns read meanwhile included: a scan through `Pin`
takes a Pico about half a millisecond. Counted here, once a row, so that reading stays quick."""

PWRON_RESET = 1
WDT_RESET = 3


class Pin:
    """One pin. Open drain drives low or lets go; a released line reads high through a pull-up."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self._id = id
        self._row = ROW_PINS.index(id) if id in ROW_PINS else -1
        self._column = COLUMN_PINS.index(id) if id in COLUMN_PINS else -1
        self._button = BUTTON_PINS.index(id) if id in BUTTON_PINS else -1
        self._mode = Pin.IN
        self._pull = None
        self._out = 0
        self._read_column = False
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        """Change mode, pull and output level, those that are given."""
        if mode != -1:
            self._mode = mode
        if pull != -1:
            self._pull = pull
        if value is not None:
            self._out = 1 if value else 0
        self._read_column = self._column >= 0 and self._mode == Pin.IN and self._pull == Pin.PULL_UP
        self._drive()

    def value(self, level=None):
        """Read the pin, or drive it."""
        if level is not None:
            level = 1 if level else 0
            if level != self._out:
                self._out = level
                self._drive()
            return None
        if self._read_column:
            low = circuit.columns(world.now) if circuit.lingering else circuit.low_columns
            return low >> self._column & 1 ^ 1
        return self._level()

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def mode(self, mode=None):
        if mode is None:
            return self._mode
        return self.init(mode)

    def pull(self, pull=-1):
        if pull == -1:
            return self._pull
        return self.init(pull=pull)

    def _drive(self):
        if self._row >= 0:
            driven = None
            if self._mode == Pin.OUT or (self._mode == Pin.OPEN_DRAIN and not self._out):
                driven = self._out
            circuit.drive(self._row, driven, world.now)
            world.now += ROW_US

    def _level(self):
        """What a pin reads that is no column with a pull-up."""
        if self._mode == Pin.OUT or (self._mode == Pin.OPEN_DRAIN and not self._out):
            return self._out
        # Without a pull-up an open line floats; we let it read low, so that the mistake shows.
        pulled_up = self._pull == Pin.PULL_UP
        if self._row >= 0:
            return 0 if circuit.low_rows >> self._row & 1 else int(pulled_up)
        if self._column >= 0:
            return 0 if circuit.columns(world.now) >> self._column & 1 else int(pulled_up)
        if self._button >= 0:
            return 0 if circuit.buttons[self._button] else int(pulled_up)
        return int(pulled_up)


class WDT:
    """A watchdog that never bites: a firmware that hangs is found by the driver's patience."""

    def __init__(self, id=0, timeout=5000):
        self.timeout = timeout

    def feed(self):
        pass


def unique_id():
    """Eight bytes, the same for each run of one simulated board."""
    return (os.getenv("TOUCHMOVE_BOARD") or "simboard").encode()


def freq(hz=None):
    """The Pico's usual clock."""
    return 125_000_000


def reset_cause():
    return PWRON_RESET


def reset():
    """End the program; the driver sees a board that went away."""
    sys.exit(0)


def idle():
    """Wait for the next interrupt: a millisecond at most."""
    world.pass_time(1000)


def disable_irq():
    return 0


def enable_irq(state):
    pass
