"""How a host has its board keep a clock, and how it hears of the one that was kept."""

from dataclasses import replace

import chess

from tests.unit.wire.test_link import BOOT, LIFTED, START, WALL, hello, tell
from touchmove import events
from touchmove.clock_state import ClockState, HalfState, Mode, key_of
from touchmove.events import ClockStated
from touchmove.script.time_control import parse
from touchmove.units import Millis
from touchmove.wire import link
from touchmove.wire import messages as m
from touchmove.wire.known import Keeping

CONTROL = parse("W40/5400:1800-B300")
HALF = HalfState(Millis(300_000), 0, 0, Millis(0), Millis(0), 0)
CLOCK = ClockState(key_of(CONTROL), Millis(500), Mode.RUN, chess.WHITE, HALF, HALF)
KEEPING = Keeping(CLOCK, CONTROL, m.Setup(1, 2, 3))


def keeps(boot: str = BOOT, at: int = 100, following: int = 1) -> m.Hello:
    return replace(hello(boot, at, 0, following), capabilities=("lamps", m.KEEPS))


def kept(newest: int = 0, origin: str = m.SET, clock: ClockState = CLOCK) -> m.Kept:
    return m.Kept(BOOT, newest, origin, clock)


def words(replies: list[str]) -> list[str]:
    return [reply.split(" ")[0] for reply in replies]


def test_a_board_that_keeps_a_clock_is_asked_for_it_and_nothing_is_believed_before() -> None:
    now, said, replies = tell(link.Link(), keeps(), m.Beat(BOOT, 200, 0, 0, START), later_ms=0)
    assert said == []
    assert set(words(replies)) == {"resume"}
    now, said, _ = tell(now, m.Lift(1, 300, chess.E2, LIFTED), m.Pong(0, BOOT, 1, 1, 0))
    assert said == []
    now, said, _ = tell(now, kept(origin=m.NEVER), m.Beat(BOOT, 200, 0, 0, START))
    assert said == [events.BoardSeen(Millis(200), START.occupied), events.Tick(Millis(200))]


def test_a_board_that_keeps_none_is_told_none() -> None:
    now, _, _ = tell(link.Link(), hello(), m.Beat(BOOT, 200, 0, 0, START))
    _, replies = link.keep(now, KEEPING)
    assert replies == ()


def test_stages_are_told_once_and_the_clock_each_second() -> None:
    now, _, _ = tell(link.Link(), keeps(), kept(origin=m.NEVER, clock=replace(CLOCK, key="0" * 8)))
    now, lines = link.keep(now, KEEPING)
    told = [line.decode().split("*")[0] for line in lines]
    assert words(told) == ["setup", "stage", "stage", "stage", "clock"]
    assert told[-1].startswith(f"clock {BOOT} 0 {CLOCK.key} 500 run W 300000 0 0 0 0 0 ")
    assert link.keep(now, KEEPING)[1] == ()
    now, _, again = link.tend(now, WALL)
    assert [line.split(b" ")[0] for line in again] == [b"ping", b"setup", b"clock"]


def test_a_board_that_lacks_the_stages_is_told_them_again() -> None:
    now, _, _ = tell(link.Link(), keeps(), kept(origin=m.NEVER))
    now, _ = link.keep(now, KEEPING)
    _, said, replies = tell(now, kept(origin=m.NEVER, clock=replace(CLOCK, key="0" * 8)))
    assert said == []
    assert words(replies) == ["ack", "setup", "stage", "stage", "stage", "clock"]


def test_a_clock_is_told_in_the_time_of_the_board_and_not_as_of_before_its_boot() -> None:
    now, _, _ = tell(link.Link(), keeps(), kept(origin=m.NEVER))
    now = replace(now, offset_ms=400)
    _, lines = link.keep(now, KEEPING)
    assert f" {CLOCK.key} 100 run".encode() in lines[-1]
    _, lines = link.keep(replace(now, offset_ms=501), KEEPING)
    assert [line.split(b" ")[0] for line in lines] == [b"setup"]


def test_a_clock_that_is_not_known_just_now_is_left_alone() -> None:
    now, _, _ = tell(link.Link(), keeps(), kept(origin=m.NEVER))
    _, lines = link.keep(now, replace(KEEPING, clock=None))
    assert [line.split(b" ")[0] for line in lines] == [b"setup"]


def test_a_kept_clock_is_heard_when_everything_before_it_has_been() -> None:
    now, said, _ = tell(link.Link(), keeps(following=2), kept(newest=1))
    assert said == []
    now, said, _ = tell(now, m.Press(1, 300, chess.WHITE, START))
    assert said[-1] == ClockStated(Millis(300), CLOCK, alone=False)
    _, said, _ = tell(now, m.Press(2, 400, chess.BLACK, START))
    assert said == [events.ClockPressed(Millis(400), chess.BLACK)]


def test_a_clock_that_went_on_by_itself_is_heard_before_anything_else() -> None:
    now, _, _ = tell(link.Link(), keeps(), kept(), m.Beat(BOOT, 200, 0, 0, START))
    now, said, _ = tell(now, keeps("deadbeef", at=50, following=2), later_ms=60_000)
    assert said == [events.LinkLost(Millis(200))]
    stated = m.Kept("deadbeef", 1, m.ALONE, CLOCK)
    now, said, _ = tell(now, stated, later_ms=60_001)
    assert said == [ClockStated(Millis(200), CLOCK.since(now.offset_ms), alone=True)]


def test_a_clock_that_was_found_and_not_touched_says_nothing() -> None:
    _, said, _ = tell(link.Link(), keeps(), kept(origin=m.FOUND))
    assert said == []


def test_a_restart_counts_at_least_as_long_as_the_board_has_been_on_again() -> None:
    now, _, _ = tell(link.Link(), hello(), m.Beat(BOOT, 200, 0, 0, START))
    now, _, _ = tell(now, hello("deadbeef", at=90_000), later_ms=-5_000)
    assert now.offset_ms == 200
