"""Which moves, one after another, tell what was seen since a position was certain.

A turn asks for the move that the sensors show now. Where that question has no good answer, because
the next hand was quicker than the clock, a sleeve was in the way or a move was read wrongly some
turns ago, the whole of what was seen has to be told again: edges and presses, from a position that
is beyond doubt. A *story* is a line of legal moves with the act that completed each of them, such
that every edge belongs to one of the moves, or is a piece that left its square for a moment.

Every story has a price: the sum of what it takes for granted. A neighbour that a sleeve brushed is
cheap, a press that was forgotten is dearer, a capture that no sensor saw dearer still. The prices
are whole numbers of about one bit: a story that is dearer by `MARGIN` is taken to be wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, count
from typing import NamedTuple

from chess import BB_RANK_1, BB_RANK_8, BB_SQUARES, Bitboard, Color, Move, Square, scan_forward

from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import colors_agree, witnessed
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace
from touchmove.rules import BRUSH_MS, SETTLE_MS
from touchmove.units import Millis


class Pressed(NamedTuple):
    """A clock button went down."""

    at: Millis
    color: Color


Act = Edge | Pressed
"""What the board reported, in the order in which it did."""


class Chapter(NamedTuple):
    """One move of a story."""

    position: Position
    """The position in which it was made."""
    footprint: Footprint
    trace: Trace
    """The edges that belong to it, up to the one that completes it."""
    ends: int
    """The number of the act that completes it."""
    at: Millis
    """When that was."""
    held: Bitboard
    """Pieces that were in the air beside it at that moment."""
    swept: bool
    """The square of the captured piece never read empty."""


@dataclass(frozen=True, slots=True)
class Story:
    """A line of moves that tells every act."""

    chapters: tuple[Chapter, ...]
    rest: Trace
    """What was seen after the last of them: a turn that has only begun."""
    position: Position
    """The position after the last of them."""
    presses: tuple[int | None, ...]
    """For each chapter the number of the act that pressed the clock for it, or None."""
    price: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves; of a promotion the queen."""
        return tuple(chapter.footprint.move for chapter in self.chapters)

    @property
    def completed(self) -> int:
        """How many moves are completed: the clock was pressed for the last, or it is answered."""
        numbers = [n for n, pressed in enumerate(self.presses) if pressed is not None]
        return max(numbers[-1] + 1 if numbers else 0, len(self.chapters) - 1)


MARGIN = 2
"""A story that costs so much more than another is taken to be wrong."""
TOO_DEAR = 16
"""A story that costs so much is none: something happened that no line of legal moves tells."""
UNEXPLAINED = 8
"""What a story must undercut: that there is none, and a player has made a mistake."""
BROKEN = 4
"""The same where the move that stands is legal, and breaks the touch-move rule."""
MAX_OFF = 5
"""More pieces off their squares beside a move than this are no hands that play chess."""
MAX_CHAPTERS = 9
"""Longer lines are not looked for: what is older than this has been borne out by what followed."""
MAX_NODES = 400
"""A bound for the search, some tenths of a second; a blitz turn with slides takes some fifty."""
EARLY_MS = 300
"""A press this long before the piece lands still is the press of that move."""

# What a story takes for granted, and what that costs.
BRUSHED = 1
"""A piece that has no part in the move was off its square for less than `BRUSH_MS`."""
TOUCHED = 3
"""The same for longer: it was touched, and not moved."""
QUICK = 1
"""A piece was taken in less time than a hand usually needs."""
SWEPT = 3
"""A piece was taken although its square never read empty."""
EAGER = 5
"""The reply was begun before the piece that it answers was lifted."""
HANDFUL = 3
"""The player to reply has another piece in the air beside the one that he will move."""
FLEETING = 2
"""The piece was lifted again so shortly after it had landed that it may have been sliding on."""
FLEETING_MS = 100
"""How shortly that is."""
PRESSED_EARLY = 1
"""The clock was pressed before the piece landed."""
SWEPT_EARLY = 5
"""The same of a capture that nobody saw: its piece was elsewhere when the clock was pressed."""
PRESSED_LATE = 2
"""The reply was finished before the clock was pressed."""
NEVER_PRESSED = 3
"""The clock was never pressed for the move."""
IN_VAIN = 3
"""The clock was pressed by a player whose time was not running, and nobody had forgotten his."""
ANSWERED = 0
"""The same, where the opponent had forgotten to press: he has answered."""
RESTING = 1
"""A piece has touched down on its way to another square."""
UNTOLD = 2
"""A move that stands is left out of the story."""
LEFT_OUT = 8
"""A piece that has no part in the move was taken off its square and has not come back."""
WITHOUT_MOVE = 10
"""The clock was pressed by the player on the move, and he had made none."""
HELD_ALONE = 6
"""A piece has been in the air for long that only the opponent of its owner can have lifted."""
MISSED = 5
"""More pieces stand on the board than there are: the sensors missed that one was lifted."""
MOVED_ON = 1
"""The piece was released on another square first."""
ASTRAY = 8
"""Pieces stand where no move that has begun can have brought them."""


