"""Time that does not wrap, on counters that do."""

from board_clock import BoardClock


def test_time_goes_on_where_the_counter_comes_round():
    period = 1 << 30
    ticks = [period - 500]
    clock = BoardClock(
        lambda: ticks[0],
        lambda a, b: ((a - b + (period >> 1)) & (period - 1)) - (period >> 1),
    )
    assert clock.now_ms() == 0
    seen = []
    for step in range(1, 2_000):
        ticks[0] = (period - 500 + step) % period
        seen.append(clock.now_ms())
    assert seen == list(range(1, 2_000))


def test_a_jump_of_hours_between_two_loops_is_counted():
    ticks = [0]
    clock = BoardClock(lambda: ticks[0], lambda a, b: a - b)
    ticks[0] = 7_200_000
    assert clock.now_ms() == 7_200_000
