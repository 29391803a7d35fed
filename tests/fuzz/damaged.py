"""Damaged logs: whatever became of the file, each command answers, or says in a line what is wrong.

An input is lines. `at OFFSET HEX` writes bytes over those of the file, `cut SIZE` is what is left
of it, `cell TABLE COLUMN ROW VALUE` puts a value into a row as no touchmove would, `drop NAME`
removes a table, an index or a trigger, `wal HEX` and `heads TEXT` are what stands in the files
beside it; `form 1` takes a log of that form.
"""

import contextlib
import io
import json
import re
import sqlite3
import zlib
from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from tests.fuzz.saying import check_line, scratch, silence
from touchmove.daemon import recalling
from touchmove.daemon.command import print_pgn
from touchmove.daemon.logs import command
from touchmove.daemon.report.excerpt import Excerpt
from touchmove.errors import TouchmoveError, one_line
from touchmove.shell.log_lines import Entry, Kind
from touchmove.shell.store import Store

SIZE_MAX = 2_000
FORM_1 = Path(__file__).parents[1] / "logs" / "form-1.sqlite"
LEFT_OUT = range(50, 101)
"""Lines of that log that only take time: the moves of its last game."""
GROWTH_MAX = 1 << 20
"""Bytes that a damaged log may grow by: it is repaired nowhere, only appended to."""
LINES_MAX = 20
"""Lines of an input that are used."""
WORDS = (
    b"form 1\n", b"at ", b"cut ", b"cell ", b"drop ", b"wal ", b"heads ",
    b"cell line line ", b"cell line kind ",
    b"cell line number ", b"cell line board ", b"cell line received_ms ", b"cell line chain ",
    b"cell line id ", b"cell game tags ", b"cell game pgn ", b"cell game first_id ",
    b"cell game plies ", b"cell anchor number ", b"cell game last_id ", b"cell game result ",
    b"null", b"7", b"-1", b"0.5", b"x'ff'", b"t'ff'", b"game", b"word", b"told", b"report", b"link",
    b"[]", b"[[]]", b"{}", b"[[1,2]]", b'{"resumed": true}', b"line", b"game", b"anchor",
    b"line_number", b"line_game", b"line_is_kept", b"9223372036854775807", b"4096", b"8192", b"00",
    b"ff", b"0a0b", b"x'%s'" % (b"00" * 32), b"touchmove heads 1", b'1 "b2"', b"00" * 32,
)  # fmt: skip
_TABLES = {
    "line": ("id", "board", "number", "received_ms", "kind", "line", "chain"),
    "game": ("board", "first_id", "last_id", "tags", "result", "termination", "plies", "pgn"),
    "anchor": ("board", "number", "chain"),
}


@cache
def _base() -> bytes:
    """A log of two boards, of one of them three games, as it is after its host has ended."""
    path = scratch("damaged") / "base.sqlite"
    with contextlib.closing(Store(FORM_1, reading=True)) as old:
        entries = [line.entry for line in old.lines() if line.id not in LEFT_OUT]
    with contextlib.closing(Store(path)) as store:
        store.append(entries)
        store.append([Entry(Kind.LINK, "b2", 1_796_100_340_000 + n, "down") for n in range(3)])
    with silence(), contextlib.redirect_stdout(io.StringIO()):
        command.rebuild(Namespace(log=path))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    return path.read_bytes()


# ------------------------------------------------------------------ damage
def _value(text: str) -> object:
    """`null`, a number, `x'…'`: bytes, `t'…'`: text that may be no UTF-8; else the text itself."""
    if text == "null":
        return None
    with contextlib.suppress(ValueError):
        number = int(text)
        return number if abs(number) < 1 << 63 else text
    with contextlib.suppress(ValueError):
        return float(text)
    if re.fullmatch(r"[xt]'([0-9a-f]{2})*'", text):
        return bytes.fromhex(text[2:-1])
    return text


def _put(path: Path, table: str, column: str, row: str, value: str) -> None:
    if column not in _TABLES.get(table, ()):
        return
    place = f"(SELECT rowid FROM {table} LIMIT 1 OFFSET {abs(int(row)) % 200})"
    where = "" if table == "anchor" else f"WHERE rowid = {place}"
    by = "CAST(? AS TEXT)" if value.startswith("t'") else "?"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in found.fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        if table == "anchor":
            connection.execute("INSERT OR IGNORE INTO anchor VALUES ('b2', 1, zeroblob(32))")
        connection.execute(f"UPDATE {table} SET {column} = {by} {where}", (_value(value),))


