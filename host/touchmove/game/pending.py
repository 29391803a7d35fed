"""What a table keeps of a turn beyond the turn itself, until the matter is settled.

A press that came early, a question that is open, the turn whose move may still be revised, the one
that somebody may complain of, a time in which nobody heard the board, an illegal move that may yet
stand: each is a value that the table holds, and drops when it is over.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

import chess
from chess import Bitboard, Color, Move

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.laws import Obligation
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import Turn
from touchmove.events import Event, Word
from touchmove.game.clock import ChessClock, Side
from touchmove.members import plain_members
from touchmove.units import Millis


@plain_members
class Phase(Enum):
    """What the board is doing."""

    SETUP = "setup"
    """Waits for the start position to stand."""
    PLAYING = "playing"
    """A game is on."""
    RESTORING = "restoring"
    """An illegal move was completed; the way back is asked for (Laws 7.5.1)."""
    PAUSED = "paused"
    """The clocks are stopped; nothing that is touched counts (Laws 6.11)."""
    ADJOURNED = "adjourned"
    """A move is sealed and the clocks are stopped until the game goes on (Guideline I)."""
    OVER = "over"
    """The game has a result. Nothing on the board is a move until a new game is armed."""

    __hash__ = object.__hash__
    """Of `Enum` it is a call of Python, at every look-up in `TRANSITIONS`."""


@plain_members
class Results(Enum):
    """What the table makes of a result that depends on a piece which is only assumed."""

    CHECKED = "checked"
    """It ends the game only if the game would end so with every piece that it may be."""
    HELD = "held"
    """It waits until somebody says which piece it is."""
    SUPPOSED = "supposed"
    """It ends the game: this table only says what would be with another piece."""

    __hash__ = object.__hash__
    """As that of `Phase`."""


class Press(NamedTuple):
    """A press that came while the piece was in the air; it counts when the piece lands in time."""

    color: Color
    at: Millis
    turn: Turn
    """The turn when it came: what is undone afterwards was completed all the same."""
    heard_since: Millis
    """From when on the piece could be seen to land: the press, or the return of a lost link."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw that was offered and that nobody has answered in words (Laws 9.1.2)."""

    color: Color
    """Who has offered it."""
    at: Millis
    """What the opponent touches later declines it."""


@dataclass(frozen=True, slots=True)
class Question:
    """Several moves explain the sensors equally well, and the players are asked which it was."""

    turn: Turn
    """The turn as it was when it was closed."""
    candidates: tuple[Footprint, ...]
    pressed_at: Millis
    clock_ms: Millis
    """The mover's clock after the press."""
    spent_ms: Millis
    """How long the mover's time had been passing."""
    half: Side
    """The mover's half of the clock just before his press."""
    since: tuple[Edge, ...] = ()
    """What has been seen since it was asked."""
    lost: bool = False
    """Play went on without an answer; only the arbiter can say now what was played."""

    def is_touched(self, occupied: Bitboard) -> bool:
        """Whether a piece on a square in question is in the air: who holds it is answering, or
        takes what has come there."""
        return any(footprint.swapped & ~occupied for footprint in self.candidates)


@dataclass(frozen=True, slots=True)
class Previous:
    """The turn before this one, as long as its move may still be revised or taken back."""

    turn: Turn
    clock: ChessClock
    """The clock before its move was completed."""
    earlier: "Previous | None"
    """The turn before that, where the profile lets move after move be taken back."""
    by_press: bool
    bound: Obligation | None
    """What an illegal move had bound its player to."""
    adjusting: int | None
    """From which edge on he adjusted, as he had said."""
    excused: int
    """How many of its edges bind nobody."""
    restored: bool = False
    """The board has shown the position before the move again."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A turn whose move is on the record, and what that move broke, if it did."""

    position: Position
    broke: Obligation | None
    half: Side | None = None
    """The mover's half of the clock just before his press; None if he did not press."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which the board could not be heard, until what it shows since is explained."""

    lost_at: Millis
    heard_at: Millis = Millis(0)
    heard: Bitboard | None = None
    """What the board showed when it was heard again; None: it has not been heard yet."""
    white: Bitboard | None = None
    """The squares with white pieces then, where the sensors can tell."""
    edges: tuple[Edge, ...] = ()
    """What has been seen since then."""
    turn: Turn | None = None
    """The turn before the gap. Another one on the table: a word has put an end to the gap."""
    weighed: int = 0
    """How often what stands now has been looked at: when it rested, and when it rested for long."""
    asked: tuple[tuple[Move, ...], ...] = ()
    """The lines that fit and between which the players are asked."""
    clock: ChessClock | None = None
    """The clock before it was estimated for the lines in question."""
    started: bool = True
    """Whether the clocks had been started then; one that the board kept waits for a press."""
    lost: bool = False
    """Play went on without an answer; only the arbiter can say now what was played."""
    earlier: "Gap | None" = None
    """The gap as it was when the board was lost once more, before it was explained."""

    @property
    def occupied(self) -> Bitboard:
        """What the board shows now. It has been heard again."""
        assert self.heard is not None
        occupied = self.heard
        for edge in self.edges:
            bit = chess.BB_SQUARES[edge.square]
            occupied = occupied | bit if edge.filled else occupied & ~bit
        return occupied


@dataclass(frozen=True, slots=True)
class Unlawful:
    """A completed illegal move that will stand if it is answered (2023:A.5.2)."""

    position: Position
    """As it has left the board; the opponent has the move."""
    at: Millis
    """When it was found; what is touched later is the answer, or the way back."""
    given_ms: int
    """What the opponent was given for it."""


T = TypeVar("T")
"""The table."""


class Said(NamedTuple, Generic[T]):
    """A word that was said, and what it takes to know the table that never heard it."""

    word: Word
    before: T
    """The table as the word met it; it remembers no words itself."""
    stopped: bool
    """The word ended the game, adjourned it or began another: nobody played after it."""
    since: tuple[tuple[Event, ...], ...] = ()
    """What happened then, in blocks, up to the next word; after the last one the table has it."""


class Held(NamedTuple, Generic[T]):
    """A result that waits for the piece of the pending move."""

    before: T
    event: Event
    """What brought it."""
    since: tuple[Edge, ...] = ()
    """How the promotion square has changed since, if nothing else has."""


class Lived(NamedTuple, Generic[T]):
    """Something that happened after a pawn had promoted, and how the table met it."""

    event: Event
    stood: bool = False
    """The clocks stood still when it happened."""
    asked: bool = False
    """The way back from an illegal move was asked for: what was touched is nobody's."""
    told: tuple[str, Millis] | None = None
    """The kind and the moment of the irregularity that this word ruled on."""
    held: bool = False
    """It has brought a result about that waits for the name of a piece."""
    refused: T | None = None
    """The table after it, if it has completed an illegal move."""


class Promoted(NamedTuple, Generic[T]):
    """A promotion on the record, and what it takes to know the game with another piece."""

    number: int
    """Which of the moves on the record it is."""
    before: T
    """The table before the promotion was completed."""
    since: tuple[Lived[T], ...] = ()
    """What completed it, and what happened then, up to the next promotion."""
