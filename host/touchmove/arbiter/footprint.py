"""What a legal move must leave on the sensors.

A sensor board sees occupancy, not pieces. A move therefore shows itself by the squares that it
empties, the squares that it fills, and the squares that change hands: occupied before and after,
by different pieces. Whatever the hands do in between (slide, hover, adjust, take the pieces in any
order) cancels out; what remains is the footprint. It is arithmetic on bitboards, with no case for
the order of hands.

Two legal moves of one position have different footprints, but for the promotions of a pawn on one
square, which share theirs (`Footprint.moves`).
"""

from typing import NamedTuple

import chess
from chess import BB_SQUARES, Bitboard, Board, Move, Square

PROMOTION_ORDER = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Footprint(NamedTuple):
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
    squares: Bitboard
    """Every square that the move uses."""
    stays: Bitboard = 0
    """The king or the rook that castles (Chess960) and is where it must be: it need not be lifted,
    and may be, to make room for the other."""

    @property
    def move(self) -> Move:
        """The move; for promotions, the one to a queen."""
        return self.moves[0]

    @property
    def again(self) -> Bitboard:
        """The squares on which the hand that makes the move may still be busy when it stands: where
        a pawn is exchanged, and of the piece that castles by staying."""
        return BB_SQUARES[self.move.to_square] if self.promotes else self.stays

    @property
    def castles(self) -> bool:
        """Whether king and rook make the move together; one of them may stay where it is."""
        return bool(self.stays) or len(self.hops) > 1

    @property
    def promotes(self) -> bool:
        """Whether the kind of the arriving piece is the player's choice."""
        return len(self.moves) > 1


def footprints(board: Board) -> tuple[Footprint, ...]:
    """The footprints of all legal moves of `board`."""
    return tuple(
        footprint_of(board, move)
        for move in board.legal_moves
        if move.promotion in (None, chess.QUEEN)
    )


def leading_to(board: Board, occupied: Bitboard) -> tuple[Footprint, ...]:
    """The footprints after which exactly `occupied` holds pieces.

    The squares that change name the moves: a piece that left, and where it went, or any capture
    by it. So only those are generated, not every legal move.
    """
    before = board.occupied
    vacated, filled = before & ~occupied, occupied & ~before
    off, on = vacated.bit_count(), filled.bit_count()
    if off > 2 or off - on not in (0, 1):
        return ()  # two pieces castle, and no move takes more than one off
    found: list[Footprint] = []
    own = vacated & board.occupied_co[board.turn]
    if own and on < 2:
        castles = bool(own & board.kings)
        targets = filled or board.occupied_co[not board.turn]
        found = [
            _of_one_piece(board, move)
            for move in board.generate_legal_moves(own, targets)
            if move.promotion in (None, chess.QUEEN) and not (castles and board.is_castling(move))
        ]
    backrank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    may_castle = board.castling_rights and off == on and (on == 2 or board.chess960)
    if may_castle and not (vacated | filled) & ~backrank:
        found += [_castling(board, move) for move in board.generate_castling_moves()]
    return tuple([f for f in found if f.vacated == vacated and f.filled == filled])


def footprint_of(board: Board, move: Move) -> Footprint:
    """The footprint of a legal move; of a promotion, that of all four."""
    return _castling(board, move) if board.is_castling(move) else _of_one_piece(board, move)


def _of_one_piece(board: Board, move: Move) -> Footprint:
    origin, target = BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]
    swapped = target & board.occupied
    squares = origin | target
    if move.promotion is not None:
        moves = tuple(Move(move.from_square, move.to_square, kind) for kind in PROMOTION_ORDER)
        return Footprint(moves, move.from_square, origin, target ^ swapped, swapped, (), squares)
    hops = ((move.from_square, move.to_square),)
    if move.to_square == board.ep_square and board.is_en_passant(move):
        victim = chess.square(
            chess.square_file(move.to_square), chess.square_rank(move.from_square)
        )
        left = origin | BB_SQUARES[victim]
        return Footprint((move,), move.from_square, left, target, 0, hops, left | target)
    return Footprint((move,), move.from_square, origin, target ^ swapped, swapped, hops, squares)


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
    journeys = ((king_from, king_to), (rook_from, rook_to))
    hops = tuple((origin, target) for origin, target in journeys if origin != target)
    stays = sum(BB_SQUARES[origin] for origin, target in journeys if origin == target)
    vacated, filled = before & ~after, after & ~before
    squares = vacated | filled | swapped | stays
    return Footprint((move,), king_from, vacated, filled, swapped, hops, squares, stays)


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
