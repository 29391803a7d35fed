"""The only place where a table changes: one table of transitions, one function a pair.

`step(table, event)` looks up what the phase makes of the event and returns the next table with the
facts that became true. Every pair of phase and event has an answer. Time is a field of events:
`advance` first tells the table the time at every deadline that lies before the event, so the same
events give the same table whether they come live, from a log or from a touch script.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from touchmove.events import (
    AccidentRuled,
    AdjustAnnounced,
    BoardSeen,
    ClockPaused,
    ClockPressed,
    ClockResumed,
    ClockStarted,
    ColorsReversedFound,
    DeadRuled,
    Defaulted,
    DrawAnswered,
    DrawClaimed,
    DrawOffered,
    Event,
    FlagSeen,
    Heard,
    LeftUnpromoted,
    Lifted,
    LinkLost,
    LinkRestored,
    MoveReplaced,
    NewGame,
    Placed,
    PromotionNamed,
    Resigned,
    ResultEntered,
    TakebackAgreed,
    Tick,
    TimeChanged,
    TouchClaimed,
    TouchRuled,
    Word,
    WrongStartFound,
)
from touchmove.game import draws, passing, pausing, pressing, rulings, sensing, words
from touchmove.game.effects import Effect
from touchmove.game.passing import deadline
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
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


_ALWAYS: dict[type[Event], Handler] = {
    LinkLost: _lost,
    LinkRestored: _restored,
    NewGame: words.start_anew,
}
_SPOKEN: dict[type[Event], Handler] = {
    AdjustAnnounced: words.announce_adjusting,
    PromotionNamed: words.name_promotion,
    Resigned: words.resign,
    ResultEntered: words.enter_result,
    DrawOffered: draws.offer,
    DrawAnswered: draws.answer,
    DrawClaimed: draws.claim,
    AccidentRuled: rulings.excuse,
    TouchClaimed: rulings.claim_touch,
    TouchRuled: rulings.rule_touch,
    Defaulted: rulings.default,
    TimeChanged: rulings.change_time,
    FlagSeen: rulings.see_flag,
    LeftUnpromoted: rulings.count_unpromoted,
    MoveReplaced: rulings.replace_move,
    TakebackAgreed: rulings.take_back,
    DeadRuled: rulings.rule_dead,
    WrongStartFound: rulings.annul,
    ColorsReversedFound: rulings.find_reversed,
}
_UNHEARD: dict[type[Event], Handler] = {
    DrawOffered: _stay,
    DrawAnswered: _stay,
    DrawClaimed: _stay,
    AccidentRuled: _stay,
    TouchClaimed: _stay,
    TouchRuled: _stay,
    Defaulted: _stay,
    ClockStarted: _stay,
    ClockPaused: _stay,
    ClockResumed: _stay,
    FlagSeen: _stay,
    LeftUnpromoted: _stay,
    MoveReplaced: _stay,
    TakebackAgreed: _stay,
    TimeChanged: rulings.change_time,
    DeadRuled: _stay,
    WrongStartFound: _stay,
    ColorsReversedFound: _stay,
}
"""Words that mean nothing while no game is on."""
_PLAYED: dict[type[Event], Handler] = {
    Lifted: sensing.see_touch,
    Placed: sensing.see_touch,
    BoardSeen: sensing.see_board,
}
_WATCHED: dict[type[Event], Handler] = {
    Lifted: sensing.watch_touch,
    Placed: sensing.watch_touch,
    BoardSeen: sensing.watch_board,
    ClockPressed: _stay,
}

_ROWS: dict[Phase, dict[type[Event], Handler]] = {
    Phase.SETUP: {
        **_ALWAYS,
        **_WATCHED,
        **_UNHEARD,
        Defaulted: rulings.default,
        AdjustAnnounced: _stay,
        PromotionNamed: _stay,
        Resigned: words.resign,
        ResultEntered: words.enter_result,
        Tick: _tick(passing.pass_setting_up),
    },
    Phase.PLAYING: {
        **_ALWAYS,
        **_SPOKEN,
        **_PLAYED,
        ClockPressed: pressing.press,
        ClockStarted: pausing.start,
        ClockPaused: pausing.pause,
        ClockResumed: _stay,
        Tick: _tick(passing.pass_playing),
    },
    Phase.PAUSED: {
        **_ALWAYS,
        **_WATCHED,
        **_SPOKEN,
        ClockStarted: _stay,
        ClockPaused: _stay,
        ClockResumed: pausing.resume,
        Tick: _tick(passing.pass_paused),
    },
    Phase.RESTORING: {
        **_ALWAYS,
        **_SPOKEN,
        ClockStarted: _stay,
        ClockPaused: _stay,
        ClockResumed: _stay,
        **_PLAYED,
        ClockPressed: pressing.press_while_restoring,
        Tick: _tick(passing.pass_restoring),
    },
    Phase.OVER: {
        **_ALWAYS,
        **_WATCHED,
        **_UNHEARD,
        WrongStartFound: rulings.annul,
        AdjustAnnounced: _stay,
        PromotionNamed: words.name_promotion,
        Resigned: _stay,
        ResultEntered: words.correct_result,
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
    table, effects = _judged_before(table, event)
    table, more = TRANSITIONS[table.phase, type(event)](table, event)
    return table, effects + more


def _judged_before(table: Table, event: Event) -> Stepped:
    """A press that waits only to see whether its piece stays is judged before the next act."""
    held = table.press
    acted = isinstance(event, ClockPressed | Word)
    if held is None or not acted or not table.turn.fits:
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
    for following, effects in unfold(table, event):
        last, told = following, told + effects
    return last, told
