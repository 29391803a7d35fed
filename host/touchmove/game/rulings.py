"""What the arbiter rules: absence, times, dead positions, wrong beginnings, accidents."""

from touchmove.arbiter.turn import begin
from touchmove.events import (
    AccidentRuled,
    ColorsReversedFound,
    DeadRuled,
    Defaulted,
    TimeChanged,
    TouchClaimed,
    TouchRuled,
    WrongStartFound,
)
from touchmove.game.completing import end, end_by_word
from touchmove.game.duties import has_touched
from touchmove.game.effects import MoveTakenBack
from touchmove.game.record import result_for
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert
from touchmove.units import Millis


def default(table: Table, event: Defaulted) -> Stepped:
    """Who did not appear loses (Laws 6.7); both may."""
    both = event.white and event.black
    return end(table, event.at, "0-0" if both else result_for(not event.white), "default")


def change_time(table: Table, event: TimeChanged) -> Stepped:
    """The arbiter changes a clock."""
    span_ms = event.seconds * 1000
    clock = table.clock.at(max(event.at, table.clock.since)).add(event.color, span_ms)
    white_ms, black_ms = table.added_ms
    added = (white_ms + span_ms, black_ms) if event.color else (white_ms, black_ms + span_ms)
    return table._replace(clock=clock, added_ms=added), ()


def excuse(table: Table, event: AccidentRuled) -> Stepped:
    """The touches of this turn so far were accidental."""
    return table._replace(excused=len(table.turn.trace.edges), bound=None), ()


def rule_dead(table: Table, event: DeadRuled) -> Stepped:
    """No series of legal moves can mate."""
    return end_by_word(table, event.at, "1/2-1/2", "dead position")


def annul(table: Table, event: WrongStartFound) -> Stepped:
    """The pieces were set up wrongly: a new game is played."""
    return end(table, event.at, "annulled", "bad start")


def note_reversed(table: Table, event: ColorsReversedFound) -> Stepped:
    """The colours were reversed: the arbiter decides, and play goes on meanwhile."""
    return alert(table, event.at, "reversed", "the players have each other's colours")


def claim_touch(table: Table, event: TouchClaimed) -> Stepped:
    """The opponent complains of the last move; in time only before he touches a piece (4.8)."""
    if has_touched(table):
        return alert(table, event.at, "late_claim", "the claimant has touched a piece")
    return _uphold(table, event.at)


def rule_touch(table: Table, event: TouchRuled) -> Stepped:
    """The arbiter steps in himself."""
    return _uphold(table, event.at)


def _uphold(table: Table, at: Millis) -> Stepped:
    """The move goes back, and what it broke binds its player. Nothing if it broke nothing."""
    closed = table.closed
    if closed is None or closed.broke is None:
        return table, ()
    undone = table.moves[-1]
    clock = table.clock.run(None, max(at, table.clock.since))
    table = table._replace(
        turn=begin(closed.position, table.occupied),
        moves=table.moves[:-1],
        clock=clock,
        phase=Phase.RESTORING,
        bound=closed.broke,
        closed=None,
        previous=None,
        press=None,
        question=None,
        refused=True,
    )
    return table, (MoveTakenBack(at, undone.move),)
