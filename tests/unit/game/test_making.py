"""The oldest rules: a made move is on the record before the clock is pressed (N90:6.1, 6.5)."""

import pytest

from tests.playing import kinds, said, table_after
from touchmove.events import Tick
from touchmove.game.making import made
from touchmove.game.step import advance
from touchmove.units import Millis
from touchmove.view.snapshot import take

OLD = '[Laws "N90"]\n'
PROMOTING = '[FEN "7k/4P3/8/8/8/3B4/8/K7 w - - 0 1"]\n'
SECOND = '[TimeControl "1"]\n'


def record(script: str) -> tuple[list[str], str | None]:
    """The moves on the record and the pending one."""
    game = said(OLD + script)
    return game["moves"], game["pending"]


def test_a_released_move_is_on_the_record_and_the_mover_has_the_time() -> None:
    assert record("-e2 +e4 ~600") == (["e2e4"], None)
    game = said(OLD + "-e2 +e4 ~600")
    assert (game["running"], game["san"], game["evidence"]) == ("W", ["e4"], ["witnessed"])
    assert game["fen"].split()[1] == "b"
    assert said("-e2 +e4 ~600")["pending"] == "e2e4"


def test_a_piece_that_has_only_just_landed_may_still_be_in_the_hand() -> None:
    table = table_after(OLD + "-e2 +e4")
    assert made(table) is None
    later, _ = advance(table, Tick(Millis(table.now + 499)))
    assert made(later) is None
    later, _ = advance(table, Tick(Millis(table.now + 500)))
    assert made(later) == later.pending is not None


def test_the_press_passes_the_time_and_records_nothing_twice() -> None:
    game = said(OLD + "-e2 +e4 ~600 !W")
    assert (game["moves"], game["running"], game["alerts"]) == (["e2e4"], "B", [])


def test_a_flag_that_falls_before_the_press_takes_the_move_off_again() -> None:
    assert record(SECOND + "-e2 ~300 +e4 ~600") == (["e2e4"], None)
    assert record(SECOND + "-e2 ~300 +e4 ~2000") == ([], "e2e4")
    assert record(SECOND + "-e2 ~300 +e4 ~300 !W") == (["e2e4"], None)


def test_a_piece_that_travels_on_revises_the_record_and_is_told_at_the_press() -> None:
    assert record("-e2 +e4 ~600 -e4") == ([], None)
    assert record("-e2 +e4 ~600 -e4 +e3 ~600") == (["e2e3"], None)
    pressed = OLD + "-e2 +e4 ~600 -e4 +e3 !W"
    assert (said(pressed)["moves"], kinds(pressed)) == (["e2e3"], ["release"])


def test_an_illegal_move_is_found_at_the_press_and_was_never_on_the_record() -> None:
    assert record("-g1 +g3 ~600") == ([], None)
    game = said(OLD + "-g1 +g3 ~600 !W")
    assert (game["moves"], game["illegal"]["white"], game["must_move"]) == ([], 1, ["g1"])


def test_a_reply_that_stands_is_on_the_record_after_the_move_it_answers() -> None:
    assert record("-e2 +e4 -e7") == (["e2e4"], None)
    assert record("-e2 +e4 -e7 +e5 ~600") == (["e2e4", "e7e5"], None)
    assert kinds(OLD + "-e2 +e4 -e7 +e5 ~600") == ["missed_press"]


def test_half_of_castling_is_not_made() -> None:
    fen = '[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]\n'
    assert record(fen + "-e1 +g1 ~600") == ([], None)
    assert record(fen + "-e1 +g1 -h1 +f1 ~600") == (["e1g1"], None)


def test_a_promotion_is_made_when_the_piece_is_named() -> None:
    assert record(PROMOTING + "-e7 +e8 ~600") == ([], "e7e8q")
    assert record(PROMOTING + "-e7 +e8 @promote b\n~600") == (["e7e8b"], None)


def test_a_word_that_ends_the_game_finds_the_move_on_the_record() -> None:
    assert record("-e2 +e4 ~600 @resign B\n") == (["e2e4"], None)
    assert record("-e2 +e4 ~600 @default B\n") == (["e2e4"], None)


OFFERED = "-e2 +e4 !W -e7 +e5 !B -g1 +f3 @offer draw W\n!W "


def test_a_made_move_declines_an_offer_and_a_touch_does_not() -> None:
    assert said(OLD + OFFERED + "-b8 +b8 @accept\n")["result"] == "1/2-1/2"
    game = said(OLD + OFFERED + "-b8 +c6 ~600 @accept\n")
    assert (game["offer"], game["result"]) == (None, "*")
    assert said(OLD + OFFERED + "-b8 +c6 ~600 -c6 +b8 @accept\n")["result"] == "1/2-1/2"


@pytest.mark.parametrize("word", ["@claim touch\n", "@ruling touch\n"])
def test_a_breach_can_be_claimed_before_the_press(word: str) -> None:
    game = said(OLD + "-g1 +g1 -e2 +e4 ~600 " + word)
    assert (game["moves"], game["must_move"]) == ([], ["g1"])
    assert game["restore"] == {"lift": ["e4"], "place": ["e2"]}
    assert kinds(OLD + "-g1 +g1 -e2 +e4 ~600 " + word) == ["touch"]
    again = OLD + "-g1 +g1 -e2 +e4 ~600 " + word + "-e4 +e2 -g1 +f3 !W -e7 +e5 !B"
    assert (said(again)["moves"], kinds(again)) == (["g1f3", "e7e5"], ["touch"])


def test_a_complaint_is_about_the_move_just_made_and_not_the_one_before() -> None:
    broke = "-g1 +g1 -e2 +e4 !W -e7 +e5 ~600 @claim touch\n"
    assert record(broke) == (["e2e4", "e7e5"], None)


def test_the_page_shows_a_made_move_as_completed() -> None:
    table, _ = advance(table_after(OLD + "-e2 +e4"), Tick(Millis(5000)))
    (ply,) = take(table).plies
    assert (ply.san, ply.completed, ply.clock_ms) == ("e4", True, None)
