"""Several lines explain what nobody saw: the question, and what answers it."""

import chess

from tests.playing import kinds, said, table_after
from tests.unit.game.test_catching_up import KNIGHT, set_up, unheard
from touchmove.lamp import Lamp
from touchmove.view.lamps import lamps

CAPTURE = set_up(KNIGHT) + unheard("Nxf7", fen=KNIGHT)
"""On f7 or on h7."""
ORDER = unheard("e4", "e5", "Nf3")
"""White's moves may have been played in either order."""


def asked(script: str) -> set[str]:
    """The squares on which the lamps ask."""
    pattern = lamps(table_after(script))
    return {chess.square_name(s) for s, lamp in enumerate(pattern) if lamp is Lamp.ASK}


def test_captures_that_look_alike_are_asked_about() -> None:
    game = said(CAPTURE)
    (alert,) = game["alerts"]
    assert (game["moves"], alert["kind"], game["in_sync"]) == ([], "ambiguous", False)
    assert "Nxf7" in alert["detail"]
    assert "Nxh7" in alert["detail"]
    assert asked(CAPTURE + "~6000 @adjust\n") == {"f7", "h7"}


def test_while_the_piece_may_be_in_the_hand_no_lamp_shows_what_it_may_take() -> None:
    assert asked(CAPTURE + "~3000 @adjust\n") == set()


def test_the_piece_that_is_lifted_and_put_back_is_the_answer() -> None:
    game = said(CAPTURE + "~6000 -h7 ~400 +h7")
    assert (game["moves"], game["evidence"], game["in_sync"]) == (["g5h7"], ["chosen"], True)


def test_a_brush_is_no_answer() -> None:
    assert said(CAPTURE + "~6000 -h7 ~100 +h7")["moves"] == []


def test_a_reply_that_only_one_line_allows_is_the_answer() -> None:
    game = said(CAPTURE + "~6000 -h8 -h7 +h7 !B")
    assert game["moves"] == ["g5h7", "h8h7"]
    assert game["evidence"] == ["inferred", "witnessed"]


def test_a_piece_that_lands_makes_the_question_void() -> None:
    game = said(CAPTURE + "~6000 +f3 !W")
    assert (game["san"], game["pending"], game["running"]) == (["Nf3"], None, "B")


def test_a_board_that_is_put_back_makes_the_question_void() -> None:
    game = said(CAPTURE + "~6000 -a7 +a6 !B -a6 +a7 ~300 +g5 ~1000 -d2 +d3 !W")
    assert (game["san"], game["running"], game["in_sync"]) == (["d3"], "B", True)


def test_play_that_goes_on_without_an_answer_is_told_once() -> None:
    went_on = CAPTURE + "~6000 -a7 +a6 !B -d2 +d3 !W -a6 +a5 !B"
    game = said(went_on)
    assert (game["moves"], game["illegal"]) == ([], {"white": 0, "black": 0})
    assert kinds(went_on) == ["ambiguous", "ambiguous"]


def test_a_late_answer_is_taken_as_long_as_it_explains_the_board() -> None:
    game = said(CAPTURE + "~6000 -a7 +a6 !B ~1000 -f7 ~400 +f7")
    assert game["moves"] == ["g5f7", "a7a6"]


def test_the_piece_that_was_moved_last_tells_the_order() -> None:
    assert asked(ORDER + "~1000 @adjust\n") == {"e4", "f3"}
    game = said(ORDER + "~1000 -f3 ~400 +f3")
    assert (game["moves"], game["running"]) == (["e2e4", "e7e5", "g1f3"], "B")


def test_where_only_the_order_is_in_question_play_may_go_on() -> None:
    went_on = ORDER + "~1000 -b8 +c6 !B -f1 +b5 !W"
    game = said(went_on)
    assert sorted(game["moves"][:3:2]) == ["e2e4", "g1f3"]
    assert game["moves"][3:] == ["b8c6", "f1b5"]
    assert kinds(went_on) == ["ambiguous", "ambiguous", "inferred"]
    assert "order" in game["alerts"][1]["detail"]


def test_a_press_of_the_last_mover_answers_nothing_and_is_nothing_to_tell() -> None:
    assert kinds(ORDER + "~1000 !W") == ["ambiguous"]
