"""Presses of the clock: whose they are, when they count, and what they complete."""

import pytest

from tests.playing import kinds, said

FIVE = '[TimeControl "300+3"]\n'
MANUAL = '[Start "manual"]\n[TimeControl "300"]\n'


# ------------------------------------------------------------------ after a move
def test_the_press_completes_the_move_and_starts_the_other_clock() -> None:
    game = said(FIVE + "-e2 +e4 ~1000 !W ~2000")
    assert (game["moves"], game["pending"]) == (["e2e4"], None)
    assert game["clock_ms"] == [303_000 - 1_250 + 3_000, 303_000 - 2_000]
    assert game["running"] == "B"


def test_pressing_again_changes_nothing() -> None:
    game = said(FIVE + "-e2 +e4 !W !W !W")
    assert game["moves"] == ["e2e4"]
    assert game["clock_ms"] == [305_500, 302_500]
    assert {alert["kind"] for alert in game["alerts"]} == {"wrong_button"}


def test_the_opponents_press_does_not_complete_a_move() -> None:
    game = said(FIVE + "-e2 +e4 !B ~1000")
    assert (game["moves"], game["pending"], game["running"]) == ([], "e2e4", "W")
    (alert,) = game["alerts"]
    assert alert == {
        "kind": "wrong_button",
        "ply": 0,
        "t_ms": 500,
        "detail": "Black's clock was not running",
    }


def test_a_press_does_not_complete_a_move_that_is_revised_before_it() -> None:
    assert said("-e2 +e3 -e3 +e4 !W")["moves"] == ["e2e4"]


def test_a_piece_that_is_taken_up_again_has_not_been_moved() -> None:
    game = said("-e2 +e4 ~200 -e4 !W ~400")
    assert (game["moves"], game["restore"]) == ([], {"lift": [], "place": ["e2"]})


def test_a_move_that_ends_on_a_forbidden_square_after_a_legal_one_is_illegal() -> None:
    game = said("-g1 +f3 ~200 -f3 +g5 !W")
    assert (game["moves"], game["illegal"]["white"]) == ([], 1)


# ------------------------------------------------------------------ early
def test_a_press_a_blink_before_the_piece_lands_is_the_press_of_that_move() -> None:
    game = said(FIVE + "-e2 ~500 !W ~300 +e4 ~700")
    assert game["moves"] == ["e2e4"]
    assert [alert["kind"] for alert in game["alerts"]] == ["press_early"]
    assert game["clock_ms"] == [303_000 - 500 + 3_000, 303_000 - 1_000]


def test_a_press_long_before_the_piece_lands_is_a_press_without_a_move() -> None:
    game = said(FIVE + "-e2 ~500 !W ~302 +e4")
    assert (game["moves"], game["pending"]) == ([], "e2e4")
    assert [alert["kind"] for alert in game["alerts"]] == ["press_no_move"]
    assert game["illegal"] == {"white": 1, "black": 0}


def test_an_early_press_counts_although_the_flag_would_have_fallen_in_the_grace() -> None:
    assert said('[TimeControl "1"]\n-e2 ~950 !W ~49 +e4')["moves"] == ["e2e4"]


def test_a_piece_that_lands_after_the_flag_was_not_moved_in_time() -> None:
    game = said('[TimeControl "1"]\n-e2 ~950 !W ~100 +e4')
    assert (game["moves"], game["result"]) == ([], "0-1")


SLIDING = '[FEN "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1"]\n-a1 ~100 '


def test_a_press_while_the_piece_still_slides_waits_for_where_it_comes_to_rest() -> None:
    game = said(SLIDING + "!W ~50 +a2 ~30 -a2 ~40 +a3 ~30 -a3 ~40 +a4 ~600")
    assert (game["san"], game["in_sync"]) == (["Ra4"], True)
    game = said(SLIDING + "+a2 ~20 !W ~20 -a2 ~30 +a3 ~600")
    assert (game["san"], game["in_sync"]) == (["Ra3"], True)
    assert game["clock_ms"] == [120, 650]


def test_a_quick_press_is_judged_before_whatever_is_done_next() -> None:
    quick = "-e2 +e4 ~31 !W "
    assert said(quick + "~10 !W")["moves"] == ["e2e4"]
    assert said(quick + "@resign B")["moves"] == ["e2e4"]
    assert said(quick + "~10 -e7 +e5 ~31 !B ~100")["moves"] == ["e2e4", "e7e5"]
    assert said(quick + "~100")["alerts"] == []


def test_a_reply_may_begin_at_once_after_a_quick_press() -> None:
    fen = '[FEN "1n1qkbnr/1pp1pppp/8/8/1q2PP2/4B2b/2P2KPP/1R3B1R b - - 0 11"]\n'
    reply = "-h3 ~48 -g2 ~88 +h3 ~115 !W ~600"
    game = said(fen + "-h7 ~111 +h6 ~20 !B ~20 " + reply)
    assert (game["san"], game["alerts"]) == (["h6", "gxh3"], [])
    early = said(fen + "-h7 ~111 !B ~89 +h6 ~47 " + reply)
    assert (early["san"], early["illegal"]["white"]) == (["h6", "gxh3"], 0)


