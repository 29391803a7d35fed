"""Real games come back exactly, however people handle the pieces."""

import os

import pytest

from tests.accuracy import HANDLINGS, compare, games

GAMES = 1200
CHUNK = 100
EVERY = 1 if os.environ.get("CI") == "true" else 10
"""At home every tenth game is enough to see that nothing broke; CI plays them all."""


@pytest.mark.slow
@pytest.mark.parametrize("handling", ["clean", "human"])
@pytest.mark.parametrize("first", range(1, GAMES + 1, CHUNK))
def test_games_without_errors_of_hand_come_back_exactly(handling: str, first: int) -> None:
    """Every move, the result, every clock reading that hands can keep; no undeserved alert."""
    wrong = []
    for game in games(range(first, first + CHUNK, EVERY)):
        compared = compare(game, HANDLINGS[handling], seed=game.number)
        if not compared.exact or compared.undeserved:
            wrong.append((game.number, compared.difference, compared.undeserved))
    assert wrong == []
