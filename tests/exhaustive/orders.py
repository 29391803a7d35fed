"""In which orders hands can make a move: what wood and the Laws admit.

An order is derived from two diagrams, before and after, and from nothing else. Each square whose
piece has changed was left, or arrived at, or both. Two things hold of the touches:

* a square holds one piece, so it is left before another piece arrives on it;
* a piece is in one place, so it leaves its square before it arrives on the next.

Every arrangement of the touches in which both hold is an order (`orders`): attacker first or victim
first, the victim of en passant last, castling with one hand or two, rook first or king first. What
the Laws frown at is an order like the others, because the board has to recognise it all the same;
`oracle.py` says what the arbiter is told. A promotion brings a piece from beside the board, so it
may stand before the pawn is off (Laws 4.6.2); or the pawn arrives first and is exchanged.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess
from chess import Move, Piece, Square

Diagram = dict[Square, Piece]
"""Which piece stands where."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One piece leaves a square or arrives on one."""

    square: Square
    lifts: bool
    piece: Piece
    origin: Square | None = None
    """Of an arrival: where the piece comes from; None: from beside the board."""
    after_ms: int | None = None
    """How long after the touch before it; None: as the manner says."""


Order = tuple[Touch, ...]


def orders(board: chess.Board, move: Move) -> Iterator[Order]:
    """Every order of touches in which hands can make the legal `move`."""
    before = board.piece_map()
    after = pushed(board, move).piece_map()
    yield from arrangements(before, after)
    if move.promotion is not None:
        pawn = before[move.from_square]
        not_yet = {**after, move.to_square: pawn}
        exchange = (
            Touch(move.to_square, True, pawn),
            Touch(move.to_square, False, after[move.to_square]),
        )
        for order in arrangements(before, not_yet):
            yield (*order, *exchange)
    for standing in _castles_without_moving(board, move, before, after):
        yield from arrangements(before, after, lifted_too=standing)


def _castles_without_moving(
    board: chess.Board, move: Move, before: Diagram, after: Diagram
) -> Iterator[Square]:
    """King or rook, where castling (Chess960) leaves one of them on its square.

    It need not be touched; but hands may take it up and put it back, to make room for the other.
    """
    if board.is_castling(move):
        for square in (move.from_square, move.to_square):
            if square in before and before[square] == after.get(square):
                yield square


def arrangements(
    before: Diagram, after: Diagram, *, lifted_too: Square | None = None
) -> Iterator[Order]:
    """Every order of touches that turns one diagram into the other, each piece touched once.

    `lifted_too`: the piece on this square is taken up and put back as well.
    """
    changed = [s for s in chess.SQUARES if before.get(s) != after.get(s) or s == lifted_too]
    left = {square: before[square] for square in changed if square in before}
    origins = {piece: square for square, piece in left.items()}
    lifts = [Touch(square, True, piece) for square, piece in left.items()]
    places = [
        Touch(square, False, after[square], origins.get(after[square]))
        for square in changed
        if square in after
    ]
    yield from _in_every_order((*lifts, *places), ())


def _in_every_order(waiting: Order, done: Order) -> Iterator[Order]:
    if not waiting:
        yield done
    for touch in waiting:
        must_be_empty = () if touch.lifts else (touch.square, touch.origin)
        if not any(other.lifts and other.square in must_be_empty for other in waiting):
            yield from _in_every_order(tuple(o for o in waiting if o is not touch), (*done, touch))


def pushed(board: chess.Board, move: Move) -> chess.Board:
    """The position after the legal `move`."""
    after = board.copy(stack=False)
    after.push(move)
    return after