def test_a_quick_press_that_mates_ends_the_game() -> None:
    fen = '[FEN "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"]\n'
    assert said(fen + "-d8 +h4 ~20 !B")["termination"] == "checkmate"


# ------------------------------------------------------------------ late, or never
def test_a_reply_completes_the_move_that_was_not_pressed() -> None:
    game = said(FIVE + "-e2 +e4 ~1000 -e7 +e5 ~600")
    assert (game["moves"], game["pending"]) == (["e2e4"], "e7e5")
    assert [alert["kind"] for alert in game["alerts"]] == ["missed_press"]
    assert game["running"] == "W"


def test_a_reply_that_has_stood_long_settles_when_a_knocked_piece_goes_home() -> None:
    game = said(FIVE + "-e2 +e4 -a1 +a4 ~1000 -e7 +e5 ~3000 -a4 +a1 ~5000 -g1 +f3")
    (alert,) = game["alerts"]
    assert (alert["kind"], game["moves"]) == ("missed_press", ["e2e4", "e7e5"])
    assert 5_000 < alert["t_ms"] < 6_500


def test_a_reply_that_takes_before_the_move_has_landed_is_found_when_it_rests() -> None:
    """Black takes on c4 while the white rook is still on its way to d1."""
    fen = '[FEN "r2r2k1/pp3pbp/n1p1b1p1/4p3/2P1P3/2N1BP2/PPN3PP/R4RK1 w - - 1 15"]\n'
    game = said(fen + "-f1 ~300 -c4 ~300 -e6 ~35 +d1 ~600 +c4 ~1000")
    assert (game["moves"], game["pending"]) == (["f1d1"], "e6c4")


def test_a_lift_by_the_opponent_completes_nothing() -> None:
    game = said(FIVE + "-e2 +e4 -e7 ~5000")
    assert (game["moves"], game["pending"]) == ([], "e2e4")


def test_the_time_of_a_late_press_is_the_movers() -> None:
    game = said(FIVE + "-e2 +e4 -e7 +e5 ~5000 !W ~1000")
    assert game["moves"] == ["e2e4"]
    assert game["clock_ms"] == [303_000 - 5_750 + 3_000, 303_000 - 1_000]
    assert game["running"] == "B"


def test_a_press_before_the_reply_has_settled_misses_nothing() -> None:
    assert kinds(FIVE + "-e2 +e4 -e7 +e5 ~100 !W !B") == []


def test_both_may_press_after_both_have_moved() -> None:
    game = said(FIVE + "-e2 +e4 -e7 +e5 !W !B")
    assert game["moves"] == ["e2e4", "e7e5"]
    assert game["running"] == "W"
    assert game["alerts"] == []


def test_moves_that_nobody_presses_are_recorded_in_the_order_of_play() -> None:
    game = said("-e2 +e4 -e7 +e5 -g1 +f3 -b8 +c6 ~600")
    assert (game["moves"], game["pending"]) == (["e2e4", "e7e5", "g1f3"], "b8c6")


def test_moves_that_nobody_presses_may_come_as_quickly_as_they_like() -> None:
    game = said("-g2 ~303 +g3 ~617 -b8 ~237 +a6 ~179 -g1 ~265 +h3 ~100 -a6 ~90 +b4 ~600")
    assert (game["san"], game["in_sync"]) == (["g3", "Na6", "Nh3", "Nb4"], True)


def test_both_hands_may_cross_in_the_air() -> None:
    game = said("-e2 ~20 -e7 ~100 +e4 ~10 +e5 !W !B")
    assert (game["moves"], game["alerts"]) == (["e2e4", "e7e5"], [])


@pytest.mark.parametrize(
    ("hands", "san"),
    [
        ("-e2 -e7 +e5 +e4", ["e4", "e5"]),
        ("-e7 -e2 +e5 +e4", ["e4", "e5"]),
        ("-e2 -g8 ~90 +h6 ~90 -h6 ~90 +f6 +e4", ["e4", "Nf6"]),
        ("-e2 -e7 +e5 +e3 ~40 -e3 ~40 +e4", ["e4", "e5"]),
        ("-e2 -e7 +e5 ~12 -e5 ~12 +e5 +e4 ~12 -e4 ~12 +e4", ["e4", "e5"]),
    ],
)
def test_a_reply_may_land_before_the_move_that_it_answers(hands: str, san: list[str]) -> None:
    for pressed in (" !W !B", " ~900 !W !B", " !W ~900 !B"):
        game = said(hands + pressed)
        assert (game["san"], game["pending"], game["illegal"]["white"]) == (san, None, 0)
        assert game["evidence"] == ["witnessed"] * 2
    assert said(hands + " !W")["pending"] is not None


def test_a_reply_may_land_before_a_capture_and_before_castling() -> None:
    fen = '[FEN "r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1"]\n'
    assert said(fen + "-e4 -d5 -a8 +a7 +d5 !W !B")["san"] == ["exd5", "Ra7"]
    castled = said(fen + "-e1 -h1 -e8 -a8 +c8 +g1 +d8 +f1 !W !B")
    assert (castled["san"], castled["pending"]) == (["O-O", "O-O-O"], None)


