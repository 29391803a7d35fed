"""A memory that outlasts a board, as far as a test keeps it."""


class Shelf:
    """The files of a board without a file system; `torn` names one that is not written whole."""

    def __init__(self):
        self.files = {}
        self.torn = ""
        self.writes = []

    def load(self, name):
        """What was stored, or nothing."""
        return list(self.files.get(name, []))

    def store(self, name, payloads):
        """Keep it; the power goes while the torn one is written."""
        self.writes.append(name)
        self.files[name] = [] if name == self.torn else list(payloads)
