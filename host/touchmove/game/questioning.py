"""Questions: several moves explain the sensors, the players are asked, and something answers."""

from chess import Move

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.trace import trace_of
from touchmove.arbiter.turn import Turn, replay
from touchmove.game.completing import record, spent_ms
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


def answered_by(table: Table, question: Question, move: Move) -> Turn:
    """The turn after the question, if `move` was the answer: all that was seen since the move."""
    stood = question.turn.standing
    begun = () if stood is None else question.turn.trace.edges[stood.edge + 1 :]
    edges = (*begun, *question.since)
    return replay(table.position.after(move), trace_of(table.occupied, edges))


def answer(table: Table, question: Question, move: Move, evidence: str, following: Turn) -> Stepped:
    """The question is answered: it was `move`."""
    return record(
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
