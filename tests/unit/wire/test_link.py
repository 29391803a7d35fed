"""What the host makes of a board's lines, one promise at a time."""

import chess

from touchmove import events
from touchmove.events import Event
from touchmove.lamp import DARK, Lamp
from touchmove.units import Millis
from touchmove.wire import codec, link
from touchmove.wire import messages as m

BOOT = "0badcafe"
START = m.Occupancy(0xFFFF00000000FFFF)
LIFTED = m.Occupancy(0xFFFF00000000EFFF)
MOVED = m.Occupancy(0xFFFF00001000EFFF)
WALL = 1_790_000_000_000


def hello(boot: str = BOOT, at: int = 100, acked: int = 0, following: int = 1) -> m.Hello:
    capabilities = ("lamps", "clock")
    return m.Hello("0.1.0", "t7", boot, "presence", "8x8", at, 1, acked, following, capabilities)


def tell(
    start: link.Link, *heard: m.Heard, later_ms: int = 0
) -> tuple[link.Link, list[Event], list[str]]:
    """The link, its events and its replies after these messages, a millisecond apart."""
    said: list[Event] = []
    replies: list[str] = []
    for number, message in enumerate(heard):
        start, some, lines = link.step(start, message, WALL + later_ms + number)
        said += some
        replies += [line.decode().split("*")[0] for line in lines]
    return start, said, replies


def met(*more: m.Heard) -> link.Link:
    """A link that has met the board and seen the start position at 200 ms."""
    return tell(link.Link(), hello(), m.Beat(BOOT, 200, 0, 0, START), *more)[0]


def test_the_first_thing_that_is_said_is_a_hail() -> None:
    _, said, replies = link.tend(link.Link(), WALL)
    assert (said, replies) == ((), (codec.write(m.Hail(1)),))


def test_a_board_is_hailed_each_second_until_it_answers() -> None:
    now, hails = link.Link(), 0
    for quarter in range(41):
        now, said, replies = link.tend(now, WALL + 250 * quarter)
        assert said == ()
        hails += len(replies)
    assert hails == 11


def test_a_board_that_is_met_is_asked_for_what_nobody_has_acknowledged() -> None:
    _, said, replies = tell(link.Link(), hello(acked=6, following=9))
    assert (said, replies) == ([], ["resend 0badcafe 7"])


def test_a_board_that_is_known_is_asked_for_what_comes_next() -> None:
    now = met(m.Lift(1, 300, chess.E2, LIFTED))
    _, said, replies = tell(now, hello(acked=0, following=2))
    assert (said, replies) == ([], ["resend 0badcafe 2"])


def test_the_board_as_it_stands_is_the_first_event() -> None:
    _, said, _ = tell(link.Link(), hello(), m.Beat(BOOT, 200, 0, 0, START))
    assert said == [events.BoardSeen(Millis(200), START.occupied), events.Tick(Millis(200))]


def test_touches_become_events_with_the_times_of_the_board() -> None:
    _, said, replies = tell(
        met(),
        m.Lift(1, 300, chess.E2, LIFTED),
        m.Place(2, 700, chess.E4, MOVED),
        m.Press(3, 900, chess.WHITE, MOVED),
        m.Release(4, 1_000, chess.WHITE, MOVED),
    )
    assert said == [
        events.Lifted(Millis(300), chess.E2),
        events.Placed(Millis(700), chess.E4),
        events.ClockPressed(Millis(900), chess.WHITE),
    ]
    assert replies == [f"ack 0badcafe {number}" for number in (1, 2, 3, 4)]


def test_a_repeat_is_acknowledged_again_and_means_nothing() -> None:
    lift = m.Lift(1, 300, chess.E2, LIFTED)
    _, said, replies = tell(met(lift), lift, lift)
    assert (said, replies) == ([], ["ack 0badcafe 1"] * 2)


