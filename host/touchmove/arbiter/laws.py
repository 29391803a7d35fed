"""The touch-move rule: what a player is bound to by what he touched and released (Laws, Article 4).

`ARTICLES` is the rule as an ordered table. Each row looks at the position and the touches and says
which moves are left, or None if it has nothing to say; the first row that speaks binds, and if none
does any legal move is free (4.5). The arbiter reports; a completed legal move stands on the record
even if it breaks Article 4.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from chess import Move, Square

from touchmove.arbiter.position import Position
from touchmove.arbiter.touches import Hands, Touch
from touchmove.rules import Edition


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a player is bound to do."""

    article: str
    """The article of the 2023 Laws that binds him."""
    must_move: Square | None
    must_capture: Square | None
    moves: tuple[Move, ...]
    """The moves that honour it, at least one."""


Narrow = Callable[[Position, Hands, Edition], Obligation | None]


class Article(NamedTuple):
    """One row of the rule."""

    number: str
    narrow: Narrow


def _moves_from(position: Position, square: Square) -> tuple[Move, ...]:
    return tuple(move for move in position.legal_moves() if move.from_square == square)


def _by_the_rook_alone(position: Position, square: Square) -> tuple[Move, ...]:
    """The castling (Chess960) in which the rook on `square` moves and the king need not.

    It moves the rook that was touched, and as long as the king is not touched after it, nothing
    forbids it (4.4.2).
    """
    move = position.castling_with(square) if position.is_own_rook(square) else None
    king = position.king()
    return () if move is None or position.arrivals(move).get(king) != king else (move,)


def captures_of(position: Position, square: Square) -> tuple[Move, ...]:
    """The legal moves that take what stands on `square`."""
    return tuple(
        move for move in position.legal_moves() if position.captured_square(move) == square
    )


def _released(position: Position, hands: Hands, edition: Edition) -> Obligation | None:
    """A piece released as a legal move, or as part of one, stays (4.7).

    Where the rook was touched before the king, castling with it is none (4.4.2).
    """
    for home, square, others in hands.releases:
        if position.is_own_rook(home) and position.king() in others:
            continue  # part of castling with two hands, whatever comes of it
        moves = tuple(
            move
            for move in (*_moves_from(position, home), *_by_the_rook_alone(position, home))
            if position.arrivals(move).get(square) == home
            and not rook_came_first(position, hands, move)
        )
        if moves:
            return Obligation("4.7", home, None, moves)
    return None


def _castling(position: Position, hands: Hands, edition: Edition) -> Obligation | None:
    """King first (or together), then a rook: castle that way; else any king move; else free."""
    own = [touch for touch in hands.touches if touch.own]
    king = position.king()
    if not own or own[0].square != king:
        return None
    rooks = [touch.square for touch in own if position.is_own_rook(touch.square)]
    if not rooks:
        return None
    move = position.castling_with(rooks[0])
    if move is not None and edition.castling_binds:
        return Obligation("4.4.1", king, None, (move,))
    return _bound("4.4.3", king, None, _moves_from(position, king)) or FREE


def _both_colors(position: Position, hands: Hands, edition: Edition) -> Obligation | None:
    """Pieces of both colours: the first own takes the first enemy, if that is legal (4.3.3)."""
    own = next((t.square for t in hands.touches if t.own), None)
    enemy = next((t.square for t in hands.touches if not t.own), None)
    if own is None or enemy is None:
        return None
    captures = tuple(m for m in captures_of(position, enemy) if m.from_square == own)
    return _bound("4.3.3", own, enemy, captures)


def _first_touched(position: Position, hands: Hands, edition: Edition) -> Obligation | None:
    """The first piece touched that can move, or be taken, does (4.3.1, 4.3.2)."""
    king = position.king()
    king_too = any(touch.square == king for touch in hands.touches)
    for touch in hands.touches:
        bound = _alone(position, touch, king_too=king_too)
        if bound is not None:
            return bound
    return None


def _alone(position: Position, touch: Touch, *, king_too: bool) -> Obligation | None:
    if touch.own:
        moves = _moves_from(position, touch.square)
        if not king_too:
            moves += _by_the_rook_alone(position, touch.square)
        return _bound("4.3.1", touch.square, None, moves)
    return _bound("4.3.2", None, touch.square, captures_of(position, touch.square))


def _bound(
    article: str, must_move: Square | None, must_capture: Square | None, moves: tuple[Move, ...]
) -> Obligation | None:
    return Obligation(article, must_move, must_capture, moves) if moves else None


FREE = Obligation("4.5", None, None, ())
"""A row has spoken, and any legal move will do."""

ARTICLES: tuple[Article, ...] = (
    Article("4.7", _released),
    Article("4.4", _castling),
    Article("4.3.3", _both_colors),
    Article("4.3", _first_touched),
)


def obliged(position: Position, hands: Hands, edition: Edition) -> Obligation | None:
    """What the player having the move is bound to, or None if any legal move is free."""
    for article in ARTICLES:
        bound = article.narrow(position, hands, edition)
        if bound is not None:
            return None if bound is FREE else bound
    return None


def broken(position: Position, hands: Hands, edition: Edition, move: Move) -> Obligation | None:
    """What `move` breaks: what touching bound to first, then what a release did; or None."""
    if _plainly_honoured(position, hands, move):
        return None
    touched = obliged(position, Hands(hands.touches, ()), edition)
    released = _released(position, hands, edition)
    due = [touched, released]
    if touched is not None and released is not None and touched.must_move == released.must_move:
        due.reverse()  # the piece was to be moved, and its release says where to
    for bound in due:
        if bound is not None and move not in bound.moves:
            return bound
    return None


def _plainly_honoured(position: Position, hands: Hands, move: Move) -> bool:
    """Whether nothing was touched but the pieces of the move, and nothing released before it.

    Nearly every move is such; it saves listing the legal moves.
    """
    if any(
        (home, square) != (move.from_square, move.to_square) for home, square, _ in hands.releases
    ):
        return False
    pieces = {move.from_square, position.captured_square(move)}
    return all(touch.square in pieces for touch in hands.touches)


def rook_came_first(position: Position, hands: Hands, move: Move) -> bool:
    """Whether `move` castles although the rook was touched clearly before the king (4.4.2)."""
    rook = position.castling_rook(move)
    if rook is None:
        return False
    order = [touch.square for touch in hands.touches if touch.own]
    king = position.king()
    return rook in order and king in order and order.index(rook) < order.index(king)
