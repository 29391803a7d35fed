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

from chess import Bitboard

from touchmove.daemon import agreement
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
    agreement alone."""
    said: dict[str, Any] = json.loads(line)
    if said.get("resumed"):
        return Resumed()
    if "agreement" not in said:
        return Checkpoint(agreement.of(said))
    armed = said.get("armed")
    return Checkpoint(
        agreement.of(said["agreement"]),
        _to_link(said["link"]),
        None if armed is None else _to_armed(armed),
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
    white, black = said["colors"]
    return Armed(Millis(said["at"]), said["shown"], (white, black), said["linked"])


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


def _to_link(said: dict[str, Any] | None) -> Link:
    if said is None:
        return Link()
    hello = codec.read(said["hello"])
    assert isinstance(hello, Hello), "a link is kept with its hello"
    occupancy = Occupancy(said["occupied"], said["white"]) if "occupied" in said else None
    numbers = {name: said[name] for name in _NUMBERS}
    stated = codec.decode(said["stated"]) if "stated" in said else None
    assert stated is None or isinstance(stated, Kept), "what a board states is a clock"
    return Link(
        board=hello,
        lost=said["lost"],
        occupancy=occupancy,
        awaits=said.get("awaits", False),
        stated=stated,
        **numbers,
    )
