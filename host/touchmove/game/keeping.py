"""The clock of the game as it is set on the board, and what the board says of the one it keeps.

The board runs the clock by itself (`clock_state`): while its host is away it shows the players what
a host would. A host that comes back reckons the same from the reports, to the millisecond, so there
is nothing to be taken over. Where it finds something else, the arbiter is told: hands did what only
a host can judge (an illegal move, a move that was not pressed), or somebody said something.

A board that was without power and without its host is another matter. Its clock waited and went on
from what it showed when a button was pressed, and what was pressed before is known to it alone: so
its times are taken, and the host's own are told to the arbiter.
"""

from dataclasses import replace

from chess import Color

from touchmove.clock_state import ClockState, HalfState, Mode, key_of
from touchmove.events import ClockStated
from touchmove.game.clock import ChessClock, Side
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, player
from touchmove.time_control import Stage, TimeControl
from touchmove.units import Millis


# ------------------------------------------------------------------ one as the other
def state_of(clock: ChessClock, control: TimeControl | None, mode: Mode, turn: Color) -> ClockState:
    """What a board has to know of a clock that runs under `control`."""

    def half(side: Side, stages: tuple[Stage, ...]) -> HalfState:
        number = len(stages) - len(side.stages)
        return HalfState(side.left_ms, number, side.moves, side.waits_ms, side.used_ms, side.period)

    white, black = _stages(control)
    halves = half(clock.white, white), half(clock.black, black)
    return ClockState(key_of(control), clock.since, mode, turn, *halves)


def clock_of(state: ClockState, control: TimeControl | None) -> ChessClock | None:
    """The clock that a board states, or None if it is none under `control`."""
    white, black = _stages(control)
    short = state.white.stage >= max(1, len(white)) or state.black.stage >= max(1, len(black))
    if state.key != key_of(control) or short:
        return None

    def side(half: HalfState, stages: tuple[Stage, ...]) -> Side:
        waits, used = half.waits_ms, half.used_ms
        return Side(half.left_ms, stages[half.stage :], half.moves, waits, used, half.period)

    running = state.turn if state.mode is Mode.RUN else None
    return ChessClock(side(state.white, white), side(state.black, black), running, state.at)


def _stages(control: TimeControl | None) -> tuple[tuple[Stage, ...], tuple[Stage, ...]]:
    return ((), ()) if control is None else (control.white, control.black)


def kept_clock(table: Table, not_before: Millis = Millis(0)) -> ClockState | None:
    """The clock that the board is to keep, told as of a moment that is not before this one.

    None while it is open what a press was for.
    """
    if table.press is not None:
        return None
    clock, turn = table.clock, table.position.turn
    clock = clock.at(max(not_before, clock.since))
    if clock.running is not None:
        mode, turn = Mode.RUN, clock.running
    elif table.phase is Phase.SETUP or (table.phase is Phase.PLAYING and not table.started):
        mode = Mode.WAIT
    else:
        mode, turn = Mode.STOP, turn if table.paused is None else table.paused
    return state_of(clock, table.rules.time_control, mode, turn)


# ------------------------------------------------------------------ what the board says
def hear_clock(table: Table, event: ClockStated) -> Stepped:
    """The board has said which clock it keeps."""
    stated = clock_of(event.clock, table.rules.time_control)
    if stated is None or kept_clock(table) is None or table.phase in _FINISHED:
        return table, ()
    if event.alone and table.phase is Phase.PLAYING:
        return _take(table, stated, event.at)
    if table.rules.profile.dwell_completes:
        return table, ()  # moves need no press, so the board cannot have followed them
    now = Millis(max(event.at, stated.since, table.clock.since))
    theirs, ours = stated.at(now), table.clock.at(now)
    if _shown(theirs) == _shown(ours):
        return table, ()
    detail = f"the board has shown {_in_words(theirs)}; by the game it is {_in_words(ours)}"
    return alert(table, event.at, "clock_differs", detail)


_FINISHED = (Phase.OVER, Phase.ADJOURNED)


def _take(table: Table, stated: ChessClock, at: Millis) -> Stepped:
    """The board's clock has gone on by itself: its times are taken, and they wait for the press
    that set it going, which is told next."""
    at = Millis(max(at, table.clock.since))
    ours = table.clock.at(at)
    white, black = _with_low(stated.white, ours.white), _with_low(stated.black, ours.black)
    clock = ChessClock(white, black, None, at)
    detail = f"the board was without power and went on by itself from {_in_words(clock)}"
    detail = f"{detail}; by the game it would be {_in_words(ours)}"
    rules = replace(table.rules, start_running=False)
    table = table._replace(clock=clock, started=False, rules=rules, accounted_ms=at)
    return alert(table, at, "clock_kept", detail)


def _with_low(side: Side, known: Side) -> Side:
    """The same half, with the least that was left in this stage as far as that is known."""
    return side._replace(low_ms=known.low_ms) if side.stages == known.stages else side


def _shown(clock: ChessClock) -> tuple[object, ...]:
    """What a player can see of it."""
    white, black = clock.white, clock.black
    return clock.running, white.left_ms, black.left_ms, white.periods_left, black.periods_left


def _in_words(clock: ChessClock) -> str:
    def time(side: Side) -> str:
        seconds, ms = divmod(side.left_ms, 1000)
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}"

    runs = "stopped" if clock.running is None else f"{player(clock.running)}'s running"
    return f"White {time(clock.white)} Black {time(clock.black)}, {runs}"
