"""When time alone changes something: the moments that a table waits for.

Nothing here waits. `deadline` says when the table next wants to be told the time, computed anew
from what is true now, so there is no timer to start, cancel or forget. What comes of it at that
moment is said in `game.passing`.
"""

from collections.abc import Callable

from touchmove.arbiter.kings import shown_by_kings
from touchmove.arbiter.trace import CHATTER_MS
from touchmove.arbiter.turn import rests_since
from touchmove.game import catching_up
from touchmove.game.displacing import settled
from touchmove.game.endings import by_the_board
from touchmove.game.setting_up import START, start_stands, wrong_since
from touchmove.game.straying import IN_HAND, astray_settles
from touchmove.game.table import Phase, Table
from touchmove.game.undoing import taken_back
from touchmove.game.unmade import is_unmade
from touchmove.units import Millis

Wait = Callable[[Table], Millis | None]
"""When something falls due, or None while it is not waited for."""


def grace_ends(table: Table) -> Millis | None:
    """When an early press has waited as long as it may, and is judged by what stands then.

    Never while nothing can be heard of the piece that lands.
    """
    if table.press is None or not table.linked:
        return None
    ends_at = Millis(table.press.heard_since + table.rules.press_grace_ms + 1)
    turn = table.turn
    if turn.fits and turn.standing is not None and settled(turn):
        return Millis(rests_since(turn, turn.standing) + CHATTER_MS)
    return ends_at


def unmade_settles(table: Table) -> Millis | None:
    """When the piece has been released that was taken to have captured, and had not."""
    return Millis(table.still_since + table.rules.settle_ms) if is_unmade(table) else None


def standing_settles(table: Table) -> Millis | None:
    """When the move that stands has been released: it may end the game."""
    turn = table.turn
    if table.question is not None or not turn.fits or turn.standing is None:
        return None
    return Millis(rests_since(turn, turn.standing) + table.rules.settle_ms)


def restoration_settles(table: Table) -> Millis | None:
    """When the finished legal move stands, and what was beside it has been put right."""
    settles = standing_settles(table)
    return None if settles is None else max(settles, Millis(table.still_since + 1))


def dwell_ends(table: Table) -> Millis | None:
    """When a move has stood long enough to be completed, where no clock is pressed.

    Never while it cannot be heard whether it stands.
    """
    turn = table.turn
    if not table.rules.profile.dwell_completes or table.question is not None:
        return None
    if table.gap is not None:
        return None
    if not turn.fits or turn.standing is None:
        return None
    ends = rests_since(turn, turn.standing) + table.rules.dwell_ms
    # While a position is being set up, what looks like a move for a moment may be none.
    quiet_ms = table.rules.dwell_ms if table.following else CHATTER_MS
    return Millis(max(ends, table.still_since + quiet_ms))


def reply_settles(table: Table) -> Millis | None:
    """When the reply has been released: it completes the move that was not pressed."""
    turn = table.turn
    if turn.reply is None:
        return None
    settles = rests_since(turn, turn.reply) + table.rules.settle_ms
    return Millis(max(settles, table.still_since + CHATTER_MS))


def question_rests(table: Table) -> Millis | None:
    """When a question has seen a while of rest: a piece that is still in the air may answer it."""
    question = table.question
    if question is None or question.lost or question.is_touched(table.occupied):
        return None
    return Millis(table.still_since + table.rules.settle_ms) if table.press is None else None


def takeback_settles(table: Table) -> Millis | None:
    """When the position before the last move has stood for so long that the move is taken back.

    If that move ended the game, it must stand as long as a move does: pieces are also put back to
    begin anew.
    """
    if not table.rules.profile.takeback or table.turn.fits or taken_back(table) == 0:
        return None
    if table.outcome is None:
        return Millis(table.still_since + table.rules.settle_ms)
    if not by_the_board(table.outcome.termination) or start_settles(table) is not None:
        return None
    return Millis(table.still_since + table.rules.dwell_ms)


def start_settles(table: Table) -> Millis | None:
    """When the start position has stood for so long that the game is on."""
    if table.phase is Phase.SETUP:
        stands = start_stands(table)
    else:
        touched = table.outcome is not None and table.still_since > table.outcome.at
        stands = touched and table.occupied == START
    if not stands:
        return None
    return Millis(table.still_since + table.rules.settle_ms)


def kings_settle(table: Table) -> Millis | None:
    """When the kings have rested long enough in the centre to be a result."""
    playing = table.phase is Phase.PLAYING and not table.following
    shown = playing and shown_by_kings(table.position, table.occupied)
    return Millis(table.still_since + table.rules.timing.kings_rest_ms) if shown else None


WAITS: dict[Phase, tuple[Wait, ...]] = {
    Phase.SETUP: (start_settles, wrong_since),
    Phase.PLAYING: (
        grace_ends,
        unmade_settles,
        reply_settles,
        question_rests,
        standing_settles,
        dwell_ends,
        takeback_settles,
        kings_settle,
        astray_settles,
    ),
    Phase.PAUSED: (),
    Phase.ADJOURNED: (),
    Phase.RESTORING: (restoration_settles,),
    Phase.OVER: (start_settles, takeback_settles),
}
"""What the passing of time can bring about in each phase, in this order, but for flags."""

_UNEXPLAINED: tuple[Wait, ...] = (catching_up.rests_at,)
_RELEASED: tuple[Wait, ...] = (standing_settles,)


def waits(table: Table) -> tuple[Wait, ...]:
    """What may be waited for. After most touches it is plain that nearly nothing is.

    Where nothing hangs over from before, pieces that were only lifted bring about nothing, and a
    move that explains every square no more than its release.
    """
    if table.gap is not None and table.open_gap is not None:
        return _UNEXPLAINED
    if table.phase is not Phase.PLAYING:
        return WAITS[table.phase]
    turn = table.turn
    standing, shown = turn.standing, turn.trace.occupied
    held = table.press is not None or table.question is not None or table.previous is not None
    if not held and table.occupied == shown:
        home = turn.position.occupied
        if standing is None:
            if not shown & ~home and (home & ~shown).bit_count() <= IN_HAND:
                return ()
        elif turn.fits and not table.rules.profile.dwell_completes:
            footprint = standing.footprint
            if shown == home & ~footprint.vacated | footprint.filled:
                return _RELEASED
    return WAITS[Phase.PLAYING]


def deadline(table: Table, *, flags: bool = True) -> Millis | None:
    """The next moment at which time alone would change the table, or None."""
    earliest: Millis | None = None
    now = table.now
    for wait in waits(table):
        due = wait(table)
        if due is not None and due > now and (earliest is None or due < earliest):
            earliest = due
    if flags and table.phase is Phase.PLAYING:
        due = table.clock.flag_falls_at()
        if due is None or due < now or (earliest is not None and earliest <= due):
            return earliest
        if catching_up.flags_may_fall(table):
            return due
    return earliest
