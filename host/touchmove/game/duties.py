"""What touching binds a player to, and what the arbiter is told when a move breaks it."""

from dataclasses import replace

from chess import BB_SQUARES, Color, Move, Square

from touchmove.arbiter.laws import Obligation, broken, captures_of, obliged, rook_came_first
from touchmove.arbiter.position import Position
from touchmove.arbiter.touches import Hands, hands
from touchmove.arbiter.trace import CHATTER_MS, Edge
from touchmove.arbiter.turn import Standing, Turn, answering_trace, lifted_early
from touchmove.game.table import Phase, Table
from touchmove.rules import Timing
from touchmove.units import Millis


def obligation(table: Table) -> Obligation | None:
    """What the player having the move is bound to now; while a move is pending, his opponent."""
    turn = table.turn
    if table.phase not in (Phase.PLAYING, Phase.RESTORING) or turn.reply is not None:
        return None
    if table.pending is not None:
        answer = answering_trace(turn).edges
        early = not_yet_bound(turn, answer, Millis(0))
        return _obliged(table, turn.after_standing(table.pending), answer, excused=early)
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
    timing = table.rules.timing
    seen = hands(
        position, edges, ends_at=quiet, adjusting=adjusting, excused=excused, timing=timing
    )
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
            timing=table.rules.timing,
        ),
        table.rules.edition,
    )


def bound_anew(table: Table) -> Obligation | None:
    """What an illegal move, or a breach, binds to where the position has become another one: what
    was touched may have no legal move there (4.5)."""
    bound = table.bound
    if bound is None or not table.refusals:
        return bound
    if table.turn.trace.edges:
        return bound_by(table._replace(bound=None), table.refusals[-1].at)
    moves = tuple(move for move in bound.moves if table.position.is_legal(move))
    return replace(bound, moves=moves) if moves else None


def not_yet_bound(turn: Turn, edges: tuple[Edge, ...], made_at: Millis) -> int:
    """How many of the edges that follow the move of `turn` are from before its player had the move:
    what he lifted early, and what had landed by the time that the move was made."""
    if not edges:
        return 0
    early = lifted_early(turn)
    if turn.standing is not None:
        made_at = max(made_at, turn.standing.since)
    return sum(edge.at <= made_at or edge in early for edge in edges)


def breach(table: Table, turn: Turn, move: Move) -> tuple[str, Obligation] | None:
    """The kind of alert, and what was due, if `move` breaks what `turn` bound its player to."""
    if not table.rules.profile.touch_move or turn.position.only is not None:
        return None
    if table.bound is None and only_its_own(turn, move, table.adjusting, table.rules.timing):
        return None
    seen = until_it_was_made(table, turn, move)
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


def only_its_own(turn: Turn, move: Move, adjusting: int | None, timing: Timing) -> bool:
    """Whether nothing was touched but the pieces of the move, and nothing released on its way.

    Nearly every move is such, and breaks nothing. Castling has an order of its own. A piece that
    was brushed, or adjusted after its player had said so, was not touched.
    """
    standing = turn.standing
    if standing is None or move not in standing.footprint.moves or standing.footprint.castles:
        return False
    footprint = standing.footprint
    pieces = footprint.vacated | footprint.swapped
    others = turn.position.occupied & ~pieces
    edges = turn.trace.edges[: standing.edge + 1]
    if len(edges) <= 1 + pieces.bit_count() and not turn.trace.emptied & others:
        return True  # each of them was lifted once, and one was put down
    placed: dict[Square, Millis] = {}
    for number, edge in enumerate(edges):
        if edge.filled:
            placed[edge.square] = edge.at
        elif edge.at - placed.get(edge.square, edge.at) >= timing.settle_ms:
            return False
        elif BB_SQUARES[edge.square] & others:
            announced = adjusting is not None and number >= adjusting
            back_ms = _straight_back_ms(edges, number)
            if edge.square in placed or back_ms is None:
                return False
            if back_ms >= timing.brush_ms and not announced:
                return False
    return True


def _straight_back_ms(edges: tuple[Edge, ...], number: int) -> int | None:
    """How long a piece was off that was seen to be lifted and then put back, with nothing between;
    None if it was not."""
    if number + 1 == len(edges) or not edges[number].seen:
        return None
    lift, back = edges[number : number + 2]
    return back.at - lift.at if back.filled and back.square == lift.square else None


NAMED = 4
"""So many moves that were due are named, and the others counted."""


