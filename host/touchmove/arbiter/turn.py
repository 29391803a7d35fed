"""One turn: a position, what the sensors have shown since, and the move that stands on the board.

Where a turn ends is itself uncertain. A move stands, and until it is completed its piece may
travel on; meanwhile the other hand may already have begun, or finished, its reply. So a turn keeps
the move that stands and, laid over it, the reply that stands: two readings of one trace. What the
sensors show now decides between them: the reading that leaves fewest pieces in the air wins, and
of two equals the shorter one.
"""

from typing import NamedTuple

from chess import BB_SQUARES, Bitboard, Move, Square, scan_forward

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import Reading, not_ruled_out, readings, surely_landed
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import CHATTER_MS, Edge, Trace
from touchmove.rules import BRUSH_MS, SETTLE_MS
from touchmove.units import Millis

MAX_EDGES = 512
"""A bound for the edges of one turn: a contact that flaps for hours must not fill the memory, nor
make each edge dearer than the last. Beyond it only the last two edges of each square are kept,
which is all that a reading asks for. A rook across the board makes some twenty."""


class Standing(NamedTuple):
    """A legal move that is, or was a moment ago, what the sensors show."""

    footprint: Footprint
    rivals: tuple[Footprint, ...]
    """Other moves that explain the sensors just as well: somebody has to be asked."""
    since: Millis
    """When its last piece arrived for the first time: the moment of the move."""
    edge: int
    """The number of that edge in the trace."""
    airborne: Bitboard
    """Pieces beside the move that were in the air at that edge, and may be the reply's."""
    inferred: bool
    """Another move would explain the sensors if a piece that was most likely brushed was not."""
    doubted: bool = False
    """Its piece, or another one, had been released on another square before."""


class Turn(NamedTuple):
    """The turn of `position.turn`."""

    position: Position
    trace: Trace
    standing: Standing | None = None
    """The move that stands, or stood last and has not been taken back or changed."""
    fits: bool = False
    """Whether `standing` explains the sensors now, but for what the other hand holds."""
    reply: Standing | None = None
    """The waiting side's move over `standing`, where only both together explain the sensors."""

    @property
    def in_sync(self) -> bool:
        """Whether the sensors show the position, with no move on it."""
        return self.trace.occupied == self.position.occupied

    def after_standing(self, move: Move | None = None) -> Position:
        """The position that the standing move leads to."""
        assert self.standing is not None
        return self.position.after(move or self.standing.footprint.move)


def begin(position: Position, occupied: Bitboard | None = None) -> Turn:
    """A turn in which nothing has been seen yet. `occupied` if the board shows something else."""
    shown = position.occupied if occupied is None else occupied
    return Turn(position, Trace(shown, shown))


def observe_in_order(turn: Turn, edge: Edge) -> Turn:
    """The turn after one more edge, if the reply lands after the move that it answers."""
    if len(turn.trace.edges) >= MAX_EDGES:
        turn = _shortened(turn)
    position, before, standing, fits, reply = turn
    trace = before.observe(edge)
    if standing is not None and _released(standing, position, trace):
        return Turn(position, trace, standing, True)
    found = readings(position, trace)
    if standing is not None:
        found = _instead(found, standing, trace)
        if standing.rivals and not edge.filled:
            stood = not_ruled_out((standing.footprint, *standing.rivals), position, trace)
            if len(stood) > 1:
                standing = standing._replace(footprint=stood[0], rivals=stood[1:])
                return Turn(position, trace, standing, True)
    if trace.occupied == position.occupied and not found:
        return Turn(position, trace)
    if found and not found[0].airborne:
        return _stand(turn, trace, found)
    made = _landed(found, position, trace) if standing is None and found else standing
    if made and not made.rivals and surely_landed(made.footprint, position, trace):
        replies = _replies(Turn(position, trace, made, fits, reply))
        if replies and (not found or not replies[0].airborne):
            return Turn(position, trace, made, False, _standing(replies, trace, reply))
    if found and not (standing is not None and _is_the_replys(found, standing, trace)):
        return _stand(turn, trace, found)
    return Turn(position, trace, standing, False)


