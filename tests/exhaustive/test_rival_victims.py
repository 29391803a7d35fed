"""A piece takes, and another victim that it could have taken is straightened in the same turn.

After either capture the occupancy is the same, and both squares were seen empty. Sensors that know
no colours may not be able to tell; then the players are asked. What is recorded without a question
is the capture that was made, whenever the other piece was touched and for however long. Two things
pass for what they look like: a piece that stands for half a second where it may have come has been
released, and a victim that was off for a tenth of a second was brushed; that is only inferred.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, permutations

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
from touchmove.game.record import INFERRED
from touchmove.rules import SETTLE_MS

LONG_MS = 700
"""A piece that is off so long was in a hand."""


QUICK_MS = 100
"""No hand is quicker from one touch to the next, again and again."""

GAPS_MS = (QUICK_MS, TOUCH_MS, 1_000)
"""How long after one another the touches come where two hands, or one that is full, mix them."""


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


def _interleaved(board: chess.Board, move: chess.Move, other: chess.Move) -> Iterator[Order]:
    """Each order of `move`, with the rival taken up, and other touches before it is put back."""
    after = board.copy(stack=False)
    after.push(move)
    up = Touch(other.to_square, True, board.piece_map()[other.to_square])
    back = replace(up, lifts=False)
    for order in arrangements(board.piece_map(), after.piece_map()):
        for first, last in combinations(range(len(order) + 1), 2):
            mixed = (*order[:first], up, *order[first:last], back, *order[last:])
            for gap_ms in GAPS_MS:
                if gap_ms < SETTLE_MS or not _looks_released(mixed, move, other):
                    yield tuple(replace(touch, after_ms=gap_ms) for touch in mixed)


def _looks_released(mixed: Order, move: chess.Move, other: chess.Move) -> bool:
    """Whether the rival is put back, and left, while the piece that takes is up and the victim has
    not been touched: that is the other capture, and a piece that stands so long is released."""
    touched = [(touch.square, touch.lifts) for touch in mixed]
    back = touched.index((other.to_square, False))
    return touched.index((move.from_square, True)) < back < touched.index((move.to_square, True))


def _looks_brushed(order: Order, move: chess.Move) -> bool:
    """Whether the victim is off for so short a time that its square may have been brushed."""
    lift = next(n for n, t in enumerate(order) if t.square == move.to_square and t.lifts)
    back = order[lift + 1]
    return back.square == move.to_square and back.after_ms == QUICK_MS


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


def _mixed(board: chess.Board) -> Iterator[Trial]:
    """A second victim is taken up, and put back when other pieces have been touched."""
    for move, other in _rivals(board):
        for order in _interleaved(board, move, other):
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
        weighed = table.moves and table.moves[0].evidence == INFERRED
        if weighed and not asked and _looks_brushed(order, move):
            continue
        if [entry.move for entry in table.moves] != ([] if asked else [move]):
            made = " ".join(entry.san for entry in table.moves) or "nothing"
            what = f"{move.uci()}, {order_in_words(order)}: recorded {made}"
            failures.append(failure(what, tags, events))
    return failures, count


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_no_other_capture_is_recorded_than_the_one_that_was_made(shelved: Shelved) -> None:
    report(*_play(shelved, _straightened))


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_no_other_capture_is_recorded_when_the_touches_are_mixed(shelved: Shelved) -> None:
    report(*_play(shelved, _mixed))


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_no_other_capture_is_recorded_when_the_reply_has_begun(shelved: Shelved) -> None:
    report(*_play(shelved, _answered))
