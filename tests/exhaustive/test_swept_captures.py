"""Captures in which the victim is pushed off by its capturer, so that its square never reads empty.

All that the sensors show is that the capturer has left. Where its piece can take only one, that is
the move, and the arbiter is told; where it can take several, somebody has to say which, and taking
the piece on its square up and putting it back says it. Nothing is ever guessed in silence.
"""

from collections.abc import Iterator

import chess
import pytest

from tests.exhaustive.gestures import TOUCH_MS
from tests.exhaustive.oracle import Expected
from tests.exhaustive.playing import failure, outcome_of, played, report, table_at, tags_of
from tests.exhaustive.shelf import SHELF, Shelved
from touchmove.events import ClockPressed, Event, Lifted, Placed, PromotionNamed
from touchmove.units import Millis

LIFTED, PRESSED, TAKEN_UP = Millis(1_000), Millis(1_600), Millis(3_000)


def _captures(board: chess.Board) -> Iterator[tuple[chess.Move, bool]]:
    """Captures in which one piece takes another's square, and whether its piece has no other."""
    moves = [m for m in board.generate_legal_captures() if not board.is_en_passant(m)]
    for move in moves:
        targets = {other.to_square for other in moves if other.from_square == move.from_square}
        yield move, len(targets) == 1


def _swept(board: chess.Board, move: chess.Move) -> tuple[Event, ...]:
    """The capturer leaves its square, and the clock is pressed."""
    named = () if move.promotion is None else (PromotionNamed(LIFTED, move.promotion),)
    return (Lifted(LIFTED, move.from_square), *named, ClockPressed(PRESSED, board.turn))


def _answered(move: chess.Move) -> tuple[Event, ...]:
    """The piece that took is taken up and put back on its square."""
    back_at = Millis(TAKEN_UP + TOUCH_MS)
    return (Lifted(TAKEN_UP, move.to_square), Placed(back_at, move.to_square))


def _recorded(board: chess.Board, move: chess.Move, evidence: str, told: str) -> Expected:
    after = board.copy(stack=False)
    after.push(move)
    outcome = after.outcome()
    result = "*" if outcome is None else outcome.result()
    return Expected((move.uci(),), after.fen(), (evidence,), result, (told,), in_sync=True)


def _play(shelved: Shelved) -> tuple[list[str], int]:
    """The swept captures of a position."""
    tags = tags_of(shelved, "classical", "presence")
    start, board = table_at(tags), shelved.board
    failures = []
    count = 0
    for move, only in _captures(board):
        events = _swept(board, move)
        asked: tuple[tuple[Event, ...], ...] = ()
        wanted = _recorded(board, move, "inferred", "silent_capture")
        if not only:
            asked = (events,)
            events += _answered(move)
            wanted = _recorded(board, move, "chosen", "ambiguous")
        count += 1
        found = outcome_of(played(start, events))
        guessed = any(played(start, unanswered).moves for unanswered in asked)
        if guessed or found != wanted:
            what = f"{move.uci()} swept:\n  {found}\n  not {wanted}"
            failures.append(failure(what, tags, events))
    return failures, count


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_a_swept_capture_is_inferred_or_asked_about(shelved: Shelved) -> None:
    report(*_play(shelved))
