"""What the squares light up, profile by profile."""

import chess
import pytest

from tests.playing import table_after
from touchmove.lamp import DARK, Lamp
from touchmove.view.lamps import lamps

TWO = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq f6 0 3"]\n'
TOURNAMENTS = ("classical", "rapid", "blitz")
HELPFUL = ("casual", "training")


def lit(script: str) -> dict[str, Lamp]:
    """The squares that are not dark."""
    pattern = lamps(table_after(script))
    assert len(pattern) == 64
    return {
        chess.square_name(square): lamp
        for square, lamp in enumerate(pattern)
        if lamp is not Lamp.OFF
    }


@pytest.mark.parametrize("profile", [*TOURNAMENTS, "unclocked"])
@pytest.mark.parametrize(
    "hands",
    ["", "-e2", "-e2 +e4", "-e2 +e4 !W", "-e2 +e4 !W -e7", "-e2 +e4 -e7 +e5 !W !B", "-g1 +g3"],
)
def test_in_tournaments_nothing_on_the_board_helps(profile: str, hands: str) -> None:
    assert lit(f'[Profile "{profile}"]\n{hands}') == {}


@pytest.mark.parametrize("profile", HELPFUL)
def test_where_lamps_may_help_the_last_move_is_marked(profile: str) -> None:
    settings = f'[Profile "{profile}"]\n'
    assert lit(settings) == {}
    assert lit(settings + "-e2 +e4") == {"e2": Lamp.MARK, "e4": Lamp.MARK}
    assert lit(settings + "-e2 +e4 !W") == {"e2": Lamp.MARK, "e4": Lamp.MARK}
    assert lit(settings + "-e2 +e4 !W -g8 +f6") == {"g8": Lamp.MARK, "f6": Lamp.MARK}


@pytest.mark.parametrize("profile", [*TOURNAMENTS, *HELPFUL])
def test_an_illegal_move_lights_the_way_back(profile: str) -> None:
    hands = f'[Profile "{profile}"]\n-g1 +g3 !W '
    assert lit(hands) == {"g3": Lamp.LIFT, "g1": Lamp.PLACE}
    assert lit(hands + "-g3") == {"g1": Lamp.PLACE}
    assert Lamp.PLACE not in lit(hands + "-g3 +g1").values()


def test_displaced_pieces_light_up() -> None:
    assert lit("-g1 +f3 -h2 +h3 !W") == {"h3": Lamp.LIFT, "h2": Lamp.PLACE}


@pytest.mark.parametrize("profile", TOURNAMENTS)
def test_squares_in_question_blink(profile: str) -> None:
    asked = f'[Profile "{profile}"]\n{TWO}-e4 !W ~600 '
    assert lit(asked) == {"d5": Lamp.ASK, "f5": Lamp.ASK}
    assert lit(asked + "-f5 +f5") == {}


def test_a_new_game_lights_what_is_missing() -> None:
    assert lit("-e2 +e4 !W @new\n") == {"e4": Lamp.LIFT, "e2": Lamp.PLACE}


def test_after_the_game_the_board_is_dark() -> None:
    for profile in (*TOURNAMENTS, *HELPFUL):
        assert lamps(table_after(f'[Profile "{profile}"]\n-g1 +f3 -h2 !W @resign B')) == DARK
