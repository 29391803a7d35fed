"""What is played unheard: the search against an oracle that tries everything, and the table."""

from collections.abc import Iterator
from random import Random

import chess
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import boards
from touchmove.arbiter.catching_up import MAX_PLIES, Line, search
from touchmove.arbiter.position import Position
from touchmove.events import BoardSeen, LinkLost, LinkRestored
from touchmove.game.step import advance, unfold_quiet
from touchmove.game.table import new_table
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.units import Millis

SMALL = (
    "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1",
    "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
    "6k1/4P3/8/8/8/8/4p3/6K1 w - - 0 1",
    "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
    "r3k3/8/8/8/8/8/8/4K3 w q - 0 1",
    "k7/1P6/8/8/8/8/6p1/7K b - - 0 1",
)
"""Positions with so few moves that three plies can be tried one by one."""

Squares = tuple[tuple[int, int], ...]

seeds = st.integers(0, 2**32 - 1)


def _squares(line: Line) -> Squares:
    """A line by its squares: what a pawn becomes is not seen."""
    return tuple((move.from_square, move.to_square) for move in line)


def _every_line(board: chess.Board, plies: int) -> Iterator[tuple[Squares, int, int]]:
    """Every line of so many plies, with the occupancy and the white squares after it."""
    if plies == 0:
        yield (), board.occupied, board.occupied_co[chess.WHITE]
        return
    for move in list(board.legal_moves):
        board.push(move)
        for rest, occupied, white in _every_line(board, plies - 1):
            yield ((move.from_square, move.to_square), *rest), occupied, white
        board.pop()


def _by_trying(board: chess.Board, occupied: int, white: int | None) -> set[Squares]:
    """The shortest lines, found without leaving anything out."""
    for plies in range(MAX_PLIES + 1):
        found = {
            line
            for line, shown, colors in _every_line(board, plies)
            if shown == occupied and white in (None, colors)
        }
        if found:
            return found
    return set()


def _played(board: chess.Board, chance: Random, plies: int) -> tuple[Line, chess.Board]:
    """So many random moves, fewer where the game ends, and the board after them."""
    after, line = board.copy(), []
    for _ in range(plies):
        moves = list(after.legal_moves)
        if not moves:
            break
        line.append(chance.choice(moves))
        after.push(line[-1])
    return tuple(line), after


@given(st.sampled_from(SMALL), seeds, st.booleans())
def test_the_shortest_lines_are_found_and_no_others(fen: str, seed: int, colors: bool) -> None:
    """Pruning leaves nothing out, whether the board shows a line or a line and an accident."""
    board, chance = chess.Board(fen), Random(seed)
    _, after = _played(board, chance, chance.randint(0, 4))
    occupied = after.occupied
    white = after.occupied_co[chess.WHITE] if colors else None
    if chance.random() < 0.3:
        bit = chess.BB_SQUARES[chance.randrange(64)]
        occupied ^= bit
        white = None if white is None else white & occupied
    found = search(Position(board), occupied, white)
    assert found.complete
    assert {_squares(line) for line in found.lines} == _by_trying(board, occupied, white)


@given(boards() | boards(chess960=True), seeds, st.integers(0, MAX_PLIES), st.booleans())
def test_what_was_played_is_found_or_something_shorter(
    board: chess.Board, seed: int, plies: int, colors: bool
) -> None:
    """A line that is found alone is the one that was played, or has fewer plies than that."""
    played, after = _played(board, Random(seed), plies)
    white = after.occupied_co[chess.WHITE] if colors else None
    found = search(Position(board), after.occupied, white)
    assert found.complete
    assert found.lines
    lengths = {len(line) for line in found.lines}
    assert len(lengths) == 1
    assert lengths.pop() <= len(played)
    if len(found.lines[0]) == len(played):
        assert _squares(played) in {_squares(line) for line in found.lines}
    for line in found.lines:
        again = board.copy()
        for move in line:
            assert move in again.legal_moves
            again.push(move)
        assert again.occupied == after.occupied
        assert white in (None, again.occupied_co[chess.WHITE])


def _is_played_on(board: chess.Board, line: Line) -> bool:
    """Whether no ply of the line but the last one ends the game by itself."""
    board = board.copy()
    for move in line[:-1]:
        board.push(move)
        if board.is_insufficient_material() or board.is_seventyfive_moves():
            return False
    return True


@given(boards(), seeds, st.integers(0, 6), st.sampled_from(sorted(PROFILES)))
def test_nothing_is_recorded_but_the_one_line_that_fits(
    board: chess.Board, seed: int, plies: int, profile: str
) -> None:
    """After a gap in which all hands were at rest again: one line, or nothing and a word."""
    _, after = _played(board, Random(seed), plies)
    table = new_table(Rules(PROFILES[profile], EDITIONS["2023"], None), fen=board.fen())
    for event in (
        LinkLost(Millis(1_000)),
        LinkRestored(Millis(60_000)),
        BoardSeen(Millis(60_000), after.occupied),
    ):
        table, _ = advance(table, event)
    *_, (table, _) = [(table, ()), *unfold_quiet(table)]
    found = search(Position(board), after.occupied)
    recorded = tuple(entry.move for entry in table.moves)
    if recorded:
        possible = {_squares(line) for line in found.lines if _is_played_on(board, line)}
        assert {_squares(recorded)} == possible
        assert {entry.evidence for entry in table.moves} == {"inferred"}
        assert "inferred" in {alert.kind for alert in table.alerts}
    elif after.occupied != board.occupied:
        assert {alert.kind for alert in table.alerts} & {"ambiguous", "displaced", "result_kings"}
