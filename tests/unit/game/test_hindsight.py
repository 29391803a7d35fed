"""What a pawn has become is learnt late: the game is what it would be had it been known."""

from typing import Any

import pytest

from tests.playing import kinds, said, table_after
from touchmove.events import PromotionNamed
from touchmove.game.effects import GameEnded, GameResumed, IllegalMoveDismissed, MoveCompleted
from touchmove.game.step import advance
from touchmove.game.table import Phase
from touchmove.units import Millis

PAWN = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
BARE = '[FEN "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"]\n'
TIMED = '[TimeControl "60"]\n'

TWICE = PAWN + "-e7 +e8 !W -a7 +a4 !B -a4 +a7 -g7 +f7 !B "
"""Black's second illegal move is none if White has a knight."""
BESIDE_A_QUEEN = PAWN + "-e7 +e8 !W -g7 +g6 !B "
"""Kg6 is illegal beside a queen on e8, and legal beside a rook."""


def _ends(game: dict[str, Any]) -> tuple[str, str | None]:
    return game["result"], game["termination"]


# ------------------------------------------------------------------ results that depend on it
def test_nobody_loses_by_a_move_that_only_an_assumed_queen_makes_illegal() -> None:
    game = said(TWICE)
    assert (*_ends(game), game["illegal"]["black"]) == ("*", None, 2)
    assert game["restore"] == {"lift": ["f7"], "place": ["g7"]}
    (alert,) = game["alerts"]
    assert alert["kind"] == "promo_assumed"
    assert "1-0 depends on the piece" in alert["detail"]


def test_it_is_decided_by_the_piece_that_is_named() -> None:
    knight, queen = said(TWICE + "@promote n"), said(TWICE + "@promote q")
    assert (knight["moves"], knight["illegal"]["black"]) == (["e7e8n", "g7f7"], 1)
    assert _ends(knight) == ("*", None)
    assert _ends(queen) == ("1-0", "illegal moves")


def test_what_every_piece_makes_illegal_loses() -> None:
    game = said(PAWN + "-e7 +e8 !W -a7 +a4 !B -a4 +a7 -a7 +a3 !B")
    assert _ends(game) == ("1-0", "illegal moves")


def test_a_press_that_waits_for_its_piece_loses_nothing_either() -> None:
    """The piece is awaited until after the last token."""
    assert said(TWICE.replace("+f7 !B", "~100 !B ~100 +f7"))["result"] == "*"


def test_a_flag_against_a_knight_or_a_queen_waits_for_the_name() -> None:
    """5.2.2: king and knight against king is drawn as soon as the knight stands there."""
    flag = TIMED + BARE + "-e7 +e8 !W ~100000 "
    assert (*_ends(said(flag)), said(flag)["running"]) == ("*", None, None)
    assert _ends(said(flag + "@promote q")) == ("1-0", "flag")
    assert _ends(said(flag + "@promote n")) == ("1/2-1/2", "dead position")


def test_a_flag_that_loses_against_every_piece_loses() -> None:
    assert _ends(said(TIMED + PAWN + "-e7 +e8 !W ~100000")) == ("1-0", "flag")


def test_a_flag_that_is_seen_down_before_the_press_waits_too() -> None:
    seen = TIMED + BARE + "-e7 +e8 @flag B\n~2000"
    assert (said(seen)["result"], kinds(seen)) == ("*", ["promo_assumed"])
    named = seen + " @promote n\n"
    assert kinds(named) == []
    assert said(named + "@flag B")["result"] == "1/2-1/2"


@pytest.mark.parametrize("press", ["!W", ""], ids=["pressed", "made"])
def test_a_resignation_waits_for_the_name(press: str) -> None:
    """5.1.2: drawn if the opponent cannot mate."""
    resigned = f"{BARE}-e7 +e8 {press} @resign B\n"
    assert said(resigned)["result"] == "*"
    assert _ends(said(resigned + "@promote r")) == ("1-0", "resignation")
    assert said(resigned + "@promote n")["result"] == "1/2-1/2"


def test_a_resignation_that_draws_against_a_knight_is_still_one() -> None:
    """The position is not dead: Black's queen could mate."""
    queen = '[FEN "7q/4P1k1/8/8/8/8/6K1/8 w - - 0 1"]\n-e7 +e8 !W @resign B\n'
    assert _ends(said(queen + "@promote n")) == ("1/2-1/2", "resignation")


