"""Moves that are not legal, as diagrams before and after: what hands can do all the same.

Made from the rules of chess alone, with the orders of `orders.arrangements`. A diagram that some
legal move leads to as well is no illegal move, whatever it is called: in Chess960 a rook that jumps
over its king castles.
"""

from collections.abc import Iterator
from typing import NamedTuple

import chess
from chess import Board, Move, Square

from tests.exhaustive.orders import Diagram

EVERY = 5
"""Of the squares that a piece cannot reach, each fifth is tried."""


class Illegal(NamedTuple):
    """What hands make of the pieces, and no legal move does."""

    kind: str
    move: str
    """The squares, for people."""
    after: Diagram


def illegal_moves(board: Board) -> Iterator[Illegal]:
    """Illegal moves of a position, of every kind that it has, each diagram once."""
    seen = []
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        seen.append(after.piece_map())
    kinds = (_into_check(board), _castlings(board), _half_done(board), _unreachable(board))
    for found in (each for kind in kinds for each in kind):
        if found.after not in seen:
            seen.append(found.after)
            yield found


def _into_check(board: Board) -> Iterator[Illegal]:
    """Pieces move as they do, and the own king is in check: pins, evasions that are none."""
    for move in board.pseudo_legal_moves:
        if move.promotion in (None, chess.QUEEN) and not board.is_castling(move):
            after = board.copy(stack=False)
            after.push(move)
            yield Illegal("into check", move.uci(), after.piece_map())


def _castlings(board: Board) -> Iterator[Illegal]:
    """King two squares, rook over him: from the usual squares, with nothing between."""
    rank = 0 if board.turn else 7
    king = chess.square(4, rank)
    for rook_file, king_file, step in ((7, 6, 1), (0, 2, -1)):
        rook = chess.square(rook_file, rank)
        own_king = board.piece_at(king) == chess.Piece(chess.KING, board.turn)
        own_rook = board.piece_at(rook) == chess.Piece(chess.ROOK, board.turn)
        if own_king and own_rook and not chess.between(king, rook) & board.occupied:
            target = chess.square(king_file, rank)
            after = _moved(_moved(board.piece_map(), king, target), rook, target - step)
            yield Illegal("castling", chess.square_name(king) + chess.square_name(target), after)


def _half_done(board: Board) -> Iterator[Illegal]:
    """The king has castled and the rook has not; a pawn was taken in passing and still stands."""
    for move in board.legal_moves:
        if board.is_en_passant(move) or (board.is_castling(move) and not board.chess960):
            after = _moved(board.piece_map(), move.from_square, move.to_square)
            yield Illegal("half done", move.uci(), after)


def _unreachable(board: Board) -> Iterator[Illegal]:
    """A piece goes where it cannot go: to an empty square, or onto a piece of the opponent."""
    for origin in chess.scan_forward(board.occupied_co[board.turn]):
        reached = {m.to_square for m in board.pseudo_legal_moves if m.from_square == origin}
        targets = [s for s in chess.SQUARES if s not in reached and _is_free(board, s)]
        for target in targets[origin % EVERY :: EVERY]:
            uci = chess.square_name(origin) + chess.square_name(target)
            yield Illegal("unreachable", uci, _moved(board.piece_map(), origin, target))


def _is_free(board: Board, square: Square) -> bool:
    return board.color_at(square) != board.turn and board.piece_type_at(square) != chess.KING


def _moved(diagram: Diagram, origin: Square, target: Square) -> Diagram:
    moved = dict(diagram)
    moved[target] = moved.pop(origin)
    return moved


def did(board: Board, after: Diagram, move: Move) -> bool:
    """Whether the hands really moved a piece as `move` says."""
    before = board.piece_map()
    return after.get(move.to_square) == before[move.from_square] != after.get(move.from_square)
