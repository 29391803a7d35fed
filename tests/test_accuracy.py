"""Real games come back exactly, however people handle the pieces."""

import os

import pytest

from tests.accuracy import SENSORS, Played, compare_all, games
from touchmove.hands import HANDLINGS

CALM = ("clean", "human", "kings")
"""The handlings of which everything comes back without a question or an alert too many."""
HURRIED = ("noisy", "lossy", "unclocked", "blitz", "hard")
"""The others: a question may be asked, and an alert may be one too many now and then."""
MAY_MISS = {("hard", "presence"): 100}
"""Where one game in so many need not come back: not every capture that nobody saw can be told from
what one bit a square says (docs/explanation/measured.md)."""
FALSE_ALARMS = 1_000
"""Plies for each alert that nobody deserved."""
IN_CI = os.environ.get("CI") == "true"
EVERY = 8 if IN_CI else 60
"""At home a few games of each sort are enough to see that nothing broke. In CI all tests take
less than two minutes of two cores; whoever adds a handling takes fewer games."""
GAMES = range(1, 1201, EVERY)
FEWER = range(1, 1201, 10 if IN_CI else 120)
JOBS = (os.cpu_count() or 1) if IN_CI else 1


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Some games of the collection, spread over all of it."""
    return list(games(GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("sensors", SENSORS)
@pytest.mark.parametrize("handling", CALM)
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
@pytest.mark.parametrize("handling", HURRIED)
def test_games_come_back_however_hard_the_hands_are_to_follow(handling: str, sensors: str) -> None:
    """No move is wrong in silence, hardly any alert is false, and every game comes back."""
    played = list(games(FEWER))
    colors = sensors == "polarity"
    found = compare_all(played, HANDLINGS[handling], colors=colors, jobs=JOBS)
    assert [compared.number for compared in found if compared.silent] == []
    missed = [compared.number for compared in found if not compared.exact]
    rate = MAY_MISS.get((handling, sensors))
    assert len(missed) <= (0 if rate is None else len(played) // rate), missed
    alarms = sum(len(compared.false) for compared in found)
    assert alarms * FALSE_ALARMS <= sum(len(game.moves) for game in played)
