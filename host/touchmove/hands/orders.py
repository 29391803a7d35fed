"""In which orders the hands may touch the pieces of a move.

A move says which squares empty and which fill; the Laws leave the hands some freedom about the
order (3.1, 3.7.3, 3.8.2, 4.4, 4.6). An `Order` is one way out of that freedom. `orders` lists all
that a legal move allows, so a test can do every move in every way; `draw_order` picks one as often
as a `Handling` says.
"""

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from chess import BB_SQUARES, Board, Move, Square

from touchmove.hands.handling import Handling


class Sequence(StrEnum):
    """In what order pieces leave their squares, and, in castling, land."""

    SINGLE = "one piece"
    """One piece moves and none is taken."""
    ATTACKER_FIRST = "attacker first"
    """Attacker lifted, victim lifted, attacker placed."""
    VICTIM_FIRST = "victim first"
    """Victim lifted, attacker lifted, attacker placed."""
    TOGETHER = "both at once"
    """Both lifted within 30 ms, either first; attacker placed."""
    VICTIM_LAST = "victim last"
    """En passant only: attacker lifted and placed, then the victim lifted."""
    SWEPT = "victim swept off"
    """The attacker pushes the victim off its square, which never reads empty. A stroke that only
    some handlings know, and only where `may_sweep`."""
    ONE_HAND = "castling with one hand"
    """King lifted and placed, then the rook (Laws 3.8.2, 4.4.1)."""
    KING_LANDS_FIRST = "castling with two hands, king lands first"
    """Both in the air at once; the king is lifted first, or within 40 ms of the rook."""
    ROOK_LANDS_FIRST = "castling with two hands, rook lands first"
    """The same, the king placed last: what the Laws advise for Chess960 (Guidelines II.3)."""


class Exchange(StrEnum):
    """How the pawn becomes a piece (Laws 4.6)."""

    PUSHED = "pushed"
    """The pawn is put on the last rank, taken off, and the piece put there."""
    DIRECT = "direct"
    """The pawn is taken off the board and the piece put on the last rank."""
    PIECE_FIRST = "piece first"
    """The piece is put on the last rank, then the pawn is taken off. Not when capturing."""


@dataclass(frozen=True, slots=True)
class Order:
    """One way in which the hands may make a move."""

    sequence: Sequence
    exchange: Exchange | None = None
    """Set for promotions and for nothing else."""


@dataclass(frozen=True, slots=True)
class Castling:
    """The four squares of a castling move; in Chess960 some of them coincide."""

    king_from: Square
    king_to: Square
    rook_from: Square
    rook_to: Square


_CAPTURES = (Sequence.ATTACKER_FIRST, Sequence.VICTIM_FIRST, Sequence.TOGETHER)


def castling_squares(board: Board, move: Move) -> Castling:
    """Where king and rook of a castling move come from and go to.

    `move` is legal and castling on `board`, in the standard or the Chess960 spelling.
    """
    assert board.is_castling(move)
    # python-chess's own spelling of castling on a Chess960 board: king takes own rook.
    if board.piece_at(move.to_square) is not None:
        rook_from = move.to_square
    else:
        corner = 7 if move.to_square > move.from_square else 0
        rook_from = move.from_square - move.from_square % 8 + corner
    rank = move.from_square - move.from_square % 8
    short = rook_from > move.from_square
    king_to = rank + (6 if short else 2)
    rook_to = rank + (5 if short else 3)
    return Castling(move.from_square, king_to, rook_from, rook_to)


def orders(board: Board, move: Move) -> tuple[Order, ...]:
    """Every order in which a legal move may be made on `board`."""
    if board.is_castling(move):
        return _castling_orders(castling_squares(board, move))
    if board.is_en_passant(move):
        return tuple(Order(each) for each in (*_CAPTURES, Sequence.VICTIM_LAST))
    sequences = _CAPTURES if board.is_capture(move) else (Sequence.SINGLE,)
    if move.promotion is None:
        return tuple(Order(each) for each in sequences)
    exchanges = [Exchange.PUSHED, Exchange.DIRECT]
    if not board.is_capture(move):
        exchanges.append(Exchange.PIECE_FIRST)
    return tuple(Order(each, exchange) for each in sequences for exchange in exchanges)


