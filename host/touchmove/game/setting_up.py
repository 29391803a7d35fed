"""From one game to the next: the start position, and what is wrong with it.

After the end nothing on the board is a move. A new game is armed by a word, or when the start
position has been set up again and stands.
"""

import chess

from touchmove.game.effects import GameStarted
from touchmove.game.table import Table, waiting_table
from touchmove.game.telling import Stepped
from touchmove.units import Millis

START = chess.Board().occupied
"""The squares of the start position, that of Chess960 too."""


def next_start(table: Table) -> str:
    """The position in which the next game on this board begins, as FEN.

    In Chess960 it is the one that was agreed, if that was a start position; else the usual one.
    """
    start = table.start
    agreed = table.rules.chess960 and start.occupied == START and start.ply == 0
    return start.fen if agreed else chess.STARTING_FEN


def arm(table: Table, at: Millis) -> Stepped:
    """A new game: playing if the start position stands, else waiting for it."""
    shown = table.shown_by_board
    fresh = waiting_table(table.rules, table.tags, next_start(table), shown, at)
    return fresh._replace(linked=table.linked), (GameStarted(at, fresh.start.fen),)
