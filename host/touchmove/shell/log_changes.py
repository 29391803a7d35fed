"""The two changes of a log besides the lines that are heard: lines of another log come to it, and
lines of long ago leave it. Both keep every chain whole, or do nothing."""

import sqlite3
from collections.abc import Iterable, Mapping

from touchmove.errors import StoreError
from touchmove.shell import log_ends
from touchmove.shell.log_lines import Head, Line, check

INSERT = (
    "INSERT INTO line (board, number, received_ms, kind, line, chain) VALUES (?, ?, ?, ?, ?, ?)"
)
"""One line of the log; its `id` comes by itself."""


def add(connection: sqlite3.Connection, anchors: Mapping[str, Head], lines: Iterable[Line]) -> int:
    """Add lines that have their numbers and chains already; how many they were.

    A board's lines follow those that the log has of it; of a board that it does not know they
    begin at number 1, or after the anchor that is given for it. Raises `StoreError`, inside the
    transaction that is then undone, for any that do not fit, and for those that are there already.
    """
    heads = log_ends.heads(connection)
    count = 0
    for line in lines:
        entry = line.entry
        check(entry)
        head = heads.get(entry.board)
        if head is None:
            head = anchors.get(entry.board, Head())
            if head.number:
                connection.execute(
                    "INSERT INTO anchor VALUES (?, ?, ?)", (entry.board, head.number, head.chain)
                )
        _check_follows(line, head)
        heads[entry.board] = line.head
        values = (entry.board, line.number, entry.received_ms, entry.kind, entry.line, line.chain)
        connection.execute(INSERT, values)
        count += 1
    return count


def _check_follows(line: Line, head: Head) -> None:
    name = f"line {line.number} of board {line.entry.board!r}"
    if line.number <= head.number:
        raise StoreError(f"{name} is in the log already, or was pruned: it ends at {head.number}")
    if line.number > head.number + 1:
        raise StoreError(f"{name} does not follow: the line before it is {head.number}")
    if head.then(line.entry) != line.head:
        raise StoreError(f"{name} does not fit its chain: it, or a line before it, was changed")


def prune(connection: sqlite3.Connection, cuts: Mapping[str, Head]) -> int:
    """Remove the lines of each board up to its cut, and the rows of their games; how many lines.

    The cut stays as the board's anchor, so what is left can be verified as before.
    """
    count = 0
    for board, cut in cuts.items():
        connection.execute("INSERT INTO anchor VALUES (?, ?, ?)", (board, cut.number, cut.chain))
        (last,) = connection.execute(
            "SELECT id FROM line WHERE board = ? AND number = ?", (board, cut.number)
        ).fetchone()
        connection.execute("DELETE FROM game WHERE board = ? AND last_id <= ?", (board, last))
        count += connection.execute(
            "DELETE FROM line WHERE board = ? AND number <= ?", (board, cut.number)
        ).rowcount
    return count
