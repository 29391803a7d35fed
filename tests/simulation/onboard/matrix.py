"""The sensors of a simulated board, read at once: the rows that the pins would have shown.

Stands in for the firmware's `matrix.py`, which `tests/firmware` runs on a circuit.
"""

from world import world


class Matrix:
    """Same contract as the firmware's."""

    capability = "simulated"

    def scan(self, into):
        into[:] = world.rows
