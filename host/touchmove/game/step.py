"""The only place where a table changes: one table of transitions, one function a pair.

`step(table, event)` looks up what the phase makes of the event and returns the next table with the
facts that became true. Every pair of phase and event has an answer. Time is a field of events:
`advance` first tells the table the time at every deadline that lies before the event, so the same
events give the same table whether they come live, from a log or from a touch script.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from touchmove import events as said
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    Event,
    Heard,
    Lifted,
    LinkLost,
    LinkRestored,
    NewGame,
    Placed,
    Tick,
    Word,
    WordTakenBack,
)
from touchmove.game import (
    adjourning,
    draws,
    following,
    irregularities,
    passing,
    pausing,
    pressing,
    remembering,
    rulings,
    sensing,
    standing,
    words,
)
from touchmove.game.effects import Effect, WordRefused
from touchmove.game.passing import deadline
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, refuse
from touchmove.units import Millis

__all__ = ["TRANSITIONS", "advance", "deadline", "step", "unfold", "unfold_quiet"]

# Any: the handler of a pair takes exactly that pair's event class, which no type can say of a dict.
Handler = Callable[[Table, Any], Stepped]


def _stay(table: Table, event: Event) -> Stepped:
    """Nothing changes, whatever happened."""
    return table, ()


def _tick(passes: Callable[[Table, Millis], Stepped]) -> Handler:
    def handler(table: Table, event: Tick) -> Stepped:
        return passes(table, event.at)

    return handler


def _lost(table: Table, event: LinkLost) -> Stepped:
    """The board cannot be heard; its clock and the game run on."""
    """The board cannot be heard; the game and its clocks go on."""
    return table._replace(linked=False), ()


def _restored(table: Table, event: LinkRestored) -> Stepped:
    """The board is heard again; what it shows follows."""
    """The board is heard again; what it says next mends the gap."""
    held = table.press
    press = None if held is None else replace(held, heard_since=event.at)
    return table._replace(linked=True, press=press), ()


def _take_back(table: Table, event: WordTakenBack) -> Stepped:
    """The latest word that still holds was not said; what has happened since, has happened."""
    return remembering.take_back(table, event, advance)


def _refusing(reason: str) -> Handler:
    def refused(table: Table, event: Word) -> Stepped:
        """Refused, with the reason why."""
        return refuse(table, event, reason)

    return refused


_ALWAYS: dict[type[Event], Handler] = {
    LinkLost: _lost,
    LinkRestored: _restored,
    NewGame: words.start_anew,
    WordTakenBack: _take_back,
}
_SPOKEN: dict[type[Event], Handler] = {
    said.AdjustAnnounced: words.announce_adjusting,
    said.PromotionNamed: words.name_promotion,
    said.Resigned: words.resign,
    said.ResultEntered: words.enter_result,
    said.DrawOffered: draws.offer,
    said.DrawAnswered: draws.answer,
    said.DrawClaimed: draws.claim,
    said.AccidentRuled: rulings.excuse,
    said.TouchClaimed: rulings.claim_touch,
    said.TouchRuled: rulings.rule_touch,
    said.IrregularityRuled: irregularities.rule,
    said.Defaulted: rulings.default,
    said.TimeChanged: rulings.change_time,
    said.FlagSeen: rulings.see_flag,
    said.LeftUnpromoted: rulings.count_unpromoted,
    said.MoveReplaced: rulings.replace_move,
    said.PositionCorrected: standing.correct,
    said.TakebackAgreed: rulings.take_back,
    said.DeadRuled: rulings.rule_dead,
    said.WrongStartFound: rulings.annul,
    said.ColorsReversedFound: rulings.note_reversed,
    said.MoveSealed: adjourning.seal,
    said.SealOpened: _refusing("no move is sealed"),
    said.ClockStarted: pausing.start,
    said.ClockPaused: pausing.pause,
    said.ClockResumed: _refusing("the clocks are not stopped"),
}
"""What words do while a game is on; a phase says where it differs."""


def _refusing_all(reason: str) -> dict[type[Event], Handler]:
    return dict.fromkeys(_SPOKEN, _refusing(reason))


_PLAYED: dict[type[Event], Handler] = {
    Lifted: following.see_touch,
    Placed: following.see_touch,
    BoardSeen: following.see_board,
}
_WATCHED: dict[type[Event], Handler] = {
    Lifted: sensing.watch_touch,
    Placed: sensing.watch_touch,
    BoardSeen: sensing.watch_board,
    ClockPressed: _stay,
}
_RESTORE_FIRST = _refusing("the board must be put right first; the clocks stand still until then")

_ROWS: dict[Phase, dict[type[Event], Handler]] = {
    Phase.SETUP: {
        **_ALWAYS,
        **_WATCHED,
        **_refusing_all("the game has not begun; the pieces are being set up"),
        said.Defaulted: rulings.default,
        said.Resigned: words.resign,
        said.ResultEntered: words.enter_result,
        said.TimeChanged: rulings.change_time,
        said.PositionCorrected: standing.correct_start,
        Tick: _tick(passing.pass_setting_up),
    },
    Phase.PLAYING: {
        **_ALWAYS,
        **_SPOKEN,
        **_PLAYED,
        ClockPressed: pressing.press,
        Tick: _tick(passing.pass_playing),
    },
    Phase.PAUSED: {
        **_ALWAYS,
        **_WATCHED,
        **_SPOKEN,
        said.ClockStarted: _refusing("the clocks are stopped; say resume"),
        said.ClockPaused: _refusing("the clocks are stopped already"),
        said.ClockResumed: pausing.resume,
        Tick: _tick(passing.pass_stopped),
    },
    Phase.RESTORING: {
        **_ALWAYS,
        **_SPOKEN,
        **_PLAYED,
        said.ClockStarted: _RESTORE_FIRST,
        said.ClockPaused: _RESTORE_FIRST,
        said.ClockResumed: _RESTORE_FIRST,
        said.MoveSealed: _RESTORE_FIRST,
        ClockPressed: pressing.press_while_restoring,
        Tick: _tick(passing.pass_restoring),
    },
    Phase.ADJOURNED: {
        **_ALWAYS,
        **_WATCHED,
        **_refusing_all("the game is adjourned; say open first"),
        said.SealOpened: adjourning.open_seal,
        said.DrawOffered: draws.offer,
        said.DrawAnswered: draws.answer,
        said.Resigned: words.resign,
        said.ResultEntered: words.enter_result,
        said.Defaulted: rulings.default,
        said.TimeChanged: rulings.change_time,
        said.DeadRuled: rulings.rule_dead,
        said.WrongStartFound: rulings.annul,
        said.ColorsReversedFound: rulings.note_reversed,
        said.IrregularityRuled: irregularities.rule,
        Tick: _tick(passing.pass_stopped),
    },
    Phase.OVER: {
        **_ALWAYS,
        **_WATCHED,
        **_refusing_all("the game is over; undo what ended it, or begin a new one"),
        said.WrongStartFound: rulings.annul,
        said.PromotionNamed: words.name_promotion,
        said.ResultEntered: words.correct_result,
        said.IrregularityRuled: irregularities.rule,
        Tick: _tick(passing.pass_setting_up),
    },
}

TRANSITIONS: dict[tuple[Phase, type[Event]], Handler] = {
    (phase, event): handler for phase, row in _ROWS.items() for event, handler in row.items()
}
"""What each phase makes of each event. docs/reference/states.md is drawn from it."""


def step(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `event`, and what thereby became true.

    An event whose `at` lies before the last one is taken to happen now: reports come in order, and
    a word may be late. While the board cannot be heard, nothing that it alone can say is believed.
    """
    if event.at < table.now:
        event = replace(event, at=table.now)
    elif event.at > table.now:
        table = table._replace(now=event.at)
    if not table.linked and isinstance(event, Heard):
        return table, ()
    if isinstance(event, Word):
        return _say(table, event)
    table = remembering.note(table, event)
    table, effects = _judged_before(table, event)
    table, more = TRANSITIONS[table.phase, type(event)](table, event)
    return table, effects + more


