"""What a story takes for granted, and what that costs.

The prices are whole numbers of about one bit: how much less often people do such a thing than not.
They were set by hand, on games played by the model of hands, and hold for nothing else; real boards
will correct them. What matters is their order: a brushed neighbour is cheaper than a capture that
nobody saw, and that is cheaper than a player who presses without having moved.
"""

from chess import BB_SQUARES, Bitboard, Square, scan_forward

from touchmove.arbiter.episodes import Act, Episode, back_on, explains
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.position import Position
from touchmove.arbiter.trace import Edge, Trace
from touchmove.rules import BRUSH_MS, SETTLE_MS
from touchmove.units import Millis

EARLY_MS = 300
"""A press this long before the piece lands still is the press of that move."""
HELD_MS = SETTLE_MS
"""Who takes up a victim first lifts his own piece within this, though a press be waited for."""
FLEETING_MS = 100
"""A piece that stood for less may have been sliding on."""
HOVER_MS = 200
"""A piece that stood for longer was put down, and did not only touch its square on its way."""
THINKING_MS = 2_000
"""A player who has taken off a piece that was put down may think for so long before he takes."""
ANSWER_MS = 1_000
"""A capture by the next piece takes less than this, from the lift of its victim on."""

BRUSHED = 1
"""A piece that has no part in the move was off its square for less than `BRUSH_MS`."""
TOUCHED = 3
"""The same for longer: it was touched, and not moved."""
LEFT_OUT = 8
"""The same, and it has not come back."""
QUICK = 1
"""A piece was taken in less time than a hand usually needs."""
SWEPT = 3
"""A piece was taken although its square never read empty."""
LOOKS_ANSWERED = 2
"""Such a piece had touched down where the next one soon lands: it looks like what that takes."""
UNSEEN = 1
"""An edge was missed."""
MOVED_ON = 1
"""The piece was released on another square first."""
FLEETING = 2
"""The piece was lifted again within `FLEETING_MS` of landing."""
EAGER = 5
"""The reply was begun before the piece that it answers was lifted."""
AHEAD = 1
"""The reply was begun before the piece that it answers had landed."""
HANDFUL = 3
"""The player to reply has another piece in the air beside the one that he will move."""
STRANGER = 4
"""A piece has touched down where none can have come from: its player had lifted none."""
RESTING = 1
"""A piece has touched down on its way to another square."""
UNTOLD = 2
"""A move that stands is left out of the story."""
UNTOLD_AT_PRESS = 6
"""The same, and its player has pressed the clock since."""
HELD_ALONE = 6
"""A piece has been in the air for long that only the opponent of its owner can have lifted."""
ASTRAY = 8
"""A piece stands where no move that has begun can have brought it."""
PRESSED_EARLY = 1
"""The clock was pressed before the piece landed."""
SWEPT_EARLY = 5
"""The same of a capture that nobody saw: its piece was elsewhere when the clock was pressed."""
PRESSED_LATE = 2
"""The reply was finished before the clock was pressed."""
NEVER_PRESSED = 3
"""The clock was never pressed for the move."""
IN_VAIN = 3
"""The clock was pressed by a player whose time was not running, and who had not just answered."""
HOLDING = 4
"""The clock was pressed for a move by a player who had a piece for the next one in the air."""
WITHOUT_MOVE = 10
"""The clock was pressed by the player on the move, and he had made none."""
UNDERPROMOTED = 5
"""A pawn became something else than a queen, and nobody said so."""


