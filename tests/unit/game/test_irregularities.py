"""What the arbiter rules on what the board reported."""

import pytest

from tests.playing import kinds, said, table_after
from touchmove.game.irregularities import latest

TOUCHED = "-g1 +g1 -e2 +e4 !W "
PUSHED = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"]\n-e4 !W ~600 '
TWO = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq f6 0 3"]\n-e4 !W ~600 '
PAWN = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n-e7 +e8 !W '
KINGS = "-e2 +e4 !W -e1 +d4 -e8 +e5 ~2000 "


# ------------------------------------------------------------------ illegal moves
def test_an_illegal_move_that_is_dismissed_costs_nothing_and_binds_to_nothing() -> None:
    game = said('[TimeControl "300"]\n-g1 +g3 !W @ruling dismiss\n')
    assert (game["illegal"]["white"], game["add_ms"]) == (0, None)
    assert (game["clock_ms"][1], game["running"]) == (300_000, "W")
    assert game["restore"] == {"lift": [], "place": []}
    played = said('[TimeControl "300"]\n-g1 +g3 !W @ruling dismiss\n-g3 +f3 !W')
    assert (played["san"], played["alerts"]) == (["Nf3"], [])


def test_a_dismissed_press_without_a_move_binds_to_nothing() -> None:
    """A knight was in the hand when the clock was pressed by a sleeve."""
    game = said("-g1 !W ~600 +g1 @ruling dismiss\n-e2 +e4 !W")
    assert (game["illegal"]["white"], game["san"]) == (0, ["e4"])


STAND = "@ruling stand\n"


def test_an_illegal_move_that_is_confirmed_counts_as_before() -> None:
    game = said("-g1 +g3 !W @ruling confirm\n")
    assert (game["illegal"]["white"], game["restore"]["lift"]) == (1, ["g3"])
    assert latest(table_after("-g1 +g3 !W @ruling confirm\n")) is None


def test_a_loss_by_illegal_moves_can_be_dismissed() -> None:
    twice = "-g1 +g3 !W -g3 +g1 -g1 +g4 !W "
    assert said(twice)["termination"] == "illegal moves"
    game = said(twice + "@ruling dismiss\n-g4 +g1 ~600 -e2 +e4 !W")
    assert (game["result"], game["illegal"]["white"], game["san"]) == ("*", 1, ["e4"])


def test_an_illegal_move_that_was_put_back_long_ago_is_only_uncounted() -> None:
    game = said("-g1 +g3 !W -g3 +g1 -g1 +f3 !W @ruling dismiss\n")
    assert (game["illegal"]["white"], game["san"], game["add_ms"]) == (0, ["Nf3"], None)


def test_an_illegal_move_may_stand_and_is_not_penalised() -> None:
    game = said("-g1 +g3 !W @ruling stand\n")
    assert game["fen"] == "rnbqkbnr/pppppppp/8/8/8/6N1/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
    assert (game["illegal"]["white"], game["add_ms"], game["running"]) == (1, None, "B")
    assert (game["in_sync"], game["must_move"]) == (True, [])


def test_an_illegal_move_stands_with_the_reply_to_it() -> None:
    game = said("-g1 +g3 !W -e7 +e5 @ruling stand\n")
    assert game["fen"] == "rnbqkbnr/pppp1ppp/8/4p3/8/6N1/PPPPPPPP/RNBQKB1R w KQkq - 0 2"


CONTROLS = ["1/5:60", "180+10", "2/10:5", "60B5", "60S5", "2/10+3:5+1", "5Y3x30"]


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("edition", ["2001", "2014", "2023", "2023R"])
def test_an_illegal_move_that_stands_counts_as_a_legal_one_does(control: str, edition: str) -> None:
    """Its increment, its stage, and the delay of the turn: nothing tells the clocks apart."""
    hands = f'[Laws "{edition}"]\n[TimeControl "{control}"]\n~3000 -e2 +{{}} !W {{}}-a7 +a6 !B '
    for more in ("", "~2000 -d2", "-d2 +d4 !W", "-d2 +d4 !W -b7 +b6 !B ~4000 -c2"):
        legal, stands = said(hands.format("e4", "") + more), said(hands.format("e5", STAND) + more)
        for field in ("clock_ms", "running", "add_ms", "must_record", "result"):
            assert stands[field] == legal[field], (field, more)


@pytest.mark.parametrize("control", CONTROLS)
def test_it_counts_the_same_whether_a_word_or_an_answer_lets_it_stand(control: str) -> None:
    hands = f'[Laws "2023R"]\n[TimeControl "{control}"]\n-e2 +e5 !W {{}}-a7 +a6 ~0 {{}}!B {{}}'
    answered = said(hands.format("", "", "~1000 -d2 +d4 !W"))
    ruled = said(hands.format("", "@ruling stand\n~0 ", "~1000 -d2 +d4 !W"))
    assert ruled["clock_ms"] == answered["clock_ms"]
    assert ruled["add_ms"] is answered["add_ms"] is None


