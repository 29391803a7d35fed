"""What puts moves on the record, takes them off, and ends games.

Each function takes a table and returns the next one with the effects; `game.step` decides when.
"""

from dataclasses import replace

from chess import Color, Move

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.turn import Turn, answering_trace, close, close_unwitnessed
from touchmove.game.clock import ChessClock
from touchmove.game.effects import (
    Effect,
    GameEnded,
    MoveCompleted,
)
from touchmove.game.endings import ends_after
from touchmove.game.record import INFERRED, WITNESSED, Outcome, RecordedMove
from touchmove.game.table import Phase, Previous, Table
from touchmove.game.telling import Stepped, alert
from touchmove.units import Millis


def spent_ms(table: Table, clock: ChessClock, color: Color, at: Millis) -> Millis:
    """How long the time of `color` has been passing at `at`, since its clock was started."""
    return Millis(at - clock.since) if clock.running == color else Millis(0)


def record(
    table: Table,
    turn: Turn,
    move: Move,
    *,
    at: Millis,
    clock_ms: Millis,
    spent: Millis,
    evidence: str,
    following: Turn,
) -> Stepped:
    """Put `move` on the record; `following` is the turn that it leads to."""
    position = turn.position
    gapped = evidence == WITNESSED and turn.trace.gapped
    entry = RecordedMove(
        move=move,
        san=position.san(move),
        color=position.turn,
        clock_ms=clock_ms,
        spent_ms=spent,
        evidence=INFERRED if gapped else evidence,
        at=at,
    )
    assumed = move.promotion is not None and table.promotion is None
    table = replace(
        table,
        turn=following,
        moves=(*table.moves, entry),
        promotion=None,
        press=None,
        question=None,
        adjusting=False,
    )
    effects: tuple[Effect, ...] = (MoveCompleted(at, move, entry.san, entry.evidence),)
    if assumed:
        table, more = alert(table, at, "promo_assumed", f"{entry.san}: a queen is assumed")
        effects += more
    return table, effects


def moment(turn: Turn, otherwise: Millis) -> Millis:
    """When the standing move was made."""
    return turn.standing.since if turn.standing is not None else otherwise


def complete_by_press(
    table: Table,
    footprint: Footprint,
    at: Millis,
    *,
    standing: bool = True,
    evidence: str = WITNESSED,
) -> Stepped:
    """The player on the move has pressed: his move is on the record, the other clock runs."""
    color = table.position.turn
    turn = table.turn
    move = table.kind_of(footprint)
    named = None if footprint.promotes and table.promotion is None else move
    made_at = min(moment(turn, at), at) if standing else at
    ending = ends_after(turn.position, footprint, named, table.rules.edition)
    before = table.clock
    spent = spent_ms(table, before, color, at)
    clock = before.at(max(at, before.since)).completed(color)
    clock = clock.run(not color, clock.since)
    following = close(turn, move) if standing else close_unwitnessed(turn, move)
    table = replace(
        table,
        clock=clock,
        started=True,
        phase=Phase.PLAYING,
        previous=Previous(turn, before, by_press=True),
    )
    table, effects = record(
        table,
        turn,
        move,
        at=made_at,
        clock_ms=clock.side(color).left_ms,
        spent=spent,
        evidence=evidence,
        following=following,
    )
    if ending is None:
        return table, effects
    table, more = end(table, made_at, *ending)
    return table, effects + more


