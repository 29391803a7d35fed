"""What the edges of a turn say of hands: which pieces were touched, and which were released.

A sensor sees lifts, not touches: a finger on a piece leaves no trace, and a lift may be an
accident. So this is evidence, and the arbiter decides. A lift is ascribed to the player having the
move; a piece of the other colour that lands elsewhere was its owner's hand.
"""

from dataclasses import dataclass
from typing import NamedTuple

from chess import BB_SQUARES, Move, Square

from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import CHATTER_MS, Edge
from touchmove.rules import Timing
from touchmove.units import Millis

TIMING = Timing()
"""How long is long enough where no profile says otherwise."""


class Touch(NamedTuple):
    """A piece was lifted from the square that it has in the position."""

    square: Square
    own: bool
    """Of the player having the move."""
    at: Millis


class Release(NamedTuple):
    """A piece was set down away from home, and the hand left it there."""

    home: Square
    square: Square
    while_in_hand: tuple[Square, ...]
    """Where the player's other pieces come from that were in the air meanwhile."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What the hands have done in a turn."""

    touches: tuple[Touch, ...]
    """In order; of two without an order the own piece first, and the king before a rook."""
    releases: tuple[Release, ...]


@dataclass(slots=True)
class _Lift:
    home: Square
    own: bool
    number: int
    at: Millis
    seen: bool = True


class _Stand(NamedTuple):
    """A piece that stands away from home."""

    lift: _Lift
    since: Millis
    others: tuple[Square, ...]
    binding: bool
    """It was put there by who had the move."""


def hands(
    position: Position,
    edges: tuple[Edge, ...],
    *,
    ends_at: Millis,
    made: Move | None = None,
    excused: int = 0,
    adjusting: int | None = None,
    timing: Timing = TIMING,
) -> Hands:
    """Follow every piece from lift to place until `ends_at`, when all that stands is released.

    `made` is the move that came of it, if one did: it says which piece arrived where.
    Edges before the number `excused` bind nobody. From the number `adjusting` on a piece that
    comes back to its square was adjusted. `timing` says how long is long enough.
    """
    arrivals = {} if made is None else position.arrivals(made)
    followed = _Followed(position, arrivals, timing)
    for number, edge in enumerate(edges):
        if edge.filled:
            followed.place(edge, binding=number >= excused)
        elif edge.seen:
            followed.lift(edge.square, number, edge.at)
        else:
            followed.lose(edge.square, number, edge.at)
    followed.end(ends_at)
    lifts = sorted(followed.lifts, key=lambda each: each[0].number)
    touches = [
        Touch(lift.home, lift.own, lift.at)
        for lift, back_at in lifts
        if lift.number >= excused
        and (lift.seen or back_at is None)
        and not (back_at is not None and back_at - lift.at < timing.brush_ms)
        and not (back_at is not None and adjusting is not None and lift.number >= adjusting)
    ]
    return Hands(_ordered(position, _first(touches), timing), tuple(followed.releases))


