"""The table of alerts: whole, and held to by whoever raises one."""

import re
from pathlib import Path

import pytest

from tests.docs.alerts import raised
from touchmove.game.alert_kinds import ALERT_KINDS, AtBoard


def test_every_kind_that_is_raised_is_in_the_table_and_the_other_way_round() -> None:
    assert raised() == set(ALERT_KINDS)


def test_every_kind_that_the_cases_name_is_in_the_table() -> None:
    cases = Path(__file__).parents[2] / "cases"
    named: set[str] = set()
    for path in cases.glob("*.jsonl"):
        for found in re.findall(r'"alerts(?:_include)?": \[([^\]]*)\]', path.read_text("utf-8")):
            named.update(re.findall(r'"(\w+)"', found))
    assert named
    assert named <= set(ALERT_KINDS)


@pytest.mark.parametrize(
    "kind",
    ["touch", "release", "rook_first", "missed_press", "wrong_button", "press_no_move", "reversed"],
)
def test_the_players_are_never_told_what_only_they_may_claim_or_must_notice(kind: str) -> None:
    assert ALERT_KINDS[kind].at_board is AtBoard.NO


def test_the_players_are_asked_what_only_they_know() -> None:
    asked = {name for name, kind in ALERT_KINDS.items() if kind.at_board is AtBoard.QUESTION}
    assert asked == {"ambiguous", "promo_assumed"}
