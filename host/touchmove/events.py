"""Everything that can happen at a board, as frozen values.

An event is input: something that the world did. What thereby became true of the game is an effect
(`game.effects`). Every event carries `at`, a moment of the board's clock; nothing below the shells
asks what time it is. Events reach the table in the order in which the board reported them, so `at`
never decreases.
"""

from dataclasses import dataclass

from chess import Bitboard, Color, Square

from touchmove.clock_state import ClockState
from touchmove.spoken import (
    AccidentRuled,
    AdjustAnnounced,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ColorsReversedFound,
    DeadRuled,
    Defaulted,
    DrawAnswered,
    DrawClaimed,
    DrawOffered,
    FlagSeen,
    IrregularityRuled,
    LeftUnpromoted,
    MoveReplaced,
    MoveSealed,
    NewGame,
    PositionCorrected,
    PromotionNamed,
    RemoteMoved,
    Resigned,
    ResultEntered,
    Ruling,
    SealOpened,
    TakebackAgreed,
    TimeChanged,
    TouchClaimed,
    TouchRuled,
    Word,
    WordTakenBack,
    WrongStartFound,
    is_word,
)
from touchmove.units import Millis

__all__ = [
    "AccidentRuled",
    "AdjustAnnounced",
    "BoardSeen",
    "ClockPaused",
    "ClockPressed",
    "ClockResumed",
    "ClockStarted",
    "ClockStated",
    "ColorsReversedFound",
    "DeadRuled",
    "Defaulted",
    "DrawAnswered",
    "DrawClaimed",
    "DrawOffered",
    "Event",
    "FlagSeen",
    "Heard",
    "IrregularityRuled",
    "LeftUnpromoted",
    "Lifted",
    "LinkLost",
    "LinkRestored",
    "MoveReplaced",
    "MoveSealed",
    "NewGame",
    "Placed",
    "PositionCorrected",
    "PromotionNamed",
    "RemoteMoved",
    "Resigned",
    "ResultEntered",
    "Ruling",
    "SealOpened",
    "TakebackAgreed",
    "Tick",
    "TimeChanged",
    "TouchClaimed",
    "TouchRuled",
    "Word",
    "WordTakenBack",
    "WrongStartFound",
    "is_word",
]


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
class ClockStated:
    """The clock that the board has kept, said when it is heard again."""

    at: Millis
    clock: ClockState
    alone: bool
    """It was found in the board's memory after a loss of power, as it is stated here, and a button
    has set it going without a host."""


@dataclass(frozen=True, slots=True)
class Tick:
    """The board's clock has reached `at`, and everything before it has been reported.

    This is how time passes when nothing happens: dwell, settling, grace and flags depend on it.
    """

    at: Millis


Heard = Lifted | Placed | BoardSeen | ClockPressed
"""What only the board can say."""

Event = (
    Lifted | Placed | BoardSeen | ClockPressed | LinkLost | LinkRestored | ClockStated | Tick | Word
)
