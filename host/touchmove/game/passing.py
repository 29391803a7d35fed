"""What time alone changes: early presses run out, moves settle, dwell completes, flags fall.

When it does is said in `game.waiting`.
"""

from collections.abc import Callable

import chess

from touchmove.arbiter.judge import may_take_another
from touchmove.arbiter.kings import shown_by_kings
from touchmove.arbiter.story import UNEXPLAINED
from touchmove.events import Event, Lifted
from touchmove.game import catching_up
from touchmove.game.completing import complete_by_end, end
from touchmove.game.duties import arrived_at
from touchmove.game.effects import Effect, GameStarted
from touchmove.game.endings import by_the_board, flagged
from touchmove.game.judging import dwelt, judge_press, replied
from touchmove.game.questioning import ask
from touchmove.game.retelling import likeliest, retell
from touchmove.game.sensing import watch_touch
from touchmove.game.setting_up import START, arm, begin_game, tell_wrong, wrong_since
from touchmove.game.straying import astray_settles, see_to_astray
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert
from touchmove.game.undoing import resume, take_back
from touchmove.game.unmade import take_off
from touchmove.game.waiting import (
    Wait,
    dwell_ends,
    grace_ends,
    kings_settle,
    question_rests,
    reply_settles,
    restoration_settles,
    standing_settles,
    start_settles,
    takeback_settles,
    unmade_settles,
    waits,
)
from touchmove.units import Millis


def _due(moment: Millis | None, at: Millis) -> bool:
    return moment is not None and moment <= at


def pass_setting_up(table: Table, at: Millis) -> Stepped:
    """The position has stood still: the game is on. What is wrong and left alone is told."""
    if _due(start_settles(table), at):
        return begin_game(table, at)
    return tell_wrong(table, at) if _due(wrong_since(table), at) else (table, ())


def pass_over(table: Table, at: Millis) -> Stepped:
    """The start position has stood still: a new game. Or the move that ended this one has gone."""
    if _due(start_settles(table), at):
        return arm(table, at)
    return take_back(table, at) if _due(takeback_settles(table), at) else (table, ())


_UNNOTICED = ("flag", "illegal moves", "sealed move", "kings")
"""Ends that nobody need have said: the players may not know yet, and go on."""


def lift_after_end(table: Table, event: Lifted) -> Stepped:
    """One lift after the end: it may begin the next game.

    That is where a word has ended this one on the start position, as it does when somebody has not
    come, nobody has touched that since, and a piece of White's is lifted that can move. The lift is
    still to be told to the new game (`is_taken_up`).
    """
    outcome = table.outcome
    assert outcome is not None, "a game that is over has an outcome"
    said = not by_the_board(outcome.termination) and outcome.termination not in _UNNOTICED
    untouched = table.still_since <= outcome.at and table.occupied == START
    if not (said and untouched and event.at - outcome.at >= table.rules.settle_ms):
        return watch_touch(table, event)
    following, effects = arm(table, event.at)
    movable = {move.from_square for move in following.start.legal_moves()}
    either = {event.square}
    if following.bothways is not None:
        either.add(chess.square_mirror(event.square ^ 7))
    return (following, effects) if movable & either else watch_touch(table, event)


def is_taken_up(event: Event, effects: tuple[Effect, ...]) -> bool:
    """Whether `event` has begun a game of which it is the first touch, and has yet to be told."""
    begun = isinstance(event, Lifted)
    return begun and any(isinstance(effect, GameStarted) for effect in effects)


def pass_stopped(table: Table, at: Millis) -> Stepped:
    """Nothing: the clocks are stopped."""
    return table, ()


def pass_restoring(table: Table, at: Millis) -> Stepped:
    """A board that shows the finished legal move needs no detour: it is pending."""
    if not _due(restoration_settles(table), at):
        return table, ()
    table, effects = resume(table, at)
    table, more = pass_playing(table, at)
    return table, effects + more


