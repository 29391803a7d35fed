"""What shows that a game is over, against python-chess on every position of real games."""

import chess
import pytest

from tests.accuracy import games
from touchmove.arbiter.over import Stood, has_free_pawn, is_dead
from touchmove.arbiter.position import Position


def test_a_pawn_that_is_free_to_step_proves_that_a_side_can_move() -> None:
    proven = 0
    for game in games(range(1, 11)):
        board = chess.Board()
        for move in game.moves:
            board.push(move)
            free = not board.is_check() and has_free_pawn(board)
            assert not free or any(board.generate_legal_moves()), board.fen()
            assert Position.from_fen(board.fen()).can_move() == any(board.generate_legal_moves())
            proven += free
    assert proven > 500, "it must answer nearly always to be worth asking"


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "there is no pawn to step"),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "a piece stands in its way"),
        ("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "it shields its king on a diagonal"),
        ("4k3/8/8/8/8/8/r3P2K/8 w - - 0 1", "it shields its king on a rank"),
        ("4k3/8/8/4r3/8/8/4P3/4K3 w - - 0 1", "it stands on the file of its king"),
        ("4k3/4p3/8/8/1B6/8/8/4K3 b - - 0 1", "it is Black's, on the file of his king"),
    ],
)
def test_a_pawn_proves_nothing(fen: str, why: str) -> None:
    assert not has_free_pawn(chess.Board(fen)), why


@pytest.mark.parametrize(
    ("fen", "can_move"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", False),
        ("8/8/8/p7/P7/5k2/5p2/5K2 w - - 0 1", False),
        ("8/8/8/8/P7/5k2/5p2/5K2 w - - 0 1", True),
        ("R5k1/5ppp/8/8/8/7P/8/6K1 b - - 0 1", False),
        ("R5k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1", True),
    ],
)
def test_mate_and_stalemate_leave_no_move(fen: str, can_move: bool) -> None:
    """Pawns that are free to step do not hide a mate."""
    assert Position.from_fen(fen).can_move() == can_move


@pytest.mark.parametrize(
    ("fen", "dead", "listed"),
    [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", True, True),
        ("8/8/4k3/8/8/4K3/4N3/8 w - - 0 1", True, True),
        ("8/8/4k3/8/8/3BK3/3B4/8 w - - 0 1", False, False),
        ("8/8/4k3/8/3B4/4K3/5B2/8 w - - 0 1", True, False),
        ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", False, False),
    ],
)
def test_material_that_cannot_mate_is_dead(fen: str, dead: bool, listed: bool) -> None:
    board = chess.Board(fen)
    assert is_dead(board, listed_only=False) == dead
    assert is_dead(board, listed_only=True) == listed


def test_positions_are_the_same_by_pieces_side_and_rights() -> None:
    start, same = Stood(chess.Board()), Stood(chess.Board())
    assert start.key() == same.key()
    assert start.key() != Stood(chess.Board(chess.STARTING_FEN.replace("KQkq", "Kkq"))).key()
    assert start.key() != Stood(chess.Board(chess.STARTING_FEN.replace(" w ", " b "))).key()
