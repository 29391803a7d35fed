"""What a press of the clock closes: a move, a question, nothing, or an illegal move.

A press says "my move is made", a little early perhaps, and nothing about which move it was. Judged
are the readings of the turn first; where none fits, the weaker explanations in the order of what
they assume: the reply has already begun; the piece is about to land; an accident happened beside
the move; the piece is still in the hand. What is left is an illegal move, unless a story of all
that was seen says otherwise (`arbiter.story`).
"""

from dataclasses import dataclass

from chess import BB_SQUARES, Square

from touchmove.arbiter.beside import beside_an_accident, only_in_hand
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import underway
from touchmove.arbiter.trace import CHATTER_MS, Trace, trace_of
from touchmove.arbiter.turn import Turn, answering_trace, belongs_until, rests_since
from touchmove.rules import BRUSH_MS
from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class Made:
    """The player has made this move."""

    footprint: Footprint
    standing: bool = True
    """The move is the turn's standing one; else what is on the board begins the next turn."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Several moves explain the sensors equally well."""

    candidates: tuple[Footprint, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """A piece is in the air on its way to a legal move, or has touched its square for so short a
    time that it may be sliding on: the press may have come a blink early."""


@dataclass(frozen=True, slots=True)
class NoMove:
    """The board is unchanged, or pieces are missing that are in the player's hand."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal move explains what is on the board."""


Conclusion = Made | Ask | Wait | NoMove | Illegal


def conclude(turn: Turn, now: Millis, *, waited: bool) -> Conclusion:
    """What a press by the side to move closes. `waited`: the grace for an early press is over."""
    if turn.standing is not None:
        if turn.fits and not waited and now - rests_since(turn, turn.standing) < CHATTER_MS:
            return Wait()
        if turn.fits or turn.reply is not None:
            return _stands(turn.standing.footprint, turn.standing.rivals)
        if _reply_begun(turn, surely=True):
            return _stands(turn.standing.footprint, turn.standing.rivals)
        if not waited and _reply_begun(turn, surely=False):
            return Wait()
    if turn.in_sync or not turn.trace.edges:
        return NoMove()  # whatever stands wrongly, nothing has been touched
    position, trace = turn.position, turn.trace
    beside = beside_an_accident(position, trace)
    may_land = underway(position, trace) or (beside is None and in_the_air(turn))
    if not waited and (may_land or _just_changed(trace, now)):
        return Wait()
    if beside is not None:
        return Made(beside, standing=False)
    return NoMove() if only_in_hand(position, trace) else Illegal()


def landed_after(turn: Turn, at: Millis) -> bool:
    """Whether the standing move was in the air at `at`, and has landed since.

    For the first time, or again: a pawn that has arrived may be exchanged, and the piece that it is
    exchanged for completes the promotion (2023:4.7.3); a king that need not move to castle may be
    put back. A contact that chatters is not in the air.
    """
    standing = turn.standing
    assert standing is not None
    squares = standing.footprint.again
    if standing.since > at or not squares:
        return standing.since > at
    lifted: dict[Square, Millis] = {}
    for edge in turn.trace.edges[: belongs_until(turn, standing) + 1]:
        if not squares & BB_SQUARES[edge.square]:
            continue
        if not edge.filled:
            lifted[edge.square] = edge.at
            continue
        left = lifted.pop(edge.square, None)
        if left is not None and left <= at < edge.at and edge.at - left >= CHATTER_MS:
            return True
    return False


def in_the_air(turn: Turn) -> bool:
    """Whether more pieces are off their squares than stand on others."""
    missing = turn.position.occupied & ~turn.trace.occupied
    extra = turn.trace.occupied & ~turn.position.occupied
    return missing.bit_count() > extra.bit_count()


def _just_changed(trace: Trace, now: Millis) -> bool:
    """Whether the last touch is so fresh that the hand may be carrying the piece on, or a sleeve
    may be brushing it."""
    return bool(trace.edges) and now - trace.edges[-1].at < BRUSH_MS


def _stands(footprint: Footprint, rivals: tuple[Footprint, ...]) -> Conclusion:
    return Ask((footprint, *rivals)) if rivals else Made(footprint)


def _reply_begun(turn: Turn, *, surely: bool) -> bool:
    """Whether what differs from the standing move is the beginning of the reply to it.

    A lift of the replier's own piece since the move stood proves it, as long as the piece that
    moved still stands. If that one is off too, it may have been on its way elsewhere.
    """
    standing = turn.standing
    assert standing is not None
    arrived = standing.footprint.filled | standing.footprint.swapped
    if surely and arrived & ~turn.trace.occupied:
        return False
    trace = answering_trace(turn)
    since = trace_of(turn.trace.occupied, turn.trace.edges[standing.edge + 1 :]).emptied
    for footprint in (standing.footprint, *standing.rivals):
        position = turn.position.after(footprint.move)
        if underway(position, trace) or position.leaving(trace.occupied):
            return not surely or bool(position.pieces(position.turn) & ~trace.occupied & since)
    return False
