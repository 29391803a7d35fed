"""Which moves, one after another, tell what was seen since a position was certain.

A turn asks for the move that the sensors show now. Where that question has no good answer, because
the next hand was quicker than the clock, a sleeve was in the way or a move was read wrongly some
turns ago, the whole of what was seen has to be told again: edges and presses, from a position that
is beyond doubt. A *story* is a line of legal moves with the act that completed each of them, such
that every edge belongs to one of the moves, or is a piece that left its square for a moment.

Every story has a price, the sum of what it takes for granted (`arbiter.prices`). The cheapest ones
are looked for first, so the search ends as soon as all that is left is too dear to matter.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from chess import BISHOP, QUEEN, Bitboard, Color, Move, PieceType, Square, scan_forward

from touchmove.arbiter import prices
from touchmove.arbiter.episodes import Act, Episode, Pressed, Story, completed_by
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.position import Position
from touchmove.arbiter.presses import of_presses
from touchmove.arbiter.trace import Trace
from touchmove.rules import SETTLE_MS
from touchmove.units import Millis

MARGIN = 2
"""A story that costs so much more than another is taken to be wrong."""
UNEXPLAINED = 8
"""What a story must undercut: that there is none, and a player has made a mistake."""
BROKEN = 6
"""The same where the move that stands is legal, and breaks the touch-move rule."""
MISSED = 5
"""More pieces stand on the board than there are: the sensors missed that one was lifted."""
TOO_DEAR = 16
"""A story that costs so much is none: something happened that no line of legal moves tells."""
MAX_EPISODES = 9
"""Longer lines are not looked for: what is older than this has been borne out by what followed."""
MAX_ENDS = 400
"""A bound for the search: so many beginnings are gone on with. A blitz turn with slides takes some
fifty; four hundred take some tenths of a second."""

Names = tuple[tuple[Square | None, PieceType], ...]
"""What people have said that pawns became: on which square (None: the next one), and the piece."""


def stories(
    position: Position,
    began: Bitboard,
    acts: tuple[Act, ...],
    running: Color | None,
    *,
    now: Millis | None = None,
    only: tuple[Move, ...] | None = None,
    polarity: bool = False,
    named: Names = (),
) -> tuple[Story, ...]:
    """The stories of `acts` from `position`, the cheapest first, one for each line of moves.

    `began` is the occupancy before the first act, `running` whose time was running then; `now` is
    the present moment, if nothing has been reported for a while. `only`: just this line of moves is
    looked at. `polarity`: the sensors tell colours, so no capture can be made unseen. `named`: what
    pawns have become on their squares, as far as somebody has said so; of the others a queen is the
    likeliest. Of the stories that are dearer than the cheapest by more than `MARGIN`, not all need
    be there.
    """
    if not acts:
        return ()
    now = acts[-1].at if now is None else now
    return _Search(acts, running, now, only, polarity, dict(named)).told(position, began)


class _End(NamedTuple):
    """How far a story has been told."""

    position: Position
    trace: Trace
    """What is in the air already."""
    acted: int
    """The number of the first act that has not been told."""
    episodes: tuple[Episode, ...]
    price: int


class _Search:
    """Goes on with the cheapest beginning of a story first; made and used up within `stories`."""

    def __init__(
        self,
        acts: tuple[Act, ...],
        running: Color | None,
        now: Millis,
        only: tuple[Move, ...] | None,
        polarity: bool,
        named: dict[Square | None, PieceType],
    ) -> None:
        self._acts = acts
        self._now = now
        self._running = running
        self._only = only
        self._polarity = polarity
        self._named = named
        self._cheapest = TOO_DEAR
        self._tie = count()
        self._open: list[tuple[int, int, _End]] = []
        self._best: dict[tuple[Move, ...], Story] = {}

    def told(self, position: Position, began: Bitboard) -> tuple[Story, ...]:
        """The stories, the cheapest first; of two that cost the same, the longer one."""
        self._later(0, _End(position, Trace(began, began), 0, (), 0))
        for _ in range(MAX_ENDS):
            if not self._open or self._open[0][0] > self._cheapest + MARGIN:
                break
            self._go_on(heappop(self._open)[-1])
        found = self._best.values()
        return tuple(sorted(found, key=lambda story: (story.price, -len(story.episodes))))

    def _later(self, bound: int, end: _End) -> None:
        heappush(self._open, (bound, next(self._tie), end))

    def _go_on(self, end: _End) -> None:
        """Every next move of a story, and the story that has none."""
        trace, missed = end.trace, 0
        ply = len(end.episodes)
        for number in range(end.acted, len(self._acts)):
            act = self._acts[number]
            if isinstance(act, Pressed):
                continue
            trace = trace.observe(act)
            missed = missed or MISSED * _is_crowded(end.position, trace.occupied)
            if ply < (MAX_EPISODES if self._only is None else len(self._only)):
                self._add_episodes(end, trace, number, missed)
        if self._only is None or ply == len(self._only):
            self._finish(end, trace, missed)

    def _add_episodes(self, end: _End, trace: Trace, number: int, missed: int) -> None:
        acts = self._acts
        until = acts[number].at
        for seen in completed_by(end.position, trace, number):
            if seen.swept and self._polarity:
                continue
            price = end.price + missed + prices.of_episode(seen, acts)
            price += self._of_ignored_check(end, seen)
            for episode, dearer in self._promoted(seen, len(end.episodes)):
                episodes = (*end.episodes, episode)
                told = acts[: number + 1]
                bound = price + dearer
                bound += of_presses(episodes, told, self._running, until)[1]
                if bound <= self._cheapest + MARGIN:
                    rest = _held_over(trace, episode.held)
                    after = end.position.after(episode.move)
                    self._later(bound, _End(after, rest, number + 1, episodes, price + dearer))

    def _of_ignored_check(self, end: _End, reply: Episode) -> int:
        """What it costs to say of a pawn that it became no queen, because the reply ignores the
        check of one: whoever plays it has rather made a mistake. A queen that would have ended the
        game was none."""
        if not end.episodes or end.episodes[-1].promotion == QUEEN or self._only is not None:
            return 0
        last = end.episodes[-1]
        with_queen = last.position.after(last.footprint.move)
        if self._is_named(last.footprint) or with_queen.is_legal(reply.footprint.move):
            return 0
        return UNEXPLAINED * bool(with_queen.legal_moves())

    def _is_named(self, footprint: Footprint) -> bool:
        return footprint.move.to_square in self._named or None in self._named

    def _promoted(self, episode: Episode, ply: int) -> Iterator[tuple[Episode, int]]:
        """What the pawn of a move can have become, and how much dearer that is than a queen."""
        footprint, only = episode.footprint, self._only
        if only is not None:
            if only[ply] in footprint.moves:
                yield episode._replace(promotion=only[ply].promotion or QUEEN), 0
            return
        if not footprint.promotes:
            yield episode, 0
            return
        named = self._named.get(footprint.move.to_square, self._named.get(None))
        if named is not None:
            yield episode._replace(promotion=named), 0
            return
        for move in footprint.moves:
            kind = move.promotion or QUEEN
            dearer = 0 if kind == QUEEN else prices.UNDERPROMOTED
            # A bishop does no more than a queen, and is hardly ever chosen.
            yield episode._replace(promotion=kind), dearer + MARGIN * (kind == BISHOP)

    def _finish(self, end: _End, trace: Trace, missed: int) -> None:
        last = end.episodes[-1] if end.episodes else None
        presses, price = of_presses(end.episodes, self._acts, self._running)
        price += end.price + missed
        turn = end.position.turn
        pressed = (a.at for a in reversed(self._acts) if isinstance(a, Pressed) and a.color == turn)
        price += prices.of_rest(end.position, trace, self._now, last, next(pressed, None))
        story = Story(end.episodes, trace, presses, price)
        known = self._best.get(story.moves)
        if price < TOO_DEAR and (known is None or price < known.price):
            self._best[story.moves] = story
            self._cheapest = min(self._cheapest, price)


def _is_crowded(position: Position, occupied: Bitboard) -> bool:
    """Whether more pieces stand on the board than there are, beside a piece that is promoted to."""
    if occupied.bit_count() <= position.occupied.bit_count():
        return False
    return not position.promoting_squares() & occupied & ~position.occupied


def _held_over(trace: Trace, held: Bitboard) -> Trace:
    """The trace of the next turn: it begins with the pieces that are in the air already."""
    lifts = [trace.edges[trace.last_lift(square)] for square in scan_forward(held)]
    lifts.sort(key=lambda edge: edge.at)
    occupied = trace.occupied | held
    following = Trace(occupied, occupied)
    for edge in lifts:
        following = following.observe(edge)
    return following


def mistaken(position: Position, trace: Trace, now: Millis) -> int:
    """What it costs that no line of legal moves tells it, but a mistake of the player on the move.

    That explains pieces on squares where they may not be, and one that was taken; of every other
    one that has gone it is unexplained where it is. What the opponent has in his hand has not gone.
    """
    missing = position.occupied & ~trace.occupied
    gone = (missing & position.pieces(position.turn)).bit_count()
    for square in scan_forward(missing & position.pieces(not position.turn)):
        number = trace.last_lift(square)
        gone += number >= 0 and now - trace.edges[number].at >= SETTLE_MS
    gone -= (trace.occupied & ~position.occupied).bit_count()
    return UNEXPLAINED + prices.LEFT_OUT * max(0, gone - 1)


def surely(told: tuple[Story, ...]) -> Story | None:
    """The story that is told, if there is one and no other comes near it.

    Others that only go on differently after the last move that is completed are no rivals, nor are
    those that leave the last moves untold.
    """
    if not told:
        return None
    best = told[0]
    if best.price + MARGIN > TOO_DEAR:
        return None  # its rivals are too dear to be told
    certain = best.moves[: best.completed]
    for story in told[1:]:
        if story.price >= best.price + MARGIN:
            break
        moves = story.moves
        if moves[: best.completed] != certain and certain[: len(moves)] != moves:
            return None
    return best
