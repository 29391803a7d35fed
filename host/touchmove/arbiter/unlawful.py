"""Where the pieces stand after a move that no rule allows, as far as the sensors tell.

Legal moves explain themselves; of an illegal one only the hand tells. Believed is what leaves no
choice: one piece of the side to move has gone to another square, and at most one piece of the other
side has left the board. Anything else is for a person to say.
"""

import chess

from touchmove.arbiter.judge import followed
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace


def position_shown(position: Position, trace: Trace) -> Position | None:
    """The position that the side to move has made of `position` by an illegal move, or None.

    The other side has the move in it. It may be one in which no game could begin: a king that was
    left in check stays so.
    """
    travelled, in_hand = followed(position, trace)
    if trace.gapped or in_hand or len(travelled) != 1:
        return None
    ((home, square),) = travelled
    board = position.board()
    piece = board.remove_piece_at(home)
    assert piece is not None
    if board.color_at(square) == piece.color:
        return None
    taken = board.remove_piece_at(square) is not None
    gone = tuple(chess.scan_forward(board.occupied & ~trace.occupied))
    if len(gone) + taken > 1 or any(board.color_at(each) == piece.color for each in gone):
        return None
    for each in gone:
        board.remove_piece_at(each)
    board.set_piece_at(square, piece)
    kings = all(board.king(color) is not None for color in chess.COLORS)
    if board.occupied != trace.occupied or board.pawns & chess.BB_BACKRANKS or not kings:
        return None
    quiet = not taken and not gone and piece.piece_type != chess.PAWN
    board.ep_square = None
    board.castling_rights = board.clean_castling_rights()
    board.halfmove_clock = board.halfmove_clock + 1 if quiet else 0
    board.fullmove_number += not board.turn
    board.turn = not board.turn
    return Position.from_fen(board.fen(), chess960=board.chess960)


def can_go_on(position: Position) -> bool:
    """Whether play can go on from `position`, however it arose: kings and pawns are where they can
    be, and the side that has just moved has not left its king to be taken (Laws 1.4.1)."""
    unplayable = (
        chess.STATUS_NO_WHITE_KING
        | chess.STATUS_NO_BLACK_KING
        | chess.STATUS_TOO_MANY_KINGS
        | chess.STATUS_PAWNS_ON_BACKRANK
        | chess.STATUS_OPPOSITE_CHECK
    )
    return not position.board().status() & unplayable
