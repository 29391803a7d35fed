"""The record of a game: the completed moves, with what is known of each."""

from dataclasses import dataclass

from chess import Color, Move

from touchmove.arbiter.position import Position
from touchmove.units import Millis

WITNESSED = "witnessed"
"""The sensors saw it."""
INFERRED = "inferred"
"""One explanation was left for what the sensors saw."""
CHOSEN = "chosen"
"""A person answered the question which of several moves it was."""
ENTERED = "entered"
"""A person said it."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One completed move."""

    move: Move
    san: str
    color: Color
    clock_ms: Millis
    """The mover's clock after it: remaining with its increment; elapsed where time counts up."""
    spent_ms: Millis
    """How long the mover's time passed for it."""
    evidence: str
    at: Millis
    """When its last piece arrived."""
    assumed: bool = False
    """It promotes, nobody has said to what, and a queen is assumed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended."""

    result: str
    """`1-0`, `0-1`, `1/2-1/2` or `0-0`."""
    termination: str
    """A word for how: `checkmate`, `resignation`, `flag`, `illegal moves`, ..."""
    at: Millis


@dataclass(frozen=True, slots=True)
class Alert:
    """What the arbiter was told. The kinds stand in `alert_kinds`."""

    kind: str
    ply: int
    """How many moves were on the record."""
    at: Millis
    detail: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """What was played before the game went on from another position."""

    start: Position
    moves: tuple[RecordedMove, ...]
    why: str
    """What happened then, for people who read the game."""


def result_for(winner: Color | None) -> str:
    """The result when `winner` has won; a draw for None."""
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner else "0-1"
