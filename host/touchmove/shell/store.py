"""The log of a table: everything that was heard, in order, kept for ever. It is the only truth.

A log is an SQLite file with one table of lines, to which lines are added and never changed. The
board's reports stand there as the board sent them, and so do the words that people said; a line of
the kind `game` starts each game and holds what was agreed before its first move. Whoever folds the
lines since that one has the game back, so nothing else needs to be saved
(docs/reference/log.md, docs/how-to/recover-a-game.md).

`append` returns when its lines are on the disk: write-ahead log, one transaction for a batch,
`synchronous=FULL`. If it cannot, it raises `StoreError` and has kept none of them. Its caller then
behaves as if they had never come: the board was not told that they arrived and sends them again.

Ref: SQLite documentation, "Write-Ahead Logging" and "Result and Error Codes"
"""

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from touchmove.errors import StoreError

SCHEMA = 1
"""The version of the log's form, kept in `user_version`. A newer log is refused."""
APPLICATION = 0x544D4C47
"""`TMLG` in ASCII, kept in `application_id`: tells our logs from other SQLite files."""
CHECKPOINT_PAGES = 128
"""The write-ahead log is folded into the file after half a megabyte: a touch takes a page or two,
and a disk that is nearly full should not be filled by what is only on its way."""
BUSY_MS = 250
"""How long a locked log is waited for; the board keeps its reports for far longer than that."""

_CREATE = f"""
BEGIN;
CREATE TABLE line (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    board       TEXT    NOT NULL,
    received_ms INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('game', 'report', 'word', 'link')),
    line        TEXT    NOT NULL
);
CREATE INDEX line_kind ON line (kind, id) WHERE kind = 'game';
CREATE TRIGGER line_is_kept BEFORE DELETE ON line
    BEGIN SELECT RAISE(ABORT, 'lines of the log are never deleted'); END;
CREATE TRIGGER line_is_final BEFORE UPDATE ON line
    BEGIN SELECT RAISE(ABORT, 'lines of the log are never changed'); END;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""


class Kind(StrEnum):
    """Who a line of the log is from."""

    GAME = "game"
    """The program: a game starts; the line holds its rules and tags as JSON."""
    REPORT = "report"
    """The board: a line as it came over the wire."""
    WORD = "word"
    """A person: the moment of the board's clock, and a word of the touch script."""
    LINK = "link"
    """The program: the moment of the board's clock, and `down` or `up`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    kind: Kind
    board: str
    """The board's id; empty while no board has been heard."""
    received_ms: int
    """When it was heard, in Unix time by this machine. For people: no game depends on it."""
    line: str


class Store:
    """An open log."""

    def __init__(self, path: Path) -> None:
        """Open the log, or make a new one.

        Rejects what is no log, what a newer version wrote and what cannot be written, with a
        `StoreError`.
        """
        self._path = path
        self._connection = _connect(path)
        try:
            self._lock = _lock(path)
        except StoreError:
            self._connection.close()
            raise

    def append(self, entries: Iterable[Entry]) -> None:
        """Add lines in one transaction, all or none. Raises `StoreError` if they cannot be kept."""
        rows = [(entry.board, entry.received_ms, entry.kind, entry.line) for entry in entries]
        try:
            self._insert(rows)
        except sqlite3.Error as error:
            if _code(error) not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise StoreError(_refusal(self._path, error)) from error
            self._retry(rows)

    def _insert(self, rows: list[tuple[str, int, Kind, str]]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(
                "INSERT INTO line (board, received_ms, kind, line) VALUES (?, ?, ?, ?)", rows
            )
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def _retry(self, rows: list[tuple[str, int, Kind, str]]) -> None:
        """On a full disk the write-ahead log makes room: its many copies of pages become one."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._insert(rows)
        except sqlite3.Error as error:
            raise StoreError(_refusal(self._path, error)) from error

    def last_game(self) -> Iterator[Entry]:
        """The lines of the game that was started last, in order, its `game` line first."""
        return self._since("(SELECT max(id) FROM line WHERE kind = 'game')")

    def entries(self) -> Iterator[Entry]:
        """All lines, in order."""
        return self._since("0")

    def close(self) -> None:
        """Close the log; everything is on the disk already."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        if self._lock >= 0:
            # Only now: closing any handle of the file would end SQLite's own locks on it.
            os.close(self._lock)
            self._lock = -1

    def _since(self, first: str) -> Iterator[Entry]:
        query = f"SELECT kind, board, received_ms, line FROM line WHERE id >= {first} ORDER BY id"
        try:
            for kind, board, received_ms, line in self._connection.execute(query):
                yield Entry(Kind(kind), board, received_ms, line)
        except sqlite3.Error as error:
            raise StoreError(_refusal(self._path, error)) from error


def _connect(path: Path) -> sqlite3.Connection:
    if not path.parent.is_dir():
        raise StoreError(f"log {path}: its folder {path.parent} does not exist; create it")
    try:
        connection = sqlite3.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(_refusal(path, error)) from error
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        _claim(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        # A log that cannot be written is refused now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(_refusal(path, error)) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _lock(path: Path) -> int:
    """Hold the log for this process alone; SQLite's own locks let several write in turns.

    Readers are welcome. The lock ends with the process, however that ends.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise StoreError(
            f"log {path} is in use by another touchmove: a log is of one board; end that one, or "
            "choose another --log"
        ) from error
    return handle


def _claim(connection: sqlite3.Connection, path: Path) -> None:
    """Make sure that this is a log that we can add to; an empty file becomes one."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and version == 0 and tables == 0:
        connection.executescript(_CREATE)
    elif application != APPLICATION:
        raise StoreError(f"log {path} is a database of another program; choose another --log")
    elif version != SCHEMA:
        raise StoreError(
            f"log {path} was written by a newer touchmove (form {version}, this one knows "
            f"{SCHEMA}); update touchmove, or choose another --log"
        )


_ADVICE = {
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_BUSY: "another program has locked it; end that program",
    sqlite3.SQLITE_LOCKED: "another program has locked it; end that program",
    sqlite3.SQLITE_READONLY: "it is read-only; change its permissions, or choose another --log",
    sqlite3.SQLITE_PERM: "it is read-only; change its permissions, or choose another --log",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; choose another --log, or check the permissions",
    sqlite3.SQLITE_NOTADB: "it is no log of touchmove; choose another --log",
    sqlite3.SQLITE_CORRUPT: "it is damaged; keep a copy, and see docs/how-to/recover-a-game.md",
    sqlite3.SQLITE_IOERR: "the disk does not take it: it is full, failing, or was removed",
}


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error is not SQLite's own."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF if isinstance(code, int) else 0


def _refusal(path: Path, error: sqlite3.Error) -> str:
    """What is wrong with the log, and what to do."""
    return f"log {path}: {_ADVICE.get(_code(error)) or error}"
