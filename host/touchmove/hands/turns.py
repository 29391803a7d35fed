"""One turn of the hands: what they are going to do in it, and when.

A turn is planned before it is known when it happens: the strokes, and how the clock is pressed
after them. Then it is laid in time. Usually nobody touches anything before the opponent has
pressed; a player who anticipates lifts while the opponent's hand is still on its way to the clock,
but holds his piece in the air until the press.

A clock has one button down and one up. After a forgotten press the forgetful player's time runs on
and only his own button can do anything: the opponent answers, presses in vain or not at all, and
the next press that counts is that of the forgetful player's next move, which he does not forget.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from chess import QUEEN, Board, Color, Move

from touchmove.events import AdjustAnnounced, ClockPressed, Event, Lifted, Placed, PromotionNamed
from touchmove.hands.handling import Handling
from touchmove.hands.orders import Order, Sequence, draw_order
from touchmove.hands.stroke import Stroke, Strokes, duration
from touchmove.hands.strokes import adjusting, strokes_of
from touchmove.units import Millis

_ANNOUNCE_MS = 300
"""Between saying that one adjusts and the first piece adjusted; between the last and the move."""
_LOOK_MS = 200
"""A player looks at the board for so long before he adjusts, if there is time."""
_UNDISPUTED_MS = 1_200
"""Without a clock a player adjusts only when the move before has stood longer than the dwell."""
_PRESS_MARGIN_MS = 10
"""An early press comes this long after the lift before it, an anticipated one before the press."""


class Press(StrEnum):
    """How a turn ends at the clock."""

    AFTER = "after the landing"
    EARLY = "before the landing"
    IN_VAIN = "in vain"
    """The clock of the other side runs: nothing happens."""
    FORGOTTEN = "forgotten"
    """The time of the player runs on."""
    NONE = "not at all"
    """There is no clock, or the move ended the game, or the clock of the other side runs."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the hands are going to do in one turn, before it is known when."""

    order: Order
    adjusts: Strokes
    strokes: Strokes
    names: int | None
    """The promotion piece that is said after the last stroke."""
    press: Press
    press_after_ms: int
    """From the last stroke to the press; below zero when it is early."""

    @property
    def swept(self) -> bool:
        """Whether the victim is pushed off unseen."""
        return self.order.sequence is Sequence.SWEPT

    @property
    def length_ms(self) -> int:
        """From the first touch to the press, or to the last stroke if that comes later."""
        adjusting_ms = 2 * _ANNOUNCE_MS + duration(self.adjusts) if self.adjusts else 0
        return adjusting_ms + duration(self.strokes) + max(self.press_after_ms, 0)


@dataclass(frozen=True, slots=True)
class Done:
    """What the hands did in one turn, and when."""

    move: Move
    color: Color
    plan: Plan
    landed_at: Millis
    """The last stroke."""
    pressed_at: Millis | None
    anticipated: bool
    """The first lift came before the opponent's press."""
    lost: Lifted | Placed | None = None
    """The edge that was never reported."""

    @property
    def touched_at(self) -> Millis:
        """When the hand that makes the move first touches something."""
        strokes = self.plan.strokes
        return Millis(self.landed_at - duration(strokes) + strokes[0].after_ms)

    @property
    def ended_at(self) -> Millis:
        """When nothing more comes of it."""
        return Millis(max(self.landed_at, self.pressed_at or 0))


def draw_press(
    running: Color, position: Board, handling: Handling, chance: Random, *, may_forget: bool
) -> Press:
    """How the player on the move will press, where there is a clock to press.

    `may_forget`: there is time to lose, and somebody to answer.
    """
    if running != position.turn:
        return Press.IN_VAIN if chance.random() < handling.press_in_vain else Press.NONE
    if may_forget and handling.forget_press and chance.random() < handling.forget_press:
        return Press.FORGOTTEN
    if handling.press_early and chance.random() < handling.press_early:
        return Press.EARLY
    return Press.AFTER


def plan(
    position: Board, move: Move, handling: Handling, chance: Random, *, press: Press, last: bool
) -> Plan:
    """A turn in which `move` is made on `position`. `last`: no move follows."""
    adjusts = chance.random() < handling.adjust
    order = draw_order(position, move, handling, chance)
    ended = last and _ends_game(position, move)
    if press is not Press.NONE and ended and chance.random() >= handling.press_after_end:
        press = Press.NONE
    adjusted = adjusting(position, handling, chance) if adjusts else ()
    strokes = strokes_of(position, move, order, handling, chance)
    names = _named(move, handling, chance, always=ended)
    after = 0 if press in (Press.NONE, Press.FORGOTTEN) else handling.press.draw(chance)
    if press is Press.FORGOTTEN and order.sequence is Sequence.SWEPT:
        # Nobody, not even the opponent, could tell that the move has been made.
        press, after = Press.AFTER, handling.press.draw(chance)
    if press is Press.EARLY:
        lead = _lead(move, order, strokes, handling, chance)
        press, after = (Press.EARLY, -lead) if lead else (Press.AFTER, after)
    return Plan(order, adjusted, strokes, names, press, after)


