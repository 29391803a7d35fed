"""A board may stand turned: that is said, or it is found out from the first moves."""

import re

import chess
import pytest

from tests.playing import games, kinds, said, table_after
from touchmove.arbiter import orientation
from touchmove.events import BoardSeen, Tick
from touchmove.game.step import advance
from touchmove.game.table import Phase, new_table
from touchmove.lamp import Lamp
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.units import Millis
from touchmove.view.lamps import lamps, lamps_of_board

AUTO = '[Orientation "auto"]\n'
BLACK = '[Orientation "black"]\n'
POLARITY = '[Sensors "polarity"]\n'
STUDY = '[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n'
"""It does not look the same from both ends."""
MIRRORED = '[FEN "4k3/8/8/3p4/4P3/8/8/3K4 w - - 0 1"]\n'
"""It does."""


def turned(script: str) -> str:
    """The same hands on a board that stands turned by 180 degrees."""

    def other_end(found: re.Match[str]) -> str:
        if found[3] is not None:
            return f"={int(f'{int(found[3], 16):064b}'[::-1], 2):016x}"
        return found[1] + chess.square_name(chess.parse_square(found[2]) ^ 63)

    return re.sub(r"([-+])([a-h][1-8])|=([0-9a-f]{16})", other_end, script)


HANDS = [
    "-e2 +e4 !W -e7 +e5 !B -g1 +f3 !W",
    "-e2 +e4 !W -d7 +d5 !B -e4 -d5 +d5 !W -d8 +d5 !B",
    "-g1 +g3 !W -g3 +g1 -g1 +f3 !W",
    "-e2 +e4 -e7 +e5 -g1 +f3 !W",
    "-d2 +d2 -g1 +f3 !W",
    "-d2 ~600 +d2 ~600 -e2 +e4 !W",
    "-e7 +e7 -e2 +e4 !W",
    "-e7 -e2 +e4 +e7 !W",
    "-e2 !W +e4 -e7 +e5 !B",
    "-e2 !W ~1000 +e4",
    "-e2 !W ~1000",
    "-e7 -e2 +e4 ~3000",
    "@link down\n@link up\n=ffff00000040ffbf !W",
    "@link down\n@link up\n=ffff00001000efff !W -e7 +e5 !B",
    "-e2 ~700 +e4 ~3000 !W ~2000 -c7 +c5 !B",
    "-e2 +e4 @resign B",
    "!B -e2 +e4 !W",
    "-f2 +f3 !W -e7 +e5 !B -g2 +g4 !W -d8 +h4 ~2000",
    "@pause\n-e2 +e4 @resume\n!W",
    "-e2 +e3 -e3 +e4 !W",
]


# ------------------------------------------------------------------ the same game
@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("profile", ["classical", "casual"])
@pytest.mark.parametrize("control", ["", '[TimeControl "300+3"]\n'])
def test_a_board_that_stands_turned_gives_the_same_game(
    hands: str, profile: str, control: str
) -> None:
    settings = f'[Profile "{profile}"]\n{control}'
    plain = said(settings + hands)
    assert said(settings + BLACK + turned(hands)) == plain
    assert said(settings + AUTO + hands) == plain
    assert said(settings + AUTO + turned(hands)) == plain


@pytest.mark.parametrize("fen", [STUDY, MIRRORED])
@pytest.mark.parametrize("hands", ["-e1 +f1 !W", "-e2 +e4 !W -e5 +e4 !B", "-d1 +d2 !W"])
def test_a_study_on_a_turned_board_is_the_same_study(fen: str, hands: str) -> None:
    if fen == MIRRORED and hands.startswith("-e"):
        hands = "-d5 -e4 +d5 !W -e8 +e7 !B"
    elif fen == STUDY and hands.startswith("-d"):
        hands = "-e1 +d1 !W"
    plain = said(fen + hands)
    assert plain["moves"]
    assert said(fen + AUTO + hands) == plain
    assert said(fen + AUTO + turned(hands)) == plain


# ------------------------------------------------------------------ while nothing tells
@pytest.mark.parametrize(
    "hands", ["", "-e7", "-e7 +e7", "-e2 +e2 -e7 +e7 ~9000", "-d1 -e1 +d1 +e1"]
)
def test_pieces_that_are_lifted_and_put_back_tell_nothing(hands: str) -> None:
    game = said(AUTO + hands)
    assert (game["moves"], game["pending"], game["alerts"]) == ([], None, [])
    assert (game["must_move"], game["must_capture"]) == ([], [])
    assert game["in_sync"] == (hands.count("-") == hands.count("+"))
    assert table_after(AUTO + hands).bothways is not None


def test_what_was_put_back_does_not_decide() -> None:
    for first in ("-g8 +f6 -f6 +g8", "-g1 +f3 -f3 +g1"):
        for hands in ("-e2 +e4 !W -e7 +e5 !B", turned("-e2 +e4 !W -e7 +e5 !B")):
            assert said(f"{AUTO}{first} {hands}")["moves"] == ["e2e4", "e7e5"]


def test_moves_of_both_that_nobody_saw_tell_nothing_until_one_more_is_made() -> None:
    missed = AUTO + "@link down\n@link up\n=ffef00101000efff ~9000 "
    game = said(missed)
    assert (game["moves"], game["pending"], game["alerts"]) == ([], None, [])
    straight = table_after(missed + "-g1 +f3 ")
    assert (straight.turned, straight.occupied) == (False, 0xFFEF00101020EFBF)
    assert table_after(missed + "-g8 +f6 ").turned


