"""Frames to typed messages and back; total, in both directions of the cable.

Whatever line arrives, `read` answers with a value: a message, `Said` for a line that is no frame
(banners, tracebacks), `Refused` with a reason for a line that cannot be understood, or `Foreign`
for a board that speaks another version. Exactly one text stands for each message (no leading zeros,
lower-case digits, single spaces), so `read(write(m)) == m` and a log line is also its own proof.

Source: docs/reference/wire.md.
"""

from collections.abc import Callable

from chess import BB_ALL, SQUARE_NAMES, Color, Square, parse_square

from touchmove.lamp import Lamp, Pattern
from touchmove.wire import frame
from touchmove.wire.messages import (
    PROTOCOL,
    Ack,
    Beat,
    Complaint,
    Foreign,
    Hail,
    Heard,
    Hello,
    Lamps,
    Lift,
    Message,
    Occupancy,
    Overflow,
    Ping,
    Place,
    Pong,
    Press,
    Refused,
    Release,
    Report,
    Resend,
    Said,
)

DIGITS_MAX = 15
"""Longest decimal number on the wire: 31,000 years of milliseconds, and still exact in a float."""

ORDINAL_MAX = 10**DIGITS_MAX - 2
"""Highest number of a report: the one after it can still be asked for."""


class _Unreadable(ValueError):
    """Never leaves this module: which field could not be read."""