def stories(
    position: Position,
    began: Bitboard,
    acts: tuple[Act, ...],
    running: Color | None,
    *,
    only: tuple[Move, ...] | None = None,
) -> tuple[Story, ...]:
    """The stories of `acts` from `position`, the cheapest first, one for each line of moves.

    `began` is the occupancy before the first act, `running` whose time was running then. `only`:
    just this line of moves is looked at. Of the stories that are dearer than the cheapest by more
    than `MARGIN`, not all need be there.
    """
    best: dict[tuple[Move, ...], Story] = {}
    cheapest = TOO_DEAR
    tie = count()
    open_ends = [(0, next(tie), _End(position, Trace(began, began), 0, (), 0))]
    nodes = 0
    while open_ends and nodes < MAX_NODES:
        price, _, end = heappop(open_ends)
        if price > cheapest + MARGIN:
            break
        nodes += 1
        trace = end.trace
        ply = len(end.chapters)
        crowded = False
        for number in range(end.acted, len(acts)):
            act = acts[number]
            if isinstance(act, Pressed):
                continue
            trace = trace.observe(act)
            crowded = crowded or _is_crowded(end.position, trace.occupied)
            if ply == MAX_CHAPTERS or (only is not None and ply >= len(only)):
                continue
            for chapter in _chapters(end.position, trace, number):
                if only is not None and only[ply] not in chapter.footprint.moves:
                    continue
                dearer = end.price + _price(chapter, acts) + MISSED * crowded
                chapters = (*end.chapters, chapter)
                bound = dearer + _presses(chapters, acts[: number + 1], running, act.at)[1]
                if bound > cheapest + MARGIN:
                    continue
                move = chapter.footprint.move if only is None else only[ply]
                after = end.position.after(move)
                rest = _held_over(trace, chapter.held)
                child = _End(after, rest, number + 1, chapters, dearer)
                heappush(open_ends, (bound, next(tie), child))
        if only is not None and ply < len(only):
            continue
        presses, price = _presses(end.chapters, acts, running, None)
        price += end.price + _unfinished(end, trace, acts) + MISSED * crowded
        moves = tuple(chapter.footprint.move for chapter in end.chapters)
        known = best.get(moves)
        if price < TOO_DEAR and (known is None or price < known.price):
            best[moves] = Story(end.chapters, trace, end.position, presses, price)
            cheapest = min(cheapest, price)
    return tuple(sorted(best.values(), key=lambda story: (story.price, -len(story.chapters))))


def _is_crowded(position: Position, occupied: Bitboard) -> bool:
    """Whether more pieces stand on the board than there are, beside a piece that is promoted to."""
    if occupied.bit_count() <= position.occupied.bit_count():
        return False
    last_ranks = BB_RANK_1 | BB_RANK_8
    return not (position.may_promote() and occupied & ~position.occupied & last_ranks)


class _End(NamedTuple):
    """How far a story has been told."""

    position: Position
    trace: Trace
    """What is in the air already."""
    acted: int
    """The number of the first act that has not been told."""
    chapters: tuple[Chapter, ...]
    price: int


def _chapters(position: Position, trace: Trace, number: int) -> Iterator[Chapter]:
    """The moves that the last edge of `trace` completes, whatever else is off its square."""
    edge = trace.edges[-1]
    if (trace.occupied & ~position.occupied).bit_count() > 2:
        return
    off = position.occupied & ~trace.occupied & trace.emptied
    squares = [BB_SQUARES[square] for square in scan_forward(off)]
    if len(squares) > MAX_OFF + 2:
        return
    bit = BB_SQUARES[edge.square]
    for many in range(min(len(squares), MAX_OFF) + 1):
        for aside in combinations(squares, many):
            held = sum(aside)
            for footprint in position.leaving(trace.occupied | held):
                if footprint.squares & held:
                    continue
                swept = bool(footprint.swapped & ~trace.emptied)
                if swept:
                    fits = (
                        not edge.filled
                        and not trace.told
                        and bool(footprint.vacated & trace.emptied)
                        and bool(bit & footprint.vacated or not bit & position.occupied)
                    )
                else:
                    fits = bool(footprint.squares & bit or not edge.seen) and _fits(
                        footprint, position, trace
                    )
                if fits:
                    yield Chapter(position, footprint, trace, number, edge.at, held, swept)


