"""When the clock is pressed: the arithmetic of thinking time.

Where a game carries clock readings (`[%clk]`), the press falls so that a clock run by the same time
control shows the second of the reading. A hand cannot be quicker than its strokes, nor slower than
its flag, so a reading that is out of reach is missed by as little as possible, and the next one is
aimed at afresh: `Budget` carries the time that is really left, not the time that was recorded.
"""

from dataclasses import dataclass, replace
from random import Random

from chess import BLACK, WHITE, Color

from touchmove.hands.handling import Handling
from touchmove.rules import Stage, TimeControl

HURRY_MS = 6_000
"""Turns that have to be shorter than this are played in a hurry."""
FLAG_MARGIN_MS = 500
"""A player with little time presses at least this long before the flag falls."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The time that one player has left at the start of a turn."""

    stages: tuple[Stage, ...]
    """The stage in force, then those to come."""
    left_ms: int
    to_go: int | None
    """Moves to complete in the stage in force; None: all of them."""


def budgets(time_control: TimeControl) -> dict[Color, Budget]:
    """What both players have before the first move: the base and the first increment."""
    return {
        color: Budget(stages, stages[0].base_ms + stages[0].increment_ms, stages[0].moves)
        for color, stages in ((WHITE, time_control.white), (BLACK, time_control.black))
    }


def _gain(budget: Budget) -> int:
    """What the press that ends this turn adds to the clock."""
    stage, *coming = budget.stages
    completes_stage = budget.to_go == 1 and bool(coming)
    return stage.increment_ms + (coming[0].base_ms if completes_stage else 0)


def pressed(budget: Budget, spent_ms: int) -> Budget:
    """The budget after a turn of `spent_ms`. A stage without a move count ends at zero."""
    left = budget.left_ms - spent_ms
    stages = budget.stages
    while left <= 0 and stages[0].moves is None and len(stages) > 1:
        stages = stages[1:]
        left += stages[0].base_ms
    left += _gain(replace(budget, stages=stages))
    if budget.to_go == 1 and len(stages) > 1:
        stages = stages[1:]
        return Budget(stages, left, stages[0].moves)
    to_go = None if budget.to_go is None else max(budget.to_go - 1, 0)
    return Budget(stages, left, to_go)


def aim(
    budget: Budget | None, reading_s: float | None, handling: Handling, chance: Random
) -> int | None:
    """How long the turn has to last for the clock to show the reading; None if there is none."""
    if budget is None or reading_s is None:
        return None
    target_ms = round(reading_s * 1000)
    if target_ms % 1000 == 0:
        target_ms += handling.reading_offset.draw(chance)
    return budget.left_ms + _gain(budget) - target_ms


def turn_length(
    budget: Budget | None, aimed_ms: int | None, needed_ms: int, handling: Handling, chance: Random
) -> int:
    """How long after the opponent's press the turn is ended, in milliseconds.

    `needed_ms` is what the hands take, from the reaction to the press. Never shorter than that;
    where there is time, never so long that the flag falls.
    """
    if budget is None:
        return needed_ms + handling.think.draw(chance)
    last_moment = budget.left_ms - FLAG_MARGIN_MS
    if aimed_ms is None:
        # A player short of time thinks no longer than a twentieth of what is left.
        thinking = min(handling.think.draw(chance), max(budget.left_ms // 20, 0))
        aimed_ms = needed_ms + thinking
    return max(min(aimed_ms, last_moment), needed_ms)
