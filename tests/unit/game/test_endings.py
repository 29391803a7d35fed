"""How games end: on the board, on the clock, by word; and what is written then."""

import pytest

from tests.playing import said, table_after

FOOLS = '[FEN "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"]\n'
MINUTE = '[TimeControl "60"]\n'
BACK_AND_FORTH = "-g1 +f3 !W -g8 +f6 !B -f3 +g1 !W -f6 +g8 !B "


# ------------------------------------------------------------------ on the board
def test_mate_ends_the_game_when_it_is_released_pressed_or_not() -> None:
    game = said(FOOLS + MINUTE + "-d8 ~400 +h4 ~5000")
    assert (game["moves"], game["result"]) == (["d8h4"], "0-1")
    assert (game["termination"], game["running"]) == ("checkmate", None)
    assert game["clock_ms"] == [60_000, 59_600]


def test_mate_that_is_still_in_the_hand_may_be_taken_elsewhere() -> None:
    assert said(FOOLS + "-d8 +h4 ~400 -h4 +f6 ~600")["result"] == "*"


def test_a_mate_waits_for_another_victim_that_its_piece_may_be_about_to_take() -> None:
    """The first victim may have been put back, and the queen be in the hand still."""
    start = '[FEN "k7/1p5Q/1K6/8/8/8/7n/8 w - - 0 1"]\n-h7 -b7 +b7 ~250 '
    assert said(start + "-h2 ~2000")["result"] == "*"
    asked = said(start + "-h2 ~700 +h2 !W")
    assert (asked["result"], [alert["kind"] for alert in asked["alerts"]]) == ("*", ["ambiguous"])
    # The mated king may be taken up, and what has ended has ended.
    assert said(start + "-a8 ~500")["result"] == "1-0"
    assert said(start + "~500 -h2 ~500 +h2")["result"] == "1-0"


def test_mate_that_is_pressed_ends_the_game_at_once() -> None:
    game = said(FOOLS + MINUTE + "-d8 +h4 ~0 !B")
    assert (game["result"], game["termination"]) == ("0-1", "checkmate")


def test_mate_beats_a_flag_that_falls_before_it_has_settled() -> None:
    game = said(FOOLS + '[TimeControl "1"]\n-d8 ~800 +h4 ~5000')
    assert (game["result"], game["termination"]) == ("0-1", "checkmate")


def test_a_flag_beats_a_mate_that_lands_later() -> None:
    game = said(FOOLS + '[TimeControl "1"]\n-d8 ~1100 +h4 ~5000')
    assert (game["result"], game["termination"]) == ("1-0", "flag")


def test_mate_out_of_a_restoration_ends_the_game_too() -> None:
    game = said(FOOLS + "-d8 +e4 !B -e4 +h4")
    assert (game["result"], game["termination"]) == ("0-1", "checkmate")


def test_stalemate_is_a_draw_at_once() -> None:
    game = said('[FEN "7k/5Q2/8/8/8/8/8/K7 w - - 0 1"]\n-f7 +g6 ~600')
    assert (game["result"], game["termination"]) == ("1/2-1/2", "stalemate")


def test_a_position_that_nobody_can_win_is_a_draw_at_once() -> None:
    game = said('[FEN "8/7k/8/2p5/8/3NK3/8/8 w - - 0 1"]\n-d3 -c5 +c5 ~600')
    assert (game["result"], game["termination"]) == ("1/2-1/2", "dead position")


def test_five_occurrences_are_a_draw() -> None:
    assert said(BACK_AND_FORTH * 3)["result"] == "*"
    game = said(BACK_AND_FORTH * 4)
    assert (game["result"], game["termination"]) == ("1/2-1/2", "fivefold")


@pytest.mark.parametrize("laws", ["N90", "2001"])
def test_older_laws_know_no_automatic_fivefold_draw(laws: str) -> None:
    assert said(f'[Laws "{laws}"]\n' + BACK_AND_FORTH * 5)["result"] == "*"


def test_the_2014_laws_want_the_five_occurrences_one_after_another() -> None:
    there = "-b1 +c3 !W -b8 +c6 !B -c3 +d5 !W -c6 +d4 !B "
    back = "-d5 +c3 !W -d4 +c6 !B -c3 +b1 !W -c6 +b8 !B "
    apart = BACK_AND_FORTH * 3 + there + back
    assert said('[Laws "2014"]\n' + BACK_AND_FORTH * 4)["termination"] == "fivefold"
    assert said('[Laws "2014"]\n' + apart)["result"] == "*"
    assert said('[Laws "2023"]\n' + apart)["termination"] == "fivefold"


