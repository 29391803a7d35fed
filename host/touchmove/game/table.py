"""The table: everything that is true of one board and its game at one moment, as one value.

`game.step` is the only place where a table changes, and what any view shows is a function of it.
"""

from typing import NamedTuple

import chess
from chess import Bitboard, Color, PieceType, Square

from touchmove.arbiter.episodes import Act
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.laws import Obligation
from touchmove.arbiter.orientation import BothWays, both_ways, half_turned, likelier, turned
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import Turn, begin
from touchmove.events import Event
from touchmove.game.clock import ChessClock, new_clock
from touchmove.game.endings import ends_after
from touchmove.game.pending import (
    Closed,
    Gap,
    Held,
    Offer,
    Press,
    Previous,
    Promoted,
    Question,
    Results,
    Said,
    Unlawful,
)
from touchmove.game.pending import Phase as Phase
from touchmove.game.record import Alert, Chapter, Outcome, RecordedMove, Refusal, Remote, Sealed
from touchmove.replacing import replacing
from touchmove.rules import Rules
from touchmove.units import Millis

Tags = tuple[tuple[str, str], ...]
"""PGN tags and their values."""


class Table(NamedTuple):
    """One board and its game. Made by `new_table`, changed by `game.step` alone.

    A named tuple and no dataclass, because every touch makes some new tables.
    """

    rules: Rules
    tags: Tags
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
    colors: tuple[Bitboard, Bitboard] = (0, 0)
    """Where white and where black pieces were told while no turn followed the sensors."""
    still_since: Millis = Millis(0)
    """When a square last changed."""
    outcome: Outcome | None = None
    alerts: tuple[Alert, ...] = ()
    illegal: tuple[int, int] = (0, 0)
    """Illegal moves that White and Black have completed."""
    added_ms: tuple[int, int] = (0, 0)
    """Time given to White and to Black by penalties."""
    named: tuple[tuple[Square | None, PieceType], ...] = ()
    """Promotion pieces named for moves not on the record yet, by square; None: none is reached."""
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
    """How many edges of the turn bind nobody: an accident, or lifts from before it began."""
    offer: Offer | None = None
    """A draw that was offered, and not answered in words or in a turn that is over."""
    claim: bool | None = None
    """Whether the last claim of a draw was right; None if nobody has claimed in this game."""
    paused: Color | None = None
    """Whose time was running when the clocks were paused."""
    closed: "Closed | None" = None
    """The turn of the last completed move, for whoever complains of it."""
    bound: Obligation | None = None
    """What an illegal move binds its replacement to (Laws 7.5.1)."""
    pages: "tuple[Table, ...]" = ()
    """The table as it was when each of the last turns began, the present one last."""
    acts: tuple[Act, ...] = ()
    """What the board has reported since the first of `pages`."""
    acted: int = 0
    """How many acts have been remembered since the game began, those that are forgotten too."""
    earlier: tuple[Chapter, ...] = ()
    """What was played before positions that the moves do not lead to; `moves` begin at `start`."""
    unlawful: Unlawful | None = None
    """While the way back from an illegal move is asked for, and it may stand instead."""
    refusals: tuple[Refusal, ...] = ()
    """The illegal moves that were completed, for the arbiter to rule on."""
    sealed: Sealed | None = None
    """While the game is adjourned: the move that nobody may see yet."""
    following: bool = False
    """The board has yet to show what a person said; putting it so is nobody's touch."""
    said: "tuple[Said[Table], ...]" = ()
    """The last words, which may still be taken back."""
    since: tuple[tuple[Event, ...], ...] = ()
    """Everything that has happened since the last of them, in blocks (`game.remembering`)."""
    promotions: "tuple[Promoted[Table], ...]" = ()
    """Of each promotion on the record what it takes to name it later (`game.hindsight`)."""
    results: Results = Results.CHECKED
    held: "Held[Table] | None" = None
    """While a result waits for the piece of a pending move."""
    remote: Remote | None = None
    """The move from outside that was not carried out yet (`game.remote`)."""
    turned: bool = False
    """The board stands turned by 180 degrees. Squares here are always those of the game."""
    bothways: BothWays | None = None
    """What the board has shown as long as it is not certain how it stands (`game.orienting`)."""
    unoriented: "Table | None" = None
    """The table before `kept`: what happened since, in board squares, and if the game was told."""
    kept: tuple[tuple[Event, bool], ...] = ()
    linked: bool = True
    """False while the board cannot be heard."""
    gap: Gap | None = None
    """The time in which the board could not be heard, until it is explained."""
    now: Millis = Millis(0)
    """The moment of the last event."""

    @property
    def open_gap(self) -> Gap | None:
        """The gap in which it is still to be explained what was played, or None.

        The board is heard again; a word that changed the position has put an end to it.
        """
        gap = self.gap
        if gap is None or gap.heard is None or self.phase is not Phase.PLAYING:
            return None
        return gap if gap.turn is self.turn else None

    @property
    def position(self) -> Position:
        """The position after the completed moves."""
        return self.turn.position

    @property
    def plies(self) -> int:
        """How many moves are on the record, those of earlier chapters included."""
        return sum(len(chapter.moves) for chapter in self.earlier) + len(self.moves)

    @property
    def awaited(self) -> chess.Move | None:
        """The move from outside that is to be carried out now; nothing else is recorded."""
        return self.position.only

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
        """The piece that was named for a promotion, by a word or from outside; or None."""
        awaited = self.awaited
        if awaited is not None and awaited in footprint.moves:
            return awaited.promotion
        named = dict(self.named)
        return named.get(footprint.move.to_square, named.get(None))

    def kind_of(self, footprint: Footprint) -> chess.Move:
        """The move of `footprint`, as the piece that was named; else the queen is assumed."""
        moves = footprint.moves
        kind = self.named_for(footprint) if len(moves) > 1 else None
        return (
            moves[0] if kind is None else next((m for m in moves if m.promotion == kind), moves[0])
        )

    def kinds_of(self, footprint: Footprint) -> tuple[chess.Move, ...]:
        """The moves of `footprint` that it may have been: all four promotions if none was named."""
        moves = footprint.moves
        unknown = len(moves) == 1 or self.named_for(footprint) is None
        return moves if unknown else (self.kind_of(footprint),)

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
    def is_half_turned(self) -> bool:
        """Whether the start position stands turned, on a board that was said to stand otherwise."""
        said = self.rules.orientation != "auto"
        return said and half_turned(self.start, self.occupied, self.colors)

    @property
    def in_sync(self) -> bool:
        """Whether the sensors agree with the game, the pending move included."""
        known = self.bothways
        if known is not None and known.is_turned is None and self.phase is not Phase.SETUP:
            return known.undisturbed
        upright = self.phase is not Phase.SETUP or not self.is_half_turned
        return upright and self.occupied == self.shown.occupied

    @property
    def shown_by_board(self) -> Bitboard:
        """What the sensors show, in the board's own squares."""
        return turned(self.occupied) if self.turned else self.occupied

    @property
    def restore(self) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """Squares to clear and squares to fill, while the board is asked to be put right."""
        if self.phase is Phase.SETUP:
            wanted = self.start.occupied
        elif self.phase is Phase.RESTORING:
            wanted = self.position.occupied
        elif self.phase in (Phase.PLAYING, Phase.ADJOURNED) and self.displaced:
            wanted = self.shown.occupied
        else:
            return (), ()
        lift, place = self.occupied & ~wanted, wanted & ~self.occupied
        return tuple(chess.scan_forward(lift)), tuple(chess.scan_forward(place))


