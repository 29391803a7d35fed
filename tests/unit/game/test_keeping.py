"""The clock that a board keeps: what it is told of the game's, and what its own means."""

from dataclasses import replace

import chess
import pytest

from tests.playing import kinds, record_of, table_after
from touchmove.clock_state import ClockState, Mode
from touchmove.events import ClockPressed, ClockStated, Lifted, Placed
from touchmove.game.keeping import clock_of, kept_clock
from touchmove.game.step import advance
from touchmove.game.table import Phase, Table
from touchmove.script.write import write
from touchmove.units import Millis

BLITZ = '[TimeControl "2/60+2:30Y2x10"]\n[Profile "blitz"]\n'
PLAYED = BLITZ + "-e2 +e4 ~1000 !W -e7 +e5 ~4000 !B ~2000"


def state(table: Table) -> ClockState:
    found = kept_clock(table)
    assert found is not None
    return found


def hear(table: Table, stated: ClockState, *, alone: bool = False) -> Table:
    after, _ = advance(table, ClockStated(table.now, stated, alone))
    return after


def more(stated: ClockState, ms: int) -> ClockState:
    return replace(stated, white=replace(stated.white, left_ms=Millis(stated.white.left_ms + ms)))


@pytest.mark.parametrize(
    ("script", "mode", "turn"),
    [
        (PLAYED, Mode.RUN, chess.WHITE),
        (PLAYED + " @pause\n", Mode.STOP, chess.WHITE),
        (PLAYED + " -g1 +g3 !W", Mode.STOP, chess.WHITE),
        (PLAYED + " @resign B\n", Mode.STOP, chess.WHITE),
        (PLAYED + " @new\n", Mode.WAIT, chess.WHITE),
    ],
)
def test_a_board_is_told_whose_time_passes(script: str, mode: Mode, turn: chess.Color) -> None:
    stated = state(table_after(script))
    assert (stated.mode, stated.turn) == (mode, turn)


def test_a_press_that_waits_for_its_piece_is_not_told() -> None:
    table = table_after(BLITZ + "-e2 !W")
    assert table.press is not None
    assert kept_clock(table) is None


def test_the_clock_that_is_told_is_that_of_the_game() -> None:
    for script in (PLAYED, PLAYED + " -d2 +d4 ~9000 !W ~70000", BLITZ, '[Profile "unclocked"]\n'):
        table = table_after(script)
        clock = clock_of(state(table), table.rules.time_control)
        assert clock is not None
        assert clock.at(table.now).reading_ms(table.now) == table.clock.reading_ms(table.now)


def test_a_clock_is_told_as_of_a_moment_that_the_board_knows() -> None:
    table = table_after(PLAYED)
    later = kept_clock(table, Millis(table.now + 5_000))
    assert later is not None
    assert later.at == table.now + 5_000
    assert later.white.left_ms == table.clock.reading_ms(later.at)[0]


def test_a_board_that_has_the_same_clock_is_nothing_to_tell() -> None:
    table = table_after(PLAYED)
    after = hear(table, state(table))
    assert after.alerts == ()
    assert after.clock == table.clock


def test_a_board_that_has_shown_another_clock_is_told_of_and_the_game_s_holds() -> None:
    table = table_after(PLAYED)
    after = hear(table, more(state(table), -1))
    (told,) = after.alerts
    assert told.kind == "clock_differs"
    assert "White 0:01:00.749 Black" in told.detail
    assert "White 0:01:00.750 Black" in told.detail
    assert after.clock == table.clock


def test_a_clock_under_another_time_control_says_nothing_of_this_game() -> None:
    table = table_after(PLAYED)
    other = replace(more(state(table), -1), key="deadbeef")
    assert hear(table, other).alerts == ()
    assert hear(table, other, alone=True).clock == table.clock
    beyond = replace(state(table), white=replace(state(table).white, stage=2))
    assert clock_of(beyond, table.rules.time_control) is None


def test_a_game_that_is_over_compares_no_clocks() -> None:
    table = table_after(PLAYED + " @resign B\n")
    assert hear(table, more(state(table), -1)).alerts == ()


def test_where_moves_need_no_press_no_clocks_are_compared() -> None:
    table = table_after('[Profile "unclocked"]\n-e2 +e4 ~2000 -e7 +e5 ~2000')
    assert hear(table, more(state(table), -1)).alerts == ()


def test_a_clock_that_went_on_by_itself_is_taken_and_waits_for_its_press() -> None:
    table = table_after(PLAYED)
    found = replace(more(state(table), -700), mode=Mode.WAIT)
    after = hear(table, found, alone=True)
    assert [told.kind for told in after.alerts] == ["clock_kept"]
    assert (after.clock.running, after.clock.white.left_ms) == (None, found.white.left_ms)
    now = after.now
    for event in (
        Lifted(Millis(now + 90_000), chess.G1),
        Placed(Millis(now + 91_000), chess.F3),
        ClockPressed(Millis(now + 92_000), chess.WHITE),
    ):
        after, _ = advance(after, event)
    assert after.phase is Phase.PLAYING
    assert after.moves[-1].san == "Nf3"
    assert after.moves[-1].clock_ms == found.white.left_ms + 2_000 + 30_000
    assert after.moves[-1].spent_ms == 0
    assert after.clock.running is chess.BLACK


def test_the_opponent_s_press_sets_it_going_as_well() -> None:
    table = table_after(PLAYED)
    found = replace(state(table), mode=Mode.WAIT)
    after = hear(table, found, alone=True)
    after, _ = advance(after, ClockPressed(Millis(after.now + 60_000), chess.BLACK))
    assert after.clock.running is chess.WHITE
    assert after.clock.white.left_ms == found.white.left_ms


def test_what_a_board_states_can_be_written_and_read() -> None:
    table = table_after(PLAYED)
    for alone in (False, True):
        event = ClockStated(Millis(250), state(table), alone)
        assert list(record_of(write([event])).events) == [event]


def test_a_difference_stands_in_a_script() -> None:
    table = table_after(PLAYED)
    text = write([ClockStated(Millis(0), more(state(table), -1), alone=False)])
    assert kinds(f"{PLAYED}\n{text}") == ["clock_differs"]
