"""What a line of moves takes for granted costs what the table of prices says."""

import chess
import pytest

from tests.playing import acts_of
from touchmove.arbiter import prices
from touchmove.arbiter.position import Position
from touchmove.arbiter.story import stories

CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
"""White's pawn on e4 can take d5."""


def price(script: str, moves: str, fen: str = chess.STARTING_FEN) -> int | None:
    """What a script costs as this line of moves; None: it cannot be told so."""
    position = Position.from_fen(fen)
    line = tuple(map(chess.Move.from_uci, moves.split()))
    told = stories(position, position.occupied, acts_of(script), position.turn, only=line)
    return told[0].price if told else None


def test_a_press_after_the_landing_is_free() -> None:
    assert price("-e2 +e4 !W", "e2e4") == 0


def test_a_reply_that_has_begun_costs_nothing() -> None:
    assert price("-e2 +e4 -e7 !W", "e2e4") == 0
    assert price("-e2 +e4 -e7 !W +e5 !B", "e2e4 e7e5") == 0


@pytest.mark.parametrize(
    ("off_ms", "cost"), [(100, prices.BRUSHED), (149, prices.BRUSHED), (150, prices.TOUCHED)]
)
def test_a_neighbour_costs_by_how_long_it_was_off(off_ms: int, cost: int) -> None:
    assert price(f"-d2 ~{off_ms} +d2 -e2 +e4 !W", "e2e4") == cost
    assert price(f"-e2 ~200 -d2 ~{off_ms} +d2 ~100 +e4 !W", "e2e4") == cost


def test_a_neighbour_that_does_not_come_back_is_dear() -> None:
    assert price("-e2 +e4 -d2 ~400 !W", "e2e4") == prices.LEFT_OUT


def test_a_contact_that_flaps_is_one_thing_that_is_wrong() -> None:
    assert price("-d2 ~100 +d2 " * 5 + "-e2 +e4 !W", "e2e4") == prices.BRUSHED


def test_two_neighbours_are_two() -> None:
    script = "-d2 ~100 +d2 -f2 ~100 +f2 -e2 +e4 !W"
    assert price(script, "e2e4") == 2 * prices.BRUSHED


def test_a_victim_is_no_neighbour() -> None:
    assert price("-d5 ~400 -e4 +d5 !W", "e4d5", CENTRE) == 0
    assert price("-d5 ~50 -e4 ~50 +d5 !W", "e4d5", CENTRE) == prices.QUICK


def test_a_capture_that_nobody_saw() -> None:
    assert price("-e4 ~600 !W", "e4d5", CENTRE) == prices.SWEPT


def test_a_piece_that_had_been_released_elsewhere() -> None:
    assert price("-e2 +e3 ~600 -e3 +e4 !W", "e2e4") == prices.MOVED_ON
    assert price("-e2 +e3 ~100 -e3 +e4 !W", "e2e4") == 0


def test_a_piece_that_was_lifted_again_at_once() -> None:
    assert price("-e2 +e3 ~60 -e3 ~250 !W", "e2e3") is not None
    cleanly = price("-e2 +e3 ~400 -e3 ~250 !W", "e2e3")
    at_once = price("-e2 +e3 ~60 -e3 ~250 !W", "e2e3")
    assert cleanly is not None
    assert at_once == cleanly + prices.FLEETING


def test_a_reply_that_was_begun_before_what_it_answers() -> None:
    assert price("-e7 ~100 -e2 +e4 !W +e5 !B", "e2e4 e7e5") == prices.EAGER


def test_a_hand_that_replies_with_two_pieces_in_the_air() -> None:
    script = "-e2 ~100 -e7 ~100 {}+e4 ~100 +e5 {}!W !B"
    alone = price(script.format("", ""), "e2e4 e7e5")
    beside = price(script.format("-a7 ~50 ", "+a7 "), "e2e4 e7e5")
    assert alone is not None
    assert beside is not None
    assert beside >= alone + prices.HANDFUL


def test_presses() -> None:
    assert price("-e2 !W ~200 +e4", "e2e4") == prices.PRESSED_EARLY
    assert price("-e2 +e4 ~400 -e7 +e5 !W !B", "e2e4 e7e5") == prices.PRESSED_LATE
    assert price("-e2 +e4 -e7 +e5 -g1 +f3 !W", "e2e4 e7e5 g1f3") == prices.NEVER_PRESSED
    assert price("!B -e2 +e4 !W", "e2e4") == prices.IN_VAIN
    assert price("!W ~1000 -e2 +e4", "e2e4") == prices.WITHOUT_MOVE


def test_an_early_press_is_early_by_so_much_and_no_more() -> None:
    early = prices.EARLY_MS
    assert price(f"-e2 !W ~{early} +e4", "e2e4") == prices.PRESSED_EARLY
    late = price(f"-e2 !W ~{early + 1} +e4", "e2e4")
    assert late is not None
    assert late >= prices.WITHOUT_MOVE


def test_a_press_by_who_has_just_replied_to_a_forgotten_one_is_not_in_vain() -> None:
    """He sees his opponent's clock run, and presses as he always does."""
    forgotten = price("-e2 +e4 -e7 +e5 -g1 +f3 !W", "e2e4 e7e5 g1f3")
    assert price("-e2 +e4 -e7 +e5 !B -g1 +f3 !W", "e2e4 e7e5 g1f3") == forgotten


def test_a_press_without_a_move_is_not_the_press_of_a_move_that_was_forgotten_long_before() -> None:
    """White has moved and pressed once more since, and so has Black."""
    script = "-e2 +e4 -e7 +e5 -g1 +f3 !W -b8 +c6 !B ~500 "
    moves = "e2e4 e7e5 g1f3 b8c6"
    assert price(script + "-a2 ~50 +a2", moves) == prices.NEVER_PRESSED + prices.BRUSHED
    assert price(script + "!W", moves) == prices.NEVER_PRESSED + prices.WITHOUT_MOVE


LATER = " ~600 -a2 ~50 +a2"
"""Somebody brushes a pawn when everything has stood for longer than a hand keeps its piece."""


def test_a_move_that_stands_and_is_left_out() -> None:
    assert price("-e2 +e4 !W -e7 +e5" + LATER, "e2e4") == prices.UNTOLD + prices.BRUSHED


def test_a_piece_that_stands_where_no_move_that_has_begun_can_have_brought_it() -> None:
    """Black's pawn of e7 is off, and something stands on h4."""
    assert price("-e2 +e4 !W -e7 ~300 +h4" + LATER, "e2e4") == prices.ASTRAY + prices.BRUSHED


def test_each_price_is_what_people_do_less_often_than_what_is_cheaper() -> None:
    """The order that the names promise; the sizes may be corrected."""
    assert 0 < prices.BRUSHED < prices.TOUCHED < prices.LEFT_OUT
    assert prices.QUICK < prices.SWEPT < prices.WITHOUT_MOVE
    assert prices.PRESSED_EARLY < prices.SWEPT_EARLY < prices.WITHOUT_MOVE
    assert prices.PRESSED_LATE < prices.NEVER_PRESSED < prices.WITHOUT_MOVE
