"""What takes moves off the board again: illegal moves, restorations, take-backs."""

from dataclasses import replace

from chess import Bitboard, Color

from touchmove.arbiter.laws import Obligation
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import begin
from touchmove.game.completing import end_by_word
from touchmove.game.duties import bound_by
from touchmove.game.effects import BoardRestored, Effect, GameResumed, IllegalMove, MoveTakenBack
from touchmove.game.pending import Previous
from touchmove.game.record import Refusal, result_for
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
from touchmove.units import Millis


def refuse_illegal(table: Table, at: Millis) -> Stepped:
    """An illegal move is completed (Laws 7.5): counted, penalised, and the way back asked for."""
    bound = bound_by(table, at)
    table = table._replace(
        clock=table.clock.run(None, max(at, table.clock.since)),
        started=True,
        phase=Phase.RESTORING,
        press=None,
        question=None,
        refused=True,
    )
    table, effects = count_illegal(table, table.position.turn, at)
    return table._replace(bound=bound), effects


MAX_REFUSALS = 16
"""Illegal moves that can be ruled on: no edition lets a player complete more than a few."""


def count_illegal(table: Table, color: Color, at: Millis) -> Stepped:
    """An illegal move of `color` is counted and penalised; as many as the edition names lose."""
    edition = table.rules.edition
    count = table.illegal[0 if color else 1] + 1
    illegal = (count, table.illegal[1]) if color else (table.illegal[0], count)
    loses = edition.illegal_moves_lose is not None and count >= edition.illegal_moves_lose
    given = 0 if loses else table.rules.illegal_penalty_ms
    white_ms, black_ms = table.added_ms
    refusal = Refusal(color, at, table.plies, given, table.bound)
    table = table._replace(
        refusals=(*table.refusals, refusal)[-MAX_REFUSALS:],
        illegal=illegal,
        added_ms=(white_ms, black_ms + given) if color else (white_ms + given, black_ms),
        clock=table.clock.add(not color, given),
    )
    effects: tuple[Effect, ...] = (IllegalMove(at, color, count),)
    if not loses:
        return table, effects
    winner = not color if table.position.can_mate(not color) else None
    table, more = end_by_word(table, at, result_for(winner), "illegal moves")
    return table, effects + more


def put_back(table: Table, at: Millis, before: Position, bound: Obligation | None) -> Stepped:
    """The last move comes off the record, and the board is asked to show the position before it.

    `bound` is what its player must do instead. The clocks stop until the board has followed.
    """
    undone = table.moves[-1]
    table = _uncompleted(table, undone.color, max(at, table.clock.since))
    table = table._replace(
        turn=begin(before, table.occupied),
        moves=table.moves[:-1],
        phase=Phase.RESTORING,
        bound=bound,
        unlawful=None,
        closed=None,
        previous=None,
        press=None,
        question=None,
        refused=True,
    )
    effects: tuple[Effect, ...] = (MoveTakenBack(at, undone.move),)
    if table.occupied != before.occupied:
        return table, effects
    table, more = resume(table, at)
    return table, effects + more


def _uncompleted(table: Table, color: Color, at: Millis) -> Table:
    """The clocks stop, and the last move counts neither for its stage nor as one without a press.

    What it gave goes back, and its turn of the clock goes on.
    """
    clock, half = table.clock.run(None, at), None if table.closed is None else table.closed.half
    if half is not None:
        return table._replace(clock=clock.uncompleted(color, half))
    white, black = table.unpressed
    unpressed = (max(0, white - 1), black) if color else (white, max(0, black - 1))
    return table._replace(clock=clock, unpressed=unpressed)


def resume(table: Table, at: Millis) -> Stepped:
    """Play goes on after a restoration, on the offender's time."""
    clock = table.clock.run(table.position.turn, max(at, table.clock.since))
    table = table._replace(phase=Phase.PLAYING, clock=clock, unlawful=None)
    return table, (BoardRestored(at),)


def taken_back(table: Table) -> int:
    """How many of the last moves the board shows taken back: it stands as it did before them."""
    count, previous = 1, table.previous
    while previous is not None:
        if previous.turn.position.occupied == table.occupied:
            return count
        count, previous = count + 1, previous.earlier
    return 0


def take_back(table: Table, at: Millis) -> Stepped:
    """An earlier position was restored, where the profile lets that undo the moves after it, and
    the end of the game with them."""
    effects: tuple[Effect, ...] = ()
    if table.outcome is not None:
        table, effects = going_on(table, at), (GameResumed(at),)
    for _ in range(taken_back(table)):
        table, more = _take_one_back(table, at)
        effects += more
    return table, effects


def going_on(table: Table, at: Millis) -> Table:
    """The game has no result any more; the side to move has the time, if clocks were started."""
    running = table.position.turn if table.started else None
    return table._replace(
        phase=Phase.PLAYING,
        outcome=None,
        unlawful=None,
        clock=table.clock.run(running, max(at, table.clock.since)),
        accounted_ms=at,
    )


def _take_one_back(table: Table, at: Millis) -> Stepped:
    previous = table.previous
    assert previous is not None
    undone = table.moves[-1]
    clock = previous.clock
    color = previous.turn.position.turn
    clock = clock.run(color if table.clock.running is not None else None, clock.since)
    table = table._replace(
        turn=begin(previous.turn.position, table.occupied),
        clock=clock._replace(since=at),
        moves=table.moves[:-1],
        previous=_watched_again(previous.earlier, table.occupied),
        closed=None,
        press=None,
        named=(),
    )
    return table, (MoveTakenBack(at, undone.move),)


def _watched_again(previous: Previous | None, occupied: Bitboard) -> Previous | None:
    """An earlier turn, as the board shows it now."""
    if previous is None:
        return None
    return replace(previous, turn=begin(previous.turn.position, occupied), restored=False)
