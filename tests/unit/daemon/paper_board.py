"""A board on paper: speaks the wire as docs/reference/wire.md says, without electronics or time."""

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
    def made(self) -> int:
        """Reports that it has made."""
        return len(self._reports)

    @property
    def acked(self) -> int:
        """Reports that a host has acknowledged."""
        return self._acked

    @property
    def unheard(self) -> int:
        """Reports that no host has acknowledged."""
        return len(self._reports) - self._acked

    def happen(self, event: Event) -> None:
        """Hands do this."""
        self._now = max(self._now, event.at)
        number = len(self._reports) + 1
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
        newest = len(self._reports)
        self._say(Beat(self.boot, self._now, newest, 0, Occupancy(self._occupied)))

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
        for report in self._reports[self._acked :] if self.asked else ():
            self._say(report)

    def _answer(self, heard: Heard) -> None:
        following = len(self._reports) + 1
        match heard:
            case Hail():
                self.hailed += 1
                self.asked = False
                first = min(self._acked + 1, following)
                about = ("0.1.0", self.name, self.boot, "presence", "8x8", self._now)
                self._say(Hello(*about, first, self._acked, following, ("lamps", "clock")))
            case Resend(sequence=sequence):
                self.asked = True
                self._acked = max(self._acked, sequence - 1)
                self.repeat()
            case Ack(sequence=sequence) if sequence <= len(self._reports):
                self._acked = max(self._acked, sequence)
            case Ping(nonce=nonce):
                self._say(Pong(nonce, self.boot, self._now, self._now, following - 1))
            case Lamps(pattern=pattern):
                self.lamps = pattern

    def _say(self, message: Message) -> None:
        self._out += codec.write(message)