def test_a_position_with_other_rights_is_another_position() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/P6p/R3K3 w Q - 0 1"]\n'
    round_trip = "-e1 +d1 !W -e8 +d8 !B -d1 +e1 !W -d8 +e8 !B "
    assert said(fen + round_trip * 4)["result"] == "*"
    assert said(fen + round_trip * 4 + "-e1 +d1 !W")["termination"] == "fivefold"


def test_seventyfive_moves_without_capture_or_pawn_move_are_a_draw() -> None:
    fen = '[FEN "4k3/p7/8/8/8/8/P7/4K2R w - - 149 120"]\n'
    game = said(fen + "-h1 +h2 !W")
    assert (game["result"], game["termination"]) == ("1/2-1/2", "seventyfive moves")
    assert said('[Laws "2001"]\n' + fen + "-h1 +h2 !W")["result"] == "*"


def test_mate_goes_before_the_seventyfive_moves() -> None:
    game = said('[FEN "k7/8/1K6/8/8/8/8/7R w - - 149 120"]\n-h1 +h8 !W')
    assert game["termination"] == "checkmate"


def test_n90_lists_the_endings_that_are_dead() -> None:
    lone = "8/7k/8/2p5/8/3NK3/8/8 w - - 0 1"
    bishops = "7k/3p1b2/8/8/2B5/8/8/K5b1 w - - 0 1"
    hands = "-d3 -c5 +c5 ~600"
    assert said(f'[Laws "N90"]\n[FEN "{lone}"]\n{hands}')["termination"] == "dead position"
    assert said(f'[Laws "N90"]\n[FEN "{bishops}"]\n-c4 -f7 +f7 !W')["result"] == "*"


# ------------------------------------------------------------------ by word
def test_resignation_gives_the_game_to_the_opponent() -> None:
    game = said("-e2 +e4 !W @resign B")
    assert (game["result"], game["termination"], game["running"]) == ("1-0", "resignation", None)


def test_resignation_draws_where_the_opponent_cannot_mate() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"]\n'
    assert said(fen + "@resign W")["result"] == "1/2-1/2"
    assert said('[Laws "2014"]\n' + fen + "@resign W")["result"] == "0-1"


def test_a_move_that_is_made_goes_on_the_record_with_the_resignation() -> None:
    game = said("-e2 +e4 @resign B")
    assert (game["moves"], game["pending"]) == (["e2e4"], None)
    assert said("-e2 +e4 -e7 +e5 @resign W")["moves"] == ["e2e4", "e7e5"]


def test_a_piece_in_the_hand_is_no_move_when_the_player_resigns() -> None:
    game = said("-e2 @resign W")
    assert (game["moves"], game["pending"]) == ([], None)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "0-0"])
def test_a_result_is_entered_as_it_is_said(result: str) -> None:
    game = said(f"-e2 +e4 !W @result {result} adjudicated")
    assert (game["result"], game["termination"]) == (result, "adjudicated")


def test_a_result_without_a_reason_was_entered() -> None:
    assert said("@result 1/2-1/2")["termination"] == "entered"


def test_a_result_that_is_entered_later_replaces_the_one_that_stood() -> None:
    game = said("@resign W\n@result 1/2-1/2 by the arbiter")
    assert (game["result"], game["termination"]) == ("1/2-1/2", "by the arbiter")


def test_entering_the_result_that_stands_changes_nothing() -> None:
    assert said("@resign W\n@result 0-1")["termination"] == "resignation"


def test_the_first_ending_wins() -> None:
    game = said(MINUTE + "-e2 +e4 !W @resign B\n~90000 @resign W")
    assert (game["result"], game["termination"]) == ("1-0", "resignation")


def test_after_the_end_nothing_on_the_board_is_a_move() -> None:
    game = said("-e2 +e4 !W @resign B\n-e7 +e5 !B -g1 +f3 !W @adjust")
    assert game["moves"] == ["e2e4"]
    assert game["alerts"] == []
    assert not game["in_sync"]


def test_the_clocks_stand_after_the_end() -> None:
    game = said(MINUTE + "-e2 +e4 !W ~1000 @resign B\n~9000 -e7")
    assert (game["clock_ms"], game["running"]) == ([59_500, 59_000], None)


def test_after_the_end_the_board_is_not_asked_to_be_put_right() -> None:
    table = table_after("-g1 +g3 !W @resign W")
    assert table.restore == ((), ())
