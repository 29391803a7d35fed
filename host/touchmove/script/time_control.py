"""Time controls as text: the PGN field, and different times for the two players.

`40/5400+30:1800+30` has two stages; `+N` is a Fischer increment in seconds; `W300-B240` gives White
and Black different times. `?` and `-` are no time control.
"""

import re

from touchmove.rules import Stage, TimeControl
from touchmove.units import Millis

_STAGE = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")
_DIFFERENT = re.compile(r"W([^-]+)-B(.+)")
_LATER = re.compile(r"\*\d+|\d+[SBY].*")

MAX_SECONDS = 100 * 3600
"""No clock shows more than 99 hours; what is beyond is a slip of the pen."""


class TimeControlError(ValueError):
    """The text is no time control; the message says why."""


def parse(text: str) -> TimeControl | None:
    """The time control that `text` describes; None for `?`, `-` and the empty text.

    Raises `TimeControlError` where it describes none.
    """
    text = text.strip()
    if text in ("", "?", "-"):
        return None
    different = _DIFFERENT.fullmatch(text)
    if different:
        return TimeControl(_stages(different[1]), _stages(different[2]))
    stages = _stages(text)
    return TimeControl(stages, stages)


def _stages(text: str) -> tuple[Stage, ...]:
    stages = tuple(_stage(field) for field in text.split(":"))
    if any(stage.moves is None for stage in stages[:-1]) and any(
        stage.moves is not None for stage in stages[1:]
    ):
        raise TimeControlError(f"{text!r}: a stage with moves cannot follow one without")
    return stages


def _stage(text: str) -> Stage:
    found = _STAGE.fullmatch(text.strip())
    if found is None:
        if _LATER.fullmatch(text.strip()):
            raise TimeControlError(f"{text!r}: delay, byo-yomi and hourglass are not supported yet")
        raise TimeControlError(f"{text!r} is not of the form [moves/]seconds[+increment]")
    moves, base, increment = found.groups()
    seconds = (int(base), int(increment or 0))
    if max(seconds) > MAX_SECONDS or (moves is not None and not 0 < int(moves) < 1000):
        raise TimeControlError(f"{text!r} is out of range")
    if sum(seconds) == 0:
        raise TimeControlError(f"{text!r} leaves no time to play")
    return Stage(
        base_ms=Millis(seconds[0] * 1000),
        increment_ms=Millis(seconds[1] * 1000),
        moves=int(moves) if moves is not None else None,
    )
