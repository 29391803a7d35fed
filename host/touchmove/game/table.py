"""The table: everything that is true of one board and its game at one moment, as one value.

`game.step` is the only place where a table changes, and what any view shows is a function of it.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import chess
from chess import Bitboard, Color, PieceType, Square

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.laws import Obligation
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import Turn, begin
from touchmove.game.clock import ChessClock, new_clock
from touchmove.game.endings import ends_after
from touchmove.game.record import Alert, Chapter, Outcome, RecordedMove
from touchmove.rules import Rules
from touchmove.units import Millis


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
    OVER = "over"
    """The game has a result. Nothing on the board is a move until a new game is armed."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press that came while the piece was in the air; it counts when the piece lands in time."""

    color: Color
    at: Millis
    turn: Turn
    """The turn when it came: what is undone afterwards was completed all the same."""
    heard_since: Millis
    """From when on the piece could be seen to land: the press, or the return of a lost link."""


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
    since: tuple[Edge, ...] = ()
    """What has been seen since it was asked."""
    lost: bool = False
    """Play went on without an answer; only the arbiter can say now what was played."""


@dataclass(frozen=True, slots=True)
class Previous:
    """The turn before this one, as long as its move may still be revised or taken back."""

    turn: Turn
    clock: ChessClock
    """The clock before its move was completed."""
    earlier: "Previous | None"
    """The turn before that, where the profile lets move after move be taken back."""
    by_press: bool
    restored: bool = False
    """The board has shown the position before the move again."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A turn whose move is on the record, and what that move broke, if it did."""

    position: Position
    broke: Obligation | None


@dataclass(frozen=True, slots=True)
class Unlawful:
    """A completed illegal move that will stand if it is answered (2023:A.5.2)."""

    position: Position
    """As it has left the board; the opponent has the move."""
    at: Millis
    """When it was found; what is touched later is the answer, or the way back."""
    given_ms: int
    """What the opponent was given for it."""


