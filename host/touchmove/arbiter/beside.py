"""What a closed turn was where no reading fits: a move beside an accident, or pieces in the hand.

The pieces of the player are followed by hand, from lift to place. What only a guess would tell is
not told.
"""

from chess import BB_SQUARES, Square, square_file

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import witnessed
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Trace


def beside_an_accident(position: Position, trace: Trace) -> Footprint | None:
    """The legal move by the piece that travelled first, where other squares were disturbed too.

    None if that piece made no legal move, or if another one that was in the hand with it may be
    what landed there: then nothing else is looked for. A castling that fits needs both in the hand.
    """
    travelled, guessed = followed(position, trace)
    if not travelled:
        return None
    first = travelled[0]
    alone = None
    for footprint in position.footprints():
        standing = footprint.filled | footprint.swapped
        if (
            footprint.vacated & trace.occupied
            or standing & ~trace.occupied
            or not witnessed(footprint, trace)
        ):
            continue
        if footprint.castles and any(origin == first[0] for origin, _ in footprint.hops):
            return footprint
        if (footprint.origin, footprint.move.to_square) == first and first[0] not in guessed:
            alone = footprint
    return None if _castled(position, travelled) else alone


def _castled(position: Position, travelled: tuple[tuple[Square, Square], ...]) -> bool:
    """Whether king and rook have gone where castling puts them: that was meant, and is no accident,
    even where it is not legal."""
    gone = dict(travelled)
    king = gone.get(position.king())
    beside = {2: 3, 6: 5}.get(-1 if king is None else square_file(king))
    rooks = (to for home, to in travelled if position.is_own_rook(home))
    return any(square_file(to) == beside for to in rooks)


def followed(
    position: Position, trace: Trace
) -> tuple[tuple[tuple[Square, Square], ...], frozenset[Square]]:
    """Where the pieces of the side to move have gone, and of which of them that is only guessed.

    The first: from where to where, in the order in which they were first lifted. The second: the
    squares that pieces came from which were in the hand together when one of them was put down. A
    piece is followed from lift to place; what was lifted last is put down first, but on a square
    that a piece in the hand was lifted from, that one. What came back home has not travelled.
    """
    at_home = position.pieces(position.turn)
    stands: dict[Square, Square] = {}
    in_hand: dict[Square, Square] = {}
    order: list[Square] = []
    guessed: set[Square] = set()
    for edge in trace.edges:
        square = edge.square
        if not edge.filled:
            home = stands.pop(square, square)
            if home != square or at_home & BB_SQUARES[square]:
                in_hand[square] = home
                order += [home] if home not in order else []
        elif square in in_hand:
            stands[square] = in_hand.pop(square)
        elif in_hand:
            guessed.update(in_hand.values() if len(in_hand) > 1 else ())
            stands[square] = in_hand.popitem()[1]
    gone = {home: square for square, home in stands.items() if home != square}
    return tuple((home, gone[home]) for home in order if home in gone), frozenset(guessed)


def only_in_hand(position: Position, trace: Trace) -> bool:
    """Whether nothing stands elsewhere and pieces are missing, one of the side to move's at least:
    they are in the hand."""
    missing = position.occupied & ~trace.occupied
    extra = trace.occupied & ~position.occupied
    travelled, _ = followed(position, trace)
    return not extra and not travelled and bool(missing & position.pieces(position.turn))
