"""What the table does when the board is heard again and shows what nobody saw being played.

Until that is explained the gap is open: touches are kept and not judged, and no flag falls, because
nobody knows whose time it was. It is looked at when the board has rested, when a clock is pressed
and before a word. One line that explains the board is recorded as `inferred`, and the arbiter is
told. Between several lines the players are asked, as for a capture that nobody saw. If no line is
short enough, the board is asked to show the game again.

A piece may be in the hand while the board is heard again. A capture leaves no square but the one it
came from, and so does a piece that was lifted: such a line is believed only when nothing has landed
for `HELD_MS`, or when the opponent has touched a piece, or a clock was pressed.
"""

from dataclasses import replace

from chess import BB_SQUARES

from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import begin
from touchmove.events import BoardSeen, ClockPressed
from touchmove.game import displacing, pressing
from touchmove.game.asking import ask, only_in_order, picked
from touchmove.game.effects import Effect
from touchmove.game.explaining import (
    Explanation,
    answering,
    as_before,
    explanations,
    is_as_before,
    last_footprint,
    left_to_the_press,
    unchanged,
)
from touchmove.game.inferring import follow, in_words, run_for_the_side_to_move
from touchmove.game.pending import Gap
from touchmove.game.record import CHOSEN, INFERRED
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, player, squares_in_words
from touchmove.units import Millis

HELD_MS = 5_000
"""A piece that has not landed for so long after the board is heard again is no longer taken to be
in the hand. Players think before they lift; who holds a piece for longer is told as `displaced`."""

MAX_EDGES = 256
"""Edges that are remembered while a gap is open; a ply has some ten."""


def lose(table: Table, at: Millis) -> Table:
    """The board cannot be heard from now on. A gap that is still open goes on."""
    if table.phase not in (Phase.PLAYING, Phase.PAUSED):
        return table
    begun = table.open_gap
    if begun is None:
        return table._replace(gap=Gap(at))
    return table._replace(gap=Gap(begun.lost_at, lost=begun.lost, earlier=begun))


def closed(table: Table) -> Table:
    """The table without its gap: a word has said how the game stands, or the board has not changed.

    While it was not known whose move it was, the clocks followed the presses.
    """
    gap = table.gap
    if gap is None:
        return table
    table = table._replace(gap=None)
    if table.phase is not Phase.PLAYING:
        return table
    return run_for_the_side_to_move(table) if gap.lost or gap.asked else table


def flags_may_fall(table: Table) -> bool:
    """Whether it is known whose time passes: not while the board cannot be heard, nor while it is
    open what was played."""
    gap = table.gap
    if gap is None or not table.linked:
        return table.linked
    return table.open_gap is None or bool(gap.asked)


def see_board(table: Table, event: BoardSeen) -> Stepped | None:
    """The whole occupancy, heard for the first time after a gap; None where it explains itself.

    Where the board has yet to follow what a person said, nobody has played.
    """
    gap = table.gap
    if gap is None or table.phase is not Phase.PLAYING or table.following:
        return None
    if table.open_gap is not None:
        return _restate(table, gap, event)
    earlier = gap.earlier
    if earlier is not None and earlier.turn is table.turn:
        if event.occupied == earlier.occupied:
            return table._replace(gap=replace(earlier, weighed=0), still_since=event.at), ()
        if earlier.clock is not None and not earlier.lost:
            table = table._replace(clock=earlier.clock, started=earlier.started)
    known = table.turn.trace.occupied
    colors = (table.shown.pieces(True) & event.occupied, None)
    same = event.occupied == known and event.white in colors
    if gap.heard is not None or same or table.question is not None:
        return None
    gap = replace(
        gap,
        heard=event.occupied,
        white=event.white,
        heard_at=event.at,
        turn=table.turn,
    )
    return table._replace(gap=gap, occupied=event.occupied, still_since=event.at), ()


