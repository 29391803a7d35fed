"""What the edges of a turn add up to."""

import chess

from touchmove.arbiter.trace import Edge, Trace, difference
from touchmove.units import Millis

START = chess.Board().occupied


def trace(*edges: tuple[int, str, bool]) -> Trace:
    seen = Trace(START, START)
    for at, name, filled in edges:
        seen = seen.observe(Edge(Millis(at), chess.parse_square(name), filled, True))
    return seen


def test_a_piece_left_before_it_arrived() -> None:
    there = trace((0, "e2", False), (250, "e4", True))
    assert there.left_before(chess.E2, chess.E4)
    assert not there.left_before(chess.D2, chess.E4)
    assert not there.left_before(chess.E2, chess.E3)


def test_a_piece_that_stood_before_another_left_did_not_come_from_there() -> None:
    assert not trace((0, "e4", True), (250, "e2", False)).left_before(chess.E2, chess.E4)


def test_the_order_of_missed_edges_is_unknown() -> None:
    seen = Trace(START, START)
    for edge in reversed(difference(seen, START ^ chess.BB_E2 ^ chess.BB_E4, Millis(9))):
        seen = seen.observe(edge)
    assert seen.gapped
    assert seen.left_before(chess.E2, chess.E4)


def test_a_square_that_filled_unseen_was_empty_before() -> None:
    seen = trace((0, "d7", True))
    assert seen.gapped
    assert seen.emptied == chess.BB_D7
    assert not trace((0, "e2", False), (9, "e2", True)).gapped


def test_a_gap_ends_when_the_piece_has_stopped_chattering() -> None:
    chatter = trace((100, "d5", True), (1000, "d5", False), (1400, "d5", True), (1410, "d5", False))
    settled = chatter.observe(Edge(Millis(1420), chess.D5, True, True))
    assert settled.last_gap(chess.D5) == (1000, 1420)
    lifted = settled.observe(Edge(Millis(5000), chess.D5, False, True))
    assert lifted.last_gap(chess.D5) == (1000, 1420)


def test_a_trace_may_be_cut_and_still_leads_to_the_same_board() -> None:
    whole = trace((0, "e2", False), (1, "e4", True), (2, "d7", False))
    cut = whole.from_edge(2, ())
    assert cut.occupied == whole.occupied
    assert cut.began == START ^ chess.BB_E2 ^ chess.BB_E4
    assert len(cut.edges) == 1
