"""What a legal move must leave on the sensors.

A sensor board sees occupancy, not pieces. A move therefore shows itself by the squares that it
empties, the squares that it fills, and the squares that change hands: occupied before and after,
by different pieces. Whatever the hands do in between (slide, hover, adjust, take the pieces in any
order) cancels out; what remains is the footprint. It is arithmetic on bitboards, with no case for
the order of hands.

Two legal moves of one position have different footprints, but for the promotions of a pawn on one
square, which share theirs (`Footprint.moves`).
"""

from dataclasses import dataclass

import chess
from chess import BB_SQUARES, Bitboard, Board, Move, Square

PROMOTION_ORDER = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


@dataclass(frozen=True, slots=True)
class Footprint:
    """What one legal move, or a set of promotions that look alike, must leave on the sensors."""

    moves: tuple[Move, ...]
    """One move; or the four promotions, the queen first."""
    origin: Square
    """Where the piece that gives the move its name came from: the king's square in castling."""
    vacated: Bitboard
    """Held a piece, must end empty."""
    filled: Bitboard
    """Was empty, must end occupied."""
    swapped: Bitboard
    """Occupied before and after, by different pieces: must be seen empty in between."""
    hops: tuple[tuple[Square, Square], ...]
    """Travelling pieces: each leaves its first square before it arrives on its second.

    Empty for promotions: the new piece may stand before the pawn is taken off (Laws 4.6.2).
    """

    @property
    def squares(self) -> Bitboard:
        """Every square that the move uses."""
        return self.vacated | self.filled | self.swapped

    @property
    def move(self) -> Move:
        """The move; for promotions, the one to a queen."""
        return self.moves[0]

    @property
    def promotes(self) -> bool:
        """Whether the kind of the arriving piece is the player's choice."""
        return len(self.moves) > 1


def footprints(board: Board) -> tuple[Footprint, ...]:
    """The footprints of all legal moves of `board`."""
    occupied = board.occupied
    found = []
    for move in board.legal_moves:
        promotion = move.promotion
        if promotion is not None and promotion != chess.QUEEN:
            continue
        origin = BB_SQUARES[move.from_square]
        target = BB_SQUARES[move.to_square]
        if promotion is not None:
            moves = tuple(Move(move.from_square, move.to_square, kind) for kind in PROMOTION_ORDER)
            swapped = target & occupied
            found.append(
                Footprint(moves, move.from_square, origin, target & ~occupied, swapped, ())
            )
        elif board.is_castling(move):
            found.append(_castling(board, move))
        elif board.is_en_passant(move):
            victim = chess.square(
                chess.square_file(move.to_square), chess.square_rank(move.from_square)
            )
            hops = ((move.from_square, move.to_square),)
            vacated = origin | BB_SQUARES[victim]
            found.append(Footprint((move,), move.from_square, vacated, target, 0, hops))
        else:
            swapped = target & occupied
            hops = ((move.from_square, move.to_square),)
            found.append(
                Footprint((move,), move.from_square, origin, target ^ swapped, swapped, hops)
            )
    return tuple(found)


def _castling(board: Board, move: Move) -> Footprint:
    """King and rook change squares; in Chess960 they may take each other's, or stand still."""
    king_from = move.from_square
    rook_from, king_to, rook_to = castling_squares(board, move)
    before = BB_SQUARES[king_from] | BB_SQUARES[rook_from]
    after = BB_SQUARES[king_to] | BB_SQUARES[rook_to]
    swapped = 0
    for from_square, other_to in ((king_from, rook_to), (rook_from, king_to)):
        if from_square == other_to:
            swapped |= BB_SQUARES[from_square]
    hops = tuple(
        (origin, target)
        for origin, target in ((king_from, king_to), (rook_from, rook_to))
        if origin != target
    )
    return Footprint((move,), king_from, before & ~after, after & ~before, swapped, hops)


def castling_squares(board: Board, move: Move) -> tuple[Square, Square, Square]:
    """Where the rook comes from, the king goes to and the rook goes to, in a castling `move`.

    python-chess writes castling as two steps of the king, or (Chess960) as king takes own rook.
    """
    rank = chess.square_rank(move.from_square)
    kingside = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    if (
        board.piece_type_at(move.to_square) == chess.ROOK
        and board.color_at(move.to_square) == board.turn
    ):
        rook_from = move.to_square
    else:
        rooks = board.clean_castling_rights() & chess.BB_RANKS[rank]
        rook_from = chess.msb(rooks) if kingside else chess.lsb(rooks)
    if kingside:
        return rook_from, chess.square(6, rank), chess.square(5, rank)
    return rook_from, chess.square(2, rank), chess.square(3, rank)
