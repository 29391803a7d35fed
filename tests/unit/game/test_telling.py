"""What the arbiter is told, how often, and how much of it is kept."""

import pytest

from tests.playing import kinds, table_after
from touchmove.game.pages import PRESSES_MAX
from touchmove.game.telling import ALERTS_MAX, alert
from touchmove.units import Millis


@pytest.mark.parametrize("laws", ["2014", "2023"])
@pytest.mark.parametrize("pressed", ["!W ", "!B ", "!W !B "])
def test_a_button_that_sticks_is_told_of_once_and_fills_no_memory(laws: str, pressed: str) -> None:
    table = table_after(f'[Laws "{laws}"]\n' + pressed * 400)
    assert len(table.alerts) == len(pressed.split())
    assert len(table.acts) <= PRESSES_MAX


def test_what_happens_again_after_a_touch_is_told_again() -> None:
    assert kinds("!B ~5000 !B") == ["wrong_button"]
    assert kinds("!B -e2 +e2 !B") == ["wrong_button", "wrong_button"]


def test_what_happens_again_after_a_ruling_is_told_again() -> None:
    assert kinds("!B @ruling confirm\n!B") == ["wrong_button", "wrong_button"]


def test_presses_that_are_forgotten_leave_the_moves_around_them_as_they_are() -> None:
    hammered = "!B " * 100
    table = table_after(f"-e2 {hammered} +e4 {hammered} !W -d7 +d5 !B -e4 -d5 +d5 !W")
    assert [entry.san for entry in table.moves] == ["e4", "d5", "exd5"]


def test_of_very_many_alerts_the_latest_are_kept() -> None:
    table = table_after("-e2")
    for number in range(ALERTS_MAX + 5):
        table, _ = alert(table, Millis(number), "displaced", f"number {number}")
    assert len(table.alerts) == ALERTS_MAX
    assert table.alerts[-1].detail == f"number {ALERTS_MAX + 4}"
