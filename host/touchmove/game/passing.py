"""What time alone changes: early presses run out, moves settle, dwell completes, flags fall.

Nothing here waits. `deadline` says when the table next wants to be told the time, computed anew
from what is true now, so there is no timer to start, cancel or forget.
"""

from collections.abc import Callable

from touchmove.arbiter.judge import may_take_another
from touchmove.arbiter.kings import shown_by_kings
from touchmove.arbiter.story import UNEXPLAINED
from touchmove.arbiter.trace import CHATTER_MS
from touchmove.arbiter.turn import rests_since
from touchmove.game import catching_up
from touchmove.game.completing import complete_by_dwell, complete_by_end, end
from touchmove.game.displacing import settled
from touchmove.game.effects import Effect
from touchmove.game.endings import flagged
from touchmove.game.judging import judge_press, replied
from touchmove.game.questioning import ask
from touchmove.game.retelling import likeliest, retell
from touchmove.game.setting_up import START, arm, begin_game, start_stands, tell_wrong, wrong_since
from touchmove.game.straying import astray_settles, see_to_astray
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert
from touchmove.game.undoing import resume, take_back, taken_back
from touchmove.units import Millis


def _grace_ends(table: Table) -> Millis | None:
    """When an early press is judged: never while nothing can be heard of the piece that lands."""
    if table.press is None or not table.linked:
        return None
    ends_at = Millis(table.press.heard_since + table.rules.press_grace_ms + 1)
    turn = table.turn
    if turn.fits and turn.standing is not None and settled(turn):
        return Millis(rests_since(turn, turn.standing) + CHATTER_MS)
    return ends_at


def _standing_settles(table: Table) -> Millis | None:
    turn = table.turn
    if table.question is not None or not turn.fits or turn.standing is None:
        return None
    return Millis(rests_since(turn, turn.standing) + table.rules.settle_ms)


def _restoration_settles(table: Table) -> Millis | None:
    """The finished legal move stands, and what was beside it has been put right."""
    settles = _standing_settles(table)
    return None if settles is None else max(settles, Millis(table.still_since + 1))


def _dwell_ends(table: Table) -> Millis | None:
    turn = table.turn
    if not table.rules.profile.dwell_completes or table.question is not None:
        return None
    if not turn.fits or turn.standing is None:
        return None
    ends = rests_since(turn, turn.standing) + table.rules.dwell_ms
    # While a position is being set up, what looks like a move for a moment may be none.
    quiet_ms = table.rules.dwell_ms if table.following else CHATTER_MS
    return Millis(max(ends, table.still_since + quiet_ms))


def _reply_settles(table: Table) -> Millis | None:
    turn = table.turn
    if turn.reply is None:
        return None
    settles = rests_since(turn, turn.reply) + table.rules.settle_ms
    return Millis(max(settles, table.still_since + CHATTER_MS))


def _question_rests(table: Table) -> Millis | None:
    """When a question has seen a while of rest: a piece that is still in the air may answer it."""
    question = table.question
    if question is None or question.lost or question.is_touched(table.occupied):
        return None
    return Millis(table.still_since + table.rules.settle_ms) if table.press is None else None


def _takeback_settles(table: Table) -> Millis | None:
    if not table.rules.profile.takeback or table.turn.fits or taken_back(table) == 0:
        return None
    return Millis(table.still_since + table.rules.settle_ms)


def _start_settles(table: Table) -> Millis | None:
    if table.phase is Phase.SETUP:
        stands = start_stands(table)
    else:
        touched = table.outcome is not None and table.still_since > table.outcome.at
        stands = touched and table.occupied == START
    if not stands:
        return None
    return Millis(table.still_since + table.rules.settle_ms)


def _kings_settle(table: Table) -> Millis | None:
    """When the kings have rested long enough in the centre to be a result."""
    playing = table.phase is Phase.PLAYING and not table.following
    shown = playing and shown_by_kings(table.position, table.occupied)
    return Millis(table.still_since + table.rules.timing.kings_rest_ms) if shown else None


WAITS = {
    Phase.SETUP: (_start_settles, wrong_since),
    Phase.PLAYING: (
        _grace_ends,
        _standing_settles,
        _dwell_ends,
        _reply_settles,
        _question_rests,
        _takeback_settles,
        _kings_settle,
        astray_settles,
    ),
    Phase.PAUSED: (),
    Phase.ADJOURNED: (),
    Phase.RESTORING: (_restoration_settles,),
    Phase.OVER: (_start_settles,),
}
"""What the passing of time can bring about in each phase, but for flags."""


def deadline(table: Table, *, flags: bool = True) -> Millis | None:
    """The next moment at which time alone would change the table, or None."""
    earliest: Millis | None = None
    now = table.now
    waits = WAITS[table.phase] if table.open_gap is None else (catching_up.rests_at,)
    for wait in waits:
        due = wait(table)
        if due is not None and due > now and (earliest is None or due < earliest):
            earliest = due
    if flags and table.phase is Phase.PLAYING and catching_up.flags_may_fall(table):
        due = table.clock.flag_falls_at()
        if due is not None and due >= now and (earliest is None or due < earliest):
            earliest = due
    return earliest


def _due(moment: Millis | None, at: Millis) -> bool:
    return moment is not None and moment <= at


def pass_setting_up(table: Table, at: Millis) -> Stepped:
    """The position has stood still: the game is on. What is wrong and left alone is told."""
    if _due(_start_settles(table), at):
        return arm(table, at) if table.phase is Phase.OVER else begin_game(table, at)
    return tell_wrong(table, at) if _due(wrong_since(table), at) else (table, ())