def pass_playing(table: Table, at: Millis) -> Stepped:
    """Everything that is due by `at`, in the order in which it fell due; flags last."""
    table, effects = _pass_but_flags(table, at)
    if table.phase is not Phase.PLAYING or not catching_up.flags_may_fall(table):
        return table, effects
    if not _due(table.clock.flag_falls_at(), at):
        return table, effects
    table, more = _flag(table)
    return table, effects + more


def _pass_but_flags(table: Table, at: Millis) -> Stepped:
    effects: tuple[Effect, ...] = ()
    for wait in waits(table):
        due = wait(table)
        if due is None or due > at:
            continue
        table, more = _SEE_TO[wait](table, at)
        effects += more
        if table.phase is not Phase.PLAYING:
            break
    return table, effects


MAX_CHAIN = 7
"""A wait that ends may bring others that are over already; no more of them than this."""


def catch_up(table: Table, at: Millis) -> Stepped:
    """What has just arisen and was over before it did: a move that stood long before what was
    beside it was put right has settled now, not when the board is next heard.
    Flags are left to their moments: whether one may fall can change while a board is heard again.
    """
    standing, held = table.turn.standing, table.press is not None or table.turn.reply is not None
    if table.still_since == at and not held and (standing is None or standing.since == at):
        return table, ()  # only moves that stood and presses look further back than this touch
    table, effects = _PASSES[table.phase](table, at)
    if not effects:
        return table, effects
    for _ in range(MAX_CHAIN):
        table, more = _PASSES[table.phase](table, at)
        if not more:
            break
        effects += more
    return table, effects


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
        return dwelt(table)
    stood = (standing.footprint, *standing.rivals)
    told = likeliest(table)
    meant = next((f for f in stood if told is not None and f.moves == told.moves), None)
    if meant is None:
        return ask(table, stood, standing.since)
    standing = standing._replace(footprint=meant, rivals=(), inferred=True)
    return dwelt(table._replace(turn=table.turn._replace(standing=standing)))


def _flag(table: Table) -> Stepped:
    """The flag of the running side has fallen, unless its last move had ended the game before."""
    fell_at = table.clock.flag_falls_at()
    color = table.clock.running
    assert fell_at is not None
    assert color is not None
    standing = table.turn.standing
    ending = _ending(table)
    made_at = None if standing is None else arrived_at(table.turn, standing, table.adjusting)
    if ending is not None and _due(made_at, fell_at):
        return complete_by_end(table, *ending)
    return end(table, fell_at, flagged(table.shown, color, table.rules.edition), "flag")


def _answer_by_rest(table: Table, at: Millis) -> Stepped:
    """A piece that nobody puts down was not lifted by a hand, so one story may be left."""
    due = question_rests(table) == at
    return (retell(table, UNEXPLAINED) if due else None) or (table, ())


def _reply(table: Table, at: Millis) -> Stepped:
    """The reply has been released: it completes the move that it answers."""
    return replied(table)


def _astray(table: Table, at: Millis) -> Stepped:
    """Looked into once: what could not be explained at its moment is not explained later."""
    return see_to_astray(table, at) if astray_settles(table) == at else (table, ())


def _gap(table: Table, at: Millis) -> Stepped:
    """The board has rested after a time in which nobody heard it."""
    return catching_up.rest(table)


_SEE_TO: dict[Wait, Callable[[Table, Millis], Stepped]] = {
    grace_ends: _end_grace,
    unmade_settles: take_off,
    reply_settles: _reply,
    question_rests: _answer_by_rest,
    standing_settles: _settle,
    dwell_ends: _dwell,
    takeback_settles: take_back,
    kings_settle: _end_by_kings,
    astray_settles: _astray,
    catching_up.rests_at: _gap,
}
"""What comes of each wait while the game is on."""

_PASSES: dict[Phase, Callable[[Table, Millis], Stepped]] = {
    Phase.SETUP: pass_setting_up,
    Phase.PLAYING: _pass_but_flags,
    Phase.PAUSED: pass_stopped,
    Phase.ADJOURNED: pass_stopped,
    Phase.RESTORING: pass_restoring,
    Phase.OVER: pass_over,
}
"""What sees to it, in each phase."""
