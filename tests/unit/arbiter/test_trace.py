"""What the edges of a turn add up to."""

import chess

from tests.playing import edges_of
from touchmove.arbiter.trace import FLIGHT_MS, Edge, Trace, arriving, difference, trace_of
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


def test_no_piece_is_quicker_than_a_hand() -> None:
    """Six squares lie between a1 and h8."""
    least_ms = 6 * FLIGHT_MS
    assert not trace((0, "a1", False), (least_ms - 1, "h8", True)).left_before(chess.A1, chess.H8)
    assert trace((0, "a1", False), (least_ms, "h8", True)).left_before(chess.A1, chess.H8)
    assert not trace((0, "g1", False), (1, "g3", True)).left_before(chess.G1, chess.G3)


def test_a_piece_that_slides_to_the_next_square_may_be_seen_there_at_once() -> None:
    for square in ("e3", "d3"):
        shown = trace((0, "e2", False), (1, square, True))
        assert shown.left_before(chess.E2, chess.parse_square(square))


def test_edges_of_one_moment_have_no_speed() -> None:
    assert trace((9, "a1", False), (9, "h8", True)).left_before(chess.A1, chess.H8)


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


CENTRE = chess.Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
"""White's pawn on e4 can take d5."""
WHITE = CENTRE.occupied_co[chess.WHITE]


def seen(script: str) -> Trace:
    """The trace of the edges of `script`, on sensors that may tell colours."""
    shown = Trace(CENTRE.occupied, CENTRE.occupied)
    for edge in edges_of('[Sensors "polarity"]\n' + script):
        shown = shown.observe(edge)
    return shown


def place(square: chess.Square, color: chess.Color | None) -> Edge:
    return Edge(Millis(900), square, True, True, color)


def test_a_piece_on_a_square_of_the_other_colour_has_pushed_one_off() -> None:
    onto_d5 = place(chess.D5, chess.WHITE)
    lift, landing = arriving(seen("-e4"), onto_d5, WHITE)
    assert (lift.square, lift.filled, lift.at, lift.seen) == (chess.D5, False, 900, True)
    assert landing == onto_d5


def test_the_colour_that_was_told_last_counts_and_not_that_before_the_trace() -> None:
    taken = seen("-d5 -e4 +d5w")
    assert len(arriving(taken, place(chess.D5, chess.BLACK), WHITE)) == 2
    assert len(arriving(taken, place(chess.D5, chess.WHITE), WHITE)) == 1


def test_a_place_is_nothing_more_where_nobody_can_have_been_pushed_off() -> None:
    for shown, edge in (
        (seen("-e4"), place(chess.D5, None)),  # the sensors tell no colours
        (seen("-e4"), place(chess.E5, chess.WHITE)),  # the square was empty
        (seen("-e7"), place(chess.D5, chess.BLACK)),  # the same colour: the contact chattered
        (seen("-e4 -d5 +d5"), place(chess.D5, chess.WHITE)),  # nobody knows who stood there
    ):
        assert arriving(shown, edge, WHITE) == (edge,)


def test_a_snapshot_with_colours_shows_a_capture_that_emptied_no_square() -> None:
    after = CENTRE.copy()
    after.push_san("exd5")
    edges = difference(
        seen("-e4"),
        after.occupied,
        Millis(900),
        white=after.occupied_co[chess.WHITE],
        pieces=WHITE,
    )
    assert [(edge.square, edge.filled, edge.color) for edge in edges] == [
        (chess.D5, False, None),
        (chess.D5, True, chess.WHITE),
    ]
    assert difference(seen("-e4"), after.occupied, Millis(900)) == ()


def test_a_snapshot_with_colours_that_shows_what_is_known_is_no_news() -> None:
    for script in ("", "-d5 -e4 +d5w", "-e4 +e4w"):
        shown = seen(script)
        white = WHITE & shown.occupied | shown.white
        assert difference(shown, shown.occupied, Millis(900), white=white, pieces=WHITE) == ()


def test_what_a_snapshot_shows_to_differ_counts_where_a_hand_was_at_work() -> None:
    back = CENTRE.occupied
    for script, counts in (("-e4 ~400 +e5", True), ("", False)):
        shown = seen(script)
        differs = back if counts else back ^ chess.BB_E4 ^ chess.BB_E5
        for edge in difference(shown, differs, Millis(900)):
            shown = shown.observe(edge)
        assert shown.changed_since(Millis(700)) == (chess.BB_E4 | chess.BB_E5) * counts


def test_squares_that_have_changed_since_a_moment() -> None:
    shown = seen("-e4 ~400 +e5")  # at 0 ms and at 400 ms
    assert shown.changed_since(Millis(399)) == chess.BB_E5
    assert shown.changed_since(Millis(400)) == 0
    assert shown.changed_since(Millis(-1)) == chess.BB_E4 | chess.BB_E5


def test_a_colour_is_known_while_the_piece_stands() -> None:
    assert seen("-e4 +e5w").color_on(chess.E5) is True
    assert seen("-d5 +d4b").color_on(chess.D4) is False
    assert seen("-e4 +e5w -e5").color_on(chess.E5) is None
    assert seen("-e4 +e5").color_on(chess.E5) is None


def test_a_trace_is_the_sum_of_its_edges_from_either_end() -> None:
    shown = seen("-d5 -e4 +d5w -e7 +e6b")
    assert trace_of(shown.occupied, shown.edges) == shown