def _fits(footprint: Footprint, position: Position, trace: Trace) -> bool:
    return witnessed(footprint, trace) and colors_agree(footprint, position, trace)


def _presses(
    chapters: tuple[Chapter, ...],
    acts: tuple[Act, ...],
    running: Color | None,
    until: Millis | None,
) -> tuple[tuple[int | None, ...], int]:
    """Which act pressed the clock for each move, and what that takes for granted.

    `until`: the story goes on after that moment, so a press shortly before it may still find its
    move.
    """
    presses: list[int | None] = [None] * len(chapters)
    price, made = 0, 0
    forgotten: set[int] = set()
    for number, act in enumerate(acts):
        if made < len(chapters) and chapters[made].ends == number:
            before = made - 1
            unpressed = before >= 0 and presses[before] is None
            if unpressed and running == chapters[before].position.turn:
                forgotten.add(before)
            made += 1
        if not isinstance(act, Pressed):
            continue
        mine = [n for n, c in enumerate(chapters) if c.position.turn == act.color]
        open_before = [n for n in mine if n < made and presses[n] is None]
        if running is not None and act.color != running:
            price += ANSWERED if open_before else IN_VAIN
            continue
        soon = [n for n in mine if n >= made and chapters[n].at - act.at <= EARLY_MS]
        if open_before:
            presses[open_before[-1]] = number
            if open_before[-1] in forgotten:
                forgotten.remove(open_before[-1])
                price += PRESSED_LATE
        elif soon:
            presses[soon[0]] = number
            price += SWEPT_EARLY if chapters[soon[0]].swept else PRESSED_EARLY
        elif running is not None and (until is None or until - act.at > EARLY_MS):
            price += WITHOUT_MOVE
        running = not act.color
    return tuple(presses), price + NEVER_PRESSED * len(forgotten)


def _held_over(trace: Trace, held: Bitboard) -> Trace:
    """The trace of the next turn: it begins with the pieces that are in the air already."""
    lifts = [trace.edges[trace.last_lift(square)] for square in scan_forward(held)]
    lifts.sort(key=lambda edge: edge.at)
    occupied = trace.occupied | held
    following = Trace(occupied, occupied)
    for edge in lifts:
        following = following.observe(edge)
    return following


def _price(chapter: Chapter, acts: tuple[Act, ...]) -> int:
    """What a move takes for granted: everything else that its edges show."""
    price = SWEPT if chapter.swept else 0
    footprint, trace = chapter.footprint, chapter.trace
    own = chapter.position.pieces(chapter.position.turn)
    if not chapter.swept and _is_fleeting(chapter, acts):
        price += FLEETING
    begun = next((e.at for e in trace.edges if BB_SQUARES[e.square] & own), chapter.at)
    price += HANDFUL * max(0, (chapter.held & ~own).bit_count() - 1)
    for square in scan_forward(chapter.held & ~own):
        if trace.edges[trace.last_lift(square)].at < begun:
            price += EAGER
    for square in scan_forward(chapter.held & own):
        off = trace.edges[trace.last_lift(square)].at
        price += _off_price(off, _back(acts, square, chapter.ends), acts[-1].at)
    if chapter.swept and _touched_meanwhile(chapter):
        price += TOUCHED
    return price + _gaps(trace, chapter.position, footprint)


def _touched_meanwhile(chapter: Chapter) -> bool:
    """Whether an enemy piece was off its square, and stands on it again: it looks taken."""
    enemies = chapter.position.pieces(not chapter.position.turn)
    touched = enemies & chapter.trace.emptied & chapter.trace.occupied
    return any(
        back - off >= BRUSH_MS
        for off, back in (chapter.trace.last_gap(square) for square in scan_forward(touched))
    )


def _is_fleeting(chapter: Chapter, acts: tuple[Act, ...]) -> bool:
    """Whether the piece that completes the move is lifted again at once, and not put back."""
    edge = chapter.trace.edges[-1]
    if not edge.filled:
        return False
    for act in acts[chapter.ends + 1 :]:
        if not isinstance(act, Edge) or act.square != edge.square:
            continue
        return not act.filled and act.at - edge.at < FLEETING_MS
    return False


