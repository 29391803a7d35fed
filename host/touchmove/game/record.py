"""The record of a game: the completed moves, with what is known of each."""

from dataclasses import dataclass
from typing import NamedTuple

from chess import Color, Move

from touchmove.arbiter.laws import Obligation
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import Turn
from touchmove.events import Ruling
from touchmove.units import Millis

WITNESSED = "witnessed"
"""The sensors saw it."""
INFERRED = "inferred"
"""One explanation was left for what the sensors saw."""
CHOSEN = "chosen"
"""A person answered the question which of several moves it was."""
ENTERED = "entered"
"""A person said it."""


class RecordedMove(NamedTuple):
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
    clock_estimated: bool = False
    """No press was heard: the clock and the time spent are shares of the gap it was made in."""


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
    ruling: Ruling | None = None
    """What the arbiter has ruled on it."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What was played before the game went on from another position."""

    start: Position
    moves: tuple[RecordedMove, ...]
    why: str
    """What happened then, for people who read the game: `the arbiter set this position`."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The move that one side has sealed; no view shows it before it is opened."""

    color: Color
    move: Move | None
    """None: what was written cannot be read."""
    spent_ms: Millis
    """How long the sealer's time had passed for it."""
    turn: Turn
    """What he had touched and released by then: it binds the sealed move like any other."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An illegal move that was completed: what it cost, for the arbiter to rule on."""

    color: Color
    at: Millis
    ply: int
    """How many moves were on the record."""
    given_ms: int
    """What the penalty gave the opponent."""
    bound: Obligation | None
    """What its player was bound to before it."""
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Remote:
    """A move that has come from outside. It is void where the game goes another way."""

    move: Move
    fen: str
    """The position in which it was made."""
    ply: int
    """How many moves had been made before it."""


def result_for(winner: Color | None) -> str:
    """The result when `winner` has won; a draw for None."""
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner else "0-1"
