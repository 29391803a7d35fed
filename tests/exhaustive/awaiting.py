"""Kinds of gestures that the recogniser does not get right yet: strict expected failures.

Each is a rule about cases and manners, not a list of them. What it covers is left out of the tests
of the positions and played by a test of its own, which must fail; once that passes, the entry goes.
"""

from collections.abc import Callable
from dataclasses import dataclass

import chess

from tests.exhaustive.gestures import Case, Manner


@dataclass(frozen=True, slots=True)
class Awaited:
    """One kind of gesture, and what is wrong with it."""

    name: str
    reason: str
    covers: Callable[[Case, Manner], bool]


def _castles(case: Case) -> bool:
    return case.board.chess960 and case.board.is_castling(case.move)


def _by_the_rook_alone(case: Case, manner: Manner) -> bool:
    kings = tuple(touch for touch in case.order if touch.piece.piece_type == chess.KING)
    stays = all(touch.origin in (None, touch.square) for touch in kings)
    unseen = manner.gap_ms == 0 or case.order[-2:] == kings
    return _castles(case) and stays and (unseen or not kings)


AWAITING = (
    Awaited(
        "castling by the rook alone",
        "castling (Chess960) by the rook alone, the king on his square: `touch` is told, "
        "as if the rook had been due for a move of its own",
        _by_the_rook_alone,
    ),
)


def right_by_now(case: Case, manner: Manner) -> bool:
    """Whether no kind that is awaited covers the gestures of the case in the manner."""
    return not any(kind.covers(case, manner) for kind in AWAITING)
