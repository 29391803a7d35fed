"""What the arbiter rules: absence, times, dead positions, wrong beginnings, accidents."""

from dataclasses import replace

from chess import QUEEN

from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import begin
from touchmove.events import (
    AccidentRuled,
    ColorsReversedFound,
    DeadRuled,
    Defaulted,
    FlagSeen,
    LeftUnpromoted,
    MoveReplaced,
    PromotionNamed,
    TakebackAgreed,
    TimeChanged,
    TouchClaimed,
    TouchRuled,
    WrongStartFound,
)
from touchmove.game.completing import complete_as_pressed, end, end_by_word
from touchmove.game.duties import breach, has_touched
from touchmove.game.effects import MoveRevised, MoveTakenBack
from touchmove.game.endings import flagged
from touchmove.game.making import made
from touchmove.game.record import ENTERED, result_for
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert
from touchmove.game.undoing import count_illegal
from touchmove.game.words import name_promotion
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
    """The pieces were set up wrongly: a new game is played (Laws 7.2.1). In light supervision it
    can be claimed only until ten moves have been made by each (A.5.1.2)."""
    moves = table.rules.edition.start_stands_after
    if moves is not None and moves_by_each(table) >= moves:
        return alert(table, event.at, "late_claim", f"{moves} moves have been made by each player")
    return end(table, event.at, "annulled", "bad start")


def find_reversed(table: Table, event: ColorsReversedFound) -> Stepped:
    """The colours were reversed: early in the game a new one is played, where the edition says so
    (Laws 7.3); else the arbiter decides, and play goes on meanwhile."""
    before = table.rules.edition.reversed_annuls_before
    if before is not None and moves_by_each(table) < before:
        return end(table, event.at, "annulled", "reversed colours")
    return alert(table, event.at, "reversed", "the players have each other's colours")


def moves_by_each(table: Table) -> int:
    """How many moves both players have made since the game began."""
    return table.shown.ply // 2


def claim_touch(table: Table, event: TouchClaimed) -> Stepped:
    """The opponent complains of the last move; in time only before he touches a piece (4.8)."""
    if has_touched(table):
        return alert(table, event.at, "late_claim", "the claimant has touched a piece")
    return _uphold_last(table, event.at)


def rule_touch(table: Table, event: TouchRuled) -> Stepped:
    """The arbiter steps in himself."""
    return _uphold_last(table, event.at)


def _uphold_last(table: Table, at: Millis) -> Stepped:
    """What the last completed move broke; in the oldest rules that may be one just made (N90:7.4).

    Such a move goes on the record only to come off it again.
    """
    move = made(table)
    if move is None:
        return _uphold(table, at)
    if breach(table, table.turn, move) is None:
        return table, ()
    table, effects = complete_as_pressed(table)
    table, more = _uphold(table, at)
    return table, effects + more


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


def see_flag(table: Table, event: FlagSeen) -> Stepped:
    """A flag seen down loses, or draws where nobody can mate; both, as the edition says."""
    if event.white != event.black:
        return end(table, event.at, flagged(table.shown, event.white, table.rules.edition), "flag")
    table, effects = alert(table, event.at, "both_flags", "nobody knows which flag fell first")
    last = len(table.clock.white.stages) <= 1 and len(table.clock.black.stages) <= 1
    if not (last and table.rules.edition.both_flags_draw):
        return table, effects
    table, more = end(table, event.at, "1/2-1/2", "flag")
    return table, effects + more


def count_unpromoted(table: Table, event: LeftUnpromoted) -> Stepped:
    """The pawn becomes a queen, and it was an illegal move where the edition says so (7.5.2)."""
    if not table.moves or table.moves[-1].move.promotion is None:
        return table, ()
    color = table.moves[-1].color
    table, effects = name_promotion(table, PromotionNamed(event.at, QUEEN))
    if table.phase is Phase.OVER or not table.rules.edition.unpromoted_is_illegal:
        return table, effects
    table, more = count_illegal(table, color, event.at)
    return table, effects + more


def replace_move(table: Table, event: MoveReplaced) -> Stepped:
    """Another move in place of the last one; the board is asked to follow. Not if it is illegal."""
    closed = table.closed
    if closed is None or not table.moves or not closed.position.is_legal(event.move):
        return table, ()
    san = closed.position.san(event.move)
    entry = replace(
        table.moves[-1], move=event.move, san=san, evidence=ENTERED, assumed=False, at=event.at
    )
    number = len(table.moves) - 1
    table = table._replace(moves=(*table.moves[:-1], entry))
    table = _stand_at(table, closed.position.after(event.move))
    return table, (MoveRevised(event.at, number, event.move, san),)


def take_back(table: Table, event: TakebackAgreed) -> Stepped:
    """Half-moves are taken back by agreement, where the profile knows take-backs."""
    if not table.rules.profile.takeback or event.plies > len(table.moves):
        return table, ()
    undone = table.moves[len(table.moves) - event.plies :]
    kept = table.moves[: len(table.moves) - event.plies]
    position = table.start
    for entry in kept:
        position = position.after(entry.move)
    at = max(event.at, table.clock.since)
    running = position.turn if table.clock.running is not None else None
    table = table._replace(moves=kept, clock=table.clock.run(running, at), closed=None)
    table = _stand_at(table, position)
    return table, tuple(MoveTakenBack(event.at, entry.move) for entry in reversed(undone))


def _stand_at(table: Table, position: Position) -> Table:
    """The game goes on from `position`, and the board is asked to show it."""
    return table._replace(
        turn=begin(position, table.occupied),
        displaced=table.occupied != position.occupied,
        previous=None,
        press=None,
        question=None,
        bound=None,
        excused=0,
    )