def _castling_orders(castling: Castling) -> tuple[Order, ...]:
    if castling.rook_from == castling.rook_to:
        return (Order(Sequence.ONE_HAND),)
    two_hands = (Order(Sequence.KING_LANDS_FIRST), Order(Sequence.ROOK_LANDS_FIRST))
    rook_stands_in_the_way = castling.king_to == castling.rook_from
    return two_hands if rook_stands_in_the_way else (Order(Sequence.ONE_HAND), *two_hands)


def may_sweep(board: Board, move: Move) -> bool:
    """Whether a capture can be told although its victim was never seen to leave.

    No other capture by the same piece may leave the same occupancy. En passant leaves another one,
    and a promotion lifts its pawn from the square in any case.
    """
    if not board.is_capture(move) or board.is_en_passant(move) or move.promotion is not None:
        return False
    alike = [
        each
        for each in board.generate_legal_captures(BB_SQUARES[move.from_square])
        if not board.is_en_passant(each)
    ]
    return alike == [move]


def draw_order(board: Board, move: Move, handling: Handling, chance: Random) -> Order:
    """One of `orders`, or a sweep, as often as the handling says."""
    if handling.sweep and may_sweep(board, move) and chance.random() < handling.sweep:
        return Order(Sequence.SWEPT)
    possible = orders(board, move)
    weights = [_weight(order, handling) for order in possible]
    return chance.choices(possible, weights)[0]


def _weight(order: Order, handling: Handling) -> float:
    return _sequence_weight(order.sequence, handling) * _exchange_weight(order.exchange, handling)


def _sequence_weight(sequence: Sequence, handling: Handling) -> float:
    attacker_first = 1 - handling.victim_first - handling.both_at_once
    match sequence:
        case Sequence.SINGLE:
            return 1.0
        case Sequence.ATTACKER_FIRST:
            return attacker_first
        case Sequence.VICTIM_FIRST:
            return handling.victim_first
        case Sequence.TOGETHER:
            return handling.both_at_once
        case Sequence.VICTIM_LAST:
            return handling.victim_last
        case Sequence.SWEPT:
            return handling.sweep
        case Sequence.ONE_HAND:
            return 1 - handling.two_hands
        case Sequence.KING_LANDS_FIRST:
            return handling.two_hands * (1 - handling.rook_lands_first)
        case Sequence.ROOK_LANDS_FIRST:
            return handling.two_hands * handling.rook_lands_first


def _exchange_weight(exchange: Exchange | None, handling: Handling) -> float:
    match exchange:
        case None:
            return 1.0
        case Exchange.PUSHED:
            return handling.push_promotion
        case Exchange.DIRECT:
            return (1 - handling.push_promotion) * (1 - handling.victim_last)
        case Exchange.PIECE_FIRST:
            return (1 - handling.push_promotion) * handling.victim_last


def squares_of(board: Board, move: Move) -> int:
    """The squares that a move empties or fills, as a bitboard: what it has business with."""
    mask = BB_SQUARES[move.from_square] | BB_SQUARES[move.to_square]
    if board.is_castling(move):
        castling = castling_squares(board, move)
        for square in (castling.king_to, castling.rook_from, castling.rook_to):
            mask |= BB_SQUARES[square]
    if board.is_en_passant(move):
        mask |= BB_SQUARES[en_passant_victim(move)]
    return mask


def en_passant_victim(move: Move) -> Square:
    """The square of the pawn that an en-passant capture takes."""
    return move.from_square - move.from_square % 8 + move.to_square % 8