def test_moves_that_were_never_pressed_count_with_one_that_stands() -> None:
    hands = '[TimeControl "2/10:60"]\n-a2 +a3 -a7 +a6 !W !B -e2 +{} !W {}'
    assert said(hands.format("e5", STAND))["clock_ms"] == said(hands.format("e4", ""))["clock_ms"]


def test_an_illegal_capture_stands() -> None:
    hands = "-f1 -b7 +b7 !W @ruling stand\n"
    assert said(hands)["fen"].startswith("rnbqkbnr/pBpppppp/8/8/8/8/PPPPPPPP/RNBQK1NR b")


@pytest.mark.parametrize(
    "hands",
    ["-g1 -b1 +b3 +g3 !W ", "-e7 +e5 !W ", "-g1 +g3 -a2 +a5 !W ", "-e1 -e2 +e3 !W "],
)
def test_what_cannot_be_known_does_not_stand_by_a_word(hands: str) -> None:
    """Two pieces in the air, a piece of the wrong side, two moves by one side, a piece that is
    missing: the arbiter has to set the position."""
    assert table_after(hands + "@ruling stand\n").earlier == ()


# ------------------------------------------------------------------ touch-move
def test_a_breach_that_is_confirmed_goes_back() -> None:
    game = said(TOUCHED + "@ruling confirm\n")
    assert (game["moves"], game["must_move"]) == ([], ["g1"])
    assert game["restore"] == {"lift": ["e4"], "place": ["e2"]}


@pytest.mark.parametrize(("ruling", "left"), [("dismiss", []), ("stand", ["touch"])])
def test_a_breach_that_is_none_or_stands_cannot_be_claimed(ruling: str, left: list[str]) -> None:
    script = f"{TOUCHED}@ruling {ruling}\n@claim touch\n"
    assert (said(script)["moves"], kinds(script)) == (["e2e4"], left)


def test_a_breach_is_not_confirmed_after_the_next_move() -> None:
    script = TOUCHED + "-e7 +e5 !B @ruling confirm\n"
    assert said(script)["moves"] == ["e2e4", "e7e5"]
    assert latest(table_after(script)) is not None


# ------------------------------------------------------------------ moves in doubt
def test_a_move_in_doubt_is_confirmed_by_a_person() -> None:
    assert said(PUSHED)["evidence"] == ["inferred"]
    game = said(PUSHED + "@ruling confirm\n")
    assert (game["evidence"], game["moves"]) == (["entered"], ["e4d5"])


def test_a_move_that_was_not_played_comes_off_the_record() -> None:
    script = PUSHED + "@ruling dismiss\n"
    assert (said(script)["moves"], kinds(script)) == ([], [])
    assert said(script)["restore"] == {"lift": [], "place": ["e4"]}


def test_an_assumed_queen_is_confirmed_and_known_from_then_on() -> None:
    script = PAWN + "@ruling confirm\n"
    assert (said(script)["san"], kinds(script)) == (["e8=Q"], [])
    assert kinds(PAWN + "@ruling dismiss\n") == ["promo_assumed"]


def test_a_question_is_answered_by_replace_and_not_by_a_ruling() -> None:
    assert said(TWO + "@ruling confirm\n")["moves"] == []
    answered = said(TWO + "@replace e4f5\n")
    assert (answered["moves"], answered["evidence"]) == (["e4f5"], ["entered"])
    assert said(TWO + "@replace g1f3\n")["restore"] == {"lift": ["g1"], "place": ["e4", "f3"]}
    assert said(TWO + "@replace e4h8\n")["moves"] == []


def test_a_question_may_be_dismissed_because_nothing_was_played() -> None:
    game = said(TWO + "@ruling dismiss\n")
    assert (game["moves"], game["running"], game["alerts"]) == ([], "W", [])
    assert game["restore"] == {"lift": [], "place": ["e4"]}


# ------------------------------------------------------------------ results and places
def test_a_result_by_the_kings_can_be_dismissed_and_the_game_goes_on() -> None:
    assert said(KINGS)["termination"] == "kings"
    script = KINGS + "@ruling dismiss\n~5000 "
    game = said(script)
    assert (game["result"], game["running"], kinds(script)) == ("*", "B", [])
    assert game["restore"] == {"lift": ["d4", "e5"], "place": ["e1", "e8"]}
    back = said(script + "-d4 +e1 -e5 +e8 ~600 -e7 +e5 !B")
    assert back["moves"] == ["e2e4", "e7e5"]


def test_a_board_that_is_right_is_no_longer_asked() -> None:
    astray = "-g1 +f3 -h2 !W "
    assert said(astray + "@ruling dismiss\n")["restore"]["place"] == []
    assert said(astray + "@ruling confirm\n")["restore"]["place"] == ["h2"]


def test_rulings_go_from_the_latest_to_the_earliest() -> None:
    script = TOUCHED + "~100 !W "
    assert kinds(script) == ["touch", "wrong_button"]
    assert kinds(script + "@ruling dismiss\n") == ["touch"]
    assert kinds(script + "@ruling dismiss\n@ruling dismiss\n") == []
