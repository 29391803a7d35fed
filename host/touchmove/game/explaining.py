"""What may have been played while the board could not be heard, and what has been seen since.

The lines start from the game as it was known when the board was lost: from the completed moves,
and from the move and the reply that stood then, because a piece that stands may have travelled on.
Those that leave fewest plies to be guessed are believed (`arbiter.catching_up`).

The board may be heard again in the middle of a move. Then no line fits what it showed first, but
one fits as soon as the piece has landed; that last ply was seen, and only those before it were not.
A line explains the board if what has been seen since is the beginning of the next turn. A piece
that has landed was lifted in that turn; else the line ends too early.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from chess import Bitboard, Color, Move

from touchmove.arbiter.catching_up import Line, search
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.observing import observe
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace, difference
from touchmove.arbiter.turn import Turn, begin
from touchmove.game.displacing import explained
from touchmove.game.endings import ends
from touchmove.game.pending import Gap
from touchmove.game.table import Table

MAX_STATES = 24
"""Of what has been seen since, so many landings are looked at: a move has some three."""
MAX_EDGES = 24
"""A bound: when more edges than this have been seen since, play has gone on for turns, and what was
played unheard is told by nothing but an answer. Each line is followed through each edge."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A line, and what has been seen since."""

    line: Line
    played: int
    """How many of its plies are taken to be completed."""
    unseen: int
    """How many of them nobody saw landing."""
    following: Turn
    """The turn after those that are completed, with everything that has been seen since."""

    @property
    def ends_in_the_gap(self) -> bool:
        """Whether the whole line was played before the board was heard again."""
        return self.unseen == len(self.line)


def explanations(table: Table, gap: Gap) -> tuple[Explanation, ...]:
    """What explains the board now; several: somebody has to be asked; none: nothing does."""
    assert gap.heard is not None
    if len(gap.edges) > MAX_EDGES:
        return ()
    lines = gap.asked or _lines(table, gap.heard, gap.white)
    found = _borne_out(table, gap, lines, landed=False)
    occupied, landings = gap.heard, 0
    for edge in gap.edges:
        occupied = _after(occupied, edge)
        if found or landings == MAX_STATES:
            break
        if edge.filled:
            landings += 1
            found = _borne_out(table, gap, _lines(table, occupied, None), landed=True)
    return found


def unchanged(table: Table, gap: Gap) -> Turn:
    """The turn before the gap, if nothing but what has been seen since has happened."""
    return _resumed(table.position, gap)


def is_as_before(table: Table) -> bool:
    """Whether the board shows the game, with or without the move that stood when it was lost, or
    what it showed at that moment."""
    known = (table.turn.trace.occupied, table.shown.occupied, table.position.occupied)
    return table.occupied in known


def as_before(table: Table) -> Explanation:
    """No ply, and the turn before the gap; what was in a hand then may have come back."""
    turn = table.turn
    for edge in difference(turn.trace, table.occupied, table.now):
        turn = observe(turn, edge)
    return Explanation((), 0, 0, turn)


def footprint_of(position: Position, move: Move) -> Footprint:
    """What a legal move leaves on the sensors."""
    return next(f for f in position.footprints() if move in f.moves)


def last_footprint(table: Table, line: Line) -> Footprint:
    """What the last ply of a line leaves on the sensors. The line is not empty."""
    return footprint_of(_position_after(table.position, line[:-1]), line[-1])


def seen_before(table: Table) -> Line:
    """The move and the reply that stood on the board when it was lost."""
    turn = table.turn
    if turn.standing is None or turn.standing.rivals or not (turn.fits or turn.reply):
        return ()
    line = (table.kind_of(turn.standing.footprint),)
    if turn.reply is None or turn.reply.rivals:
        return line
    reply = table.kind_of(turn.reply.footprint)
    return (*line, reply) if turn.position.after(line[0]).is_legal(reply) else line


