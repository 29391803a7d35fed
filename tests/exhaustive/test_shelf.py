"""The shelf holds what it is for: real positions, each kind of move, and enough gestures."""

from collections.abc import Callable

import chess
import pytest

from tests.exhaustive.gestures import MANNERS
from tests.exhaustive.illegal import illegal_moves
from tests.exhaustive.orders import orders
from tests.exhaustive.playing import CLOCKED, UNCLOCKED, Board, all_gestures
from tests.exhaustive.shelf import SHELF, Shelved

LEAST_POSITIONS = 48
LEAST_GESTURES = {CLOCKED: 25_000, UNCLOCKED: 20_500}

WITH_A_PRESS = {"pressed at once", "pressed early", "set down aside", "taken before the press"}
"""The manners that make sense only where a press completes a move."""

Kind = Callable[[chess.Board, chess.Move], bool]


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def _castles(*, kingside: bool, color: chess.Color) -> Kind:
    def holds(board: chess.Board, move: chess.Move) -> bool:
        wing = board.is_kingside_castling(move) if kingside else board.is_queenside_castling(move)
        return wing and board.turn == color and not board.chess960

    return holds


def _passes(file_step: int, color: chess.Color) -> Kind:
    def holds(board: chess.Board, move: chess.Move) -> bool:
        step = chess.square_file(move.to_square) - chess.square_file(move.from_square)
        return board.is_en_passant(move) and step == file_step and board.turn == color

    return holds


def _castling_960(holds: Callable[[int, int, int, int], bool]) -> Kind:
    """By the files of king and rook before, and of king and rook after."""

    def kind(board: chess.Board, move: chess.Move) -> bool:
        if not (board.chess960 and board.is_castling(move)):
            return False
        king, rook = chess.square_file(move.from_square), chess.square_file(move.to_square)
        return holds(king, rook, *((6, 5) if rook > king else (2, 3)))

    return kind


def _victims(number: int) -> Kind:
    """The piece that moves has so many captures."""

    def holds(board: chess.Board, move: chess.Move) -> bool:
        captures = {
            each.to_square
            for each in board.generate_legal_captures()
            if each.from_square == move.from_square
        }
        return len(captures) == number

    return holds


KINDS: dict[str, Kind] = {
    "castling short": _castles(kingside=True, color=chess.WHITE),
    "castling long": _castles(kingside=False, color=chess.WHITE),
    "castling short, Black": _castles(kingside=True, color=chess.BLACK),
    "castling long, Black": _castles(kingside=False, color=chess.BLACK),
    "the rook alone may go where castling takes it": lambda board, move: (
        board.is_kingside_castling(move)
        and not board.chess960
        and chess.Move(move.to_square + 1, move.to_square - 1) in board.legal_moves
    ),
    "960: the king stays": _castling_960(lambda king, rook, king_to, rook_to: king == king_to),
    "960: the rook stays": _castling_960(lambda king, rook, king_to, rook_to: rook == rook_to),
    "960: they exchange squares": _castling_960(
        lambda king, rook, king_to, rook_to: (king, rook) == (rook_to, king_to)
    ),
    "960: the rook leaves the king's square to him": _castling_960(
        lambda king, rook, king_to, rook_to: rook == king_to and king != rook_to
    ),
    "960: the king leaves the rook's square to it": _castling_960(
        lambda king, rook, king_to, rook_to: king == rook_to and rook != king_to
    ),
    "960: side by side": _castling_960(lambda king, rook, king_to, rook_to: abs(king - rook) == 1),
    "960: the king takes one step": _castling_960(
        lambda king, rook, king_to, rook_to: abs(king - king_to) == 1
    ),
    "960: the king takes five steps": _castling_960(
        lambda king, rook, king_to, rook_to: abs(king - king_to) == 5
    ),
    "en passant to the king's side": _passes(1, chess.WHITE),
    "en passant to the queen's side": _passes(-1, chess.WHITE),
    "en passant to the king's side, Black": _passes(1, chess.BLACK),
    "en passant to the queen's side, Black": _passes(-1, chess.BLACK),
    "one victim": _victims(1),
    "two victims": _victims(2),
    "five victims": _victims(5),
    "eight victims": _victims(8),
    "promotion": lambda board, move: bool(move.promotion) and not board.is_capture(move),
    "promotion by capture": lambda board, move: bool(move.promotion) and board.is_capture(move),
    "promotion, Black": lambda board, move: bool(move.promotion) and not board.turn,
    "underpromotion with check": lambda board, move: (
        move.promotion == chess.KNIGHT and board.gives_check(move)
    ),
    "double check": lambda board, move: len(_after(board, move).checkers()) == 2,
    "an answer to check": lambda board, move: board.is_check(),
    "an answer to double check": lambda board, move: len(board.checkers()) == 2,
    "mate": lambda board, move: _after(board, move).is_checkmate(),
    "stalemate": lambda board, move: _after(board, move).is_stalemate(),
    "dead position": lambda board, move: _after(board, move).is_insufficient_material(),
    "seventy-five moves": lambda board, move: _after(board, move).is_seventyfive_moves(),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_the_shelf_holds_every_kind_of_move(kind: Kind) -> None:
    boards = [shelved.board for shelved in SHELF]
    assert any(kind(board, move) for board in boards for move in board.legal_moves)


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_a_position_is_real_and_says_why_it_is_there(shelved: Shelved) -> None:
    board = shelved.board
    assert board.is_valid()
    assert not board.is_game_over()
    assert shelved.why.endswith(".")


def test_positions_are_many_and_different() -> None:
    assert len(SHELF) >= LEAST_POSITIONS
    assert len({shelved.name for shelved in SHELF}) == len(SHELF)
    assert len({shelved.fen for shelved in SHELF}) == len(SHELF)
    assert max(shelved.board.legal_moves.count() for shelved in SHELF) == 218
    assert {shelved.board.turn for shelved in SHELF} == {chess.WHITE, chess.BLACK}


def test_en_passant_is_pinned_somewhere() -> None:
    boards = [shelved.board for shelved in SHELF]
    pinned = [b for b in boards if b.ep_square and b.has_pseudo_legal_en_passant()]
    assert len([b for b in pinned if not b.has_legal_en_passant()]) == 2


def test_illegal_moves_of_every_kind_are_tried() -> None:
    kinds = {each.kind for shelved in SHELF for each in illegal_moves(shelved.board)}
    assert kinds == {"into check", "castling", "half done", "unreachable"}


@pytest.mark.parametrize(
    ("fen", "uci", "number"),
    [
        (chess.STARTING_FEN, "e2e4", 1),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 2),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6", 3),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 6),
        ("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8q", 3),
        ("3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7d8q", 5),
    ],
)
def test_orders_are_those_that_can_be_counted_by_hand(fen: str, uci: str, number: int) -> None:
    """A capture has two, en passant three, castling six; a promotion two and one by exchange."""
    board = chess.Board(fen)
    assert len(list(orders(board, chess.Move.from_uci(uci)))) == number


@pytest.mark.parametrize("board", LEAST_GESTURES, ids=lambda board: board.profile)
def test_gestures_are_as_many_as_the_documents_say(board: Board) -> None:
    played = [gesture.manner for shelved in SHELF for gesture in all_gestures(shelved.board, board)]
    unplayed = {manner.name for manner in set(MANNERS) - set(played)}
    assert unplayed == (set() if board.clock else WITH_A_PRESS)
    assert len(played) >= LEAST_GESTURES[board]
