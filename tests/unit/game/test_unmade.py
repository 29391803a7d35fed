"""A piece in the hand that is taken for a capture, and then comes down elsewhere."""

import pytest

from tests.playing import kinds, said, table_after

LONE = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]\n'
"""One capture is possible, e4xd5; or the pawn goes on to e5."""
TWO = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq - 0 3"]\n'
"""Two captures are possible, e4xd5 and e4xf5."""
NONE = '[FEN "rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]\n'
"""None is possible, so a pawn that has gone is in the hand."""

PLAYED_ON = (
    "",
    "~1000 !W",
    "~100 !W",
    "~100 -e7 +e6 !B",
    "~2000 -e7 +e6 !B",
    "~2000 !W ~300 -e7 +e6 !B",
)


@pytest.mark.parametrize("laws", ["2001", "2014", "2023", "2023R"])
@pytest.mark.parametrize("lands", ["+e5", "+e4", "+e4 ~700 -e4 +e5"])
@pytest.mark.parametrize("on", PLAYED_ON)
def test_it_is_as_if_the_hand_had_been_known_to_hold_it(laws: str, lands: str, on: str) -> None:
    """Whether there was something to capture makes no difference in the end."""
    played = f'[Laws "{laws}"]\n[TimeControl "300+3"]\n-e4 !W ~3000 {lands} {on} ~1'
    told = []
    for start in (NONE, LONE, TWO):
        game = said(start + played)
        del game["fen"], game["start"], game["legal_if_touched"]
        told.append(game)
    assert told[1] == told[0]
    assert told[2] == told[0]
    assert told[0]["alerts"][0]["kind"] == "press_no_move"


def test_what_was_told_of_the_capture_is_withdrawn() -> None:
    assert kinds(LONE + "-e4 !W ~3000") == ["silent_capture"]
    assert kinds(LONE + "-e4 !W ~3000 +e4 ~600") == ["press_no_move"]
    assert kinds(TWO + "-e4 !W ~3000") == ["ambiguous"]
    assert kinds(TWO + "-e4 !W ~3000 +e4 ~600") == ["press_no_move"]


def test_the_second_press_without_a_move_loses_as_any_does() -> None:
    game = said(LONE + "-e4 !W ~2000 +e4 ~600 -e4 !W ~2000 +e4 ~600")
    assert (game["result"], game["termination"]) == ("0-1", "illegal moves")
    assert (game["moves"], game["illegal"]["white"]) == ([], 2)


def test_a_piece_that_only_touches_the_board_on_its_way_proves_nothing() -> None:
    game = said(LONE + "-e4 !W ~1000 +e5 ~100 -e5 ~600 -e7 +e6 !B")
    assert (game["san"], game["evidence"]) == (["exd5", "e6"], ["inferred", "witnessed"])


def test_a_victim_that_was_pushed_aside_leaves_the_capture_as_it_is() -> None:
    """No move of the pawn ends on c5: what stands there may be what was pushed off d5."""
    game = said(LONE + "-e4 !W ~1000 +c5 ~2000 -c5 ~600")
    assert (game["san"], game["alerts"][0]["kind"]) == (["exd5"], "silent_capture")


def test_the_reply_leaves_the_capture_as_it_is() -> None:
    game = said(LONE + "-e4 !W ~1000 -d8 -d5 +d5 !B")
    assert (game["san"], kinds(LONE + "-e4 !W ~1000 -d8 -d5 +d5 !B")) == (
        ["exd5", "Qxd5"],
        ["silent_capture"],
    )


def test_what_a_person_has_said_since_is_not_told_again() -> None:
    game = said(LONE + "-e4 !W ~1000 @ruling confirm\n+e4 ~2000")
    assert (game["san"], game["evidence"]) == (["exd5"], ["entered"])


def test_the_capture_is_in_question_no_more() -> None:
    table = table_after(TWO + "-e4 !W ~2000 +e4 ~600")
    assert (table.question, table.moves, table.clock.running) == (None, (), True)
