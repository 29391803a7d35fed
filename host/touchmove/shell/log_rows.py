"""Rows of a log's file as values, or which of them is damaged.

SQLite keeps a value of any type in any column, and asks neither its own checks nor our chain when a
row is read. So whoever reads a file that a disk, or another program, has changed may find anything
in it, and is told what and where.
"""

from collections.abc import Sequence
from typing import TypeVar

from touchmove.errors import one_line
from touchmove.shell.log_lines import Entry, Head, Kind, Line

T = TypeVar("T", int, str, bytes)

LINE = "id, number, chain, kind, board, received_ms, line"
"""The columns of a line."""
CHAIN_BYTES = 32


class DamagedRowError(ValueError):
    """A row that no touchmove has written; the message says which, and what of it."""


def text(value: bytes) -> str | bytes:
    """What SQLite calls a text; left as bytes where it is none, so that the row can be named."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def line(row: Sequence[object]) -> Line:
    """A row of `LINE`. Raises `DamagedRowError`."""
    where = f"row {row[0]!r} of its lines"
    key, number, chain, kind, board, received_ms, said = row
    try:
        sort = Kind(field(kind, str, "kind", where))
    except ValueError as error:
        raise DamagedRowError(f"{where}: {one_line(str(error))}") from error
    return Line(
        field(key, int, "id", where),
        field(number, int, "number", where),
        _chain(chain, where),
        Entry(
            sort,
            name(board, where),
            field(received_ms, int, "received_ms", where),
            field(said, str, "line", where),
        ),
    )


def head(number: object, chain: object, where: str) -> Head:
    """Where lines of a board end or begin. Raises `DamagedRowError`."""
    return Head(field(number, int, "number", where), _chain(chain, where))


def _chain(value: object, where: str) -> bytes:
    chain = field(value, bytes, "chain", where)
    if len(chain) != CHAIN_BYTES:
        raise DamagedRowError(f"{where}: chain has {len(chain)} bytes")
    return chain


def name(value: object, where: str) -> str:
    """The id of a board, which people are shown as it is. Raises `DamagedRowError`."""
    board = field(value, str, "board", where)
    if not board.isprintable():
        raise DamagedRowError(f"{where}: board is no id")
    return board


def field(value: object, kind: type[T], name: str, where: str) -> T:
    """A value of exactly this type. Raises `DamagedRowError`."""
    if type(value) is not kind:
        raise DamagedRowError(f"{where}: {name} is no {kind.__name__}")
    return value
