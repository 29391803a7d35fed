"""What the hands do for one move: lifts and places with the time between them.

A move is built in three layers. First its plain strokes, in one of the orders that `orders` allows.
Then what happens on the way: a piece dragged across squares, or set down for a moment in the hand.
Last the fumbles that touch nothing in the sense of the Laws (`fumbles`). Each layer only inserts
strokes that leave every square as it was, so the occupancy at the end is that of the move, whatever
was drawn.
"""

from dataclasses import replace
from random import Random

from chess import (
    BB_ALL,
    BB_KING_ATTACKS,
    KNIGHT,
    Bitboard,
    Board,
    Color,
    Move,
    Square,
    SquareSet,
    between,
)

from touchmove.hands.fumbles import brush, bump, chatter
from touchmove.hands.handling import Handling, Span
from touchmove.hands.orders import (
    Exchange,
    Order,
    Sequence,
    castling_squares,
    en_passant_victim,
    squares_of,
)
from touchmove.hands.stroke import Stroke, Strokes


def strokes_of(
    board: Board, move: Move, order: Order, handling: Handling, chance: Random
) -> Strokes:
    """Everything the hands do for a legal move on `board`, in the given order, fumbles included."""
    if board.is_castling(move):
        plain = _castle(board, move, order, handling, chance)
    else:
        plain = _move(board, move, order, handling, chance)
    chattered = chatter(plain, handling, chance)
    brushed = brush(board, move, chattered, handling, chance)
    return bump(board, move, brushed, handling, chance)


def adjusting(board: Board, handling: Handling, chance: Random) -> Strokes:
    """One or two pieces of the player on the move are lifted and put back where they stood."""
    own = list(SquareSet(board.occupied_co[board.turn]))
    chosen = chance.sample(own, min(len(own), chance.choice((1, 1, 2))))
    strokes: list[Stroke] = []
    for square in chosen:
        strokes.append(Stroke(handling.step.draw(chance), True, square, board.turn))
        strokes.append(Stroke(handling.adjust_stay.draw(chance), False, square, board.turn))
    return tuple(strokes)


# ------------------------------------------------------------------ the plain strokes
def _move(board: Board, move: Move, order: Order, handling: Handling, chance: Random) -> Strokes:
    """Every move but castling."""
    own, other = board.turn, not board.turn
    if order.exchange is Exchange.PIECE_FIRST:
        arrives = Stroke(0, False, move.to_square, own, down=True)
        return arrives, Stroke(handling.step.draw(chance), True, move.from_square, own)
    empty = BB_ALL & ~board.occupied & ~squares_of(board, move)
    travel = _travel(board, move, empty, handling, chance)
    landing = _landing(board, move, order.sequence, travel, handling, chance)
    if order.sequence is Sequence.VICTIM_LAST:
        removed = Stroke(handling.swap.draw(chance), True, en_passant_victim(move), other)
        return (*landing, removed)
    if order.exchange is Exchange.PUSHED:
        pawn_off = Stroke(handling.pawn_rests.draw(chance), True, move.to_square, own)
        fetched = Stroke(handling.fetch.draw(chance), False, move.to_square, own, down=True)
        return (*landing, pawn_off, fetched)
    return landing


def _landing(
    board: Board,
    move: Move,
    sequence: Sequence,
    travel: Strokes,
    handling: Handling,
    chance: Random,
) -> Strokes:
    """From the first lift, at once, to the mover's landing.

    Where the attacker is lifted first, it travels before the victim is taken from under it.
    """
    own, other = board.turn, not board.turn
    victim = en_passant_victim(move) if board.is_en_passant(move) else move.to_square
    gap = handling.swap.draw(chance)
    place = Stroke(handling.carry.draw(chance), False, move.to_square, own, down=True)
    up, taken = Stroke(0, True, move.from_square, own), Stroke(gap, True, victim, other)
    match sequence:
        case Sequence.ATTACKER_FIRST:
            swapped = replace(place, after_ms=handling.swap.draw(chance))
            return (up, *travel, taken, swapped)
        case Sequence.VICTIM_FIRST:
            return (replace(taken, after_ms=0), replace(up, after_ms=gap), *travel, place)
        case Sequence.TOGETHER:
            first, second = chance.sample((up, taken), 2)
            apart = replace(second, after_ms=handling.together.draw(chance))
            return (replace(first, after_ms=0), apart, *travel, place)
        case Sequence.SWEPT:
            pushed = replace(taken, after_ms=place.after_ms, down=True, seen=False)
            return (up, *travel, pushed, replace(place, after_ms=0, down=False, seen=False))
        case _:
            return (up, *travel, place)


