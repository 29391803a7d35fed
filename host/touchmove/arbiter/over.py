"""How a position shows that a game is over, or that it is not (Laws 5.1.1, 5.2, 9.6).

Asked of bare boards, after every move; so each question begins with what nearly always answers it.
"""

from collections.abc import Hashable

import chess
from chess import Board


class Stood:
    """That a position stood once, and what makes another one the same (Laws 9.2.3).

    Beside `Position`, because a position remembers those that follow from it: if these held on to
    it in turn, a game that is over would lie in memory until somebody looked for such rings.
    """

    __slots__ = ("_board", "_key")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._key: Hashable | None = None

    def key(self) -> Hashable:
        """Equal for positions that are the same: pieces, side to move, rights."""
        if self._key is None:
            self._key = self._board._transposition_key()
        return self._key


FIVEFOLD_PLIES = 16
"""A position comes for the fifth time after so many half-moves at the soonest."""


def is_fivefold(now: Stood, before: tuple[Stood, ...], *, consecutive: bool) -> bool:
    """Whether a position has been reached five times since the last irreversible move.

    `before` are those since then; `consecutive`: by every second move of each player.
    """
    if len(before) < FIVEFOLD_PLIES:
        return False
    key = now.key()
    if consecutive:
        return all(stood.key() == key for stood in before[-FIVEFOLD_PLIES::4])
    return sum(stood.key() == key for stood in before) >= 4


def is_dead(board: Board, *, listed_only: bool) -> bool:
    """Whether nobody has material to mate with.

    `listed_only`: only as N90:10.4 lists it, at most one minor piece a side.
    """
    if board.pawns | board.rooks | board.queens:
        return False
    return board.is_insufficient_material() and (not listed_only or _is_listed(board))


def _is_listed(board: Board) -> bool:
    """N90:10.4: king against king, with a minor piece on one side, or with a bishop on each."""
    return all(board.occupied_co[color].bit_count() <= 2 for color in chess.COLORS)


_LINES = tuple(
    chess.BB_RANK_ATTACKS[square][0]
    | chess.BB_FILE_ATTACKS[square][0]
    | chess.BB_DIAG_ATTACKS[square][0]
    for square in chess.SQUARES
)
"""The squares in line with each square, whatever stands between."""


def has_free_pawn(board: Board) -> bool:
    """Whether a pawn of the side to move can step ahead that stands in no line with its king, and
    so shields it from nothing: unless the king is in check, that is a legal move."""
    own = board.occupied_co[board.turn]
    pawns = board.pawns & own & ~_LINES[chess.msb(board.kings & own)]
    return bool((pawns << 8 if board.turn else pawns >> 8) & ~board.occupied)
