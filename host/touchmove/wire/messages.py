"""What both ends of the wire can say, as frozen values; times are ms since the board's boot."""

from dataclasses import dataclass

from chess import Bitboard, Color, Square

from touchmove.clock_state import ClockState
from touchmove.lamp import Pattern
from touchmove.time_control import Stage

PROTOCOL = 1
"""The version of the wire that this host speaks."""

KEEPS = "keeps"
"""The capability of a board that keeps a clock and a set-up without its host."""


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The whole board as its sensors show it."""

    occupied: Bitboard
    white: Bitboard | None = None
    """Squares with white pieces, a part of `occupied`; None where sensors cannot tell."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up that a game waits for, in the board's own squares; all empty: for none."""

    wanted: Bitboard = 0
    """Squares on which a piece is to stand."""
    side: Bitboard = 0
    """Squares that show where White sits, while something is wrong."""
    ready: Bitboard = 0
    """Squares that show that nothing is."""


# ------------------------------------------------------------------ board to host
@dataclass(frozen=True, slots=True)
class Hello:
    """Who the board is, and which reports it can still give."""

    firmware: str
    board: str
    boot: str
    """Eight hexadecimal digits, drawn afresh at each boot."""
    sensors: str
    """`presence` or `polarity`."""
    size: str
    """`8x8`."""
    at: int
    """Board time of this hello, ms since boot."""
    first: int
    """Oldest report that is still held."""
    acked: int
    """Newest report that a host has acknowledged; 0 for none."""
    following: int
    """Number of the next report."""
    capabilities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lift:
    """Report: a square went from occupied to empty."""

    sequence: int
    at: int
    square: Square
    after: Occupancy


@dataclass(frozen=True, slots=True)
class Place:
    """Report: a square went from empty to occupied."""

    sequence: int
    at: int
    square: Square
    after: Occupancy


@dataclass(frozen=True, slots=True)
class Press:
    """Report: a clock button went down."""

    sequence: int
    at: int
    color: Color
    after: Occupancy


@dataclass(frozen=True, slots=True)
class Release:
    """Report: a clock button was let go."""

    sequence: int
    at: int
    color: Color
    after: Occupancy


@dataclass(frozen=True, slots=True)
class Overflow:
    """Stands for `count` reports, up to and with number `sequence`, that are gone for good."""

    sequence: int
    at: int
    count: int
    after: Occupancy


Report = Lift | Place | Press | Release | Overflow
"""The numbered messages, which are repeated until they are acknowledged."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Heartbeat: nothing earlier than `at` will be reported after report `newest`."""

    boot: str
    at: int
    newest: int
    lost: int
    """How many reports have been overwritten before any host acknowledged them, since boot."""
    occupancy: Occupancy


@dataclass(frozen=True, slots=True)
class Pong:
    """Answer to a ping."""

    nonce: int
    boot: str
    at: int
    """Board time when the ping was read."""
    settled: int
    """Nothing earlier than this will be reported after report `newest`."""
    newest: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The clock that the board keeps, after report `newest`."""

    boot: str
    newest: int
    origin: str
    """One of `ORIGINS`."""
    clock: ClockState
    """`at` is the board's time."""


NEVER, SET, FOUND, ALONE = ORIGINS = ("never", "set", "found", "alone")
"""Where a kept clock comes from. Nobody has set one. A host has in this boot, and presses have
moved it since. It was found in the board's memory after a restart, and waits. It was found so, and
a press has set it going without a host: then the state is the one that was found."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """The board did not understand a line, and says why."""

    reason: str


# ------------------------------------------------------------------ host to board
@dataclass(frozen=True, slots=True)
class Hail:
    """Asks for a hello, and says which protocol the host speaks."""

    protocol: int


@dataclass(frozen=True, slots=True)
class Ack:
    """All reports of this boot up to this one have arrived and are safe."""

    boot: str
    sequence: int


@dataclass(frozen=True, slots=True)
class Resend:
    """Send the reports of this boot from this one on. Before the first of these none is sent."""

    boot: str
    sequence: int


@dataclass(frozen=True, slots=True)
class Resume:
    """As `Resend`, and first say which clock is kept. For boards that keep one."""

    boot: str
    sequence: int


@dataclass(frozen=True, slots=True)
class StageSet:
    """One stage of a time control; a board that has them all can run its clock."""

    boot: str
    key: str
    """The name of the time control (`clock_state.key_of`)."""
    color: Color
    number: int
    """Counted from 1..."""
    count: int
    """... to so many for this player."""
    stage: Stage


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The clock as it is for the host, which has taken reports up to `after`.

    A board on which a button went down after that knows better, and waits for the next one.
    """

    boot: str
    after: int
    clock: ClockState
    """`at` is the board's time."""


@dataclass(frozen=True, slots=True)
class SetupSet:
    """What the lamps show without a host while a game waits to begin."""

    boot: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for the board's time."""

    nonce: int


@dataclass(frozen=True, slots=True)
class Lamps:
    """All 64 lamps at once."""

    pattern: Pattern


# ------------------------------------------------------------------ what is no message
@dataclass(frozen=True, slots=True)
class Said:
    """A line without a check sum: the board (or what runs in its place) said something."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that cannot be understood."""

    reason: str
    line: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A hello in another version of the wire."""

    protocol: int
    line: str

    def __str__(self) -> str:
        if self.protocol > PROTOCOL:
            return (
                f"the board speaks wire protocol {self.protocol}, this touchmove speaks"
                f" {PROTOCOL}: update touchmove"
            )
        return (
            f"the board speaks wire protocol {self.protocol}, this touchmove speaks {PROTOCOL}:"
            " flash newer firmware"
        )


FromBoard = Hello | Report | Beat | Pong | Kept | Complaint
ToBoard = Hail | Ack | Resend | Resume | Ping | Lamps | StageSet | ClockSet | SetupSet
Message = FromBoard | ToBoard
Heard = Message | Said | Refused | Foreign
