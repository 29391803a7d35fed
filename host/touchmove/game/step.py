"""The only place where a table changes: one table of transitions, one function a pair.

`step(table, event)` looks up what the phase makes of the event and returns the next table with the
facts that became true. Every pair of phase and event has an answer. Time is a field of events:
`advance` first tells the table the time at every deadline that lies before the event, so the same
events give the same table whether they come live, from a log or from a touch script.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args

from touchmove.arbiter.episodes import Pressed
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    ClockStated,
    Event,
    Heard,
    Lifted,
    LinkLost,
    LinkRestored,
    Placed,
    PromotionNamed,
    Tick,
    Word,
    WordTakenBack,
    is_word,
)
from touchmove.game import (
    catching_up,
    draws,
    following,
    hindsight,
    judging,
    passing,
    pressing,
    remembering,
    remote,
    sensing,
    unmade,
)
from touchmove.game.effects import Effect, WordRefused
from touchmove.game.keeping import hear_clock
from touchmove.game.orienting import oriented
from touchmove.game.pages import ACTS_MAX, forgotten, noted, turned
from touchmove.game.saying import SAID, Handler
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, is_unchanged, refuse
from touchmove.game.waiting import deadline
from touchmove.units import Millis

__all__ = ["TRANSITIONS", "advance", "deadline", "step", "unfold", "unfold_quiet"]


def _stay(table: Table, event: Event) -> Stepped:
    """Nothing changes, whatever happened."""
    return table, ()


def _tick(passes: Callable[[Table, Millis], Stepped]) -> Handler:
    def handler(table: Table, event: Tick) -> Stepped:
        return passes(table, event.at)

    return handler


def _lost(table: Table, event: LinkLost) -> Stepped:
    """The board cannot be heard; the game and its clocks go on."""
    if not table.linked:
        return refuse(table, event, "the board is not heard as it is")
    return catching_up.lose(table._replace(linked=False), event.at), ()


def _see_board(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy while the game is on; a flag that fell unheard falls now."""
    table, effects = following.see_board(table, event)
    if table.phase is not Phase.PLAYING or not catching_up.flags_may_fall(table):
        return table, effects
    fell_at = table.clock.flag_falls_at()
    if fell_at is None or fell_at > event.at:
        return table, effects
    table, more = passing.pass_playing(table, event.at)
    return table, effects + more


def _restored(table: Table, event: LinkRestored) -> Stepped:
    """The board is heard again; what it says next mends the gap."""
    if table.linked:
        return refuse(table, event, "the board has been heard all the time")
    held = table.press
    press = None if held is None else held._replace(heard_since=event.at)
    return table._replace(linked=True, press=press), ()


def _take_back(table: Table, event: WordTakenBack) -> Stepped:
    """The latest word that still holds was not said; what has happened since, has happened."""
    return remembering.take_back(table, event, advance)


_ALWAYS: dict[type[Event], Handler] = {
    LinkLost: _lost,
    LinkRestored: _restored,
    ClockStated: hear_clock,
    WordTakenBack: _take_back,
}
_PLAYED: dict[type[Event], Handler] = {
    Lifted: following.see_touch,
    Placed: following.see_touch,
    BoardSeen: _see_board,
}
_WATCHED: dict[type[Event], Handler] = {
    Lifted: sensing.watch_touch,
    Placed: sensing.watch_touch,
    BoardSeen: sensing.watch_board,
    ClockPressed: _stay,
}

_ROWS: dict[Phase, dict[type[Event], Handler]] = {
    Phase.SETUP: {
        **_WATCHED,
        ClockPressed: pressing.press_setting_up,
        Tick: _tick(passing.pass_setting_up),
    },
    Phase.PLAYING: {
        **_PLAYED,
        ClockPressed: catching_up.press,
        Tick: _tick(passing.pass_playing),
    },
    Phase.PAUSED: {**_WATCHED, Tick: _tick(passing.pass_stopped)},
    Phase.RESTORING: {
        **_PLAYED,
        ClockPressed: pressing.press_while_restoring,
        Tick: _tick(passing.pass_restoring),
    },
    Phase.ADJOURNED: {**_WATCHED, Tick: _tick(passing.pass_stopped)},
    Phase.OVER: {**_WATCHED, Lifted: passing.lift_after_end, Tick: _tick(passing.pass_over)},
}
"""What each phase makes of what the board and its cable say, and of time."""

TRANSITIONS: dict[tuple[Phase, type[Event]], Handler] = {
    (phase, event): handler
    for phase, row in _ROWS.items()
    for event, handler in {**_ALWAYS, **SAID[phase], **row}.items()
}
"""What each phase makes of each event. docs/reference/states.md is drawn from it."""


