"""When the clock is pressed: the arithmetic of thinking time.

Where a game carries clock readings (`[%clk]`), the press falls so that a clock run by the same time
control shows the second of the reading. A hand cannot be quicker than its strokes, nor slower than
its flag, so a reading that is out of reach is missed by as little as possible, and the next one is
aimed at afresh: the players go by the clock as it really runs, not by what was recorded. Nobody
thinks into the next stage, nor uses up a period of byo-yomi.
"""

from random import Random

from touchmove.game.clock import Side
from touchmove.hands.handling import Handling

HURRY_MS = 6_000
"""Turns that have to be shorter than this are played in a hurry."""
FLAG_MARGIN_MS = 500
"""A player with little time presses at least this long before the flag falls."""


def aim(
    half: Side | None, reading_s: float | None, handling: Handling, chance: Random
) -> int | None:
    """How long the turn has to last for the clock to show the reading; None if there is none.

    In byo-yomi the clock shows the whole period after every move, however long it took.
    """
    if half is None or reading_s is None or half.period:
        return None
    target_ms = round(reading_s * 1000)
    if target_ms % 1000 == 0:
        target_ms += handling.reading_offset.draw(chance)
    gain_ms = half.completed().left_ms - half.left_ms
    free_ms = half.waits_ms + half.stages[0].refund_ms
    return half.left_ms + gain_ms + free_ms - target_ms


def turn_length(
    half: Side | None, aimed_ms: int | None, needed_ms: int, handling: Handling, chance: Random
) -> int:
    """How long after the opponent's press the turn is ended, in milliseconds.

    `needed_ms` is what the hands take, from the reaction to the press. Never shorter than that;
    where there is time, never so long that the flag falls.
    """
    if half is None:
        return needed_ms + handling.think.draw(chance)
    last_moment = half.waits_ms + half.left_ms - FLAG_MARGIN_MS
    if aimed_ms is None:
        # A player short of time thinks no longer than a twentieth of what is left.
        thinking = min(handling.think.draw(chance), max(half.left_ms // 20, 0))
        aimed_ms = needed_ms + thinking
    return max(min(aimed_ms, last_moment), needed_ms)
