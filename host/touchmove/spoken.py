"""What people say at a board, as frozen values: the words of players, arbiter and operator.

They are events like any other (`events`), and outrank what the sensors saw. How they are typed is
`script.vocabulary`; what a table makes of them is `game.step`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeGuard, get_args

from chess import Color, Move, PieceType

from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class AdjustAnnounced:
    """The player on the move has said that he adjusts; holds until the next press (Laws 4.2)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class PromotionNamed:
    """The piece that really stands on the promotion square."""

    at: Millis
    piece: PieceType


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player resigned (Laws 5.1.2)."""

    at: Millis
    color: Color


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A person entered the result."""

    at: Millis
    result: str
    """`1-0`, `0-1`, `1/2-1/2` or `0-0`."""
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game starts on this board, from the usual start position."""

    at: Millis


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offered a draw (Laws 9.1)."""

    at: Millis
    color: Color


@dataclass(frozen=True, slots=True)
class DrawAnswered:
    """The opponent accepted or declined the draw that was offered."""

    at: Millis
    accepted: bool


@dataclass(frozen=True, slots=True)
class DrawClaimed:
    """The player on the move claims a draw (Laws 9.2, 9.3)."""

    at: Millis
    by_fifty: bool
    """By fifty moves; else by the third occurrence of the position."""
    move: Move | None = None
    """The move that is written down and not played, which brings it about."""


@dataclass(frozen=True, slots=True)
class AccidentRuled:
    """The touches of this turn were accidental (Laws 4.2.2)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class TouchClaimed:
    """The player on the move claims that the last move broke Article 4 (Laws 4.8)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class TouchRuled:
    """The arbiter upholds of his own motion that the last move broke Article 4 (Laws 12.1)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Defaulted:
    """A player, or both, did not appear (Laws 6.7)."""

    at: Millis
    white: bool
    black: bool


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The clock of the side to move is started (Laws 6.6)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """A player or the arbiter stops the clocks (Laws 6.11)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clocks go on as they were."""

    at: Millis


@dataclass(frozen=True, slots=True)
class FlagSeen:
    """A flag was seen down; of both, nobody knows which fell first (Laws 6.8, III.3.1)."""

    at: Millis
    white: bool
    black: bool


@dataclass(frozen=True, slots=True)
class LeftUnpromoted:
    """The pawn itself was left on the last rank by the last completed move (Laws 7.5.2)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class MoveReplaced:
    """The arbiter replaces the last completed move."""

    at: Millis
    move: Move


@dataclass(frozen=True, slots=True)
class TakebackAgreed:
    """The players take back half-moves by agreement (casual)."""

    at: Millis
    plies: int


@dataclass(frozen=True, slots=True)
class TimeChanged:
    """The arbiter gives time to a player, or takes it (Laws 12.9)."""

    at: Millis
    color: Color
    seconds: int


@dataclass(frozen=True, slots=True)
class DeadRuled:
    """The position is dead: no series of legal moves can mate (Laws 5.2.2)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class WrongStartFound:
    """The pieces were set up wrongly: the game is annulled (Laws 7.2.1)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class ColorsReversedFound:
    """The players had each other's colours (Laws 7.3)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """The arbiter has set this position, and the game goes on from it (Laws 7.5.1, 7.6)."""

    at: Millis
    fen: str
    """A whole FEN, or only its first fields: `arbiter.given` says what the missing ones are."""


@dataclass(frozen=True, slots=True)
class MoveSealed:
    """The game is adjourned; the side to move has sealed his move (N90:13.1, Guideline I)."""

    at: Millis
    move: Move | None
    """None: what was written cannot be read, or means more than one move."""


@dataclass(frozen=True, slots=True)
class SealOpened:
    """The adjourned game goes on with the move that was sealed (N90:14.2, Guideline I)."""

    at: Millis


@dataclass(frozen=True, slots=True)
class RemoteMoved:
    """A move has come from outside (engine, server) and is to be carried out by hand."""

    at: Millis
    move: Move


class Ruling(Enum):
    """What the arbiter makes of an irregularity that was found."""

    CONFIRM = "confirm"
    """It is as it was found."""
    DISMISS = "dismiss"
    """It is not so: what it led to is taken back."""
    STAND = "stand"
    """It is so, and the game goes on from it all the same."""


@dataclass(frozen=True, slots=True)
class IrregularityRuled:
    """The arbiter rules on the latest open irregularity (Laws 12.1)."""

    at: Millis
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class WordTakenBack:
    """The latest word that has not been taken back was said by mistake."""

    at: Millis


Word = (
    AdjustAnnounced
    | PromotionNamed
    | Resigned
    | ResultEntered
    | NewGame
    | DrawOffered
    | DrawAnswered
    | DrawClaimed
    | AccidentRuled
    | TouchClaimed
    | TouchRuled
    | Defaulted
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | FlagSeen
    | LeftUnpromoted
    | MoveReplaced
    | TakebackAgreed
    | TimeChanged
    | DeadRuled
    | WrongStartFound
    | ColorsReversedFound
    | PositionCorrected
    | MoveSealed
    | SealOpened
    | RemoteMoved
    | IrregularityRuled
    | WordTakenBack
)
"""What a person says; it outranks what the sensors saw."""

_WORDS = frozenset(get_args(Word))


def is_word(event: object) -> TypeGuard[Word]:
    """Whether an event is something that a person has said; quicker than `isinstance`."""
    return type(event) in _WORDS
