"""Between several lines that explain what nobody saw, the players are asked.

The lines are told apart by where they brought their last piece; where they agree in that, by the
ply before it. The lamps ask on those squares, and the piece that is lifted there and put back is
the answer, as for a capture that nobody saw. Where two lines are the same moves in another order,
it is the piece that was moved last.
"""

from dataclasses import replace
from itertools import pairwise

from chess import Square

from touchmove.arbiter.catching_up import MAX_PLIES, Line
from touchmove.game.explaining import Explanation, explanations
from touchmove.game.inferring import estimates_of, in_words
from touchmove.game.pending import Gap
from touchmove.game.table import Table
from touchmove.game.telling import Stepped, alert
from touchmove.units import Millis

MAX_NAMED = 4
"""So many lines are written out for the arbiter; three plies may have dozens."""


def ask(table: Table, gap: Gap, found: tuple[Explanation, ...]) -> Stepped:
    """Several lines explain the board. The clocks go on as all of them say, if they agree."""
    lines = tuple(dict.fromkeys(each.line[: each.played] for each in found))
    gap = replace(gap, asked=lines, clock=table.clock, started=table.started)
    if len({len(line) for line in lines}) == 1 and lines[0]:
        clock = estimates_of(table, gap, len(lines[0]))[-1].clock
        table = table._replace(clock=clock, started=True)
    words = [in_words(table.position, line) for line in lines[:MAX_NAMED]]
    if len(lines) > MAX_NAMED:
        words.append(f"{len(lines) - MAX_NAMED} lines more")
    detail = f"{' or '.join(words)}: the board fits each of them, and nobody saw what was played"
    return alert(table._replace(gap=gap, press=None), table.now, "ambiguous", detail)


def in_question(table: Table, gap: Gap) -> tuple[Square, ...]:
    """The squares whose pieces tell the lines apart, as far as they are still in question."""
    _, told_by = _left(table, gap)
    return told_by


def only_in_order(table: Table, found: tuple[Explanation, ...]) -> bool:
    """Whether all of these are the same moves in another order, and lead to the same position."""
    moves = {frozenset(each.line) for each in found}
    ends = set()
    for each in found:
        position = table.position
        for move in each.line:
            position = position.after(move)
        ends.add(" ".join(position.fen.split()[:4]))
    return len(moves) == len(ends) == 1


def picked(table: Table, gap: Gap) -> Explanation | None:
    """The line that was chosen by lifting and replacing a piece, once nothing is in a hand and
    nothing was taken: a capture puts a piece back too."""
    left, _ = _left(table, gap)
    if len(left) != 1 or table.occupied.bit_count() != (gap.heard or 0).bit_count():
        return None
    chosen = explanations(table, replace(gap, asked=left))
    if len(chosen) != 1 or chosen[0].line != left[0]:
        return None
    turn = chosen[0].following
    return chosen[0] if turn.in_sync or turn.fits else None


def _left(table: Table, gap: Gap) -> tuple[tuple[Line, ...], tuple[Square, ...]]:
    """The lines that the touches leave, and the squares that tell these apart."""
    left = gap.asked
    for back in range(1, MAX_PLIES + 2):
        ends = {line: line[-back].to_square for line in left if len(line) >= back}
        squares = set(ends.values())
        if len(squares) < 2:
            continue
        touched = {
            square for square in squares if _put_back(gap, square, table.rules.timing.brush_ms)
        }
        if len(touched) != 1:
            return left, tuple(sorted(squares))
        left = tuple(line for line in left if ends.get(line) in touched)
    return left, ()


def _put_back(gap: Gap, square: Square, brush_ms: Millis) -> bool:
    """Whether the piece on `square` was off for longer than a brush, and stands again."""
    changes = [edge for edge in gap.edges if edge.square == square]
    return any(
        back.filled and not off.filled and back.at - off.at >= brush_ms
        for off, back in pairwise(changes)
    )
