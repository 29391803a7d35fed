"""All that is known of the other end of the cable, and what is to be seen and kept there."""

from dataclasses import dataclass

from touchmove.clock_state import NO_CONTROL, ClockState
from touchmove.events import Event
from touchmove.lamp import Pattern
from touchmove.time_control import TimeControl
from touchmove.units import Millis
from touchmove.wire.clock_sync import Relation
from touchmove.wire.messages import Foreign, Hello, Kept, Occupancy, Setup

START = Millis(0)
"""Event time when nothing has been heard yet."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a board keeps for the time without its host."""

    clock: ClockState | None
    """`at` is event time; None: it is not known just now, and the board's own goes on."""
    control: TimeControl | None
    """The time control of the clock; None: it counts up."""
    setup: Setup


@dataclass(frozen=True, slots=True)
class Link:
    """All that is known of the other end. Start with `Link()`."""

    board: Hello | None = None
    """The latest hello; its `boot` is the boot that reports belong to."""
    foreign: Foreign | None = None
    """A hello in a version that is not spoken here; `str()` of it is for people."""
    greeted: bool = False
    """A hello has been heard since the board was last lost."""
    lost: bool = False
    """`LinkLost` has been said and `LinkRestored` has not."""
    have: int = 0
    """Number of the newest report that has been taken, in this boot."""
    missed: int = 0
    """How many reports the board had to give up, over all boots."""
    occupancy: Occupancy | None = None
    """The board after all events so far; None until this boot has stated it."""
    now: Millis = START
    """The moment of the latest event."""
    offset_ms: int = 0
    """Event time minus board time, in this boot."""
    anchored_ms: int = 0
    """Host time of the latest hello or report..."""
    anchor: Millis = START
    """... and its event time: what the next boot is joined to."""
    relation: Relation | None = None
    """Host clock minus board clock."""
    pattern: Pattern | None = None
    """What the lamps are to show; None leaves them alone."""
    keeping: Keeping | None = None
    """What the board is to keep; None leaves it alone."""
    key: str = NO_CONTROL
    """The time control whose stages the board has, or has been sent."""
    awaits: bool = False
    """The board has yet to say which clock it keeps. It says so before any report, and nothing that
    it says is believed before: it may turn out that its clock has stood still for an hour."""
    stated: Kept | None = None
    """What it said, until everything before that has been reported."""
    ping: tuple[int, int] = (0, 0)
    """Nonce of the latest ping, and the host time at which it left."""
    asked: tuple[int, int] = (0, 0)
    """Which report was asked for last (0: a hello), and when."""
    tended_ms: int | None = None
    silent_ms: int = 0
    due_ms: int = 0


Step = tuple[Link, tuple[Event, ...], tuple[bytes, ...]]
"""The link after, what it means for the game, and what to write to the port."""
