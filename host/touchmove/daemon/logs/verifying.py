"""Is a log what it was when it was written? Every chain is computed anew and held to the heads.

What is found is told for each board by its first bad line: behind that one nothing is certain.
"""

import contextlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from touchmove.daemon.logs.showing import counted
from touchmove.errors import StoreError, one_line
from touchmove.shell import heads
from touchmove.shell.store import Head, Line, Store


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the lines of a board."""

    board: str
    count: int
    """How many lines could be read, up to the first bad one."""
    fault: str | None
    """What is wrong, for people; None if nothing is."""

    unreadable: bool = False
    """It is a row that no touchmove has written, or SQLite refuses what follows."""

    @property
    def words(self) -> str:
        """One line for people."""
        if self.fault is not None:
            return f"board {self.board}: {self.fault}"
        return f"board {self.board}: {counted(self.count, 'line')}, none changed, none missing"


def verify(store: Store, known: Mapping[str, Head] | None) -> tuple[Verdict, ...]:
    """What became of every board of the log, and of those that only the heads know.

    `known` are the heads that were read before the lines; None: there are none to hold them to.
    """
    expected = {} if known is None else known
    anchors = store.anchors()
    boards = sorted({*store.known_boards()[0], *anchors, *expected})
    return tuple(
        _verify_board(store, board, anchors.get(board, Head()), expected.get(board))
        for board in boards
    )


T = TypeVar("T")


class Faults:
    """Why not all of a log could be shown, each said once."""

    def __init__(self) -> None:
        self.told: dict[str, StoreError] = {}
        """By what is said of them."""

    def add(self, fault: StoreError) -> None:
        """One of them, which may be known."""
        self.told.setdefault(str(fault), fault)

    def of(self, found: tuple[T, Iterable[StoreError]]) -> T:
        """What was found, without the faults of it."""
        for fault in found[1]:
            self.add(fault)
        return found[0]

    def readable(self, lines: Iterable[Line | StoreError]) -> Iterator[Line]:
        """The lines that can be read."""
        for line in lines:
            if isinstance(line, StoreError):
                self.add(line)
            else:
                yield line

    def tell(self, store: Store, board: str | None = None) -> int:
        """For who has shown what is in a log, or what is there of one board: say on standard error
        why that is not all that was written; the exit status.

        What follows a lost or changed line is not believed, so games end there without a word.
        """
        try:
            check_whole(store, board, told=bool(self.told))
        except StoreError as error:
            self.add(error)
        for words in self.told:
            print(f"touchmove: {one_line(words)}", file=sys.stderr)
        return 1 if self.told else 0


def check_whole(store: Store, board: str | None = None, *, told: bool = False) -> None:
    """Raises `StoreError` if what is in a log, or of one board, is not all that was written; if
    `told`, not for rows that cannot be read."""
    known: Mapping[str, Head] | None = None
    with contextlib.suppress(StoreError):  # only `log verify` is asked for the heads themselves
        known = heads.read(store.heads_path)
    for verdict in verify(store, known):
        if verdict.fault is None or (told and verdict.unreadable):
            continue
        if board in (None, verdict.board):
            where = f"log {store.path}: board {one_line(verdict.board)}: {verdict.fault}"
            raise StoreError(f"{where}; games may lack what came after it: touchmove log verify")


def _verify_board(store: Store, board: str, begin: Head, known: Head | None) -> Verdict:
    head, count = begin, 0
    agrees = known is None or known.number < begin.number or known == begin
    for line in store.readable(board):
        if isinstance(line, StoreError):
            fault = f"cannot be read after {counted(count, 'line')}: {line}"
            return Verdict(board, count, fault, unreadable=True)
        if line.number > head.number + 1:
            missing = _numbers(head.number + 1, line.number - 1)
            return Verdict(board, count, f"missing: {missing}")
        if head.then(line.entry) != line.head:
            fault = f"changed: line {line.number} does not fit its chain"
            return Verdict(board, count, fault)
        head, count = line.head, count + 1
        agrees = agrees or head == known
    if known is not None and known.number > head.number:
        missing = _numbers(head.number + 1, known.number)
        return Verdict(board, count, f"cut at the end: {missing} missing, as the heads know")
    if not agrees:
        assert known is not None, "what nobody knows agrees with all"
        fault = (
            f"changed: line {known.number} is not the one that the heads know; it, or lines before "
            "it, were written anew with a chain of their own"
        )
        return Verdict(board, count, fault)
    return Verdict(board, count, None)


def _numbers(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first} to {last}"
