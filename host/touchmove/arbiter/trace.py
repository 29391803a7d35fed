"""What the sensors have shown since a position was agreed.

A trace is the edges in the order in which the board reported them, and what follows from them: the
occupancy now, and which squares have been seen empty. It knows no chess.
"""

from dataclasses import dataclass
from typing import NamedTuple

import chess
from chess import BB_SQUARES, Bitboard, Square

from touchmove.units import Millis

CHATTER_MS = 50
"""A piece that touches a square for less than this is landing or sliding, not put down: reeds at
the rim of a magnet chatter for 8 to 40 ms in the reports of other boards' users."""


class Edge(NamedTuple):
    """One change of one sensor."""

    at: Millis
    square: Square
    filled: bool
    """True: a place. False: a lift."""
    seen: bool
    """False: deduced from a snapshot. When it happened is unknown, and no touch is proven."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The edges since a position was agreed, and what they add up to."""

    began: Bitboard
    """Which squares held a piece before the first edge."""
    occupied: Bitboard
    """Which squares hold a piece now."""
    edges: tuple[Edge, ...] = ()
    emptied: Bitboard = 0
    """Squares that have been lifted from at least once."""
    gapped: bool = False
    """Some edge was missed: evidence drops a grade."""

    def observe(self, edge: Edge) -> "Trace":
        """The trace after one more edge. An edge that cannot be means that one was missed."""
        bit = BB_SQUARES[edge.square]
        impossible = bool(self.occupied & bit) == edge.filled
        edges = (*self.edges, edge)
        gapped = self.gapped or impossible or not edge.seen
        if edge.filled:
            emptied = self.emptied | bit if impossible else self.emptied
            return Trace(self.began, self.occupied | bit, edges, emptied, gapped)
        return Trace(self.began, self.occupied & ~bit, edges, self.emptied | bit, gapped)

    def last_lift(self, square: Square) -> int:
        """The number of the last lift from `square`, or -1."""
        for number in range(len(self.edges) - 1, -1, -1):
            edge = self.edges[number]
            if edge.square == square and not edge.filled:
                return number
        return -1

    def last_place(self, square: Square) -> int:
        """The number of the last place on `square`, or -1."""
        for number in range(len(self.edges) - 1, -1, -1):
            edge = self.edges[number]
            if edge.square == square and edge.filled:
                return number
        return -1

    def last_gap(self, square: Square) -> tuple[Millis, Millis]:
        """From when to when `square` last stood empty; it was seen to be left and filled again.

        A contact that chatters as the piece lands is part of the gap.
        """
        changes = [edge for edge in self.edges if edge.square == square]
        while not changes[-1].filled:
            changes.pop()
        number = len(changes) - 2
        while number >= 2 and changes[number].at - changes[number - 1].at < CHATTER_MS:
            number -= 2
        return changes[max(number, 0)].at, changes[-1].at

    def left_before(self, origin: Square, target: Square) -> bool:
        """Whether a piece can have gone from `origin` to `target`, by the order of the edges."""
        arrived = self.last_place(target)
        if arrived < 0:
            return False
        left = self.last_lift(origin)
        if left < 0:
            return False
        if not (self.edges[left].seen and self.edges[arrived].seen):
            return True
        return left < arrived

    def occupied_before(self, number: int) -> Bitboard:
        """Which squares held a piece before the edge `number`."""
        return _undone(self.occupied, self.edges[number:])

    def from_edge(self, number: int, before: tuple[Edge, ...]) -> "Trace":
        """The trace as if it had begun with `before` and the edges from `number` on.

        Its first occupancy is the one that leads to the present one.
        """
        return trace_of(self.occupied, (*before, *self.edges[number:]))

    def shortened(self) -> tuple["Trace", tuple[int, ...]]:
        """The trace with the last two edges of each square only, and the numbers they had."""
        left = dict.fromkeys(chess.SQUARES, 2)
        kept = []
        for number in range(len(self.edges) - 1, -1, -1):
            square = self.edges[number].square
            if left[square]:
                left[square] -= 1
                kept.append(number)
        kept.reverse()
        left_over = tuple(self.edges[number] for number in kept)
        return trace_of(self.occupied, left_over), tuple(kept)


def trace_of(occupied: Bitboard, edges: tuple[Edge, ...]) -> Trace:
    """The trace of `edges`, after which `occupied` holds pieces."""
    began = shown = _undone(occupied, edges)
    emptied = 0
    gapped = False
    for edge in edges:
        bit = BB_SQUARES[edge.square]
        impossible = bool(shown & bit) == edge.filled
        gapped = gapped or impossible or not edge.seen
        if not edge.filled or impossible:
            emptied |= bit
        shown = shown | bit if edge.filled else shown & ~bit
    return Trace(began, shown, edges, emptied, gapped)


def _undone(occupied: Bitboard, edges: tuple[Edge, ...]) -> Bitboard:
    """The occupancy that `edges` have turned into `occupied`."""
    for edge in reversed(edges):
        bit = BB_SQUARES[edge.square]
        occupied = occupied & ~bit if edge.filled else occupied | bit
    return occupied


def difference(trace: Trace, occupied: Bitboard, at: Millis) -> tuple[Edge, ...]:
    """The edges, in no known order, that turn what `trace` shows into `occupied`."""
    changed = trace.occupied ^ occupied
    lifts = tuple(
        Edge(at, square, False, False) for square in chess.scan_forward(changed & trace.occupied)
    )
    places = tuple(
        Edge(at, square, True, False) for square in chess.scan_forward(changed & occupied)
    )
    return lifts + places
