"""The simulated world inside MicroPython: its time, and what is done to the board.

The firmware's calls to `time.sleep_us` and its kin are the only place where this world moves.
Each of them ends in `World.pass_time`, which applies the contact changes that fall due and then
decides how fast board time may go:

* At speed "max" the driver grants time up to a moment. Until then time passes as fast as the
  processor runs the firmware. While anything happened in the last `QUIET_US` it passes in the
  firmware's own steps, one scan after the other; after that, and until the next contact change, a
  sleep may leap ahead by up to `LEAP_US`: nothing can be missed, because nothing changes. After a
  leap the host gets `ANSWER_MS` of real time to say something: a heartbeat wants an answer, and
  a host that answers is never left behind. At the end of the grant the world stands still, but
  for the steps in which the firmware reads what the host says meanwhile; then it says so.
* With a pace, board time follows the wall clock, times a factor, and never overtakes it. A
  firmware that is late catches up in its own steps, or in leaps while it is quiet.

The driver (`shell/simulator.py`) speaks through a socket, whose descriptor the environment names:
records of a time in microseconds, a code and an argument, in both directions; an answer's argument
is the number of bytes that follow it. The end of that stream ends this process.

Runs under MicroPython only: `utime` is the interpreter's own `time`, which ours hides.
"""

import os
import select
import struct
import sys

import utime
from circuit import circuit

CHANGE = 1
"""Driver: a contact closes or opens at a time. Argument: line * 2 + closed."""
GRANT = 2
"""Driver: time may pass up to this moment; says `REACHED` there."""
PACE = 3
"""Driver: time follows the wall clock from now. Argument: thousandths of its speed."""
TELL = 4
"""Driver: say `REACHED` at this moment, and go on."""
REACHED = 5
"""World: this moment has come."""
LAMPS = 6
"""World: the lamps show these bytes, three for each lamp, as the chain receives them."""

RECORD = "<qii"
RECORD_BYTES = 16

QUIET_US = 35_000
"""After the last change, time goes step by step for this long: bounce (5 ms), debouncing of squares
(5 ms) and of buttons (20 ms), and the sending of the reports are over by then."""
LEAP_US = 1_000_000
"""The longest leap: from one heartbeat to the next."""
WATCH_US = 3_000
"""A leap ends so long before the next change: the firmware sees the board as it was until then."""
ANSWER_MS = 250
"""Real time that a host has to answer after a leap. One that does not is away, and not waited for
again until it speaks."""
UNREAD_STEPS = 200
"""Steps at the end of a grant after which a firmware that leaves the host unread does not read."""
WAIT_US = 200
"""A shorter sleep is a pause inside a scan, not the wait for the next one."""
FAR = 1 << 60


