"""A console that writes on paper, and reads what we put before it."""

import frame


class Paper:
    """Takes every line, keeps its payload, and can be full."""

    def __init__(self):
        self.payloads = []
        self.sizes = []
        self.full = False
        self.input = []

    def ready(self):
        """Whether there is room."""
        return not self.full

    def write(self, line):
        """Keep what the line says."""
        kind, payload, _ = frame.classify(line[:-1])
        assert kind == frame.FRAME
        self.payloads.append(payload)
        self.sizes.append(len(line))

    def read_byte(self):
        """The next byte of the input."""
        return self.input.pop(0) if self.input else -1

    def tell(self, payload):
        """Have the host say this."""
        self.input += list(frame.encode(payload))

    def taken(self):
        """What was written since the last call."""
        payloads = self.payloads
        self.payloads = []
        self.sizes = []
        return payloads


class Silent:
    """A console at which nobody is: for measuring, as it allocates nothing."""

    def ready(self):
        """There is always room."""
        return True

    def write(self, line):
        """Nobody reads it."""

    def read_byte(self):
        """Nobody speaks."""
        return -1