def _castle(board: Board, move: Move, order: Order, handling: Handling, chance: Random) -> Strokes:
    castling, own = castling_squares(board, move), board.turn
    king_up = Stroke(0, True, castling.king_from, own)
    king_down = Stroke(handling.carry.draw(chance), False, castling.king_to, own, down=True)
    rook_up = Stroke(handling.step.draw(chance), True, castling.rook_from, own)
    rook_down = Stroke(handling.carry.draw(chance), False, castling.rook_to, own, down=True)
    if order.sequence is Sequence.ONE_HAND:
        path = between(castling.king_from, castling.king_to) & ~board.occupied
        drag = _slide(_ordered(path, castling.king_from), own, handling, chance)
        rook = () if castling.rook_from == castling.rook_to else (rook_up, rook_down)
        return (king_up, *drag, king_down, *rook)
    lifts = _castling_lifts(king_up, rook_up, handling, chance)
    king_first = order.sequence is Sequence.KING_LANDS_FIRST
    return (*lifts, king_down, rook_down) if king_first else (*lifts, rook_down, king_down)


def _castling_lifts(
    king_up: Stroke, rook_up: Stroke, handling: Handling, chance: Random
) -> Strokes:
    """King first, or both at once in either order: rook first by more would break Laws 4.4.2."""
    if chance.random() >= handling.both_at_once:
        return king_up, rook_up
    first, second = chance.sample((king_up, rook_up), 2)
    apart = replace(second, after_ms=handling.together.draw(chance))
    return replace(first, after_ms=0), apart


# ------------------------------------------------------------------ on the way
def _travel(
    board: Board, move: Move, empty: Bitboard, handling: Handling, chance: Random
) -> Strokes:
    """What the sensors see of a piece between its squares: a slide, a hover, mostly nothing.

    `empty` are the squares that may see it: empty ones that the move has no business with.
    """
    strokes: Strokes = ()
    if board.piece_type_at(move.from_square) != KNIGHT:
        path = between(move.from_square, move.to_square) & empty
        strokes = _slide(_ordered(path, move.from_square), board.turn, handling, chance)
    near = BB_KING_ATTACKS[move.to_square] & empty
    if not strokes and near and chance.random() < handling.hover:
        square = chance.choice(list(SquareSet(near)))
        strokes = _touch_down(square, board.turn, handling.carry, handling.hover_stay, chance)
    return strokes


def _slide(path: list[Square], color: Color, handling: Handling, chance: Random) -> Strokes:
    """A drag across the squares of `path`, each of which blinks or does not."""
    if chance.random() >= handling.slide:
        return ()
    strokes: list[Stroke] = []
    for square in path:
        if chance.random() < handling.slide_blinks:
            strokes += _touch_down(square, color, handling.slide_gap, handling.blink, chance)
    return tuple(strokes)


def _touch_down(square: Square, color: Color, gap: Span, stay: Span, chance: Random) -> Strokes:
    touches = Stroke(gap.draw(chance), False, square, color, down=True)
    return touches, Stroke(stay.draw(chance), True, square, color)


def _ordered(path: Bitboard, origin: Square) -> list[Square]:
    """The squares of a straight path, nearest to its origin first."""
    squares = list(SquareSet(path))
    return squares if not squares or squares[0] > origin else squares[::-1]