class World:
    """Time, and the schedule of what happens in it."""

    def __init__(self, control):
        self.now = 0
        self._limit = 0
        self._next_change = FAR
        self._schedule = []  # latest first, so that the next one is taken off the end
        self._stirred = 0
        self._pace = 0
        self._pace_from = 0
        self._pace_wall = 0
        self._tell = FAR
        self._leapt = False
        self._deaf = False
        self._steps_unread = 0
        self._control = control
        self._record = bytearray(RECORD_BYTES)
        self._heard = select.poll()
        self._heard.register(control, select.POLLIN)
        self._awake = select.poll()
        self._awake.register(control, select.POLLIN)
        self._awake.register(sys.stdin, select.POLLIN)
        self._host = select.poll()
        self._host.register(sys.stdin, select.POLLIN)
        while not self._limit:
            self._obey()

    def pass_time(self, us):
        """Board time goes on by `us` microseconds, or by a leap when nothing can happen."""
        target = self.now + us
        waits = us >= WAIT_US
        if waits and self.now - self._stirred > QUIET_US:
            target = max(target, self._leap(target))
        if self._pace:
            self._keep_pace(target, waits)
        elif target > self._limit:
            target = self._halt(target)
        while self._next_change <= target:
            self._change()
        self.now = target
        if target >= self._tell:
            self._tell = FAR
            self._say(REACHED, b"")

    def show(self, data):
        """The lamps have been sent these bytes."""
        self._say(LAMPS, data)

    def _leap(self, target):
        """Where a leap leads: never past a change, the grant, or the pace of the wall clock."""
        horizon = self._paced_now() if self._pace else self._limit
        leap = min(self.now + LEAP_US, self._next_change - WATCH_US, horizon)
        if leap <= target:
            return target
        wait_ms = ANSWER_MS if self._leapt and not self._deaf else 0
        if self._host.poll(wait_ms):
            # The firmware reads it in its next step; what it answers may be answered again.
            self._leapt = self._deaf = False
            return target
        self._deaf = self._deaf or self._leapt
        # Only a whole leap is sure to bring a heartbeat, and with it something to answer.
        self._leapt = leap - self.now >= LEAP_US
        return leap

    def _paced_now(self):
        wall = utime.ticks_diff(utime.ticks_us(), self._pace_wall)
        return self._pace_from + wall * self._pace // 1000

    def _keep_pace(self, target, waits):
        """Wait until the wall clock is where board time wants to be."""
        while waits and self._heard.poll(0):
            self._obey()
        while True:
            early = (target - self._paced_now()) * 1000 // self._pace
            if early <= 0:
                return
            if early < 2000:
                utime.sleep_us(early)
            elif self._heard.poll(early // 1000):
                self._obey()

    def _halt(self, target):
        """Stand still at the end of the grant until the driver or the host has something to say."""
        while target > self._limit:
            self.now = max(self.now, self._limit)
            if self._is_unread() and target < self._next_change:
                # The host has written something: a step, so that the firmware reads more of it.
                self._steps_unread += 1
                self._stirred = target
                break
            self._say(REACHED, b"")
            if self._driver_speaks():
                self._obey()
        return max(target, self.now)

    def _is_unread(self):
        """The host has written what the firmware, which does read, has not read yet."""
        if not self._host.poll(0):
            self._steps_unread = 0
            return False
        return self._steps_unread <= UNREAD_STEPS

    def _driver_speaks(self):
        """Wait for the driver, and for the host if the firmware reads what it says."""
        if self._steps_unread > UNREAD_STEPS:
            return self._heard.poll(-1)
        driver = False
        for stream, _ in self._awake.poll(-1):
            driver = driver or stream is self._control
        return driver

    def _obey(self):
        """Take one record from the driver."""
        if self._control.readinto(self._record) != RECORD_BYTES:
            sys.exit(0)
        at, code, argument = struct.unpack(RECORD, self._record)
        if code == CHANGE:
            self._plan(at, argument)
        elif code == GRANT:
            self._limit = at
        elif code == TELL:
            self._tell = at
        elif code == PACE:
            self._limit = FAR
            self._pace = argument
            self._pace_from = self.now
            self._pace_wall = utime.ticks_us()

    def _plan(self, at, argument):
        """Keep the schedule sorted; most changes come in order of time."""
        planned = at << 8 | argument
        index = len(self._schedule)
        while index and self._schedule[index - 1] < planned:
            index -= 1
        self._schedule.insert(index, planned)
        self._next_change = self._schedule[-1] >> 8

    def _change(self):
        planned = self._schedule.pop()
        circuit.contact(planned >> 1 & 0x7F, planned & 1)
        self._stirred = max(self._stirred, planned >> 8)
        self._next_change = self._schedule[-1] >> 8 if self._schedule else FAR

    def _say(self, code, data):
        self._control.write(struct.pack(RECORD, self.now, code, len(data)) + data)


circuit.break_parts(os.getenv("TOUCHMOVE_FAULTS") or "")
world = World(open(int(os.getenv("TOUCHMOVE_CONTROL")), "r+b"))  # noqa: SIM115  (for life)
