"""How hands make a move in one of its orders: calmly, sliding, with something else touched.

A manner (`MANNERS`) says how the touches of an order are done: how fast, with which rests on the
way, with what else touched, and when the clock is pressed. Manners are data; `gestures` reads them.

A gesture is an order (`orders.py`) in a manner: the events of a board, ready to be played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess
from chess import Color, Move, Square

from tests.exhaustive.orders import Order, Touch, orders, pushed
from touchmove.events import (
    AdjustAnnounced,
    ClockPressed,
    Event,
    Lifted,
    Placed,
    PromotionNamed,
)
from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class Manner:
    """How the touches of an order are done. The defaults are a calm hand and an honest press."""

    name: str
    gap_ms: int = 250
    """From touch to touch."""
    press_ms: int = 250
    """From the last touch to the press; below zero: the press comes before the last piece lands."""
    way: str = ""
    """`slide`: each empty square on the way blinks; `rest`: the piece is set down on one of them
    just before it arrives; `aside`: the same, while another piece is seen to."""
    neighbour: str = ""
    """What is done with a piece of the player's own beside the move: `adjusted` or `adjusted after`
    with a word, `brushed` or `touched` without."""
    bounces: bool = False
    """Contacts chatter as a piece lands."""
    answered: str = ""
    """What the opponent lifts for the reply before the clock is pressed: `piece`, one of his own;
    `victim`, the piece that has just moved, to take it."""
    named: bool = True
    """Somebody says what the pawn has become."""


PLAIN = Manner("calmly")
MANNERS = (
    PLAIN,
    Manner("slowly", gap_ms=700),
    Manner("in one frame", gap_ms=0),
    Manner("pressed at once", press_ms=0),
    Manner("pressed early", press_ms=-100),
    Manner("sliding", way="slide"),
    Manner("resting on the way", way="rest"),
    Manner("set down aside", way="aside"),
    Manner("a neighbour adjusted", neighbour="adjusted"),
    Manner("a neighbour adjusted after", neighbour="adjusted after"),
    Manner("a neighbour brushed", neighbour="brushed"),
    Manner("a neighbour touched", neighbour="touched"),
    Manner("bouncing", bounces=True),
    Manner("answered before the press", answered="piece"),
    Manner("taken before the press", answered="victim"),
    Manner("not named", named=False),
)

SLIDE_MS = 40
"""How long a sensor sees the piece that slides over it, and how long until the next one does."""
REST_MS = 200
"""How long a piece rests on the way: no blink, and no release (500 ms)."""
TOUCH_MS = 200
"""How long a piece is off that is adjusted or touched: longer than a brush (150 ms)."""
BRUSH_MS = 60
BOUNCE_MS = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A legal move of a position, in one order."""

    board: chess.Board
    move: Move
    order: Order
    after: chess.Board
    """The position that the rules of chess give."""
    neighbour: Square | None
    """A piece of the player's own beside the move, if there is one."""
    replies: tuple[Square, ...]
    """From where the opponent may answer: some piece, and one that takes the piece that moved."""
    taken: bool
    """Whether the reply may take the piece that moved."""


def cases(board: chess.Board) -> Iterator[Case]:
    """Every legal move of `board` in every order."""
    for move in board.legal_moves:
        after = pushed(board, move)
        neighbour = _neighbour(board, move)
        replies = _replies(after, move)
        taken = _may_be_taken(after, move)
        for order in orders(board, move):
            yield Case(board, move, order, after, neighbour, replies, taken)


def _neighbour(board: chess.Board, move: Move) -> Square | None:
    """The nearest own piece that has no part in the move; in castling, neither king nor rook."""
    own = chess.SquareSet(board.occupied_co[board.turn])
    own.discard(move.from_square)
    if board.is_castling(move):
        own -= chess.SquareSet(board.kings | board.rooks)
    near = [(chess.square_distance(square, move.to_square), square) for square in own]
    return min(near)[1] if near else None


