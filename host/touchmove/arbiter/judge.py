"""Which legal moves explain what the sensors show.

`readings` answers while a turn runs: a move is a reading when the occupancy is what the move
leaves, every square that changes hands was seen empty, and every travelling piece left before it
arrived. Each colour has a hand of its own: pieces of the waiting side that are in the air are set
back in thought, because a lift by the other hand neither finishes nor spoils a move.

The rest answers when a turn is closed and nothing stands: was a capture swept in without the
victim's square ever reading empty, did a move and an accident happen together, or was it no legal
move at all?
"""

from collections.abc import Iterator
from itertools import combinations, starmap
from typing import NamedTuple

from chess import BB_SQUARES, BLACK, WHITE, Bitboard, Square, lsb, scan_forward

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace
from touchmove.rules import BRUSH_MS

MAX_AIRBORNE = 4
"""More pieces of the waiting side in the air than this are no hand that plays chess: nobody holds
five, and the subsets to try would double with each."""


class Reading(NamedTuple):
    """A legal move that explains the sensors, but for pieces that the other hand holds."""

    footprint: Footprint
    airborne: Bitboard
    """The waiting side's pieces that are in the air and are no part of the move."""
    inferred: bool = False
    """Another move fits too, if a victim was put back that most likely was only brushed."""


def witnessed(footprint: Footprint, trace: Trace) -> bool:
    """Whether the edges bear out the move: victims seen leaving, pieces leaving before arriving."""
    if footprint.swapped & ~trace.emptied:
        return False
    if all(starmap(trace.left_before, footprint.hops)):
        return True
    return len(footprint.hops) > 1 and _may_have_arrived(footprint.hops, trace)


_Whereabouts = tuple[Square | None, ...]
"""Where pieces are; None: in a hand. After those that are followed, a None for each other piece
that is in a hand."""


def _may_have_arrived(hops: tuple[tuple[Square, Square], ...], trace: Trace) -> bool:
    """Whether hands can have brought each piece of a castling to its square, by the edges.

    Where one piece crosses or takes the square of the other, the last lift from a square need not
    be the departure of the piece that belongs there. So both are followed through every edge, in
    each way that there is: whichever is in a hand may be what lands.
    """
    if trace.gapped:
        return False
    homes = tuple(origin if trace.began & BB_SQUARES[origin] else None for origin, _ in hops)
    ways: set[_Whereabouts] = {homes}
    for edge in trace.edges:
        ways = {after for way in ways for after in _after_edge(way, edge, len(hops))}
    return any(way[: len(hops)] == tuple(target for _, target in hops) for way in ways)


def _after_edge(way: _Whereabouts, edge: Edge, followed: int) -> Iterator[_Whereabouts]:
    """Where the pieces may be after one more edge; the first `followed` of them matter."""
    if not edge.filled:
        if edge.square in way:
            yield tuple(None if square == edge.square else square for square in way)
        else:
            yield (*way, None)
        return
    if edge.square in way:
        return
    for number in range(followed):
        if way[number] is None:
            yield (*way[:number], edge.square, *way[number + 1 :])
    if len(way) > followed:
        yield way[:-1]


def colors_agree(footprint: Footprint, position: Position, trace: Trace) -> bool:
    """Whether the pieces that were placed have the colours that the move leaves on their squares.

    Always true of sensors that do not tell colours.
    """
    told = trace.told
    if not told or misread(position, trace):
        return True
    mover, other = position.pieces(position.turn), position.pieces(not position.turn)
    arrived = footprint.filled | footprint.swapped
    mine = (mover & ~footprint.vacated | arrived) & told
    theirs = other & ~footprint.vacated & ~arrived & told
    white = mine if position.turn else theirs
    return not (white ^ trace.white) & (mine | theirs)


def misread(position: Position, trace: Trace) -> bool:
    """Whether some colour that was told cannot be: more pieces of it have landed where the position
    has none than are away from their squares. Then the occupancy outvotes the colours.

    A piece that a pawn promotes to comes from beside the board.
    """
    told = trace.told
    if not told:
        return False
    for color, shown in ((WHITE, told & trace.white), (BLACK, told & ~trace.white)):
        own = position.pieces(color)
        away = own & ~(trace.occupied & ~(told & ~shown))
        extra = color == position.turn and position.may_promote()
        if (shown & ~own).bit_count() > away.bit_count() + extra:
            return True
    return False


def _stood_elsewhere(footprint: Footprint, position: Position, trace: Trace) -> bool:
    """Whether the piece stood on some other square when it should have arrived.

    A piece that slides or hovers has left its last stop before it arrives. If a square beside the
    move still held a piece then, which neither the other hand nor another piece that was away from
    home can have put there, the piece that arrived was another one.
    """
    if not footprint.hops or len(trace.edges) <= 2 * len(footprint.hops):
        return False
    arrived = max(trace.last_place(target) for _, target in footprint.hops)
    waiting = position.pieces(not position.turn)
    final = position.occupied & ~footprint.vacated | footprint.filled
    occupied = trace.began
    strangers = 0
    for edge in trace.edges[: arrived + 1]:
        bit = BB_SQUARES[edge.square]
        if not edge.filled:
            occupied &= ~bit
            strangers &= ~bit
            continue
        if not bit & position.occupied and not waiting & ~occupied:
            strangers |= bit
        occupied |= bit
    for edge in trace.edges[arrived + 1 :]:
        if not edge.seen and not edge.filled:
            strangers &= ~BB_SQUARES[edge.square]  # it may have left before the other arrived
    away = position.pieces(position.turn) & ~occupied & ~footprint.vacated
    return (strangers & ~final).bit_count() > away.bit_count()