def test_a_missing_report_is_asked_for_once_and_nothing_is_taken_before_it() -> None:
    place, press = m.Place(2, 700, chess.E4, MOVED), m.Press(3, 900, chess.WHITE, MOVED)
    now, said, replies = tell(met(), place, press, later_ms=500)
    assert (said, replies) == ([], ["resend 0badcafe 1"])
    _, said, _ = tell(now, m.Lift(1, 300, chess.E2, LIFTED), place, press)
    assert [event.at for event in said] == [300, 700, 900]


def test_an_edge_that_does_not_follow_is_preceded_by_the_board_before_it() -> None:
    _, said, _ = tell(met(), m.Place(1, 700, chess.E4, MOVED))
    assert said == [
        events.BoardSeen(Millis(700), LIFTED.occupied),
        events.Placed(Millis(700), chess.E4),
    ]


def test_an_edge_that_contradicts_its_own_board_is_no_touch() -> None:
    _, said, _ = tell(met(), m.Lift(1, 300, chess.E2, START))
    assert said == [events.BoardSeen(Millis(300), START.occupied)]


def test_lost_reports_are_counted_and_the_board_is_stated() -> None:
    now, said, replies = tell(met(), m.Overflow(40, 5_000, 40, MOVED))
    assert said == [events.BoardSeen(Millis(5_000), MOVED.occupied)]
    assert now.missed == 40
    assert replies == ["ack 0badcafe 40"]


def test_a_heartbeat_is_a_tick_if_the_board_is_as_we_know_it() -> None:
    _, said, replies = tell(met(), m.Beat(BOOT, 1_200, 0, 0, START))
    assert said == [events.Tick(Millis(1_200))]
    assert replies == ["ack 0badcafe 0"]


def test_a_heartbeat_means_nothing_while_reports_are_outstanding() -> None:
    _, said, replies = tell(
        met(),
        m.Beat(BOOT, 1_200, 2, 0, MOVED),
        m.Pong(0, BOOT, 1_300, 1_300, 2),
        later_ms=1_000,
    )
    assert (said, replies) == ([], ["resend 0badcafe 1"])


def test_a_pong_ticks_only_as_far_as_everything_has_settled() -> None:
    _, said, _ = tell(met(), m.Pong(0, BOOT, 1_300, 1_296, 0))
    assert said == [events.Tick(Millis(1_296))]


def test_colors_are_told_where_the_sensors_tell_them() -> None:
    board = hello()
    seen = m.Occupancy(0xFFFF00000000FFFF, 0xFFFF)
    lifted = m.Occupancy(0xFFFF00000000EFFF, 0xEFFF)
    moved = m.Occupancy(0xFFFF00001000EFFF, 0x1000EFFF)
    _, said, _ = tell(
        link.Link(),
        board,
        m.Beat(BOOT, 200, 0, 0, seen),
        m.Lift(1, 300, chess.E2, lifted),
        m.Place(2, 700, chess.E4, moved),
    )
    assert said[0] == events.BoardSeen(Millis(200), seen.occupied, 0xFFFF)
    assert said[2:] == [
        events.Lifted(Millis(300), chess.E2),
        events.Placed(Millis(700), chess.E4, chess.WHITE),
    ]


def test_three_seconds_of_silence_lose_the_board_once() -> None:
    now, losses, hails = met(), [], 0
    for quarter in range(60):
        now, said, replies = link.tend(now, WALL + 250 * quarter)
        losses += [(quarter, event) for event in said]
        hails += sum(line.startswith(b"hail") for line in replies)
    assert losses == [(13, events.LinkLost(Millis(200)))]
    assert 10 <= hails <= 12


def test_a_clock_that_is_set_forward_or_back_loses_no_board() -> None:
    now = met()
    for wall in (WALL, WALL + 3_600_000, WALL - 3_600_000, WALL + 86_400_000):
        now, said, _ = link.tend(now, wall)
        assert said == ()


