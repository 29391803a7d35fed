"""The chess clock, period by period; in the tests of whole games a move takes half a second."""

from chess import BLACK, WHITE, Color

from tests.playing import said
from touchmove.game.clock import ChessClock, Side, new_clock
from touchmove.rules import Stage
from touchmove.script.time_control import parse
from touchmove.units import Millis

SHUFFLE = "-g1 +f3 !W -g8 +f6 !B -f3 +g1 !W -f6 +g8 !B "
"""Two moves of each player that lead nowhere, 750 ms for each but the first (500 ms)."""


def running(text: str, color: Color = WHITE) -> ChessClock:
    return new_clock(parse(text), Millis(0)).run(color, Millis(0))


def after_moves(clock: ChessClock, number: int, each_ms: int) -> ChessClock:
    """White and Black have each completed `number` moves in `each_ms`."""
    for _ in range(number):
        for color in (WHITE, BLACK):
            now = Millis(clock.since + each_ms)
            clock = clock.at(now).completed(color).run(not color, now)
    return clock


def side(base_ms: int, *stages: tuple[int, int, int | None, bool], moves: int = 0) -> Side:
    held = tuple(Stage(Millis(b), Millis(i), m, at_zero=z) for b, i, m, z in stages)
    return Side(Millis(base_ms), held, moves)


# ------------------------------------------------------------------ the start, the increment
def test_a_clock_starts_at_base_plus_increment() -> None:
    assert new_clock(parse("300+3"), Millis(0)).reading_ms(Millis(0)) == (303_000, 303_000)


def test_white_and_black_may_start_with_different_times() -> None:
    assert new_clock(parse("W300-B240"), Millis(0)).reading_ms(Millis(0)) == (300_000, 240_000)


def test_a_clock_that_is_stopped_keeps_its_times() -> None:
    clock = new_clock(parse("300"), Millis(0))
    assert clock.reading_ms(Millis(60_000)) == (300_000, 300_000)
    assert clock.flag_falls_at() is None


def test_only_the_time_of_the_running_side_passes() -> None:
    assert running("300", BLACK).reading_ms(Millis(1234)) == (300_000, 298_766)


def test_the_increment_comes_with_each_completed_move() -> None:
    game = said('[TimeControl "300+3"]\n' + SHUFFLE)
    assert game["clock_ms"] == [303_000 + 6_000 - 500 - 750, 303_000 + 6_000 - 1_500]
    assert game["running"] == "W"


# ------------------------------------------------------------------ periods
def test_the_next_period_comes_with_its_last_move() -> None:
    clock = after_moves(running("40/5400+30:1800+30"), 39, 60_000)
    left = (5400 + 30 + 39 * 30 - 39 * 60) * 1000
    assert clock.reading_ms(clock.since) == (left, left)
    now = Millis(clock.since + 60_000)
    clock = clock.at(now).completed(WHITE).run(BLACK, now)
    assert clock.reading_ms(now) == (left - 30_000 + 1_800_000, left)


def test_the_moves_of_a_period_are_counted_for_each_player() -> None:
    script = '[TimeControl "1/60:30"]\n-e2 +e4 !W'
    assert said(script)["clock_ms"] == [59_500 + 30_000, 60_000]
    assert said(script + " -e7 +e5 !B")["clock_ms"] == [89_500, 59_250 + 30_000]


def test_a_move_that_was_never_pressed_counts_for_its_period() -> None:
    game = said('[TimeControl "2/60:30"]\n-e2 +e4 -e7 +e5 ~600 -g1 +f3 ~0 !W')
    assert game["san"] == ["e4", "e5", "Nf3"]
    assert game["clock_ms"][0] == 60_000 - 1_600 + 30_000


def test_the_last_period_with_moves_repeats() -> None:
    clock = after_moves(running("2/60"), 4, 10_000)
    assert clock.reading_ms(clock.since) == ((60 + 60 + 60 - 40) * 1000,) * 2


def test_a_period_without_moves_gives_the_next_one_at_zero() -> None:
    clock = running("60:30+5")
    assert clock.reading_ms(Millis(59_999)) == (1, 60_000)
    assert clock.reading_ms(Millis(60_000)) == (30_000, 60_000)
    assert clock.reading_ms(Millis(61_000)) == (29_000, 60_000)
    assert clock.flag_falls_at() == 90_000


