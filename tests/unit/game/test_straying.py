"""Pieces that rest where no hand in play can have put them: when that is told, and when not."""

import pytest

from tests.playing import kinds, said, table_after

PRESSED = "-e2 +e4 !W "
UNCLOCKED = '[Profile "unclocked"]\n-e2 +e4 ~1500 '


@pytest.mark.parametrize("begun", [PRESSED, UNCLOCKED])
def test_pieces_of_the_waiting_side_that_stand_elsewhere_are_told_once_they_rest(
    begun: str,
) -> None:
    """With presses too: nobody need wait for the next one to hear of it."""
    moved = begun + "-d2 +d4 "
    assert table_after(moved + "~499").alerts == ()
    assert [alert.kind for alert in table_after(moved + "~500").alerts] == ["displaced"]
    assert said(moved)["restore"] == {"lift": ["d4"], "place": ["d2"]}


def test_not_while_they_are_in_a_hand_nor_when_they_are_put_right_at_once() -> None:
    assert kinds(PRESSED + "-d2 ~3000") == []
    assert kinds(PRESSED + "-d2 +d4 ~400 -d4 +d2 ~3000") == []


def test_not_while_the_player_on_the_move_has_lifted_a_piece() -> None:
    """What stands elsewhere may be his."""
    assert kinds(PRESSED + "-e7 -d2 +d4 ~3000") == []


def test_nor_what_the_player_on_the_move_has_put_where_it_may_not_go() -> None:
    """That is an illegal move only when he presses (Laws 7.5.1)."""
    assert kinds(PRESSED + "-e7 +e4 ~3000") == []
    assert kinds(PRESSED + "-b8 +b6 ~3000") == []
