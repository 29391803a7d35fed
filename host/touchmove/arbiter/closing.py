"""The turn that follows when a move is completed: what of the trace belongs to it already."""

from chess import Move, scan_forward

from touchmove.arbiter.observing import replay
from touchmove.arbiter.turn import Turn, answering_trace


def close(turn: Turn, move: Move) -> Turn:
    """The turn that follows when the standing move is completed as `move`."""
    return replay(turn.position.after(move), answering_trace(turn))


def close_unwitnessed(turn: Turn, move: Move) -> Turn:
    """The turn that follows a move that no reading bears out: it starts with what is on the board,
    and with the pieces of its player that are in the air."""
    after, trace = turn.position.after(move), turn.trace
    away = after.pieces(after.turn) & ~trace.occupied & trace.emptied
    lifts = sorted(trace.last_lift(square) for square in scan_forward(away))
    held = tuple(trace.edges[number] for number in lifts)
    return replay(after, trace.from_edge(len(trace.edges), held))
