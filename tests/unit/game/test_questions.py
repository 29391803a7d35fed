"""Captures that the sensors saw only half, and the question which one it was."""

import pytest

from tests.playing import kinds, said, table_after

LONE = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"]\n'
"""One capture is possible, e4xd5; or the pawn goes on to e5."""
TWO = (
    '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq f6 0 3"]\n'
    '[TimeControl "300+3"]\n'
)
"""Two captures are possible, e4xd5 and e4xf5."""
ASKED = TWO + "-e4 !W ~600 "
"""e4 has gone, nothing has come, White has pressed: which capture was it?"""


# ------------------------------------------------------------------ one explanation
def test_a_capture_that_was_swept_in_is_inferred_if_only_one_fits() -> None:
    game = said(LONE + "-e4 !W ~600")
    assert (game["moves"], game["evidence"]) == (["e4d5"], ["inferred"])
    (alert,) = game["alerts"]
    assert alert["kind"] == "silent_capture"
    assert alert["detail"] == "exd5: the captured piece was never seen to leave"


def test_a_piece_in_the_hand_is_no_capture_before_the_press() -> None:
    game = said(LONE + "-e4 ~5000")
    assert (game["pending"], game["moves"]) == (None, [])


def test_a_piece_that_lands_in_time_after_an_early_press_was_no_swept_capture() -> None:
    game = said(LONE + "-e4 !W ~200 +e5")
    assert game["moves"] == ["e4e5"]
    assert [alert["kind"] for alert in game["alerts"]] == ["press_early"]


def test_a_victim_that_was_only_brushed_was_not_taken() -> None:
    game = said(TWO + "-e4 -d5 ~60 -f5 ~40 +f5 ~400 +d5 !W")
    assert (game["moves"], game["alerts"]) == (["e4d5"], [])


# ------------------------------------------------------------------ several
def test_of_two_captures_that_fit_none_is_guessed() -> None:
    game = said(ASKED)
    assert (game["moves"], game["pending"]) == ([], None)
    (alert,) = game["alerts"]
    assert alert["kind"] == "ambiguous"
    assert alert["detail"] == "exf5 or exd5: the sensors fit each of them"


def test_the_clocks_change_hands_while_the_question_is_open() -> None:
    game = said(ASKED + "~400")
    assert game["clock_ms"] == [303_000 - 250 + 3_000, 303_000 - 1_000]
    assert game["running"] == "B"


def test_two_victims_that_were_both_lifted_are_asked_about() -> None:
    game = said(TWO + "-e4 -d5 -f5 ~400 +f5 +d5 !W")
    assert game["moves"] == []
    assert [alert["kind"] for alert in game["alerts"]] == ["ambiguous"]


BOTH = TWO + "-e4 -d5 ~200 +d5 -f5 ~250 +f5 "
"""Both victims were off their squares, and a pawn may stand on either."""


def test_a_lift_leaves_the_captures_in_question() -> None:
    """What is taken up may be the pawn that has just come, or the rival that stayed."""
    for lifted in ("-d5", "-f5"):
        game = said(BOTH + lifted + " !W")
        assert (game["moves"], [alert["kind"] for alert in game["alerts"]]) == ([], ["ambiguous"])


def test_a_reply_that_has_begun_tells_which_it_takes() -> None:
    assert said(BOTH + "-c8 -f5 !W")["san"] == ["exf5"]
    assert said(BOTH + "-d8 -d5 !W")["san"] == ["exd5"]
    assert said(BOTH + "-f5 !W -c8 +f5 !B")["san"] == ["exf5", "Bxf5"]
    assert said(BOTH + "-d8 -d5 !W +d5 !B")["san"] == ["exd5", "Qxd5"]


# ------------------------------------------------------------------ answers
def test_lifting_and_replacing_the_piece_in_question_answers() -> None:
    game = said(ASKED + "-f5 +f5")
    assert (game["moves"], game["evidence"]) == (["e4f5"], ["chosen"])
    assert table_after(ASKED + "-f5 +f5").question is None


def test_the_piece_in_question_may_be_held_for_long() -> None:
    for square, san in (("d5", "exd5"), ("f5", "exf5")):
        game = said(BOTH + f"!W ~600 -{square} ~4000 +{square}")
        assert (game["san"], game["evidence"]) == ([san], ["chosen"])


def test_a_piece_that_lands_answers() -> None:
    """It was in the hand, so the clock was pressed without a move; it may be pressed again."""
    game = said(ASKED + "+e5 !W")
    assert (game["moves"], game["evidence"]) == (["e4e5"], ["witnessed"])
    assert [alert["kind"] for alert in game["alerts"]] == ["press_no_move"]


def test_a_capture_that_is_made_now_answers() -> None:
    game = said(ASKED + "+e4 -e4 -d5 +d5")
    assert game["moves"] == ["e4d5"]


MATES = (
    '[FEN "k7/1p5Q/1K6/8/8/8/7n/8 w - - 0 1"]\n[TimeControl "300"]\n'  # on b7, or on h2
    "~1000 -h7 !W ~600 "
)


