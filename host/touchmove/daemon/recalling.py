"""The history of a board, computed again from its lines in the log.

Only the lines since its last game began are read (`daemon.checkpoint`), so a restart costs as much
with ten thousand games in the log as with one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from touchmove.daemon import checkpoint, history, log_json, told
from touchmove.daemon.checkpoint import Resumed
from touchmove.daemon.history import Heeded, History
from touchmove.errors import StoreError, one_line
from touchmove.game.table import Table
from touchmove.replacing import replace
from touchmove.script.words import read_word
from touchmove.shell.store import Entry, Kind, Store
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
