"""Facts: what became true of the game at a step, for the terminal, the log and the shells."""

from dataclasses import dataclass

from chess import Color, Move

from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began (again) from this position."""

    at: Millis
    fen: str


@dataclass(frozen=True, slots=True)
class MoveCompleted:
    """A move is on the record."""

    at: Millis
    move: Move
    san: str
    evidence: str


@dataclass(frozen=True, slots=True)
class MoveRevised:
    """A move on the record was replaced: its piece travelled on, or it was proved wrong."""

    at: Millis
    ply: int
    move: Move
    san: str


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """The last move was taken off the record."""

    at: Millis
    move: Move


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """A player completed an illegal move (Laws 7.5.1); the way back is asked for."""

    at: Millis
    color: Color
    count: int


@dataclass(frozen=True, slots=True)
class BoardRestored:
    """The board shows the position of the game again after a restoration was asked for."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Alerted:
    """The arbiter is told something (kinds: docs/reference/alerts.md)."""

    at: Millis
    kind: str
    ply: int
    detail: str


@dataclass(frozen=True, slots=True)
class AlertWithdrawn:
    """What the arbiter was told no longer holds."""

    at: Millis
    kind: str
    ply: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game has a result."""

    at: Millis
    result: str
    termination: str


@dataclass(frozen=True, slots=True)
class PositionSet:
    """The game goes on from a position that its moves do not lead to."""

    at: Millis
    fen: str


Effect = (
    GameStarted
    | MoveCompleted
    | MoveRevised
    | MoveTakenBack
    | IllegalMove
    | BoardRestored
    | Alerted
    | AlertWithdrawn
    | GameEnded
    | PositionSet
)
