"""What was played while nobody could hear the board: the lines that lead to what it shows now.

A line is a few plies, one after the other, that lead from a known position to an occupancy.
`search` gives the shortest lines that fit, all of them. A longer one that fits too is no rival: to
nearly every line there are longer ones that make the same picture by a detour (a pawn that takes
two steps instead of one, a rook that stops on its way), and what assumes more is believed less.
docs/explanation/measured.md says how often that is right.

The search is depth first over legal moves. A ply fills one square at most, or two in castling, and
takes one piece at most; an occupancy that is further away than that is not looked at, and the last
ply is not tried but looked up by what it must leave (`Position.leaving`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess
from chess import Bitboard, Move

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.position import Position

Line = tuple[Move, ...]
"""Plies one after the other. Of a promotion whose kind the line leaves open, the one to a queen."""

MAX_PLIES = 3
"""Lines are no longer than this. With each ply more lines make the same picture, and soon nothing
is explained by one of them alone."""

MAX_POSITIONS = 20_000
"""Positions that a search looks at before it gives up: some half a second. Games stay under a tenth
of that; only boards full of queens come near it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found."""

    lines: tuple[Line, ...] = ()
    """The shortest lines that fit, all of the same length; none: no line is short enough."""
    complete: bool = True
    """False: there were too many positions to look at them all, so others may fit."""

    @property
    def only(self) -> Line | None:
        """The one line that explains the board, or None."""
        return self.lines[0] if self.complete and len(self.lines) == 1 else None


class _TooMany(Exception):
    """More positions than a search may look at."""


@dataclass(slots=True)
class _Aim:
    """What a line must lead to, and how much may still be looked at."""

    occupied: Bitboard
    white: Bitboard | None
    left: int

    def fits(self, position: Position) -> bool:
        """Whether `position` is what the sensors show."""
        shown = position.pieces(chess.WHITE)
        return position.occupied == self.occupied and self.white in (None, shown)


def search(
    position: Position,
    occupied: Bitboard,
    white: Bitboard | None = None,
    *,
    max_plies: int = MAX_PLIES,
    max_positions: int = MAX_POSITIONS,
) -> Found:
    """The shortest lines from `position` after which exactly `occupied` holds pieces.

    `white` are the squares with white pieces, where the sensors can tell. A position that shows
    `occupied` itself is explained by the empty line.
    """
    aim = _Aim(occupied, white, max_positions)
    for plies in range(max_plies + 1):
        lines: dict[tuple[tuple[int, int], ...], Line] = {}
        try:
            for line in _lines(position, aim, plies):
                # The queen comes first; another piece on the same squares is no other line.
                lines.setdefault(tuple((m.from_square, m.to_square) for m in line), line)
        except _TooMany:
            return Found(tuple(lines.values()), complete=False)
        if lines:
            return Found(tuple(lines.values()))
    return Found()


def _lines(position: Position, aim: _Aim, plies: int) -> Iterator[Line]:
    """Every line of exactly `plies` that leads to the aim."""
    if plies == 0:
        if aim.fits(position):
            yield ()
        return
    last = plies == 1
    moves = position.leaving(aim.occupied) if last else _towards(position, aim, plies)
    for footprint in moves:
        if last and aim.white is None:
            yield (footprint.move,)
            continue
        for move in footprint.moves[:1] if last else footprint.moves:
            if aim.left == 0:
                raise _TooMany
            aim.left -= 1
            for rest in _lines(position.tried(move), aim, plies - 1):
                yield (move, *rest)


def _towards(position: Position, aim: _Aim, plies: int) -> Iterator[Footprint]:
    """The moves after which the aim is not out of reach."""
    for footprint in position.footprints():
        occupied = position.occupied & ~footprint.vacated | footprint.filled
        if _within_reach(position, occupied, aim.occupied, plies - 1):
            yield footprint


def _within_reach(position: Position, occupied: Bitboard, aim: Bitboard, plies: int) -> bool:
    """Whether `plies` after a move that leaves `occupied` can lead to `aim`, as counting tells."""
    taken = occupied.bit_count() - aim.bit_count()
    if not 0 <= taken <= plies:
        return False
    return (aim & ~occupied).bit_count() <= plies + position.castlings_later(plies)
