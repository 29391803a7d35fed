"""The chess clock: arithmetic on the board's time, nothing that runs.

A `ChessClock` says how much each player had at one moment and whose time has been passing since.
Everything else is computed from that: what a display shows at any later moment, when a flag falls,
what a press leaves. A time control is a tuple of stages (`time_control.Stage`), and every kind of
clock is numbers of a stage, so neither periods nor kinds need a class of their own.

A game begins with the base time and the increment of its first stage, as digital clocks do; each
completed move adds the increment of the stage. A stage with a number of moves adds the next stage
when its last move is completed; one without adds it when the time is used up (Laws 6.3). Byo-yomi
goes on from the main time into its first period, and the display shows the period, as clocks do.
Without a time control both clocks count up from zero and no flag falls.

A delay, what Bronstein gives back, and a period of byo-yomi belong to a turn, and a turn of the
clock lasts from the completed move of the opponent to one's own. Whatever stops the clock in
between, a pause or a way back to be put right, does not begin another turn: `run` touches neither
`waits_ms` nor `used_ms`, only `completed` does.
"""

from typing import NamedTuple

from chess import BLACK, WHITE, Color

from touchmove.time_control import Stage, TimeControl
from touchmove.units import Millis


class Side(NamedTuple):
    """One player's half of the clock."""

    left_ms: Millis
    """What was left at `ChessClock.since`, of the main time or of the period of byo-yomi that runs;
    where time counts up: what was used."""
    stages: tuple[Stage, ...] = ()
    """The stage in force and those to come. Empty: time counts up."""
    moves: int = 0
    """Moves completed in the stage in force."""
    waits_ms: Millis = Millis(0)
    """What is left of the delay of this turn: before it is over, no time passes."""
    used_ms: Millis = Millis(0)
    """How much time has passed in this turn."""
    period: int = 0
    """The period of byo-yomi that runs, counted from 1; 0: main time."""
    low_ms: Millis | None = None
    """The least that was left in this stage when time was added; None: none was added."""

    def spent(self, span_ms: int) -> "Side":
        """After the clock has run for `span_ms` on this player's side; never below zero.

        First the delay runs out. Stages without a number of moves pass into the next one when they
        are used up.
        """
        if not self.stages:
            return Side(Millis(self.left_ms + span_ms))
        waited = min(self.waits_ms, span_ms)
        passed = span_ms - waited
        left, stages, moves, waits, used, period, low = self._less(passed)
        waits, used = Millis(waits - waited), Millis(used + passed)
        return Side(left, stages, moves, waits, used, period, low)

    def _less(self, span_ms: int) -> "Side":
        """With `span_ms` less: at zero the next period or stage follows, if there is one."""
        stages, moves, period, low = self.stages, self.moves, self.period, self.low_ms
        left = self.left_ms - span_ms
        while left <= 0:
            if period < stages[0].periods:
                left += stages[0].period_ms
                period, low = period + 1, Millis(0)
            elif len(stages) > 1 and _ends_at_zero(stages[0], moves):
                stages, moves, period, low = stages[1:], 0, 0, None
                left += stages[0].base_ms
            else:
                left = 0
                break
        return Side(Millis(left), stages, moves, self.waits_ms, self.used_ms, period, low)

    def added(self, span_ms: int) -> "Side":
        """With `span_ms` more, or less; no effect counting up.

        Time that is taken away is used up, so it may end a stage or a period; what is given in a
        period of byo-yomi stays in it.
        """
        if not self.stages:
            return self
        if span_ms <= 0:
            return self._less(-span_ms)
        return self._replace(left_ms=Millis(self.left_ms + span_ms), low_ms=self.least_ms)

    def completed(self) -> "Side":
        """After a completed move: what it gives, the next stage where its number is reached."""
        if not self.stages:
            return self
        stage = self.stages[0]
        left = self.left_ms + stage.increment_ms + min(self.used_ms, stage.refund_ms)
        if self.period:
            left = max(left, stage.period_ms)
        stages, moves, waits = self.stages, self.moves, self.waits_ms
        more = Side(Millis(left), stages, moves, waits, Millis(0), self.period, self.least_ms)
        following = more.counted()
        delay_ms = following.stages[0].delay_ms
        return following if delay_ms == waits else following._replace(waits_ms=delay_ms)

    def counted(self) -> "Side":
        """A move counts for its stage, and the turn of the clock goes on: it was not pressed."""
        if not self.stages:
            return self
        stage, moves = self.stages[0], self.moves + 1
        if stage.moves is None or stage.at_zero or moves < stage.moves:
            return self._replace(moves=moves)
        following = self.stages[1:] or self.stages
        left = Millis(self.left_ms + following[0].base_ms)
        return self._replace(left_ms=left, stages=following, moves=0, period=0, low_ms=None)

    def uncompleted(self, before: "Side") -> "Side":
        """As if the last move had not been completed: `before` is the half just before it was.

        What the move gave goes, its count and its stage are undone, and its turn goes on.
        """
        if not self.stages:
            return self
        gave = before.completed().left_ms - before.left_ms
        return before._replace(left_ms=Millis(max(0, self.left_ms - gave)))

    def retracted(self, moves: int) -> "Side":
        """So many moves came off the record: the count goes back, a new turn begins.

        The time stays as it is (2023:6.13), and no stage that has begun is undone.
        """
        if not self.stages:
            return self
        return self._replace(
            moves=max(0, self.moves - moves),
            waits_ms=self.stages[0].delay_ms,
            used_ms=Millis(0),
        )

    @property
    def least_ms(self) -> Millis:
        """The least that was left at any moment of the stage in force."""
        return self.left_ms if self.low_ms is None else min(self.left_ms, self.low_ms)

    @property
    def coming(self) -> tuple[tuple[Millis, int], ...]:
        """What follows each time the clock comes to zero, down to the fall of the flag.

        Each as the time that begins, and the periods of byo-yomi that are left with it.
        """
        if len(self.stages) == 1 and not self.stages[0].periods:
            return ()  # nearly every clock, and asked at every event
        coming: list[tuple[Millis, int]] = []
        moves, period = self.moves, self.period
        for number, stage in enumerate(self.stages):
            if number:
                coming.append((stage.base_ms, 0))
            coming += [(stage.period_ms, left) for left in range(stage.periods - period, 0, -1)]
            if not _ends_at_zero(stage, moves):
                break
            moves, period = 0, 0
        return tuple(coming)

    @property
    def periods_left(self) -> int:
        """Periods of byo-yomi that are left with the one that runs; 0 while none does."""
        return self.stages[0].periods - self.period + 1 if self.period else 0

    @property
    def until_flag_ms(self) -> int | None:
        """How long the clock may run on this side before the flag falls; None: it never falls."""
        if not self.stages:
            return None
        total = self.left_ms
        for span, _ in self.coming:
            total = Millis(total + span)
        return self.waits_ms + total if total else 0