def test_a_piece_that_landed_after_its_reply_has_not_been_left_yet() -> None:
    """White's pawn rests on e3 for a moment; that it is lifted again is not his next move."""
    game = said("-e2 -e7 +e5 +e3 -e3 +e4 !W !B")
    assert (game["san"], game["alerts"]) == (["e4", "e5"], [])


def test_what_landed_before_the_move_was_begun_answers_nothing() -> None:
    game = said("-e7 +e5 -e2 +e4 !W")
    assert (game["moves"], game["pending"]) == (["e2e4"], None)
    assert [alert["kind"] for alert in game["alerts"]] == ["displaced"]


def test_a_reply_that_was_begun_before_the_press_belongs_to_the_reply() -> None:
    game = said("-e2 +e4 -d7 !W +d5 !B")
    assert (game["moves"], game["alerts"]) == (["e2e4", "d7d5"], [])


def test_a_capture_of_the_moved_piece_may_begin_before_its_press() -> None:
    game = said("-e2 +e4 !W -d7 +d5 -d5 !B -e4 +d5 !W")
    assert game["san"] == ["e4", "d5", "exd5"]
    assert game["alerts"] == []


# ------------------------------------------------------------------ without a move
def test_a_press_without_a_move_counts_as_an_illegal_move_since_2023() -> None:
    game = said(FIVE + "~1000 !W")
    assert game["illegal"] == {"white": 1, "black": 0}
    assert game["add_ms"] == {"B": 120_000}
    assert game["running"] == "W"
    assert game["alerts"][0]["detail"] == "White pressed without having made a move"


def test_a_press_without_a_move_is_only_told_before_2023() -> None:
    game = said('[Laws "2014"]\n' + FIVE + "~1000 !W")
    assert game["illegal"] == {"white": 0, "black": 0}
    assert [alert["kind"] for alert in game["alerts"]] == ["press_no_move"]
    assert (game["add_ms"], game["running"]) == (None, "W")


def test_pressing_again_and_again_without_a_move_is_counted_once() -> None:
    game = said("-e2 +e4 !W !B !B !B")
    assert (game["illegal"]["black"], game["result"]) == (1, "*")
    again = said("-g1 +g3 !W -g3 +g1 !W")
    assert (again["illegal"]["white"], again["result"]) == (1, "*")


def test_a_piece_in_the_hand_is_no_move_and_has_to_be_put_back() -> None:
    game = said("-e2 !W ~400")
    assert game["restore"] == {"lift": [], "place": ["e2"]}
    assert [alert["kind"] for alert in game["alerts"]] == ["press_no_move"]


# ------------------------------------------------------------------ before the start
def test_with_a_manual_start_the_clock_waits_for_blacks_press() -> None:
    game = said(MANUAL + "~5000 !B ~1500")
    assert (game["clock_ms"], game["running"]) == ([298_500, 300_000], "W")


def test_with_a_manual_start_whites_first_press_starts_blacks_clock() -> None:
    game = said(MANUAL + "~5000 -e2 +e4 !W ~1500")
    assert game["moves"] == ["e2e4"]
    assert (game["clock_ms"], game["running"]) == ([300_000, 298_500], "B")


def test_with_a_manual_start_white_cannot_press_without_a_move() -> None:
    game = said(MANUAL + "!W ~1500")
    assert (game["clock_ms"], game["running"]) == ([300_000, 300_000], None)
    assert [alert["kind"] for alert in game["alerts"]] == ["wrong_button"]


def test_where_black_is_to_move_white_starts_the_clock() -> None:
    fen = '[FEN "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"]\n'
    game = said(fen + MANUAL + "!W ~1500")
    assert (game["clock_ms"], game["running"]) == ([300_000, 298_500], "B")


def test_with_a_manual_start_nobody_has_to_press_at_all() -> None:
    game = said(MANUAL + "-e2 +e4 -e7 +e5 ~600")
    assert (game["moves"], game["pending"], game["running"]) == (["e2e4"], "e7e5", None)


# ------------------------------------------------------------------ etiquette
def test_where_no_press_is_needed_the_opponents_press_means_nothing() -> None:
    game = said('[Profile "casual"]\n-e2 +e4 !B')
    assert (game["alerts"], game["moves"]) == ([], ["e2e4"])


def test_an_announced_adjustment_holds_until_the_press() -> None:
    game = said("@adjust\n-b1 +b1 -e2 +e4 !W")
    assert (game["moves"], game["alerts"]) == (["e2e4"], [])


def test_an_offenders_press_counts_though_his_opponent_has_moved_on() -> None:
    """White plays e5 at once, Black answers; White puts e4 in its place and presses."""
    game = said("-e2 +e5 !W ~500 -e7 +e6 ~1000 -e5 +e4 ~500 !W ~500")
    assert (game["san"][0], game["illegal"]["white"], game["running"]) == ("e4", 1, "B")
    assert "missed_press" not in [alert["kind"] for alert in game["alerts"]]
