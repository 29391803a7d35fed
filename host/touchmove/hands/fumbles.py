"""What happens to contacts without anybody touching a piece in the sense of the Laws.

A contact chatters, a sleeve brushes a neighbour of the move, the landing piece bumps one. Every
fumble only inserts strokes that leave each square as it was.
"""

from dataclasses import replace
from random import Random

from chess import BB_KING_ATTACKS, BB_SQUARES, Bitboard, Board, Move, Square, SquareSet

from touchmove.hands.handling import Handling, Span
from touchmove.hands.orders import squares_of
from touchmove.hands.stroke import Stroke, Strokes

_BEFORE_BRUSH = Span(100, 300)
"""Between a brush and the stroke of the move before or after it."""


def chatter(strokes: Strokes, handling: Handling, chance: Random) -> Strokes:
    """Some contacts are made, lost and made again, or the other way round on departing.

    Where both hands lift at once the first contact does not: it would part the two lifts, and a
    rook lifted well before its king breaks the Laws (4.4.2).
    """
    chattered: list[Stroke] = []
    for stroke, following in zip(strokes, (*strokes[1:], None), strict=True):
        chattered.append(stroke)
        if not stroke.seen:
            continue
        rate = handling.departing_chatter if stroke.lifts else handling.chatter
        if chance.random() < rate:
            again = [
                Stroke(handling.chatter_stay.draw(chance), lifts, stroke.square, stroke.color)
                for lifts in (not stroke.lifts, stroke.lifts)
            ]
            chattered += [] if _at_once(stroke, following, handling) else again
    return tuple(chattered)


def _at_once(stroke: Stroke, following: Stroke | None, handling: Handling) -> bool:
    """Whether two hands lift these two pieces as one."""
    if following is None or not (stroke.lifts and following.lifts):
        return False
    return following.after_ms <= handling.together.longest_ms


def brush(
    board: Board, move: Move, strokes: Strokes, handling: Handling, chance: Random
) -> Strokes:
    """A piece beside the move loses contact for a moment: before, during or after it."""
    around = BB_KING_ATTACKS[move.from_square] | BB_KING_ATTACKS[move.to_square]
    neighbours = _neighbours(board, move, around)
    if not neighbours or chance.random() >= handling.brush:
        return strokes
    square = chance.choice(neighbours)
    gone = _BEFORE_BRUSH.draw(chance), handling.brush_stay.draw(chance)
    knocked, back = _off_and_back(board, square, *gone)
    moment = chance.choice((0, len(strokes), _airborne(strokes)))
    rest = strokes[moment:]
    if rest and moment:
        return (*strokes[:moment], knocked, back, *rest)
    if rest:
        # The first stroke of a move comes at once; after a brush the hand needs a moment.
        first = replace(rest[0], after_ms=_BEFORE_BRUSH.draw(chance))
        return (knocked, back, first, *rest[1:])
    return (*strokes, knocked, back)


def bump(board: Board, move: Move, strokes: Strokes, handling: Handling, chance: Random) -> Strokes:
    """The landing piece bumps a neighbour of its square, at the last moment before or after.

    A neighbour that the same piece could have taken is as near at hand as the victim, so of those
    that are there it is the one.
    """
    if not handling.bump or chance.random() >= handling.bump:
        return strokes
    neighbours = _neighbours(board, move, BB_KING_ATTACKS[move.to_square])
    takes = {each.to_square for each in board.legal_moves if each.from_square == move.from_square}
    chosen = [square for square in neighbours if square in takes] or neighbours
    if not chosen:
        return strokes
    gone = handling.bump_lag.draw(chance), handling.brush_stay.draw(chance)
    bumped = _off_and_back(board, chance.choice(chosen), *gone)
    landing = _airborne(strokes)
    moment = chance.choice((landing, len(strokes)))
    return (*strokes[:moment], *bumped, *strokes[moment:])


def _neighbours(board: Board, move: Move, around: Bitboard) -> list[Square]:
    """The pieces on `around` that the move has no business with."""
    return list(SquareSet(around & board.occupied & ~squares_of(board, move)))


def _off_and_back(
    board: Board, square: Square, after_ms: int, stay_ms: int
) -> tuple[Stroke, Stroke]:
    color = bool(board.occupied_co[True] & BB_SQUARES[square])
    return Stroke(after_ms, True, square, color), Stroke(stay_ms, False, square, color)


def _airborne(strokes: Strokes) -> int:
    """Where the last landing of the move begins: just before its piece first touches its square."""
    return max(index for index, stroke in enumerate(strokes) if stroke.down)
