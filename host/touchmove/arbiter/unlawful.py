"""Where the pieces stand after a move that no rule allows, as far as the sensors tell.

The recogniser explains a board by legal moves. When an illegal one is to stand, its piece has to be
followed by hand: who was lifted where, who came down where. Only what leaves no choice counts: one
piece of the side to move, and perhaps one of the other side in answer. Anything else is for a
person to say.
"""

import chess
from chess import Board, Color, Piece, Square

from touchmove.arbiter.given import fault_of
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace

_InHand = dict[Square, tuple[Piece, Square]]
"""What has been lifted, by where: the piece, and where it stood before the first edge."""


def position_shown(position: Position, trace: Trace) -> Position | None:
    """The position that hands have made of `position`, if the trace leaves one explanation and
    play can go on from it."""
    board = position.board()
    moved = _moved(board, position, trace, taken_elsewhere=False)
    if moved is None:
        return None
    after = _after(position.board(), board, len(moved))
    return None if fault_of(after.fen, chess960=board.chess960) is not None else after


def position_left(position: Position, trace: Trace) -> Position | None:
    """The position that the side to move has left by an illegal move, or None.

    The other side has not answered yet, so one of its pieces that is off the board was taken,
    wherever it stood. It may be a position in which no game could begin: a king that was left in
    check stays so.
    """
    board = position.board()
    moved = _moved(board, position, trace, taken_elsewhere=True)
    kings = all(board.king(color) is not None for color in chess.COLORS)
    if moved != [position.turn] or not kings or board.pawns & chess.BB_BACKRANKS:
        return None
    return _after(position.board(), board, 1)


def _moved(
    board: Board, position: Position, trace: Trace, *, taken_elsewhere: bool
) -> list[Color] | None:
    """Carry the trace out on `board`: who has moved, at most one piece each; None if unknown."""
    if trace.gapped or trace.began != position.occupied:
        return None
    moved = _carried(board, trace, position.turn if taken_elsewhere else None)
    if moved is None or moved.count(position.turn) != 1 or moved.count(not position.turn) > 1:
        return None
    return moved


def _carried(board: Board, trace: Trace, taker: Color | None) -> list[Color] | None:
    """Carry out the edges on `board`; whose pieces then stand on another square, if it is known.

    `taker` may have taken one piece that did not stand where its own came down.
    """
    in_hand: _InHand = {}
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
        elsewhere = piece.color is (not taker) and len(in_hand) == 1
        if board.color_at(square) is not (not piece.color) and not elsewhere:
            return None  # still in a hand, or taken by nobody
    return [bool(board.color_at(square)) for square in came_from]


def _landing(in_hand: _InHand, square: Square) -> Square | None:
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


def _after(before: Board, board: Board, plies: int) -> Position:
    """The position on `board`, so many half-moves after `before`."""
    quiet = before.occupied.bit_count() == board.occupied.bit_count()
    board.ep_square = None
    board.castling_rights = board.clean_castling_rights()
    board.turn = before.turn if plies == 2 else not before.turn
    board.halfmove_clock = (
        before.halfmove_clock + plies if quiet and before.pawns == board.pawns else 0
    )
    board.fullmove_number = before.fullmove_number + (1 if plies == 2 or not before.turn else 0)
    return Position.from_fen(board.fen(), chess960=board.chess960)
