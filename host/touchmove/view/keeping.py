"""What the board keeps for the time without its host, as a function of the table.

The clock is that of the game. A set-up is kept from the moment at which a game waits to begin until
its clock runs: the same lamps that the host shows (`view.lamps`), in the board's own squares.
"""

from chess import Bitboard

from touchmove.arbiter.orientation import turned
from touchmove.game.keeping import kept_clock
from touchmove.game.table import Table
from touchmove.units import Millis
from touchmove.view.lamps import home, waits_to_begin
from touchmove.wire.known import Keeping
from touchmove.wire.messages import Setup


def keeping(table: Table, not_before: Millis) -> Keeping:
    """What the board is to keep; the clock as of a moment that is not before this one."""
    clock = kept_clock(table, not_before)
    return Keeping(clock, table.rules.time_control, setup(table))


def setup(table: Table) -> Setup:
    """The set-up that the game waits for; none once it has begun."""
    if not waits_to_begin(table):
        return Setup()
    corners, rank = home(table)
    boards = (table.start.occupied, corners, rank)
    return Setup(*(_of_board(table, squares) for squares in boards))


def _of_board(table: Table, squares: Bitboard) -> Bitboard:
    return turned(squares) if table.turned else squares
