"""What the sensors have shown since a position was agreed.

A trace is the edges in the order in which the board reported them, and what follows from them: the
occupancy now, and which squares have been seen empty. It knows no chess.
"""

from operator import attrgetter
from typing import NamedTuple

import chess
from chess import BB_SQUARES, Bitboard, Color, Square, square_distance

from touchmove.units import Millis

CHATTER_MS = 50
"""A piece that touches a square for less than this is landing or sliding, not put down: reeds at
the rim of a magnet chatter for 8 to 40 ms in the reports of other boards' users."""


FLIGHT_MS = 5
"""No hand carries a piece over a square in less: 10 m/s over squares of 5 cm."""


class Edge(NamedTuple):
    """One change of one sensor."""

    at: Millis
    square: Square
    filled: bool
    """True: a place. False: a lift."""
    seen: bool
    """False: deduced from a snapshot. When it happened is unknown, and no touch is proven."""
    color: Color | None = None
    """Whose piece was placed, where the sensors can tell."""


_FILLED = attrgetter("filled")


class Trace(NamedTuple):
    """The edges since a position was agreed, and what they add up to.

    A named tuple and no dataclass, because every touch makes a new one.
    """

    began: Bitboard
    """Which squares held a piece before the first edge."""
    occupied: Bitboard
    """Which squares hold a piece now."""
    edges: tuple[Edge, ...] = ()
    emptied: Bitboard = 0
    """Squares that have been lifted from at least once."""
    gapped: bool = False
    """Some edge was missed: evidence drops a grade."""
    told: Bitboard = 0
    """Squares on which a piece stands whose colour was reported as it was placed."""
    white: Bitboard = 0
    """Those of them on which it is a white one."""

    def observe(self, edge: Edge) -> "Trace":
        """The trace after one more edge. An edge that cannot be means that one was missed."""
        began, occupied, edges, emptied, gapped, told, white = self
        bit = BB_SQUARES[edge.square]
        impossible = bool(occupied & bit) == edge.filled
        gapped = gapped or impossible or not edge.seen
        edges = (*edges, edge)
        if not edge.filled:
            kept = ~bit
            return Trace(
                began, occupied & kept, edges, emptied | bit, gapped, told & kept, white & kept
            )
        if impossible:
            emptied |= bit
        told = told & ~bit if edge.color is None else told | bit
        white = white | bit if edge.color else white & ~bit
        return Trace(began, occupied | bit, edges, emptied, gapped, told, white)

    @property
    def placed(self) -> bool:
        """Whether anything has been put anywhere."""
        edges = self.edges
        return bool(edges) and (edges[-1].filled or any(map(_FILLED, edges)))

    def color_on(self, square: Square) -> Color | None:
        """Whose piece stands there, if the sensors said so when it was placed."""
        bit = BB_SQUARES[square]
        return bool(self.white & bit) if self.told & bit else None

    def colorless(self) -> "Trace":
        """The same without what was told of colours."""
        plain = tuple(edge._replace(color=None) for edge in self.edges)
        return trace_of(self.occupied, plain)

    def last_lift(self, square: Square) -> int:
        """The number of the last lift from `square`, or -1."""
        for number in range(len(self.edges) - 1, -1, -1):
            edge = self.edges[number]
            if edge.square == square and not edge.filled:
                return number
        return -1

    def lifted_at(self, square: Square) -> Millis:
        """When the piece was last lifted; the beginning of time if no edge tells it."""
        number = self.last_lift(square)
        return self.edges[number].at if number >= 0 else Millis(0)

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

    def changed_since(self, at: Millis) -> Bitboard:
        """The squares that have changed after `at`.

        What a snapshot shows to differ changed nobody knows when: it counts where a hand was seen
        at work before.
        """
        changed = 0
        working = any(edge.seen for edge in self.edges)
        for edge in reversed(self.edges):
            if edge.at <= at:
                break
            changed |= BB_SQUARES[edge.square] if edge.seen or working else 0
        return changed

    def left_before(self, origin: Square, target: Square) -> bool:
        """Whether a piece can have gone from `origin` to `target`, by the order of the edges.

        An edge that was missed happened at the latest when it was deduced.
        """
        arrived = self.last_place(target)
        if arrived < 0:
            return False
        left = self.last_lift(origin)
        if left < 0:
            return False
        if not self.edges[left].seen:
            return True
        return left < arrived and not self.flies(left, arrived)

    def flies(self, left: int, arrived: int) -> bool:
        """Whether a piece would have been quicker from the one edge to the other than any hand.

        Neighbouring squares may see a piece that slides at once, and edges of one frame have no
        order.
        """
        start, end = self.edges[left], self.edges[arrived]
        took_ms = end.at - start.at
        if not 0 < took_ms < 7 * FLIGHT_MS:
            return False  # not even across the board
        return took_ms < (square_distance(start.square, end.square) - 1) * FLIGHT_MS

    def landed_until(self, number: int, squares: Bitboard, until: Bitboard) -> int:
        """The last place on `squares` after the edge `number`, as long as nothing on `until` has
        changed; `number` if there is none."""
        last = number
        for later in range(number + 1, len(self.edges)):
            edge = self.edges[later]
            bit = BB_SQUARES[edge.square]
            if until & bit:
                break
            if squares & bit and edge.filled:
                last = later
        return last

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
    began = _undone(occupied, edges)
    trace = Trace(began, began)
    for edge in edges:
        trace = trace.observe(edge)
    return trace


def _undone(occupied: Bitboard, edges: tuple[Edge, ...]) -> Bitboard:
    """The occupancy that `edges` have turned into `occupied`."""
    for edge in reversed(edges):
        bit = BB_SQUARES[edge.square]
        occupied = occupied & ~bit if edge.filled else occupied | bit
    return occupied


def difference(
    trace: Trace,
    occupied: Bitboard,
    at: Millis,
    *,
    white: Bitboard | None = None,
    pieces: Bitboard = 0,
) -> tuple[Edge, ...]:
    """The edges, in no known order, that turn what `trace` shows into `occupied`.

    Where the sensors tell colours, `white` are the squares with white pieces, and `pieces` those on
    which one stood before the trace began: a piece of the other colour has taken another's place.
    """
    changed = trace.occupied ^ occupied
    exchanged = 0
    if white is not None:
        known = trace.white & trace.told | pieces & ~trace.told & ~trace.emptied
        exchanged = (known ^ white) & trace.occupied & occupied
    lifts = tuple(
        Edge(at, square, False, False)
        for square in chess.scan_forward(changed & trace.occupied | exchanged)
    )
    places = tuple(
        Edge(at, square, True, False, None if white is None else bool(white & BB_SQUARES[square]))
        for square in chess.scan_forward(changed & occupied | exchanged)
    )
    return lifts + places


def arriving(trace: Trace, edge: Edge, colors: Bitboard) -> tuple[Edge, ...]:
    """`edge`, and before it the departure of the piece that it has pushed off its square.

    Only sensors that tell colours see such a thing: the square is occupied before and after, by
    pieces of different colours. `colors` are the white pieces before the trace began.
    """
    bit = BB_SQUARES[edge.square]
    if edge.color is None or not trace.occupied & bit:
        return (edge,)
    stood = trace.color_on(edge.square)
    if stood is None and not trace.emptied & bit:
        stood = bool(colors & bit)
    if stood is None or stood == edge.color:
        return (edge,)
    return Edge(edge.at, edge.square, False, edge.seen), edge
