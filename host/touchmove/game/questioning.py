"""Questions: several moves explain the sensors, the players are asked, and something answers."""

from chess import BB_SQUARES, Move, Square, scan_forward

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.observing import replay
from touchmove.arbiter.trace import Edge, trace_of
from touchmove.arbiter.turn import Turn, lifted_early
from touchmove.game.completing import end, record, spent_ms
from touchmove.game.pending import Question
from touchmove.game.table import Table
from touchmove.game.telling import Stepped, alert
from touchmove.units import Millis


def ask(table: Table, candidates: tuple[Footprint, ...], at: Millis) -> Stepped:
    """The move is made, the clock is pressed, and which move it was has to be asked."""
    color = table.position.turn
    before = table.clock.at(max(at, table.clock.since))
    clock = before.completed(color).run(not color, before.since)
    names = " or ".join(table.position.san(f.move) for f in candidates)
    question = Question(
        table.turn,
        candidates,
        pressed_at=at,
        clock_ms=clock.side(color).left_ms,
        spent_ms=spent_ms(table, color, clock.since),
        half=before.side(color),
    )
    table = table._replace(clock=clock, started=True, question=question, press=None)
    return alert(table, at, "ambiguous", f"{names}: the sensors fit each of them")


def answered_by(
    table: Table, question: Question, move: Move, shown_on: Square | None = None
) -> Turn:
    """The turn after the question, if `move` was the answer: all that was seen since the move.

    `shown_on`: the square on which a piece was lifted and put back to say so. The board has asked
    for these touches, so they are nobody's.
    """
    since = tuple(edge for edge in question.since if edge.square != shown_on)
    edges = (*_begun(question.turn, move), *since)
    return replay(table.position.after(move), trace_of(table.occupied, edges))


def _begun(turn: Turn, move: Move) -> tuple[Edge, ...]:
    """What had been seen of the reply when it was asked whether `move` was made in `turn`."""
    edges, position = turn.trace.edges, turn.position
    if turn.standing is not None:
        return (*lifted_early(turn), *edges[turn.standing.edge + 1 :])
    away = position.pieces(not position.turn) & ~turn.trace.occupied & turn.trace.emptied
    squares = next((f.squares for f in position.footprints() if move in f.moves), 0)
    lifts = [turn.trace.last_lift(square) for square in scan_forward(away & ~squares)]
    first = min(lifts, default=len(edges))
    return tuple(edge for edge in edges[first:] if not squares & BB_SQUARES[edge.square])


def nothing_in_hand(table: Table, move: Move) -> bool:
    """Whether as many pieces stand on the board as `move` leaves."""
    after = table.position.after(move).occupied
    return table.occupied.bit_count() == after.bit_count()


def answer(table: Table, question: Question, move: Move, evidence: str, following: Turn) -> Stepped:
    """The question is answered: it was `move`. If that ends the game, it ended with the press."""
    footprint = next(f for f in table.position.footprints() if move in f.moves)
    ending = table.ending_of(footprint)
    table, effects = record(
        table,
        question.turn,
        move,
        made_at=question.pressed_at,
        clock_ms=question.clock_ms,
        spent=question.spent_ms,
        evidence=evidence,
        following=following,
        half=question.half,
    )
    if ending is None:
        return table, effects
    table, more = end(table, question.pressed_at, *ending)
    return table, effects + more