def _restate(table: Table, gap: Gap, event: BoardSeen) -> Stepped:
    """Another snapshot while the gap is open: where it differs, edges were missed again."""
    missed = event.occupied ^ gap.occupied
    effects: tuple[Effect, ...] = ()
    for square in range(64):
        if missed & BB_SQUARES[square]:
            filled = bool(event.occupied & BB_SQUARES[square])
            table, more = see(table, Edge(event.at, square, filled, seen=False))
            effects += more
    return table, effects


def see(table: Table, edge: Edge) -> Stepped:
    """One more edge while the gap is open."""
    gap = table.open_gap
    assert gap is not None
    kept, dropped = gap.edges, 0
    if len(kept) >= MAX_EDGES:
        dropped = 1
    shown = replace(gap, edges=kept[:dropped]).occupied
    gap = replace(gap, heard=shown, edges=(*kept[dropped:], edge), weighed=0)
    table = table._replace(gap=gap, occupied=gap.occupied, still_since=edge.at)
    chosen = picked(table, gap) if gap.asked else None
    return (table, ()) if chosen is None else follow(table, gap, chosen, CHOSEN)


# ------------------------------------------------------------------ when it is looked at
def rests_at(table: Table) -> Millis | None:
    """When the board will have rested for so long that it is looked at again."""
    gap = table.open_gap
    if gap is None or gap.weighed > 1:
        return None
    rest = HELD_MS if gap.weighed else table.rules.settle_ms
    return Millis(table.still_since + rest)


def rest(table: Table) -> Stepped:
    """The board has rested: what it shows is explained, asked for, or waited with once more."""
    gap = table.open_gap
    assert gap is not None
    gap = replace(gap, weighed=gap.weighed + 1)
    table = table._replace(gap=gap)
    return weigh(table, gap, final=gap.weighed > 1)


def weigh(table: Table, gap: Gap, *, final: bool) -> Stepped:
    """What explains the board is followed. `final`: no piece is in the hand any more."""
    found = _in_reach(table, gap)
    if not final and (not found or any(_may_be_in_hand(table, gap, each) for each in found)):
        return table, ()
    if len(found) == 1:
        return follow(table, gap, found[0], INFERRED)
    if found:
        return (table, ()) if gap.asked else ask(table, gap, found)
    return mark_unexplained(table)


def _in_reach(table: Table, gap: Gap) -> tuple[Explanation, ...]:
    """What explains the board; once play has gone on without, only that the game stands again."""
    if (gap.edges or gap.lost or gap.earlier is not None) and is_as_before(table):
        return (as_before(table),)
    if gap.lost and not gap.asked:
        return ()
    return explanations(table, gap)


def _may_be_in_hand(table: Table, gap: Gap, explanation: Explanation) -> bool:
    """Whether the last piece of the line may not have landed, for all that the sensors say."""
    if gap.edges or not (explanation.line and explanation.ends_in_the_gap):
        return False
    return not last_footprint(table, explanation.line).filled


def mark_unexplained(table: Table) -> Stepped:
    """Nothing short enough explains the board: it is asked to show the game again."""
    if table.displaced:
        return table, ()
    table = table._replace(displaced=True)
    lift, place = table.restore
    squares = (
        f"to clear: {squares_in_words(lift) or '-'}, to fill: {squares_in_words(place) or '-'}"
    )
    detail = f"{squares}; what was played while the board could not be heard is not known"
    return alert(table, table.now, "displaced", detail)


