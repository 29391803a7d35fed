"""What touching binds a player to, and what the arbiter is told when a move breaks it."""

from chess import Move

from touchmove.arbiter.laws import Obligation, broken, obliged, rook_came_first
from touchmove.arbiter.position import Position
from touchmove.arbiter.touches import Hands, hands
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import Turn, answering_trace
from touchmove.game.table import Phase, Table
from touchmove.units import Millis


def obligation(table: Table) -> Obligation | None:
    """What the player having the move is bound to now; while a move is pending, his opponent."""
    turn = table.turn
    if table.phase not in (Phase.PLAYING, Phase.RESTORING) or turn.reply is not None:
        return None
    if table.pending is not None:
        return _obliged(table, turn.after_standing(table.pending), answering_trace(turn).edges)
    return table.bound or _obliged(
        table, turn.position, turn.trace.edges, table.adjusting, table.excused
    )


def _obliged(
    table: Table,
    position: Position,
    edges: tuple[Edge, ...],
    adjusting: int | None = None,
    excused: int = 0,
) -> Obligation | None:
    quiet = Millis(table.still_since + table.rules.settle_ms)
    seen = hands(position, edges, ends_at=quiet, adjusting=adjusting, excused=excused)
    return obliged(position, seen, table.rules.edition)


def bound_by(table: Table, at: Millis) -> Obligation | None:
    """What an illegal move that was completed at `at` binds to: a press releases what stands."""
    return table.bound or obliged(
        table.position,
        hands(
            table.position,
            table.turn.trace.edges,
            ends_at=Millis(at + table.rules.settle_ms),
            adjusting=table.adjusting,
            excused=table.excused,
        ),
        table.rules.edition,
    )


def breach(table: Table, turn: Turn, move: Move) -> tuple[str, Obligation] | None:
    """The kind of alert, and what was due, if `move` breaks what `turn` bound its player to."""
    if not table.rules.profile.touch_move:
        return None
    seen = _before_it_was_made(table, turn, move)
    edition = table.rules.edition
    if rook_came_first(turn.position, seen, move):
        due = obliged(turn.position, seen, edition)
        return None if due is None else ("rook_first", due)
    carried = table.bound
    if carried is not None:
        bound = None if move in carried.moves else carried
    else:
        bound = broken(turn.position, seen, edition, move)
    if bound is None:
        return None
    return ("release" if bound.article == "4.7" else "touch"), bound


def in_words(position: Position, move: Move, due: Obligation) -> str:
    """What was played, and what was due instead."""
    moves = " or ".join(position.san(each) for each in due.moves[:4])
    return f"{position.san(move)}: {moves} was due (Laws {due.article})"


def _before_it_was_made(table: Table, turn: Turn, move: Move) -> Hands:
    edges = turn.trace.edges
    if turn.standing is not None:
        edges = edges[: turn.standing.edge + 1]
    at = edges[-1].at if edges else table.now
    return hands(
        turn.position,
        edges,
        ends_at=at,
        made=move,
        adjusting=table.adjusting,
        excused=table.excused,
    )


def has_touched(table: Table) -> bool:
    """Whether the player having the move has touched a piece since he has it."""
    turn = table.turn
    pending = table.pending
    if pending is not None:
        position, edges, excused = turn.after_standing(pending), answering_trace(turn).edges, 0
    else:
        position, edges, excused = turn.position, turn.trace.edges, table.excused
    seen = hands(position, edges, ends_at=table.now, adjusting=table.adjusting, excused=excused)
    return bool(seen.touches)
