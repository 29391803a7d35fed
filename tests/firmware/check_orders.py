"""What the host says, and what is refused."""

import frame
from keeper import Keeper
from lamps import Lamps
from neopixel import NeoPixel
from orders import Orders
from paper import Paper
from reporter import LIFT, Reporter
from shelf import Shelf

START = b"\xff\xff\x00\x00\x00\x00\xff\xff"


def begin():
    paper = Paper()
    reporter = Reporter(paper, ("0.1.0", "table-1", "0badcafe", "-"), START, 0)
    chain = NeoPixel(None, 64)
    orders = Orders(reporter, Lamps(chain), Keeper(Shelf(), reporter, 0))
    return orders, reporter, paper, chain


def say(orders, data, now=100, settled=95):
    for byte in data:
        orders.take(byte, now, settled)


def refusal(data):
    """What the board says to these bytes."""
    orders, _, paper, _ = begin()
    say(orders, data)
    return paper.taken()


def test_a_ping_is_answered_with_both_times():
    orders, _, paper, _ = begin()
    say(orders, frame.encode("ping 17"))
    assert paper.taken() == ["pong 17 0badcafe 100 95 0"]


def test_a_hail_is_answered_with_a_hello():
    orders, _, paper, _ = begin()
    say(orders, frame.encode("hail 1"))
    assert paper.taken() == ["hello 1 0.1.0 table-1 0badcafe presence 8x8 100 1 0 1 -"]


def test_a_hail_in_another_version_is_refused_with_the_one_we_speak():
    assert refusal(frame.encode("hail 2")) == ["refuse this board speaks protocol 1: hail 2"]


def test_lamps_are_shown():
    orders, _, paper, chain = begin()
    say(orders, frame.encode("lamps " + "1" + "0" * 63))
    assert paper.taken() == []
    assert chain[0] != (0, 0, 0)


def test_what_is_not_understood_is_refused_with_a_reason():
    cases = (
        (b"hello there\n", "refuse no check sum: hello there"),
        (b"hail 1*00000000\n", "refuse crc: hail 1*00000000"),
        (b"\x03\xff\n", "refuse bytes: ??"),
        (b"x" * 500 + b"\n", "refuse length: " + "x" * 40 + "..."),
        (frame.encode("dance"), "refuse unknown order: dance"),
        (frame.encode(""), "refuse unknown order: "),
        (frame.encode("ping"), "refuse not one number: ping"),
        (frame.encode("ping -1"), "refuse not one number: ping -1"),
        (frame.encode("ping 01"), "refuse not one number: ping 01"),
        (frame.encode("ping 1 2"), "refuse not one number: ping 1 2"),
        (frame.encode("ping " + "9" * 16), "refuse not one number: ping " + "9" * 16),
        (frame.encode("lamps 123"), "refuse lamps are 64 digits 0 to 5: lamps 123"),
        (frame.encode("ack 0badcafe 5"), "refuse not sent yet: ack 0badcafe 5"),
        (frame.encode("ack 5"), "refuse not this boot: ack 5"),
        (frame.encode("resend 0badcafe 2"), "refuse no such report: resend 0badcafe 2"),
        (frame.encode("resend deadbeef 1"), "refuse not this boot: resend deadbeef 1"),
        (frame.encode("resend 0badcafe"), "refuse not one number: resend 0badcafe"),
    )
    for data, answer in cases:
        assert refusal(data) == [answer], (data, refusal(data))


def test_a_refused_line_is_no_sign_of_a_host():
    orders, reporter, paper, _ = begin()
    reporter.add(LIFT, 12, 0)
    say(orders, frame.encode("resend 0badcafe 1"), now=0)
    reporter.send(0, 0)
    paper.taken()
    say(orders, b"noise\n" * 3, now=9_000)
    paper.taken()
    reporter.send(9_000, 9_000)
    assert not [payload for payload in paper.taken() if payload.startswith("lift")]


def test_what_only_a_board_says_is_passed_over_and_is_no_sign_of_a_host():
    orders, reporter, paper, _ = begin()
    reporter.hello(0)
    reporter.add(LIFT, 12, 0)
    reporter.resend(1)
    reporter.refuse("no check sum", "noise")
    reporter.send(0, 0)
    own = paper.taken()
    words = [payload.split(" ")[0] for payload in own]
    assert words == ["hello", "refuse", "lift"]
    own += ["beat x", "pong", "place", "press", "release", "lost"]
    for payload in own:
        say(orders, frame.encode(payload), now=9_000)
    reporter.send(9_000, 9_000)
    assert not [payload for payload in paper.taken() if not payload.startswith("beat")]


def test_a_terminal_that_echoes_hears_no_end_of_nothing():
    orders, reporter, paper, _ = begin()
    reporter.hello(0)
    say(orders, b"what is this?\n")
    answers = 0
    for now in range(0, 60_000, 10):
        for payload in paper.taken():
            answers += 1
            say(orders, frame.encode(payload)[:-1] + b"\r\n", now=now)
        reporter.send(now, now)
    assert answers <= 5


def test_any_bytes_leave_the_board_able_to_answer():
    orders, _, paper, _ = begin()
    state = 1
    for _ in range(20_000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        orders.take((state >> 16) & 0xFF, 0, 0)
    orders.take(0x0A, 0, 0)
    paper.taken()
    say(orders, frame.encode("ping 1"))
    assert paper.taken() == ["pong 1 0badcafe 100 95 0"]
