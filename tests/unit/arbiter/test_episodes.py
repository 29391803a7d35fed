"""The moves that one edge completes, whatever else is in the air."""

import chess

from tests.playing import edges_of
from touchmove.arbiter.episodes import Episode, completed_by
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace

CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
"""White's pawn on e4 can take d5; Black's queen defends it."""
FORK = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
"""It can take d5 or f5."""


def completed(script: str, fen: str = chess.STARTING_FEN) -> dict[str, Episode]:
    """The episodes that the last edge of `script` completes, by the move."""
    position = Position.from_fen(fen)
    trace = Trace(position.occupied, position.occupied)
    edges = edges_of('[Sensors "polarity"]\n' + script)
    for edge in edges:
        trace = trace.observe(edge)
    found = completed_by(position, trace, len(edges) - 1)
    return {episode.footprint.move.uci(): episode for episode in found}


def test_the_landing_completes_the_move() -> None:
    (episode,) = completed("-e2 +e4").values()
    assert (episode.footprint.move.uci(), episode.ends, episode.at) == ("e2e4", 1, 250)
    assert (episode.held, episode.swept) == (0, False)


def test_a_lift_alone_completes_nothing() -> None:
    assert completed("-e2") == {}


def test_pieces_beside_the_move_may_be_in_another_hand() -> None:
    assert completed("-e7 -e2 -b8 +e4")["e2e4"].held == chess.BB_E7 | chess.BB_B8


def test_an_edge_elsewhere_completes_no_move_a_second_time() -> None:
    assert "e2e4" in completed("-e2 +e4")
    assert "e2e4" not in completed("-e2 +e4 -e7")


def test_a_victim_that_was_seen_to_leave_is_no_sweep() -> None:
    assert not completed("-d5 -e4 +d5", CENTRE)["e4d5"].swept


def test_a_capture_that_nobody_saw_is_completed_by_the_lift() -> None:
    found = completed("-e4", CENTRE)
    assert list(found) == ["e4d5"]
    assert found["e4d5"].swept


def test_a_victim_that_was_brushed_before_may_be_swept_all_the_same() -> None:
    """It came back before the piece that takes it was lifted, and has not been seen since."""
    found = completed("-d5 ~60 +d5 ~200 -e4", CENTRE)
    assert list(found) == ["e4d5"]
    assert found["e4d5"].swept


def test_a_lift_may_sweep_each_victim_that_stands_there() -> None:
    assert sorted(completed("-e4", FORK)) == ["e4d5", "e4f5"]


def test_a_piece_may_sweep_from_a_square_on_its_way() -> None:
    assert completed("-e4 +e5 -e5", CENTRE)["e4d5"].swept


def test_only_the_lift_of_the_piece_that_takes_completes_a_sweep() -> None:
    assert completed("-e4 -a2 +a2", CENTRE) == {}


def test_a_colour_that_was_told_rules_a_move_out() -> None:
    assert sorted(completed("-d5 -e4 +d5w", CENTRE)) == ["e4d5"]
    assert completed("-d5 -e4 +d5b", CENTRE) == {}


def test_castling_is_completed_by_its_last_piece() -> None:
    fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
    assert "e1g1" not in completed("-e1 +g1 -h1", fen)
    assert "e1g1" in completed("-e1 +g1 -h1 +f1", fen)
    assert "e1g1" in completed("-h1 +f1 -e1 +g1", fen)


def test_pieces_swept_off_all_at_once_are_no_hands_that_play() -> None:
    six = "-a7 -b7 -c7 -d7 -f7 -g7"
    assert completed(f"{six} -e2 +e4")["e2e4"].held.bit_count() == 6
    assert completed(f"{six} -h7 -e2 +e4") == {}


def test_more_than_two_pieces_on_squares_without_one_complete_nothing() -> None:
    assert completed("-a2 +a3 -b2 +b3 -c2 +c3") == {}


def test_a_promotion_is_one_episode_for_all_its_kinds() -> None:
    fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    (episode,) = completed("-a7 +a8", fen).values()
    assert {move.promotion for move in episode.footprint.moves} == {
        chess.QUEEN,
        chess.ROOK,
        chess.BISHOP,
        chess.KNIGHT,
    }
