"""What puts moves on the record, takes them off, and ends games.

Each function takes a table and returns the next one with the effects; `game.step` decides when.
"""

from dataclasses import replace

from chess import Color, Move

from touchmove.arbiter.closing import close, close_unwitnessed
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.turn import Turn, answering_trace
from touchmove.game.assumed import hold, is_assumed, still_named
from touchmove.game.clock import Side
from touchmove.game.duties import arrived_at, breach, chosen_again, in_words, not_yet_bound
from touchmove.game.effects import Effect, GameEnded, MoveCompleted
from touchmove.game.endings import JUDGED
from touchmove.game.making import grade, made_at
from touchmove.game.pages import with_previous
from touchmove.game.pending import Closed, Offer, Results
from touchmove.game.record import WITNESSED, Outcome, RecordedMove
from touchmove.game.remote import heed
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, player
from touchmove.units import Millis


def spent_ms(table: Table, color: Color, at: Millis) -> Millis:
    """How much of the time of `color` went by at `at` for the move that he is completing."""
    clock = table.clock
    if clock.running != color:
        return Millis(0)
    return Millis(max(0, at - max(clock.since, table.accounted_ms)))


def record(
    table: Table,
    turn: Turn,
    move: Move,
    *,
    made_at: Millis,
    clock_ms: Millis,
    spent: Millis,
    evidence: str,
    following: Turn,
    half: Side | None = None,
) -> Stepped:
    """Put `move` on the record; `following` is the turn that it leads to.

    `half` is the mover's half of the clock just before his press, if he has pressed.
    """
    entry = RecordedMove(
        move=move,
        san=turn.position.san(move),
        color=turn.position.turn,
        clock_ms=clock_ms,
        spent_ms=spent,
        evidence=grade(turn, move, evidence),
        at=made_at,
        assumed=move.promotion is not None and is_assumed(table, turn, move),
    )
    told = breach(table, turn, move)
    table = table._replace(
        turn=following,
        moves=(*table.moves, entry),
        named=still_named(table, move, turn.position.turn) if table.named else (),
        press=None,
        question=None,
        adjusting=None,
        excused=not_yet_bound(turn, following.trace.edges, made_at),
        closed=Closed(turn.position, None if told is None else told[1], half),
        offer=_unanswered(table, turn.position.turn),
        bound=None,
        previous=None,
    )
    effects: tuple[Effect, ...] = (MoveCompleted(made_at, move, entry.san, entry.evidence),)
    if told is not None:
        kind, due = told
        table, more = alert(table, made_at, kind, in_words(turn.position, move, due))
        effects += more
    if entry.assumed:
        table, more = alert(table, made_at, "promo_assumed", f"{entry.san}: a queen is assumed")
        effects += more
    again_at = chosen_again(table, turn, move)
    if again_at is not None:
        detail = f"{entry.san}: the piece on the square was exchanged once more"
        table, more = alert(table, again_at, "promo_changed", detail)
        effects += more
    return table, effects


def _unanswered(table: Table, color: Color) -> Offer | None:
    """The offer that is left when `color` has completed a move: that is an answer in every edition,
    unless the move was complete before the offer was made."""
    offer = table.offer
    if offer is None or offer.color == color:
        return offer
    completed_at = made_at(table)
    before = completed_at is not None and completed_at < offer.at
    return offer if before else None


def record_standing(table: Table, clock_read_at: Millis) -> Stepped:
    """Put the standing move on the record, with the mover's clock as it was at that moment."""
    turn = table.turn
    assert turn.standing is not None
    color = turn.position.turn
    move = table.kind_of(turn.standing.footprint)
    at = max(clock_read_at, table.clock.since)
    reading = table.clock.reading_ms(at)
    return record(
        table._replace(accounted_ms=at),
        turn,
        move,
        made_at=arrived_at(turn, turn.standing, table.adjusting),
        clock_ms=reading[0] if color else reading[1],
        spent=spent_ms(table, color, at),
        evidence=WITNESSED,
        following=close(turn, move),
    )


def complete_by_press(
    table: Table, footprint: Footprint, at: Millis, *, standing: bool, evidence: str
) -> Stepped:
    """The player on the move has pressed: his move is on the record, the other clock runs.

    `standing`: it is the turn's standing move; else what is on the board begins the next turn.
    """
    turn = table.turn
    color = turn.position.turn
    move = table.kind_of(footprint)
    made_at = at
    if standing and turn.standing is not None:
        made_at = min(arrived_at(turn, turn.standing, table.adjusting), at)
    ending = table.ending_of(footprint)
    if ending is not None and standing and turn.standing is not None:
        return complete_by_end(table, *ending)
    pressed_at = max(at, table.clock.since)
    spent = spent_ms(table, color, pressed_at)
    white, black = table.unpressed
    clock = table.clock.at(pressed_at).counted(color, white if color else black)
    half = clock.side(color)
    clock = clock.passed(color)
    after, effects = record(
        table._replace(
            clock=clock,
            started=True,
            phase=Phase.PLAYING,
            unpressed=(0, black) if color else (white, 0),
        ),
        turn,
        move,
        made_at=made_at,
        clock_ms=clock.side(color).left_ms,
        spent=spent,
        evidence=evidence,
        following=close(turn, move) if standing else close_unwitnessed(turn, move),
        half=half,
    )
    if table.rules.profile.takeback:
        after = with_previous(after, table, by_press=True)
    return _ended((after, effects), made_at, ending)