Table._replace = replacing(Table)  # type: ignore[method-assign, assignment]


def new_table(
    rules: Rules,
    *,
    tags: Tags = (),
    fen: str = chess.STARTING_FEN,
    occupied: Bitboard | None = None,
    at: Millis = Millis(0),
) -> Table:
    """A table before the first touch, at the position `fen` (which must be valid).

    `occupied` is what the sensors show, in the board's own squares; None: the position stands. If
    it does not, the table waits in SETUP until it does.
    """
    table = waiting_table(rules, tags, fen, occupied, at)
    if table.phase is Phase.PLAYING and rules.start_running:
        return table._replace(clock=table.clock.run(table.start.turn, at), started=True)
    return table


def waiting_table(
    rules: Rules, tags: Tags, fen: str, occupied: Bitboard | None, at: Millis
) -> Table:
    """The same with clocks that wait for the first touch, or for a press."""
    start = Position.from_fen(fen, chess960=rules.chess960)
    shown = start.occupied if occupied is None else occupied
    auto = rules.orientation == "auto"
    is_turned = likelier(start, shown) if auto else rules.orientation == "black"
    if is_turned and occupied is not None:
        shown = turned(shown)
    table = Table(
        rules=rules,
        tags=tags,
        phase=Phase.PLAYING if shown == start.occupied else Phase.SETUP,
        start=start,
        turn=begin(start),
        clock=new_clock(rules.time_control, at),
        started=False,
        occupied=shown,
        still_since=at,
        turned=is_turned,
        bothways=both_ways(start) if auto else None,
        now=at,
    )
    return table if occupied is None or table.phase is Phase.SETUP else standing(table)


def standing(table: Table) -> Table:
    """The start position stands: that may tell how the board does, by squares or by colours."""
    known, start = table.bothways, table.start
    if known is None or turned(start.occupied) != start.occupied:
        return table._replace(bothways=None)
    known = known.by_colors(start)
    return table._replace(bothways=known, turned=bool(known.is_turned))