class Table(NamedTuple):
    """One board and its game. Made by `new_table`, changed by `game.step` alone.

    A named tuple and no dataclass, because every touch makes a new table: `_replace` copies these
    fields three times as fast as `dataclasses.replace`.
    """

    rules: Rules
    tags: tuple[tuple[str, str], ...]
    """PGN tags that are known: Event, White, Black, ..."""
    phase: Phase
    start: Position
    turn: Turn
    clock: ChessClock
    started: bool
    """Whether the clocks have been started."""
    moves: tuple[RecordedMove, ...] = ()
    occupied: Bitboard = 0
    """What the sensors show. In SETUP and OVER no turn follows it."""
    still_since: Millis = Millis(0)
    """When a square last changed."""
    outcome: Outcome | None = None
    alerts: tuple[Alert, ...] = ()
    illegal: tuple[int, int] = (0, 0)
    """Illegal moves that White and Black have completed."""
    added_ms: tuple[int, int] = (0, 0)
    """Time given to White and to Black by penalties."""
    named: tuple[tuple[Square | None, PieceType], ...] = ()
    """Promotion pieces that were named for moves not on the record yet, by promotion square; None
    while the pawn has not arrived."""
    press: Press | None = None
    question: Question | None = None
    previous: Previous | None = None
    displaced: bool = False
    """Pieces outside the moves were found on wrong squares; the board is asked to be put right."""
    refused: bool = False
    """A press was refused, and nothing has been touched since play went on: whoever presses again
    has not made another illegal move."""
    unpressed: tuple[int, int] = (0, 0)
    """Moves of White and of Black on the record for which the clock was never pressed."""
    accounted_ms: Millis = Millis(0)
    """Up to when the running player's time has been put down to moves on the record."""
    adjusting: int | None = None
    """How many edges the turn had when the player on the move said that he adjusts."""
    excused: int = 0
    """How many edges of the turn the arbiter has ruled an accident."""
    offer: Color | None = None
    """Whose draw offer is open."""
    claim: bool | None = None
    """Whether the last claim of a draw was right; None if nobody has claimed."""
    paused: Color | None = None
    """Whose time was running when the clocks were paused."""
    closed: "Closed | None" = None
    """The turn of the last completed move, for whoever complains of it."""
    bound: Obligation | None = None
    """What an illegal move binds its replacement to (Laws 7.5.1)."""
    unlawful: Unlawful | None = None
    """While the way back from an illegal move is asked for, and it may stand instead."""
    earlier: tuple[Chapter, ...] = ()
    """What was played before positions that the moves do not lead to; `moves` begin at `start`."""
    linked: bool = True
    """False while the board cannot be heard."""
    now: Millis = Millis(0)
    """The moment of the last event."""

    @property
    def position(self) -> Position:
        """The position after the completed moves."""
        return self.turn.position

    @property
    def plies(self) -> int:
        """How many moves are on the record, those of earlier chapters included."""
        return sum(len(chapter.moves) for chapter in self.earlier) + len(self.moves)

    @property
    def pending(self) -> chess.Move | None:
        """The move that is made but not completed, or None."""
        standing = self.turn.standing
        if standing is None or standing.rivals or self.question is not None:
            return None
        if not (self.turn.fits or self.turn.reply is not None):
            return None
        return self.kind_of(standing.footprint)

    def named_for(self, footprint: Footprint) -> PieceType | None:
        """The piece that was named for a promotion, or None."""
        named = dict(self.named)
        return named.get(footprint.move.to_square, named.get(None))

    def kind_of(self, footprint: Footprint) -> chess.Move:
        """The move of `footprint`, as the piece that was named; else the queen is assumed."""
        kind = self.named_for(footprint) if footprint.promotes else None
        return next((m for m in footprint.moves if m.promotion == kind), footprint.move)

    def kinds_of(self, footprint: Footprint) -> tuple[chess.Move, ...]:
        """The moves of `footprint` that it may have been: all four promotions if none was named."""
        unknown = footprint.promotes and self.named_for(footprint) is None
        return footprint.moves if unknown else (self.kind_of(footprint),)

    def ending_of(self, footprint: Footprint) -> tuple[str, str] | None:
        """The result and the word for it, if the move of `footprint` ends the game by itself."""
        moves = self.kinds_of(footprint)
        return ends_after(self.start, self.moves, self.position, moves, self.rules.edition)

    @property
    def shown(self) -> Position:
        """The position after the completed moves and the pending one."""
        pending = self.pending
        return self.position if pending is None else self.position.after(pending)

    @property
    def in_sync(self) -> bool:
        """Whether the sensors agree with the game, the pending move included."""
        return self.occupied == self.shown.occupied

    @property
    def restore(self) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """Squares to clear and squares to fill, while the board is asked to be put right."""
        if self.phase is Phase.SETUP:
            wanted = self.start.occupied
        elif self.phase is Phase.RESTORING:
            wanted = self.position.occupied
        elif self.phase is Phase.PLAYING and self.displaced:
            wanted = self.shown.occupied
        else:
            return (), ()
        return (
            tuple(chess.scan_forward(self.occupied & ~wanted)),
            tuple(chess.scan_forward(wanted & ~self.occupied)),
        )


def new_table(
    rules: Rules,
    *,
    tags: tuple[tuple[str, str], ...] = (),
    fen: str = chess.STARTING_FEN,
    occupied: Bitboard | None = None,
    at: Millis = Millis(0),
) -> Table:
    """A table before the first touch, at the position `fen` (which must be valid).

    `occupied` is what the sensors show; None: the position stands. If it does not, the table waits
    in SETUP until it does.
    """
    start = Position.from_fen(fen, chess960=rules.chess960)
    shown = start.occupied if occupied is None else occupied
    ready = shown == start.occupied
    table = Table(
        rules=rules,
        tags=tags,
        phase=Phase.PLAYING if ready else Phase.SETUP,
        start=start,
        turn=begin(start),
        clock=new_clock(rules.time_control, at),
        started=False,
        occupied=shown,
        still_since=at,
        now=at,
    )
    if ready and rules.start_running:
        return table._replace(clock=table.clock.run(start.turn, at), started=True)
    return table
