"""What is not legal never becomes a move that was not made, in whatever order of hands.

A pressed illegal move is counted, nothing is recorded, and the way back is asked for. The one
exception is the policy for accidents: where the piece that travelled first has made a legal move
(the rook, in a castling that is not legal), that move may count, and the rest is told as displaced.
"""

import chess
import pytest

from tests.exhaustive.illegal import did, illegal_moves
from tests.exhaustive.orders import Diagram, arrangements
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
from touchmove.game.table import Table


def _refused(table: Table, board: chess.Board, after: Diagram) -> bool:
    """Whether it was an illegal move of the mover, and the way back is asked for.

    A victim that is back on its square and a pawn in the hand look like no move at all: so does a
    promotion by capture in which the new piece comes first and the pawn is taken off last. It is
    counted all the same (Laws 7.5.3).
    """
    before, shown = set(board.piece_map()), set(after)
    counted = table.illegal == ((1, 0) if board.turn else (0, 1))
    back = (tuple(sorted(shown - before)), tuple(sorted(before - shown)))
    told = {alert.kind for alert in table.alerts}
    return counted and not table.moves and told <= {"press_no_move"} and table.restore == back


def _displaced(table: Table, board: chess.Board, after: Diagram) -> bool:
    """Whether what was recorded was really done, and the rest is told."""
    told = "displaced" in {alert.kind for alert in table.alerts}
    return told and all(did(board, after, entry.move) for entry in table.moves)


def _play(shelved: Shelved) -> tuple[list[str], int]:
    """The illegal moves of a position."""
    tags = tags_of(shelved, "classical", "presence")
    start, board = table_at(tags), shelved.board
    failures = []
    count = 0
    for kind, move, after in illegal_moves(board):
        for order in arrangements(board.piece_map(), after):
            count += 1
            events = timed(order, board.turn)
            table = played(start, events)
            if _refused(table, board, after):
                continue
            if kind == "castling" and _displaced(table, board, after):
                continue
            made = " ".join(entry.san for entry in table.moves) or "nothing"
            told = " ".join(alert.kind for alert in table.alerts) or "nothing"
            what = f"{move} ({kind}), {order_in_words(order)}: recorded {made}, told {told}"
            failures.append(failure(what, tags, events))
    return failures, count


@pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)
def test_an_illegal_move_is_refused_in_every_order(shelved: Shelved) -> None:
    report(*_play(shelved))
