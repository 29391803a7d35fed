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


def _homes(case: Case) -> set[chess.Square]:
    """Where the pieces come from that travel."""
    origins = (touch.origin for touch in case.order if touch.origin != touch.square)
    return {origin for origin in origins if origin is not None}


def _one_lands_on_the_other(case: Case) -> bool:
    """Castling in which a square is left by one piece and taken by the other."""
    return _castles(case) and any(
        touch.square in _homes(case) and touch.origin != touch.square
        for touch in case.order
        if not touch.lifts
    )


def _by_the_rook_alone(case: Case, manner: Manner) -> bool:
    kings = tuple(touch for touch in case.order if touch.piece.piece_type == chess.KING)
    stays = all(touch.origin in (None, touch.square) for touch in kings)
    unseen = manner.gap_ms == 0 or case.order[-2:] == kings
    return _castles(case) and stays and (unseen or not kings)


def _taken_for_a_return(case: Case, manner: Manner) -> bool:
    quick = manner.gap_ms == 0 or manner.neighbour == "adjusted"
    return quick and _one_lands_on_the_other(case)


AWAITING = (
    Awaited(
        "castling by the rook alone",
        "castling (Chess960) by the rook alone, the king on his square: `touch` is told, "
        "as if the rook had been due for a move of its own",
        _by_the_rook_alone,
    ),
    Awaited(
        "landing taken for a return",
        "castling (Chess960) where one piece lands on the other's square, in one frame or after an "
        "announced adjustment: the landing is taken for a return, and `touch` is told",
        _taken_for_a_return,
    ),
)


def right_by_now(case: Case, manner: Manner) -> bool:
    """Whether no kind that is awaited covers the gestures of the case in the manner."""
    return not any(kind.covers(case, manner) for kind in AWAITING)
