"""A clock that is pressed at random, as the host reckons it: what a board's own must equal."""

from dataclasses import dataclass, replace
from random import Random

import chess

from touchmove.clock_state import ClockState, Mode
from touchmove.game.clock import ChessClock, new_clock
from touchmove.game.keeping import clock_of, state_of
from touchmove.time_control import Stage, TimeControl
from touchmove.units import Millis

Presses = list[tuple[int, chess.Color]]
"""How long after the one before, in ms, and whose button."""


@dataclass(frozen=True)
class Run:
    """A clock under a control, and where the host is in it."""

    control: TimeControl | None
    clock: ChessClock
    mode: Mode
    turn: chess.Color

    @property
    def state(self) -> ClockState:
        """What is set on a board."""
        return state_of(self.clock, self.control, self.mode, self.turn)

    def pressed(self, color: chess.Color, at: Millis) -> "Run":
        """After a press, by the rules of a clock that knows no chess."""
        if self.mode is Mode.STOP or (self.mode is Mode.RUN and color != self.turn):
            return self
        clock = self.clock
        if color != self.turn:
            return replace(self, clock=clock.run(self.turn, at), mode=Mode.RUN)
        if self.mode is Mode.RUN:
            falls_at = clock.flag_falls_at()
            if falls_at is not None and falls_at <= at:
                return self
        clock = clock.at(at).passed(color)
        return replace(self, clock=clock, mode=Mode.RUN, turn=not color)


def begun(control: TimeControl | None, mode: Mode, turn: chess.Color, at: int) -> Run:
    """A clock at the beginning of a game."""
    clock = new_clock(control, Millis(at))
    return Run(control, clock.run(turn, clock.since) if mode is Mode.RUN else clock, mode, turn)


def after(run: Run, presses: Presses) -> Run:
    """The clock after these presses."""
    at = run.clock.since
    for span, color in presses:
        at = Millis(at + span)
        run = run.pressed(color, at)
    return run


def again(run: Run) -> Run:
    """The same clock, told by its state and taken from there."""
    clock = clock_of(run.state, run.control)
    assert clock is not None
    return replace(run, clock=clock)


# ------------------------------------------------------------------ drawn from a seed
def drawn_stage(chance: Random, *, last: bool) -> Stage:
    """A stage of any kind that is not an hourglass."""
    base = Millis(chance.choice((0, 1_000, 5_000, 60_000, 5_400_000)))
    bonus = Millis(chance.choice((0, 1_000, 30_000)))
    none = Millis(0)
    kind = chance.choice(("increment", "delay", "refund", "periods"))
    moves = chance.choice((None, 1, 2, 40))
    if kind == "periods" and last:
        periods, span = chance.randint(1, 5), Millis(chance.choice((1_000, 30_000)))
        return Stage(base, none, None, periods=periods, period_ms=span)
    base = max(base, Millis(1_000))
    at_zero = moves is not None and chance.random() < 0.3
    increment = bonus if kind == "increment" else none
    delay = bonus if kind == "delay" else none
    refund = bonus if kind == "refund" else none
    return Stage(base, increment, moves, at_zero=at_zero, delay_ms=delay, refund_ms=refund)


def drawn_control(chance: Random) -> TimeControl | None:
    """Any time control: none, an hourglass, or up to nine stages for each player."""
    kind = chance.random()
    if kind < 0.1:
        return None
    if kind < 0.2:
        glass = (Stage(Millis(chance.choice((1_000, 180_000))), Millis(0), None, hourglass=True),)
        return TimeControl(glass, glass)

    def side() -> tuple[Stage, ...]:
        count = chance.choice((1, 1, 2, 3, 9))
        return tuple(drawn_stage(chance, last=n == count - 1) for n in range(count))

    white = side()
    return TimeControl(white, white if chance.random() < 0.5 else side())


def drawn_run(chance: Random) -> Run:
    """A clock at the beginning of a game."""
    mode = chance.choice((Mode.RUN, Mode.RUN, Mode.WAIT, Mode.STOP))
    return begun(drawn_control(chance), mode, chance.random() < 0.7, chance.randrange(10_000))


def drawn_presses(chance: Random) -> Presses:
    """Presses, some of them in vain, some of them after a long time."""
    spans = (0, 1, 250, 999, 1_000, 1_001, 4_999, 5_000, 5_001, 30_000, 61_000, 3_600_000)
    color, presses = chess.WHITE, []
    for _ in range(chance.randrange(60)):
        exact = chance.choice(spans) if chance.random() < 0.5 else chance.randrange(9_000)
        if chance.random() < 0.9:
            color = not color
        presses.append((exact, color))
    return presses
