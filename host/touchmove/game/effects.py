"""Facts: what became true of the game at a step, for the terminal, the log and the shells."""

from dataclasses import dataclass

from chess import Color, Move

from touchmove.events import Event, Ruling, Word
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
    """The game goes on from a position that legal moves do not explain."""

    at: Millis
    fen: str


@dataclass(frozen=True, slots=True)
class GameAdjourned:
    """The game is adjourned; `color` has sealed his move."""

    at: Millis
    color: Color


@dataclass(frozen=True, slots=True)
class GameResumed:
    """A game that had ended or was adjourned goes on."""

    at: Millis


@dataclass(frozen=True, slots=True)
class IllegalMoveDismissed:
    """An illegal move does not count: `count` are left to that player."""

    at: Millis
    color: Color
    count: int


@dataclass(frozen=True, slots=True)
class MoveConfirmed:
    """The arbiter has confirmed a move that the sensors left in doubt."""

    at: Millis
    ply: int
    move: Move


@dataclass(frozen=True, slots=True)
class Ruled:
    """The arbiter has ruled on an irregularity: an alert's kind, or `illegal`."""

    at: Millis
    kind: str
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class WordUndone:
    """A word was said by mistake; everything is as if it had not been said."""

    at: Millis
    word: Word


@dataclass(frozen=True, slots=True)
class WordRefused:
    """A word could not be carried out, and changed nothing."""

    at: Millis
    word: Event
    """What was said: a word, or that the board can be heard or not."""
    reason: str
    """For people: why not, and what to say instead."""


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
    | GameAdjourned
    | GameResumed
    | IllegalMoveDismissed
    | MoveConfirmed
    | Ruled
    | WordUndone
    | WordRefused
)
