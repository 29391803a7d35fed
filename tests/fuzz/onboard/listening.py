"""The board's own console and parsers, on whatever bytes come through standard input.

micropython listening.py COUNT

Reads so many bytes by `console.py`, answers through it, and ends.
"""

import sys

import frame
from console import Console
from keeper import Keeper
from lamps import Lamps
from neopixel import NeoPixel
from obeying import START
from orders import Orders
from reporter import Reporter
from shelf import Shelf

console = Console()
reporter = Reporter(console, ("0.1.0", "t", "0badcafe", "-"), START, 0)
keeper = Keeper(Shelf(), reporter, 0)
reporter.kept = keeper.statement
orders = Orders(reporter, Lamps(NeoPixel(None, 64)), keeper)
left = int(sys.argv[1])
now = 0
while left:
    byte = console.read_byte()
    if byte < 0:
        continue
    left -= 1
    now += 1
    orders.take(byte, now, now)
    reporter.send(now, now)
assert len(orders._decoder._line) <= frame.MAX_LINE + 1