# ------------------------------------------------------------------ fields
def _number(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
    if not plain or (text[0] == "0" and len(text) > 1):
        raise _Unreadable(f"number {text!r}")
    return int(text)


def _ordinal(text: str) -> int:
    if text == "0":
        raise _Unreadable("number '0': reports are counted from 1")
    return _at_most(_number(text), ORDINAL_MAX, "number of a report")


def _at_most(number: int, most: int, what: str) -> int:
    """A number that cannot be more than another, or the message makes no sense."""
    if number > most:
        raise _Unreadable(f"{what}: {number} of {most}")
    return number


def _hex(text: str, digits: int) -> int:
    if len(text) != digits or not all(c in "0123456789abcdef" for c in text):
        raise _Unreadable(f"digits {text!r}")
    return int(text, 16)


def _boot(text: str) -> str:
    _hex(text, 8)
    return text


def _word(text: str) -> str:
    if not text:
        raise _Unreadable("empty word")
    return text


def _square(text: str) -> Square:
    if text not in SQUARE_NAMES:
        raise _Unreadable(f"square {text!r}")
    return parse_square(text)


def _color(text: str) -> Color:
    if text not in ("W", "B"):
        raise _Unreadable(f"side {text!r}")
    return text == "W"


def _occupancy(text: str) -> Occupancy:
    occupied, slash, white = text.partition("/")
    if not slash:
        return Occupancy(_hex(occupied, 16))
    seen = Occupancy(_hex(occupied, 16), _hex(white, 16))
    if _hex(white, 16) & ~seen.occupied & BB_ALL:
        raise _Unreadable(f"occupancy {text!r}: white on empty squares")
    return seen


def _pattern(text: str) -> Pattern:
    if len(text) != 64 or not all(c in "012345" for c in text):
        raise _Unreadable("lamps: 64 digits 0 to 5")
    return tuple(Lamp(int(c)) for c in text)


def occupancy_text(seen: Occupancy) -> str:
    """The occupancy as the wire and the touch script write it: h8 highest bit, a1 lowest."""
    text = f"{seen.occupied:016x}"
    return text if seen.white is None else f"{text}/{seen.white:016x}"


def _side(color: Color) -> str:
    return "W" if color else "B"


# ------------------------------------------------------------------ reading
def _read_hello(words: list[str]) -> Hello:
    firmware, board, boot, sensors, size, at, first, acked, following, capabilities = words
    if sensors not in ("presence", "polarity"):
        raise _Unreadable(f"sensors {sensors!r}")
    if size != "8x8":
        raise _Unreadable(f"size {size!r}")
    next_ = _ordinal(following)
    return Hello(
        _word(firmware),
        _word(board),
        _boot(boot),
        sensors,
        size,
        _number(at),
        _at_most(_ordinal(first), next_, "oldest report"),
        _at_most(_number(acked), next_ - 1, "acknowledged reports"),
        next_,
        () if capabilities == "-" else tuple(_word(c) for c in capabilities.split(",")),
    )


def _read_lost(words: list[str]) -> Overflow:
    sequence, at, count, after = words
    last = _ordinal(sequence)
    return Overflow(last, _number(at), _at_most(_ordinal(count), last, "lost"), _occupancy(after))


def _read_beat(words: list[str]) -> Beat:
    boot, at, newest, lost, seen = words
    last = _number(newest)
    gone = _at_most(_number(lost), last, "lost")
    return Beat(_boot(boot), _number(at), last, gone, _occupancy(seen))


_READERS: dict[str, tuple[int, Callable[[list[str]], Message]]] = {
    "hello": (10, _read_hello),
    "lift": (4, lambda w: Lift(_ordinal(w[0]), _number(w[1]), _square(w[2]), _occupancy(w[3]))),
    "place": (4, lambda w: Place(_ordinal(w[0]), _number(w[1]), _square(w[2]), _occupancy(w[3]))),
    "press": (4, lambda w: Press(_ordinal(w[0]), _number(w[1]), _color(w[2]), _occupancy(w[3]))),
    "release": (
        4,
        lambda w: Release(_ordinal(w[0]), _number(w[1]), _color(w[2]), _occupancy(w[3])),
    ),
    "lost": (4, _read_lost),
    "beat": (5, _read_beat),
    "pong": (
        5,
        lambda w: Pong(_number(w[0]), _boot(w[1]), _number(w[2]), _number(w[3]), _number(w[4])),
    ),
    "hail": (1, lambda w: Hail(_number(w[0]))),
    "ack": (2, lambda w: Ack(_boot(w[0]), _number(w[1]))),
    "resend": (2, lambda w: Resend(_boot(w[0]), _ordinal(w[1]))),
    "ping": (1, lambda w: Ping(_number(w[0]))),
    "lamps": (1, lambda w: Lamps(_pattern(w[0]))),
}
"""How many words follow each kind, and what they make."""


def _parse(payload: str) -> Message | Foreign:
    kind, _, rest = payload.partition(" ")
    if kind == "refuse":
        return Complaint(_word(rest))
    words = rest.split(" ")
    if kind == "hello":
        protocol = _ordinal(words[0])
        if protocol != PROTOCOL:
            return Foreign(protocol, payload)
        words = words[1:]
    if kind not in _READERS:
        raise _Unreadable(f"kind {kind!r}")
    count, reader = _READERS[kind]
    if len(words) != count:
        raise _Unreadable(f"{len(words)} words where {kind} has {count}")
    return reader(words)


def decode(payload: str) -> Heard:
    """The message that a payload carries, or `Refused`. Rejects nothing by exception."""
    try:
        return _parse(payload)
    except _Unreadable as unreadable:
        return Refused(f"unknown {unreadable}", frame.shorten(payload.encode()))


_REASONS = {
    "bytes": "bytes outside printable ASCII",
    "length": f"longer than {frame.MAX_LINE} bytes",
    "crc": "check sum does not fit",
}


def _heard(kind: int, text: str, reason: str) -> Heard:
    if kind == frame.TEXT:
        return Said(text)
    if kind == frame.REJECTED:
        return Refused(_REASONS[reason], text)
    return decode(text)


def read(line: str | bytes) -> Heard:
    """What one line (without newline) says: for lines from a log."""
    data = line.encode("utf-8", "replace") if isinstance(line, str) else line
    return _heard(*frame.classify(data))


def receive(decoder: frame.Decoder, data: bytes) -> tuple[tuple[str, Heard], ...]:
    """Bytes from the port in, `(line, what it says)` out; the line is what a log should keep.

    Reading the line again gives the same message; a rejected line is kept shortened, printable,
    and reads as no message.
    """
    return tuple(
        (frame.encode(text)[:-1].decode() if kind == frame.FRAME else text, _heard(kind, text, why))
        for kind, text, why in decoder.receive(data)
    )


# ------------------------------------------------------------------ writing
def _report_words(report: Report) -> tuple[object, ...]:
    after = occupancy_text(report.after)
    match report:
        case Lift(sequence, at, square):
            return "lift", sequence, at, SQUARE_NAMES[square], after
        case Place(sequence, at, square):
            return "place", sequence, at, SQUARE_NAMES[square], after
        case Press(sequence, at, color):
            return "press", sequence, at, _side(color), after
        case Release(sequence, at, color):
            return "release", sequence, at, _side(color), after
        case Overflow(sequence, at, count):
            return "lost", sequence, at, count, after


def _hello_words(hello: Hello) -> tuple[object, ...]:
    capabilities = ",".join(hello.capabilities) or "-"
    who = ("hello", PROTOCOL, hello.firmware, hello.board, hello.boot, hello.sensors, hello.size)
    return *who, hello.at, hello.first, hello.acked, hello.following, capabilities


def _words(message: Message) -> tuple[object, ...]:
    match message:
        case Hello():
            return _hello_words(message)
        case Beat(boot, at, newest, lost, occupancy):
            return "beat", boot, at, newest, lost, occupancy_text(occupancy)
        case Pong(nonce, boot, at, settled, newest):
            return "pong", nonce, boot, at, settled, newest
        case Complaint(reason):
            return "refuse", reason
        case Hail(number):
            return "hail", number
        case Ack(boot, number):
            return "ack", boot, number
        case Resend(boot, number):
            return "resend", boot, number
        case Ping(number):
            return "ping", number
        case Lamps(pattern):
            return "lamps", "".join(str(int(lamp)) for lamp in pattern)
        case _:
            return _report_words(message)


def payload(message: Message) -> str:
    """The text between the start of a line and its check sum."""
    return " ".join(str(word) for word in _words(message))


def write(message: Message) -> bytes:
    """The line that carries a message, newline included."""
    return frame.encode(payload(message))
