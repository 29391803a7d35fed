"""The lines of a log, and the chain that holds those of each board together.

Each board's lines are numbered from 1, and each carries the SHA-256 of the chain before it and of
its own fields. So a line that was changed, left out or put elsewhere does not fit what follows, and
the lines of one board can be checked without those of the others. What is cut off at the end is
missed by nobody but the heads, which are kept apart for that (`heads`).

Ref: FIPS 180-4 (SHA-256)
"""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum

from touchmove.errors import StoreError

ORIGIN = bytes(32)
"""The chain before the first line of every board."""
RECEIVED_MAX_MS = 2**63 - 1
"""SQLite keeps whole numbers in 64 bits."""


class Kind(StrEnum):
    """Who a line of the log is from."""

    GAME = "game"
    """The program: a game starts; the line holds its rules and tags as JSON."""
    REPORT = "report"
    """The board: a line as it came over the wire."""
    WORD = "word"
    """A person: the moment of the board's clock, and a word of the touch script."""
    LINK = "link"
    """The program: `down`, the board could not be heard from here on."""
    TOLD = "told"
    """The program: what people were told after the lines before it, as JSON. Nothing follows from
    it; a recomputation that disagrees with it is an alert."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a line of the log says."""

    kind: Kind
    board: str
    """The board's id; empty while no board has been heard."""
    received_ms: int
    """When it was heard, in Unix time by this machine. For people: no game depends on it."""
    line: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where the lines of a board end, or where those begin that are left of them."""

    number: int = 0
    """Of the line; 0 before the first."""
    chain: bytes = ORIGIN
    """The chain at that line, 32 bytes."""

    def then(self, entry: Entry) -> "Head":
        """Where the lines end when this one follows."""
        number = self.number + 1
        return Head(number, chained(self.chain, number, entry))


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it stands in a log."""

    id: int
    """The order among the lines of all boards."""
    number: int
    """The order among the lines of its board, from 1."""
    chain: bytes
    entry: Entry

    @property
    def head(self) -> Head:
        """Where the lines of its board would end if it was the last."""
        return Head(self.number, self.chain)


def chained(before: bytes, number: int, entry: Entry) -> bytes:
    """The chain at a line: SHA-256 of the chain before it and of its fields as ASCII JSON."""
    fields = (entry.board, number, entry.received_ms, entry.kind.value, entry.line)
    text = json.dumps(fields, separators=(",", ":"))
    return hashlib.sha256(before + text.encode("ascii")).digest()


def check(entry: Entry) -> None:
    """Reject, with a `StoreError`, what no log could keep: half a character, a time out of range.

    To be asked before a line waits together with those of others, who could not be kept either.
    """
    try:
        f"{entry.board}{entry.line}".encode()
    except UnicodeEncodeError as error:
        raise StoreError(f"{entry.line!r} is no text that a log could keep") from error
    if not -RECEIVED_MAX_MS <= entry.received_ms <= RECEIVED_MAX_MS:
        raise StoreError(f"a line of {entry.received_ms} ms is of no time that a log could keep")
