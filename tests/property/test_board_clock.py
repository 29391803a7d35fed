"""The board's own clock is the host's, to the millisecond, whatever is pressed and whenever."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clock_runs import Presses, Run, after, again, begun
from tests.strategies import time_controls
from touchmove.clock_state import Mode, numbers_of
from touchmove.time_control import TimeControl
from touchmove.units import Millis
from touchmove.wire import fields

FIRMWARE = Path(__file__).parents[2] / "firmware"

controls = st.none() | time_controls(most_s=120)
presses = st.lists(st.tuples(st.integers(0, 60_000), st.booleans()), max_size=60)
runs = st.builds(
    begun, controls, st.sampled_from([Mode.RUN, Mode.WAIT]), st.booleans(), st.integers(0, 10**6)
)


@pytest.fixture(scope="module")
def firmware() -> Iterator[Any]:
    """The firmware's clock under CPython."""
    sys.path.insert(0, str(FIRMWARE))
    yield importlib.import_module("game_clock")
    sys.path.remove(str(FIRMWARE))
    del sys.modules["game_clock"]


def on_board(firmware: Any, run: Run) -> Any:
    """The clock of a board on which this one has been set."""
    clock = firmware.GameClock()
    control = run.control
    sides = ((), ()) if control is None else (control.white, control.black)
    stages = [tuple(map(numbers_of, side)) for side in sides]
    key, at, mode, turn, *numbers = map(str, fields.clock_words(run.state))
    clock.control(key, *stages)
    clock.set(int(at), firmware.MODES.index(mode), "WB".index(turn), [int(n) for n in numbers])
    return clock


def press(clock: Any, at: int, pressed: Presses) -> None:
    for span, color in pressed:
        at += span
        clock.press(0 if color else 1, at)


def text(run: Run) -> str:
    return " ".join(map(str, fields.clock_words(run.state)))


@given(runs, presses)
def test_a_board_reckons_as_its_host_does(firmware: Any, run: Run, pressed: Presses) -> None:
    clock = on_board(firmware, run)
    press(clock, run.clock.since, pressed)
    assert clock.text() == text(after(run, pressed))


@given(runs, presses, presses)
def test_a_clock_that_is_told_goes_on_as_it_would(
    firmware: Any, run: Run, before: Presses, pressed: Presses
) -> None:
    """A host takes it over, or sets it on another board, at any moment."""
    half = after(run, before)
    now = Millis(run.clock.since + sum(span for span, _ in before))
    half = again(half)
    clock = on_board(firmware, half)
    press(clock, now, pressed)
    rest = (
        [(now - half.clock.since + pressed[0][0], pressed[0][1]), *pressed[1:]] if pressed else []
    )
    assert clock.text() == text(after(half, rest))
    later = Millis(now + 10**6)
    assert half.clock.at(later) == half.clock.at(now).at(later)


@given(runs, presses, st.integers(0, 200_000))
def test_a_clock_that_rests_has_lost_the_time_up_to_then(
    firmware: Any, run: Run, before: Presses, later: int
) -> None:
    half = after(run, before)
    clock = on_board(firmware, half)
    now = Millis(half.clock.since + later)
    clock.rest(now)
    told = text(Run(half.control, half.clock.run(None, now), Mode.WAIT, half.turn))
    key, _, *words = told.split(" ")
    assert clock.text() == " ".join([key, "0", *words])


@given(time_controls())
def test_stages_come_back_from_their_numbers(control: TimeControl) -> None:
    for stage in (*control.white, *control.black):
        words = [str(number) for number in numbers_of(stage)]
        assert fields.stage(words) == stage
