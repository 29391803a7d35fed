"""Where the lines of each board begin and end in a log, and whether its heads file agrees."""

import contextlib
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from touchmove.errors import StoreError
from touchmove.shell import heads as heads_file
from touchmove.shell import log_rows
from touchmove.shell.log_lines import Head
from touchmove.shell.log_rows import DamagedRowError

log = logging.getLogger("touchmove")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What a heads file knows of a board, and the log does not have."""

    board: str
    known: Head
    found: Head | None
    """The line of that number; None if there is none."""
    last: Head
    """The last line of the board that there is, or what stands for none."""


def anchors(connection: sqlite3.Connection) -> dict[str, Head]:
    """The last line before those that are left, for each board whose first lines are gone."""
    query = "SELECT board, number, chain FROM anchor ORDER BY board, number"
    return {
        log_rows.name(board, "an anchor"): log_rows.head(number, chain, "an anchor")
        for board, number, chain in connection.execute(query)
    }


def heads(connection: sqlite3.Connection) -> dict[str, Head]:
    """The last line of each board, by steps from board to board: not all lines are looked at."""
    ends = anchors(connection)
    for found in _each_board(connection):
        board = _name(found)
        ends[board] = _at(connection, board, None) or Head()
    return ends


def _each_board(connection: sqlite3.Connection) -> Iterator[object]:
    """What stands for their ids, in order, which a damaged index might not keep: then there is no
    end. SQLite has numbers before texts, and bytes after them."""
    query = "SELECT min(board), typeof(min(board)) FROM line"
    found, kind = connection.execute(query).fetchone()
    while found is not None:
        yield found
        # A text that is no UTF-8 comes as bytes, and would be taken for what follows all texts.
        value = "CAST(? AS TEXT)" if kind == "text" else "?"
        before = found
        found, kind = connection.execute(f"{query} WHERE board > {value}", (found,)).fetchone()
        if type(found) is type(before) and found <= before:
            raise DamagedRowError("the index of its lines is out of order")


def _name(found: object) -> str:
    return log_rows.name(found, "a row of its lines")


def boards(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The boards that have lines, in the order of their first ones."""
    return _in_order(connection, map(_name, _each_board(connection)))


def known_boards(connection: sqlite3.Connection) -> tuple[tuple[str, ...], str]:
    """The boards that have lines, as far as they can be known; and why not all of them can, or
    nothing."""
    names, why = list[str](), ""
    try:
        for found in _each_board(connection):
            try:
                names.append(_name(found))
            except DamagedRowError as error:
                why = why or str(error)
    except DamagedRowError as error:
        why = why or str(error)
    return _in_order(connection, names), why


def _in_order(connection: sqlite3.Connection, names: Iterable[str]) -> tuple[str, ...]:
    query = "SELECT id FROM line WHERE board = ? ORDER BY number LIMIT 1"
    first = [(connection.execute(query, (board,)).fetchone(), board) for board in names]
    return tuple(board for _, board in sorted(item for item in first if item[0] is not None))


def _at(connection: sqlite3.Connection, board: str, number: int | None) -> Head | None:
    """A line of a board: that of a number, or the last one."""
    query = "SELECT number, chain FROM line WHERE board = ?"
    if number is None:
        rows = connection.execute(f"{query} ORDER BY number DESC LIMIT 1", (board,))
    else:
        rows = connection.execute(f"{query} AND number = ?", (board, number))
    row = rows.fetchone()
    return None if row is None else log_rows.head(row[0], row[1], f"a line of board {board!r}")


def disagreements(
    connection: sqlite3.Connection, known: dict[str, Head]
) -> tuple[Disagreement, ...]:
    """Where the log is not what its heads once were. Lines that were pruned disagree with none."""
    begins = anchors(connection)
    told: list[Disagreement] = []
    for board, head in sorted(known.items()):
        anchor = begins.get(board, Head())
        if head.number < anchor.number:
            continue
        found = anchor if head.number == anchor.number else _at(connection, board, head.number)
        if found != head:
            last = _at(connection, board, None) or anchor
            told.append(Disagreement(board, head, found, last))
    return tuple(told)


def compare(connection: sqlite3.Connection, heads_path: Path, path: Path) -> None:
    """Tell once, as the log is opened, if it is not what its heads file knows; never refuse it.

    The file is then put aside, because it is the witness, and would be overwritten.
    """
    try:
        known = heads_file.read(heads_path)
    except StoreError as error:
        log.warning("%s", error)
        return
    if not known or not disagreements(connection, known):
        return
    aside = disputed(heads_path)
    with contextlib.suppress(OSError):
        if not aside.exists():
            heads_path.rename(aside)
    log.error(
        "log %s lacks lines, or was changed, since %s was written: "
        "touchmove log verify %s --heads %s says where",
        path,
        heads_path,
        path,
        aside,
    )


def disputed(heads_path: Path) -> Path:
    """Where a heads file is kept with which the log once disagreed."""
    return heads_path.with_name(f"{heads_path.name}.disputed")