def test_an_answer_that_mates_ends_the_game_as_of_the_press() -> None:
    for answer in ("~2000 -b7 +b7", "~2000 @replace h7b7\n", "~2000 -b7 +b7 !B -a8 +b7 !B"):
        game = said(MATES + answer)
        assert (game["san"], game["result"], game["termination"]) == (["Qxb7#"], "1-0", "checkmate")
        assert (game["clock_ms"], game["running"]) == ([298_750, 300_000], None)
    assert said(MATES + "-h2 +h2")["termination"] == "stalemate"


def test_an_answer_does_not_end_the_game_on_an_assumed_queen() -> None:
    """exf8 mates as a queen or a rook, and not as a knight."""
    start = '[FEN "3n1n1k/4P1pp/8/8/8/8/8/4K3 w - - 0 1"]\n-e7 '
    for word, result in (("", "*"), ("@promote r\n", "1-0")):
        game = said(start + word + "!W ~600 -f8 +f8")
        assert (game["moves"][0][:4], game["result"]) == ("e7f8", result)


def test_a_reply_that_fits_one_answer_only_answers() -> None:
    game = said(ASKED + "-d8 -d5 +d5 !B")
    assert game["moves"] == ["e4d5", "d8d5"]
    assert game["evidence"] == ["inferred", "witnessed"]
    assert game["running"] == "W"


def test_a_contact_that_chatters_while_answering_does_no_harm() -> None:
    assert said(ASKED + "-f5 ~200 +f5 ~10 -f5 ~10 +f5")["moves"] == ["e4f5"]
    assert said(ASKED + "-g7 +g6 -f5 ~90 +f5 ~10 -f5 ~90 +f5 !B")["moves"] == ["e4f5", "g7g6"]


def test_an_answer_may_come_between_the_reply_and_its_press() -> None:
    game = said(ASKED + "-d8 +d6 -d5 +d5 ~300 !B")
    assert (game["san"], game["alerts"][0]["kind"]) == (["exd5", "Qd6"], "ambiguous")


def test_a_reply_may_be_put_back_and_the_question_answered() -> None:
    game = said(ASKED + "-c8 +e6 !B -e6 +c8 -d5 +d5 -c8 +e6")
    assert (game["san"], game["pending"]) == (["exd5", "Be6"], "c8e6")


def test_the_time_of_an_answered_move_is_that_of_its_press() -> None:
    (move,) = table_after(ASKED + "~9000 -f5 +f5").moves
    assert (move.clock_ms, move.spent_ms, move.at) == (305_750, 250, 250)


def test_touching_both_pieces_answers_nothing() -> None:
    assert said(ASKED + "-f5 -d5 +d5 +f5")["moves"] == []


def test_touching_another_piece_answers_nothing() -> None:
    assert said(ASKED + "-a2 +a2 -g7 +g7")["moves"] == []


def test_a_reply_that_fits_each_answer_leaves_the_question_to_the_arbiter() -> None:
    game = said(ASKED + "-g7 +g6 !B")
    assert game["moves"] == []
    assert [alert["kind"] for alert in game["alerts"]] == ["ambiguous", "ambiguous"]
    assert game["alerts"][1]["detail"] == (
        "Black has moved on, and the move before is still not known"
    )
    assert game["running"] == "W"


def test_who_plays_on_with_a_question_open_has_made_no_illegal_move() -> None:
    game = said(ASKED + "-g7 +g6 !B -f2 +f3 !W")
    assert game["illegal"] == {"white": 0, "black": 0}
    assert (game["moves"], game["running"]) == ([], "B")


def test_a_touch_answers_even_after_the_reply() -> None:
    game = said(ASKED + "-g7 +g6 !B ~300 -f5 ~300 +f5")
    assert (game["san"], game["pending"]) == (["exf5", "g6"], None)
    assert game["evidence"] == ["chosen", "witnessed"]
    assert kinds(ASKED + "-g7 +g6 !B ~300 -f5 ~300 +f5 -h3 +h4 !W").count("missed_press") == 0


@pytest.mark.parametrize("quick_ms", [20, 100, 280])
@pytest.mark.parametrize("reply", ["-b8 ~60 +c6", "-b8 +c6", "-b8 +e6 ~40 -e6 +d7 -d7 +c6"])
def test_a_reply_that_is_begun_before_the_question_leaves_it_to_be_answered(
    quick_ms: int, reply: str
) -> None:
    asked = f"{TWO}-e4 !W ~{quick_ms} {reply} "
    game = said(asked + "~900 -d5 +d5")
    assert (game["san"], game["pending"]) == (["exd5", "Nc6"], "b8c6")
    assert (game["evidence"], game["must_move"]) == (["chosen"], [])
    game = said(asked + "!B ~900 -f5 +f5")
    assert (game["san"], game["evidence"]) == (["exf5", "Nc6"], ["chosen", "witnessed"])
    assert game["must_move"] == []


def test_a_reply_in_the_air_when_it_is_asked_may_land_after_the_answer() -> None:
    game = said(TWO + "-e4 -b8 !W ~600 -d5 +d5 +c6 !B")
    assert (game["san"], game["evidence"]) == (["exd5", "Nc6"], ["chosen", "witnessed"])