def of_episode(episode: Episode, acts: tuple[Act, ...]) -> int:
    """What a move takes for granted: everything else that its edges show."""
    trace = episode.trace
    own = episode.position.pieces(episode.position.turn)
    price = _of_gaps(trace, episode.position, episode.footprint)
    if episode.swept:
        price += SWEPT + TOUCHED * _looks_taken(episode)
        price += LOOKS_ANSWERED * _looks_answered(episode, acts)
    elif _is_fleeting(episode, acts):
        price += FLEETING
    begun = next((e.at for e in trace.edges if BB_SQUARES[e.square] & own), episode.at)
    replying = episode.held & ~own
    price += HANDFUL * max(0, replying.bit_count() - 1)
    begin = [
        trace.lifted_at(square) < begun
        for square in scan_forward(replying)
        if not _put_back(acts, square, episode.ends)
    ]
    price += EAGER * sum(begin)
    if replying and not any(begin) and not episode.swept:
        gone = (back_on(acts, square, episode.ends) is None for square in scan_forward(replying))
        price += AHEAD * any(gone)
    for square in scan_forward(episode.held & own):
        # Whether one that has not come back is left out, or what the reply takes, the rest says.
        back = back_on(acts, square, episode.ends) or acts[-1].at
        price += _of_absence(trace.lifted_at(square), back, acts[-1].at)
    return price


def of_rest(
    position: Position,
    trace: Trace,
    now: Millis,
    last: Episode | None,
    pressed: Millis | None = None,
) -> int:
    """What the turn that has only begun takes for granted.

    `last` is the move before it, `pressed` when the player on the move last pressed his clock.
    """
    charged = 0 if last is None else last.trace.emptied & last.trace.occupied
    price = _of_gaps(trace, position, None, charged)
    if last is not None and last.swept and price >= TOUCHED:
        price += TOUCHED  # what was touched looks like what was taken
    resting = _resting(position, trace, now)
    price += RESTING * resting.bit_count()
    changed = (position.occupied ^ trace.occupied) & ~resting
    if not changed:
        return price
    price += _of_holding_alone(position, trace, now, last)
    if any(explains(footprint, position, trace) for footprint in position.leaving(trace.occupied)):
        at_press = pressed is not None and trace.edges[-1].at <= pressed
        return price + (UNTOLD_AT_PRESS if at_press else UNTOLD)
    return price + _beside_every_move(position, changed, trace, now)


def _beside_every_move(position: Position, changed: Bitboard, trace: Trace, now: Millis) -> int:
    """What the squares of `changed` cost beside the move that leaves the least unexplained."""
    extra = changed & trace.occupied
    alike = {changed}
    least = changed.bit_count()
    for footprint in position.footprints():
        if not _may_have_arrived(footprint, changed, extra):
            continue
        beside = changed & ~footprint.squares
        if beside.bit_count() < least:
            alike, least = set(), beside.bit_count()
        if beside.bit_count() == least:
            alike.add(beside)
    return min(_of_unexplained(beside, trace, now) for beside in alike)


def _may_have_arrived(footprint: Footprint, changed: Bitboard, extra: Bitboard) -> bool:
    """Whether every piece of the move that stands on its square has left its own."""
    if extra & footprint.filled and not footprint.vacated & changed:
        return False
    return all(
        changed & BB_SQUARES[origin] or not extra & BB_SQUARES[target]
        for origin, target in footprint.hops
    )


def _of_unexplained(squares: Bitboard, trace: Trace, now: Millis) -> int:
    """What it takes that pieces are missing from `squares`, or stand on them."""
    price = 0
    for square in scan_forward(squares):
        if trace.occupied & BB_SQUARES[square]:
            price += ASTRAY
        else:
            price += _of_absence(trace.lifted_at(square), None, now)
    return price


