"""A chain of lamps that remembers what was written."""


class NeoPixel:
    """The colors, and how often they were sent to the chain."""

    def __init__(self, pin, count):
        self.colors = [(0, 0, 0)] * count
        self.writes = 0

    def __setitem__(self, index, color):
        self.colors[index] = color

    def __getitem__(self, index):
        return self.colors[index]

    def write(self):
        """Send the colors."""
        self.writes += 1
