"""The world around the firmware in a simulation: its time, its contacts, and its cable.

As `shell/simulated/world.py`, but without a pty and without real time: the driver says what happens
and when, grants time, and gets back what the board said. Time moves only in `pass_time`, which the
firmware's sleeps end in. It goes in the firmware's own steps for `QUIET_US` after anything has
happened, and leaps while nothing can change. A run ends at its limit, or after the first period in
which the board said something: then the driver may answer before more time has passed.

The driver speaks through a socket whose descriptor the environment names. Each of its records is a
time in microseconds since boot, a code, and an argument; some are followed by bytes.

Runs under MicroPython only.
"""

import binascii
import os
import struct

RECORD = "<qHH"
RECORD_BYTES = 12

BOOT = 1
"""Power on: eight bytes of the board, two of the buttons, four that name this boot follow.
Argument: how many reports the ring holds, 0 for the firmware's own number."""
CHANGE = 2
"""A contact closes or opens at a time. Argument: line * 2 + closed; 64 and 65 are the buttons."""
HEAR = 3
"""Bytes of the host, as many as the argument says, have arrived at a time."""
RUN = 4
"""Time may pass up to this moment; answered by one `SAID`."""
CUT = 5
"""The power is cut."""

SAID = 6
"""What the board has said; as many bytes as the argument says follow."""
LAMPS = 7
"""What the lamps show: three bytes a lamp follow. Comes before the `SAID` of the same run."""

QUIET_US = 12_000
"""After the last change: bounce is over and a debouncer has had its five samples."""
LEAP_US = 100_000
"""The longest leap: a repeat or a heartbeat is late by no more."""
WATCH_US = 3_000
"""A leap ends so long before the next change."""
WAITS_US = (200, 1_000)
"""A sleep of such a length is the wait for the next period: a scan pauses for less, and a chain of
lamps takes more."""
COLLECT_US = 19_000
"""Collecting garbage takes a Pico so long, and nothing is sampled meanwhile (sensing.md)."""
FAR = 1 << 60


class PowerCut(Exception):
    """The board is without power."""


class World:
    """Contacts, cable and time of one board."""

    def __init__(self, control):
        self.now = 0
        self.rows = bytearray(8)
        self.buttons = bytearray(2)
        self.said = []
        self._heard = []  # [time, bytes, how many of them have been read]
        self._changes = []  # latest first
        self._limit = 0
        self._stirred = 0
        self._lamps = None
        self._control = control
        self._record = bytearray(RECORD_BYTES)

    def power_up(self):
        """Wait for the power; the eight digits that name this boot, and the size of its ring."""
        code, size = 0, 0
        while code != BOOT:
            _, code, size = self._next()
        state = self._control.read(14)
        self.now = self._limit = self._stirred = 0
        self.rows[:] = state[:8]
        self.buttons[:] = state[8:10]
        self.said, self._heard, self._changes, self._lamps = [], [], [], None
        return binascii.hexlify(state[10:14]).decode(), size

    def read_byte(self):
        """The next byte that has arrived by now, or -1."""
        if not self._heard or self._heard[0][0] > self.now:
            return -1
        chunk = self._heard[0]
        byte = chunk[1][chunk[2]]
        chunk[2] += 1
        if chunk[2] == len(chunk[1]):
            self._heard.pop(0)
        return byte

    def show(self, data):
        """The lamps have been sent these bytes."""
        self._lamps = bytes(data)

    def collect(self):
        """Garbage is collected; the interpreter does it really when it must."""
        self.pass_time(COLLECT_US)

    def pass_time(self, us):
        """So much time passes, or more of it if nothing can happen."""
        target = self.now + us
        if WAITS_US[0] <= us <= WAITS_US[1]:
            if self.said:
                self._report()
            if self.now - self._stirred > QUIET_US:
                target = max(target, self._leap())
        while target > self._limit:
            self.now = max(self.now, self._limit)
            self._report()
            target = max(target, self.now)
        while self._changes and self._changes[-1][0] <= target:
            at, line, closed = self._changes.pop()
            if line >= 64:
                self.buttons[line - 64] = closed
            elif closed:
                self.rows[line >> 3] |= 1 << (line & 7)
            else:
                self.rows[line >> 3] &= ~(1 << (line & 7))
            self._stirred = at
        self.now = target

    def _leap(self):
        leap = min(self.now + LEAP_US, self._limit)
        if self._changes:
            leap = min(leap, self._changes[-1][0] - WATCH_US)
        if self._heard:
            leap = min(leap, self._heard[0][0])
        return leap

    def _report(self):
        """Tell the driver what was said, and take its records up to the next grant."""
        out = b""
        if self._lamps is not None:
            out += struct.pack(RECORD, self.now, LAMPS, len(self._lamps)) + self._lamps
            self._lamps = None
        said = b"".join(self.said)
        self.said = []
        self._control.write(out + struct.pack(RECORD, self.now, SAID, len(said)) + said)
        code = 0
        while code != RUN:
            at, code, argument = self._next()
            if code == CHANGE:
                self._plan(at, argument >> 1, argument & 1)
            elif code == HEAR:
                self._heard.append([at, self._control.read(argument), 0])
            elif code == RUN:
                self._limit = at
            elif code == CUT:
                raise PowerCut

    def _plan(self, at, line, closed):
        index = len(self._changes)
        while index and self._changes[index - 1][0] <= at:
            index -= 1
        self._changes.insert(index, (at, line, closed))

    def _next(self):
        if self._control.readinto(self._record) != RECORD_BYTES:
            raise SystemExit
        return struct.unpack(RECORD, self._record)


world = World(open(int(os.getenv("TOUCHMOVE_CONTROL")), "r+b"))  # noqa: SIM115  (for life)
