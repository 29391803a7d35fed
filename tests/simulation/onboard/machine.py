"""The chip's `machine`, as far as a board without a matrix uses it: two buttons and a lamp pin."""

from world import world

WHITE_PIN = 18
"""White's clock button; Black's is the next."""


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self._id = id

    def value(self, level=None):
        """A button is low while it is pressed."""
        return world.buttons[self._id - WHITE_PIN] ^ 1


def unique_id():
    return b"simboard"
