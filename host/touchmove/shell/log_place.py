"""Where a log is, who may have it, and what is said when it cannot be had.

A log has one host at a time: the host holds a lock of flock(2) on the file as long as it runs. Who
only reads shares a lock, so that no host begins meanwhile and the file can be read as one that
nobody changes; if a host has it, it is read as SQLite shows it to readers: whole batches, as of the
moment when reading began.
"""

import contextlib
import fcntl
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from touchmove.errors import StoreError, one_line
from touchmove.shell import log_rows

BUSY_MS = 250
"""How long a locked log is waited for; the board keeps its reports for far longer than that."""

ANOTHER = "name another log"


@dataclass(frozen=True, slots=True)
class Named:
    """The log that a person named, and what for."""

    path: Path
    reading: bool
    another: str = ANOTHER
    """What to do if it is the wrong one."""

    def beside(self, ending: str) -> Path:
        """A file that goes with it."""
        return self.path.with_name(f"{self.path.name}{ending}")


def connect(named: Named, *, live: bool = False) -> sqlite3.Connection:
    """A connection to the file, which is made if it is to be written. Raises `StoreError`.

    `live`: a host has the log, and goes on writing while it is read.
    """
    path = named.path
    if not path.parent.is_dir():
        raise StoreError(f"log {path}: its folder {path.parent} does not exist; create it")
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise StoreError(f"log {path} is no file; {named.another}")
    try:
        connection = sqlite3.connect(
            _address(named, live), uri=True, isolation_level=None, check_same_thread=False
        )
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.text_factory = log_rows.text
    except sqlite3.Error as error:
        raise StoreError(refusal(named, error)) from error
    return connection


def _address(named: Named, live: bool) -> str:
    """What SQLite opens; it writes nothing beside a log that is only read, if it can help it.

    The newest lines of a host that was killed are in the write-ahead log, and reading that needs an
    index beside it.
    """
    where = named.path.absolute().as_uri()
    if not named.reading:
        return f"{where}?mode=rwc"
    with contextlib.suppress(OSError):
        if live or named.beside("-wal").stat().st_size:
            return f"{where}?mode=ro"
    return f"{where}?mode=ro&immutable=1"


def lock(named: Named) -> int | None:
    """Hold the log: alone to write it, with others to read it; None if a host has it meanwhile.

    The lock ends with the process, however that ends. Raises `StoreError` where the file cannot be
    opened, and where it is to be written and another process has it.
    """
    try:
        handle = os.open(named.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise StoreError(
            f"log {named.path} cannot be opened: {error.strerror}; {named.another}"
        ) from error
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if named.reading else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        if named.reading:
            return None
        raise StoreError(
            f"log {named.path} is in use by another touchmove: a log has one host at a time; end "
            f"that one, or {named.another}"
        ) from error
    return handle


REASON_MAX = 200
"""Letters of what is wrong: it may repeat a line of the log."""
_DAMAGED = "it is damaged; keep a copy, and see docs/how-to/recover-a-game.md"
_MADE_BY_NO_TOUCHMOVE = (0, sqlite3.SQLITE_ERROR)
"""Codes of text that is no UTF-8 (none of SQLite's own), and of a table that is not there: what we
ask is written in the program, so if it makes no sense, the file is to blame."""
_ADVICE = {
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_BUSY: "another program has locked it; end that program",
    sqlite3.SQLITE_LOCKED: "another program has locked it; end that program",
    sqlite3.SQLITE_READONLY: "it is read-only; change its permissions, or {another}",
    sqlite3.SQLITE_PERM: "it is read-only; change its permissions, or {another}",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; {another}, or check the permissions",
    sqlite3.SQLITE_NOTADB: "it is no log of touchmove; {another}",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_IOERR: "the disk does not take it: it is full, failing, or was removed",
}


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error is not SQLite's own."""
    found = getattr(error, "sqlite_errorcode", 0)
    return found & 0xFF if isinstance(found, int) else 0


def refusal(named: Named, error: sqlite3.Error) -> str:
    """What is wrong with the log, and what to do."""
    found = code(error)
    if found in _MADE_BY_NO_TOUCHMOVE and isinstance(error, sqlite3.OperationalError):
        return damaged(named, str(error))
    advice = _ADVICE.get(found)
    words = one_line(str(error)) if advice is None else advice.format(another=named.another)
    return f"log {named.path}: {words}"


def damaged(named: Named, reason: str) -> str:
    """What is said of a log that holds what no touchmove has written, and what to do."""
    words = one_line(reason)
    if len(words) > REASON_MAX:
        words = f"{words[:REASON_MAX]}…"
    return f"log {named.path}: {_DAMAGED} ({words})"
