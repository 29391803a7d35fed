"""A board on paper: speaks the wire as docs/reference/wire.md says, without electronics or time.

As the firmware does, it forgets a report that is acknowledged, so it may play for days.
"""

from touchmove.events import ClockPressed, Event, Lifted, Placed
from touchmove.lamp import DARK, Pattern
from touchmove.wire import codec, frame
from touchmove.wire.messages import (
    Ack,
    Beat,
    Hail,
    Heard,
    Hello,
    Lamps,
    Lift,
    Message,
    Occupancy,
    Ping,
    Place,
    Pong,
    Press,
    Report,
    Resend,
)

BOOT = "0badcafe"


class PaperBoard:
    """Keeps its reports until they are acknowledged, and sends them when it is asked."""

    def __init__(self, occupied: int, boot: str = BOOT, name: str = "paper") -> None:
        self.boot = boot
        self.name = name
        self.lamps: Pattern = DARK
        self._occupied = occupied
        self._now = 100
        self._reports: list[Report] = []
        """Those that are not acknowledged."""
        self._acked = 0
        self.asked = False
        self.hailed = 0
        """How often a host has asked who it is."""
        self._decoder = frame.Decoder()
        self._out = bytearray()

    @property
    def now(self) -> int:
        """Its time, in milliseconds."""
        return self._now

    @property
    def occupied(self) -> int:
        """The squares on which pieces stand."""
        return self._occupied

    @property
    def newest(self) -> Report:
        """The report that it has made last, unless that is acknowledged."""
        return self._reports[-1]

    @property
    def made(self) -> int:
        """Reports that it has made."""
        return self._acked + len(self._reports)

    @property
    def acked(self) -> int:
        """Reports that a host has acknowledged."""
        return self._acked

    @property
    def unheard(self) -> int:
        """Reports that no host has acknowledged."""
        return len(self._reports)

    def happen(self, event: Event) -> None:
        """Hands do this."""
        self._now = max(self._now, event.at)
        number = self.made + 1
        match event:
            case Lifted(at, square):
                self._occupied &= ~(1 << square)
                self._reports.append(Lift(number, at, square, Occupancy(self._occupied)))
            case Placed(at, square):
                self._occupied |= 1 << square
                self._reports.append(Place(number, at, square, Occupancy(self._occupied)))
            case ClockPressed(at, color):
                self._reports.append(Press(number, at, color, Occupancy(self._occupied)))
        if self.asked:
            self._say(self._reports[-1])

    def beat(self, after_ms: int) -> None:
        """So much time passes, and a heartbeat says so."""
        self._now += after_ms
        self._say(Beat(self.boot, self._now, self.made, 0, Occupancy(self._occupied)))

    def hear(self, line: bytes) -> bool:
        """What the host writes; it is always taken."""
        for _, heard in codec.receive(self._decoder, line):
            self._answer(heard)
        return True

    def take(self) -> bytes:
        """What it has said since the last look."""
        said, self._out = bytes(self._out), bytearray()
        return said

    def repeat(self) -> None:
        """A quarter of a second passes without an acknowledgement."""
        for report in self._reports if self.asked else ():
            self._say(report)

    def _answer(self, heard: Heard) -> None:
        following = self.made + 1
        match heard:
            case Hail():
                self.hailed += 1
                self.asked = False
                first = min(self._acked + 1, following)
                about = ("0.1.0", self.name, self.boot, "presence", "8x8", self._now)
                self._say(Hello(*about, first, self._acked, following, ("lamps", "clock")))
            case Resend(sequence=sequence):
                self.asked = True
                self._forget(sequence - 1)
                self.repeat()
            case Ack(sequence=sequence) if sequence <= self.made:
                self._forget(sequence)
            case Ping(nonce=nonce):
                self._say(Pong(nonce, self.boot, self._now, self._now, following - 1))
            case Lamps(pattern=pattern):
                self.lamps = pattern

    def _forget(self, acked: int) -> None:
        """Reports up to this one are on a disk."""
        if acked > self._acked:
            del self._reports[: acked - self._acked]
            self._acked = acked

    def _say(self, message: Message) -> None:
        self._out += codec.write(message)
