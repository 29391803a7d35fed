"""The clock of the game, rule by rule; all of it beside the host's in test_game_clock.py."""

import gc

from game_clock import RUN, STOP, WAIT, GameClock

FISCHER = (0, 300_000, 5_000, 0, 0, 0, 0, 0, 0)


def clock(mode=RUN, stage=FISCHER, left=300_000):
    made = GameClock()
    made.control("0badcafe", (stage,), (stage,))
    made.set(1_000, mode, 0, [left, 0, 0, 0, 0, 0] * 2)
    return made


def test_a_press_of_the_side_to_move_gives_the_increment_and_the_move():
    made = clock()
    assert made.press(0, 11_000)
    assert made.text() == "0badcafe 11000 run B 295000 0 1 0 0 0 300000 0 0 0 0 0"


def test_a_press_of_the_other_side_changes_nothing():
    made = clock()
    before = made.text()
    assert not made.press(1, 11_000)
    assert made.text() == before


def test_a_press_after_the_flag_changes_nothing():
    made = clock()
    before = made.text()
    assert not made.press(0, 301_000)
    assert made.text() == before
    assert made.press(0, 300_999)


def test_a_clock_that_waits_is_set_going_by_either_side():
    made = clock(WAIT)
    assert made.press(1, 50_000)
    assert made.text() == "0badcafe 50000 run W 300000 0 0 0 0 0 300000 0 0 0 0 0"
    made = clock(WAIT)
    assert made.press(0, 50_000)
    assert made.text() == "0badcafe 50000 run B 305000 0 1 0 0 0 300000 0 0 0 0 0"


def test_a_clock_that_is_stopped_takes_no_press():
    made = clock(STOP)
    assert not made.press(0, 50_000)
    assert not made.press(1, 50_000)


def test_a_clock_without_stages_counts_up():
    made = GameClock()
    made.set(0, RUN, 0, [0] * 12)
    made.press(0, 7_000)
    made.press(1, 9_000)
    assert made.text() == "00000000 9000 run W 7000 0 0 0 0 0 2000 0 0 0 0 0"


def test_presses_cost_no_heap():
    made = clock(stage=(2, 1_000, 1_000, 2_000, 0, 0, 0, 0, 0))
    for side in (0, 1):
        made.press(side, 1_000)
    gc.collect()
    before = gc.mem_alloc()
    for count in range(2_000):
        made.press(count & 1, 1_000 + count * 7)
    assert gc.mem_alloc() == before