def test_touches_before_it_was_known_bind() -> None:
    touched = "-d2 ~600 +d2 -e2 +e4 !W"
    assert kinds(AUTO + touched) == kinds(AUTO + turned(touched)) == ["touch"]


def test_the_flag_falls_meanwhile() -> None:
    script = '[TimeControl "60"]\n' + AUTO
    assert said(script + "-e7 ~61000 +e7")["termination"] == "flag"


def test_a_contact_that_flaps_for_ever_is_not_kept_for_ever() -> None:
    table = table_after(AUTO + "-e7 +e7 " * 2000)
    assert len(table.kept) <= 512
    assert said(AUTO + "-e7 +e7 " * 2000 + turned("-e2 +e4 !W"))["moves"] == ["e2e4"]
    assert said(AUTO + "-e7 +e7 " * 2000 + "-e2 +e4 !W")["moves"] == ["e2e4"]


def test_a_result_said_before_it_is_known_ends_the_game() -> None:
    table = table_after(AUTO + "-e7 @resign W\n")
    assert (table.phase, table.occupied) == (Phase.OVER, chess.Board().occupied & ~chess.BB_E7)
    assert table_after(AUTO + "-e7 @resign W\n+e7 ~600").phase is Phase.PLAYING


# ------------------------------------------------------------------ the next game
def test_every_game_finds_out_anew() -> None:
    """The players have changed seats, and the board was left where it stood."""
    first, back = "-e2 +e4 !W -e7 +e5 !B @resign W\n", "-e4 +e2 -e5 +e7 ~600 "
    second = "-d2 +d4 !W -g8 +f6 !B"
    for one in (first + back, turned(first + back)):
        for two in (second, turned(second)):
            played = [game["moves"] for game in games(f"{AUTO}{one}{two}")]
            assert played == [["e2e4", "e7e5"], ["d2d4", "g8f6"]]


def test_a_new_game_by_word_before_anything_is_known_looks_at_the_board() -> None:
    assert table_after(AUTO + "-e7 @new\n").phase is Phase.SETUP
    assert table_after(AUTO + "-e7 @new\n+e7 ~600").phase is Phase.PLAYING


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_study_may_be_set_up_from_either_end(is_turned: bool) -> None:
    fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    rules = Rules(PROFILES["classical"], EDITIONS["2023"], None, orientation="auto")
    shown = chess.Board(fen).occupied
    shown = chess.flip_vertical(chess.flip_horizontal(shown)) if is_turned else shown
    ready = new_table(rules, fen=fen, occupied=shown)
    assert (ready.phase, ready.turned, ready.bothways) == (Phase.PLAYING, is_turned, None)
    table = new_table(rules, fen=fen, occupied=0)
    table, _ = advance(table, BoardSeen(Millis(1000), shown & shown - 1))
    assert len(table.restore[1]) == 1  # the way that is nearer is asked for
    table, _ = advance(table, BoardSeen(Millis(2000), shown))
    table, _ = advance(table, Tick(Millis(3000)))
    assert (table.phase, table.turned, table.bothways) == (Phase.PLAYING, is_turned, None)


# ------------------------------------------------------------------ sensors that tell colours
WHITE_FIRST = "=ffff00000000ffff/000000000000ffff "
WHITE_LAST = "=ffff00000000ffff/ffff000000000000 "


def test_colours_tell_before_the_first_touch() -> None:
    assert not table_after(POLARITY + AUTO + WHITE_FIRST).turned
    assert table_after(POLARITY + AUTO + WHITE_LAST).turned


def test_colours_show_that_black_has_moved_first() -> None:
    """Without them the board would be taken to stand the other way."""
    black_first = "-e7 +e5 -e2 +e4 "
    assert table_after(POLARITY + AUTO + WHITE_FIRST + black_first).turned is False
    assert table_after(POLARITY + AUTO + "-e7 +e5b ").turned is False
    assert table_after(POLARITY + AUTO + "-e7 +e5w ").turned is True


# ------------------------------------------------------------------ lamps
@pytest.mark.parametrize("orientation", [BLACK, AUTO])
def test_lamps_are_turned_back(orientation: str) -> None:
    table = table_after(orientation + turned("-g1 +g3 !W"))
    assert lamps(table)[chess.G3] is Lamp.LIFT
    shown = lamps_of_board(table)
    assert shown[chess.G3 ^ 63] is Lamp.LIFT
    assert shown[chess.G1 ^ 63] is Lamp.PLACE
    assert sum(lamp is not Lamp.OFF for lamp in shown) == 2


def test_lamps_of_a_board_that_is_not_turned_are_its_own() -> None:
    table = table_after(AUTO + "-g1 +g3 !W")
    assert lamps_of_board(table) == lamps(table)
    assert lamps(table)[chess.G3] is Lamp.LIFT


@pytest.mark.parametrize(("stands_turned", "move"), [(False, "-e3 +d3"), (True, "-d6 +e6")])
def test_a_position_that_is_set_before_it_is_known_is_looked_for_both_ways(
    stands_turned: bool, move: str
) -> None:
    board = chess.Board("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1").occupied
    shown = orientation.turned(board) if stands_turned else board
    game = said(
        f'[Orientation "auto"]\n@correct 8/8/4k3/8/4P3/4K3/8/8\n={shown:016x} ~1000 {move} ~600 !W'
    )
    assert (game["moves"], game["alerts"], game["in_sync"]) == (["e3d3"], [], True)
