"""What touching binds to, and whom: who has the move when a piece is lifted."""

import pytest

from tests.playing import kinds, said

EARLY = "-e2 ~100 -d7 ~300 +e4 ~300 "
"""Black's pawn is pushed off its square by the hand that moves White's."""


@pytest.mark.parametrize("put_back", ["!W +d7", "+d7 !W", "~900 +d7 !W", "!W ~900 +d7"])
def test_what_was_lifted_before_its_player_had_the_move_binds_him_to_nothing(put_back: str) -> None:
    game = said(EARLY + put_back)
    assert (game["moves"], game["must_move"], game["alerts"]) == (["e2e4"], [], [])
    assert kinds(EARLY + put_back + " -e7 +e5 !B") == []


def test_nor_does_it_while_it_is_in_the_air() -> None:
    assert said(EARLY + "!W")["must_move"] == []
    assert said(EARLY)["must_move"] == []


def test_put_down_elsewhere_it_is_his_move() -> None:
    game = said(EARLY + "!W +d5 !B")
    assert (game["moves"], game["alerts"]) == (["e2e4", "d7d5"], [])


def test_lifted_again_it_binds() -> None:
    again = EARLY + "!W +d7 -d7 +d7"
    assert said(again)["must_move"] == ["d7"]
    assert kinds(again + " -e7 +e5 !B") == ["touch"]


def test_what_is_lifted_once_the_move_has_been_made_binds_before_the_press() -> None:
    assert said("-e2 +e4 -d7 +d7 !W")["must_move"] == ["d7"]


def test_what_was_lifted_early_does_not_make_a_claim_late() -> None:
    touched = "-b1 +b1 -e2 ~100 -d7 ~300 +e4 !W +d7 @claim touch"
    assert kinds(touched) == ["touch"]
    assert said(touched)["moves"] == []


@pytest.mark.parametrize("then", ["!W ", "~900 !W "])
def test_what_was_put_elsewhere_before_its_player_had_the_move_may_go_back(then: str) -> None:
    """The hand that moves White's knight pushes Black's pawn from d7 to d6."""
    game = said(f"-g1 -d7 +d6 +f3 {then}-d6 +d7 -e7 +e5 !B")
    assert game["san"] == ["Nf3", "e5"]
    assert not {"touch", "release"} & {alert["kind"] for alert in game["alerts"]}


def test_what_he_puts_down_himself_is_released() -> None:
    assert "release" in kinds("-g1 -d7 +f3 +d6 ~900 !W -d6 +d7 -e7 +e5 !B")
