"""Lines that lead from a known position to what the board shows."""

import chess
import pytest

from touchmove.arbiter.catching_up import search
from touchmove.arbiter.position import Position

START = chess.STARTING_FEN
KNIGHT = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 6 5"
CASTLING = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"


def after(fen: str, *moves: str) -> chess.Board:
    board = chess.Board(fen)
    for move in moves:
        board.push_san(move)
    return board


def lines(fen: str, *moves: str, colors: bool = False) -> list[str]:
    """The lines that fit what is shown after these moves, in UCI."""
    shown = after(fen, *moves)
    white = shown.occupied_co[chess.WHITE] if colors else None
    found = search(Position.from_fen(fen), shown.occupied, white)
    assert found.complete
    return sorted(" ".join(move.uci() for move in line) for line in found.lines)


def test_a_board_that_has_not_changed_is_explained_by_no_move() -> None:
    assert lines(START) == [""]


@pytest.mark.parametrize(
    ("fen", "moves", "line"),
    [
        (START, ["e4"], "e2e4"),
        (START, ["e4", "e5"], "e2e4 e7e5"),
        (START, ["e4", "d5", "exd5"], "e2e4 d7d5 e4d5"),
        (CASTLING, ["O-O", "O-O-O"], "e1g1 e8c8"),
        (CASTLING, ["Kd2", "O-O"], "e1d2 e8g8"),
        ("4k2r/p6p/8/8/8/8/P6P/4K3 w k - 0 1", ["Kd2", "O-O"], "e1d2 e8g8"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", ["dxc6", "Kd8"], "d5c6 e8d8"),
    ],
)
def test_one_line_is_found(fen: str, moves: list[str], line: str) -> None:
    assert lines(fen, *moves) == [line]


def test_en_passant_looks_like_a_capture_of_a_pawn_that_took_one_step() -> None:
    assert lines("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c5", "dxc6") == ["c7c5 d5c6", "c7c6 d5c6"]


def test_captures_that_look_alike_are_all_found() -> None:
    assert lines(KNIGHT, "Nxf7") == ["g5f7", "g5h7"]


def test_sensors_that_tell_the_colors_tell_captures_apart() -> None:
    assert lines(KNIGHT, "Nxf7", colors=True) == ["g5f7"]


def test_moves_in_another_order_are_another_line() -> None:
    assert lines(START, "e4", "e5", "Nf3") == ["e2e4 e7e5 g1f3", "g1f3 e7e5 e2e4"]


def test_a_detour_is_no_rival_of_the_short_way() -> None:
    assert lines(START, "e3", "e5", "e4") == ["e2e4 e7e5"]


def test_more_than_three_plies_are_not_looked_for() -> None:
    assert lines(START, "e4", "e5", "Nf3", "Nc6") == []


def test_promotions_that_look_alike_are_one_line() -> None:
    assert lines("8/4P3/8/8/6k1/8/8/R3K3 w - - 0 1", "e8=N") == ["e7e8q"]


def test_a_promoted_piece_that_moves_on_shows_what_it_is() -> None:
    assert lines("8/4P3/8/8/6k1/8/8/R3K3 w - - 0 1", "e8=N", "Kg5", "Nf6") == ["e7e8n g4g5 e8f6"]


def test_a_search_that_must_look_at_too_much_says_so() -> None:
    shown = after(START, "e4", "e5", "Nf3")
    found = search(Position.from_fen(START), shown.occupied, max_positions=5)
    assert not found.complete
    assert found.only is None
