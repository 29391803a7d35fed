"""An illegal move that has been answered, where it stands then (2023:A.5.2).

In a rapid or blitz game with light supervision an illegal move is corrected only until the
opponent has made his next move; then it stands, and the game goes on. The board asks for the way
back as it does everywhere. If instead of that the opponent moves, and presses, on the position as
it is, he has answered: no penalty is due any more, and the record begins anew from what both have
made.

That is done only where nothing has to be guessed: the sensors have told which piece stands where
after the illegal move (`arbiter.unlawful`), and the answer is a legal move there. Else the way back
stays lit, and the arbiter says what holds.
"""

from dataclasses import replace

from touchmove.arbiter.closing import close
from touchmove.arbiter.given import fault_of
from touchmove.arbiter.observing import replay
from touchmove.arbiter.trace import trace_of
from touchmove.arbiter.turn import Turn
from touchmove.arbiter.unlawful import position_left
from touchmove.events import ClockPressed
from touchmove.game.pending import Unlawful
from touchmove.game.standing import stand_at_position
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, player


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
    offender, answerer = table.position.turn, event.color
    white_ms, black_ms = table.added_ms
    given = unlawful.given_ms
    clock = table.clock.at(max(event.at, table.clock.since)).add(answerer, -given)
    table = table._replace(
        clock=clock.completed(offender).completed(answerer),
        added_ms=(white_ms, black_ms - given) if offender else (white_ms - given, black_ms),
        refusals=(*table.refusals[:-1], replace(table.refusals[-1], given_ms=0)),
    )
    why = f"{player(offender)} made an illegal move, which was answered and stands (A.5.2)"
    table, effects = stand_at_position(table, position, event.at, why)
    if table.phase is Phase.PLAYING:  # what is in the air already belongs to the next move
        table = table._replace(turn=close(turn, move), displaced=False, following=False)
    return table, effects


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
