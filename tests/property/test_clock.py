"""The clock neither makes nor loses time.

What is conserved depends on the kind, and is stated for each: sudden death and Fischer keep the
sum of what is left and what passed; a delay takes nothing before it is over; Bronstein gives back
what a turn used, and never more; byo-yomi loses whole periods only; on an hourglass both times
together stay the same; counting up, both together are the time that passed. One property holds of
all at once: a clock that ticks second by second shows the same.
"""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.strategies import hourglasses, stage_lists, time_controls
from touchmove.game.clock import ChessClock, new_clock
from touchmove.time_control import Stage, TimeControl
from touchmove.units import Millis

START = Millis(0)
turns = st.lists(st.integers(0, 40_000).map(Millis), min_size=1, max_size=60)
"""How long each turn takes, in milliseconds."""
short_controls = time_controls(most_s=120)


def begun(control: TimeControl | None) -> ChessClock:
    """White's clock runs from the first moment."""
    return new_clock(control, START).run(True, START)


def pressed(clock: ChessClock, after_ms: int) -> ChessClock:
    """The running side presses after so long."""
    color, at = clock.running, Millis(clock.since + after_ms)
    assert color is not None
    return clock.at(at).completed(color).run(not color, at)


def falls_within(clock: ChessClock, span_ms: int) -> bool:
    falls_at = clock.flag_falls_at()
    return falls_at is not None and falls_at <= clock.since + span_ms


def played(control: TimeControl, spans: list[Millis]) -> list[ChessClock]:
    """The clock before each of these turns, up to the fall of a flag, and after the last one."""
    clocks = [begun(control)]
    for span in spans:
        if falls_within(clocks[-1], span):
            break
        clocks.append(pressed(clocks[-1], span))
    return clocks


# ------------------------------------------------------------------ all kinds
class Ticking:
    """One player's clock that only knows how to tick a second, as an independent witness."""

    def __init__(self, stages: tuple[Stage, ...]) -> None:
        self.stages = list(stages)
        self.left = (stages[0].base_ms + stages[0].increment_ms) // 1000
        self.periods, self.in_period, self.moves = stages[0].periods, False, 0
        self.begin_turn()
        self.roll()

    def begin_turn(self) -> None:
        self.waits, self.used = self.stages[0].delay_ms // 1000, 0

    def roll(self) -> None:
        """Whatever follows at zero."""
        while self.left == 0:
            if self.in_period:
                self.periods -= 1
            if self.periods:
                self.in_period, self.left = True, self.stages[0].period_ms // 1000
            elif len(self.stages) > 1 and self.stages[0].moves is None:
                self.next_stage()
            else:
                return

    def next_stage(self) -> None:
        if len(self.stages) > 1:
            del self.stages[0]
        self.left += self.stages[0].base_ms // 1000
        self.periods, self.in_period, self.moves = self.stages[0].periods, False, 0

    def tick(self) -> bool:
        """A second passes; whether it was this player's time that passed."""
        if self.waits:
            self.waits -= 1
            return False
        self.left -= 1
        self.used += 1
        self.roll()
        return True

    def press(self) -> None:
        stage = self.stages[0]
        self.left += stage.increment_ms // 1000 + min(self.used, stage.refund_ms // 1000)
        if self.in_period:
            self.left = stage.period_ms // 1000
        self.moves += 1
        if self.moves == stage.moves:
            self.next_stage()
        self.begin_turn()


@given(short_controls, st.lists(st.integers(0, 40), max_size=60))
def test_a_clock_that_ticks_second_by_second_shows_the_same(
    control: TimeControl, seconds: list[int]
) -> None:
    """Every kind, every turn, every second, to the fall of the first flag."""
    clock = begun(control)
    halves = {True: Ticking(control.white), False: Ticking(control.black)}
    color = True
    for turn in seconds:
        for _ in range(turn):
            passed = halves[color].tick()
            if passed and control.white[0].hourglass:
                halves[not color].left += 1
            now = Millis(clock.since + 1000)
            clock = clock.at(now)
            white_ms, black_ms = clock.reading_ms(now)
            assert (white_ms, black_ms) == (halves[True].left * 1000, halves[False].left * 1000)
            assert (clock.flag_falls_at() == now) == (halves[color].left == 0)
            if halves[color].left == 0:
                return
        halves[color].press()
        clock = pressed(clock, 0)
        color = not color
        assert clock.white.left_ms == halves[True].left * 1000
        assert clock.black.left_ms == halves[False].left * 1000


@given(short_controls, turns, st.lists(st.integers(0, 10_000), min_size=1, max_size=30))
def test_looking_at_the_clock_changes_nothing(
    control: TimeControl, spans: list[Millis], looks: list[int]
) -> None:
    """Restating the clock at any moments in between gives the same clock."""
    clock = restated = played(control, spans)[-1]
    now = clock.since
    for look in looks:
        now = Millis(now + look)
        restated = restated.at(now)
    assert restated == clock.at(now)


