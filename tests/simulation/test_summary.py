"""What is counted by itself has ceilings, and who passes one is told."""

import pytest

from tests.simulation.summary import CEILINGS, FREE, Summary


@pytest.mark.parametrize(("all_", "wrong", "ceiling"), CEILINGS)
def test_more_than_the_ceiling_is_too_many(all_: str, wrong: str, ceiling: float) -> None:
    summary = Summary()
    summary.totals[all_] = round(10 * FREE / ceiling)
    summary.totals[wrong] = 10 * FREE
    assert not summary.exceeds
    summary.totals[wrong] += 1
    assert summary.exceeds


@pytest.mark.parametrize("wrong", [wrong for _, wrong, _ in CEILINGS])
def test_a_few_are_no_measure(wrong: str) -> None:
    summary = Summary()
    summary.totals[wrong] = FREE
    assert not summary.exceeds
    summary.totals[wrong] += 1
    assert summary.exceeds
