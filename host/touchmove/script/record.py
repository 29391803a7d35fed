"""One record of a touch script, read: the rules it is played by and the events it holds."""

from dataclasses import dataclass

from touchmove.events import Event
from touchmove.rules import Rules
from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class Record:
    """A record that could be read."""

    tags: tuple[tuple[str, str], ...]
    """The tags that go into the PGN, in the order of the script."""
    rules: Rules
    fen: str
    events: tuple[Event, ...]
    """What the board reports is in its own squares (`Rules.orientation`)."""
    ends_at: Millis
    """The moment of the last token, a trailing `~` included."""
    line: int
    """Where it begins in its file, counted from 1."""
    waits: bool = False
    """Whether the clock waits for the first touch although the rules have it running, as that of a
    game does which has begun by itself."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record that could not be read, and the first reason why."""

    line: int
    column: int
    """Both counted from 1."""
    reason: str