def _replies(after: chess.Board, move: Move) -> tuple[Square, ...]:
    replies = [] if after.is_game_over() else list(after.legal_moves)
    first = [reply.from_square for reply in replies[:1]]
    taking = [reply.from_square for reply in replies if reply.to_square == move.to_square]
    return tuple(dict.fromkeys(first + taking[:1]))


def _may_be_taken(after: chess.Board, move: Move) -> bool:
    moved = after.color_at(move.to_square) == (not after.turn)
    taking = (reply.to_square == move.to_square for reply in after.generate_legal_captures())
    return moved and not after.is_game_over() and any(taking)


@dataclass(frozen=True, slots=True)
class Gesture:
    """A move in an order and a manner."""

    case: Case
    manner: Manner
    events: tuple[Event, ...]
    """What the board reports; the first touch comes a second after the start."""


def gestures(case: Case, manner: Manner, *, clock: bool, polarity: bool) -> Iterator[Gesture]:
    """The ways to do an order in a manner, none where the manner does not apply.

    `clock`: the mover presses. `polarity`: the sensors tell colours.
    """
    if not _applies(case, manner, clock=clock):
        return
    for order in _on_the_way(case, manner):
        for reply in _lifted_for_the_reply(case, manner):
            touches = _timed(order, manner)
            events = _events(case, manner, touches, reply, clock=clock, polarity=polarity)
            yield Gesture(case, manner, events)


def _lifted_for_the_reply(case: Case, manner: Manner) -> tuple[Square | None, ...]:
    if not manner.answered:
        return (None,)
    if manner.answered == "piece":
        return case.replies
    return (case.move.to_square,) if case.taken else ()


def _applies(case: Case, manner: Manner, *, clock: bool) -> bool:
    if manner.press_ms != PLAIN.press_ms:
        landing = not case.order[-1].lifts
        return clock and (landing or manner.press_ms >= 0)
    if manner.answered == "victim" and not clock:
        return False
    if manner.neighbour and case.neighbour is None:
        return False
    if manner.way == "aside" and not clock:
        # What is set down is a move, and the lift of the victim completes it like a reply.
        return False
    return manner.named or case.move.promotion == chess.QUEEN


def _timed(order: Order, manner: Manner) -> Order:
    """Every touch with its gap, and each landing with its chatter."""
    touches: list[Touch] = []
    for touch in order:
        gap = manner.gap_ms if touch.after_ms is None else touch.after_ms
        touches.append(replace(touch, after_ms=gap))
        if manner.bounces and not touch.lifts:
            touches.append(replace(touch, lifts=True, after_ms=BOUNCE_MS))
            touches.append(replace(touch, after_ms=BOUNCE_MS))
    return tuple(touches)


# ------------------------------------------------------------------ on the way
def _on_the_way(case: Case, manner: Manner) -> Iterator[Order]:
    """The order with what the travelling pieces do between their squares."""
    if not manner.way:
        yield case.order
        return
    for number, touch in enumerate(case.order):
        crossed = between(case, number)
        if manner.way == "slide" and crossed:
            slid = [each for square in crossed for each in _visit(touch, square, SLIDE_MS)]
            yield (*case.order[:number], *slid, *case.order[number:])
        elif manner.way == "rest":
            for square in crossed:
                rest = _visit(touch, square, REST_MS)
                yield (*case.order[:number], *rest, *case.order[number:])
        elif manner.way == "aside" and crossed:
            yield from _aside(case.order, number, crossed[-1])


def _visit(touch: Touch, square: Square, stay_ms: int) -> tuple[Touch, Touch]:
    """The piece that will arrive by `touch` stands on `square` for so long."""
    return (
        Touch(square, False, touch.piece, after_ms=SLIDE_MS),
        Touch(square, True, touch.piece, after_ms=stay_ms),
    )