def _of_gaps(
    trace: Trace, position: Position, footprint: Footprint | None, charged: Bitboard = 0
) -> int:
    """What it takes that pieces were off their squares for a while, and back on them.

    A contact that flaps all the time is one thing that is wrong and not many; nor is what was
    `charged` to the move before charged again.
    """
    price = 0
    used = charged if footprint is None else footprint.squares & ~footprint.swapped
    swapped = 0 if footprint is None else footprint.swapped
    gone: dict[Square, Millis] = {}
    stands: dict[Square, Millis] = {}
    touched: dict[Square, int] = {}
    own, lifted = position.pieces(position.turn), False
    strange = ~position.occupied & ~position.promoting_squares()
    for at, square, filled, seen, _ in trace.edges:
        bit = BB_SQUARES[square]
        price += 0 if seen else UNSEEN
        if filled:
            price += STRANGER * (seen and not lifted and bool(bit & strange))
            stands[square] = at
        elif square in stands and not bit & position.occupied:
            price += MOVED_ON * (at - stands.pop(square) >= SETTLE_MS)
        lifted = lifted or bool(bit & own) or not seen
        if bit & used or not bit & position.occupied:
            continue
        if not filled:
            gone[square] = at
        elif square in gone:
            brief = at - gone.pop(square) < BRUSH_MS
            if bit & swapped:
                touched[square] = QUICK if brief else 0
            else:
                touched[square] = max(touched.get(square, 0), BRUSHED if brief else TOUCHED)
    return price + sum(touched.values())


def _of_absence(off: Millis, back: Millis | None, now: Millis) -> int:
    """What it takes that a piece beside the move was off its square since `off`."""
    if (now if back is None else back) - off < BRUSH_MS:
        return BRUSHED
    return LEFT_OUT if back is None else TOUCHED


def _of_holding_alone(position: Position, trace: Trace, now: Millis, last: Episode | None) -> int:
    """What it takes that the piece which has just moved has been off its square for long, and the
    opponent of its owner, who would have taken it, has lifted none of his own."""
    if position.pieces(position.turn) & ~trace.occupied:
        return 0
    landed = None if last is None else last.at
    for square in scan_forward(position.occupied & ~trace.occupied):
        off = trace.lifted_at(square)
        put_down = landed is not None and off - landed >= HOVER_MS
        if now - off >= (THINKING_MS if put_down else HELD_MS):
            return HELD_ALONE
    return 0


def _resting(position: Position, trace: Trace, now: Millis) -> Bitboard:
    """The squares on which pieces stand that may be on their way to others: not longer than a
    hand keeps its piece, and not more than the player has in the air."""
    extra = trace.occupied & ~position.occupied
    resting = 0
    for square in scan_forward(extra):
        placed = trace.last_place(square)
        if placed >= 0 and now - trace.edges[placed].at < SETTLE_MS:
            resting |= BB_SQUARES[square]
    airborne = position.pieces(position.turn) & ~trace.occupied
    return resting if resting.bit_count() <= airborne.bit_count() else 0


def _looks_taken(episode: Episode) -> bool:
    """Whether an enemy piece was off its square for long, and a piece stands on it again."""
    enemies = episode.position.pieces(not episode.position.turn)
    touched = enemies & episode.trace.emptied & episode.trace.occupied
    gaps = (episode.trace.last_gap(square) for square in scan_forward(touched))
    return any(back - off >= BRUSH_MS for off, back in gaps)


def _looks_answered(episode: Episode, acts: tuple[Act, ...]) -> bool:
    """Whether a piece lands, `ANSWER_MS` after it was left, where the capturing one had stopped."""
    for square in scan_forward(~episode.position.occupied & episode.trace.emptied):
        back = back_on(acts, square, episode.ends)
        if back is not None and back - episode.trace.lifted_at(square) < ANSWER_MS:
            return True
    return False


def _put_back(acts: tuple[Act, ...], square: Square, after: int) -> bool:
    """Whether the piece that was off `square` at the act `after` stands there again before a clock
    is pressed: then no reply had begun with it."""
    for act in acts[after + 1 :]:
        if not isinstance(act, Edge):
            return False
        if act.square == square:
            return act.filled
    return False


def _is_fleeting(episode: Episode, acts: tuple[Act, ...]) -> bool:
    """Whether the piece that completes the move is lifted again at once."""
    edge = episode.trace.edges[-1]
    later = (a for a in acts[episode.ends + 1 :] if isinstance(a, Edge) and a.square == edge.square)
    following = next(later, None)
    if not edge.filled or following is None or following.filled:
        return False
    return following.at - edge.at < FLEETING_MS
