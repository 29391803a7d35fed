"""Numbers what happened, tells the host, and tells it again until the host says that it is safe.

Reports are kept in a ring of flat tables: a byte for what happened, the time, and the whole board
after it. A host asks for reports from a number on (`resend`), acknowledges cumulatively (`ack`),
and may come back for older ones as long as the ring holds them. What the ring had to give up is
told as one `lost` line, which takes the place and the number of the last report that is gone.

What is under way is bounded, so that writing to a host that has gone blocks nothing: at most
`WINDOW_BYTES` of reports without an acknowledgement, and at most `BUFFER_BYTES` of anything at all,
repeats and answers too, since the host was last heard. The bound trusts a host that speaks to have
read; one that speaks and never reads is stopped by the port alone (`Console.ready`).

Theory and figures: docs/reference/wire.md.
"""

import frame

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from typing import Callable

    from console import Console

PROTOCOL = 1
"""The version of the wire that this board speaks: the second word of its hello."""

LIFT = 0
PLACE = 1
PRESS = 2
RELEASE = 3
WORDS = ("lift", "place", "press", "release")
SIDES = ("W", "B")

CAPACITY = 2048
"""Reports that are kept: hours of play without a listener, in 26 kB."""

WINDOW_BYTES = 190
"""Unacknowledged bytes of reports under way: three usual ones, and room for an answer beside."""

BUFFER_BYTES = 256
"""USB transmit buffer of MicroPython on an RP2040: all that is said to a host between two words
of it."""

REPORT_MAX = 64
"""Longest report line with newline. A second one is not begun without room for it."""

KEPT_MAX = 171
"""Longest line that says which clock is kept, with newline."""

BEAT_MAX = 72
"""Longest heartbeat with newline."""

RETRY_MS = 250
"""Repeat what was not acknowledged for so long: ten times a slow round trip over USB."""

LISTENING_MS = 3_000
"""A host speaks each second; three times that without a word, and it has gone."""

BEAT_MS = 1_000
"""One heartbeat a second."""


def board_text(board: bytearray, base: int = 0) -> str:
    """Eight bytes of occupancy as 16 digits, h8 first and highest."""
    return "%04x%04x%04x%04x" % (
        board[base + 7] << 8 | board[base + 6],
        board[base + 5] << 8 | board[base + 4],
        board[base + 3] << 8 | board[base + 2],
        board[base + 1] << 8 | board[base],
    )