def _aside(order: Order, number: int, square: Square) -> Iterator[Order]:
    """The piece waits on `square` while what is between its two touches is done."""
    touch = order[number]
    left = next(n for n, each in enumerate(order) if each.lifts and each.square == touch.origin)
    meanwhile = order[left + 1 : number]
    if any(each.square == square for each in meanwhile) or not meanwhile:
        return
    down, up = _visit(touch, square, REST_MS // 2)
    quick = tuple(replace(each, after_ms=REST_MS // 2) for each in meanwhile)
    yield (*order[: left + 1], down, *quick, up, *order[number:])


def between(case: Case, number: int) -> tuple[Square, ...]:
    """The empty squares that the piece crosses which arrives by the touch of this number, in their
    order."""
    touch = case.order[number]
    if touch.lifts or touch.origin is None:
        return ()
    occupied = chess.SquareSet(case.board.occupied)
    for done in case.order[:number]:
        (occupied.discard if done.lifts else occupied.add)(done.square)
    return tuple(s for s in _crossed(touch.origin, touch.square) if s not in occupied)


def _crossed(origin: Square, target: Square) -> tuple[Square, ...]:
    """The squares between on a line; for a knight those of the long leg of its jump."""
    files = chess.square_file(target) - chess.square_file(origin)
    ranks = chess.square_rank(target) - chess.square_rank(origin)
    steps = max(abs(files), abs(ranks))
    if {abs(files), abs(ranks)} == {1, 2}:
        file_step, rank_step = int(files / 2), int(ranks / 2)
        return tuple(origin + n * (file_step + 8 * rank_step) for n in (1, 2))
    if steps == 0:
        return ()
    step = files // steps + 8 * (ranks // steps)
    return tuple(origin + n * step for n in range(1, steps))


# ------------------------------------------------------------------ events
def _events(
    case: Case,
    manner: Manner,
    touches: Order,
    reply: Square | None,
    *,
    clock: bool,
    polarity: bool,
) -> tuple[Event, ...]:
    """The events of a gesture: what is done beside it, its touches, the words and the press."""
    told = _Told(1_000 - manner.gap_ms, polarity=polarity)
    color = case.board.turn
    if manner.neighbour == "adjusted":
        told.says_adjust()
    if manner.neighbour in ("adjusted", "brushed", "touched"):
        told.off_and_back(case, BRUSH_MS if manner.neighbour == "brushed" else TOUCH_MS)
    early = manner.press_ms < 0
    for touch in touches[:-1] if early else touches:
        told.sees(touch)
    if early:
        told.waits((touches[-1].after_ms or 0) + manner.press_ms)
    if case.move.promotion is not None and manner.named:
        told.names(case.move.promotion)
    if manner.neighbour == "adjusted after":
        told.says_adjust()
        told.off_and_back(case, TOUCH_MS)
    if reply is not None:
        told.sees(Touch(reply, True, case.after.piece_map()[reply], after_ms=PLAIN.gap_ms))
    if clock:
        told.presses(color, 0 if early else manner.press_ms)
    if early:
        told.sees(replace(touches[-1], after_ms=-manner.press_ms))
    return tuple(told.events)


class _Told:
    """What a board reports, written down as time goes on; used up within `_events`."""

    def __init__(self, at: int, *, polarity: bool) -> None:
        self.events: list[Event] = []
        self._at = at
        self._polarity = polarity

    def waits(self, span_ms: int) -> None:
        self._at += span_ms

    def sees(self, touch: Touch) -> None:
        self._at += touch.after_ms or 0
        if touch.lifts:
            self.events.append(Lifted(Millis(self._at), touch.square))
        else:
            color = touch.piece.color if self._polarity else None
            self.events.append(Placed(Millis(self._at), touch.square, color))

    def off_and_back(self, case: Case, span_ms: int) -> None:
        assert case.neighbour is not None
        piece = case.board.piece_map()[case.neighbour]
        self.sees(Touch(case.neighbour, True, piece, after_ms=PLAIN.gap_ms))
        self.sees(Touch(case.neighbour, False, piece, after_ms=span_ms))

    def says_adjust(self) -> None:
        self.events.append(AdjustAnnounced(Millis(self._at)))

    def names(self, kind: chess.PieceType) -> None:
        self.events.append(PromotionNamed(Millis(self._at), kind))

    def presses(self, color: Color, after_ms: int) -> None:
        self._at += after_ms
        self.events.append(ClockPressed(Millis(self._at), color))