def _drop(path: Path, name: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        row = connection.execute("SELECT type FROM sqlite_master WHERE name = ?", (name,))
        (kind,) = row.fetchone()
        connection.execute(f'DROP {kind} "{name}"')


def _damage(path: Path, line: str) -> None:
    """One line of an input; what makes no sense does nothing."""
    what, _, rest = line.partition(" ")
    words = rest.split(" ")
    with contextlib.suppress(ValueError, TypeError, sqlite3.Error, OverflowError):
        match what, words:
            case "at", [offset, digits]:
                data, strange = bytearray(path.read_bytes()), bytes.fromhex(digits)
                begin = int(offset) % max(1, len(data))
                data[begin : begin + len(strange)] = strange
                path.write_bytes(data)
            case "form", ["1"]:
                path.write_bytes(FORM_1.read_bytes())
            case "cut", [size]:
                path.write_bytes(path.read_bytes()[: abs(int(size))])
            case "cell", [table, column, row, *value]:
                _put(path, table, column, row, " ".join(value))
            case "drop", [name]:
                _drop(path, name)
            case "wal", [digits]:
                path.with_name(f"{path.name}-wal").write_bytes(bytes.fromhex(digits))
            case "heads", _:
                with path.with_name(f"{path.name}.heads").open("ab") as file:
                    file.write(rest.encode("utf-8", "surrogateescape") + b"\n")


# ------------------------------------------------------------------ use
def _host(path: Path) -> None:
    """A host begins with it, reads what every board was at, and appends a line."""
    with contextlib.closing(Store(path)) as store:
        for board in store.boards():
            for doubt in recalling.recall(store, board).doubts:
                check_line(one_line(doubt), 10_000)
        store.append([Entry(Kind.LINK, "b3", 0, "down")])


def _reported(path: Path) -> None:
    with contextlib.closing(Store(path, reading=True)) as store:
        for line in Excerpt(store, 3, hidden=True).text():
            json.loads(line)


def _shown(path: Path, games: bool) -> None:
    command.show(Namespace(log=path, board=None, games=games, last=None))


def _exported(path: Path, form: str) -> None:
    command.export(Namespace(log=path, board=None, games=None, output=None, format=form))


def _backed_up(path: Path) -> None:
    copy = path.with_name("copy.sqlite")
    command.back_up(Namespace(log=path, file=copy))


def _pruned(path: Path) -> None:
    before = datetime(2100, 1, 1, tzinfo=UTC)
    command.prune(Namespace(log=path, before=before, backup=None, yes=True))


QUICK: tuple[Callable[[Path], object], ...] = (
    lambda path: command.verify_log(Namespace(log=path, heads=None, no_heads=False)),
    lambda path: _shown(path, games=False),
    lambda path: _exported(path, "json"),
    _backed_up,
    _reported,
)
"""What is done with every input: it reads lines and plays no game."""
PLAYING: tuple[Callable[[Path], object], ...] = (
    lambda path: _shown(path, games=True),
    lambda path: _exported(path, "script"),
    lambda path: print_pgn(Namespace(log=path)),
    lambda path: command.rebuild(Namespace(log=path)),
    _host,
    _pruned,
)
"""Of these every other input has one, by its check sum: they take long. The last three write."""
TEXTS = (QUICK[2], PLAYING[1], PLAYING[2])
"""What gives a text, and not lines for people."""


def _used(act: Callable[[Path], object], path: Path) -> str:
    """What was said meanwhile."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            act(path)
        except TouchmoveError as error:
            check_line(str(error))
    return said.getvalue()


@silence()
def attempt(data: bytes) -> None:
    """One log."""
    folder = scratch("damaged")
    for old in folder.glob("t.sqlite*"):
        old.unlink()
    folder.joinpath("copy.sqlite").unlink(missing_ok=True)
    path = folder / "t.sqlite"
    path.write_bytes(_base())
    for line in data.decode("utf-8", "surrogateescape").split("\n")[:LINES_MAX]:
        _damage(path, line)
    size = path.stat().st_size
    chosen = zlib.crc32(data) % (2 * len(PLAYING))
    for act in (*QUICK, *PLAYING[chosen : chosen + 1]):
        said = _used(act, path)
        for line in filter(None, () if act in TEXTS else said.split("\n")):
            check_line(line, 10_000)
    assert path.stat().st_size <= size + GROWTH_MAX
