"""One frame of the wire: an ASCII line that carries its own CRC-32. Serves both ends.

A frame is ``payload*crc\\n``: a payload of printable ASCII (0x20 to 0x7e), a star, and the CRC-32
of the payload as eight lower-case hexadecimal digits. Resynchronising is waiting for the next
newline; nothing is escaped, and 0x03, which interrupts MicroPython, cannot occur in a frame.

A line without such an ending is not an error: boards print banners and tracebacks. It comes out as
`TEXT`, beside `FRAME` and `REJECTED`, and means nothing to the protocol. A carriage return before
the newline and empty lines are ignored.

The firmware ships this very file, so it keeps to what CPython and MicroPython share and imports
nothing but `binascii`. `Decoder.push` allocates nothing; `Decoder.take` does, once a line.
"""

import binascii

MAX_LINE = 190
"""Longest line in bytes, without its newline: what the board's transmit window holds (wire.md)."""

MAX_PAYLOAD = MAX_LINE - 9
"""Longest payload in bytes: the rest of the line is a star and eight digits."""

SHORTENED = 40
"""How much of an offending line is quoted in a rejection, in characters."""

FRAME = 0
TEXT = 1
REJECTED = 2

_NEWLINE = 0x0A
_RETURN = 0x0D
_STAR = 0x2A


def encode(payload: str) -> bytes:
    """The line that carries this payload, newline included.

    Rejects (by assertion) what is not printable ASCII or longer than `MAX_PAYLOAD`.
    """
    data = payload.encode()
    assert len(data) <= MAX_PAYLOAD, "payload too long"
    assert _printable(data), "payload not printable"
    return data + b"*%08x\n" % binascii.crc32(data)


def shorten(data: bytes) -> str:
    """The beginning of some bytes as printable ASCII, for messages to people."""
    text = "".join([chr(b) if 0x20 <= b <= 0x7E else "?" for b in data[:SHORTENED]])
    return text + "..." if len(data) > SHORTENED else text


def _printable(data: bytes) -> bool:
    for byte in data:  # noqa: SIM110  (all() would allocate on a board)
        if not 0x20 <= byte <= 0x7E:
            return False
    return True


def classify(line: bytes) -> "tuple[int, str, str]":
    """What a whole line (without newline) is: `(kind, text, reason)`.

    `FRAME`: text is the payload. `TEXT`: text is the line. `REJECTED`: text is the line, shortened
    and made printable, and reason is `bytes`, `length` or `crc`.
    """
    if len(line) > MAX_LINE:
        return REJECTED, shorten(line), "length"
    if not _printable(line):
        return REJECTED, shorten(line), "bytes"
    star = len(line) - 9
    if star < 0 or line[star] != _STAR or not _is_hex(line[star + 1 :]):
        return TEXT, line.decode(), ""
    payload = line[:star]
    if b"%08x" % binascii.crc32(payload) != line[star + 1 :]:
        return REJECTED, shorten(line), "crc"
    return FRAME, payload.decode(), ""


def _is_hex(digits: bytes) -> bool:
    return all(0x30 <= d <= 0x39 or 0x61 <= d <= 0x66 for d in digits)


class Decoder:
    """Cuts a stream of bytes into lines and says what each of them is. Never fails.

    Holds at most `MAX_LINE` bytes; the rest of an over-long line is dropped up to its newline, and
    the line is rejected as a whole.
    """

    def __init__(self) -> None:
        self._line = bytearray(MAX_LINE + 1)
        self._size = 0

    def push(self, byte: int) -> bool:
        """Take one byte; True if it ended a line that is not empty: then call `take`."""
        if byte == _NEWLINE:
            if self._size and self._size <= MAX_LINE and self._line[self._size - 1] == _RETURN:
                self._size -= 1
            return self._size > 0
        if self._size <= MAX_LINE:
            self._line[self._size] = byte
            self._size += 1
        return False

    def take(self) -> "tuple[int, str, str]":
        """The line that `push` has just ended, as `classify` gives it, and forget it."""
        line = bytes(memoryview(self._line)[: self._size])
        self._size = 0
        return classify(line)

    def receive(self, data: bytes) -> "list[tuple[int, str, str]]":
        """Take any number of bytes; the lines that they completed, in order. As `push`, but a line
        at a time, which is much quicker on a PC."""
        *whole, rest = data.split(b"\n")
        found = []
        for part in whole:
            self._put(part)
            if self.push(_NEWLINE):
                found.append(self.take())
        self._put(rest)
        return found

    def _put(self, part: bytes) -> None:
        part = part[: MAX_LINE + 1 - self._size]
        self._line[self._size : self._size + len(part)] = part
        self._size += len(part)