def complete_by_reply(table: Table) -> Stepped:
    """The reply is finished, so the move it answers is completed, pressed or not (2023:6.2.1.2).

    The clock that runs goes on running until its owner presses. The time of the move is the
    mover's at the reply's first lift.
    """
    turn = table.turn
    assert turn.standing is not None
    color = turn.position.turn
    answer = answering_trace(turn)
    replied_at = answer.edges[0].at if answer.edges else table.now
    move = table.kind_of(turn.standing.footprint)
    reading = table.clock.reading_ms(max(replied_at, table.clock.since))
    table, effects = record(
        table,
        turn,
        move,
        at=turn.standing.since,
        clock_ms=reading[0] if color else reading[1],
        spent=spent_ms(table, table.clock, color, max(replied_at, table.clock.since)),
        evidence=WITNESSED,
        following=close(turn, move),
    )
    table = replace(table, previous=None)
    if table.rules.profile.dwell_completes:
        return _pass_the_clock(table, color, replied_at), effects
    player = "White" if color else "Black"
    table, more = alert(
        table, table.now, "missed_press", f"{player} has not pressed after {table.moves[-1].san}"
    )
    return table, effects + more


def complete_by_dwell(table: Table) -> Stepped:
    """Without a clock: the move has stood, or the opponent has touched a piece of his own.

    It stays revisable: a piece that travels on revises it.
    """
    turn = table.turn
    assert turn.standing is not None
    color = turn.position.turn
    footprint = turn.standing.footprint
    move = table.kind_of(footprint)
    named = None if footprint.promotes and table.promotion is None else move
    ending = ends_after(turn.position, footprint, named, table.rules.edition)
    since = turn.standing.since
    before = table.clock
    reading = before.reading_ms(max(since, before.since))
    table, effects = record(
        table,
        turn,
        move,
        at=since,
        clock_ms=reading[0] if color else reading[1],
        spent=spent_ms(table, before, color, max(since, before.since)),
        evidence=WITNESSED,
        following=close(turn, move),
    )
    table = replace(table, previous=Previous(turn, before, by_press=False))
    table = _pass_the_clock(table, color, since)
    if ending is None:
        return table, effects
    table, more = end(table, since, *ending)
    return table, effects + more


def _pass_the_clock(table: Table, color: Color, at: Millis) -> Table:
    """Without presses the clocks change hands when the move was made."""
    if not table.started:
        return table
    clock = table.clock.at(max(at, table.clock.since)).completed(color)
    return replace(table, clock=clock.run(not color, clock.since))


def end(table: Table, at: Millis, result: str, termination: str) -> Stepped:
    """The game has a result; the clocks stop as of `at`."""
    clock = table.clock.run(None, max(at, table.clock.since))
    table = replace(
        table,
        phase=Phase.OVER,
        outcome=Outcome(result, termination, at),
        clock=clock,
        press=None,
        question=None,
        displaced=False,
    )
    return table, (GameEnded(at, result, termination),)


def complete_by_end(table: Table, result: str, termination: str) -> Stepped:
    """The standing move ends the game when it is released; time used after that does not count."""
    turn = table.turn
    assert turn.standing is not None
    at = max(turn.standing.since, table.clock.since)
    color = turn.position.turn
    move = table.kind_of(turn.standing.footprint)
    reading = table.clock.reading_ms(at)
    table, effects = record(
        table,
        turn,
        move,
        at=turn.standing.since,
        clock_ms=reading[0] if color else reading[1],
        spent=spent_ms(table, table.clock, color, at),
        evidence=WITNESSED,
        following=close(turn, move),
    )
    table, more = end(table, at, result, termination)
    return table, effects + more


def end_by_word(table: Table, at: Millis, result: str, termination: str) -> Stepped:
    """A person ends the game: a move that is made goes on the record with it."""
    effects: tuple[Effect, ...] = ()
    if table.pending is not None:
        turn, move = table.turn, table.pending
        assert turn.standing is not None
        color = turn.position.turn
        reading = table.clock.reading_ms(at)
        table, effects = record(
            table,
            turn,
            move,
            at=turn.standing.since,
            clock_ms=reading[0] if color else reading[1],
            spent=spent_ms(table, table.clock, color, at),
            evidence=WITNESSED,
            following=close(turn, move),
        )
    table, more = end(table, at, result, termination)
    return table, effects + more
