"""Whatever a host says to a board, at whatever time, the board obeys or refuses. Serves both ends.

Runs in MicroPython and, so that a fuzzer can see which way it went, unchanged in CPython. An input
is lines: `~50` lets time pass, `=e2` and `=W` are a square that changes and a button, `^` cuts the
power, `$NAME PAYLOAD` stands in a file of its memory after that, `!` begins raw bytes. Any other
line is the payload of a frame whose check sum is right.
"""

import frame
from game_clock import SIDES
from keeper import CLOCK_FILES, CONTROL_FILE, STAGES_MAX, Keeper
from lamps import Lamps
from neopixel import NeoPixel
from orders import OURS, Orders
from own_lamps import OwnLamps
from paper import Paper
from reporter import BUFFER_BYTES, PLACE, PRESS, Reporter
from shelf import Shelf

START = b"\xff\xff\x00\x00\x00\x00\xff\xff"
FILES = (CONTROL_FILE,) + CLOCK_FILES  # noqa: RUF005  (MicroPython has no other way)
LINES_MAX = 40
"""Lines of an input that are used."""
WAIT_MAX_MS = 1_000_000_000
"""Longest wait: eleven days."""


class World:
    """A board without its pins."""

    def __init__(self):
        self.memory = Shelf()
        self.boots = 0
        self.boot()

    def boot(self):
        """The power comes."""
        self.now = 0
        self.boots += 1
        self.paper = Paper()
        self.reporter = Reporter(self.paper, ("0.1.0", "t", "0badcafe", "-"), START, 0, 8)
        self.keeper = Keeper(self.memory, self.reporter, 0)
        self.reporter.kept = self.keeper.statement
        lamps = Lamps(NeoPixel(None, 64))
        self.orders = Orders(self.reporter, lamps, self.keeper)
        self.own_lamps = OwnLamps(lamps, self.reporter, self.keeper)
        self.reporter.hello(0)

    def hear(self, data):
        """Bytes come from the host, then a period ends."""
        for byte in data:
            self.orders.take(byte, self.now, self.now)
        self.period()

    def period(self):
        """What the board says and writes by itself; and all of it is sound."""
        self.reporter.send(self.now, self.now)
        self.own_lamps.period(self.now)
        self.keeper.period(self.now, True, True)
        for payload in self.paper.taken():
            assert payload.split(" ")[0] in OURS, payload
        assert self.reporter._unheard <= BUFFER_BYTES
        assert len(self.orders._decoder._line) <= frame.MAX_LINE + 1
        for half in self.keeper.clock.halves:
            assert len(half.stages) <= STAGES_MAX
        for side in self.keeper._coming:
            assert len(side) <= STAGES_MAX
        frame.encode(self.keeper.statement(self.now))

    def act(self, what):
        """A square changes, or a button goes down."""
        if what in SIDES:
            self.reporter.add(PRESS, SIDES.index(what), self.now)
            self.keeper.press(SIDES.index(what), self.now)
        elif len(what) == 2 and what[0] in "abcdefgh" and what[1] in "12345678":
            square = "abcdefgh".index(what[0]) + 8 * "12345678".index(what[1])
            there = self.reporter.occupied[square >> 3] >> (square & 7) & 1
            self.reporter.add(PLACE - there, square, self.now)
        self.period()


def line(world, data):
    """One line of an input."""
    begun, rest = data[:1], data[1:]
    if begun == b"!":
        world.hear(rest + b"\n")
    elif begun == b"^":
        world.boot()
    elif begun == b"~" and rest.isdigit() and len(rest) <= 10:
        world.now += min(int(rest), WAIT_MAX_MS)
        world.period()
    elif begun in (b"=", b"$") and frame._printable(rest):
        if begun == b"=":
            world.act(rest.decode())
        else:
            name, _, payload = rest.decode().partition(" ")
            if name in FILES:
                world.memory.files[name] = world.memory.load(name)[-20:] + [payload]  # noqa: RUF005  (not in MicroPython)
    elif len(data) <= frame.MAX_PAYLOAD and frame._printable(data):
        world.hear(frame.encode(data.decode()))
    else:
        world.hear(data + b"\n")


def attempt(data):
    """One input. Whatever it was, the board answers afterwards, and after a loss of power too."""
    world = World()
    for part in data.split(b"\n")[:LINES_MAX]:
        line(world, part)
    for _ in range(2):
        for byte in b"\n" + frame.encode("ping 7"):
            world.orders.take(byte, world.now, world.now)
        assert world.paper.taken()[-1].startswith("pong 7 "), "no answer"
        world.boot()
        world.paper.taken()