def answering(found: tuple[Explanation, ...], color: Color) -> tuple[Explanation, ...]:
    """Those to which a press by `color` can belong: after a move, or too early for one."""
    made = tuple(each for each in found if _is_made(each, color))
    return made or tuple(each for each in found if _is_under_way(each.following, color))


def _is_made(explanation: Explanation, color: Color) -> bool:
    turn = explanation.following
    if turn.in_sync:
        return bool(explanation.line) and turn.position.turn != color
    return turn.reply is not None or (turn.fits and turn.position.turn == color)


def _is_under_way(turn: Turn, color: Color) -> bool:
    return not turn.in_sync and turn.position.turn == color


def left_to_the_press(table: Table, gap: Gap, explanation: Explanation) -> Explanation:
    """The same line with its last ply as a move that is made and not completed."""
    line = explanation.line
    following = _resumed(_position_after(table.position, line[:-1]), gap)
    return Explanation(line, len(line) - 1, len(line), following)


def _lines(table: Table, occupied: Bitboard, white: Bitboard | None) -> tuple[Line, ...]:
    """The lines that leave fewest plies to be guessed; none if there are too many to tell."""
    seen = seen_before(table)
    fewest: int | None = None
    lines: dict[Line, None] = {}
    for count in range(len(seen), -1, -1):
        found = search(_position_after(table.position, seen[:count]), occupied, white)
        if not found.complete:
            return ()
        for line in found.lines:
            if fewest is None or len(line) < fewest:
                fewest, lines = len(line), {}
            if len(line) == fewest:
                lines[(*seen[:count], *line)] = None
    return tuple(line for line in lines if _is_played_on(table, line))


def _is_played_on(table: Table, line: Line) -> bool:
    """Whether no ply of the line but the last one ends the game (a dead position, a repetition)."""
    position = table.position
    for move in line[:-1]:
        position = position.after(move)
        if ends(position, table.rules.edition) is not None:
            return False
    return True


def _borne_out(
    table: Table, gap: Gap, lines: tuple[Line, ...], *, landed: bool
) -> tuple[Explanation, ...]:
    """Those lines after which what has been seen is the beginning of the next turn.

    `landed`: their last ply is the one whose piece was seen to land.
    """
    return tuple(_explained(table, gap, lines, landed=landed))


def _explained(
    table: Table, gap: Gap, lines: tuple[Line, ...], *, landed: bool
) -> Iterator[Explanation]:
    for line in lines:
        if not line and is_as_before(table):
            yield as_before(table)
            continue
        played = max(0, len(line) - 1) if landed else len(line)
        turn = _resumed(_position_after(table.position, line[:played]), gap)
        if explained(turn) and not _strangers(turn):
            yield Explanation(line, played, played, turn)


def _strangers(turn: Turn) -> bool:
    """Whether a piece has landed that was not lifted in the turn: it was in a hand before, and what
    brought it there is a ply that the line does not have. Of promotions the piece comes from beside
    the board."""
    if turn.fits or turn.reply is not None:
        return False
    landed = turn.trace.occupied & ~turn.position.occupied & ~turn.position.promoting_squares()
    gone = turn.position.occupied & ~turn.trace.occupied
    return landed.bit_count() > gone.bit_count()


def _resumed(position: Position, gap: Gap) -> Turn:
    """The turn of `position`: what differed when the board was heard again, and what followed."""
    assert gap.heard is not None
    begun = Trace(position.occupied, position.occupied)
    turn = begin(position)
    for edge in (*difference(begun, gap.heard, gap.heard_at), *gap.edges):
        turn = observe(turn, edge)
    return turn


def _position_after(position: Position, line: Line) -> Position:
    for move in line:
        position = position.after(move)
    return position


def _after(occupied: Bitboard, edge: Edge) -> Bitboard:
    bit = 1 << edge.square
    return occupied | bit if edge.filled else occupied & ~bit
