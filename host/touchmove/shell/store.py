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

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open the log, or make a new one; if `reading`, leave it as it is, even an empty file.

        Rejects what is no log, what a newer version wrote, what another program has in use and
        what cannot be written (if it is to be), with a `StoreError`.
        """
        self._named = _Named(path, reading)
        with contextlib.ExitStack() as opened:
            if reading:
                # Before the file is opened as one that nobody changes.
                self._lock = _lock(self._named)
                opened.callback(os.close, self._lock)
            self._connection = _connect(self._named)
            opened.callback(self._connection.close)
            if not reading:
                self._lock = _lock(self._named)
            opened.pop_all()

    def append(self, entries: Iterable[Entry]) -> None:
        """Add lines in one transaction, all or none. Raises `StoreError` if they cannot be kept."""
        self._check_place()
        rows = [(entry.board, entry.received_ms, entry.kind, entry.line) for entry in entries]
        try:
            self._insert(rows)
        except sqlite3.Error as error:
            if _code(error) not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise StoreError(_refusal(self._named, error)) from error
            self._retry(rows)

    def _check_place(self) -> None:
        """What is written to a file that nobody finds any more is lost when we end."""
        path = self._named.path
        with contextlib.suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(self._lock)):
                return
        raise StoreError(f"log {path} is no longer there: it was moved or removed; put it back")

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
            raise StoreError(_refusal(self._named, error)) from error

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

    def discard(self) -> None:
        """Close a log that holds nothing worth keeping, and remove it."""
        self.close()
        self._named.path.unlink(missing_ok=True)

    def _since(self, first: str) -> Iterator[Entry]:
        query = f"SELECT kind, board, received_ms, line FROM line WHERE id >= {first} ORDER BY id"
        try:
            for kind, board, received_ms, line in self._connection.execute(query):
                yield Entry(Kind(kind), board, received_ms, line)
        except sqlite3.Error as error:
            raise StoreError(_refusal(self._named, error)) from error


@dataclass(frozen=True, slots=True)
class _Named:
    """The log that a person named, and what for."""

    path: Path
    reading: bool

    @property
    def another(self) -> str:
        """What to do if it is the wrong one."""
        return "name another log" if self.reading else "choose another --log"

    @property
    def address(self) -> str:
        """What SQLite opens; it writes nothing beside a log that is only read, if it can help it.

        The newest lines of a host that was killed are in the write-ahead log, and reading that
        needs an index beside it.
        """
        if not self.reading:
            return f"{self.path.absolute().as_uri()}?mode=rwc"
        with contextlib.suppress(OSError):
            if self.path.with_name(f"{self.path.name}-wal").stat().st_size:
                return f"{self.path.absolute().as_uri()}?mode=ro"
        return f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"


def _connect(named: _Named) -> sqlite3.Connection:
    path = named.path
    if not path.parent.is_dir():
        raise StoreError(f"log {path}: its folder {path.parent} does not exist; create it")
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise StoreError(f"log {path} is no file; {named.another}")
    try:
        connection = sqlite3.connect(named.address, uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(_refusal(named, error)) from error
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        _claim(connection, named)
        if not named.reading:
            _prepare(connection)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(_refusal(named, error)) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    # A log that cannot be written is refused now and not at the first move.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("ROLLBACK")


def _lock(named: _Named) -> int:
    """Hold the log for this process alone; SQLite's own locks let several write in turns.

    Readers are welcome. The lock ends with the process, however that ends.
    """
    try:
        handle = os.open(named.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise StoreError(
            f"log {named.path} cannot be opened: {error.strerror}; {named.another}"
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        instead = "look into its --pgn file" if named.reading else named.another
        raise StoreError(
            f"log {named.path} is in use by another touchmove: a log is of one board; end that "
            f"one, or {instead}"
        ) from error
    return handle


def _claim(connection: sqlite3.Connection, named: _Named) -> None:
    """Make sure that this is a log that we can use; an empty file that is written becomes one."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and version == 0 and tables == 0:
        if named.reading:
            raise StoreError(f"log {named.path} is empty: nothing was ever kept in it")
        connection.executescript(_CREATE)
    elif application != APPLICATION:
        raise StoreError(f"log {named.path} is a database of another program; {named.another}")
    elif version != SCHEMA:
        raise StoreError(
            f"log {named.path} was written by a newer touchmove (form {version}, this one knows "
            f"{SCHEMA}); update touchmove, or {named.another}"
        )


_ADVICE = {
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_BUSY: "another program has locked it; end that program",
    sqlite3.SQLITE_LOCKED: "another program has locked it; end that program",
    sqlite3.SQLITE_READONLY: "it is read-only; change its permissions, or {another}",
    sqlite3.SQLITE_PERM: "it is read-only; change its permissions, or {another}",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; {another}, or check the permissions",
    sqlite3.SQLITE_NOTADB: "it is no log of touchmove; {another}",
    sqlite3.SQLITE_CORRUPT: "it is damaged; keep a copy, and see docs/how-to/recover-a-game.md",
    sqlite3.SQLITE_IOERR: "the disk does not take it: it is full, failing, or was removed",
}


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error is not SQLite's own."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF if isinstance(code, int) else 0


def _refusal(named: _Named, error: sqlite3.Error) -> str:
    """What is wrong with the log, and what to do."""
    advice = _ADVICE.get(_code(error))
    words = str(error) if advice is None else advice.format(another=named.another)
    return f"log {named.path}: {words}"
