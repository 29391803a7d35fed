"""What the players may see of what the arbiter was told, and for how long."""

import pytest

from tests.playing import kinds, table_after
from touchmove.view.notices import at_board, is_question

TWO = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq f6 0 3"]\n'
PROMOTING = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n-e7 +e8 !W '
THREEFOLD = "-g1 +g1 @claim threefold\n"


def shown(script: str) -> list[str]:
    return [alert.kind for alert in at_board(table_after(script))]


@pytest.mark.parametrize(
    "script",
    [
        "-g1 +g1 -e2 +e4 !W",
        "-e2 +e4 ~1500 -e4 +e3 !W",
        "-e2 +e4 -e7 +e5 -g1",
        "-e2 +e4 !B",
        "!W",
        "@offer draw B\n",
    ],
)
def test_what_is_the_business_of_the_arbiter_is_not_shown(script: str) -> None:
    assert kinds(script)
    assert shown(script) == []


def test_a_question_is_shown_until_it_is_answered() -> None:
    assert shown(TWO + "-e4 !W ~600") == ["ambiguous"]
    assert all(is_question(alert) for alert in at_board(table_after(TWO + "-e4 !W ~600")))
    assert shown(TWO + "-e4 !W ~600 -f5 +f5") == []


def test_the_players_are_asked_for_the_promoted_piece_until_the_reply() -> None:
    assert shown(PROMOTING) == ["promo_assumed"]
    assert shown(PROMOTING + "@promote n\n") == []
    assert shown(PROMOTING + "-a7 +a6 !B") == []


def test_displaced_pieces_are_shown_until_they_are_put_right() -> None:
    assert shown("-g1 +f3 -h2 !W") == ["displaced"]
    assert shown("-g1 +f3 -h2 !W +h2") == []


def test_a_claim_that_is_refused_is_shown_until_the_next_move() -> None:
    assert shown(THREEFOLD) == ["late_claim"]
    assert not is_question(at_board(table_after(THREEFOLD))[0])
    assert shown(THREEFOLD + "-g1 +f3 !W") == []


def test_a_doubt_about_moves_that_are_recorded_is_for_the_arbiter_alone() -> None:
    """Two pieces were in the air together, and one of them may have been knocked over."""
    table = table_after(
        '[Profile "unclocked"]\n'
        '[FEN "rnbqkbnr/pppp3p/4p1p1/8/3P4/8/PPP1PPPP/RNBQKB1R b KQkq - 0 4"]\n\n'
        "-f8 ~127 -b2 ~57 +a3 ~39 +b4\n~600 @adjust\n"
    )
    assert [alert.kind for alert in table.alerts] == ["ambiguous"]
    assert at_board(table) == ()