def test_the_increment_is_that_of_the_period_in_which_the_move_was_completed() -> None:
    clock = running("60:30+5").at(Millis(61_000)).completed(WHITE)
    assert clock.reading_ms(clock.since) == (34_000, 60_000)


def test_the_flag_falls_at_zero_if_the_moves_of_the_period_are_missing() -> None:
    assert running("40/60:30").flag_falls_at() == 60_000


def test_a_period_that_is_added_at_zero_asks_for_its_moves_first() -> None:
    short = side(1000, (0, 0, 2, True), (30_000, 0, None, False), moves=1)
    assert (short.until_flag_ms, short.spent(1500).left_ms) == (1000, 0)
    done = short.completed()
    assert (done.left_ms, done.until_flag_ms) == (1000, 31_000)
    assert done.spent(1500).left_ms == 29_500


def test_several_periods_may_run_out_at_once() -> None:
    clock = running("10:10:10")
    assert clock.flag_falls_at() == 30_000
    assert clock.reading_ms(Millis(25_000)) == (5_000, 10_000)


# ------------------------------------------------------------------ simple delay
def test_no_time_passes_before_the_delay_is_over() -> None:
    clock = running("300S5")
    assert clock.reading_ms(Millis(5_000)) == (300_000, 300_000)
    assert clock.reading_ms(Millis(5_001)) == (299_999, 300_000)
    assert clock.flag_falls_at() == 305_000


def test_each_turn_has_a_delay_of_its_own() -> None:
    clock = after_moves(running("300S5"), 3, 7_000)
    assert clock.reading_ms(clock.since) == (294_000, 294_000)
    assert clock.reading_ms(Millis(clock.since + 5_000)) == (294_000, 294_000)


def test_what_is_left_of_a_delay_is_lost_with_the_move() -> None:
    clock = after_moves(running("300S5"), 1, 1_000)
    assert clock.flag_falls_at() == 2_000 + 5_000 + 300_000


DELAYED = '[TimeControl "300S5"]\n'


def test_a_pause_gives_no_second_delay() -> None:
    game = said(DELAYED + "~4000 @pause\n~60000 @resume\n~3000 -e2 ~0 +e4 ~0 !W")
    assert game["clock_ms"] == [300_000 - 2_000, 300_000]


def test_a_way_back_that_was_asked_for_gives_no_second_delay() -> None:
    script = '[Laws "N90"]\n' + DELAYED + "~4000 -g1 ~0 +g3 ~0 !W ~9000 -g3 ~0 +g1 ~3000 @time W +0"
    assert said(script)["clock_ms"] == [300_000 - 2_000, 300_000]


def test_a_forgotten_press_is_one_turn_of_the_clock() -> None:
    game = said(DELAYED + "-e2 +e4 ~4000 -e7 +e5 ~4000 !W ~5000 !B")
    assert game["clock_ms"][0] == 300_000 - (250 + 4_000 + 250 + 4_000 - 5_000)
    assert game["clock_ms"][1] == 300_000


def test_the_delay_is_that_of_the_stage_in_which_the_turn_begins() -> None:
    clock = after_moves(running("1/60S5:60S10"), 1, 1_000)
    assert clock.reading_ms(Millis(clock.since + 10_000)) == (120_000, 120_000)
    assert clock.reading_ms(Millis(clock.since + 10_001)) == (119_999, 120_000)


# ------------------------------------------------------------------ Bronstein
def test_what_a_turn_has_used_is_given_back_up_to_the_delay() -> None:
    clock = running("300B5")
    assert clock.reading_ms(Millis(3_000)) == (297_000, 300_000)
    assert after_moves(clock, 1, 3_000).reading_ms(Millis(6_000)) == (300_000, 300_000)
    assert after_moves(clock, 1, 8_000).reading_ms(Millis(16_000)) == (297_000, 297_000)


def test_a_flag_that_falls_gives_nothing_back() -> None:
    game = said('[TimeControl "2B5"]\n~3000 -e2 +e4 !W')
    assert (game["result"], game["clock_ms"]) == ("0-1", [0, 2_000])


