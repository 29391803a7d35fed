"""The quick look at what a move has touched never overlooks what the slow one finds."""

import pytest
from chess import STARTING_FEN, parse_square
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playing import table_after
from touchmove.arbiter.laws import broken, rook_came_first
from touchmove.arbiter.observing import observe
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import begin
from touchmove.game.duties import only_its_own, until_it_was_made
from touchmove.rules import Timing
from touchmove.units import Millis

SHELF = (
    "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 8",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",
    "1r2k3/P1P5/8/8/8/8/5p2/4K1R1 w - - 0 1",
    "8/3k4/8/2pPp3/8/4K3/8/8 w - c6 0 2",
)
START = table_after("~1")
GAPS_MS = (0, 20, 60, 140, 160, 320, 520, 900)
"""Around what is chatter, a brush, a touch and a release."""


@st.composite
def turns(draw: st.DrawFn) -> tuple[Position, tuple[Edge, ...]]:
    """Touches about a legal move of a shelf, of pieces that are part of it and of others."""
    position = Position.from_fen(draw(st.sampled_from(SHELF)))
    footprint = draw(st.sampled_from(position.footprints()))
    own = [square for square in range(64) if footprint.squares & 1 << square]
    beside = draw(st.lists(st.integers(0, 63), min_size=1, max_size=2))
    touches = draw(st.lists(st.sampled_from([*own, *beside]), max_size=8))
    last = draw(st.permutations([square for hop in footprint.hops for square in hop] or own))
    occupied, at, edges = position.occupied, 0, []
    for square in (*touches, *last):
        at += draw(st.sampled_from(GAPS_MS))
        seen = draw(st.integers(0, 9)) > 0
        occupied ^= 1 << square
        edges.append(Edge(Millis(at), square, bool(occupied & 1 << square), seen))
    return position, tuple(edges)


@settings(max_examples=400)
@given(turns(), st.none() | st.integers(0, 9), st.integers(0, 2))
def test_where_only_its_own_pieces_were_touched_nothing_is_broken(
    seen: tuple[Position, tuple[Edge, ...]], adjusting: int | None, excused: int
) -> None:
    position, edges = seen
    turn = begin(position)
    table = START._replace(adjusting=adjusting, excused=excused)
    for edge in edges:
        turn = observe(turn, edge)
        if turn.standing is None:
            continue
        for move in turn.standing.footprint.moves:
            if only_its_own(turn, move, adjusting, Timing()):
                hands = until_it_was_made(table, turn, move)
                assert not rook_came_first(position, hands, move)
                assert broken(position, hands, table.rules.edition, move) is None


@pytest.mark.parametrize(
    ("touches", "plain"),
    [
        ("-d2 ~100 +d2 ~300 -e2 ~300 +e4", True),
        ("-d2 ~200 +d2 ~300 -e2 ~300 +e4", False),
        ("-e2 ~100 -d2 ~100 +d2 ~300 +e4", True),
        ("-e2 ~100 -d2 ~100 +d3 ~100 -d3 ~100 +d2 ~100 +e4", False),
        ("-d2 ~140 +d2 ~20 -d2 ~140 +d2 ~300 -e2 ~300 +e4", False),  # one touch that chatters
        ("-e2 ~300 +e3 ~100 -e3 ~300 +e4", True),
        ("-e2 ~300 +e3 ~600 -e3 ~300 +e4", False),
        ("-e2 ~100 ?d2 ~20 +d2 ~600 +e4", False),  # was it the pawn of e2 that came to d2?
    ],
)
def test_what_is_plain_at_a_glance(touches: str, plain: bool) -> None:
    """`?` is a lift that was missed, and deduced later."""
    turn, at = begin(Position.from_fen(STARTING_FEN)), 0
    for token in touches.split():
        if token.startswith("~"):
            at += int(token[1:])
            continue
        square = parse_square(token[1:])
        turn = observe(turn, Edge(Millis(at), square, token[0] == "+", token[0] != "?"))
    assert turn.standing is not None
    assert only_its_own(turn, turn.standing.footprint.move, None, Timing()) == plain
