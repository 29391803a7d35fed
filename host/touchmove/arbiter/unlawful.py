"""Where the pieces stand after a move that no rule allows, as far as the sensors tell.

The recogniser explains a board by legal moves. When an illegal one is to stand, its piece has to be
followed by hand: who was lifted where, who came down where. Only what leaves no choice counts: one
piece of the side to move, and perhaps one of the other side in answer. Anything else is for the
arbiter to say.
"""

import chess
from chess import Board, Color, Square

from touchmove.arbiter.given import fault_of
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace


def position_shown(position: Position, trace: Trace) -> Position | None:
    """The position that hands have made of `position`, if the trace leaves one explanation."""
    if trace.gapped or trace.began != position.occupied:
        return None
    board = position.board()
    before = board.copy(stack=False)
    moved = _carried(board, trace)
    if moved is None:
        return None
    movers = [color for color in (position.turn, not position.turn) if moved.count(color)]
    if len(moved) != len(movers) or position.turn not in movers:
        return None
    return _after(before, board, len(moved))


def _carried(board: Board, trace: Trace) -> list[Color] | None:
    """Carry out the edges on `board`; whose pieces then stand on another square, if it is known."""
    in_hand: dict[Square, tuple[chess.Piece, Square]] = {}
    came_from: dict[Square, Square] = {}
    for edge in trace.edges:
        if not edge.filled:
            piece = board.remove_piece_at(edge.square)
            assert piece is not None, "the trace has no edge that cannot be"
            in_hand[edge.square] = piece, came_from.pop(edge.square, edge.square)
            continue
        lifted = _landing(in_hand, edge.square)
        if lifted is None:
            return None
        piece, origin = in_hand.pop(lifted)
        board.set_piece_at(edge.square, piece)
        if origin != edge.square:
            came_from[edge.square] = origin
    for square, (piece, _) in in_hand.items():
        if board.color_at(square) is not (not piece.color):
            return None  # still in a hand, or taken by nobody
    return [bool(board.color_at(square)) for square in came_from]


def _landing(in_hand: dict[Square, tuple[chess.Piece, Square]], square: Square) -> Square | None:
    """Which lifted piece comes down on `square`, by where it was lifted; None if it is not known.

    The piece of that square itself if no other is in a hand, else the one that takes it.
    """
    others = [lifted for lifted in in_hand if lifted != square]
    if not others:
        return square if square in in_hand else None
    if len(others) > 1:
        return None
    if square in in_hand and in_hand[square][0].color == in_hand[others[0]][0].color:
        return None
    return others[0]


def _after(before: Board, board: Board, plies: int) -> Position | None:
    """The position on `board`, so many half-moves after `before`, if play can go on from it."""
    quiet = before.occupied.bit_count() == board.occupied.bit_count()
    board.ep_square = None
    board.castling_rights = board.clean_castling_rights()
    board.turn = before.turn if plies == 2 else not before.turn
    board.halfmove_clock = (
        before.halfmove_clock + plies if quiet and before.pawns == board.pawns else 0
    )
    board.fullmove_number = before.fullmove_number + (1 if plies == 2 or not before.turn else 0)
    fen = board.fen()
    if fault_of(fen, chess960=board.chess960) is not None:
        return None
    return Position.from_fen(fen, chess960=board.chess960)