def _say(table: Table, event: Word) -> Stepped:
    """A word is always answered, and one that is refused is as if it had not been said."""
    if isinstance(event, WordTakenBack):
        return TRANSITIONS[table.phase, WordTakenBack](table, event)
    judged, effects = _judged_before(table, event)
    after, more = TRANSITIONS[judged.phase, type(event)](judged, event)
    refused = tuple(effect for effect in more if isinstance(effect, WordRefused))
    if refused:
        return table, refused
    if not more and after == judged:
        return refuse(table, event, "all that it says is so already")
    return remembering.remember(table, after, event), effects + more


def _judged_before(table: Table, event: Event) -> Stepped:
    """A press that waits only to see whether its piece stays is judged before the next act."""
    held = table.press
    if held is None or not table.turn.fits:
        return table, ()
    if not isinstance(event, ClockPressed | Word):
        return table, ()
    return pressing.judge_press(table, held, waited=True)


def unfold(table: Table, event: Event) -> Iterator[tuple[Table, tuple[Effect, ...]]]:
    """Every step up to and with `event`: first a tick at every deadline that lies before it."""
    while (due := deadline(table)) is not None and due <= event.at:
        table, effects = step(table, Tick(due))
        yield table, effects
    yield step(table, event)


def unfold_quiet(table: Table) -> Iterator[tuple[Table, tuple[Effect, ...]]]:
    """Every step of a board that stays as it is, for all that waits for quiet; no flag falls."""
    while (due := deadline(table, flags=False)) is not None:
        if table.phase is Phase.PLAYING:
            table = table._replace(now=due)
            table, effects = passing.pass_playing(table, due, flags=False)
        else:
            table, effects = step(table, Tick(due))
        yield table, effects


def advance(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `event` and every deadline before it, and all that became true."""
    told: tuple[Effect, ...] = ()
    last = table
    for after, effects in unfold(table, event):
        last, told = after, told + effects
    return last, told