# ------------------------------------------------------------------ a press of the clock
def press(table: Table, event: ClockPressed) -> Stepped:
    """A button went down; first it is settled what it was pressed for."""
    gap = table.open_gap
    if gap is None:
        if table.moves and table.moves[-1].clock_estimated:
            if _repeats_what_was_inferred(table, event):
                return table, ()
            if _contradicts_what_was_inferred(table, event):
                return _doubt(table, event)
        return pressing.press(closed(table), event)
    found = _in_reach(table, gap)
    fitting = answering(found, event.color)
    if len(fitting) == 1 or (len(found) == 1 and not found[0].line):
        return _settled_by_press(table, gap, (fitting or found)[0], event)
    early = unchanged(table, gap)
    untouched = not (found or gap.asked or gap.lost)
    if untouched and early.position.turn == event.color and displacing.explained(early):
        return pressing.press(table._replace(turn=early, gap=None), event)
    effects: tuple[Effect, ...] = ()
    if not gap.asked and found:
        table, effects = ask(table, gap, fitting or found)
    elif gap.asked:
        return _played_on(table, gap, event)
    else:
        table, effects = mark_unexplained(table)
        table = table._replace(gap=replace(gap, lost=True))
    return _follow_the_press(table, event), effects


def _settled_by_press(
    table: Table, gap: Gap, explanation: Explanation, event: ClockPressed
) -> Stepped:
    """One line explains the board and the press. Its last ply is pressed now, if it is that of the
    player who presses."""
    if gap.asked and explanation.following.in_sync and explanation.line:
        return follow(table, gap, explanation, INFERRED)
    if explanation.following.in_sync and explanation.line and not gap.edges:
        explanation = left_to_the_press(table, gap, explanation)
    table, effects = follow(table, gap, explanation, INFERRED)
    if table.phase is not Phase.PLAYING:
        return table, effects
    table, more = pressing.press(table, event)
    return table, effects + more


def _repeats_what_was_inferred(table: Table, event: ClockPressed) -> bool:
    """Whether the last move was taken to be pressed in the gap, and is pressed only now."""
    if table.turn.trace.edges:
        return False
    return event.color == table.moves[-1].color != table.clock.running


def _contradicts_what_was_inferred(table: Table, event: ClockPressed) -> bool:
    """Whether the player who is taken to have moved last has moved: the line was another one."""
    if table.turn.reply is not None:
        return False
    if not event.color == table.moves[-1].color != table.clock.running:
        return False
    return not displacing.explained(table.turn)


def _doubt(table: Table, event: ClockPressed) -> Stepped:
    """What was inferred cannot be, and what it was cannot be told: the arbiter has to say."""
    turn = begin(table.position)
    gap = Gap(event.at, heard_at=event.at, heard=table.occupied, turn=turn, lost=True)
    return mark_unexplained(table._replace(turn=turn, gap=gap))


def _played_on(table: Table, gap: Gap, event: ClockPressed) -> Stepped:
    """The players play on without an answer: the clocks follow, and the arbiter is told once.

    Where only the order of the moves is in question the position is certain, and a game of which
    the rest is missing serves nobody: one order is recorded, and told.
    """
    if table.occupied == gap.heard and event.color != table.clock.running:
        return table, ()
    found = answering(_in_reach(table, gap), event.color)
    if found and only_in_order(table, found):
        order = in_words(table.position, found[0].line)
        detail = f"{order} is recorded; in which order these moves were played is not known"
        table, effects = alert(table, event.at, "ambiguous", detail)
        table, more = _settled_by_press(table, gap, found[0], event)
        return table, effects + more
    table = _follow_the_press(table._replace(gap=replace(gap, lost=True)), event)
    if gap.lost:
        return table, ()
    detail = f"{player(event.color)} has moved on, and what was played before is still not known"
    return alert(table, event.at, "ambiguous", detail)


def _follow_the_press(table: Table, event: ClockPressed) -> Table:
    """The clock of the player who presses stops, whatever he has moved; before that, of who had
    pressed when the board was lost. Clocks that wait are set going by any press."""
    clock = table.clock
    if not table.started:
        clock = clock.run(not event.color, max(event.at, clock.since))
    for pressed in (table.press, event) if table.started else ():
        if pressed is not None and pressed.color == clock.running:
            clock = clock.at(max(pressed.at, clock.since)).completed(pressed.color)
            clock = clock.run(not pressed.color, clock.since)
    return table._replace(clock=clock, started=True, press=None)