def pass_stopped(table: Table, at: Millis) -> Stepped:
    """Nothing: the clocks are stopped."""
    return table, ()


def pass_restoring(table: Table, at: Millis) -> Stepped:
    """A board that shows the finished legal move needs no detour: it is pending."""
    if not _due(_restoration_settles(table), at):
        return table, ()
    table, effects = resume(table, at)
    table, more = pass_playing(table, at)
    return table, effects + more


def pass_playing(table: Table, at: Millis, *, flags: bool = True) -> Stepped:
    """Everything that is due by `at`, in the order in which it fell due."""
    effects: tuple[Effect, ...] = ()
    if table.open_gap is not None:
        if _due(catching_up.rests_at(table), at):
            table, effects = catching_up.rest(table)
        return _flags(table, at, effects) if flags else (table, effects)
    for wait, see_to in _DUE:
        if table.phase is Phase.PLAYING and _due(wait(table), at):
            table, more = see_to(table, at)
            effects += more
    if table.phase is Phase.PLAYING and astray_settles(table) == at:
        table, more = see_to_astray(table, at)
        effects += more
    return _flags(table, at, effects) if flags else (table, effects)


MAX_CHAIN = 8
"""A wait that ends may bring others that are over already; no more than this."""


def catch_up(table: Table, at: Millis) -> Stepped:
    """What has just arisen and was over before it did: a move that stood long before what was
    beside it was put right has settled now, not when the board is next heard.
    Flags are left to their moments: whether one may fall can change while a board is heard again.
    """
    effects: tuple[Effect, ...] = ()
    for _ in range(MAX_CHAIN):
        table, more = _passed(table, at)
        if not more:
            break
        effects += more
    return table, effects


def _passed(table: Table, at: Millis) -> Stepped:
    if table.phase is Phase.PLAYING:
        return pass_playing(table, at, flags=False)
    if table.phase is Phase.RESTORING:
        return pass_restoring(table, at)
    waiting = table.phase in (Phase.SETUP, Phase.OVER)
    return pass_setting_up(table, at) if waiting else (table, ())


def _flags(table: Table, at: Millis, effects: tuple[Effect, ...]) -> Stepped:
    """And the flag has fallen, if it has and it is known whose time it was."""
    if table.phase is not Phase.PLAYING or not catching_up.flags_may_fall(table):
        return table, effects
    if not _due(table.clock.flag_falls_at(), at):
        return table, effects
    table, more = _flag(table)
    return table, effects + more


def _ending(table: Table) -> tuple[str, str] | None:
    """How the move that stands ends the game, if it does and its piece is not about to take on."""
    turn, standing = table.turn, table.turn.standing
    if not turn.fits or standing is None or standing.rivals:
        return None
    takes_on = may_take_another(turn.position, standing.footprint, turn.trace)
    return None if takes_on else table.ending_of(standing.footprint)


def _end_grace(table: Table, at: Millis) -> Stepped:
    """A press has waited for its piece as long as it may."""
    assert table.press is not None
    return judge_press(table, table.press, waited=True)


def _settle(table: Table, at: Millis) -> Stepped:
    """A released move that ends the game ends it, pressed or not (Laws 5.1.1)."""
    ending = _ending(table)
    return (table, ()) if ending is None else complete_by_end(table, *ending)


def _end_by_kings(table: Table, at: Millis) -> Stepped:
    """The kings show the result; their steps are no moves. The arbiter is told, and may undo it."""
    result = shown_by_kings(table.position, table.occupied)
    assert result is not None
    table, effects = alert(table, at, "result_kings", f"the kings in the centre say {result}")
    table, more = end(table, table.still_since, result, "kings")
    return table, effects + more


def _dwell(table: Table, at: Millis) -> Stepped:
    standing = table.turn.standing
    if standing is None or not standing.rivals:
        return complete_by_dwell(table)
    stood = (standing.footprint, *standing.rivals)
    told = likeliest(table)
    meant = next((f for f in stood if told is not None and f.moves == told.moves), None)
    if meant is None:
        return ask(table, stood, standing.since)
    standing = standing._replace(footprint=meant, rivals=(), inferred=True)
    return complete_by_dwell(table._replace(turn=table.turn._replace(standing=standing)))


def _flag(table: Table) -> Stepped:
    """The flag of the running side has fallen, unless its last move had ended the game before."""
    fell_at = table.clock.flag_falls_at()
    color = table.clock.running
    assert fell_at is not None
    assert color is not None
    standing = table.turn.standing
    ending = _ending(table)
    if ending is not None and standing is not None and standing.since <= fell_at:
        return complete_by_end(table, *ending)
    return end(table, fell_at, flagged(table.shown, color, table.rules.edition), "flag")


def _answer_by_rest(table: Table, at: Millis) -> Stepped:
    """A piece that nobody puts down was not lifted by a hand, so one story may be left."""
    due = _question_rests(table) == at
    return (retell(table, UNEXPLAINED) if due else None) or (table, ())


def _reply(table: Table, at: Millis) -> Stepped:
    """The reply has been released: it completes the move that it answers."""
    return replied(table)


_DUE: tuple[tuple[Callable[[Table], Millis | None], Callable[[Table, Millis], Stepped]], ...] = (
    (_grace_ends, _end_grace),
    (_reply_settles, _reply),
    (_question_rests, _answer_by_rest),
    (_standing_settles, _settle),
    (_dwell_ends, _dwell),
    (_takeback_settles, take_back),
    (_kings_settle, _end_by_kings),
)
"""What falls due while the game is on, in this order, and what comes of it."""
