"""Moves that are on the record before the clock is pressed, where the edition says so.

From 2001 on a move is made when the hand leaves it and completed when the clock is pressed; until
then it is pending. In the older rules (N90:6.1) it is complete when it is made: the press only
passes the time on. One exception is left to the press (N90:6.5): when the flag has fallen before
it, the move does not count.

So nothing new happens to the table when such a move is made, and nothing has to be undone when the
flag falls: the piece that stands released is what the press will record, and the record is read as
if it were on it already. If it travels on, the record reads as what it becomes, and the arbiter is
told at the press that it had been released.
"""

from chess import Move

from touchmove.arbiter.turn import Turn, rests_since
from touchmove.game.record import INFERRED, WITNESSED
from touchmove.game.table import Table
from touchmove.units import Millis


def made(table: Table) -> Move | None:
    """The pending move, where it is on the record without a press (N90:6.1, 6.4); else None.

    A promotion is made when the new piece stands in place of the pawn. The sensors cannot tell the
    two apart, so it counts only when the piece has been named.
    """
    pending = table.pending
    if pending is None or not table.rules.edition.made_is_recorded:
        return None
    if table.outcome is not None and table.outcome.termination == "flag":
        return None
    standing = table.turn.standing
    assert standing is not None
    if standing.footprint.promotes and table.named_for(standing.footprint) is None:
        return None
    return pending if _released(table) else None


def on_record(table: Table) -> tuple[tuple[Move, str], ...]:
    """The moves on the record with their evidence, one that is only made included."""
    recorded = tuple((entry.move, entry.evidence) for entry in table.moves)
    move = made(table)
    return recorded if move is None else (*recorded, (move, grade(table.turn, move)))


def made_at(table: Table) -> Millis | None:
    """When the move was complete that is on the record before the press; None: there is none."""
    if made(table) is None:
        return None
    turn = table.turn
    assert turn.standing is not None
    released = Millis(rests_since(turn, turn.standing) + table.rules.settle_ms)
    return released if turn.reply is None else min(released, turn.reply.since)


def _released(table: Table) -> bool:
    """Whether the hand has left the standing move: it has stood long enough, or is answered."""
    turn = table.turn
    if turn.reply is not None:
        return True
    assert turn.standing is not None
    until = table.now if table.outcome is None else table.outcome.at
    return until - rests_since(turn, turn.standing) >= table.rules.settle_ms


def grade(turn: Turn, move: Move, evidence: str = WITNESSED) -> str:
    """The evidence of `move`: what was witnessed is only inferred where an edge was missed, or
    where the reading leaves a doubt."""
    stood = turn.standing
    doubtful = turn.trace.gapped or (
        stood is not None and stood.inferred and move in stood.footprint.moves
    )
    return INFERRED if doubtful and evidence == WITNESSED else evidence