def test_a_board_that_is_back_is_restored_stated_and_heard_from_where_it_was() -> None:
    now, said = link.lose(met())
    assert said == (events.LinkLost(Millis(200)),)
    assert link.lose(now)[1] == ()
    _, after, _ = tell(now, hello(following=2), m.Lift(1, 9_000, chess.E2, LIFTED))
    assert after == [
        events.LinkRestored(Millis(9_000)),
        events.BoardSeen(Millis(9_000), START.occupied),
        events.Lifted(Millis(9_000), chess.E2),
    ]


def test_a_quiet_board_that_is_back_is_restored_by_its_heartbeat() -> None:
    now, _ = link.lose(met())
    _, after, _ = tell(now, hello(), m.Beat(BOOT, 9_000, 0, 0, START))
    assert [type(event) for event in after] == [
        events.LinkRestored,
        events.BoardSeen,
        events.Tick,
    ]


def test_after_a_restart_time_goes_on_by_the_clock_of_the_host() -> None:
    now = met(m.Lift(1, 60_000, chess.E2, LIFTED))
    away_ms = 5_000
    now, lost, replies = link.step(now, hello(boot="deadbeef", at=30), WALL + 2 + away_ms)
    assert lost == (events.LinkLost(Millis(60_000)),)
    assert replies == (codec.write(m.Resend("deadbeef", 1)),)
    _, said, _ = link.step(now, m.Beat("deadbeef", 40, 0, 0, LIFTED), WALL + away_ms)
    assert [event.at for event in said] == [65_010] * 3


def test_a_clock_that_was_set_back_during_a_restart_does_not_turn_time_back() -> None:
    now = met(m.Lift(1, 60_000, chess.E2, LIFTED))
    now, _, _ = link.step(now, hello(boot="deadbeef", at=30), WALL - 999_999)
    _, said, _ = link.step(now, m.Beat("deadbeef", 40, 0, 0, LIFTED), WALL)
    assert min(event.at for event in said) >= 60_000


def test_what_an_unknown_boot_says_means_nothing_until_it_has_said_hello() -> None:
    _, said, replies = tell(met(), m.Beat("deadbeef", 50, 0, 0, LIFTED))
    assert (said, replies) == ([], ["hail 1"])


def test_a_board_in_a_newer_version_is_refused_in_words() -> None:
    newer = codec.decode(codec.payload(hello()).replace("hello 1", "hello 2") + " more words")
    now, said, replies = tell(link.Link(), newer)
    assert (said, replies) == ([], [])
    assert str(now.foreign) == (
        "the board speaks wire protocol 2, this touchmove speaks 1: update touchmove"
    )
    assert tell(now, hello())[0].foreign is None


def test_banners_noise_and_echoes_change_nothing() -> None:
    now = met()
    for heard in (
        m.Said("MicroPython v1.28.0"),
        m.Refused("check sum does not fit", "lift 1"),
        m.Hail(1),
        m.Ack(BOOT, 9),
        m.Lamps(DARK),
    ):
        assert tell(now, heard) == (now, [], [])


def test_lamps_are_shown_when_they_change_and_again_each_second() -> None:
    pattern = (Lamp.LIFT,) + (Lamp.OFF,) * 63
    line = codec.write(m.Lamps(pattern))
    waiting, replies = link.show(link.Link(), pattern)
    assert replies == ()
    assert "lamps 1" + "0" * 63 in tell(waiting, hello())[2]
    now, replies = link.show(met(), pattern)
    assert replies == (line,)
    now, replies = link.show(now, pattern)
    assert replies == ()
    _, _, replies = link.tend(now, WALL)
    assert line in replies


def test_a_ping_relates_the_clocks() -> None:
    now, _, replies = link.tend(met(), WALL)
    assert replies[0] == codec.write(m.Ping(1))
    now, _, _ = link.step(now, m.Pong(1, BOOT, 1_000, 1_000, 0), WALL + 8)
    assert now.relation is not None
    assert (now.relation.offset_ms, now.relation.uncertainty_ms) == (WALL + 4 - 1_000, 5)
