"""The latest games of each board, as lines of the log that `touchmove log import` takes back.

Read while a host may be playing: what it writes meanwhile is not waited for. Lines come one by one,
however many there are. Where names are taken out of them, the chain is computed anew, from the
line before the first one on, so that the excerpt verifies and plays like the log itself.
"""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from touchmove.daemon import checkpoint
from touchmove.daemon.checkpoint import Checkpoint
from touchmove.daemon.logs.exporting import as_json
from touchmove.daemon.report.names import Names, names_in
from touchmove.shell.store import Entry, Head, Kind, Line, Store
from touchmove.wire import codec
from touchmove.wire.messages import Hello

LINES_MAX = 50_000
"""Of one board: a hundred long games. Of more, the newest are taken, with which no game begins."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What is taken of one board."""

    board: str
    since: int
    """The number of the first line."""
    anchor: Head | None
    """The line before it; None if it is the first of all."""


@dataclass(slots=True)
class Excerpt:
    """The lines of some games, and what is heard of the boards while they are read."""

    store: Store
    games: int
    """The latest of each board."""
    hidden: bool
    """Whether names are taken out."""
    names: Names = field(init=False)
    hellos: dict[str, Hello] = field(default_factory=dict)
    """The latest of each board; complete when all lines have been read."""
    _parts: tuple[_Part, ...] = field(init=False)

    def __post_init__(self) -> None:
        boards = self.store.boards() if self.games else ()
        self._parts = tuple(self._part(board) for board in boards)
        self.names = names_in(self._entries()) if self.hidden else Names()

    def text(self) -> Iterator[str]:
        """The lines of the file."""
        anchors = ((part.board, part.anchor) for part in self._parts if part.anchor is not None)
        return as_json(anchors, self._lines())

    def _part(self, board: str) -> _Part:
        begun = [number for number, _ in islice(self.store.beginnings(board), self.games)]
        newest = self.store.heads()[board].number
        since = max(begun[-1] if begun else 1, newest - LINES_MAX + 1)
        before = next(self.store.lines(board, since - 1), None)
        if before is not None and before.number == since - 1:
            return _Part(board, since, before.head)
        return _Part(board, since, self.store.anchors().get(board))

    def _entries(self) -> Iterable[Entry]:
        for part in self._parts:
            yield from self.store.entries(part.board, part.since)

    def _lines(self) -> Iterator[Line]:
        for part in self._parts:
            head = part.anchor or Head()
            for line in self.store.lines(part.board, part.since):
                self._listen(line.entry)
                if self.hidden:
                    entry = self.names.hidden_in(line.entry)
                    head = head.then(entry)
                    line = replace(line, entry=entry, chain=head.chain)
                yield line

    def _listen(self, entry: Entry) -> None:
        if entry.kind is Kind.GAME:
            with contextlib.suppress(ValueError):  # the log may be wrong, and that be the report
                begun = checkpoint.read(entry.line)
                if isinstance(begun, Checkpoint) and begun.link.board is not None:
                    self.hellos[entry.board] = begun.link.board
        elif entry.kind is Kind.REPORT and entry.line.startswith("hello "):
            heard = codec.read(entry.line)
            if isinstance(heard, Hello):
                self.hellos[entry.board] = heard
