"""The chess clock: arithmetic on the board's time, nothing that runs.

A `ChessClock` says how much each player had at one moment and whose time has been passing since.
Everything else is computed from that: what a display shows at any later moment, when a flag falls,
what a press leaves. A time control is a tuple of stages (`rules.Stage`), so several periods need no
class of their own.

A game begins with the base time and the increment of its first stage, as digital clocks do; each
completed move adds the increment of the stage. A stage with a number of moves adds the next stage
when its last move is completed; one without adds it when the time is used up (Laws 6.3).
Without a time control both clocks count up from zero and no flag falls.
"""

from dataclasses import dataclass, replace

from chess import BLACK, WHITE, Color

from touchmove.rules import Stage, TimeControl
from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the clock."""

    left_ms: Millis
    """What was left at `ChessClock.since`; where time counts up: what was used."""
    stages: tuple[Stage, ...] = ()
    """The stage in force and those to come. Empty: time counts up."""
    moves: int = 0
    """Moves completed in the stage in force."""

    def spent(self, span_ms: int) -> "Side":
        """After `span_ms` more of this player's time; never below zero.

        Stages without a number of moves pass into the next one when they are used up.
        """
        if not self.stages:
            return Side(Millis(self.left_ms + span_ms))
        left, stages, moves = self.left_ms - span_ms, self.stages, self.moves
        while left <= 0 and len(stages) > 1 and _ends_at_zero(stages[0], moves):
            stages, moves = stages[1:], 0
            left += stages[0].base_ms
        return Side(Millis(max(left, 0)), stages, moves)

    def completed(self, *, increments: bool = True) -> "Side":
        """After a completed move: its increment, and the next stage where its number is reached."""
        if not self.stages:
            return self
        stage = self.stages[0]
        left, moves = self.left_ms + (stage.increment_ms if increments else 0), self.moves + 1
        if stage.moves is not None and not stage.at_zero and moves >= stage.moves:
            following = self.stages[1:] or self.stages
            return Side(Millis(left + following[0].base_ms), following, 0)
        return Side(Millis(left), self.stages, moves)

    @property
    def until_flag_ms(self) -> int | None:
        """How much of this player's time may pass before the flag falls; None: it never falls."""
        if not self.stages:
            return None
        total, moves = int(self.left_ms), self.moves
        for stage, following in zip(self.stages, self.stages[1:], strict=False):
            if not _ends_at_zero(stage, moves):
                break
            total, moves = total + following.base_ms, 0
        return total


def _ends_at_zero(stage: Stage, moves: int) -> bool:
    """Whether a stage in which `moves` are completed passes into the next one at zero."""
    return stage.moves is None or (stage.at_zero and moves >= stage.moves)


@dataclass(frozen=True, slots=True)
class ChessClock:
    """Both players' time at the moment `since`, and whose time is passing."""

    white: Side
    black: Side
    running: Color | None
    """Whose time passes; None while the clock is stopped."""
    since: Millis

    def side(self, color: Color) -> Side:
        """One player's half, as of `since`."""
        return self.white if color else self.black

    def _with(self, color: Color, side: Side) -> "ChessClock":
        if color:
            return ChessClock(side, self.black, self.running, self.since)
        return ChessClock(self.white, side, self.running, self.since)

    def at(self, now: Millis) -> "ChessClock":
        """The same clock, stated for the moment `now`, which is not before `since`."""
        assert now >= self.since
        if now == self.since:
            return self
        white, black = self.white, self.black
        if self.running is not None:
            span_ms = now - self.since
            if self.running:
                white = white.spent(span_ms)
            else:
                black = black.spent(span_ms)
        return ChessClock(white, black, self.running, now)

    def reading_ms(self, now: Millis) -> tuple[Millis, Millis]:
        """What the displays of White and Black show at `now`."""
        clock = self.at(now)
        return clock.white.left_ms, clock.black.left_ms

    def run(self, color: Color | None, now: Millis) -> "ChessClock":
        """From `now` on the time of `color` passes; None stops the clock."""
        clock = self.at(now)
        return ChessClock(clock.white, clock.black, color, clock.since)

    def completed(self, color: Color) -> "ChessClock":
        """`color` has completed a move: increment and stages, for that side."""
        return self._with(color, self.side(color).completed())

    def counted(self, color: Color, moves: int) -> "ChessClock":
        """`color` has completed that many moves without pressing: no increment, but they count."""
        side = self.side(color)
        for _ in range(moves):
            side = side.completed(increments=False)
        return self._with(color, side)

    def add(self, color: Color, span_ms: int) -> "ChessClock":
        """The arbiter gives time to `color` (or takes it, below zero). No effect counting up."""
        side = self.side(color)
        if not side.stages:
            return self
        return self._with(color, replace(side, left_ms=Millis(max(0, side.left_ms + span_ms))))

    def flag_falls_at(self) -> Millis | None:
        """When the flag of the running side falls if nothing happens; None: never."""
        if self.running is None:
            return None
        until = self.side(self.running).until_flag_ms
        return None if until is None else Millis(self.since + until)

    @property
    def counts_up(self) -> bool:
        """Whether the displays show used time, because no time control is set."""
        return not self.white.stages


def new_clock(control: TimeControl | None, at: Millis) -> ChessClock:
    """A stopped clock at the beginning of a game."""
    if control is None:
        return ChessClock(Side(Millis(0)), Side(Millis(0)), None, at)

    def side(stages: tuple[Stage, ...]) -> Side:
        return Side(Millis(stages[0].base_ms + stages[0].increment_ms), stages)

    return ChessClock(side(control.white), side(control.black), None, at)


SIDES: tuple[Color, Color] = (WHITE, BLACK)