def _lead(move: Move, order: Order, strokes: Strokes, handling: Handling, chance: Random) -> int:
    """How long before the last stroke an early press comes; 0 if it cannot be early.

    The piece that makes the move must be in the air. Promotions are made by two pieces, so nobody
    is quick with them; a piece that is swept in is never seen to land.
    """
    landing = max(index for index, stroke in enumerate(strokes) if stroke.down)
    square = strokes[landing].square
    settled = max(index for index, stroke in enumerate(strokes) if stroke.square == square)
    if move.promotion or order.sequence in (Sequence.SWEPT, Sequence.VICTIM_LAST):
        return 0
    after_landing = duration(strokes[settled + 1 :])
    in_air = duration(strokes[landing : settled + 1])
    if in_air <= 2 * _PRESS_MARGIN_MS:
        return 0
    early_by = min(handling.early_by.draw(chance), in_air - _PRESS_MARGIN_MS)
    return after_landing + early_by


def _named(move: Move, handling: Handling, chance: Random, *, always: bool) -> int | None:
    """The promotion piece that is said: a queen only sometimes, if the game does not hang on it."""
    if move.promotion != QUEEN:
        return move.promotion
    return QUEEN if always or chance.random() < handling.name_queen else None


def _ends_game(position: Board, move: Move) -> bool:
    position.push(move)
    ends = position.outcome() is not None
    position.pop()
    return ends


# ------------------------------------------------------------------ laid in time
def begin_before(
    before: Done, planned: Plan, handling: Handling, chance: Random
) -> tuple[Plan, int] | None:
    """The turn begun between the opponent's landing and his press, and when; or None.

    The piece stays in the air until the press. Nobody anticipates a landing that was not seen, nor
    the answer to a press that nobody can know to be missing.
    """
    if not handling.anticipate or chance.random() >= handling.anticipate:
        return None
    pressed_at, strokes = before.pressed_at, planned.strokes
    if pressed_at is None or before.plan.swept or planned.adjusts:
        return None
    first, last = before.landed_at + _PRESS_MARGIN_MS, pressed_at - _PRESS_MARGIN_MS
    if first > last or not strokes[0].lifts:
        return None
    touches_at = chance.randint(first, last)
    index = next(number for number, stroke in enumerate(strokes) if stroke.down)
    down_at = touches_at - strokes[0].after_ms + duration(strokes[: index + 1])
    lead = max(0, -planned.press_after_ms)
    may_land_at = pressed_at + _PRESS_MARGIN_MS + lead + handling.carry.draw(chance) // 2
    wait = max(0, may_land_at - down_at)
    held = replace(strokes[index], after_ms=strokes[index].after_ms + wait)
    following = (*strokes[:index], held, *strokes[index + 1 :])
    return replace(planned, strokes=following), touches_at - strokes[0].after_ms


def carry_out(
    planned: Plan, begins_at: int, length: int, handling: Handling, mover: Color, chance: Random
) -> Iterator[Event]:
    """The events of one turn, which lasts exactly `length` milliseconds."""
    spare = length - planned.length_ms
    at = begins_at + spare
    undisputed = _LOOK_MS if handling.clock else _UNDISPUTED_MS
    if planned.adjusts and (handling.clock or spare >= undisputed):
        # The player adjusts at some moment of thinking; the hand goes out at the end of it.
        at = begins_at + chance.randint(min(undisputed, spare), spare)
        yield AdjustAnnounced(Millis(at))
        at += _ANNOUNCE_MS
        yield from _edges(planned.adjusts, at)
    landed_at = begins_at + length - max(planned.press_after_ms, 0)
    yield from _edges(planned.strokes, landed_at - duration(planned.strokes))
    if planned.names is not None:
        yield PromotionNamed(Millis(landed_at), planned.names)
    if planned.press not in (Press.NONE, Press.FORGOTTEN):
        yield ClockPressed(Millis(landed_at + planned.press_after_ms), mover)


def _edges(strokes: Strokes, at: int) -> Iterator[Lifted | Placed]:
    for stroke in strokes:
        at += stroke.after_ms
        if stroke.seen:
            yield _edge(stroke, Millis(at))


def _edge(stroke: Stroke, at: Millis) -> Lifted | Placed:
    if stroke.lifts:
        return Lifted(at, stroke.square)
    return Placed(at, stroke.square, stroke.color)
