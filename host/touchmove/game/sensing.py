"""What the table makes of edges: hands in play, hands that restore, hands after the game."""

from dataclasses import replace

from chess import BB_SQUARES, Square

from touchmove.arbiter.trace import Edge, difference
from touchmove.arbiter.turn import Turn, begin, close, observe
from touchmove.events import BoardSeen, Lifted, Placed
from touchmove.game.completing import complete_by_dwell
from touchmove.game.effects import Effect, MoveRevised
from touchmove.game.pressing import answer, judge_press, mark_displaced
from touchmove.game.record import CHOSEN, WITNESSED
from touchmove.game.table import Phase, Question, Table
from touchmove.game.telling import Stepped
from touchmove.game.undoing import resume
from touchmove.game.words import start_clock_of
from touchmove.rules import BRUSH_MS
from touchmove.units import Millis


def see_touch(table: Table, event: Lifted | Placed) -> Stepped:
    """One edge while the game is on."""
    return _see(table, Edge(event.at, event.square, isinstance(event, Placed), seen=True))


def see_board(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy: where it differs, edges were missed."""
    missed = difference(table.turn.trace, event.occupied, event.at)
    effects: tuple[Effect, ...] = ()
    for edge in missed:
        table, more = _see(table, edge)
        effects += more
    if missed and table.phase is Phase.PLAYING and table.question is None:
        table, more = mark_displaced(table, event.at)
        effects += more
    return table, effects


def watch_touch(table: Table, event: Lifted | Placed) -> Stepped:
    """One edge while no game is on: only the occupancy is followed."""
    bit = BB_SQUARES[event.square]
    filled = isinstance(event, Placed)
    occupied = table.occupied | bit if filled else table.occupied & ~bit
    return table._replace(occupied=occupied, still_since=event.at), ()


def watch_board(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy while no game is on."""
    if event.occupied == table.occupied:
        return table, ()
    return table._replace(occupied=event.occupied, still_since=event.at), ()


def _see(table: Table, edge: Edge) -> Stepped:
    if not table.started and table.rules.start_running and not edge.filled:
        table = start_clock_of(table, edge.at)
    turn = observe(table.turn, edge)
    occupied = turn.trace.occupied
    table = table._replace(
        turn=turn,
        occupied=occupied,
        still_since=edge.at,
        displaced=table.displaced and occupied != turn.position.occupied,
        refused=table.refused and table.phase is Phase.RESTORING,
    )
    if table.phase is Phase.RESTORING:
        return _restored(table, edge.at)
    if table.question is not None:
        return _answered(table, table.question)
    if table.press is not None:
        return judge_press(table, table.press, waited=False)
    if table.previous is not None or table.rules.profile.dwell_completes:
        return _seen_after_dwell(table, edge)
    return table, ()


def _restored(table: Table, at: Millis) -> Stepped:
    """The position before the illegal move stands again: the offender's clock runs."""
    if table.occupied != table.position.occupied:
        return table, ()
    return resume(table._replace(turn=begin(table.position)), at)


def _answered(table: Table, question: Question) -> Stepped:
    """Lifting and replacing the piece on a square in question is the witness that was missing.

    A piece that lands makes the question void too: then the move is seen.
    """
    turn = table.turn
    since = turn.trace.edges[len(question.turn.trace.edges) :]
    chosen = [f for f in question.candidates if _lifted_and_put_back(since, f.move.to_square)]
    if len(chosen) == 1 and table.occupied == question.turn.trace.occupied:
        move, evidence = table.kind_of(chosen[0]), CHOSEN
        following = begin(turn.position.after(move), table.occupied)
    elif _lands_alone(turn) and turn.standing is not None:
        move, evidence = table.kind_of(turn.standing.footprint), WITNESSED
        following = close(turn, move)
    else:
        return table, ()
    return answer(table, question, move, evidence, following)


def _lifted_and_put_back(edges: tuple[Edge, ...], square: Square) -> bool:
    """Whether the piece on `square` was off for longer than a brush, and stands again."""
    off: Millis | None = None
    for edge in edges:
        if edge.square != square:
            continue
        if not edge.filled:
            off = edge.at if off is None else off
        elif off is not None and edge.at - off >= BRUSH_MS:
            return True
    return False


def _lands_alone(turn: Turn) -> bool:
    """Whether one move explains every square, with nothing in the other hand."""
    standing = turn.standing
    if not turn.fits or standing is None or standing.rivals:
        return False
    return turn.trace.occupied == turn.after_standing().occupied


def _seen_after_dwell(table: Table, edge: Edge) -> Stepped:
    """Without presses a touch completes the move that stands, or revises the last one."""
    turn = table.turn
    standing = turn.standing
    if (
        table.rules.profile.dwell_completes
        and not edge.filled
        and turn.fits
        and standing is not None
        and not standing.rivals
        and table.position.color_at(edge.square) == (not table.position.turn)
    ):
        return complete_by_dwell(table)
    return _revised(table, edge)


def _revised(table: Table, edge: Edge) -> Stepped:
    """A piece that travels on revises the move that stood, as long as nothing has answered it."""
    if table.previous is None:
        return table, ()
    before = observe(table.previous.turn, edge)
    restored = table.previous.restored or before.in_sync
    previous = replace(table.previous, turn=before, restored=restored)
    table = table._replace(previous=previous)
    standing = before.standing
    if (
        previous.by_press
        or not _lands_alone(before)
        or standing is None
        or (table.turn.in_sync and not restored)
        or table.turn.fits
        or standing.footprint.move == table.moves[-1].move
    ):
        return table, ()
    move = standing.footprint.move
    entry = replace(table.moves[-1], move=move, san=before.position.san(move), at=standing.since)
    table = table._replace(
        moves=(*table.moves[:-1], entry),
        turn=begin(before.position.after(move), table.occupied),
    )
    return table, (MoveRevised(edge.at, len(table.moves) - 1, move, entry.san),)