class Reporter:
    """The board's end of the conversation."""

    def __init__(
        self,
        console: "Console",
        identity: "tuple[str, str, str, str]",
        board: bytearray,
        now: int,
        capacity: int = CAPACITY,
    ) -> None:
        """`identity` is (firmware, board, boot, capabilities); `board` is what stands now.

        `lines` counts what was said, and `moved_ms` is the time of the newest report. `owes_kept`:
        before any report it is to be said which clock is kept, which `kept` knows.
        """
        self._console = console
        self._firmware, self._board, self.boot, self._capabilities = identity
        self.occupied = bytearray(board)
        self.newest = 0
        self.acked = 0
        self.lost = 0
        self.lines = 0
        self.moved_ms = now
        self.owes_kept = False
        self.kept: Callable[[int], str] = str
        self._capacity = capacity
        self._codes = bytearray(capacity)
        self._times = [0] * capacity
        self._boards = bytearray(8 * capacity)
        self._gone_ms = 0
        self._gone_board = bytearray(8)
        self._flowing = False
        self._base = 0
        self._next = 1
        self._furthest = 0
        self._lengths = bytearray(8)
        self._in_flight = 0
        self._skipped = 0
        self._unheard = 0
        self._heard_ms = now - LISTENING_MS - 1
        self._sent_ms = now
        self._beat_ms = now - BEAT_MS

    # -------------------------------------------------------------- what happened
    def add(self, kind: int, what: int, at: int) -> None:
        """Keep a report: a square (0 is a1) was lifted or placed, or a side (0 is White) pressed
        or released. Allocates nothing; the oldest report gives way when the ring is full."""
        if kind == LIFT:
            self.occupied[what >> 3] &= ~(1 << (what & 7))
        elif kind == PLACE:
            self.occupied[what >> 3] |= 1 << (what & 7)
        slot = self.newest % self._capacity
        if self.newest >= self._capacity:
            self._forget(slot)
        self.newest += 1
        self.moved_ms = at
        self._codes[slot] = kind << 6 | what
        self._times[slot] = at
        _copy_board(self.occupied, 0, self._boards, 8 * slot)

    def _forget(self, slot: int) -> None:
        if self.newest - self._capacity + 1 > self.acked:
            self.lost += 1
        self._gone_ms = self._times[slot]
        _copy_board(self._boards, 8 * slot, self._gone_board, 0)

    def first(self) -> int:
        """Number of the oldest report that is still held (or will be, if there is none)."""
        return max(1, self.newest - self._capacity + 1)

    # -------------------------------------------------------------- what the host says
    def heard(self, now: int) -> None:
        """The host has said something that it meant for us."""
        self._heard_ms = now
        self._unheard = 0

    def is_heard(self, now: int) -> bool:
        """Whether somebody is there who listens."""
        return now - self._heard_ms <= LISTENING_MS

    def hail(self, now: int) -> None:
        """Say who we are, and soon how the board stands; reports wait until the host has said
        from where."""
        self._flowing = False
        self._in_flight = 0
        self._beat_ms = now - BEAT_MS
        self.hello(now)

    def ack(self, sequence: int) -> str:
        """Everything up to here is safe. The reason, if that cannot be."""
        if sequence > self._furthest:
            return "not sent yet"
        self.acked = max(self.acked, sequence)
        if self._flowing and sequence > self._base:
            self._base = sequence
            self._next = max(self._next, sequence + 1)
            self._in_flight = 0
            # Below the last `lost` line most numbers never went out: they are under way nowhere.
            for other in range(max(sequence + 1, self._skipped), self._next):
                self._in_flight += self._lengths[other & 7]
        return ""

    def resend(self, sequence: int) -> str:
        """Send from here on, which also says that everything before is safe."""
        if not 1 <= sequence <= self.newest + 1:
            return "no such report"
        self._flowing = True
        self._base = sequence - 1
        self._furthest = max(self._furthest, self._base)
        self.acked = max(self.acked, self._base)
        self._next = sequence
        self._in_flight = 0
        return ""

    # -------------------------------------------------------------- what we say
    def hello(self, now: int) -> None:
        """Who we are, and which reports we can give."""
        self.answer(
            "hello %d %s %s %s presence 8x8 %d %d %d %d %s"
            % (
                PROTOCOL,
                self._firmware,
                self._board,
                self.boot,
                now,
                self.first(),
                self.acked,
                self.newest + 1,
                self._capabilities,
            )
        )

    def pong(self, nonce: int, now: int, settled: int) -> None:
        """Our time, and up to when everything has been reported."""
        self.answer("pong %d %s %d %d %d" % (nonce, self.boot, now, settled, self.newest))

    def answer(self, payload: str) -> None:
        """Say something once, if there is room; a host that still wants it asks again."""
        line = frame.encode(payload)
        if self._room(len(line)):
            self._write(line)

    def refuse(self, reason: str, text: str) -> None:
        """Say that a line was not understood, if that leaves room for a report and a heartbeat:
        noise, which is no sign of a host, must not silence the board."""
        line = frame.encode("refuse %s: %s" % (reason, frame.shorten(text.encode())))
        if self._room(len(line) + REPORT_MAX + BEAT_MAX):
            self._write(line)

    def send(self, now: int, settled: int) -> None:
        """Say what is due: reports, repeats, a heartbeat. Allocates only when it does.

        A heartbeat leaves room for a report, so one that nobody answers never holds a report up.
        """
        if self.owes_kept:
            if not self._room(KEPT_MAX):
                return
            self._write(frame.encode(self.kept(now)))
            self.owes_kept = False
            self._beat_ms = now - BEAT_MS
        if self._flowing:
            if self._next > self._base + 1 and self._is_late(now):
                self._next = self._base + 1
                self._in_flight = 0
            while self._next <= self.newest and self._window():
                self._send_next(now)
        if now - self._beat_ms >= BEAT_MS and self._room(BEAT_MAX + REPORT_MAX):
            self._beat(now, settled)

    def _is_late(self, now: int) -> bool:
        """What was sent last should have been acknowledged by now, and somebody is there."""
        return now - self._sent_ms >= RETRY_MS and self.is_heard(now)

    def _window(self) -> bool:
        """A report may follow those that are under way."""
        return self._in_flight + REPORT_MAX <= WINDOW_BYTES and self._room(REPORT_MAX)

    def _room(self, size: int) -> bool:
        return self._unheard + size <= BUFFER_BYTES and self._console.ready()

    def _write(self, line: bytes) -> None:
        self._console.write(line)
        self._unheard += len(line)
        self.lines += 1

    def _send_next(self, now: int) -> None:
        first = self.first()
        if self._next < first:
            payload = "lost %d %d %d %s" % (
                first - 1,
                self._gone_ms,
                first - self._next,
                board_text(self._gone_board),
            )
            self._next = self._skipped = first - 1
        else:
            payload = self._report(self._next)
        line = frame.encode(payload)
        self._write(line)
        self._lengths[self._next & 7] = len(line)
        self._in_flight += len(line)
        self._furthest = max(self._furthest, self._next)
        self._next += 1
        self._sent_ms = now

    def _report(self, sequence: int) -> str:
        slot = (sequence - 1) % self._capacity
        kind, what = self._codes[slot] >> 6, self._codes[slot] & 63
        name = SIDES[what] if kind >= PRESS else "abcdefgh"[what & 7] + "12345678"[what >> 3]
        board = board_text(self._boards, 8 * slot)
        return "%s %d %d %s %s" % (WORDS[kind], sequence, self._times[slot], name, board)

    def _beat(self, now: int, settled: int) -> None:
        self._beat_ms = now
        board = board_text(self.occupied)
        beat = "beat %s %d %d %d %s" % (self.boot, settled, self.newest, self.lost, board)
        self._write(frame.encode(beat))


def _copy_board(source: bytearray, source_base: int, target: bytearray, target_base: int) -> None:
    for rank in range(8):
        target[target_base + rank] = source[source_base + rank]
