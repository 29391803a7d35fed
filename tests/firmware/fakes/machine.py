"""Just enough of a Pico to run the firmware: pins on a good matrix whose squares we set by hand."""

ROWS = (2, 3, 4, 5, 6, 7, 8, 9)
COLUMNS = (10, 11, 12, 13, 14, 15, 16, 17)

closed = bytearray(8)
"""Which squares are closed: rank 1 first, a-file in bit 0."""

levels = {18: 1, 19: 1}
"""The level of every other pin, and of the rows as they are driven."""


def unique_id():
    """The serial number of the chip."""
    return b"\xe6\x61\x41\x04\x03\x12\x34\x56"


class Pin:
    """A pin that knows the matrix."""

    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 3

    def __init__(self, gpio, mode=None, pull=None, value=None):
        self._gpio = gpio
        if value is not None:
            levels[gpio] = value

    def value(self, level=None):
        """Set the level, or read it."""
        if level is not None:
            levels[self._gpio] = level
            return None
        if self._gpio not in COLUMNS:
            return levels[self._gpio]
        bit = 1 << (self._gpio - COLUMNS[0])
        for rank in range(8):
            if not levels[ROWS[rank]] and closed[rank] & bit:
                return 0
        return 1
