"""The host's end of the cable: any bytes to lines, any lines to events and answers.

An input is lines: `~50` lets time pass at the host, `.` pulls the cable, `!` begins raw bytes. Any
other is the payload of a frame whose check sum is right; `#` in it is the number of the report that
the host waits for.
"""

from collections.abc import Iterator

from touchmove.events import Event
from touchmove.wire import codec, frame, link
from touchmove.wire import messages as m
from touchmove.wire.known import Link

SIZE_MAX = 1_500
LINES_MAX = 40
"""Lines of an input that are used."""
WAIT_MAX_MS = 10**12
"""Longest jump of the host's clock: 31 years."""
EVENTS_MAX = 2 + 64 + 2
"""What one line can mean at most: that the board is back, 64 squares, and what it was said for."""
REPLIES_MAX = 2 + 2 * 9 + 4
"""One line can be answered by this many: a request, all stages, clock, set-up and lamps."""
LINK_MAX = 3_000
"""Letters of all that is known of a board, written out."""
WORDS = tuple(
    b"hello lift place press release lost beat pong kept refuse hail ack resend resume ping lamps "
    b"stage clock setup 0badcafe deadbeef 00000000 presence polarity 8x8 keeps - # ~ ~300 ~3000 . "
    b"W B stop wait run never set found alone e2 e4 a1 h8 ffff00000000ffff ffff00001000efff "
    b"0000000000000000 ffffffffffffffff ffff00000000ffff/000000000000ffff".split()
)


def lines(data: bytes) -> list[bytes]:
    """The lines of an input."""
    return data.split(b"\n")[:LINES_MAX]


def on_the_wire(line: bytes, number: int) -> bytes:
    """The bytes that a line stands for, newline included; `number` is that of the next report."""
    if line.startswith(b"!"):
        return line[1:] + b"\n"
    line = line.replace(b"#", b"%d" % number)
    if len(line) > frame.MAX_PAYLOAD or not all(0x20 <= byte <= 0x7E for byte in line):
        return line + b"\n"
    return frame.encode(line.decode())


def waited(line: bytes) -> int | None:
    """How long a line lets pass; None if it is no such line."""
    digits = line[1:].removeprefix(b"-")
    if not line.startswith(b"~") or not digits.isdigit() or len(digits) > 13:
        return None
    return max(-WAIT_MAX_MS, min(int(line[1:]), WAIT_MAX_MS))


def heard(decoder: frame.Decoder, data: bytes) -> Iterator[m.Heard]:
    """What the codec makes of bytes, which is read the same way from a log and written back."""
    for line, said in codec.receive(decoder, data):
        assert line.isprintable() or isinstance(said, m.Refused)
        again = codec.read(line)
        if isinstance(said, m.Message):
            assert again == said
            assert codec.write(said).decode() == line + "\n"
        else:
            assert not isinstance(again, m.Message), (said, again)
        if isinstance(said, m.Refused):
            assert said.reason.isprintable()
            assert len(said.line) <= frame.SHORTENED + 3
        yield said


def check_step(before: Link, events: tuple[Event, ...], replies: tuple[bytes, ...]) -> None:
    """Time does not run back, and no line means or brings forth very much."""
    at = before.now
    for event in events:
        assert event.at >= at
        at = event.at
    assert len(events) <= EVENTS_MAX
    assert len(replies) <= REPLIES_MAX
    for reply in replies:
        assert isinstance(codec.read(reply[:-1]), m.ToBoard), reply


def attempt(data: bytes) -> None:
    """One conversation."""
    decoder, known, wall = frame.Decoder(), Link(), 10**12
    for line in lines(data):
        wait = waited(line)
        if wait is not None:
            wall += wait
            before, (known, events, replies) = known, link.tend(known, wall)
            check_step(before, events, replies)
        elif line == b".":
            before, (known, events) = known, link.lose(known)
            check_step(before, events, ())
        else:
            for said in heard(decoder, on_the_wire(line, known.have + 1)):
                before, (known, events, replies) = known, link.step(known, said, wall)
                check_step(before, events, replies)
        assert decoder._size <= frame.MAX_LINE + 1
        assert len(decoder._line) == frame.MAX_LINE + 1
    assert len(repr(known)) <= LINK_MAX
