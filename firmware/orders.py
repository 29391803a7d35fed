"""Reads what the host says and does it, or refuses it with a reason. Nothing here can fail.

hail P | ack BOOT N | resend BOOT N | resume BOOT N | ping N | lamps DDDD...
stage BOOT ... | clock BOOT ... | setup BOOT ...: see keeper.py

A terminal that echoes gives the board its own words back. They are passed over in silence and are
no sign of a host: an answer to them would be echoed too, without end.
"""

import frame
import keeper
from fields import number
from reporter import PROTOCOL

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from keeper import Keeper
    from lamps import Lamps
    from reporter import Reporter

OURS = ("hello", "lift", "place", "press", "release", "lost", "beat", "pong", "kept", "refuse")
"""What only a board says."""


class Orders:
    """The host's lines, byte by byte."""

    def __init__(self, reporter: "Reporter", lamps: "Lamps", keeper: "Keeper") -> None:
        self._reporter = reporter
        self._lamps = lamps
        self._keeper = keeper
        self._decoder = frame.Decoder()
        self.lines = 0

    def take(self, byte: int, now: int, settled: int) -> None:
        """Take one byte; a line that it ends is obeyed or refused."""
        if not self._decoder.push(byte):
            return
        self.lines += 1
        kind, text, reason = self._decoder.take()
        if kind == frame.FRAME:
            reason = self._obey(text, now, settled)
        elif kind == frame.TEXT:
            reason = "no check sum"
        if reason:
            self._reporter.refuse(reason, text)

    def _obey(self, payload: str, now: int, settled: int) -> str:
        """Do what a payload says; the reason if that cannot be done, else an empty text."""
        word, _, rest = payload.partition(" ")
        if word in OURS:
            return ""
        self._reporter.heard(now)
        if word == "lamps":
            return "" if self._lamps.show(rest.encode()) else "lamps are 64 digits 0 to 5"
        if word in ("ack", "resend", "resume") or word in keeper.WORDS:
            boot, _, rest = rest.partition(" ")
            if boot != self._reporter.boot:
                return "not this boot"
            if word in keeper.WORDS:
                return self._keeper.obey(word, rest)
        elif word not in ("hail", "ping"):
            return "unknown order"
        given = number(rest)
        if given < 0:
            return "not one number"
        return self._do(word, given, now, settled)

    def _do(self, word: str, given: int, now: int, settled: int) -> str:
        """The orders that are a number."""
        reporter = self._reporter
        if word == "ack":
            return reporter.ack(given)
        if word in ("resend", "resume"):
            reporter.owes_kept = word == "resume"
            return reporter.resend(given)
        if word == "ping":
            reporter.pong(given, now, settled)
        elif given == PROTOCOL:
            reporter.hail(now)
        else:
            return "this board speaks protocol %d" % PROTOCOL
        return ""