def test_what_passed_before_a_pause_is_given_back_with_the_move() -> None:
    script = '[TimeControl "300B5"]\n~4000 @pause\n~60000 @resume\n~3000 -e2 ~0 +e4 ~0 !W'
    assert said(script)["clock_ms"] == [300_000 - 2_000, 300_000]


# ------------------------------------------------------------------ byo-yomi
BYO_YOMI = '[TimeControl "10Y3x30"]\n'


def test_after_the_main_time_the_display_shows_the_period_that_runs() -> None:
    clock = running("10Y3x30")
    assert clock.reading_ms(Millis(9_999)) == (1, 10_000)
    shown = clock.at(Millis(10_000)).side(WHITE)
    assert (shown.left_ms, shown.periods_left) == (30_000, 3)
    shown = clock.at(Millis(45_000)).side(WHITE)
    assert (shown.left_ms, shown.periods_left) == (25_000, 2)
    assert clock.flag_falls_at() == 100_000


def test_a_move_makes_the_period_whole_again() -> None:
    game = said(BYO_YOMI + "~39000 -e2 ~0 +e4 ~0 !W")
    assert game["clock_ms"] == [30_000, 10_000]


def test_a_period_that_is_used_up_is_lost() -> None:
    game = said(BYO_YOMI + "~71000 -e2 ~0 +e4 ~0 !W ~0 -e7 ~0 +e5 ~0 !B ~29999")
    assert (game["clock_ms"], game["result"]) == ([1, 10_000], "*")


def test_the_flag_falls_with_the_last_period() -> None:
    game = said(BYO_YOMI + "~71000 -e2 ~0 +e4 ~0 !W ~0 -e7 ~0 +e5 ~0 !B ~30001")
    assert (game["result"], game["termination"]) == ("0-1", "flag")


def test_byo_yomi_may_begin_at_once() -> None:
    assert running("0Y2x30").reading_ms(Millis(1_000)) == (29_000, 30_000)
    assert running("0Y2x30").flag_falls_at() == 60_000


def test_what_is_given_in_a_period_stays_until_it_is_used() -> None:
    clock = running("10Y3x30").at(Millis(20_000)).add(WHITE, 60_000)
    assert clock.reading_ms(clock.since) == (80_000, 10_000)
    kept = clock.at(Millis(50_000)).completed(WHITE)
    assert (kept.white.left_ms, kept.white.periods_left) == (50_000, 3)
    whole = clock.at(Millis(85_000)).completed(WHITE)
    assert (whole.white.left_ms, whole.white.periods_left) == (30_000, 3)


# ------------------------------------------------------------------ hourglass
def test_what_one_uses_the_other_gains() -> None:
    clock = running("*180")
    assert clock.reading_ms(Millis(60_000)) == (120_000, 240_000)
    assert after_moves(clock, 1, 60_000).reading_ms(Millis(120_000)) == (180_000, 180_000)


def test_the_flag_of_an_hourglass_falls_when_the_sand_is_through() -> None:
    game = said('[TimeControl "W*2-B*3"]\n~1000 -e2 ~0 +e4 ~0 !W ~5000')
    assert (game["result"], game["termination"]) == ("1-0", "flag")
    assert game["clock_ms"] == [5_000, 0]


# ------------------------------------------------------------------ moves that go back
def test_a_move_that_the_arbiter_undoes_gives_nothing_and_counts_nothing() -> None:
    undone = '[TimeControl "W2/60+5:600-B60"]\n-g1 +g1 ~750 -e2 +e4 !W ~2000 @ruling touch\n'
    game = said(undone)
    assert (game["moves"], game["clock_ms"][0]) == ([], 65_000 - 1_500)
    game = said(undone + "~1000 -e4 ~0 +e2 ~1000 -g1 ~0 +f3 ~0 !W")
    assert game["moves"] == ["g1f3"]
    assert game["clock_ms"][0] == 65_000 - 2_500 + 5_000


def test_a_late_press_is_undone_with_its_move() -> None:
    script = '[TimeControl "W300+5-B300"]\n-g1 +g1 ~750 -e2 +e4 -e7 +e5 ~600 !W @ruling touch\n'
    passed_ms = 0 + 250 + 750 + 250 + 250 + 250 + 600
    assert said(script)["moves"] == []
    assert said(script)["clock_ms"][0] == 305_000 - passed_ms


