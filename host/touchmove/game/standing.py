"""The game goes on from a position that its moves do not lead to.

A record is moves that follow from a start position. Such a position begins a new chapter of it: the
moves before are kept as they were played (`Table.earlier`), and the record, the counts of
repetitions and of quiet moves, and the PGN begin anew from there.
"""

from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import begin
from touchmove.game.completing import end
from touchmove.game.effects import Effect, PositionSet
from touchmove.game.endings import ends
from touchmove.game.record import Chapter
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
from touchmove.units import Millis


def stand_at_position(table: Table, position: Position, at: Millis, why: str) -> Stepped:
    """The game goes on from `position`, which its moves do not lead to; the record begins anew.

    `why` says for readers of the game what happened after the moves so far. The clock of the side
    to move runs. A position that ends the game by itself ends it.
    """
    chapter = Chapter(table.start, table.moves, why)
    clock = table.clock.run(position.turn, max(at, table.clock.since))
    table = table._replace(
        phase=Phase.PLAYING,
        start=position,
        turn=begin(position, table.occupied),
        clock=clock,
        moves=(),
        earlier=(*table.earlier, chapter),
        accounted_ms=clock.since,
        unpressed=(0, 0),
        named=(),
        press=None,
        question=None,
        previous=None,
        displaced=table.occupied != position.occupied,
        adjusting=None,
        excused=0,
        claim=None,
        closed=None,
        bound=None,
        unlawful=None,
    )
    effects: tuple[Effect, ...] = (PositionSet(at, position.fen),)
    ending = ends(position, table.rules.edition)
    if ending is None:
        return table, effects
    table, more = end(table, at, *ending)
    return table, effects + more
