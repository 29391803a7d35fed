"""Captures that were taken for granted at a press, and that nobody had made.

Where a piece is off the board when the clock is pressed, and a victim stands in its way, the piece
is taken to stand on the square of the victim: that is what a capture without a gap looks like. So
does a piece that is still in the hand. If later as many pieces stand on the board as before the
move, nothing was captured, and the hand that put the last one down held it when the clock was
pressed. That press came without a move, and counts as any other that does (2023:6.2.4, 7.5.3).
"""

from typing import NamedTuple

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.observing import observe
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import Turn, begin
from touchmove.events import ClockPressed, Event, Lifted, is_word
from touchmove.game.clock import Side
from touchmove.game.displacing import settled
from touchmove.game.effects import AlertWithdrawn, Effect, MoveTakenBack
from touchmove.game.judging import without_move
from touchmove.game.pages import told_since
from touchmove.game.retelling import RECORDED, TOLD_BY_STORY
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
from touchmove.game.undoing import resume
from touchmove.units import Millis

_TOLD_OF_IT = TOLD_BY_STORY | {"ambiguous"}
"""What is told of a capture that was taken for granted, and of the touches that led to it."""


class _Taken(NamedTuple):
    """A capture that was taken for granted, on the record or in question."""

    page: Table
    """The table as it was when its turn began."""
    half: Side
    """The clock of its player just before the press."""
    pressed: Turn
    """The turn as it was at the press."""
    turn: Turn
    """The turn with everything that has been seen since, as if nothing had been captured."""


def is_unmade(table: Table) -> bool:
    """Whether the capture that the last press was taken for has turned out to be none."""
    if not table.alerts and table.question is None:
        return False  # nobody was told of such a capture, nor asked which it was
    if table.phase is not Phase.PLAYING or not _is_crowded(table):
        return False
    taken = _taken(table)
    return taken is not None and settled(taken.turn)


def is_put_down(table: Table, event: Event) -> bool:
    """Whether the piece that came down last has been released: a press, a word or a touch elsewhere
    says so before the time for it is over."""
    if isinstance(event, ClockPressed) or is_word(event):
        return True
    last = table.acts[-1] if table.acts else None
    return isinstance(event, Lifted) and isinstance(last, Edge) and last.square != event.square


def take_off(table: Table, at: Millis) -> Stepped:
    """The capture is on the record or in question no more; the press came without a move."""
    taken = _taken(table)
    assert taken is not None
    page, pressed_at = taken.page, table.clock.since
    color = page.position.turn
    kept = (a for a in told_since(table, page) if a.kind not in _TOLD_OF_IT)
    told = table._replace(**{field: getattr(page, field) for field in RECORDED})._replace(
        moves=page.moves,
        alerts=(*page.alerts, *kept),
        question=None,
        pages=table.pages if table.question is not None else table.pages[:-1],
        clock=table.clock.uncompleted(color, taken.half)._replace(running=color),
        started=True,
        turn=taken.pressed,
        occupied=taken.pressed.trace.occupied,
    )
    undone = table.moves[len(page.moves) :]
    effects: list[Effect] = [MoveTakenBack(at, entry.move) for entry in undone]
    effects += [AlertWithdrawn(at, a.kind, a.ply) for a in table.alerts if a not in told.alerts]
    told, more = without_move(told, color, pressed_at)
    told = told._replace(occupied=table.occupied, turn=taken.turn)
    if told.phase is Phase.RESTORING and taken.turn.in_sync:
        told, restored = resume(told._replace(turn=begin(told.position)), table.still_since)
        more += restored
    return told, (*effects, *more)


def _is_crowded(table: Table) -> bool:
    """Whether more pieces stand on the board than the capture would have left."""
    if table.question is not None:
        return table.occupied.bit_count() >= table.position.occupied.bit_count()
    return table.occupied.bit_count() > table.position.occupied.bit_count()


def _taken(table: Table) -> _Taken | None:
    """The capture that the last press was taken for, if that is what the table came of."""
    question, closed = table.question, table.closed
    if question is not None:
        asked = not question.lost and all(map(_captures, question.candidates))
        page, half = table.pages[-1], question.half if asked else None
    elif closed is not None and len(table.pages) > 1 and _is_told(table):
        page, half = table.pages[-2], closed.half
    else:
        return None
    if half is None or page.question is not None or page.position.turn == table.clock.running:
        return None
    turn, pressed = page.turn, None
    for act in table.acts[page.acted - (table.acted - len(table.acts)) :]:
        if isinstance(act, Edge):
            turn = observe(turn, act)
        elif act.at == table.clock.since:
            pressed = turn
    return None if pressed is None else _Taken(page, half, pressed, turn)


def _captures(footprint: Footprint) -> bool:
    """Whether the move leaves fewer pieces than there were."""
    return footprint.vacated.bit_count() > footprint.filled.bit_count()


def _is_told(table: Table) -> bool:
    """Whether the last move on the record is a capture that nobody saw, and the arbiter knows."""
    return any(a.kind == "silent_capture" and a.ply == table.plies for a in table.alerts)
