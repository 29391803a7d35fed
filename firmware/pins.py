"""Which wire goes where on a Raspberry Pi Pico. hardware/pinout.csv says the same; a test compares.

Rows are ranks and columns are files, so that the eight columns of a row, read at once, are one rank
with the a-file in bit 0. The lamps are one chain that runs to and fro, as a strip is laid:
a1 to h1, h2 to a2, a3 to h3 ... (hardware/squares.csv).
"""

ROWS = (2, 3, 4, 5, 6, 7, 8, 9)
"""GPIO of the ranks 1 to 8."""

COLUMNS = (10, 11, 12, 13, 14, 15, 16, 17)
"""GPIO of the files a to h."""

CLOCK_WHITE = 18
"""GPIO of White's clock button; pressed is low."""

CLOCK_BLACK = 19
"""GPIO of Black's clock button; pressed is low."""

LAMPS = 22
"""GPIO of the lamp chain's data line."""


def lamp_index(square: int) -> int:
    """Place in the lamp chain of a square (0 is a1, 63 is h8)."""
    rank, file = square >> 3, square & 7
    return (rank << 3) + (7 - file if rank & 1 else file)
