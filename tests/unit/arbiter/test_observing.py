"""What one more edge makes of a turn, and what it costs to find out."""

import sys
from collections.abc import Callable
from random import Random
from types import FrameType

import chess

from touchmove.arbiter.observing import observe
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, difference
from touchmove.arbiter.turn import Turn, begin
from touchmove.units import Millis


def _calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls: what it costs on any machine."""
    count = 0

    def called(_frame: FrameType, what: str, _arg: object) -> None:
        nonlocal count
        count += what == "call"

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_nonsense_on_the_board_makes_no_edge_much_dearer_than_those_before() -> None:
    """Each snapshot has six squares wrong, never the same; nobody moves."""
    start = Position.from_fen(chess.STARTING_FEN)
    turn, random = begin(start), Random(7)
    costs: list[int] = []

    def seen(edge: Edge) -> Turn:
        costs.append(_calls(lambda: observe(turn, edge)))
        return observe(turn, edge)

    for number in range(60):
        shown = start.occupied
        for square in random.sample(chess.SQUARES, 6):
            shown ^= chess.BB_SQUARES[square]
        for edge in difference(turn.trace, shown, Millis(250 * number)):
            turn = seen(edge)
    assert len(costs) > 500
    assert max(costs) < 20_000
    assert max(costs[len(costs) // 2 :]) < max(costs[: len(costs) // 2])
