"""What a story is made of: what the board reported, and the moves that tell it.

A *episode* is one move with the edges that belong to it; a *story* is a line of episodes that tells
everything that was reported since a position was certain (`arbiter.story`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from chess import BB_SQUARES, QUEEN, Bitboard, Color, Move, PieceType, Square, scan_forward

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import colors_agree, witnessed
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace
from touchmove.units import Millis

MAX_OFF = 7
"""More pieces off their squares at once than this are no hands that play chess."""


class Pressed(NamedTuple):
    """A clock button went down."""

    at: Millis
    color: Color


Act = Edge | Pressed
"""What the board reported, in the order in which it did."""


class Episode(NamedTuple):
    """One move of a story."""

    position: Position
    """The position in which it was made."""
    footprint: Footprint
    trace: Trace
    """The edges that belong to it, up to the one that completes it."""
    ends: int
    """The number of the act that completes it."""
    at: Millis
    """When that was."""
    held: Bitboard
    """Pieces that were in the air beside it at that moment."""
    swept: bool
    """The square of the captured piece never read empty."""
    promotion: PieceType = QUEEN
    """What the pawn became, if one was promoted."""

    @property
    def move(self) -> Move:
        """The move that was made."""
        moves = self.footprint.moves
        return next((m for m in moves if m.promotion == self.promotion), moves[0])


@dataclass(frozen=True, slots=True)
class Story:
    """A line of moves that tells every act."""

    episodes: tuple[Episode, ...]
    rest: Trace
    """What was seen after the last of them: a turn that has only begun."""
    presses: tuple[int | None, ...]
    """For each episode the number of the act that pressed the clock for it, or None."""
    price: int
    """What it takes for granted (`arbiter.prices`)."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves."""
        return tuple(episode.move for episode in self.episodes)

    @property
    def completed(self) -> int:
        """How many moves are completed: the clock was pressed for the last, or it is answered."""
        numbers = [n for n, pressed in enumerate(self.presses) if pressed is not None]
        return max(numbers[-1] + 1 if numbers else 0, len(self.episodes) - 1)


def explains(footprint: Footprint, position: Position, trace: Trace) -> bool:
    """Whether the edges, and the colours that were told, bear out the move."""
    return witnessed(footprint, trace) and colors_agree(footprint, position, trace)


def completed_by(position: Position, trace: Trace, number: int) -> Iterator[Episode]:
    """The moves that the last edge of `trace`, act `number`, completes.

    Whatever is off its square beside a move may be in another hand. A capture that nobody saw is
    completed as far as can be seen when its piece is lifted for the last time.
    """
    edge = trace.edges[-1]
    if (trace.occupied & ~position.occupied).bit_count() > 2:
        return
    off = position.occupied & ~trace.occupied & trace.emptied
    squares = [BB_SQUARES[square] for square in scan_forward(off)]
    if len(squares) > MAX_OFF:
        return
    for many in range(len(squares) + 1):
        for aside in combinations(squares, many):
            held = sum(aside)
            for footprint in position.leaving(trace.occupied | held):
                if footprint.squares & held:
                    continue
                if explains(footprint, position, trace):
                    if _last_touched(footprint, edge):
                        yield Episode(position, footprint, trace, number, edge.at, held, False)
                elif footprint.swapped and _swept(footprint, position, trace):
                    yield Episode(position, footprint, trace, number, edge.at, held, True)


def _last_touched(footprint: Footprint, edge: Edge) -> bool:
    """Whether the edge belongs to the move; nobody knows the order of those that were missed."""
    return not edge.seen or bool(footprint.squares & BB_SQUARES[edge.square])


def _swept(footprint: Footprint, position: Position, trace: Trace) -> bool:
    """Whether the last edge lifts the piece that took another one unseen: from home, or from a
    square on its way. The other one may have been off its square before, but not since."""
    edge = trace.edges[-1]
    bit = BB_SQUARES[edge.square]
    if edge.filled or not footprint.vacated & trace.emptied:
        return False
    return bool(bit & footprint.vacated or not bit & position.occupied)


def back_on(acts: tuple[Act, ...], square: Square, after: int) -> Millis | None:
    """When a piece came back to `square`, after the act of that number."""
    for act in acts[after + 1 :]:
        if isinstance(act, Edge) and act.square == square and act.filled:
            return act.at
    return None
