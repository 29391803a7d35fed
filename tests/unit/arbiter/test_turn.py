"""What stands while a turn runs: released moves that stay, and replies that are on their way."""

import chess
import pytest

from tests.playing import edges_of
from touchmove.arbiter.observing import observe
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import Turn, begin

QUEEN = "4k3/8/8/8/1Pq5/2N5/8/4K3 b - - 0 1"
"""The queen can take b4 or c3."""
TAKES = "-c4 ~268 -b4 ~200 +b4 "
ADJUSTS = " -c3 ~571 +c3"
"""The knight was off for longer than the pawn: what would have been taken, had both been."""


def turn_of(script: str, fen: str = chess.STARTING_FEN) -> Turn:
    """The turn after the edges of `script`."""
    turn = begin(Position.from_fen(fen))
    for edge in edges_of(script):
        turn = observe(turn, edge)
    return turn


def standing(script: str, fen: str = chess.STARTING_FEN) -> list[str]:
    """The move that stands and its rivals."""
    stood = turn_of(script, fen).standing
    return [] if stood is None else [f.move.uci() for f in (stood.footprint, *stood.rivals)]


def _stays(between: str) -> bool:
    """Whether the capture of b4 stays what it is when the knight is adjusted after `between`."""
    found = standing(TAKES + between + ADJUSTS, QUEEN)
    assert found in (["c4b4"], ["c4b4", "c4c3"])
    return found == ["c4b4"]


# ------------------------------------------------------------------ what has been released
def test_a_move_is_released_when_it_has_stood_for_long_enough() -> None:
    assert _stays("~500")
    assert not _stays("~499")


def test_a_released_move_stays_when_its_piece_is_brushed() -> None:
    assert _stays("~500 -b4 ~149 +b4 ~50")
    assert _stays("~500 -b4 ~100 +b4 ~50 -b4 ~100 +b4 ~50")


def test_but_not_when_its_piece_is_taken_up_again() -> None:
    assert not _stays("~500 -b4 ~150 +b4 ~50")
    assert _stays("~500 -b4 ~150 +b4 ~500")


def test_a_move_is_released_although_a_neighbour_is_brushed_meanwhile() -> None:
    assert _stays("~200 -e8 ~149 +e8 ~200")
    assert _stays("~200 -e8 ~50 +e8 ~50 -e1 ~50 +e1 ~200")


def test_but_not_while_the_hand_goes_on_to_another_piece() -> None:
    assert not _stays("~200 -e8 ~150 +e8 ~200")
    assert not _stays("~200 -e8 ~50 +e8 ~50 -e1 ~150 +e1 ~200")


# ------------------------------------------------------------------ captures that both fit
FORK = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
BOTH = "-e4 ~200 -d5 ~200 +d5 ~100 -f5 ~200 +f5 "
"""White's pawn has taken d5 or f5."""


@pytest.mark.parametrize("lifts", ["-d5", "-f5", "-c8 -f5", "-d8 -d5", "-a2", "-h7"])
def test_no_lift_decides_which_capture_it_was(lifts: str) -> None:
    """What is taken up may be the pawn that has come, or the rival that stayed."""
    assert sorted(standing(BOTH + lifts, FORK)) == ["e4d5", "e4f5"]


# ------------------------------------------------------------------ what only passes by
KNIGHT = "4k3/8/b7/8/8/2N5/8/6K1 w - - 0 1"
"""The knight can go to e2 or b5; on either, the bishop can take it."""


@pytest.mark.parametrize("stood_ms", [500, 880])
def test_a_capturing_piece_that_touches_down_on_its_way_is_not_the_piece_it_takes(
    stood_ms: int,
) -> None:
    """The bishop slides over b5, where the knight could have gone; but that one was released."""
    script = f"-c3 ~407 +e2 ~{stood_ms} -e2 ~423 -a6 ~25 +b5 "
    assert standing(script, KNIGHT) == ["c3e2"]
    reply = turn_of(script + "~93 -b5 ~545 +e2", KNIGHT).reply
    assert reply is not None
    assert reply.footprint.move.uci() == "a6e2"


def test_a_piece_that_had_not_been_released_may_go_on() -> None:
    assert standing("-c3 ~407 +e2 ~499 -e2 ~423 -a6 ~25 +b5", KNIGHT) == ["c3b5"]
