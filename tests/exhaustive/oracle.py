"""What must come of a gesture, by the rules of chess and the Laws, whoever recognises it.

The position after a move is python-chess's. What the arbiter is told follows from the touches:

* `rook_first`: castling, and the rook was touched clearly (50 ms) before the king (Laws 4.4.2), who
  was touched before the move was made;
* `touch`: a piece that could have moved was touched before, without a word (4.3.1), or a king with
  a rook that could have castled (4.4.1);
* `press_early`: the clock was pressed before the last piece landed (6.2.4), of a promotion the one
  that the pawn was exchanged for (4.7.3);
* `promo_assumed`: nobody has said what a pawn became;
* `silent_capture`: the victim's square was never seen empty.
"""

from dataclasses import dataclass

import chess
from chess import Move

from tests.exhaustive.gestures import Case, Gesture
from tests.exhaustive.orders import Order

SIMUL_MS = 50
"""Two lifts closer than this have no order; then the king counts as touched first (4.4.3)."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is true of the game when everything has run its course."""

    moves: tuple[str, ...]
    fen: str
    evidence: tuple[str, ...]
    result: str
    alerts: tuple[str, ...]
    """Their kinds, sorted."""
    in_sync: bool
    illegal: tuple[int, int] = (0, 0)
    """Illegal moves of White and of Black."""


def expected(gesture: Gesture) -> Expected:
    """What must come of `gesture`."""
    case, manner = gesture.case, gesture.manner
    result = _result(case, named=manner.named)
    alerts = []
    if _rook_first(case, manner.gap_ms):
        alerts.append("rook_first")
    elif manner.neighbour == "touched" and _could_move(case):
        alerts.append("touch")
    if manner.press_ms < 0:
        alerts.append("press_early")
    if case.move.promotion is not None and not manner.named:
        alerts.append("promo_assumed")
    return Expected(
        moves=(case.move.uci(),),
        fen=case.after.fen(),
        evidence=("witnessed",),
        result=result,
        alerts=tuple(sorted(alerts)),
        in_sync=not manner.answered,
    )


def _result(case: Case, *, named: bool) -> str:
    """The result on the board; of a promotion that nobody named, only where every kind gives it."""
    ends = {_ending(case.after)}
    if not named:
        for kind in (chess.ROOK, chess.BISHOP, chess.KNIGHT):
            other = case.board.copy(stack=False)
            other.push(Move(case.move.from_square, case.move.to_square, kind))
            ends.add(_ending(other))
    return ends.pop()[0] if len(ends) == 1 else "*"


def _ending(board: chess.Board) -> tuple[str, str]:
    outcome = board.outcome()
    return ("*", "") if outcome is None else (outcome.result(), outcome.termination.name)


def _rook_first(case: Case, gap_ms: int) -> bool:
    if not case.board.is_castling(case.move):
        return False
    made = _made_by(case)
    king = _lift_of(case.order[:made], chess.KING)
    rook = _lift_of(case.order[:made], chess.ROOK)
    if king is None or rook is None or rook > king:
        return False
    return (king - rook) * gap_ms >= SIMUL_MS


def _made_by(case: Case) -> int:
    """After how many touches castling is made: when king and rook first stand where they must.

    In Chess960 the rook alone may make it, and what the king does after that is not part of it.
    """
    shown = case.board.piece_map()
    for number, touch in enumerate(case.order):
        if touch.lifts:
            del shown[touch.square]
        else:
            shown[touch.square] = touch.piece
        if shown == case.after.piece_map():
            return number + 1
    raise AssertionError("an order ends with the move made")


def _lift_of(order: Order, kind: chess.PieceType) -> int | None:
    lifts = (n for n, each in enumerate(order) if each.lifts and each.piece.piece_type == kind)
    return next(lifts, None)


def _could_move(case: Case) -> bool:
    """Whether the neighbour has a legal move: then that was due."""
    return any(move.from_square == case.neighbour for move in case.board.legal_moves)