def _gaps(trace: Trace, position: Position, footprint: Footprint | None) -> int:
    """What it takes that pieces were off their squares for a while, and back on them."""
    price = 0
    used = 0 if footprint is None else footprint.vacated | footprint.filled
    swapped = 0 if footprint is None else footprint.swapped
    gone: dict[Square, Millis] = {}
    stands: dict[Square, Millis] = {}
    touched: dict[Square, int] = {}
    for edge in trace.edges:
        square, bit = edge.square, BB_SQUARES[edge.square]
        if not edge.seen:
            price += 1
        if edge.filled:
            stands[square] = edge.at
        elif square in stands and not bit & position.occupied:
            price += MOVED_ON * (edge.at - stands.pop(square) >= SETTLE_MS)
        if bit & used or not bit & position.occupied:
            continue
        if not edge.filled:
            gone[square] = edge.at
        elif square in gone:
            brief = edge.at - gone.pop(square) < BRUSH_MS
            if bit & swapped:
                touched[square] = QUICK if brief else 0
            else:
                touched[square] = max(touched.get(square, 0), BRUSHED if brief else TOUCHED)
    return price + sum(touched.values())


def _back(acts: tuple[Act, ...], square: Square, after: int) -> Millis | None:
    """When a piece came back to `square`, after the act of that number."""
    for act in acts[after + 1 :]:
        if isinstance(act, Edge) and act.square == square and act.filled:
            return act.at
    return None


def _off_price(off: Millis, back: Millis | None, now: Millis) -> int:
    """What it takes that a piece beside the move was off its square since `off`."""
    if (now if back is None else back) - off < BRUSH_MS:
        return BRUSHED
    return LEFT_OUT if back is None else TOUCHED


def _unfinished(end: _End, trace: Trace, acts: tuple[Act, ...]) -> int:
    """What the turn that has only begun takes for granted."""
    position = end.position
    price = _gaps(trace, position, None)
    if price >= TOUCHED and end.chapters and end.chapters[-1].swept:
        price += TOUCHED  # what was touched looks like what was taken
    extra = trace.occupied & ~position.occupied
    resting = _resting(trace, extra, acts[-1].at)
    if resting.bit_count() <= (position.pieces(position.turn) & ~trace.occupied).bit_count():
        price += RESTING * resting.bit_count()
        extra &= ~resting
    else:
        resting = 0
    changed = (position.occupied ^ trace.occupied) & ~resting
    if not changed:
        return price
    price += _held_alone(position, trace, acts[-1].at)
    if any(_fits(footprint, position, trace) for footprint in position.leaving(trace.occupied)):
        return price + UNTOLD
    least = changed
    for footprint in position.footprints():
        if extra & footprint.filled and not (footprint.vacated & changed or footprint.promotes):
            continue  # a piece cannot have arrived that has not left
        beside = changed & ~footprint.squares
        if beside.bit_count() < least.bit_count():
            least = beside
    for square in scan_forward(least):
        if trace.occupied & BB_SQUARES[square]:
            price += ASTRAY
        else:
            off = trace.edges[trace.last_lift(square)].at if trace.last_lift(square) >= 0 else 0
            price += _off_price(Millis(off), None, acts[-1].at)
    return price


def _held_alone(position: Position, trace: Trace, now: Millis) -> int:
    """What it takes that a piece of the player who has just moved has been off its square for long,
    and his opponent, who would have taken it, has lifted none of his own."""
    if position.pieces(position.turn) & ~trace.occupied:
        return 0
    for square in scan_forward(position.occupied & ~trace.occupied):
        lifted = trace.last_lift(square)
        if lifted >= 0 and now - trace.edges[lifted].at >= SETTLE_MS:
            return HELD_ALONE
    return 0


def _resting(trace: Trace, extra: Bitboard, now: Millis) -> Bitboard:
    """The squares of `extra` on which a piece stands that may be on its way to another."""
    resting = 0
    for square in scan_forward(extra):
        placed = trace.last_place(square)
        if placed >= 0 and now - trace.edges[placed].at < SETTLE_MS:
            resting |= BB_SQUARES[square]
    return resting


def surely(told: tuple[Story, ...]) -> Story | None:
    """The story that is told, if there is one and no other comes near it.

    Others that only go on differently after the last move that was pressed are no rivals, nor are
    those that leave the last moves untold.
    """
    if not told:
        return None
    best = told[0]
    certain = best.moves[: best.completed]
    for story in told[1:]:
        if story.price >= best.price + MARGIN:
            break
        moves = story.moves
        if moves[: best.completed] != certain and certain[: len(moves)] != moves:
            return None
    return best
