"""An illegal move that stands: the arbiter lets it, or it has been answered (2023:A.5.2).

In a rapid or blitz game with light supervision an illegal move is corrected only until the
opponent has made his next move; then it stands, and the game goes on. The board asks for the way
back as it does everywhere. If instead of that the opponent moves, and presses, on the position as
it is, he has answered: no penalty is due any more, and the record begins anew from what both have
made.

That is done only where nothing has to be guessed: the sensors have told which piece stands where
after the illegal move (`arbiter.unlawful`), and the answer is a legal move there. Else the way back
stays lit, and the arbiter says what holds.

Either way the move counts: it was completed by the press that was refused.
"""

from dataclasses import replace

from chess import Color

from touchmove.arbiter.closing import close
from touchmove.arbiter.given import fault_of
from touchmove.arbiter.observing import replay
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import trace_of
from touchmove.arbiter.turn import Turn
from touchmove.arbiter.unlawful import position_left
from touchmove.events import ClockPressed
from touchmove.game.pending import Unlawful
from touchmove.game.record import Refusal
from touchmove.game.standing import stand_at_position
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, player
from touchmove.units import Millis


def let_stand(table: Table, event: ClockPressed) -> Stepped:
    """The opponent of who made the illegal move has pressed: if he has answered it, it stands."""
    unlawful = table.unlawful
    turn = None if unlawful is None else _answered(table, unlawful)
    if unlawful is None or turn is None or turn.standing is None:
        return table, ()
    move = table.kind_of(turn.standing.footprint)
    position = turn.after_standing(move)
    if fault_of(position.fen, chess960=table.rules.chess960) is not None:
        return table, ()
    refusal = table.refusals[-1]
    why = f"{player(refusal.color)} made an illegal move, which was answered and stands (A.5.2)"
    table, effects = forgive(table, refusal, position, event.at, why)
    refusals = (*table.refusals[:-1], replace(refusal, given_ms=0))
    table = table._replace(refusals=refusals)
    if table.phase is Phase.PLAYING:  # what is in the air already belongs to the next move
        table = table._replace(turn=close(turn, move), displaced=False, following=False)
    return table, effects


def forgive(table: Table, told: Refusal, position: Position, at: Millis, why: str) -> Stepped:
    """The game goes on from `position`, to which the illegal move, and perhaps an answer, has led.

    It is not penalised, and like the answer it gets its increment and counts for its stage.
    """
    table = _completed(penalty_back(table, told, at), told.color)
    if position.turn == told.color:
        table = _completed(table, not told.color)
    return stand_at_position(table, position, at, why)


def penalty_back(table: Table, told: Refusal, at: Millis) -> Table:
    """What the opponent was given for the illegal move is taken from him again."""
    white_ms, black_ms = table.added_ms
    given = told.given_ms
    clock = table.clock.at(max(at, table.clock.since)).add(not told.color, -given)
    added = (white_ms, black_ms - given) if told.color else (white_ms - given, black_ms)
    return table._replace(clock=clock, added_ms=added)


def _completed(table: Table, color: Color) -> Table:
    """The clock, when `color` has completed a move; those that he never pressed count before it."""
    white, black = table.unpressed
    clock = table.clock.counted(color, white if color else black).completed(color)
    return table._replace(clock=clock, unpressed=(0, black) if color else (white, 0))


def _answered(table: Table, unlawful: Unlawful) -> Turn | None:
    """The turn of the answer, if a legal move of known kind stands in it alone."""
    edges = tuple(edge for edge in table.turn.trace.edges if edge.at > unlawful.at)
    turn = replay(unlawful.position, trace_of(table.occupied, edges))
    standing = turn.standing
    if standing is None or not turn.fits or standing.rivals or standing.airborne:
        return None
    if standing.footprint.promotes and table.named_for(standing.footprint) is None:
        return None
    return turn


def tolerated(table: Table, given_ms: int) -> Unlawful | None:
    """What an illegal move that has just been completed has made of the board, where it may stand.

    `given_ms` is what the opponent was given for it. Where a promoted piece is only assumed to be a
    queen, the position is not known.
    """
    if not table.rules.edition.answered_illegal_stands:
        return None
    if any(entry.assumed for entry in table.moves):
        return None
    position = position_left(table.position, table.turn.trace)
    return None if position is None else Unlawful(position, table.now, given_ms)