def _is_the_replys(found: tuple[Reading, ...], standing: Standing, trace: Trace) -> bool:
    """Whether what looks like another move of the piece that stood is more likely a stop of the
    piece that takes it: the hand had left the one, and the other is in the air."""
    other = found[0].footprint.moves != standing.footprint.moves
    return other and bool(found[0].airborne) and _rested(standing, trace)


def _shortened(turn: Turn) -> Turn:
    """The same turn with the last two edges of each square only."""
    trace, kept = turn.trace.shortened()

    def renumbered(standing: Standing | None) -> Standing | None:
        if standing is None:
            return None
        return standing._replace(edge=sum(number <= standing.edge for number in kept) - 1)

    standing, reply = renumbered(turn.standing), renumbered(turn.reply)
    return Turn(turn.position, trace, standing, turn.fits, reply)


def _instead(found: tuple[Reading, ...], standing: Standing, trace: Trace) -> tuple[Reading, ...]:
    """Those that the last edge may put in the place of the move that stands.

    A lift puts no other there, unless it belongs to it: the victim of en passant, the pawn that is
    exchanged. A piece that travels on comes from where it stood, and no hand carries it in no time.
    """
    edge, stood = trace.edges[-1], standing.footprint
    if not edge.filled:
        moves, bit = (stood, *standing.rivals), BB_SQUARES[edge.square]
        return tuple(r for r in found if r.footprint in moves or r.footprint.vacated & bit)
    left = trace.last_lift(stood.move.to_square)

    def flies(to: Footprint) -> bool:
        lands = trace.last_place(to.move.to_square)
        return left > standing.edge and to.origin == stood.origin and trace.flies(left, lands)

    return tuple(reading for reading in found if not flies(reading.footprint))


def _released(standing: Standing, position: Position, trace: Trace) -> bool:
    """Whether the standing move still explains every square, and the hand had left it before.

    What is touched after a piece has been released cannot make it another move, until it is lifted
    again itself, for longer than a brush.
    """
    footprint = standing.footprint
    if standing.rivals or footprint not in position.leaving(trace.occupied):
        return False
    arrived = footprint.filled | footprint.swapped
    edges = trace.edges
    until = edges[-1].at
    back: Edge | None = None
    for number in range(len(edges) - 1, -1, -1):
        edge = edges[number]
        if not arrived & BB_SQUARES[edge.square]:
            continue
        if edge.filled:
            if back is not None:
                return False  # a place after a place: an edge was missed
            if min(until, _touched_after(edges, number)) - edge.at >= SETTLE_MS:
                # unless something was in the air while it stood
                return trace.occupied_before(number + 1) == trace.occupied
            back = edge
        elif back is None or back.square != edge.square or back.at - edge.at >= BRUSH_MS:
            return False
        else:
            until, back = edge.at, None  # it was only brushed
    return False


def _touched_after(edges: tuple[Edge, ...], number: int) -> Millis:
    """When something was first touched after the edge `number`, for longer than a brush; the moment
    of the last edge if nothing was."""
    off: dict[Square, Millis] = {}
    for edge in edges[number + 1 :]:
        if not edge.filled:
            off[edge.square] = edge.at
            continue
        lifted = off.get(edge.square, edge.at)
        if edge.at - lifted >= BRUSH_MS:
            break
        off.pop(edge.square, None)
    return min(off.values(), default=edges[-1].at)


def rests_since(turn: Turn, standing: Standing) -> Millis:
    """Since when no square of the standing move has changed."""
    squares = standing.footprint.squares
    for edge in reversed(turn.trace.edges):
        if squares & BB_SQUARES[edge.square]:
            return edge.at
    return standing.since


def _replies(turn: Turn) -> tuple[Reading, ...]:
    """The replies that explain the sensors, as long as the piece that moved is not lifted again."""
    assert turn.standing is not None
    footprint = turn.standing.footprint
    arrived = footprint.filled | footprint.swapped
    answer = answering_trace(turn)
    for move in footprint.moves:  # of promotions, any kind that the reply fits
        found = readings(turn.position.after(move), answer)
        if found:
            return tuple(reading for reading in found if not reading.airborne & arrived)
    return ()


