"""Time controls as text: the PGN field, and our own form for what PGN has no form for.

`40/5400+30:1800+30` has two stages; `+30` is a Fischer increment in seconds, `S5` a simple delay,
`B5` a Bronstein delay, `Y5x30` five periods of byo-yomi, `*180` an hourglass; `W300-B240` gives
White and Black different times. `?` and `-` are no time control. `TimeControl.pgn` is the way back:
`parse(control.pgn) == control` for every control that can be read.

What no clock can be set to is refused, not guessed at: byo-yomi and the hourglass have nothing
after them, so they are the last stage, or the only one, and count no moves.
"""

import re
from itertools import pairwise

from touchmove.time_control import Stage, TimeControl
from touchmove.units import Millis

_STAGE = re.compile(
    r"(?P<glass>\*)?(?:(?P<moves>[0-9]+)/)?(?P<base>[0-9]+)"
    r"(?:\+(?P<increment>[0-9]+)|S(?P<delay>[0-9]+)|B(?P<refund>[0-9]+)"
    r"|Y(?P<periods>[0-9]+)x(?P<period>[0-9]+))?"
)
_DIFFERENT = re.compile(r"W([^-]+)-B([^-]+)")

_FORMS = "[moves/]seconds, followed by +5, S5, B5, Y5x30 or nothing; or *180"

MAX_SECONDS = 100 * 3600
"""No clock shows more than 99 hours; what is beyond is a slip of the pen."""

MAX_MOVES = 999
"""Moves of a stage."""

MAX_PERIODS = 99
"""Periods of byo-yomi: two digits, as clocks show them."""

MAX_STAGES = 9
"""The most that clocks on sale know are five."""

MAX_LETTERS = 500
"""More than two players with all their stages need."""


class TimeControlError(ValueError):
    """The text is no time control; the message says why."""


def parse(text: str) -> TimeControl | None:
    """The time control that `text` describes; None for `?` and `-`, which say that there is none.

    Raises `TimeControlError` where it describes none.
    """
    text = text.strip()
    if text in ("?", "-"):
        return None
    if not text:
        raise TimeControlError("is empty; - says that there is none")
    if len(text) > MAX_LETTERS:
        raise TimeControlError(f"{text[:20]!r} and so on: longer than {MAX_LETTERS} letters")
    different = _DIFFERENT.fullmatch(text)
    if different:
        white, black = _stages(different[1]), _stages(different[2])
        if white[0].hourglass != black[0].hourglass:
            raise TimeControlError(f"{text!r}: an hourglass is for both players or for none")
        return TimeControl(white, black)
    stages = _stages(text)
    return TimeControl(stages, stages)


def _stages(text: str) -> tuple[Stage, ...]:
    fields = text.split(":")
    if len(fields) > MAX_STAGES:
        raise TimeControlError(f"{len(fields)} stages are more than {MAX_STAGES}")
    stages = tuple(_stage(field) for field in fields)
    if len(stages) > 1 and any(stage.hourglass for stage in stages):
        raise TimeControlError(f"{text!r}: an hourglass is the only stage")
    if any(stage.periods for stage in stages[:-1]):
        raise TimeControlError(f"{text!r}: no stage follows byo-yomi")
    for before, stage in pairwise(stages):
        if before.moves is None and stage.base_ms == 0 and not stage.periods:
            raise TimeControlError(
                f"{text!r}: {before.text!r} is used up when {stage.text!r} begins, without time"
            )
    return stages


def _stage(text: str) -> Stage:
    found = _STAGE.fullmatch(text)
    if found is None and text[:1] in ("W", "B"):
        raise TimeControlError(f"{text!r}: different times are written W300-B240")
    if found is None:
        raise TimeControlError(f"{text!r} is not of the form {_FORMS}")
    number = {name: _number(found[name], text, limit) for name, limit in _LIMITS.items()}
    moves = number["moves"] if found["moves"] is not None else None
    if moves == 0:
        raise TimeControlError(f"{text!r}: 0 moves are no stage")
    if moves is not None and (found["glass"] or found["periods"] is not None):
        raise TimeControlError(f"{text!r}: byo-yomi and hourglass count no moves")
    if found["glass"] and text != f"*{found['base']}":
        raise TimeControlError(f"{text!r}: an hourglass has nothing but its time")
    if (number["periods"] == 0) != (number["period"] == 0):
        raise TimeControlError(f"{text!r}: byo-yomi needs periods, and each needs time")
    if number["base"] + number["increment"] + number["periods"] == 0:
        raise TimeControlError(f"{text!r} leaves no time to play")
    return Stage(
        base_ms=_ms(number["base"]),
        increment_ms=_ms(number["increment"]),
        moves=moves,
        delay_ms=_ms(number["delay"]),
        refund_ms=_ms(number["refund"]),
        periods=number["periods"],
        period_ms=_ms(number["period"]),
        hourglass=found["glass"] is not None,
    )


_LIMITS = {
    "moves": MAX_MOVES,
    "base": MAX_SECONDS,
    "increment": MAX_SECONDS,
    "delay": MAX_SECONDS,
    "refund": MAX_SECONDS,
    "periods": MAX_PERIODS,
    "period": MAX_SECONDS,
}


def _number(digits: str | None, text: str, limit: int) -> int:
    """A number that was written, 0 where none was."""
    significant = (digits or "").lstrip("0")
    if len(significant) > len(str(limit)) or int(significant or "0") > limit:
        raise TimeControlError(f"{text!r}: {digits} is more than {limit}")
    return int(significant or "0")


def _ms(seconds: int) -> Millis:
    return Millis(seconds * 1000)
