"""When pieces count as displaced: not while a hand is at work, and not while a move stands."""

import pytest

from tests.playing import table_after
from touchmove.game.displacing import MOTION_MS, explained, settled
from touchmove.units import Millis

FORK = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"]\n'


@pytest.mark.parametrize(
    "script",
    [
        "-e2 +e2",
        "-e2",  # in the hand
        "-e2 +e4",  # stands
        "-e2 +e4 -e7",  # answered by a hand in the air
        "-e2 +e4 -e7 +e5",  # answered
        "-e2 +e4 !W -e7",
        FORK + "-e4 -d5",
    ],
)
def test_the_game_explains_what_hands_in_play_do(script: str) -> None:
    assert explained(table_after(script).turn)


@pytest.mark.parametrize("script", ["-g1 +g3", "-e2 +e4 !W -e4 +e5", "-g1 +f3 -h2 +h4 -a2"])
def test_it_does_not_explain_a_piece_that_no_move_brings_there(script: str) -> None:
    table = table_after(script)
    assert not explained(table.turn)
    assert not settled(table.turn)


def test_a_square_that_has_just_changed_is_in_play() -> None:
    table = table_after("-g1 +g3")
    assert explained(table.turn, Millis(table.now + MOTION_MS - 1)) is True
    assert explained(table.turn, Millis(table.now + MOTION_MS)) is False


def test_a_piece_that_stood_wrongly_before_the_turn_began_is_in_no_hand() -> None:
    table = table_after("-g1 +f3 -h2 +h3 ~600 !W -e7")
    assert not explained(table.turn)
    assert not explained(table.turn, table.now)


@pytest.mark.parametrize(
    ("script", "still"),
    [
        ("-e2 +e2", True),
        ("-e2 +e4", True),
        ("-e2 +e4 -e7 +e5", True),
        ("-e2", False),
        ("-e2 +e4 -e7", False),
    ],
)
def test_a_board_is_settled_when_nothing_is_in_a_hand(script: str, still: bool) -> None:
    assert settled(table_after(script).turn) is still
