"""Frames to typed messages and back; total, in both directions of the cable.

Whatever line arrives, `read` answers with a value: a message, `Said` for a line that is no frame
(banners, tracebacks), `Refused` with a reason for a line that cannot be understood, or `Foreign`
for a board that speaks another version. Exactly one text stands for each message (no leading zeros,
lower-case digits, single spaces), so `read(write(m)) == m` and a log line is also its own proof.

Source: docs/reference/wire.md.
"""

from collections.abc import Callable

from chess import SQUARE_NAMES

from touchmove.clock_state import numbers_of
from touchmove.wire import fields, frame
from touchmove.wire.messages import (
    ORIGINS,
    PROTOCOL,
    Ack,
    Beat,
    ClockSet,
    Complaint,
    Foreign,
    Hail,
    Heard,
    Hello,
    Kept,
    Lamps,
    Lift,
    Message,
    Overflow,
    Ping,
    Place,
    Pong,
    Press,
    Refused,
    Release,
    Report,
    Resend,
    Resume,
    Said,
    SetupSet,
    StageSet,
)


# ------------------------------------------------------------------ reading
def _read_hello(words: list[str]) -> Hello:
    firmware, board, boot, sensors, size, at, first, acked, following, capabilities = words
    if sensors not in ("presence", "polarity"):
        raise fields.Unreadable(f"sensors {sensors!r}")
    if size != "8x8":
        raise fields.Unreadable(f"size {size!r}")
    next_ = fields.ordinal(following)
    return Hello(
        fields.word(firmware),
        fields.word(board),
        fields.boot(boot),
        sensors,
        size,
        fields.number(at),
        fields.at_most(fields.ordinal(first), next_, "oldest report"),
        fields.at_most(fields.number(acked), next_ - 1, "acknowledged reports"),
        next_,
        () if capabilities == "-" else tuple(fields.word(c) for c in capabilities.split(",")),
    )


def _read_lost(words: list[str]) -> Overflow:
    sequence, at, count, after = words
    last = fields.ordinal(sequence)
    return Overflow(
        last,
        fields.number(at),
        fields.at_most(fields.ordinal(count), last, "lost"),
        fields.occupancy(after),
    )


def _read_beat(words: list[str]) -> Beat:
    boot, at, newest, lost, seen = words
    last = fields.number(newest)
    gone = fields.at_most(fields.number(lost), last, "lost")
    return Beat(fields.boot(boot), fields.number(at), last, gone, fields.occupancy(seen))


def _read_kept(words: list[str]) -> Kept:
    boot, newest, origin, *clock = words
    known = fields.one_of(origin, ORIGINS)
    return Kept(fields.boot(boot), fields.number(newest), known, fields.clock(clock))


def _read_clock(words: list[str]) -> ClockSet:
    boot, after, *clock = words
    return ClockSet(fields.boot(boot), fields.number(after), fields.clock(clock))


def _read_stage(words: list[str]) -> StageSet:
    boot, key, color, number, count, *stage = words
    most = fields.at_most(fields.ordinal(count), fields.STAGES_MAX, "stages")
    return StageSet(
        fields.boot(boot),
        fields.boot(key),
        fields.color(color),
        fields.at_most(fields.ordinal(number), most, "stage"),
        most,
        fields.stage(stage),
    )


_READERS: dict[str, tuple[int, Callable[[list[str]], Message]]] = {
    "hello": (10, _read_hello),
    "lift": (
        4,
        lambda w: Lift(
            fields.ordinal(w[0]), fields.number(w[1]), fields.square(w[2]), fields.occupancy(w[3])
        ),
    ),
    "place": (
        4,
        lambda w: Place(
            fields.ordinal(w[0]), fields.number(w[1]), fields.square(w[2]), fields.occupancy(w[3])
        ),
    ),
    "press": (
        4,
        lambda w: Press(
            fields.ordinal(w[0]), fields.number(w[1]), fields.color(w[2]), fields.occupancy(w[3])
        ),
    ),
    "release": (
        4,
        lambda w: Release(
            fields.ordinal(w[0]), fields.number(w[1]), fields.color(w[2]), fields.occupancy(w[3])
        ),
    ),
    "lost": (4, _read_lost),
    "beat": (5, _read_beat),
    "pong": (
        5,
        lambda w: Pong(
            fields.number(w[0]),
            fields.boot(w[1]),
            fields.number(w[2]),
            fields.number(w[3]),
            fields.number(w[4]),
        ),
    ),
    "kept": (3 + fields.CLOCK_WORDS, _read_kept),
    "hail": (1, lambda w: Hail(fields.number(w[0]))),
    "ack": (2, lambda w: Ack(fields.boot(w[0]), fields.number(w[1]))),
    "resend": (2, lambda w: Resend(fields.boot(w[0]), fields.ordinal(w[1]))),
    "resume": (2, lambda w: Resume(fields.boot(w[0]), fields.ordinal(w[1]))),
    "stage": (14, _read_stage),
    "clock": (2 + fields.CLOCK_WORDS, _read_clock),
    "setup": (4, lambda w: SetupSet(fields.boot(w[0]), fields.setup(w[1:]))),
    "ping": (1, lambda w: Ping(fields.number(w[0]))),
    "lamps": (1, lambda w: Lamps(fields.pattern(w[0]))),
}
"""How many words follow each kind, and what they make."""