def _stand(turn: Turn, trace: Trace, found: tuple[Reading, ...]) -> Turn:
    return Turn(turn.position, trace, _standing(found, trace, turn.standing), True)


def _standing(found: tuple[Reading, ...], trace: Trace, before: Standing | None) -> Standing:
    """What stands now: what stood before, if it still is the move, else a new one."""
    footprint, airborne, inferred = found[0]
    rivals = tuple([reading.footprint for reading in found[1:]]) if len(found) > 1 else ()
    same = before is not None and before.footprint.moves == footprint.moves
    if before is not None and same and not _only_touched(before, trace):
        if before.rivals == rivals and before.inferred == inferred:
            return before
        return before._replace(rivals=rivals, inferred=inferred)
    number = len(trace.edges) - 1
    at = trace.edges[number].at
    doubted = before is not None and (before.doubted or _rested(before, trace))
    return Standing(footprint, rivals, at, number, airborne, inferred, doubted)


def _rested(standing: Standing, trace: Trace) -> bool:
    """Whether the hand had left the piece of the standing move before it was lifted again."""
    arrived = standing.footprint.filled | standing.footprint.swapped
    for edge in trace.edges[standing.edge + 1 :]:
        if arrived & BB_SQUARES[edge.square]:
            return edge.at - trace.edges[standing.edge].at >= SETTLE_MS
    return False


def _landed(found: tuple[Reading, ...], position: Position, trace: Trace) -> Standing:
    """A move that nothing has shown before, as it stood when its last piece had arrived.

    Until now a piece was off beside it: that may have been the victim of the reply, lifted before
    the move had landed, and the reply may be what shows the move.
    """
    footprint = found[0].footprint
    rivals = tuple(reading.footprint for reading in found[1:])
    arrived = scan_forward(footprint.filled | footprint.swapped)
    number = max((trace.last_place(square) for square in arrived), default=len(trace.edges) - 1)
    shown = trace.occupied_before(number + 1)
    airborne = position.occupied & trace.emptied & ~shown & ~footprint.squares
    at = trace.edges[number].at
    return Standing(footprint, rivals, at, number, airborne, found[0].inferred)


def _only_touched(standing: Standing, trace: Trace) -> bool:
    """Whether the piece of the standing move had not been put down yet: its contact was so short
    that it was landing or sliding. Then the move was made only now."""
    arrived = standing.footprint.filled | standing.footprint.swapped
    placed: Millis | None = None
    for edge in trace.edges[standing.edge :]:
        if not arrived & BB_SQUARES[edge.square]:
            continue
        if not edge.filled:
            return placed is not None and edge.at - placed < CHATTER_MS
        placed = edge.at
    return False


def answering_trace(turn: Turn) -> Trace:
    """What belongs to the turn after the standing move: what came later, and what is in the air."""
    trace, standing = turn.trace, turn.standing
    assert standing is not None
    if standing.edge + 1 == len(trace.edges) and not standing.airborne:
        return Trace(trace.occupied, trace.occupied)  # nothing came later, as at most presses
    return trace.from_edge(belongs_until(turn, standing) + 1, lifted_early(turn))


def lifted_early(turn: Turn) -> tuple[Edge, ...]:
    """The lifts of what was in the air already when the standing move was made: the answer may
    begin with them, but nobody had the move then who could be bound by them (Laws 1.3, 4.3)."""
    standing = turn.standing
    if standing is None or not standing.airborne:
        return ()
    begun = turn.trace.edges[: standing.edge + 1]
    return tuple(
        edge
        for number, edge in enumerate(begun)
        if standing.airborne & BB_SQUARES[edge.square]
        and all(later.square != edge.square for later in begun[number + 1 :])
    )


def belongs_until(turn: Turn, standing: Standing) -> int:
    """The last edge of the standing move: of a promotion, when the pawn has been exchanged; of a
    castling in which one piece stays (Chess960), when that one has been put back."""
    squares = standing.footprint.again
    if not squares:
        return standing.edge
    replier = turn.position.pieces(not turn.position.turn)
    return turn.trace.landed_until(standing.edge, squares, replier & ~squares)
