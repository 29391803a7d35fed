"""Illegal moves: counted, penalised, and led back square by square (Laws 7.5)."""

import pytest

from tests.playing import said

FIVE = '[TimeControl "300+3"]\n'
KNIGHT = FIVE + "-g1 +g3 !W "
"""White has pressed after Ng1-g3, 0.5 s into the game."""
QUEEN = '[FEN "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"]\n'


def restore(script: str) -> tuple[list[str], list[str]]:
    """What has still to be lifted and to be placed."""
    asked = said(script)["restore"]
    return asked["lift"], asked["place"]


# ------------------------------------------------------------------ the way back
def test_an_illegal_move_is_counted_and_never_recorded() -> None:
    game = said(KNIGHT)
    assert (game["moves"], game["pending"]) == ([], None)
    assert game["illegal"] == {"white": 1, "black": 0}
    assert game["alerts"] == []


def test_the_clocks_stop_and_the_opponent_gets_two_minutes() -> None:
    game = said(KNIGHT + "~5000")
    assert game["clock_ms"] == [302_500, 303_000 + 120_000]
    assert (game["running"], game["add_ms"]) == (None, {"B": 120_000})


def test_the_lamps_lead_back_square_by_square() -> None:
    assert restore(KNIGHT) == (["g3"], ["g1"])
    assert restore(KNIGHT + "-g3") == ([], ["g1"])
    assert restore(KNIGHT + "-g3 +g1") == ([], [])


def test_squares_may_be_put_right_in_any_order() -> None:
    taken = '[FEN "4k3/8/8/3p4/8/8/3N4/4K3 w - - 0 1"]\n-d2 -d5 +d5 -e1 +f3 !W '
    assert restore(taken) == (["f3"], ["d2", "e1"])
    assert restore(taken + "-f3") == ([], ["d2", "e1"])
    assert restore(taken + "-f3 +d2") == ([], ["e1"])
    assert restore(taken + "-f3 +d2 +e1") == ([], [])


def test_what_is_disturbed_on_the_way_back_is_asked_for_too() -> None:
    assert restore(KNIGHT + "-a2") == (["g3"], ["a2", "g1"])
    assert restore(KNIGHT + "-a2 +a2 -g3 +g1") == ([], [])


def test_play_goes_on_on_the_offenders_time() -> None:
    game = said(KNIGHT + "~9000 -g3 ~1000 +g1 ~500")
    assert game["running"] == "W"
    assert game["clock_ms"] == [302_500 - 500, 423_000]


def test_touches_of_the_way_back_belong_to_no_move() -> None:
    game = said(KNIGHT + "-g3 +g1 -e2 +e4 !W")
    assert game["moves"] == ["e2e4"]
    assert game["clock_ms"][0] == 302_500 - 750 + 3_000


def test_a_board_that_shows_the_finished_move_needs_no_detour() -> None:
    castled = '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n-e1 +g1 !W '
    assert restore(castled) == (["g1"], ["e1"])
    game = said(castled + "-h1 +f1 ~600")
    assert (game["pending"], game["running"]) == ("e1g1", "W")
    assert said(castled + "-h1 +f1 !W")["san"] == ["O-O"]


def test_another_move_of_the_same_piece_may_follow_at_once() -> None:
    game = said(KNIGHT + "-g3 +f3 !W")
    assert (game["moves"], game["running"]) == (["g1f3"], "B")


def test_presses_on_the_way_back_do_nothing() -> None:
    game = said(KNIGHT + "!W !B !W")
    assert game["illegal"] == {"white": 1, "black": 0}
    assert (game["running"], game["alerts"]) == (None, [])


def test_a_player_may_resign_on_the_way_back() -> None:
    game = said(KNIGHT + "@resign W")
    assert (game["result"], game["termination"]) == ("0-1", "resignation")
    assert game["restore"] == {"lift": [], "place": []}


# ------------------------------------------------------------------ what is illegal
@pytest.mark.parametrize(
    "script",
    [
        "-e2 +e5 !W",
        "-e7 +e5 !W",
        "-e1 +e3 !W",
        '[FEN "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1"]\n-e2 +d3 !W',
        '[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"]\n-e5 +d6 !W',
        '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n-e1 +g1 -h1 +f1 !W',
    ],
    ids=["pawn", "enemy-piece", "king", "pinned", "en-passant-half-done", "castling-without-right"],
)
def test_what_no_legal_move_explains_is_refused(script: str) -> None:
    game = said(script)
    assert game["moves"] == []
    assert game["illegal"] == {"white": 1, "black": 0}


def test_an_illegal_capture_is_no_swept_capture_of_something_else() -> None:
    fen = "r1bqkb1r/3pn2p/n7/ppp2pN1/2PP1Q2/8/PP1KP1PP/RNB2B1R w kq - 0 11"
    game = said(f'[FEN "{fen}"]\n-g5 -d7 +d7 !W ~600')
    assert (game["moves"], game["illegal"]["white"]) == ([], 1)


def test_an_illegal_placement_that_is_corrected_before_the_press_is_nothing() -> None:
    game = said("-g1 +g3 ~2000 -g3 +f3 !W")
    assert (game["moves"], game["illegal"]) == (["g1f3"], {"white": 0, "black": 0})


def test_both_kings_in_the_centre_are_no_moves() -> None:
    assert said("-e1 ~100 -e8 +e4 +d5 ~400")["moves"] == []


# ------------------------------------------------------------------ how often
def test_the_second_illegal_move_of_a_player_loses() -> None:
    game = said(KNIGHT + "-g3 +g1 -g1 +g4 !W")
    assert (game["result"], game["termination"]) == ("0-1", "illegal moves")
    assert game["illegal"] == {"white": 2, "black": 0}
    assert game["clock_ms"] == [302_500 - 750, 423_000]


def test_the_second_illegal_move_draws_where_the_opponent_cannot_mate() -> None:
    game = said(QUEEN + "-d2 +e4 !W -e4 +d2 -d2 +f3 !W")
    assert (game["result"], game["termination"]) == ("1/2-1/2", "illegal moves")


def test_each_player_has_a_count_of_his_own() -> None:
    game = said(KNIGHT + "-g3 +g1 -g1 +f3 !W -b8 +b6 !B -b6 +b8 -b8 +c6 !B")
    assert game["moves"] == ["g1f3", "b8c6"]
    assert game["illegal"] == {"white": 1, "black": 1}
    assert game["add_ms"] == {"W": 120_000, "B": 120_000}


@pytest.mark.parametrize(
    ("laws", "times", "added"),
    [("N90", 4, None), ("2001", 2, {"B": 240_000}), ("2014", 1, {"B": 120_000})],
)
def test_how_many_are_forgiven_depends_on_the_edition(
    laws: str, times: int, added: dict[str, int] | None
) -> None:
    again = "-g1 +g3 !W -g3 +g1 " * times
    game = said(f'[Laws "{laws}"]\n{FIVE}{again}')
    assert (game["result"], game["add_ms"]) == ("*", added)
    assert game["illegal"]["white"] == times