def _ends_at_zero(stage: Stage, moves: int) -> bool:
    """Whether a stage in which `moves` are completed passes into the next one at zero."""
    return stage.moves is None or (stage.at_zero and moves >= stage.moves)


class ChessClock(NamedTuple):
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
        running = self.running
        if running is None:
            return ChessClock(self.white, self.black, None, now)
        half, other = (self.white, self.black) if running else (self.black, self.white)
        spent = half.spent(now - self.since)
        if self.shared:
            other = other.added(half.left_ms - spent.left_ms)
        white, black = (spent, other) if running else (other, spent)
        return ChessClock(white, black, running, now)

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

    def passed(self, color: Color) -> "ChessClock":
        """`color` has completed a move, and from now on the other's time passes."""
        side = self.side(color).completed()
        white, black = (side, self.black) if color else (self.white, side)
        return ChessClock(white, black, not color, self.since)

    def counted(self, color: Color, moves: int) -> "ChessClock":
        """`color` has completed that many moves without pressing: no increment, but they count."""
        if not moves:
            return self
        side = self.side(color)
        for _ in range(moves):
            side = side.counted()
        return self._with(color, side)

    def uncompleted(self, color: Color, before: Side) -> "ChessClock":
        """The last move of `color` goes back, and his turn goes on as it was `before` the press."""
        return self._with(color, self.side(color).uncompleted(before))

    def retracted(self, white: int, black: int) -> "ChessClock":
        """So many moves of White and of Black came off the record; both begin a new turn."""
        return self._replace(white=self.white.retracted(white), black=self.black.retracted(black))

    def add(self, color: Color, span_ms: int) -> "ChessClock":
        """The arbiter gives time to `color` (or takes it, below zero). No effect counting up."""
        return self._with(color, self.side(color).added(span_ms))

    def flag_falls_at(self) -> Millis | None:
        """When the flag of the running side falls if nothing happens; None: never."""
        running = self.running
        if running is None:
            return None
        half = self.white if running else self.black
        until = half.until_flag_ms if half.stages else None
        return None if until is None else Millis(self.since + until)

    @property
    def shared(self) -> bool:
        """Whether what one player uses is added to the other's time (hourglass)."""
        return bool(self.white.stages) and self.white.stages[0].hourglass

    @property
    def counts_up(self) -> bool:
        """Whether the displays show used time, because no time control is set."""
        return not self.white.stages


def new_clock(control: TimeControl | None, at: Millis) -> ChessClock:
    """A stopped clock at the beginning of a game."""
    if control is None:
        return ChessClock(Side(Millis(0)), Side(Millis(0)), None, at)

    def side(stages: tuple[Stage, ...]) -> Side:
        first = stages[0]
        begun = Side(Millis(first.base_ms + first.increment_ms), stages, waits_ms=first.delay_ms)
        return begun.added(0)  # byo-yomi without main time is in its first period

    return ChessClock(side(control.white), side(control.black), None, at)


SIDES: tuple[Color, Color] = (WHITE, BLACK)
