"""A chess clock as a board and a host tell it to each other: numbers, and no way to reckon.

A time control is set on a board once, stage by stage, under a name that follows from its numbers
(`key_of`); from then on a clock is told by that name, by which stage each player is in, and by what
he has left. `game.keeping` makes one of a `ChessClock` and back, `firmware/game_clock.py` runs it.
"""

import binascii
from dataclasses import dataclass, replace
from enum import StrEnum

from chess import Color

from touchmove.time_control import Stage, TimeControl
from touchmove.units import Millis


class Mode(StrEnum):
    """Whether time passes."""

    RUN = "run"
    """The time of the side to move passes."""
    WAIT = "wait"
    """Nobody's time passes until a button is pressed: by the opponent of the side to move, whose
    time passes then, or by the side to move, who has made a move (Laws 6.6)."""
    STOP = "stop"
    """Nobody's time passes, whatever is pressed."""


@dataclass(frozen=True, slots=True)
class HalfState:
    """One player's half of a clock. The fields are those of `game.clock.Side`."""

    left_ms: Millis
    stage: int
    """Which stage is in force, counted from 0."""
    moves: int
    waits_ms: Millis
    used_ms: Millis
    period: int


@dataclass(frozen=True, slots=True)
class ClockState:
    """Both halves as of the moment `at`."""

    key: str
    """The name of the time control (`key_of`)."""
    at: Millis
    mode: Mode
    turn: Color
    """Whose time passes, or would if it were not stopped."""
    white: HalfState
    black: HalfState

    def since(self, span_ms: int) -> "ClockState":
        """The same clock where moments are counted from `span_ms` earlier."""
        return replace(self, at=Millis(self.at + span_ms))


def numbers_of(stage: Stage) -> tuple[int, ...]:
    """A stage as the nine numbers of the wire; 0 moves: as many as its time allows."""
    return (
        stage.moves or 0,
        stage.base_ms,
        stage.increment_ms,
        stage.delay_ms,
        stage.refund_ms,
        stage.periods,
        stage.period_ms,
        int(stage.at_zero),
        int(stage.hourglass),
    )


def stage_of(numbers: tuple[int, ...]) -> Stage:
    """The stage that `numbers_of` wrote."""
    moves, base, increment, delay, refund, periods, period, at_zero, hourglass = numbers
    return Stage(
        Millis(base),
        Millis(increment),
        moves or None,
        at_zero=bool(at_zero),
        delay_ms=Millis(delay),
        refund_ms=Millis(refund),
        periods=periods,
        period_ms=Millis(period),
        hourglass=bool(hourglass),
    )


def key_of(control: TimeControl | None) -> str:
    """Eight hexadecimal digits that name a time control; `00000000` where clocks count up."""
    if control is None:
        return NO_CONTROL
    sides = ([numbers_of(stage) for stage in side] for side in (control.white, control.black))
    return f"{binascii.crc32(repr(tuple(sides)).encode()):08x}"


NO_CONTROL = "0" * 8
