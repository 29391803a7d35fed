"""Which legal moves explain what the sensors show: colours, and hands on their way."""

import chess
import pytest

from tests.playing import edges_of
from touchmove.arbiter.judge import colors_agree, readings, underway
from touchmove.arbiter.observing import observe
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace
from touchmove.arbiter.turn import Turn, begin

FORK = Position.from_fen("rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3")
"""White's pawn on e4 can take d5 or f5."""


def turn_of(script: str, position: Position = FORK) -> Turn:
    turn = begin(position)
    for edge in edges_of('[Sensors "polarity"]\n' + script):
        turn = observe(turn, edge)
    return turn


def trace_of(script: str) -> Trace:
    return turn_of(script).trace


@pytest.mark.parametrize(
    ("script", "agreeing"),
    [
        ("-d5 -e4 +d5", {"e4d5", "e4f5"}),  # no colour was told
        ("-d5 -e4 +d5w", {"e4d5"}),
        ("-d5 -e4 +d5b", {"e4f5"}),
        ("-f5 +f5b -e4 -d5 +d5w", {"e4d5"}),
        ("-a2 +a2w -e4 -d5 +d5", {"e4d5", "e4f5"}),
        ("-d5 -a2 +a2b -e4 +d5b", {"e4d5", "e4f5"}),
        ("-a2 +a2b -e4 -d5 +d5", {"e4d5", "e4f5"}),  # no black piece had left its square
    ],
)
def test_colours_agree_with_the_moves_that_leave_them(script: str, agreeing: set[str]) -> None:
    trace = trace_of(script)
    captures = [f for f in FORK.leaving(trace.occupied) if f.swapped]
    found = {f.move.uci() for f in captures if colors_agree(f, FORK, trace)}
    assert found == agreeing


def test_a_reading_agrees_with_the_colours() -> None:
    both = "-e4 ~200 -d5 ~100 +d5{} ~100 -f5 ~100 +f5{}"
    assert len(readings(FORK, trace_of(both.format("", "")))) == 2
    (reading,) = readings(FORK, trace_of(both.format("b", "w")))
    assert (reading.footprint.move.uci(), reading.inferred) == ("e4f5", False)
    assert readings(FORK, trace_of(both.format("b", "b"))) == ()


@pytest.mark.parametrize("script", ["-e4", "-e4 -d5", "-d5", "-e4 +e5", "-g1", "-g1 +f3"])
def test_hands_may_be_on_the_way_to_a_legal_move(script: str) -> None:
    assert underway(FORK, trace_of(script))


@pytest.mark.parametrize("script", ["-g1 +g3", "-e4 -d5 -f5", "-a2 -h2"])
def test_hands_are_not_on_the_way_to_one_where_other_squares_differ(script: str) -> None:
    assert not underway(FORK, trace_of(script))


def test_nothing_that_differs_is_no_way_to_anything() -> None:
    assert not underway(FORK, trace_of("-e4 +e4"))


def test_squares_that_do_not_count_may_differ() -> None:
    trace = trace_of("-e4 -d5 -h2")
    assert not underway(FORK, trace)
    assert underway(FORK, trace, chess.BB_H2)


@pytest.mark.parametrize(
    ("script", "doubted"),
    [
        ("-g1 +f3", False),
        ("-g1 +f3 ~499 -f3 +h3", False),  # it hovered
        ("-g1 +f3 ~500 -f3 +h3", True),
        ("-g1 +f3 ~500 -f3 +h3 ~60 -h3 +f3", True),  # and went back
    ],
)
def test_a_move_whose_piece_had_been_released_before(script: str, *, doubted: bool) -> None:
    standing = turn_of(script).standing
    assert standing is not None
    assert standing.doubted is doubted