def test_the_arbiters_word_that_it_is_a_queen_decides_too() -> None:
    resigned = BARE + "-e7 +e8 !W @resign B\n"
    assert said(resigned + "@ruling confirm")["result"] == "1-0"
    assert said(resigned + "@replace e7e8q")["result"] == "1-0"
    assert said(resigned + "@unpromoted")["result"] == "1-0"


def test_a_sealed_move_that_only_a_queen_makes_illegal_loses_nothing() -> None:
    sealed = '[Laws "N90"]\n' + PAWN + "-e7 +e8 !W @seal g7f7\n@open\n"
    assert said(sealed)["result"] == "*"
    assert said(sealed + "@promote n")["moves"] == ["e7e8n", "g7f7"]


def test_a_result_that_is_entered_is_one() -> None:
    assert _ends(said(BARE + "-e7 +e8 !W @result 1-0 flag")) == ("1-0", "flag")


def test_two_pieces_that_are_assumed_are_each_tried() -> None:
    """A queen more wins whatever the other pawn became; two knights could mate as well."""
    two = '[FEN "8/P3P3/7k/8/8/8/6K1/8 w - - 0 1"]\n' + TIMED
    assert _ends(said(two + "-e7 +e8 !W -h6 +g7 !B -a7 +a8 !W ~100000")) == ("1-0", "flag")


# ------------------------------------------------------------------ what is bound
def test_what_was_touched_binds_by_the_position_that_holds() -> None:
    """4.5: a knight on e8 gives check, and no move of the a-pawn parries it."""
    game = said(PAWN + "-e7 +e8 !W -a7 +a4 !B @promote n")
    assert (game["must_move"], game["legal_if_touched"]) == ([], None)
    assert game["restore"] == {"lift": ["a4"], "place": ["a7"]}


def test_what_honours_it_is_listed_by_the_position_that_holds() -> None:
    game = said(PAWN + "-e7 +e8 !W -g7 +g5 !B @promote n")
    assert game["must_move"] == ["g7"]
    moves = ["g7f7", "g7f8", "g7g6", "g7g8", "g7h6", "g7h7", "g7h8"]
    assert game["legal_if_touched"] == moves


# ------------------------------------------------------------------ moves that were legal
def test_a_move_that_was_legal_after_all_is_recorded_and_costs_nothing() -> None:
    game = said(BESIDE_A_QUEEN + "@promote r")
    assert (game["moves"], game["pending"]) == (["e7e8r", "g7g6"], None)
    assert (game["illegal"]["black"], game["add_ms"], game["running"]) == (0, None, "W")
    assert (game["alerts"], game["in_sync"]) == ([], True)


def test_it_breaks_nothing_either() -> None:
    script = PAWN + "-e7 +e8 !W -g7 +f7 !B @promote n\n~500 !B"
    assert "touch" not in kinds(script)
    assert said(script)["moves"] == ["e7e8n", "g7f7"]


def test_what_has_answered_it_counts() -> None:
    game = said(BESIDE_A_QUEEN + "-e8 +g8 !W @promote r")
    assert game["moves"] == ["e7e8r", "g7g6", "e8g8"]
    assert game["restore"] == {"lift": [], "place": []}


def test_a_legal_move_that_was_put_back_is_to_be_played_again() -> None:
    """The board had asked for those touches, so they bind nobody."""
    game = said(BESIDE_A_QUEEN + "~500 -g6 +g7 ~500 @promote r\n~2000")
    assert (game["moves"], game["illegal"]["black"]) == (["e7e8r", "g7g6"], 0)
    assert (game["must_move"], game["must_capture"]) == ([], [])
    assert game["restore"] == {"lift": ["g7"], "place": ["g6"]}


def test_the_move_that_was_played_instead_stays() -> None:
    game = said(BESIDE_A_QUEEN + "-g6 +g7 -g7 +h7 !B @promote r\n~2000")
    assert (game["moves"], game["illegal"]["black"]) == (["e7e8r", "g7h7"], 0)
    assert (game["add_ms"], game["alerts"]) == (None, [])


def test_what_a_later_move_proves_is_known_as_well() -> None:
    game = said(PAWN + "-e7 +e8 !W -g7 +f7 !B -f7 +g7 -g7 +h7 !B -e8 +f6 !W")
    assert game["san"] == ["e8=N+", "Kh7", "Nf6+"]
    assert (game["illegal"]["black"], game["add_ms"]) == (0, None)
    assert [alert["kind"] for alert in game["alerts"]] == ["promo_revised"]


