"""Every legal move, in every order of hands that the Laws allow, is recognised as itself."""

from random import Random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import boards
from touchmove.events import ClockPressed, Event, Lifted, Placed, PromotionNamed, Tick
from touchmove.game.step import advance
from touchmove.game.table import Table, new_table
from touchmove.hands import CLEAN, HUMAN, Handling
from touchmove.hands.orders import Order, orders
from touchmove.hands.strokes import strokes_of
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.units import Millis


def _rules(profile: str, *, chess960: bool) -> Rules:
    return Rules(PROFILES[profile], EDITIONS["2023"], None, chess960=chess960)


def _made(
    board: chess.Board, move: chess.Move, order: Order, handling: Handling, profile: str, seed: int
) -> tuple[Table, int]:
    """The table when the hands have made the move, and the moment of the last stroke."""
    table = new_table(_rules(profile, chess960=board.chess960), fen=board.fen())
    at = 1000
    for stroke in strokes_of(board, move, order, handling, Random(seed)):
        at += stroke.after_ms
        kind = Lifted if stroke.lifts else Placed
        event: Event = kind(Millis(at), stroke.square)
        table, _ = advance(table, event)
    if move.promotion is not None:
        table, _ = advance(table, PromotionNamed(Millis(at), move.promotion))
    return table, at


def _expect(table: Table, board: chess.Board, move: chess.Move, order: Order) -> None:
    assert [entry.move for entry in table.moves] == [move], (board.fen(), move, order)
    assert table.in_sync
    assert table.alerts == ()
    after = board.copy()
    after.push(move)
    assert table.position.fen == after.fen()


@settings(max_examples=60)
@given(boards() | boards(chess960=True), st.sampled_from([CLEAN, HUMAN]), st.integers(0, 2**32))
def test_pressed_moves_are_recognised(board: chess.Board, handling: Handling, seed: int) -> None:
    """With a clock: the press completes exactly the move that the hands made, and tells nobody."""
    for move in board.legal_moves:
        for order in orders(board, move):
            table, at = _made(board, move, order, handling, "classical", seed)
            table, _ = advance(table, ClockPressed(Millis(at + 120), board.turn))
            _expect(table, board, move, order)


@settings(max_examples=40)
@given(boards() | boards(chess960=True), st.integers(0, 2**32))
def test_moves_that_stand_are_recognised_without_a_clock(board: chess.Board, seed: int) -> None:
    """Without a clock: standing completes the move that the hands made."""
    for move in board.legal_moves:
        for order in orders(board, move):
            table, at = _made(board, move, order, CLEAN, "unclocked", seed)
            table, _ = advance(table, Tick(Millis(at + 1000)))
            _expect(table, board, move, order)