class _Followed:
    """Pieces on their way; made and used up within `hands`."""

    def __init__(self, position: Position, arrivals: dict[Square, Square], timing: Timing) -> None:
        self._timing = timing
        self._arrivals = arrivals
        self._own = position.pieces(position.turn)
        self._waiting = position.pieces(not position.turn)
        self._own_hand: list[_Lift] = []
        self._other_hand: list[_Lift] = []
        self._stands: dict[Square, _Stand] = {}
        self.lifts: list[tuple[_Lift, Millis | None]] = []
        """Each lift from home, and when the piece came straight back, if it did."""
        self.releases: list[Release] = []

    def lift(self, square: Square, number: int, at: Millis) -> None:
        """A piece leaves `square`."""
        if square in self._stands:
            stand = self._stands.pop(square)
            self._released(square, stand, at)
            self._own_hand.append(stand.lift)
        elif BB_SQUARES[square] & (self._own | self._waiting):
            lift = _Lift(square, bool(BB_SQUARES[square] & self._own), number, at)
            self._went_on(lift)
            (self._own_hand if lift.own else self._other_hand).append(lift)
            self.lifts.append((lift, None))

    def lose(self, square: Square, number: int, at: Millis) -> None:
        """A piece has left `square`, nobody knows when: it cannot be said to have been released.

        That it was touched is proven only if it has gone elsewhere.
        """
        if square in self._stands:
            self._own_hand.append(self._stands.pop(square).lift)
        elif BB_SQUARES[square] & self._own:
            lift = _Lift(square, True, number, at, seen=False)
            self._own_hand.append(lift)
            self.lifts.append((lift, None))

    def _went_on(self, lift: _Lift) -> None:
        """A contact that chatters as the piece leaves: it left at the first of these lifts."""
        for before, back_at in reversed(self.lifts):
            if before.home == lift.home and back_at is not None:
                if lift.at - back_at < CHATTER_MS:
                    lift.at, lift.number = before.at, before.number
                return

    def place(self, edge: Edge, *, binding: bool) -> None:
        """A piece arrives on a square: which one was it?

        When one has come back that was not seen to, it may have been off for a moment only.
        """
        square, at = edge.square, edge.at
        home = None if self._brought(square) else self._in_hand_from(square)
        victim = next((lift for lift in self._other_hand if lift.home == square), None)
        if home is not None:
            self._own_hand.remove(home)
            self._came_back(home, at if edge.seen else home.at)
        elif victim is not None and not self._is_taken(victim, at):
            self._other_hand.remove(victim)
            self._came_back(victim, at if edge.seen else victim.at)
        elif self._own_hand:
            lift = self._arriving(square)
            others = tuple(each.home for each in self._own_hand)
            # Where another piece has gone already, what comes after it is no legal move (4.7).
            binding = binding and not self._stands
            self._stands[square] = _Stand(lift, at, others, binding)
        elif self._other_hand:
            gone = self._other_hand.pop()
            self.lifts = [each for each in self.lifts if each[0] is not gone]

    def _brought(self, square: Square) -> bool:
        """Whether the move brings another piece to this square, and that one is in the hand."""
        origin = self._arrivals.get(square, square)
        return origin != square and self._in_hand_from(origin) is not None

    def _in_hand_from(self, home: Square | None) -> _Lift | None:
        """The player's piece from this square, if it is in the hand."""
        return next((lift for lift in self._own_hand if lift.home == home), None)

    def _is_taken(self, victim: _Lift, at: Millis) -> bool:
        """Whether a piece of the player lands on the victim's square, and not the victim itself."""
        if not self._own_hand:
            return False
        if self._arrivals:
            return victim.home in self._arrivals
        return at - victim.at >= self._timing.brush_ms

    def _arriving(self, square: Square) -> _Lift:
        """The piece that lands: the one that the move brings there, else the one lifted last."""
        lift = self._in_hand_from(self._arrivals.get(square)) or self._own_hand[-1]
        self._own_hand.remove(lift)
        return lift

    def _came_back(self, lift: _Lift, at: Millis) -> None:
        self.lifts = [(each, at if each is lift else back) for each, back in self.lifts]

    def end(self, at: Millis) -> None:
        """The turn ends, or it is asked how things stand: who has stood long enough is released."""
        for square, stand in self._stands.items():
            self._released(square, stand, at)

    def _released(self, square: Square, stand: _Stand, at: Millis) -> None:
        if stand.binding and at - stand.since >= self._timing.settle_ms:
            self.releases.append(Release(stand.lift.home, square, stand.others))


def _first(touches: list[Touch]) -> list[Touch]:
    """The first touch of each piece."""
    seen: dict[Square, Touch] = {}
    for touch in touches:
        seen.setdefault(touch.square, touch)
    return list(seen.values())


def _ordered(position: Position, touches: list[Touch], timing: Timing) -> tuple[Touch, ...]:
    """Neighbours closer than `simul_ms` have no order: own before enemy, king before rook."""
    ordered = list(touches)
    king = position.king()
    for number in range(len(ordered) - 1):
        first, second = ordered[number], ordered[number + 1]
        if second.at - first.at >= timing.simul_ms:
            continue
        if (second.own and not first.own) or (first.own and second.square == king):
            ordered[number], ordered[number + 1] = second, first
    return tuple(ordered)
