"""How a move on the record is known: one grade, one way to earn it."""

import pytest

from tests.playing import said

TWO = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq f6 0 3"]\n'
ONE = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"]\n'


def evidence(script: str) -> list[str]:
    found: list[str] = said(script)["evidence"]
    return found


@pytest.mark.covers("evidence witnessed")
def test_what_the_sensors_saw_is_witnessed() -> None:
    assert evidence("-e2 +e4 !W") == ["witnessed"]


@pytest.mark.covers("evidence inferred")
def test_what_only_one_move_explains_is_inferred() -> None:
    assert evidence(ONE + "-e4 !W") == ["inferred"]


@pytest.mark.covers("evidence chosen")
def test_what_a_player_answered_is_chosen() -> None:
    assert evidence(TWO + "-e4 !W ~600 -f5 +f5") == ["chosen"]


@pytest.mark.covers("evidence entered")
def test_what_a_person_said_is_entered() -> None:
    assert evidence("-e2 +e3 !W @replace e2e4") == ["entered"]
