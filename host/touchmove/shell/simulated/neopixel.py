"""A chain of WS2812 lamps, as MicroPython's `neopixel` drives it.

`write` tells the driver what the lamps show and takes as long as the chain does: 24 bits of 1.25 us
a lamp, with interrupts off, so the firmware scans nothing meanwhile (64 lamps: 1.9 ms).
"""

from circuit import LAMP_PIN
from world import world

_LAMP_US = 30
ORDER = (1, 0, 2, 3)


class NeoPixel:
    ORDER = ORDER

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def __setitem__(self, index, color):
        offset = index * self.bpp
        for i in range(self.bpp):
            self.buf[offset + self.ORDER[i]] = color[i]

    def __getitem__(self, index):
        offset = index * self.bpp
        return tuple([self.buf[offset + self.ORDER[i]] for i in range(self.bpp)])

    def fill(self, color):
        for index in range(self.n):
            self[index] = color

    def write(self):
        if self.pin._id == LAMP_PIN:
            world.show(self.buf)
        world.pass_time(self.n * _LAMP_US)
