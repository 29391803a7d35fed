"""Moves from outside: an engine or a server moves for one side, and a hand carries the move out.

What has come is kept with the position in which it was made. As long as the game stands there, it
is the only move that is looked for on the board: nothing else that the hand does is recorded, and
whatever is left standing is asked to be put back. Where the game goes another way, because the
move that was answered travelled on or was taken back, what has come is void.
"""

from touchmove.arbiter.observing import replay
from touchmove.events import RemoteMoved
from touchmove.game.record import Remote
from touchmove.game.table import Table
from touchmove.game.telling import Stepped, refuse


def arrive(table: Table, event: RemoteMoved) -> Stepped:
    """A move has come, for the position that is shown, or in place of what is pending on the board.

    A move that is legal in neither is refused.
    """
    for position in (table.shown, table.position):
        move = position.meant(event.move)
        if move is not None:
            answered = position is not table.position
            remote = Remote(move, position.fen, table.plies + answered)
            return table._replace(remote=remote), ()
    return refuse(table, event, f"{event.move.uci()} is not legal in the position on the board")


def _is_in_question(table: Table) -> bool:
    """Whether it is open which move was made, or what was played while nobody heard the board."""
    return table.question is not None or table.open_gap is not None


def heed(table: Table) -> Table:
    """The same table, looking for the move from outside where it is due, and for any move else."""
    remote, position = table.remote, table.turn.position
    if (remote is None and position.only is None) or _is_in_question(table):
        return table
    if remote is not None and table.plies > remote.ply:
        table, remote = table._replace(remote=None), None
    due = remote.move if remote is not None and position.fen == remote.fen else None
    if position.only == due:
        return table
    return table._replace(turn=replay(position.confined(due), table.turn.trace))