def test_a_move_that_was_never_pressed_is_undone_without_a_trace() -> None:
    script = '[TimeControl "W2/60:600-B60"]\n-g1 +g1 ~750 -e2 +e4 -e7 +e5 ~600 @ruling touch\n'
    script += "-e5 ~0 +e7 ~0 -e4 ~0 +e2 ~1000 -g1 ~0 +f3 ~0 !W -e7 ~0 +e5 ~0 !B"
    game = said(script)
    assert game["moves"] == ["g1f3", "e7e5"]
    assert game["clock_ms"][0] < 60_000


def test_moves_that_are_taken_back_by_agreement_do_not_count() -> None:
    casual = '[Profile "casual"]\n[TimeControl "2/60:600"]\n'
    first = "-e2 +e4 ~1000 -e7 +e5 ~1000 "
    back = "@takeback\n~500 -e5 +e7 ~1000 -d7 +d5 ~1000 "
    before = said(casual + first + back + "~0 @pause")
    assert before["clock_ms"][1] < 60_000
    after = said(casual + first + back + "-d2 +d4 ~1000 -b8 +c6 ~1000 @pause")
    assert len(after["moves"]) == 4
    assert after["clock_ms"][1] > 600_000


# ------------------------------------------------------------------ what is never negative
def test_a_clock_shows_nothing_below_zero() -> None:
    assert running("60").reading_ms(Millis(61_000)) == (0, 60_000)


def test_the_arbiter_gives_and_takes_time() -> None:
    clock = running("60").add(BLACK, 120_000).add(WHITE, -20_000)
    assert clock.reading_ms(Millis(0)) == (40_000, 180_000)
    assert clock.add(WHITE, -50_000).reading_ms(Millis(0)) == (0, 180_000)


def test_time_that_is_taken_may_use_up_a_period() -> None:
    clock = running("60:600").add(WHITE, -100_000)
    assert clock.reading_ms(Millis(0)) == (560_000, 60_000)


def test_each_side_can_be_asked_for() -> None:
    clock = running("W60-B30")
    assert (clock.side(WHITE).left_ms, clock.side(BLACK).left_ms) == (60_000, 30_000)


# ------------------------------------------------------------------ counting up
def test_without_a_time_control_both_clocks_count_up_from_zero() -> None:
    game = said(SHUFFLE + "~9000")
    assert game["clock_ms"] == [500 + 750 + 9_000, 1_500]
    assert game["result"] == "*"


def test_counting_up_nothing_can_be_given() -> None:
    clock = new_clock(None, Millis(0)).run(WHITE, Millis(0))
    assert clock.counts_up
    assert clock.add(BLACK, 120_000).reading_ms(Millis(5)) == (5, 0)


# ------------------------------------------------------------------ flags
def test_a_flag_falls_when_the_time_is_used_up() -> None:
    game = said('[TimeControl "5"]\n-e2 +e4 !W ~6000')
    assert (game["result"], game["termination"]) == ("1-0", "flag")
    assert game["clock_ms"] == [4_500, 0]
    assert game["running"] is None


def test_a_press_in_the_last_millisecond_counts() -> None:
    assert said('[TimeControl "1"]\n-e2 ~500 +e4 ~499 !W')["moves"] == ["e2e4"]
    assert said('[TimeControl "1"]\n-e2 ~500 +e4 ~499 !W')["result"] == "*"


def test_a_press_at_zero_comes_too_late_and_the_move_stays_pending() -> None:
    game = said('[TimeControl "1"]\n-e2 ~500 +e4 ~500 !W')
    assert (game["moves"], game["pending"], game["result"]) == ([], "e2e4", "0-1")


def test_a_flag_draws_against_a_bare_king() -> None:
    game = said('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[TimeControl "1"]\n~2000')
    assert (game["result"], game["termination"]) == ("1/2-1/2", "flag")


def test_no_flag_falls_while_the_way_back_is_asked_for() -> None:
    game = said('[TimeControl "60"]\n-g1 +g3 !W ~100000')
    assert (game["result"], game["running"]) == ("*", None)
    assert game["clock_ms"] == [59_500, 180_000]


def test_quiet_after_the_last_token_lets_no_flag_fall() -> None:
    game = said('[TimeControl "1"]\n-e2 +e4 !W')
    assert (game["result"], game["clock_ms"]) == ("*", [500, 1_000])
