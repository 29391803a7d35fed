"""Results that the players show with their kings."""

import pytest

from tests.playing import kinds, said

KINGS = '[FEN "6k1/8/8/8/8/3K4/8/R7 w - - 0 1"]\n'


@pytest.mark.parametrize(
    ("hands", "result"),
    [
        ("-d3 +e4 -g8 +d5", "1-0"),
        ("-d3 +d4 -g8 +e5", "0-1"),
        ("-g8 +e5 -d3 +e4", "1/2-1/2"),
        ("-d3 -g8 +d5 +d4", "1/2-1/2"),
    ],
)
def test_kings_in_the_centre_are_a_result_and_no_moves(hands: str, result: str) -> None:
    game = said(KINGS + hands + " ~1500")
    assert (game["result"], game["termination"], game["moves"]) == (result, "kings", [])
    assert kinds(KINGS + hands + " ~1500") == ["result_kings"]


def test_kings_that_pass_show_nothing() -> None:
    assert said(KINGS + "-d3 +e4 -g8 +d5 ~900 -d5 +g8 -e4 +d3 ~3000")["result"] == "*"


def test_one_king_in_the_centre_is_a_move() -> None:
    assert said(KINGS + "-d3 +d4 ~3000 !W")["moves"] == ["d3d4"]


def test_other_pieces_in_the_centre_are_no_kings() -> None:
    assert said("-d2 +d4 -e7 +e5 ~3000 -e2 +e4 ~3000")["result"] == "*"
