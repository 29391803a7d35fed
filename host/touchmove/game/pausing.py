"""The clocks started, stopped and set going again by words (Laws 6.6, 6.11)."""

from touchmove.events import BoardSeen, ClockPaused, ClockResumed, ClockStarted
from touchmove.game.effects import Effect
from touchmove.game.following import see_after_stop, see_board, stands_still
from touchmove.game.judging import judge_press
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
from touchmove.game.words import start_clock_of


def start(table: Table, event: ClockStarted) -> Stepped:
    """The clock of the side to move runs, if none has been started."""
    return start_clock_of(table, event.at), ()


def pause(table: Table, event: ClockPaused) -> Stepped:
    """The clocks stop. A press that waits for its piece is judged by what stands now."""
    effects: tuple[Effect, ...] = ()
    if table.press is not None:
        table, effects = judge_press(table, table.press, waited=True)
        if table.phase is not Phase.PLAYING:
            return table, effects
    at = max(event.at, table.clock.since)
    paused, clock = table.clock.running, table.clock.run(None, at)
    following = table.following or stands_still(table)
    table = table._replace(phase=Phase.PAUSED, clock=clock, paused=paused, following=following)
    return table, effects


def resume(table: Table, event: ClockResumed) -> Stepped:
    """The clocks go on. What was touched meanwhile is no touch, and what was moved is no move."""
    at = max(event.at, table.clock.since)
    clock = table.clock.run(table.paused, at)
    shown = table.occupied
    table = table._replace(phase=Phase.PLAYING, clock=clock, paused=None)
    table = table._replace(occupied=table.turn.trace.occupied, accounted_ms=at)
    see = see_after_stop if table.following else see_board
    return see(table, BoardSeen(event.at, shown))
