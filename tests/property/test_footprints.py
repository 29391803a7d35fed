"""Footprints against an oracle that plays every move and compares the boards piece by piece."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import boards
from touchmove.arbiter.footprint import Footprint, footprints, leading_to


def _oracle(board: chess.Board, move: chess.Move) -> tuple[int, int, int]:
    """Vacated, filled and swapped squares, found by playing `move`."""
    before = board.piece_map()
    after_board = board.copy()
    after_board.push(move)
    after = after_board.piece_map()
    vacated = sum(chess.BB_SQUARES[s] for s in before if s not in after)
    filled = sum(chess.BB_SQUARES[s] for s in after if s not in before)
    swapped = sum(chess.BB_SQUARES[s] for s in before if s in after and before[s] != after[s])
    return vacated, filled, swapped


def _check(board: chess.Board) -> None:
    found = {move: f for f in footprints(board) for move in f.moves}
    assert set(found) == set(board.legal_moves)
    for move, footprint in found.items():
        marks = (footprint.vacated, footprint.filled, footprint.swapped)
        assert marks == _oracle(board, move), move
    by_marks: dict[tuple[int, int, int], Footprint] = {}
    for footprint in found.values():
        key = (footprint.vacated, footprint.filled, footprint.swapped)
        assert by_marks.setdefault(key, footprint) is footprint


@given(boards())
def test_footprint_is_what_the_move_changes(board: chess.Board) -> None:
    """Every legal move has one, it is exact, and only promotions share theirs."""
    _check(board)


@given(boards(chess960=True))
def test_footprint_in_chess960(board: chess.Board) -> None:
    """The same where king and rook may take each other's squares."""
    _check(board)


def _found_by_occupancy(board: chess.Board) -> None:
    by_occupancy: dict[int, set[Footprint]] = {}
    for footprint in footprints(board):
        left = board.occupied & ~footprint.vacated | footprint.filled
        by_occupancy.setdefault(left, set()).add(footprint)
    for occupied, expected in by_occupancy.items():
        found = leading_to(board, occupied)
        assert len(found) == len(expected)
        assert set(found) == expected


@given(boards() | boards(chess960=True), st.lists(st.integers(0, 63), max_size=4))
def test_footprints_are_found_by_what_they_leave(board: chess.Board, changed: list[int]) -> None:
    """The short way from an occupancy to its moves finds them all, and no other."""
    _found_by_occupancy(board)
    occupied = board.occupied
    for square in changed:
        occupied ^= chess.BB_SQUARES[square]
    for footprint in leading_to(board, occupied):
        assert board.occupied & ~footprint.vacated | footprint.filled == occupied
        assert footprint in footprints(board)
