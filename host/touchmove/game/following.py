"""Touches on a board that has yet to show what a person said.

When the arbiter replaces a move, sets a position or opens a sealed move, somebody has to put the
pieces so. Those hands play nothing: whenever the board shows the position the turn begins anew, and
once it has stood so, what is touched counts again.
"""

from functools import reduce
from operator import or_

from chess import BB_SQUARES

from touchmove.arbiter.observing import replay
from touchmove.arbiter.trace import trace_of
from touchmove.arbiter.turn import begin
from touchmove.events import BoardSeen, Lifted, Placed
from touchmove.game import sensing
from touchmove.game.displacing import mark_displaced
from touchmove.game.table import Table
from touchmove.game.telling import Stepped
from touchmove.units import Millis


def see_touch(table: Table, event: Lifted | Placed) -> Stepped:
    """One edge while the game is on."""
    if not table.following:
        return sensing.see_touch(table, event)
    table, effects = sensing.see_touch(_stood(table, event.at), event)
    return _followed(table), effects


def see_board(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy: where it differs, edges were missed."""
    table, effects = sensing.see_board(_stood(table, event.at), event)
    return _followed(table), effects


def stands_still(table: Table) -> bool:
    """Whether the board shows the position, and no hand is in play."""
    return table.turn.in_sync and table.occupied == table.position.occupied


def see_after_stop(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy after a time in which nothing that was touched counted, and before which
    the board stood still.

    What differs was moved by nobody: it is to be put back, and a press before that is no offence.
    """
    if event.occupied == table.position.occupied:
        return see_board(table._replace(following=not table.turn.in_sync), event)
    turn = begin(table.position, event.occupied)
    table = table._replace(
        turn=turn, occupied=event.occupied, following=True, excused=0, refused=True
    )
    return mark_displaced(table, event.at)


def _stood(table: Table, at: Millis) -> Table:
    """The board has followed when it has shown the position for as long as a hand lets go."""
    if not table.following or not table.turn.in_sync:
        return table
    return table._replace(following=at - table.still_since < table.rules.settle_ms)


def _followed(table: Table) -> Table:
    """The board shows the position: nothing of what led there was touched by a player.

    What had been made on it before stays.
    """
    turn = table.turn
    if not table.following or not (turn.in_sync or table.in_sync):
        return table
    made = [stands.footprint.squares for stands in (turn.standing, turn.reply) if stands]
    if turn.in_sync or not made:
        return table._replace(turn=begin(turn.position), adjusting=None, excused=0)
    squares = reduce(or_, made)
    edges = tuple(edge for edge in turn.trace.edges if squares & BB_SQUARES[edge.square])
    return table._replace(turn=replay(turn.position, trace_of(turn.trace.occupied, edges)))