def _ended(stepped: Stepped, at: Millis, ending: tuple[str, str] | None) -> Stepped:
    """And the game is over, if the move that was completed ended it."""
    table, effects = stepped
    if ending is None:
        return table, effects
    table, more = end(table, at, *ending)
    return table, effects + more


def complete_by_reply(table: Table, replied_at: Millis | None = None) -> Stepped:
    """The reply is finished, so the move it answers is completed, pressed or not (2023:6.2.1.2).

    The clock that runs goes on running until its owner presses. The time of the move is the
    mover's at the reply's first lift: `replied_at`, if the turn has not seen it.
    """
    assert table.turn.standing is not None
    color = table.position.turn
    made_at = arrived_at(table.turn, table.turn.standing, table.adjusting)
    if replied_at is None:
        answer = answering_trace(table.turn)
        replied_at = answer.edges[0].at if answer.edges else table.now
    table, effects = record_standing(table, replied_at)
    if table.rules.profile.dwell_completes:
        return _pass_the_clock(table, color, max(replied_at, made_at)), effects
    white, black = table.unpressed
    table = table._replace(unpressed=(white + 1, black) if color else (white, black + 1))
    if table.clock.running == (not color):
        return table, effects  # his own clock is not running: he cannot press
    detail = f"{player(color)} has not pressed after {table.moves[-1].san}"
    table, more = alert(table, table.now, "missed_press", detail)
    return table, effects + more


def press_late(table: Table, color: Color, at: Millis) -> Table:
    """The opponent has answered already; only now does the mover's time stop (2023:6.2.2)."""
    white, black = table.unpressed
    late = max(0, at - max(table.clock.since, table.accounted_ms))
    before = table.clock.at(at).counted(color, max((white if color else black) - 1, 0))
    clock = before.passed(color)
    table = table._replace(clock=clock, unpressed=(0, black) if color else (white, 0))
    numbers = [n for n, entry in enumerate(table.moves) if entry.color == color]
    if not numbers:
        return table  # his move stands before a position that was set since
    number = numbers[-1]
    entry = table.moves[number]
    spent = Millis(entry.spent_ms + late)
    entry = entry._replace(clock_ms=clock.side(color).left_ms, spent_ms=spent)
    closed = table.closed
    if closed is not None and number == len(table.moves) - 1:
        closed = replace(closed, half=before.side(color))
    moves = (*table.moves[:number], entry, *table.moves[number + 1 :])
    return table._replace(moves=moves, closed=closed)


def complete_as_pressed(table: Table) -> Stepped:
    """The standing move counts as pressed already: the move before it was still in question when
    it was, or the edition needs no press."""
    return record_standing(table, table.now)


def complete_by_dwell(table: Table) -> Stepped:
    """Without a clock: the move has stood, or the opponent has touched a piece of his own.

    It stays revisable: a piece that travels on revises it.
    """
    turn = table.turn
    assert turn.standing is not None
    since = arrived_at(turn, turn.standing, table.adjusting)
    ending = table.ending_of(turn.standing.footprint)
    after, effects = record_standing(table, since)
    after = _pass_the_clock(with_previous(after, table, by_press=False), turn.position.turn, since)
    return _ended((after, effects), since, ending)


def _pass_the_clock(table: Table, color: Color, at: Millis) -> Table:
    """Without presses the clocks change hands when the move was made."""
    if not table.started:
        return table
    at = max(at, table.clock.since)
    clock = table.clock.at(at)
    closed = None if table.closed is None else replace(table.closed, half=clock.side(color))
    return table._replace(clock=clock.passed(color), closed=closed)


def complete_by_end(table: Table, result: str, termination: str) -> Stepped:
    """The standing move ends the game when it is released; time used after that does not count."""
    assert table.turn.standing is not None
    made_at = arrived_at(table.turn, table.turn.standing, table.adjusting)
    at = max(made_at, table.clock.since)
    after, effects = record_standing(table, at)
    if table.rules.profile.takeback:
        after = with_previous(after, table, by_press=False)
    return _ended((after, effects), at, (result, termination))


def end_by_word(table: Table, at: Millis, result: str, termination: str) -> Stepped:
    """A person ends the game: a move that is made, and its reply, go on the record if it is on."""
    effects: tuple[Effect, ...] = ()
    while table.outcome is None and table.pending is not None:
        table, more = record_standing(table, at)
        table = heed(table)
        effects += more
    return _ended((table, effects), at, (result, termination))


def end(table: Table, at: Millis, result: str, termination: str) -> Stepped:
    """The game has a result; the clocks stop as of `at`."""
    if table.results is Results.HELD and termination in JUDGED:
        return hold(table, at, result)
    clock = table.clock.run(None, max(at, table.clock.since))
    table = table._replace(
        phase=Phase.OVER,
        outcome=Outcome(result, termination, at),
        clock=clock,
        press=None,
        question=None,
        displaced=False,
    )
    return table, (GameEnded(at, result, termination),)