def step(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `event`, whose squares are the board's own, and what thereby became true.

    An event whose `at` lies before the last one is taken to happen now: reports come in order, and
    a word may be late. While the board cannot be heard, nothing that it alone can say is believed.
    """
    if event.at < table.now:
        event = replace(event, at=table.now)
    if is_word(event):
        return _say(table._replace(now=event.at), event)
    if not table.linked and isinstance(event, Heard):
        return table._replace(now=event.at), ()
    return hindsight.seen(remembering.noted(table, event), event, _LIVING)


def _live(table: Table, event: Event) -> Stepped:
    return oriented(table, event, _take)


def _say(table: Table, event: Word) -> Stepped:
    """A word is always answered, and one that is refused is as if it had not been said."""
    if isinstance(event, WordTakenBack):
        return _take_back(table, event)
    after, effects = hindsight.seen(table, event, _LIVING)
    refused = tuple(effect for effect in effects if isinstance(effect, WordRefused))
    if refused:
        return table, refused
    return remembering.remember(table, after, event), effects


def _take(table: Table, event: Event) -> Stepped:
    """The table after an event whose squares are those of the game."""
    effects: tuple[Effect, ...] = ()
    settled = type(event) in _SETTLING
    if not table.pages:
        table = turned(table)
    if table.press is not None or table.gap is not None or unmade.is_unmade(table):
        judged, effects = _judged_before(table, event)
        table = _remembered(table, judged, settled=settled) if effects else judged
    before = table
    if isinstance(event, ClockPressed):
        table = noted(table, Pressed(event.at, event.color))
    after, more = TRANSITIONS[table.phase, type(event)](table, event)
    if not more and is_word(event) and is_unchanged(table, after):
        return refuse(table, event, "all that it says is so already")
    if after.gap is not None and after.gap.heard is not None and after.open_gap is None:
        after = catching_up.closed(after)
    if after.remote is not None or after.offer is not None or after.turn.position.only is not None:
        after = _heeded(before, after)
    table = _remembered(before, after, settled=settled)
    effects += more
    if isinstance(event, Tick) and not more:
        return table, effects
    later, more = passing.catch_up(table, event.at)
    if later is not table:
        table = _remembered(table, _heeded(table, later), settled=settled)
    return table, effects + more


def _heeded(before: Table, table: Table) -> Table:
    """`table`, which has come of `before`, minding a move from outside and an offer."""
    return draws.heed(before, remote.heed(table))


_SETTLING = frozenset(get_args(Word)) - {PromotionNamed}
"""Words that say how the game stands, so that what was before is not told again."""


def _remembered(before: Table, table: Table, *, settled: bool) -> Table:
    """A new page where a turn has begun; none of the old ones where a person or a phase has
    changed what they say, or where it is not known what was played."""
    if (
        settled
        or table.phase is not before.phase
        or before.gap is not None
        or table.gap is not None
        or len(table.acts) > ACTS_MAX
    ):
        return forgotten(table)
    if table.turn.position is not table.pages[-1].turn.position:
        return turned(table)
    return table


def _judged_before(table: Table, event: Event) -> Stepped:
    """A press that waits for its piece is judged before the other player presses or anybody rules,
    one that waits only to see whether its piece stays before the next act, and a capture that was
    none comes off then. What was played unheard comes first: it is explained before a word."""
    if table.open_gap is not None:
        if not is_word(event):
            return table, ()
        return catching_up.weigh(table, table.open_gap, final=False)
    if unmade.is_unmade(table) and unmade.is_put_down(table, event):
        return unmade.take_off(table, event.at)
    held = table.press
    if held is None:
        return table, ()
    answered = isinstance(event, ClockPressed) and event.color != held.color
    ruled = is_word(event) and not isinstance(event, PromotionNamed)
    acted = (isinstance(event, ClockPressed) or is_word(event)) and table.turn.fits
    if not (answered or ruled or acted):
        return table, ()
    return judging.judge_press(table, held, waited=True)


def unfold(table: Table, *events: Event) -> Iterator[tuple[Table, tuple[Effect, ...]]]:
    """Every step of `events`: before each of them a tick at every deadline that lies before it."""
    for event in events:
        while True:
            due = deadline(table)
            moment = event if due is None or due > event.at else Tick(due)
            table, effects = step(table, moment)
            yield table, effects
            if moment is event and not passing.is_taken_up(event, effects):
                break


def unfold_quiet(table: Table) -> Iterator[tuple[Table, tuple[Effect, ...]]]:
    """Every step of a board that stays as it is, for all that waits for quiet; no flag falls."""
    while (due := deadline(table, flags=False)) is not None:
        table, effects = _rest(table, due)
        yield table, effects


def _rest(table: Table, at: Millis) -> Stepped:
    """What waits for quiet until `at`, and nothing does before."""
    if table.phase is not Phase.PLAYING:
        return step(table, Tick(at))
    return hindsight.seen(table, Tick(at), _RESTING)


def _wait(table: Table, event: Event) -> Stepped:
    return passing.catch_up(table._replace(now=event.at), event.at)


def _rested(table: Table, event: Event) -> Stepped:
    while (due := deadline(table, flags=False)) is not None and due <= event.at:
        table, _ = _rest(table, due)
    return table, ()


def advance(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `event` and every deadline before it, and all that became true."""
    told: tuple[Effect, ...] = ()
    last = table
    for after, effects in unfold(table, event):
        last, told = after, told + effects
    return last, told


_LIVING = hindsight.Living(_live, advance, advance)
_RESTING = hindsight.Living(_wait, _rested, advance)
