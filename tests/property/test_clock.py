"""The clock neither makes nor loses time."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import time_controls
from touchmove.game.clock import new_clock
from touchmove.rules import TimeControl
from touchmove.units import Millis

spans = st.lists(st.integers(0, 60_000), min_size=1, max_size=80)


@given(time_controls, spans)
def test_time_is_only_spent_and_given(control: TimeControl, thought: list[int]) -> None:
    """What is left, plus what passed, is what the stages and the increments gave.

    Up to the first fall of a flag; the stages in force say what has been given.
    """
    clock = new_clock(control, Millis(0)).run(True, Millis(0))
    now = Millis(0)
    spent = {True: 0, False: 0}
    increments = {True: 0, False: 0}
    for ply, span in enumerate(thought):
        color = ply % 2 == 0
        falls_at = clock.flag_falls_at()
        assert falls_at is not None
        now = Millis(now + span)
        if now >= falls_at:
            assert clock.at(falls_at).side(color).left_ms == 0
            return
        spent[color] += span
        at_press = clock.at(now).side(color)
        increments[color] += at_press.stages[0].increment_ms
        clock = clock.at(now).completed(color).run(not color, now)
        for side, stages in ((True, control.white), (False, control.black)):
            half = clock.side(side)
            if half.stages[-1:] != stages[-1:] or stages[-1].moves is not None:
                continue  # the last stage repeats: how often cannot be told from what is left
            begun = stages[: len(stages) - len(half.stages) + 1]
            given_ms = sum(stage.base_ms for stage in begun) + stages[0].increment_ms
            assert half.left_ms == given_ms + increments[side] - spent[side]


@given(time_controls, st.lists(st.integers(0, 10_000), min_size=1, max_size=30))
def test_looking_at_the_clock_changes_nothing(control: TimeControl, looks: list[int]) -> None:
    """Restating the clock at any moments in between gives the same clock."""
    clock = new_clock(control, Millis(0)).run(True, Millis(0))
    restated = clock
    now = Millis(0)
    for look in looks:
        now = Millis(now + look)
        restated = restated.at(now)
    assert restated == clock.at(now)
    assert clock.flag_falls_at() is not None


@given(st.lists(st.integers(0, 100_000), min_size=2, max_size=20))
def test_without_a_time_control_the_clocks_add_up_to_all_time(spans: list[int]) -> None:
    """Counting up, the two clocks show together how long the game has lasted."""
    clock = new_clock(None, Millis(0)).run(True, Millis(0))
    now = Millis(0)
    for ply, span in enumerate(spans):
        now = Millis(now + span)
        clock = clock.completed(ply % 2 == 0).run(ply % 2 == 1, now)
    assert sum(clock.reading_ms(now)) == sum(spans)
    assert clock.flag_falls_at() is None
