"""Everything that can happen at a board, as frozen values.

An event is input: something that the world did. What thereby became true of the game is an effect
(`game.effects`). Every event carries `at`, a moment of the board's clock; nothing below the shells
asks what time it is. Events reach the table in the order in which the board reported them, so `at`
never decreases.
"""

from dataclasses import dataclass

from chess import Bitboard, Color, Move, PieceType, Square

from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class Lifted:
    """The sensor of a square went from occupied to empty."""

    at: Millis
    square: Square


@dataclass(frozen=True, slots=True)
class Placed:
    """The sensor of a square went from empty to occupied."""

    at: Millis
    square: Square
    color: Color | None = None
    """Whose piece it is, where the sensors can tell (`polarity`)."""


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """The whole occupancy, stated by the board: a heartbeat, or what mends a gap.

    Where it differs from what was known, edges were missed: squares changed in an unknown order,
    and nobody is known to have touched them.
    """

    at: Millis
    occupied: Bitboard
    white: Bitboard | None = None
    """The squares with white pieces, where the sensors can tell."""


@dataclass(frozen=True, slots=True)
class ClockPressed:
    """The clock button of a side went down."""

    at: Millis
    color: Color


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The board cannot be heard. Its clock runs on, and so does the game."""

    at: Millis


@dataclass(frozen=True, slots=True)
class LinkRestored:
    """The board is heard again; a `BoardSeen` follows."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Tick:
    """The board's clock has reached `at`, and everything before it has been reported.

    This is how time passes when nothing happens: dwell, settling, grace and flags depend on it.
    """

    at: Millis


# ------------------------------------------------------------------ words, said by people
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
class RemoteMoved:
    """A move has come from outside (engine, server) and is to be carried out by hand."""

    at: Millis
    move: Move


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
    | RemoteMoved
)
"""What a person says; it outranks what the sensors saw."""

Heard = Lifted | Placed | BoardSeen | ClockPressed
"""What only the board can say."""

Event = Lifted | Placed | BoardSeen | ClockPressed | LinkLost | LinkRestored | Tick | Word
