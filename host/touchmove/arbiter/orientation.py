"""How a board stands: with the sensor of a1 under White's corner, or turned by 180 degrees.

The start position looks the same from both ends, so a board that only feels pieces cannot tell; and
a clock button says only who pressed, not where he sits. What tells is the first move, because it is
White's: of the two ways to read what has been seen, the right one has White's pieces moving. So
everything is read both ways until a move is on the record:

- a way that has a piece lifted from an empty square is wrong;
- a way that gives colours to squares where the position has others is wrong (sensors that tell);
- a way in which a legal move explains the board is right, if the other has none;
- else the side that pieces are away from is the side to move, once one has landed elsewhere or the
  clock was pressed; if they are away from both, the first that was lifted tells.

As long as pieces are only lifted and put back, nothing tells, and nothing has to be told.
"""

from dataclasses import dataclass, replace

import chess
from chess import BB_SQUARES, BLACK, WHITE, Bitboard

from touchmove.arbiter.judge import readings
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace, difference
from touchmove.events import BoardSeen, ClockPressed, Event, Lifted, Placed


def turned(occupied: Bitboard) -> Bitboard:
    """The same squares, seen from the other end of the board."""
    return chess.flip_vertical(chess.flip_horizontal(occupied))


def quarter_turns(occupied: Bitboard) -> tuple[Bitboard, Bitboard]:
    """The same squares on a board that stands turned by 90 degrees, one way and the other."""
    flipped = chess.flip_diagonal(occupied)
    return chess.flip_vertical(flipped), chess.flip_horizontal(flipped)


def colors_of(event: BoardSeen) -> tuple[Bitboard, Bitboard]:
    """The squares on which white and black pieces were told, none if the sensors cannot tell."""
    if event.white is None:
        return 0, 0
    return event.occupied & event.white, event.occupied & ~event.white


def half_turned(start: Position, occupied: Bitboard, colors: tuple[Bitboard, Bitboard]) -> bool:
    """Whether `occupied` is `start` on a board that stands turned by 180 degrees.

    `colors`: the squares on which white and black pieces were told; more of them must agree with
    the turned position than with the straight one, so that one misread piece decides nothing.
    Without colours the squares tell, unless the position looks the same from both ends.
    """
    if occupied != turned(start.occupied):
        return False
    pieces = (start.pieces(WHITE), start.pieces(BLACK))
    straight = sum((told & own).bit_count() for told, own in zip(colors, pieces, strict=True))
    other = sum((turned(told) & own).bit_count() for told, own in zip(colors, pieces, strict=True))
    return other > straight if any(colors) else occupied != start.occupied


def likelier(start: Position, occupied: Bitboard) -> bool:
    """Whether `occupied`, while the pieces are set up, is nearer to `start` on a turned board."""
    straight = (occupied ^ start.occupied).bit_count()
    return (turned(occupied) ^ start.occupied).bit_count() < straight


def as_played(event: Event, *, is_turned: bool) -> Event:
    """What a board says in its own squares, in those of the game; words are in these already."""
    if not is_turned:
        return event
    match event:
        case Lifted(square=square) | Placed(square=square):
            return replace(event, square=square ^ 63)
        case BoardSeen(occupied=occupied, white=white):
            colors = None if white is None else turned(white)
            return replace(event, occupied=turned(occupied), white=colors)
    return event