@given(short_controls, turns)
def test_the_flag_falls_when_the_display_first_shows_zero(
    control: TimeControl, spans: list[Millis]
) -> None:
    """Until then it shows more, however many stages and periods pass."""
    for clock in played(control, spans):
        falls_at = clock.flag_falls_at()
        assert falls_at is not None
        assert clock.running is not None
        for moment in {clock.since, (clock.since + falls_at) // 2, falls_at - 1}:
            assert clock.at(Millis(moment)).side(clock.running).left_ms > 0
        fallen = clock.at(falls_at)
        assert fallen.side(clock.running).left_ms == 0
        assert fallen.flag_falls_at() == falls_at
        assert fallen.side(clock.running).coming == ()


@given(
    short_controls,
    st.lists(
        st.tuples(st.sampled_from(["press", "stop", "run", "add"]), st.integers(-90_000, 90_000)),
        max_size=40,
    ),
)
def test_no_display_ever_shows_less_than_nothing(
    control: TimeControl, doings: list[tuple[str, int]]
) -> None:
    """Whatever is pressed, stopped, given and taken, even after the fall of a flag."""
    clock = begun(control)
    for doing, span in doings:
        now = Millis(clock.since + abs(span))
        clock = clock.at(now)
        if doing == "press" and clock.running is not None:
            clock = pressed(clock, 0)
        elif doing == "add":
            clock = clock.add(span % 2 == 0, span)
        else:
            clock = clock.run(None if doing == "stop" else span % 2 == 0, now)
        assert min(clock.reading_ms(now)) >= 0
        falls_at = clock.flag_falls_at()
        assert falls_at is None or falls_at >= now


@given(short_controls, turns, st.integers(0, 60_000), st.integers(0, 60_000))
def test_a_clock_that_was_stopped_goes_on_with_the_same_turn(
    control: TimeControl, spans: list[Millis], before: int, stopped_ms: int
) -> None:
    """No delay is given twice, and nothing passes meanwhile, for a pause or a way back."""
    clock = played(control, spans)[-1]
    through = clock.at(Millis(clock.since + before))
    stopped = clock.run(None, through.since)
    resumed = stopped.run(clock.running, Millis(through.since + stopped_ms))
    assert resumed == through._replace(since=resumed.since)


@given(short_controls, turns, st.integers(0, 60_000))
def test_a_move_that_goes_back_leaves_its_turn_as_it_was(
    control: TimeControl, spans: list[Millis], used_ms: int
) -> None:
    """What it gave is gone, its count too, and the same move again gives the same."""
    clock = played(control, spans)[-1]
    color = clock.running
    assert color is not None
    before = clock.at(Millis(clock.since + used_ms))
    assume(before.side(color).left_ms > 0)
    half = before.side(color)
    after = pressed(before, 0)
    assert after.uncompleted(color, half).side(color) == half
    again = after.uncompleted(color, half).completed(color)
    assert again.side(color) == after.side(color)


@given(short_controls, turns, st.booleans(), st.integers(1, 300_000))
def test_what_the_arbiter_gives_is_on_the_display_and_can_be_taken_again(
    control: TimeControl, spans: list[Millis], color: bool, span_ms: int
) -> None:
    """To the millisecond, in any stage and any period."""
    clock = played(control, spans)[-1]
    given_time = clock.add(color, span_ms)
    assert given_time.side(color).left_ms == clock.side(color).left_ms + span_ms
    assert given_time.side(not color) == clock.side(not color)
    taken = given_time.add(color, -span_ms).side(color)
    assert taken._replace(low_ms=None) == clock.side(color)._replace(low_ms=None)


@given(short_controls, turns, st.booleans(), st.integers(1, 300_000))
def test_what_the_arbiter_takes_is_used_up(
    control: TimeControl, spans: list[Millis], color: bool, span_ms: int
) -> None:
    """As if so much time had passed after the delay: the next stage or period may begin."""
    half = played(control, spans)[-1].side(color)
    taken = half.added(-span_ms)
    waited = half.waits_ms + span_ms
    assert taken.left_ms == half.spent(waited).left_ms
    assert taken.waits_ms == half.waits_ms


# ------------------------------------------------------------------ each kind
@given(stage_lists(most_s=120), turns)
def test_what_is_left_and_what_passed_is_what_was_given(
    stages: tuple[Stage, ...], spans: list[Millis]
) -> None:
    """Sudden death, Fischer and several stages; the stages in force say what has been given."""
    plain = tuple(Stage(s.base_ms, s.increment_ms, s.moves) for s in stages)
    assume(plain[0].base_ms + plain[0].increment_ms > 0)
    assume(plain[-1].moves is None)  # else the last stage repeats
    clocks = played(TimeControl(plain, plain), spans)
    given_ms = dict.fromkeys((True, False), plain[0].increment_ms)
    passed_ms = dict.fromkeys((True, False), 0)
    for clock, span in zip(clocks[:-1], spans, strict=False):
        assert clock.running is not None
        at_press = clock.at(Millis(clock.since + span)).side(clock.running)
        given_ms[clock.running] = Millis(given_ms[clock.running] + at_press.stages[0].increment_ms)
        passed_ms[clock.running] += span
    for color in (True, False):
        half = clocks[-1].side(color)
        stages_ms = sum(s.base_ms for s in plain[: len(plain) - len(half.stages) + 1])
        assert half.left_ms + passed_ms[color] == stages_ms + given_ms[color]


def single(base_s: int, **bonus: Any) -> TimeControl:
    stage = replace(Stage(Millis(base_s * 1000), Millis(0), None), **bonus)
    return TimeControl((stage,), (stage,))


bonus_ms = st.integers(1, 30_000).map(Millis)
base_s = st.integers(1, 600)


@given(base_s, bonus_ms, turns)
def test_a_delay_never_leaves_less_than_sudden_death(
    base: int, delay_ms: Millis, spans: list[Millis]
) -> None:
    """Nor more than one delay for each turn, and nothing passes before it is over."""
    clocks = played(single(base, delay_ms=delay_ms), spans)
    passed = {True: 0, False: 0}
    turns_begun = {True: 0, False: 0}
    for clock, span in zip(clocks, spans, strict=False):
        color = clock.running
        assert color is not None
        half = clock.side(color)
        assert half.spent(delay_ms).left_ms == half.left_ms
        assert half.spent(delay_ms + 1).left_ms == half.left_ms - 1
        passed[color] += span
        turns_begun[color] += 1
        sudden_death_ms = base * 1000 - passed[color]
        shown = clock.at(Millis(clock.since + span)).side(color).left_ms
        assert shown >= sudden_death_ms
        assert shown <= max(0, sudden_death_ms + turns_begun[color] * delay_ms)


@given(base_s, bonus_ms, turns)
def test_bronstein_gives_back_what_the_turn_used_and_never_more(
    base: int, refund_ms: Millis, spans: list[Millis]
) -> None:
    """Never more after a move than before it; and before it, it runs as sudden death."""
    clocks = played(single(base, refund_ms=refund_ms), spans)
    for before, after, span in zip(clocks, clocks[1:], spans, strict=False):
        assert before.running is not None
        had, has = before.side(before.running).left_ms, after.side(before.running).left_ms
        assert has == had - max(0, span - refund_ms)
        assert has <= had
        assert before.side(before.running).spent(span).left_ms == max(0, had - span)


@given(base_s, bonus_ms, turns)
def test_delay_and_bronstein_leave_the_same_after_every_move(
    base: int, span_ms: Millis, spans: list[Millis]
) -> None:
    """As long as both are kept: Bronstein's flag can fall in a time that is given back later."""
    waiting = played(single(base, delay_ms=span_ms), spans)
    giving_back = played(single(base, refund_ms=span_ms), spans)
    assert len(giving_back) <= len(waiting)
    for one, other in zip(waiting, giving_back, strict=False):
        assert (one.white.left_ms, one.black.left_ms) == (other.white.left_ms, other.black.left_ms)


@given(base_s, st.integers(1, 6), st.integers(1, 60), turns)
def test_byo_yomi_loses_whole_periods_and_makes_the_one_that_runs_whole(
    base: int, periods: int, period_s: int, spans: list[Millis]
) -> None:
    """A turn loses as many periods as it has used up, and none if it ends in time."""
    clocks = played(single(base, periods=periods, period_ms=Millis(period_s * 1000)), spans)
    for before, after, span in zip(clocks, clocks[1:], spans, strict=False):
        assert before.running is not None
        half, following = before.side(before.running), after.side(before.running)
        into_periods = span if half.period else span - half.left_ms
        if not half.period and into_periods < 0:
            assert following.left_ms == half.left_ms - span
            continue
        lost = into_periods // (period_s * 1000)
        assert following.left_ms == period_s * 1000
        assert following.periods_left == (half.periods_left or periods) - lost
        assert following.periods_left > 0


@given(hourglasses(most_s=120), turns)
def test_on_an_hourglass_both_times_together_stay_the_same(
    control: TimeControl, spans: list[Millis]
) -> None:
    """At every moment, and when the flag has fallen too."""
    total = control.white[0].base_ms + control.black[0].base_ms
    for clock, span in zip(played(control, spans), spans, strict=False):
        falls_at = clock.flag_falls_at()
        assert falls_at is not None
        for moment in (clock.since, clock.since + span, falls_at, falls_at + span):
            assert sum(clock.reading_ms(Millis(moment))) == total


@given(st.lists(st.integers(0, 100_000), min_size=2, max_size=20))
def test_without_a_time_control_the_clocks_add_up_to_all_time(spans: list[int]) -> None:
    """Counting up, the two clocks show together how long the game has lasted."""
    clock = begun(None)
    for span in spans:
        clock = pressed(clock, span)
    assert sum(clock.reading_ms(clock.since)) == sum(spans)
    assert clock.flag_falls_at() is None
