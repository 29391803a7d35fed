"""Every legal move of the shelf, in every order and manner of hands, is recognised as itself.

Some 25,100 gestures with a clock, 20,500 without one, and the 25,100 once more on sensors that tell
colours; `test_shelf.py` counts them. Of each the record, the position, the evidence, the result and
what the arbiter is told are those of `oracle.py`.

A position fails as a whole, with a list of its failures. Each has a touch script: paste it into
`touchmove replay --json -`.
"""

import pytest

from tests.exhaustive.playing import BOARDS, Board, play_all, report
from tests.exhaustive.shelf import SHELF, Shelved

on_every_board = pytest.mark.parametrize(
    "board", BOARDS, ids=lambda board: f"{board.profile} {board.sensors}"
)
for_every_position = pytest.mark.parametrize("shelved", SHELF, ids=lambda shelved: shelved.name)


@on_every_board
@for_every_position
def test_every_move_in_every_order_is_recognised_as_itself(shelved: Shelved, board: Board) -> None:
    report(*play_all(shelved, board))
