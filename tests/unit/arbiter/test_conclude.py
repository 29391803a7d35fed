"""What a press of the clock closes, by the one turn in which it comes."""

import chess
import pytest

from tests.playing import edges_of
from touchmove.arbiter.conclude import Ask, Conclusion, Illegal, Made, NoMove, Wait, conclude
from touchmove.arbiter.observing import observe
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import begin
from touchmove.units import Millis

FORK = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
"""White's pawn on e4 can take d5 or f5."""


def closed(
    script: str, fen: str = chess.STARTING_FEN, *, after_ms: int = 400, waited: bool = False
) -> Conclusion:
    """What a press closes so long after the last edge of `script`."""
    turn = begin(Position.from_fen(fen))
    edges = edges_of('[Sensors "polarity"]\n' + script)
    for edge in edges:
        turn = observe(turn, edge)
    last = edges[-1].at if edges else 0
    return conclude(turn, Millis(last + after_ms), waited=waited)


def made(conclusion: Conclusion) -> str | None:
    """The move that is made, if one is."""
    return conclusion.footprint.move.uci() if isinstance(conclusion, Made) else None


def test_what_stands_is_made() -> None:
    assert made(closed("-e2 +e4")) == "e2e4"


def test_a_piece_that_has_just_touched_its_square_may_be_sliding_on() -> None:
    assert isinstance(closed("-e2 +e3", after_ms=49), Wait)
    assert made(closed("-e2 +e3", after_ms=50)) == "e2e3"
    assert made(closed("-e2 +e3", after_ms=49, waited=True)) == "e2e3"


def test_a_board_that_is_unchanged_shows_no_move() -> None:
    assert isinstance(closed(""), NoMove)
    assert isinstance(closed("-e2 +e2"), NoMove)


def test_a_piece_in_the_air_is_waited_for_and_then_it_is_in_the_hand() -> None:
    assert isinstance(closed("-e2"), Wait)
    assert isinstance(closed("-e2", waited=True), NoMove)


def test_two_captures_that_fit_are_asked_about() -> None:
    asked = closed("-e4 ~200 -d5 ~100 +d5 ~100 -f5 ~100 +f5", FORK)
    assert isinstance(asked, Ask)
    assert {f.move.uci() for f in asked.candidates} == {"e4d5", "e4f5"}


@pytest.mark.parametrize(
    ("colours", "move"),
    [("-d5 ~100 +d5w ~100 -f5 ~100 +f5b", "e4d5"), ("-d5 ~100 +d5b ~100 -f5 ~100 +f5w", "e4f5")],
)
def test_colours_answer_what_would_be_asked(colours: str, move: str) -> None:
    assert made(closed("-e4 ~200 " + colours, FORK)) == move


def test_a_reply_that_has_begun_proves_the_move() -> None:
    assert made(closed("-e2 +e4 ~300 -e7")) == "e2e4"


def test_a_piece_that_moved_and_is_off_again_proves_nothing_yet() -> None:
    """Its own hand may carry it on, or that of the opponent may be taking it."""
    fen = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"
    assert isinstance(closed("-e2 +e4 ~300 -e4", fen), Wait)
    assert isinstance(closed("-e2 +e4 ~300 -d5 -e4", fen), Wait)
    assert made(closed("-e2 +e4 ~300 -d5 -e4 +e4", fen)) == "e2e4"


def test_a_piece_between_two_squares_is_waited_for() -> None:
    assert isinstance(closed("-e2 +e3 ~100 -e3"), Wait)


def test_a_piece_that_lands_where_it_cannot_go_may_be_carried_on_at_once() -> None:
    """A sleeve may be in the way, too: nothing is certain as long as hands are moving."""
    assert isinstance(closed("-e2 +e5", after_ms=149), Wait)
    assert isinstance(closed("-e2 +e5", after_ms=150), Illegal)
    assert isinstance(closed("-e2 +e5", after_ms=149, waited=True), Illegal)


def test_a_move_beside_an_accident_is_made_and_does_not_stand() -> None:
    beside = closed("-g1 +f3 -h2 +h3")
    assert isinstance(beside, Made)
    assert (made(beside), beside.standing) == ("g1f3", False)


def test_the_first_piece_that_travelled_must_have_made_a_legal_move() -> None:
    assert isinstance(closed("-g1 +g4 -h2 +h3"), Illegal)
