"""A move that is completed without a press, and whose piece travels on.

As long as nothing has answered it, the move is what it becomes. It is put on the record anew: what
its player had touched and released before binds him as it did, and what the arbiter was told of the
move that stood is told of the one that has come of it.
"""

from dataclasses import replace

from chess import BB_SQUARES

from touchmove.arbiter.closing import close
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.observing import observe
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import Turn
from touchmove.game.completing import record
from touchmove.game.duties import arrived_at
from touchmove.game.effects import AlertWithdrawn, Effect, MoveRevised
from touchmove.game.pending import Previous
from touchmove.game.record import RecordedMove
from touchmove.game.table import Table
from touchmove.game.telling import Stepped
from touchmove.units import Millis

TOLD_OF_A_MOVE = frozenset(("touch", "release", "rook_first", "promo_assumed", "promo_changed"))
"""What is told when a move goes on the record."""


def revised(table: Table, edge: Edge) -> Stepped:
    """The table after one more edge, which may be where the piece that moved last has gone on."""
    if table.previous is None:
        return table, ()
    before = observe(table.previous.turn, edge)
    restored = table.previous.restored or before.in_sync
    previous = replace(table.previous, turn=before, restored=restored)
    table = table._replace(previous=previous)
    standing = before.standing
    if (
        previous.by_press
        or standing is None
        or not _lands_beside_a_reply(before)
        or (table.turn.in_sync and not restored)
        or table.turn.fits
        or table.moves[-1].move in standing.footprint.moves
        or not _travels_on(before, table.moves[-1], standing.footprint)
    ):
        return table, ()
    return _recorded_anew(table, previous, standing.footprint, edge.at)


def _recorded_anew(table: Table, previous: Previous, footprint: Footprint, at: Millis) -> Stepped:
    """The move of `footprint` in place of the last one."""
    turn, entry, closed = previous.turn, table.moves[-1], table.closed
    assert turn.standing is not None
    withdrawn = tuple(a for a in table.alerts if a.ply == table.plies and a.kind in TOLD_OF_A_MOVE)
    number, kind = len(table.moves) - 1, entry.move.promotion
    named = table.named
    if kind is not None and not entry.assumed:
        named = ((footprint.move.to_square, kind), *named)
    again = table._replace(
        turn=turn,
        moves=table.moves[:-1],
        alerts=tuple(told for told in table.alerts if told not in withdrawn),
        named=named,
        bound=previous.bound,
        adjusting=previous.adjusting,
        excused=previous.excused,
    )
    move = again.kind_of(footprint)
    after, told = record(
        again,
        turn,
        move,
        made_at=arrived_at(turn, turn.standing, previous.adjusting),
        clock_ms=entry.clock_ms,
        spent=entry.spent_ms,
        evidence=entry.evidence,
        following=close(turn, move),
        half=None if closed is None else closed.half,
    )
    effects: list[Effect] = [AlertWithdrawn(at, each.kind, each.ply) for each in withdrawn]
    effects.append(MoveRevised(at, number, move, after.moves[-1].san))
    after = after._replace(previous=previous, offer=table.offer)
    return after, (*effects, *told[1:])


def _lands_beside_a_reply(turn: Turn) -> bool:
    """Whether one move explains every square, but for pieces of the opponent that he has lifted
    for his reply."""
    standing = turn.standing
    if not turn.fits or standing is None or standing.rivals:
        return False
    after = turn.after_standing()
    missing = after.occupied & ~turn.trace.occupied
    extra = turn.trace.occupied & ~after.occupied
    return not extra and not missing & ~after.pieces(after.turn)


def _travels_on(turn: Turn, entry: RecordedMove, footprint: Footprint) -> bool:
    """Whether another move can have come of the completed one: its piece has been lifted again, or
    was the first of the two that castle."""
    stood = next(f for f in turn.position.footprints() if entry.move in f.moves)
    arrived = stood.filled | stood.swapped
    later = (edge for edge in turn.trace.edges if edge.at > entry.at and not edge.filled)
    return not arrived & ~footprint.squares or any(arrived & BB_SQUARES[e.square] for e in later)
