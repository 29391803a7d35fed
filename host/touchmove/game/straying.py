"""Pieces that rest where no hand in play can have put them: when to look into it, and what then.

The last moves may have been read wrongly, so they are told again; without presses, and where a move
from outside is due, nothing else would ever say that the board is wrong.
"""

from touchmove.arbiter.conclude import in_the_air
from touchmove.arbiter.kings import may_show
from touchmove.arbiter.story import UNEXPLAINED
from touchmove.arbiter.turn import Turn
from touchmove.game.displacing import (
    explained,
    mark_displaced,
    one_too_many,
    righted,
    settled,
)
from touchmove.game.retelling import retell
from touchmove.game.table import Table
from touchmove.game.telling import Stepped
from touchmove.game.words import revise_assumed
from touchmove.units import Millis

IN_HAND = 2
"""No more pieces are off the board than these: what a hand holds that captures."""


def astray_settles(table: Table) -> Millis | None:
    """When to look whether something stands that no hand in play explains.

    Without presses, because nothing else closes the turn; with presses, because the last moves may
    have been read wrongly; and where a move from outside was carried out wrongly, as soon as it has
    settled.
    """
    turn = table.turn
    if table.displaced or table.question is not None or table.press is not None:
        return None
    if settled(turn) or (turn.fits and table.rules.profile.dwell_completes):
        return None
    missing = turn.position.occupied & ~turn.trace.occupied
    in_hand = missing.bit_count() <= IN_HAND and not turn.trace.occupied & ~turn.position.occupied
    if in_hand and (turn.standing is None or table.rules.profile.dwell_completes):
        return None  # nothing was put down
    at_once = _is_misplaced(table) or _is_the_waiting_sides(table)
    span_ms = table.rules.settle_ms if at_once else table.rules.dwell_ms
    return Millis(table.still_since + span_ms)


def _is_misplaced(table: Table) -> bool:
    """Whether a move from outside is due, and something else has been put somewhere."""
    return table.awaited is not None and bool(table.occupied & ~table.position.occupied)


def _is_the_waiting_sides(table: Table) -> bool:
    """Whether pieces of the player who does not have the move stand elsewhere, and only they.

    Not while the board has yet to follow what a person has said, nor where kings show a result.
    """
    turn = table.turn
    missing = turn.position.occupied & ~turn.trace.occupied
    extra = turn.trace.occupied & ~turn.position.occupied
    if table.following or missing & turn.position.pieces(turn.position.turn):
        return False
    if may_show(turn.position, turn.trace.occupied):
        return False
    return bool(extra) and missing.bit_count() == extra.bit_count()


def _travels(before: Turn, at: Millis) -> bool:
    """Whether the piece that moved last may be travelling on, as the turn of its move shows.

    What lies in a legal move, with nothing in the air, has arrived: no edge says how.
    """
    arrived = not (before.fits or before.in_sync or before.reply is not None or in_the_air(before))
    return not arrived and explained(before, at)


def see_to_astray(table: Table, at: Millis) -> Stepped:
    """What stands has rested, and no hand in play explains it."""
    before = None if table.previous is None else table.previous.turn
    pressing = not table.rules.profile.dwell_completes
    if explained(table.turn, at) and not (pressing and table.turn.standing is not None):
        return table, ()
    travelling = before is not None and _travels(before, at)
    misplaced = _is_misplaced(table)
    if travelling and not (misplaced and before is not None and before.reply is not None):
        return table, ()  # the piece that moved last may be travelling on
    if misplaced or table.rules.profile.dwell_completes:
        told = revise_assumed(table, at) or retell(table, UNEXPLAINED)
        return mark_displaced(table, at) if told is None else righted(*told, at)
    told = retell(table, UNEXPLAINED)
    if told is not None:
        return righted(*told, at)
    certain = _is_the_waiting_sides(table) or one_too_many(table.turn)
    return mark_displaced(table, at) if certain else (table, ())