def in_words(position: Position, move: Move, due: Obligation) -> str:
    """What was played, and what was due instead."""
    named = [position.san(each) for each in due.moves[:NAMED]]
    if len(due.moves) > NAMED:
        named.append(f"{len(due.moves) - NAMED} more")
    moves = " or ".join(named)
    return f"{position.san(move)}: {moves} was due (Laws {due.article})"


def until_it_was_made(table: Table, turn: Turn, move: Move) -> Hands:
    """What the hands had done in a turn when `move` stood."""
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
        timing=table.rules.timing,
    )


def has_touched(table: Table) -> bool:
    """Whether the player having the move has touched a piece since he has it."""
    return touched_since(table, table.shown.turn, None)


def touched_since(table: Table, color: Color, after: Millis | None) -> bool:
    """Whether `color` has touched a piece after that moment (None: at all) in what is his of the
    present turn: his own part of it, or what he has begun over the move that stands.

    A piece that he can neither move nor take, its owner may have straightened (Laws 4.3).
    """
    turn, pending, excused = table.turn, table.pending, 0
    if table.phase is Phase.RESTORING:
        return False  # the board has asked for it
    if turn.position.turn == color:
        position, excused = turn.position, table.excused
        last = None if pending is None or turn.standing is None else turn.standing.edge + 1
        edges = turn.trace.edges[:last]
    elif pending is not None:
        position, edges = turn.after_standing(pending), answering_trace(turn).edges
        excused = not_yet_bound(turn, edges, Millis(0))
    else:
        return False
    if after is not None:
        excused = max(excused, sum(edge.at <= after for edge in edges))
    seen = hands(
        position,
        edges,
        ends_at=table.now,
        adjusting=table.adjusting,
        excused=excused,
        timing=table.rules.timing,
    )
    return any(touch.own or captures_of(position, touch.square) for touch in seen.touches)


def chosen_again(table: Table, turn: Turn, move: Move) -> Millis | None:
    """When the piece on the promotion square was exchanged once more after it had been chosen,
    where the choice is final when the piece touches the square (2023:4.4.4); None if it was not.

    The pawn and the piece may both be put there, so a third placement is another choice. What
    arrived before the pawn left its square was a piece already; then the second one is.
    """
    if move.promotion is None or not table.rules.edition.promotion_choice_is_final:
        return None
    placed, allowed = _choices(turn, move)
    return turn.trace.edges[placed[allowed]].at if len(placed) > allowed else None


def arrived_at(turn: Turn, standing: Standing, adjusting: int | None = None) -> Millis:
    """When the last piece of the standing move arrived.

    A promotion is made when the new piece stands, not when the pawn does (2023:4.7.3). What is put
    there once more was chosen before, so it is adjusted; and so is what comes after the edge
    `adjusting`, if that was said when the move stood. A pawn that nobody exchanges is taken to have
    been the piece.
    """
    if not standing.footprint.promotes:
        return standing.since
    placed, allowed = _choices(turn, standing.footprint.move)
    edges, last = turn.trace.edges, len(turn.trace.edges)
    if adjusting is not None and adjusting > standing.edge:
        last = adjusting
    return max([standing.since, *(edges[n].at for n in placed[:allowed] if n < last)])


def _choices(turn: Turn, move: Move) -> tuple[list[int], int]:
    """The numbers of the placements on the promotion square of `move`, and how many of them make
    one choice."""
    edges = _of_the_move(turn)
    lifts = [n for n, edge in enumerate(edges) if edge.square == move.from_square]
    left = lifts[0] if lifts else 0
    takes = turn.position.captured_square(move) is not None
    placed = [n for n in _placements(edges, move.to_square) if n > left or not takes]
    return placed, 1 if placed and placed[0] < left else 2


def _of_the_move(turn: Turn) -> tuple[Edge, ...]:
    """The edges of the turn without those of an answer that has begun."""
    edges = turn.trace.edges
    if turn.standing is None:
        return edges
    answer = answering_trace(turn).edges
    common = 0
    while common < min(len(edges), len(answer)) and edges[-1 - common] is answer[-1 - common]:
        common += 1
    return edges[: len(edges) - common]


def _placements(edges: tuple[Edge, ...], square: Square) -> list[int]:
    """The numbers of the edges with which a piece was set down on `square`: a contact that
    chatters is one placement."""
    found: list[int] = []
    lifted: Millis | None = None
    for number, edge in enumerate(edges):
        if edge.square != square:
            continue
        if not edge.filled:
            lifted = edge.at
        elif not found or lifted is None or edge.at - lifted >= CHATTER_MS:
            found.append(number)
    return found
