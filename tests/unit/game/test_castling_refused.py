"""Castling that is not legal: an illegal move in either order, and what it binds to."""

import pytest

from tests.playing import said

ATTACKED = '[FEN "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"]\n'
"""Black's rook guards f1."""
NO_RIGHT = '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n'


@pytest.mark.parametrize("fen", [ATTACKED, NO_RIGHT])
@pytest.mark.parametrize("hands", ["-e1 +g1 -h1 +f1", "-h1 +f1 ~600 -e1 +g1", "-h1 -e1 +g1 +f1"])
def test_it_is_illegal_whichever_piece_came_first(fen: str, hands: str) -> None:
    game = said(fen + hands + " !W ~1000")
    assert (game["san"], game["illegal"]["white"]) == ([], 1)


def test_the_king_is_bound_to_move_and_not_to_castle() -> None:
    """2023:4.4.3; the rook was not released as a legal move, because the king stood on g1 (4.7)."""
    back = "-e1 +g1 -h1 +f1 !W ~1000 -f1 +h1 -g1 +e1 ~1000 "
    assert said(ATTACKED + back)["must_move"] == ["e1"]
    game = said(ATTACKED + back + "-e1 +e2 !W ~300")
    assert (game["san"], game["alerts"]) == (["Ke2"], [])


def test_a_second_piece_that_was_moved_illegally_binds_to_nothing() -> None:
    game = said("-g1 +g3 -d2 +d4 !W ~1000 -d4 +d2 -g3 +g1 ~1000 -g1 +f3 !W")
    assert (game["san"], game["alerts"]) == (["Nf3"], [])


def test_where_a_piece_was_released_is_due_before_its_other_moves() -> None:
    """2023:4.7: e4 stood for a second, and is put back before another pawn moves."""
    (alert,) = said("-e2 +e4 ~1000 -e4 +e2 ~300 -d2 +d4 !W")["alerts"]
    assert (alert["kind"], alert["detail"]) == ("release", "d4: e4 was due (Laws 4.7)")


def test_moves_that_were_due_and_are_not_named_are_counted() -> None:
    (alert,) = said('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n-h1 ~200 -e1 +g1 +f1 !W')["alerts"]
    assert alert["detail"].endswith("or Rh5 or 5 more was due (Laws 4.3.1)")