def test_clocks_that_have_stood_still_have_stood_still() -> None:
    """White could not know that his time should have run."""
    game = said(TIMED + BESIDE_A_QUEEN + "~100000 @promote r\n~1000")
    assert (game["result"], game["clock_ms"]) == ("*", [58_500, 59_250])


def test_moves_after_one_that_ended_the_game_were_none() -> None:
    game = said(BARE + "-e7 +e8 !W -g7 +g6 !B @promote b")
    assert (game["moves"], game["termination"]) == (["e7e8b"], "dead position")


def test_a_ruling_on_what_never_was_rules_on_nothing() -> None:
    """The second illegal move is dismissed, and then turns out to be none; the first one counts."""
    game = said(TWICE + "@ruling dismiss\n@promote n")
    assert (game["moves"], game["illegal"]["black"]) == (["e7e8n", "g7f7"], 1)


def test_the_arbiter_is_told_what_has_become_of_it() -> None:
    before = table_after(BESIDE_A_QUEEN)
    _, effects = advance(before, PromotionNamed(Millis(before.now + 100), 4))
    assert [e.san for e in effects if isinstance(e, MoveCompleted)] == ["Kg6"]
    assert [e.count for e in effects if isinstance(e, IllegalMoveDismissed)] == [0]


def test_a_game_that_was_lost_by_a_piece_named_wrongly_goes_on() -> None:
    lost = TWICE.replace("!W", "!W @promote q\n", 1)
    before = table_after(lost)
    assert before.outcome is not None
    after, effects = advance(before, PromotionNamed(Millis(before.now + 100), 2))
    assert (after.outcome, after.phase) == (None, Phase.PLAYING)
    assert [type(e) for e in effects if isinstance(e, GameResumed | GameEnded)] == [GameResumed]


def test_the_name_can_be_taken_back() -> None:
    game = said(BESIDE_A_QUEEN + "@promote r\n~500 @undo")
    assert (game["moves"], game["illegal"]["black"]) == (["e7e8q"], 1)
    assert kinds(BESIDE_A_QUEEN + "@promote r\n~500 @undo") == ["promo_assumed"]


# ------------------------------------------------------------------ by whichever word
@pytest.mark.parametrize("word", ["@replace e7e8n", "@replace e7e8q", "@replace a2a3"])
def test_no_piece_is_assumed_that_was_replaced(word: str) -> None:
    game = said(PAWN + "-e7 +e8 !W " + word)
    assert (game["alerts"], game["evidence"]) == ([], ["entered"])


def test_a_replacement_that_names_the_piece_is_a_name() -> None:
    game = said(BESIDE_A_QUEEN + "@replace e7e8r")
    assert (game["moves"], game["illegal"]["black"]) == (["e7e8r", "g7g6"], 0)


# ------------------------------------------------------------------ a move that is only made
FLAGGED = '[FEN "7k/P5pp/8/8/8/8/8/K7 w - - 0 1"]\n[TimeControl "1"]\n-a7 ~500 +a8 ~3000\n'
"""White's flag falls after the pawn has arrived, unpressed: a queen or a rook mates there."""


@pytest.mark.parametrize(
    ("word", "ends"),
    [
        ("@promote q", ("1-0", "checkmate")),
        ("@promote r", ("1-0", "checkmate")),
        ("@promote n", ("0-1", "flag")),
        ("@promote b", ("0-1", "flag")),
        ("@ruling confirm", ("1-0", "checkmate")),
    ],
)
@pytest.mark.parametrize("laws", ["", '[Laws "2014"]\n'])
def test_a_flag_that_waits_for_a_move_that_is_not_pressed_falls_with_its_name(
    word: str, ends: tuple[str, str], laws: str
) -> None:
    waits = said(laws + FLAGGED)
    assert (*_ends(waits), kinds(laws + FLAGGED)) == ("*", None, ["promo_assumed"])
    game = said(f"{laws}{FLAGGED}{word}\n~3000")
    assert (_ends(game), game["alerts"]) == (ends, [])
    assert game["clock_ms"][0] == (0 if ends[1] == "flag" else 500)


def test_the_name_of_a_move_that_is_not_pressed_can_be_taken_back() -> None:
    undone = said(FLAGGED + "@promote n\n~500 @undo\n")
    assert (*_ends(undone), undone["running"]) == ("*", None, None)
    assert _ends(said(FLAGGED + "@promote n\n~500 @undo\n~500 @promote r\n")) == (
        "1-0",
        "checkmate",
    )


def test_what_is_touched_before_the_name_is_shown_after_it() -> None:
    assert said(FLAGGED + "-h7 @promote n\n")["in_sync"] is False
