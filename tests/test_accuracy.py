"""Real games come back exactly, however people handle the pieces."""

import os

import pytest

from tests.accuracy import SENSORS, Played, compare_all, games
from touchmove.hands import HANDLINGS

MUST_BE_EXACT = ("clean", "human", "kings")
"""The handlings of which everything must come back. The others are measured
(docs/explanation/measured.md), and join this line when the recogniser can do them."""
IN_CI = os.environ.get("CI") == "true"
EVERY = 8 if IN_CI else 60
"""At home a few games of each sort are enough to see that nothing broke. In CI all six tests take
about a minute of two cores; whoever adds a handling takes fewer games."""
GAMES = range(1, 1201, EVERY)
FEWER = range(1, 1201, 24 if IN_CI else 240)
JOBS = (os.cpu_count() or 1) if IN_CI else 1


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Some games of the collection, spread over all of it."""
    return list(games(GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("sensors", SENSORS)
@pytest.mark.parametrize("handling", MUST_BE_EXACT)
def test_games_come_back_exactly(handling: str, sensors: str, played: list[Played]) -> None:
    """Every move and the result, without a question or an alert that the hands did not deserve."""
    colors = sensors == "polarity"
    found = compare_all(played, HANDLINGS[handling], colors=colors, jobs=JOBS)
    wrong = [
        (compared.number, compared.difference, compared.questions, compared.false)
        for compared in found
        if not compared.exact or compared.questions or compared.false
    ]
    assert len(found) == len(GAMES)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("sensors", SENSORS)
@pytest.mark.parametrize("handling", ["noisy", "lossy", "unclocked", "blitz", "hard"])
def test_no_move_is_wrong_in_silence(handling: str, sensors: str) -> None:
    """However hard the hands are to follow; and nearly every game comes back exactly."""
    played = list(games(FEWER))
    colors = sensors == "polarity"
    found = compare_all(played, HANDLINGS[handling], colors=colors, jobs=JOBS)
    assert [compared.number for compared in found if compared.silent] == []
    missed = [compared.number for compared in found if not compared.exact]
    assert len(missed) <= len(played) // 10
