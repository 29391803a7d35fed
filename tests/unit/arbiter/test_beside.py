"""A move beside an accident: which piece moved is known, or nothing is said."""

import pytest

from tests.playing import edges_of
from touchmove.arbiter.beside import beside_an_accident
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace

FORK = Position.from_fen("rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3")
CASTLE = Position.from_fen("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")


def trace_of(script: str, position: Position = FORK) -> Trace:
    trace = Trace(position.occupied, position.occupied)
    for edge in edges_of(script):
        trace = trace.observe(edge)
    return trace


@pytest.mark.parametrize(
    ("script", "move"),
    [
        ("-g1 +f3 -a2 +a4", "g1f3"),
        ("-g1 -a2 +a2 +f3 -h2 +h3", "g1f3"),  # a2 came back, so it is known who went on
        ("-a2 -g1 +a2 +f3 -h2 +h3", "g1f3"),
        ("-g1 -a2 +a3 +f3", None),  # both were in the hand: a knight on a3, a pawn on f3?
        ("-g1 +g3 -a2 +a3", None),
        ("-a2 +a3", "a2a3"),
        ("-g1 +g1", None),
    ],
)
def test_the_piece_that_travelled_first_has_moved_if_it_is_known_which_it_was(
    script: str, move: str | None
) -> None:
    found = beside_an_accident(FORK, trace_of(script))
    assert (found and found.move.uci()) == move


@pytest.mark.parametrize("hands", ["-e1 -h1 +g1 +f1", "-h1 -e1 +g1 +f1", "-h1 +f1 -e1 +g1"])
def test_castling_beside_an_accident_is_castling(hands: str) -> None:
    found = beside_an_accident(CASTLE, trace_of(hands + " -a2 +a3", CASTLE))
    assert found is not None
    assert found.move.uci() == "e1g1"


@pytest.mark.parametrize("hands", ["-e1 -h1 +g1 +f1", "-h1 -e1 +f1 +g1"])
def test_which_piece_is_which_is_not_guessed_in_a_castling_that_is_not_legal(hands: str) -> None:
    checked = Position.from_fen("4r1k1/8/8/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1")
    assert beside_an_accident(checked, trace_of(hands, checked)) is None
