"""What the arbiter says of moves and flags."""

import pytest

from tests.playing import kinds, said

PAWN = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'


def test_a_replaced_move_asks_the_board_to_follow() -> None:
    game = said("-e2 +e3 !W @replace e2e4")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["entered"])
    assert game["restore"] == {"lift": ["e3"], "place": ["e4"]}
    assert said("-e2 +e3 !W @replace e2e4\n-e3 +e4 -e7 +e5 !B")["moves"] == ["e2e4", "e7e5"]


PUT_RIGHT = "-e4 +e2 -d2 +d4 "


def test_a_reply_that_is_legal_after_the_replaced_move_too_stays() -> None:
    game = said("-e2 +e4 !W -e7 +e5 @replace d2d4\n")
    assert (game["moves"], game["pending"]) == (["d2d4"], "e7e5")
    assert game["restore"] == {"lift": ["d2", "e4"], "place": ["d4", "e2"]}


def test_a_reply_that_stays_is_completed_like_any_other() -> None:
    made = "-e2 +e4 !W -e7 +e5 @replace d2d4\n"
    for rest in (PUT_RIGHT + "!B -g1 +f3 !W", "!B " + PUT_RIGHT + "-g1 +f3 !W"):
        game = said(made + rest)
        assert (game["san"], game["alerts"]) == (["d4", "e5", "Nf3"], []), rest
        assert (game["in_sync"], game["must_move"]) == (True, [])


def test_a_move_and_its_reply_that_nobody_has_completed_both_stay() -> None:
    game = said("-e2 +e4 -e7 +e5 -g1 +f3 @replace d2d4\n" + PUT_RIGHT + "!W")
    assert (game["san"], game["evidence"]) == (["d4", "e5", "Nf3"], ["entered", *["witnessed"] * 2])


def test_who_puts_the_board_right_under_a_reply_touches_nothing() -> None:
    """Black's pawn on d5 was taken, comes back, and White's goes from there to e5."""
    taken = "-e2 +e4 !W -d7 +d5 !B -e4 -d5 +d5 !W -g8 +f6 @replace e4e5\n"
    game = said(taken + "-d5 +e5 +d5 !B -f2 +f4 !W")
    assert (game["san"][-3:], game["alerts"]) == (["e5", "Nf6", "f4"], [])


def test_a_reply_that_is_not_legal_after_the_replaced_move_is_told() -> None:
    taken = "-e2 +e4 !W -d7 +d5 !B -e4 -d5 +d5 !W -d8 -d5 +d5 @replace e4e5\n"
    game = said(taken)
    assert (game["san"], game["pending"]) == (["e4", "d5", "e5"], None)
    (alert,) = game["alerts"]
    assert (alert["kind"], alert["detail"]) == (
        "displaced",
        "Qxd5 was played since and is not legal after e5; to clear: -, to fill: e5 d8",
    )


def test_no_illegal_move_replaces_another() -> None:
    assert said("-e2 +e3 !W @replace e2e5")["moves"] == ["e2e3"]


def test_moves_are_taken_back_by_agreement_in_casual_play_alone() -> None:
    hands = "-e2 +e4 ~1500 -e7 +e5 ~1500 @takeback 2\n"
    casual = said('[Profile "casual"]\n' + hands)
    assert casual["moves"] == []
    assert casual["restore"] == {"lift": ["e4", "e5"], "place": ["e2", "e7"]}
    assert len(said('[Profile "unclocked"]\n' + hands)["moves"]) == 2


def test_a_pawn_left_on_the_last_rank_is_a_queen_and_an_illegal_move() -> None:
    game = said(PAWN + "-e7 +e8 !W @unpromoted")
    assert (game["moves"], game["illegal"]["white"]) == (["e7e8q"], 1)
    assert (game["alerts"], game["restore"]) == ([], {"lift": [], "place": []})


@pytest.mark.parametrize(("fallen", "result"), [("W", "0-1"), ("B", "1-0")])
def test_a_flag_that_was_seen_down_loses(fallen: str, result: str) -> None:
    game = said(f"-e2 +e4 !W @flag {fallen}")
    assert (game["result"], game["termination"]) == (result, "flag")


def test_both_flags_draw_in_the_last_period() -> None:
    both = '[TimeControl "300"]\n-e2 +e4 !W @flag both'
    assert (said(both)["result"], kinds(both)) == ("1/2-1/2", ["both_flags"])
    assert said('[Laws "N90"]\n' + both)["result"] == "*"


@pytest.mark.parametrize(
    "word", ["@flag", "@replace", "@replace e9", "@takeback 0", "@takeback x", "@unpromoted now"]
)
def test_a_word_of_the_wrong_form_is_refused(word: str) -> None:
    with pytest.raises(AssertionError):
        said(word)


CASTLES = '[FEN "4k2r/4p3/8/8/8/8/8/R3K3 w Q - 0 1"]\n'
TOUCHED = "-g1 ~300 +g1 ~300 -e2 +e4 "
RELEASED = "-e2 +e3 ~1500 -e3 +e4 "


@pytest.mark.parametrize(
    ("broke", "kind"),
    [
        (TOUCHED, "touch"),
        (RELEASED, "release"),
        (CASTLES + "-a1 +d1 ~700 -e1 +c1 ", "rook_first"),
    ],
)
@pytest.mark.parametrize("reply", ["-e7 ", "-e7 +e5 ", "-e7 +e5 ~2000"])
def test_who_has_answered_a_breach_has_no_claim(broke: str, kind: str, reply: str) -> None:
    """Laws 4.8: once he has touched a piece it is too late, whether he has let it go or not."""
    claimed = f"{broke}!W {reply}\n@claim touch\n"
    assert kinds(claimed) == [kind, "late_claim"]
    assert len(said(claimed)["moves"]) == 1
    assert said(f"{broke}!W {reply}\n@ruling touch\n")["moves"] == []


def test_who_has_answered_before_the_press_has_no_claim_either() -> None:
    late = TOUCHED + "-e7 +e5 ~2000\n@claim touch\n"
    assert "late_claim" in kinds(late)
    assert said(late)["moves"] == ["e2e4"]