def surely_landed(footprint: Footprint, position: Position, trace: Trace) -> bool:
    """Whether the piece that makes the move is what was put down: the mover had no other in his
    hand then that is still there. Which of two it was, nobody knows."""
    held = position.pieces(position.turn) & trace.emptied & ~trace.occupied & ~footprint.vacated
    if not held:
        return True
    landed = max(trace.last_place(to) for to in scan_forward(footprint.filled | footprint.swapped))
    return all(trace.last_lift(square) > landed for square in scan_forward(held))


def readings(position: Position, trace: Trace) -> tuple[Reading, ...]:
    """The moves that explain the sensors, those first that leave fewest pieces in the air.

    Of several that leave as many in the air, the ones that explain most of the squares that were
    emptied stay: castling explains what the move of the rook alone leaves open. A neighbour that
    was brushed is no rival of a victim that was taken. Two that are left are equally good, and
    somebody has to be asked.
    """
    if not trace.placed:
        return ()  # nothing has been put anywhere
    found = _explaining(position, trace, 0)
    if found:
        return (found[0],) if len(found) == 1 else _most_telling(found, trace)
    airborne = position.pieces(not position.turn) & ~trace.occupied & trace.emptied
    if not airborne or airborne.bit_count() > MAX_AIRBORNE:
        return ()
    squares = tuple(BB_SQUARES[square] for square in scan_forward(airborne))
    for count in range(1, len(squares) + 1):
        found = []
        for held in combinations(squares, count):
            found += _explaining(position, trace, sum(held))
        if found:
            return _most_telling(found, trace)
    return ()


def _explaining(position: Position, trace: Trace, in_air: Bitboard) -> list[Reading]:
    """The moves that explain the sensors but for the pieces `in_air`."""
    return [
        Reading(footprint, in_air)
        for footprint in position.leaving(trace.occupied | in_air)
        if not footprint.squares & in_air
        and witnessed(footprint, trace)
        and (not trace.told or colors_agree(footprint, position, trace))
        and not _stood_elsewhere(footprint, position, trace)
    ]


def _most_telling(found: list[Reading], trace: Trace) -> tuple[Reading, ...]:
    if len(found) == 1:
        return (found[0],)
    # Squares explained beyond those of the others: castling over a move of its rook alone.
    most = max(reading.footprint.squares.bit_count() for reading in found)
    left = [r for r in found if r.footprint.squares.bit_count() == most]
    if len(left) == 1:
        return (left[0],)
    beyond_doubt = [r for r in left if all(r is o or _plainer(r, o, trace) for o in left)]
    return tuple(r._replace(inferred=True) for r in beyond_doubt) or tuple(left)


def _plainer(reading: Reading, other: Reading, trace: Trace) -> bool:
    """Whether the victim of `reading` was taken off, while that of `other` was only brushed.

    Believed only where the length of the gap and the order of landing say the same, or where the
    gap is so long that a hand must have made it.
    """
    taken, brushed = reading.footprint.swapped, other.footprint.swapped
    off, back = trace.last_gap(lsb(taken))
    brushed_off, brushed_back = trace.last_gap(lsb(brushed))
    if not back - off >= BRUSH_MS > brushed_back - brushed_off:
        return False
    return back > brushed_back or back - off >= 2 * BRUSH_MS


def not_ruled_out(
    asked: tuple[Footprint, ...], position: Position, trace: Trace
) -> tuple[Footprint, ...]:
    """Those of the moves in question that a lift leaves possible: what is off the board is in the
    other hand, which may have begun its reply by taking up the piece that moved."""
    waiting = position.pieces(not position.turn)

    def possible(footprint: Footprint) -> bool:
        stands = position.occupied & ~footprint.vacated | footprint.filled
        in_the_air = waiting | footprint.filled | footprint.swapped
        return not trace.occupied & ~stands and not stands & ~trace.occupied & ~in_the_air

    return tuple(footprint for footprint in asked if possible(footprint))


def takes_instead(position: Position, footprint: Footprint, victims: Bitboard) -> bool:
    """Whether the piece that makes the move could take one of `victims` instead: then that one may
    have been lifted to be taken, and its piece be in the hand still."""
    return any(
        other.origin == footprint.origin and other.swapped & victims
        for other in position.footprints()
    )


def may_take_another(position: Position, footprint: Footprint, trace: Trace) -> bool:
    """Whether another victim of the piece that takes is in the air: the first one may have been put
    back, and the piece be in the hand still and about to take that."""
    theirs = position.pieces(not position.turn) & ~trace.occupied & ~footprint.squares
    return bool(footprint.swapped and theirs) and takes_instead(position, footprint, theirs)


def underway(position: Position, trace: Trace, beside: Bitboard = 0) -> bool:
    """Whether the hands may still be on the way to a legal move: no square differs beside one.

    `beside`: squares that do not count.
    """
    changed = (position.occupied ^ trace.occupied) & ~beside
    if not changed:
        return bool(beside)
    return position.lies_in_a_move(changed)
