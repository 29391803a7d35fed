"""The line with which a game begins in the log, and from which it can be read without those before.

It holds what was agreed, and all that is known of the board's link at that moment. A log is read
from the beginning of a game, so a restart costs as much after ten thousand games as after one. Who
reads the whole log comes to the same tables: `daemon.history` makes a game's first table of this
line also while it is live.

Three things begin a game, or end its beginning:

- people agree on one (`Agreed`): it is on the table when the board has been seen;
- the start position stands again, or somebody said `new` (`Armed`): it is on the table at once;
- `new` was taken back (`Resumed`): the game before goes on, and the line before this one counts no
  more.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from chess import BB_ALL, Bitboard

from touchmove.daemon import agreement, log_json
from touchmove.daemon.agreement import Agreement
from touchmove.units import Millis
from touchmove.wire import codec
from touchmove.wire.link import Link
from touchmove.wire.messages import Hello, Kept, Occupancy


@dataclass(frozen=True, slots=True)
class Armed:
    """How the board stood when the next game began by itself, or by `new`."""

    at: Millis
    shown: Bitboard
    """In the board's own squares."""
    colors: tuple[Bitboard, Bitboard]
    """Where white and where black pieces were told, as `Table.colors`."""
    linked: bool


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A game begins here."""

    agreement: Agreement
    link: Link = field(default_factory=Link)
    armed: Armed | None = None
    """None: the game begins when the board is seen for the next time, or stands as it is known."""

    def line(self) -> str:
        """One line of JSON, for the log."""
        said = {"agreement": asdict(self.agreement), "link": _of_link(self.link)}
        if self.armed is not None:
            said["armed"] = asdict(self.armed)
        return json.dumps(said)


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game that the line before began was none: the one before it goes on."""

    def line(self) -> str:
        """One line of JSON, for the log."""
        return json.dumps({"resumed": True})


def read(line: str) -> Checkpoint | Resumed:
    """What `line` of the log says, which one of the two wrote; or, in the log's form 1, an
    agreement alone. Raises ValueError where neither did."""
    said = log_json.loaded(line)
    if said.get("resumed"):
        return Resumed()
    if "agreement" not in said:
        return Checkpoint(agreement.of(said))
    return Checkpoint(
        agreement.of(log_json.field(said, "agreement", dict)),
        Link() if said.get("link") is None else _to_link(log_json.field(said, "link", dict)),
        None if said.get("armed") is None else _to_armed(log_json.field(said, "armed", dict)),
    )


def beginning(newest_first: Iterable[tuple[int, str]]) -> int | None:
    """From which line of a board its game has to be read; None: no game has ever begun on it.

    `newest_first` are the numbers and texts of the `game` lines before its last `told` line. Only
    as many are asked for as it takes.
    """
    first, undone = None, 0
    for number, text in newest_first:
        first = number
        if isinstance(read(text), Resumed):
            undone += 1
        elif undone:
            undone -= 1
        else:
            break
    return first


def _to_armed(said: dict[str, Any]) -> Armed:
    white, black = log_json.pair(said, "colors", int)
    return Armed(
        at=Millis(log_json.field(said, "at", int)),
        shown=_board(log_json.field(said, "shown", int)),
        colors=(_board(white), _board(black)),
        linked=log_json.field(said, "linked", bool),
    )


def _board(squares: int) -> Bitboard:
    if not 0 <= squares <= BB_ALL:
        raise ValueError("more than 64 squares")
    return squares


# ------------------------------------------------------------------ what is known of the board
_NUMBERS = ("have", "missed", "now", "offset_ms", "anchored_ms", "anchor")
"""Fields of a link that events follow from, and that are numbers. Pings and what was asked for are
not among them: they only keep the conversation going."""


def _of_link(link: Link) -> dict[str, object] | None:
    if link.board is None:
        return None
    said: dict[str, object] = {name: getattr(link, name) for name in _NUMBERS}
    said["hello"] = codec.write(link.board).decode("ascii").strip()
    said["lost"] = link.lost
    if link.awaits:
        said["awaits"] = True
    if link.stated is not None:
        said["stated"] = codec.payload(link.stated)
    if link.occupancy is not None:
        said["occupied"] = link.occupancy.occupied
        said["white"] = link.occupancy.white
    return said


def _to_link(said: dict[str, Any]) -> Link:
    hello = codec.read(log_json.field(said, "hello", str))
    if not isinstance(hello, Hello):
        raise ValueError("a link is kept with its hello")
    stated = codec.decode(log_json.field(said, "stated", str)) if "stated" in said else None
    if not (stated is None or isinstance(stated, Kept)):
        raise ValueError("what a board states is a clock")
    numbers = {name: log_json.field(said, name, int) for name in _NUMBERS}
    return Link(
        board=hello,
        lost=log_json.field(said, "lost", bool),
        occupancy=_to_occupancy(said) if "occupied" in said else None,
        awaits="awaits" in said and log_json.field(said, "awaits", bool),
        stated=stated,
        have=numbers["have"],
        missed=numbers["missed"],
        now=Millis(numbers["now"]),
        offset_ms=numbers["offset_ms"],
        anchored_ms=numbers["anchored_ms"],
        anchor=Millis(numbers["anchor"]),
    )


def _to_occupancy(said: dict[str, Any]) -> Occupancy:
    occupied = _board(log_json.field(said, "occupied", int))
    if said.get("white") is None:
        return Occupancy(occupied)
    white = log_json.field(said, "white", int)
    if white & ~occupied:
        raise ValueError("white pieces on empty squares")
    return Occupancy(occupied, white)