def _parse(payload: str) -> Message | Foreign:
    kind, _, rest = payload.partition(" ")
    if kind == "refuse":
        return Complaint(fields.word(rest))
    words = rest.split(" ")
    if kind == "hello":
        protocol = fields.ordinal(words[0])
        if protocol != PROTOCOL:
            return Foreign(protocol, payload)
        words = words[1:]
    if kind not in _READERS:
        raise fields.Unreadable(f"kind {kind!r}")
    count, reader = _READERS[kind]
    if len(words) != count:
        raise fields.Unreadable(f"{len(words)} words where {kind} has {count}")
    return reader(words)


def decode(payload: str) -> Heard:
    """The message that a payload carries, or `Refused`. Rejects nothing by exception."""
    try:
        return _parse(payload)
    except fields.Unreadable as unreadable:
        return Refused(f"unknown {unreadable}", frame.shorten(payload.encode()))


REASONS = {
    "bytes": "bytes outside printable ASCII",
    "length": f"longer than {frame.MAX_LINE} bytes",
    "crc": "check sum does not fit",
}
"""Why a line is no frame, for people."""


def _heard(kind: int, text: str, reason: str) -> Heard:
    if kind == frame.TEXT:
        return Said(text)
    if kind == frame.REJECTED:
        return Refused(REASONS[reason], text)
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
    after = fields.occupancy_text(report.after)
    match report:
        case Lift(sequence, at, square):
            return "lift", sequence, at, SQUARE_NAMES[square], after
        case Place(sequence, at, square):
            return "place", sequence, at, SQUARE_NAMES[square], after
        case Press(sequence, at, color):
            return "press", sequence, at, fields.side_text(color), after
        case Release(sequence, at, color):
            return "release", sequence, at, fields.side_text(color), after
        case Overflow(sequence, at, count):
            return "lost", sequence, at, count, after


def _hello_words(hello: Hello) -> tuple[object, ...]:
    capabilities = ",".join(hello.capabilities) or "-"
    who = ("hello", PROTOCOL, hello.firmware, hello.board, hello.boot, hello.sensors, hello.size)
    return *who, hello.at, hello.first, hello.acked, hello.following, capabilities


def _kept_words(message: Kept | StageSet | ClockSet | SetupSet) -> tuple[object, ...]:
    match message:
        case Kept(boot, newest, origin, clock):
            return "kept", boot, newest, origin, *fields.clock_words(clock)
        case ClockSet(boot, after, clock):
            return "clock", boot, after, *fields.clock_words(clock)
        case SetupSet(boot, setup):
            return "setup", boot, *fields.setup_words(setup)
        case StageSet(boot, key, color, number, count, stage):
            which = ("stage", boot, key, fields.side_text(color), number, count)
            return *which, *numbers_of(stage)


def _words(message: Message) -> tuple[object, ...]:
    match message:
        case Hello():
            return _hello_words(message)
        case Beat(boot, at, newest, lost, occupancy):
            return "beat", boot, at, newest, lost, fields.occupancy_text(occupancy)
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
        case Resume(boot, number):
            return "resume", boot, number
        case Ping(number):
            return "ping", number
        case Lamps(pattern):
            return "lamps", "".join(str(int(lamp)) for lamp in pattern)
        case Kept() | StageSet() | ClockSet() | SetupSet():
            return _kept_words(message)
        case _:
            return _report_words(message)


def payload(message: Message) -> str:
    """The text between the start of a line and its check sum."""
    return " ".join(str(word) for word in _words(message))


def write(message: Message) -> bytes:
    """The line that carries a message, newline included."""
    return frame.encode(payload(message))
