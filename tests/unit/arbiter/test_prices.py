"""What a line of moves takes for granted costs what the table of prices says."""

import chess
import pytest

from tests.playing import acts_of
from touchmove.arbiter import prices
from touchmove.arbiter.position import Position
from touchmove.arbiter.story import stories
from touchmove.units import Millis

CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
"""White's pawn on e4 can take d5."""


def price(
    script: str, moves: str, fen: str = chess.STARTING_FEN, *, rests_ms: int = 0
) -> int | None:
    """What a script costs as this line of moves, when nothing has been reported for `rests_ms`;
    None: it cannot be told so."""
    position = Position.from_fen(fen)
    line = tuple(map(chess.Move.from_uci, moves.split()))
    acts = acts_of(script)
    now = Millis(acts[-1].at + rests_ms)
    told = stories(position, position.occupied, acts, position.turn, now=now, only=line)
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


def test_the_victim_of_a_reply_is_not_left_out_though_it_was_off_before_the_move() -> None:
    """White plays d4, and Black holds his pawn of d5, which can take on e4 and not on h2."""
    taken, left_out = (f"-d2 ~300 -{square} ~75 +d4 ~100 -d5 !W" for square in ("e4", "h2"))
    assert price(taken, "d2d4", CENTRE) == prices.TOUCHED
    assert price(left_out, "d2d4", CENTRE) == prices.TOUCHED + prices.LEFT_OUT


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


def test_a_capture_that_nobody_saw_and_that_looks_like_the_reply_is_dearer() -> None:
    """White's pawn touched down on e5, and soon a black one lands there: has it taken that one?"""
    script = "-e4 ~100 +e5 ~100 -e5 ~200 !W ~100 -e7 ~{} +{} !B"
    soon_ms, late_ms = prices.ANSWER_MS - 301, prices.ANSWER_MS - 300
    soon = price(script.format(soon_ms, "e5"), "e4d5 e7e5", CENTRE)
    assert soon == prices.SWEPT + prices.LOOKS_ANSWERED
    assert price(script.format(late_ms, "e5"), "e4d5 e7e5", CENTRE) == prices.SWEPT
    assert price(script.format(soon_ms, "e6"), "e4d5 e7e6", CENTRE) == prices.SWEPT


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


def test_a_move_that_stood_at_its_players_press_is_hardly_none() -> None:
    """White has forgotten his press, so Black's is in vain; but it says that e5 is made."""
    stood = price("-e2 +e4 -e7 +e5 ~600 !B", "e2e4")
    assert stood == prices.IN_VAIN + prices.UNTOLD_AT_PRESS
    began_later = price("-e2 +e4 !B ~100 -e7 +e5" + LATER, "e2e4")
    assert began_later == prices.IN_VAIN + prices.UNTOLD + prices.BRUSHED


@pytest.mark.parametrize(
    ("stood_ms", "off_ms", "cost"),
    [
        (prices.HOVER_MS - 1, prices.HELD_MS - 1, 0),
        (prices.HOVER_MS - 1, prices.HELD_MS, prices.HELD_ALONE),
        (prices.HOVER_MS, prices.HELD_MS, 0),
        (prices.HOVER_MS, prices.THINKING_MS - 1, 0),
        (prices.HOVER_MS, prices.THINKING_MS, prices.HELD_ALONE),
    ],
)
def test_a_piece_that_nobody_who_would_take_it_holds(stood_ms: int, off_ms: int, cost: int) -> None:
    """White's pawn has taken d5 and is off again, while Black's queen, who can take it, is at home.
    If it was put down, Black may think so long; if it only hovered, White soon holds it."""
    script = f"-d5 -e4 +d5 ~{stood_ms} -d5"
    assert price(script, "e4d5", CENTRE, rests_ms=off_ms) == cost
    assert price(f"{script} ~50 -d8", "e4d5", CENTRE, rests_ms=off_ms) == 0


def test_a_piece_that_stands_where_no_move_that_has_begun_can_have_brought_it() -> None:
    """Black's pawn of e7 is off, and something stands on h4."""
    assert price("-e2 +e4 !W -e7 ~300 +h4" + LATER, "e2e4") == prices.ASTRAY + prices.BRUSHED


def test_a_new_queen_whose_pawn_has_not_left_came_from_nowhere() -> None:
    """She may stand there before the pawn is taken off, but that is not what a story may assume."""
    pawn = "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"
    brush = prices.BRUSHED  # in what comes later
    assert price("-e7 +e8" + LATER, "", pawn) == prices.UNTOLD + brush
    assert price("+e8" + LATER, "", pawn) == prices.ASTRAY + brush


@pytest.mark.parametrize("lifts", ["-e7 ~400 -g8", "-g8 ~400 -e7"])
def test_of_two_pieces_that_are_off_the_one_lifted_last_was_brushed(lifts: str) -> None:
    """Either may be the one that moves: the cheaper telling counts."""
    assert price(f"-e2 +e4 !W {lifts}", "e2e4") == prices.BRUSHED


def test_a_reply_that_was_begun_while_what_it_answers_was_in_the_air() -> None:
    moves = "e2e4 e7e5"
    assert price("-e2 ~100 -e7 ~100 +e4 !W +e5 !B", moves) == prices.AHEAD
    assert price("-e2 ~100 +e4 ~0 -e7 ~100 !W +e5 !B", moves) == 0


def test_a_piece_that_lands_before_its_player_has_lifted_any_is_a_stranger() -> None:
    """Somebody moves White's h-pawn in Black's turn; once Black's hand is up, it may be his."""
    touch = "-h2 ~200 +h3 ~100 -h3 ~100 +h2 "
    before = price(f"-e2 +e4 !W {touch} -e7 +e5 !B", "e2e4 e7e5")
    after = price(f"-e2 +e4 !W -e7 {touch} +e5 !B", "e2e4 e7e5")
    assert (before, after) == (prices.TOUCHED + prices.STRANGER, prices.TOUCHED)


def test_a_piece_that_a_pawn_is_exchanged_for_is_no_stranger() -> None:
    """It may arrive before the pawn leaves (Laws 4.6.2)."""
    pawn = "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"
    assert price("+e8 -e7 !W", "e7e8q", pawn) == 0


def test_a_late_press_by_who_holds_his_next_piece_is_dearer() -> None:
    """Who remembers the clock does so before he goes on."""
    script = "-e2 +e4 ~400 -e7 +e5 {}!W !B{} !W"
    moves = "e2e4 e7e5 g1f3"
    assert price(script.format("", " -g1 +f3"), moves) == prices.PRESSED_LATE
    assert price(script.format("-g1 ", " +f3"), moves) == prices.PRESSED_LATE + prices.HOLDING
    adjusted = price(script.format("-a1 ~100 +a1 ", " -g1 +f3"), moves)
    assert adjusted == prices.PRESSED_LATE + prices.BRUSHED


def test_each_price_is_what_people_do_less_often_than_what_is_cheaper() -> None:
    """The order that the names promise; the sizes may be corrected."""
    assert 0 < prices.BRUSHED < prices.TOUCHED < prices.LEFT_OUT
    assert prices.QUICK < prices.SWEPT < prices.WITHOUT_MOVE
    assert prices.PRESSED_EARLY < prices.SWEPT_EARLY < prices.WITHOUT_MOVE
    assert prices.PRESSED_LATE < prices.NEVER_PRESSED < prices.WITHOUT_MOVE
