"""A chain of lamps that remembers what was written."""


class NeoPixel:
    """The bytes of the chain, green first, and how often they were sent."""

    def __init__(self, pin, count):
        self.buf = bytearray(3 * count)
        self.writes = 0
        self._sent = bytes(3 * count)

    def __getitem__(self, index):
        """The red, green and blue that the lamp shows: what was sent last."""
        green, red, blue = self._sent[3 * index : 3 * index + 3]
        return red, green, blue

    def write(self):
        """Send the colors."""
        self.writes += 1
        self._sent = bytes(self.buf)
