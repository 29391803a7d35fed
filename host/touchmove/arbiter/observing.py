"""What a turn is after one more edge: its reading, and what is tried where there is none.

Two things are read over again because an edge that comes later explains one before it. A colour
that was told cannot have been; or of two hands that cross, the one that answers was the quicker.
"""

from itertools import chain, combinations

from chess import BB_SQUARES, scan_forward

from touchmove.arbiter.judge import misread
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace
from touchmove.arbiter.turn import Turn, begin, observe_in_order

MAX_CROSSED = 3
"""A bound: more pieces than this have not landed before the move that they answer."""

MAX_CROSSED_EDGES = 64
"""A bound: hands that cross are quick, and each way in which they may have is read from the first
edge of the turn. Two moves make some ten edges; a long slide, a sleeve and chatter some forty more.
After that only the story of all that was seen finds a reply that was the quicker."""


def observe(turn: Turn, edge: Edge) -> Turn:
    """The turn after one more edge."""
    after = observe_in_order(turn, edge)
    if after.trace.told and misread(after.position, after.trace):
        after = replay(after.position, after.trace.colorless())
    if after.fits or after.reply is not None or not edge.filled:
        return after
    return _crossed(after, edge) or after


def replay(position: Position, trace: Trace) -> Turn:
    """The turn of `position` in which the sensors have shown `trace`."""
    if not trace.edges:
        return Turn(position, trace)
    turn = begin(position, trace.began)
    for edge in trace.edges:
        turn = observe(turn, edge)
    return turn


def _crossed(turn: Turn, edge: Edge) -> Turn | None:
    """The turn read as if the reply had landed after the move that it answers, if that explains
    all; `edge` is where the move lands. Of two hands that cross, the one that answers may be the
    quicker: what it put down while the move was in the air is made when the move is."""
    position, trace = turn.position, turn.trace
    if len(trace.edges) > MAX_CROSSED_EDGES:
        return None
    extra = trace.occupied & ~position.occupied & ~BB_SQUARES[edge.square]
    mover, replier = position.pieces(position.turn), position.pieces(not position.turn)
    if not (replier & ~trace.occupied and 0 < extra.bit_count() <= MAX_CROSSED):
        return None
    numbers = sorted(trace.last_place(square) for square in scan_forward(extra))
    for early in chain.from_iterable(combinations(numbers, n + 1) for n in range(len(numbers))):
        rest = [each for number, each in enumerate(trace.edges) if number not in early]
        late = [trace.edges[number]._replace(at=edge.at) for number in early]
        again = begin(position, trace.began)
        for each in (*rest, *late):
            again = observe_in_order(again, each)
        reply, standing = again.reply, again.standing
        if standing is None or reply is None or reply.airborne or reply.rivals:
            continue
        moved = standing.footprint.vacated & mover
        if all(trace.last_lift(square) < early[0] for square in scan_forward(moved)):
            return again
    return None
