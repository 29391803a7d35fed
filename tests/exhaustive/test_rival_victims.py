"""A piece takes, and another victim that it could have taken is straightened in the same turn.

After either capture the occupancy is the same, and both squares were seen empty. Sensors that know
no colours may not be able to tell; then the players are asked. What is recorded without a question
is the capture that was made, whenever the other piece was touched and for however long.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations

import chess
import pytest

from tests.exhaustive.gestures import BRUSH_MS, TOUCH_MS
from tests.exhaustive.orders import Order, Touch, arrangements
from tests.exhaustive.playing import (
    failure,
    order_in_words,
    played,
    report,
    table_at,
    tags_of,
    timed,
)
from tests.exhaustive.shelf import SHELF, Shelved

LONG_MS = 700
"""A piece that is off so long was in a hand."""


Rival = tuple[chess.Move, chess.Move]
"""The capture that is made, and another by the same piece that is not."""


def _rivals(board: chess.Board) -> Iterator[Rival]:
    captures = [
        move
        for move in board.generate_legal_captures()
        if not board.is_en_passant(move) and move.promotion in (None, chess.QUEEN)
    ]
    for move, other in permutations(captures, 2):
        if move.from_square == other.from_square:
            yield move, other


def _orders(board: chess.Board, move: chess.Move, other: chess.Move) -> Iterator[Order]:
    """Each order of `move`, with the rival taken up and put back before, within or after it."""
    after = board.copy(stack=False)
    after.push(move)
    up = Touch(other.to_square, True, board.piece_map()[other.to_square])
    for order in arrangements(board.piece_map(), after.piece_map()):
        for off_ms in (BRUSH_MS, TOUCH_MS, LONG_MS):
            back = replace(up, lifts=False, after_ms=off_ms)
            for number in range(len(order) + 1):
                yield (*order[:number], up, back, *order[number:])


def _taken_back(board: chess.Board, move: chess.Move, order: Order) -> Iterator[Order]:
    """The order and, if the opponent may take the piece that took, its lift before the press."""
    after = board.copy(stack=False)
    after.push(move)
    if any(reply.to_square == move.to_square for reply in after.generate_legal_captures()):
        yield (*order, Touch(move.to_square, True, after.piece_map()[move.to_square]))


Trial = tuple[chess.Move, Order]


def _straightened(board: chess.Board) -> Iterator[Trial]:
    """A second victim is straightened in the turn of a capture."""
    for move, other in _rivals(board):
        for order in _orders(board, move, other):
            yield move, order


def _answered(board: chess.Board) -> Iterator[Trial]:
    """A second victim is straightened, and the opponent lifts the piece that took, to take it."""
    for move, order in _straightened(board):
        for longer in _taken_back(board, move, order):
            yield move, longer


def _play(
    shelved: Shelved, trials: Callable[[chess.Board], Iterator[Trial]]
) -> tuple[list[str], int]:
    tags = tags_of(shelved, "classical", "presence")
    start, board = table_at(tags), shelved.board
    failures = []
    count = 0
    for move, order in trials(board):
        count += 1
        events = timed(order, board.turn)
        table = played(start, events)
        asked = "ambiguous" in {alert.kind for alert in table.alerts}
        if [entry.move for entry in table.moves] != ([] if asked else [move]):
            made = " ".join(entry.san for entry in table.moves) or "nothing"
            what = f"{move.uci()}, {order_in_words(order)}: recorded {made}"
            failures.append(failure(what, tags, events))
    return failures, count


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_no_other_capture_is_recorded_than_the_one_that_was_made(shelved: Shelved) -> None:
    report(*_play(shelved, _straightened))


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_no_other_capture_is_recorded_when_the_reply_has_begun(shelved: Shelved) -> None:
    report(*_play(shelved, _answered))
