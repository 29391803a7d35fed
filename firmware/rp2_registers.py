"""Scans the matrix through the RP2040's registers: about 45 us instead of 0.5 ms.

Ref: RP2040 Datasheet, 2.3.1.7 (SIO registers) and 4.6.5 (timer registers).

The only file that knows a chip. It reads and writes addresses, so it runs on an RP2040 and nowhere
else; `usable()` says where we are. The RP2350 has its output-enable registers elsewhere and scans
by `matrix.Matrix` until it has a file of its own.

A row is "low" while its output is enabled, because its output value was set to 0 once and for all;
otherwise it is open. After a row is pulled low its columns get `SETTLE_US` to follow.
"""

import sys

import machine
import micropython
import pins
from machine import Pin

SETTLE_US = 5
"""10 kOhm times 150 pF of wire and diodes is 1.5 us; three times that, rounded up."""


def usable() -> bool:
    """True on an RP2040 whose pins are wired as the register code expects."""
    machine_name = getattr(sys.implementation, "_machine", "")
    in_order = all(gpio == pins.COLUMNS[0] + i for i, gpio in enumerate(pins.COLUMNS))
    return "RP2040" in machine_name and in_order


@micropython.viper
def _scan(rows: ptr8, into: ptr8, first_column: int, settle_us: int):  # type: ignore[no-untyped-def]  # noqa: F821
    sio = ptr32(0xD0000000)  # noqa: F821
    timer = ptr32(0x40054000)  # noqa: F821
    rank = 0
    while rank < 8:
        row = 1 << rows[rank]
        sio[9] = row  # GPIO_OE_SET: pull this row low
        start = timer[10]  # TIMERAWL: microseconds
        while timer[10] - start <= settle_us:
            pass
        into[rank] = ((sio[1] >> first_column) & 0xFF) ^ 0xFF  # GPIO_IN
        sio[10] = row  # GPIO_OE_CLR: let it go
        rank += 1


class RegisterMatrix:
    """The sensors through registers. Same contract as `matrix.Matrix`."""

    capability = "registers"

    def __init__(self) -> None:
        self._numbers = bytes(pins.ROWS)
        self._inputs = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in pins.ROWS + pins.COLUMNS]
        for gpio in pins.ROWS:
            machine.mem32[0xD0000018] = 1 << gpio  # GPIO_OUT_CLR: low whenever enabled

    def scan(self, into: bytearray) -> None:
        """Write the board into 8 bytes, rank 1 first, a-file in bit 0, a set bit is a piece."""
        rows, first = self._numbers, pins.COLUMNS[0]
        _scan(rows, into, first, SETTLE_US)  # type: ignore[arg-type]  # viper takes any buffer