@dataclass(frozen=True, slots=True)
class BothWays:
    """What a board has shown since the start position stood, read both ways."""

    straight: Trace
    """As if a1 were a1."""
    turned: Trace
    """As if the board stood turned."""
    white: Bitboard = 0
    """White pieces, where the sensors tell; in the board's own squares."""
    black: Bitboard = 0
    """Black pieces likewise."""
    is_turned: bool | None = None
    """How the board stands, by what has been seen; None: nothing tells yet."""

    @property
    def undisturbed(self) -> bool:
        """Whether the start position stands, whichever way."""
        return any(trace.occupied == trace.began for trace in (self.straight, self.turned))

    def observe(self, event: Event, start: Position) -> "BothWays":
        """And then this happened; `event` is in the board's own squares."""
        seen = replace(
            self.colored(event),
            straight=_observe(self.straight, event),
            turned=_observe(self.turned, as_played(event, is_turned=True)),
        )
        pressed = isinstance(event, ClockPressed)
        return replace(seen, is_turned=_way(start, seen, pressed=pressed))

    def colored(self, event: Event) -> "BothWays":
        """The same with the colours that `event` tells."""
        white, black = self.white, self.black
        match event:
            case BoardSeen(occupied=occupied, white=int(seen)):
                white, black = seen & occupied, occupied & ~seen
            case Lifted(square=square) | Placed(square=square):
                bit = BB_SQUARES[square]
                color = event.color if isinstance(event, Placed) else None
                white = white | bit if color is WHITE else white & ~bit
                black = black | bit if color is BLACK else black & ~bit
        return replace(self, white=white, black=black)

    def by_colors(self, start: Position) -> "BothWays":
        """Whether the colours alone tell how the board stands, before anything has moved."""
        return replace(self, is_turned=_by_colors(start, self))


def both_ways(start: Position) -> BothWays:
    """Nothing has been seen yet of a board on which `start` stands."""
    standing = Trace(start.occupied, start.occupied)
    return BothWays(standing, standing)


def _observe(trace: Trace, event: Event) -> Trace:
    match event:
        case Lifted(at, square):
            return trace.observe(Edge(at, square, False, True))
        case Placed(at, square):
            return trace.observe(Edge(at, square, True, True))
        case BoardSeen(at, occupied):
            for edge in difference(trace, occupied, at):
                trace = trace.observe(edge)
    return trace


def _way(start: Position, seen: BothWays, *, pressed: bool) -> bool | None:
    """Whether the board stands turned, or None."""
    straight, other = seen.straight, seen.turned
    if straight.gapped != other.gapped:
        return straight.gapped
    by_colors = _by_colors(start, seen)
    if by_colors is not None or seen.undisturbed:
        return by_colors
    fits = bool(readings(start, straight))
    if fits != bool(readings(start, other)):
        return not fits
    landed = straight.occupied & ~start.occupied or other.occupied & ~start.occupied
    return _by_side(start, seen) if landed or pressed else None


def _by_side(start: Position, seen: BothWays) -> bool | None:
    """Whose pieces are away; if both players' are, whose was the first of them to be lifted."""
    own = _only_own_away(start, seen.straight)
    if own != _only_own_away(start, seen.turned):
        return not own
    for edge in seen.straight.edges:
        away = not seen.straight.occupied & BB_SQUARES[edge.square]
        if away and edge.seen and not edge.filled and start.color_at(edge.square) is not None:
            return start.color_at(edge.square) != start.turn
    return None


def _only_own_away(start: Position, trace: Trace) -> bool:
    away = start.occupied & ~trace.occupied
    return bool(away) and not away & start.pieces(not start.turn)


def _by_colors(start: Position, seen: BothWays) -> bool | None:
    """The way in which fewer squares have the wrong colour."""
    straight = _contradictions(start, seen.straight, seen.white, seen.black)
    other = _contradictions(start, seen.turned, turned(seen.white), turned(seen.black))
    return None if straight == other else straight > other


def _contradictions(start: Position, trace: Trace, white: Bitboard, black: Bitboard) -> int:
    """Squares of another colour than their piece; and pieces that landed, but of nobody's away."""
    count = 0
    for color, shown in ((WHITE, white), (BLACK, black)):
        count += (shown & start.pieces(not color) & ~trace.emptied).bit_count()
        landed, away = shown & ~start.occupied, start.pieces(color) & ~trace.occupied
        count += bool(landed) and not away
    return count