def test_a_piece_lifted_before_the_press_and_put_back_leaves_the_question_to_be_answered() -> None:
    game = said(TWO + "-e4 -b8 !W ~600 +b8 -d5 +d5")
    assert (game["san"], game["must_move"]) == (["exd5"], [])


def test_answering_touches_nothing_but_what_else_is_touched_counts() -> None:
    assert said(ASKED + "-d5 +d5")["must_capture"] == []
    assert said(ASKED + "-g8 +g8 -d5 +d5")["must_move"] == ["g8"]


def test_the_flag_falls_while_a_question_is_open() -> None:
    game = said(ASKED + "~303000")
    assert (game["result"], game["termination"]) == ("1-0", "flag")


def test_a_result_closes_the_question() -> None:
    assert table_after(ASKED + "@resign B").question is None
    assert said(ASKED + "@resign B")["result"] == "1-0"


def test_a_new_game_forgets_the_question() -> None:
    table = table_after(ASKED + "@new\n=ffff00000000ffff ~600 -d2 +d4 !W")
    assert [move.san for move in table.moves] == ["d4"]
    assert table.question is None


def test_a_press_without_a_reply_leaves_the_question_and_the_clocks_alone() -> None:
    game = said(ASKED + "!B ~400")
    assert (game["moves"], game["running"]) == ([], "B")
    assert [alert["kind"] for alert in game["alerts"]] == ["ambiguous", "press_no_move"]


# ------------------------------------------------------------------ before the press
BOTH_LIFTED = TWO + "-e4 -d5 -f5 ~400 +f5 +d5 ~600 "
"""Either pawn may have been taken; White has not pressed yet."""


def test_a_reply_made_before_the_press_may_answer() -> None:
    game = said(BOTH_LIFTED + "-d8 -d5 +d5 !W !B")
    assert (game["san"], game["running"]) == (["exd5", "Qxd5"], "W")


def test_a_reply_made_before_the_press_is_no_illegal_move_where_it_answers_nothing() -> None:
    game = said(BOTH_LIFTED + "-g7 +g6 !W !B")
    assert game["illegal"] == {"white": 0, "black": 0}
    assert (game["moves"], game["running"]) == ([], "W")


def test_without_presses_the_question_is_asked_when_the_move_has_stood() -> None:
    game = said('[Profile "unclocked"]\n' + BOTH_LIFTED + "~1000")
    assert [alert["kind"] for alert in game["alerts"]] == ["ambiguous"]
    answered = said('[Profile "unclocked"]\n' + BOTH_LIFTED + "~1000 -f5 +f5")
    assert answered["san"] == ["exf5"]


def test_a_question_is_answered_although_a_contact_flaps() -> None:
    flapping = "-b1 ~30 +b1 ~30 "
    assert said(ASKED + flapping * 400 + "-f5 ~250 +f5")["moves"] == ["e4f5"]
    asked = TWO.replace("300+3", "30000") + flapping * 250 + "-e4 !W ~600 " + flapping * 20
    assert said(asked + "-f5 ~250 +f5")["moves"] == ["e4f5"]
    assert said(asked + "-d8 -d5 +d5 !B")["san"] == ["exd5", "Qxd5"]


def test_the_touch_that_answers_binds_nobody() -> None:
    """The board has asked for it, so nobody has touched a piece in order to move it (Laws 4.3)."""
    game = said(ASKED + "~1000 -d5 ~400 +d5 ~1000 -g8 +f6 !B")
    assert (game["san"], game["must_capture"]) == (["exd5", "Nf6"], [])
    assert [alert["kind"] for alert in game["alerts"]] == ["ambiguous"]


@pytest.mark.parametrize("gap_ms", [100, 250, 600, 1_000])
@pytest.mark.parametrize(
    "hands",
    [
        "-d5 -f5 -e4 +d5 +f5",
        "-d5 -f5 -e4 +f5 +d5",
        "-f5 -d5 -e4 +d5 +f5",
        "-f5 -d5 -e4 +f5 +d5",
        "-d5 -e4 -f5 +d5 +f5",
    ],
)
def test_of_two_victims_in_the_air_the_last_to_land_is_not_the_one_that_was_taken(
    hands: str, gap_ms: int
) -> None:
    """The pawn stands on one square, and on the other its own piece again: nobody can see which."""
    game = said(TWO + f" ~{gap_ms} ".join(hands.split()) + " ~250 !W")
    assert (game["moves"], [told["kind"] for told in game["alerts"]]) == ([], ["ambiguous"])


@pytest.mark.parametrize("gap_ms", [100, 140])
def test_what_is_preferred_to_a_piece_that_was_brushed_is_inferred(gap_ms: int) -> None:
    for hands in ("-d5 -e4 +d5 -f5 +f5", "-d5 -e4 -f5 +f5 +d5"):
        game = said(TWO + f" ~{gap_ms} ".join(hands.split()) + " ~250 !W")
        assert (game["san"], game["evidence"]) == (["exd5"], ["inferred"])
