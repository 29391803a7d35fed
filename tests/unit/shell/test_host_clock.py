"""The daemon's clock goes on whatever is done to the calendar."""

import pytest

from touchmove.shell.host_clock import HostClock, calendar_ms


def test_it_is_the_calendar_s_time_to_begin_with() -> None:
    clock = HostClock()
    assert abs(clock.now_ms() - calendar_ms()) < 1_000
    assert abs(clock.skew_ms) < 1_000


@pytest.mark.parametrize("jump_s", [-7 * 86_400, -3, 3_600])
def test_a_calendar_that_is_set_is_noticed_once_and_moves_nothing(
    jump_s: int,
) -> None:
    set_by_s = 0
    clock = HostClock(lambda: calendar_ms() + set_by_s * 1000)
    clock.set_by_ms()
    before, set_by_s = clock.now_ms(), jump_s
    assert 0 <= clock.now_ms() - before < 1_000
    assert abs(clock.set_by_ms() - jump_s * 1000) < 1_000
    assert abs(clock.set_by_ms()) < 1_000
    assert abs(clock.skew_ms - jump_s * 1000) < 1_000


def test_a_machine_that_has_not_slept_says_so() -> None:
    clock = HostClock()
    assert clock.slept_ms() < 1_000
