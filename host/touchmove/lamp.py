"""What the lamp of one square can say: the palette that host and firmware share."""

from enum import IntEnum


class Lamp(IntEnum):
    """One square lamp. The value is the hexadecimal digit that stands for it in a lamp frame.

    The firmware knows the colours (`firmware/lamps.py`) and not the meanings; the host knows the
    meanings and not the colours.
    """

    OFF = 0
    LIFT = 1
    """Clear this square: a piece stands here that does not belong here."""
    PLACE = 2
    """Fill this square: a piece of the position is missing here."""
    ASK = 3
    """This square is in question (a promotion, an ambiguity). Blinks."""
    MARK = 4
    """Of interest: the last move, a square of a move that came from outside, in casual play and
    training only; before a game, where White sits."""
    MUST = 5
    """The piece that must move or be taken. Training only."""


Pattern = tuple[Lamp, ...]
"""All 64 lamps, a1 first, h8 last (python-chess's square numbers). Always the whole board."""

DARK: Pattern = (Lamp.OFF,) * 64
