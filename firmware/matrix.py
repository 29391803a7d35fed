"""Reads the 64 sensors: one row at a time is pulled low, and a closed square pulls its column low.

Each square is a switch (reed or Hall with open drain) in series with a diode, anode at the column,
cathode at the row, so current flows only from the pulled-up column into the row that is low and no
square can pretend to be another. Rows that are not scanned are open, never driven high, so that two
of them cannot fight through a broken diode. Columns have 10 kOhm outside (hardware/README.md):
they are high again long before the interpreter gets to the next row.

Every Pin method is bound once: a scan looks nothing up and allocates nothing.
"""

import pins
from machine import Pin


class Matrix:
    """The sensors through `machine.Pin`: runs on every port, about 0.5 ms a scan on a Pico."""

    capability = "pins"
    """What the hello says about the way of scanning."""

    def __init__(self) -> None:
        self._rows = [Pin(gpio, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1).value for gpio in pins.ROWS]
        self._columns = [Pin(gpio, Pin.IN, Pin.PULL_UP).value for gpio in pins.COLUMNS]

    def scan(self, into: bytearray) -> None:
        """Write the board into 8 bytes, rank 1 first, a-file in bit 0, a set bit is a piece."""
        rows, columns = self._rows, self._columns
        for rank in range(8):
            rows[rank](0)
            seen = 0
            bit = 1
            for column in columns:
                if not column():
                    seen |= bit
                bit <<= 1
            rows[rank](1)
            into[rank] = seen
