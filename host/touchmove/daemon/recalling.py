"""The history of a board, computed again from its lines in the log.

Only the lines since its last game began are read (`daemon.checkpoint`), so a restart costs as much
with ten thousand games in the log as with one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from touchmove.daemon import checkpoint, history, log_json, told
from touchmove.daemon.checkpoint import Checkpoint, Resumed
from touchmove.daemon.history import Heeded, History
from touchmove.errors import StoreError, one_line
from touchmove.game.table import Table
from touchmove.replacing import replace
from touchmove.script.words import read_word
from touchmove.shell.store import Entry, Kind, Line, Store
from touchmove.units import Millis
from touchmove.wire import codec


@dataclass(frozen=True, slots=True)
class Recalled:
    """What follows from the log."""

    history: History = field(default_factory=History)
    closed: tuple[Table, ...] = ()
    """Games that are over for good, of those that were read."""
    doubts: tuple[str, ...] = ()
    """What was told and does not follow from the log any more."""


def recall(log: Store, board: str) -> Recalled:
    """What follows for a board, read from where its game began."""
    return computed(entries(log, board))


def entries(log: Store, board: str) -> Iterator[Entry]:
    """The lines of a board from where its game began; none if none ever did."""
    first = beginning(log, board)
    return iter(()) if first is None else log.entries(board, since=first)


def beginning(log: Store, board: str) -> int | None:
    """The number of the line with which a board's game began; None if none ever did."""
    try:
        return checkpoint.beginning(log.beginnings(board))
    except ValueError as error:
        raise not_understood(f"a line of board {board!r}", error) from error


def not_understood(which: str, error: ValueError) -> StoreError:
    """What people are told of a line that no touchmove has written."""
    words = "touchmove log verify says whether the log was changed"
    return StoreError(f"{which} cannot be understood ({one_line(str(error))}): {words}")


def computed(entries: Iterable[Entry]) -> Recalled:
    """What follows from these lines of one board; the first says how a game began.

    Raises `StoreError` for a line that no touchmove has written.
    """
    so_far = Recalled()
    for number, entry in enumerate(entries, 1):
        try:
            so_far = _read(so_far, entry)
        except ValueError as error:
            where = f"line {number} of board {entry.board!r} since its game began"
            raise not_understood(where, error) from error
    return so_far


@dataclass(slots=True)
class Gathering:
    """All games of the lines of a board, from the first one on, as far as they can be known."""

    games: list[Table] = field(default_factory=list)
    """Those that change no more, or were left because of a line that cannot be understood; those
    of `history` come after them."""
    faults: list[StoreError] = field(default_factory=list)
    """What is said of each of those lines. What follows one is not believed, up to the next line
    with which a game begins, so no more is said of what stands between."""
    history: History = field(default_factory=History)
    _begun: int = 0
    """How many games have begun since the last of those lines; 0: nothing is believed."""

    def take(self, line: Line | StoreError) -> Heeded | None:
        """One more line, or why it cannot be read; what follows from it, None if nothing is
        believed of it."""
        if isinstance(line, StoreError):
            if self._begun or not self.faults:
                self.faults.append(line)
                self._leave()
            return None
        try:
            begun = checkpoint.read(line.entry.line) if line.entry.kind is Kind.GAME else None
            if begun is not None:
                self._count(begun)
            heard = line.entry.kind in (Kind.REPORT, Kind.LINK)
            if self._begun or heard or not self.faults:
                return self._believe(line.entry, begun)
        except ValueError as error:
            which = f"line {line.number} of board {line.entry.board!r}"
            self.faults.append(not_understood(which, error))
            self._leave()
        return None

    def _count(self, begun: Checkpoint | Resumed) -> None:
        if isinstance(begun, Checkpoint):
            self._begun += 1
        elif self._begun == 1:  # the game that goes on is one that was left
            self._begun, self.history = 0, History(link=self.history.link)
        elif self._begun:
            self._begun -= 1

    def _believe(self, entry: Entry, begun: Checkpoint | Resumed | None) -> Heeded:
        if isinstance(begun, Checkpoint) and self.history.agreement is None:
            link = begun.link if begun.link.board is not None else self.history.link
            heeded = Heeded(history.begin(replace(begun, link=link)))
        else:
            heeded = heed(self.history, entry)
        self.history = heeded.history
        self.games += heeded.closed
        return heeded

    def _leave(self) -> None:
        """The games that are open stay as they are. Of what follows, only what the board says of
        itself is believed, until a game begins."""
        self.games += filter(history.tells, self.history.games)
        self._begun, self.history = 0, History(link=self.history.link)


def gathered_from(lines: Iterable[Line | StoreError]) -> Gathering:
    """What can be known from the lines of a board."""
    found = Gathering()
    for line in lines:
        found.take(line)
    return found


def heed(known: History, entry: Entry) -> Heeded:
    """What one line of the log makes of the history. Lines that only tell what was told, or that a
    game began which begins by itself for who has read the lines before, make nothing of it."""
    match entry.kind:
        case Kind.GAME:
            return _begin(known, entry.line)
        case Kind.REPORT:
            return history.hear(known, codec.read(entry.line), entry.received_ms)
        case Kind.LINK:
            return history.lose(known)
        case Kind.WORD:
            moment, _, text = entry.line.partition(" ")
            return history.happen(known, read_word(text, Millis(log_json.whole(moment))))
        case Kind.TOLD:
            return Heeded(known)


def _read(so_far: Recalled, entry: Entry) -> Recalled:
    heeded = heed(so_far.history, entry)
    so_far = replace(so_far, history=heeded.history, closed=so_far.closed + heeded.closed)
    if entry.kind is not Kind.TOLD:
        return so_far
    doubt = told.doubt(told.read(entry.line), so_far.history.table)
    known = () if told.is_recomputed(entry.line) else so_far.doubts
    return replace(so_far, doubts=known if doubt is None else (*known, doubt))


def _begin(known: History, line: str) -> Heeded:
    begun = checkpoint.read(line)
    if isinstance(begun, Resumed):
        return Heeded(known)
    if known.agreement is None:
        return Heeded(history.begin(begun))
    if begun.armed is not None:
        return Heeded(known)
    return Heeded(history.agree(known, begun.agreement))
