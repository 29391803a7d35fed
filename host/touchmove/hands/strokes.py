"""What the hands do for one move: lifts and places with the time between them.

A move is built in three layers. First its plain strokes, in one of the orders that `orders` allows.
Then what happens on the way: a piece dragged across squares, or set down for a moment in the hand.
Last the fumbles that touch nothing in the sense of the Laws: chattering contacts and brushed
neighbours. Each layer only inserts strokes that leave every square as it was, so the occupancy at
the end is that of the move, whatever was drawn.
"""

from dataclasses import dataclass
from random import Random

from chess import (
    BB_ALL,
    BB_KING_ATTACKS,
    BB_SQUARES,
    KNIGHT,
    Bitboard,
    Board,
    Move,
    Square,
    SquareSet,
    between,
)

from touchmove.hands.handling import Handling, Span
from touchmove.hands.orders import (
    Exchange,
    Order,
    Sequence,
    castling_squares,
    en_passant_victim,
    squares_of,
)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One square changes under the hand."""

    after_ms: int
    """Since the stroke before it; the first counts from the moment that the hand goes out."""
    lifts: bool
    """From occupied to empty; else from empty to occupied."""
    square: Square


Strokes = tuple[Stroke, ...]

_BEFORE_BRUSH = Span(100, 300)
"""Between a brush and the stroke of the move before or after it."""


def duration(strokes: Strokes) -> int:
    """From the moment the hand goes out to the last stroke, in milliseconds."""
    return sum(stroke.after_ms for stroke in strokes)


def occupied_after(occupied: Bitboard, strokes: Strokes) -> Bitboard:
    """The occupancy when the strokes are done. Each stroke must fit the one before it."""
    for stroke in strokes:
        bit = BB_SQUARES[stroke.square]
        assert bool(occupied & bit) is stroke.lifts
        occupied ^= bit
    return occupied


def strokes_of(
    board: Board, move: Move, order: Order, handling: Handling, chance: Random
) -> Strokes:
    """Everything the hands do for a legal move on `board`, in the given order, fumbles included."""
    if board.is_castling(move):
        plain = _castle(board, move, order, handling, chance)
    else:
        plain = _move(board, move, order, handling, chance)
    chattered = _chatter(plain, handling, chance)
    return _brush(board, move, chattered, handling, chance)


def adjusting(board: Board, handling: Handling, chance: Random) -> Strokes:
    """One or two pieces of the player on the move are lifted and put back where they stood."""
    own = list(SquareSet(board.occupied_co[board.turn]))
    chosen = chance.sample(own, min(len(own), chance.choice((1, 1, 2))))
    strokes: list[Stroke] = []
    for square in chosen:
        strokes.append(Stroke(handling.step.draw(chance), True, square))
        strokes.append(Stroke(handling.adjust_stay.draw(chance), False, square))
    return tuple(strokes)


# ------------------------------------------------------------------ the plain strokes
def _move(board: Board, move: Move, order: Order, handling: Handling, chance: Random) -> Strokes:
    """Every move but castling."""
    if order.exchange is Exchange.PIECE_FIRST:
        arrives = Stroke(0, False, move.to_square)
        return arrives, Stroke(handling.step.draw(chance), True, move.from_square)
    empty = BB_ALL & ~board.occupied & ~squares_of(board, move)
    travel = _travel(board, move, empty, handling, chance)
    landing = _landing(board, move, order.sequence, travel, handling, chance)
    if order.sequence is Sequence.VICTIM_LAST:
        removed = Stroke(handling.swap.draw(chance), True, en_passant_victim(move))
        return (*landing, removed)
    if order.exchange is Exchange.PUSHED:
        pawn_off = Stroke(handling.pawn_rests.draw(chance), True, move.to_square)
        return (*landing, pawn_off, Stroke(handling.fetch.draw(chance), False, move.to_square))
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
    victim = en_passant_victim(move) if board.is_en_passant(move) else move.to_square
    gap = handling.swap.draw(chance)
    place = Stroke(handling.carry.draw(chance), False, move.to_square)
    match sequence:
        case Sequence.ATTACKER_FIRST:
            up, taken = Stroke(0, True, move.from_square), Stroke(gap, True, victim)
            swapped = Stroke(handling.swap.draw(chance), False, move.to_square)
            return (up, *travel, taken, swapped)
        case Sequence.VICTIM_FIRST:
            taken, up = Stroke(0, True, victim), Stroke(gap, True, move.from_square)
            return (taken, up, *travel, place)
        case Sequence.TOGETHER:
            first, second = chance.sample((move.from_square, victim), 2)
            apart = Stroke(handling.together.draw(chance), True, second)
            return (Stroke(0, True, first), apart, *travel, place)
        case _:
            return (Stroke(0, True, move.from_square), *travel, place)


def _castle(board: Board, move: Move, order: Order, handling: Handling, chance: Random) -> Strokes:
    castling = castling_squares(board, move)
    king_up = Stroke(0, True, castling.king_from)
    king_down = Stroke(handling.carry.draw(chance), False, castling.king_to)
    rook_up = Stroke(handling.step.draw(chance), True, castling.rook_from)
    rook_down = Stroke(handling.carry.draw(chance), False, castling.rook_to)
    if order.sequence is Sequence.ONE_HAND:
        path = between(castling.king_from, castling.king_to) & ~board.occupied
        drag = _slide(_ordered(path, castling.king_from), handling, chance)
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
    first, second = chance.sample((king_up.square, rook_up.square), 2)
    return Stroke(0, True, first), Stroke(handling.together.draw(chance), True, second)


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
        strokes = _slide(_ordered(path, move.from_square), handling, chance)
    near = BB_KING_ATTACKS[move.to_square] & empty
    if not strokes and near and chance.random() < handling.hover:
        square = chance.choice(list(SquareSet(near)))
        strokes = _touch_down(square, handling.carry, handling.hover_stay, chance)
    return strokes


def _slide(path: list[Square], handling: Handling, chance: Random) -> Strokes:
    """A drag across the squares of `path`, each of which blinks or does not."""
    if chance.random() >= handling.slide:
        return ()
    strokes: list[Stroke] = []
    for square in path:
        if chance.random() < handling.slide_blinks:
            strokes += _touch_down(square, handling.slide_gap, handling.blink, chance)
    return tuple(strokes)


def _touch_down(square: Square, gap: Span, stay: Span, chance: Random) -> Strokes:
    return Stroke(gap.draw(chance), False, square), Stroke(stay.draw(chance), True, square)


def _ordered(path: Bitboard, origin: Square) -> list[Square]:
    """The squares of a straight path, nearest to its origin first."""
    squares = list(SquareSet(path))
    return squares if not squares or squares[0] > origin else squares[::-1]


# ------------------------------------------------------------------ fumbles
def _chatter(strokes: Strokes, handling: Handling, chance: Random) -> Strokes:
    """Some contacts are made, lost and made again, or the other way round on departing."""
    chattered: list[Stroke] = []
    for stroke in strokes:
        chattered.append(stroke)
        rate = handling.departing_chatter if stroke.lifts else handling.chatter
        if chance.random() < rate:
            again = (not stroke.lifts, stroke.lifts)
            chattered += (
                Stroke(handling.chatter_stay.draw(chance), lifts, stroke.square) for lifts in again
            )
    return tuple(chattered)


def _brush(
    board: Board, move: Move, strokes: Strokes, handling: Handling, chance: Random
) -> Strokes:
    """A piece beside the move loses contact for a moment: before, during or after it."""
    business = squares_of(board, move)
    around = BB_KING_ATTACKS[move.from_square] | BB_KING_ATTACKS[move.to_square]
    neighbours = list(SquareSet(around & board.occupied & ~business))
    if not neighbours or chance.random() >= handling.brush:
        return strokes
    square = chance.choice(neighbours)
    knocked = Stroke(_BEFORE_BRUSH.draw(chance), True, square)
    back = Stroke(handling.brush_stay.draw(chance), False, square)
    moment = chance.choice((0, len(strokes), _airborne(strokes)))
    rest = strokes[moment:]
    if rest and moment:
        return (*strokes[:moment], knocked, back, *rest)
    if rest:
        # The first stroke of a move comes at once; after a brush the hand needs a moment.
        first = Stroke(_BEFORE_BRUSH.draw(chance), rest[0].lifts, rest[0].square)
        return (knocked, back, first, *rest[1:])
    return (*strokes, knocked, back)


def _airborne(strokes: Strokes) -> int:
    """Where the last landing of the move begins: just before its last placement."""
    places = [index for index, stroke in enumerate(strokes) if not stroke.lifts]
    return places[-1]
