"""The file of a log, opened: its connection, its lock, and the form it was found in."""

import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from touchmove.errors import StoreError
from touchmove.shell import log_ends, log_form, log_place
from touchmove.shell.log_form import SCHEMA
from touchmove.shell.log_rows import DamagedRowError

log = logging.getLogger("touchmove")

CHECKPOINT_PAGES = 128
"""The write-ahead log is folded into the file after half a megabyte: a touch takes a page or two,
and a disk that is nearly full should not be filled by what is only on its way."""


class LogFile:
    """A log that is open, to be written or only to be read."""

    def __init__(self, path: Path, *, reading: bool, another: str) -> None:
        """As `store.Store`."""
        self.named = log_place.Named(path, reading, another)
        self.form = SCHEMA
        """The form of the file as it was found."""
        with contextlib.ExitStack() as opened:
            opened.callback(self.close)
            self._lock: int | None = None
            self._connection: sqlite3.Connection | None = None
            self._open()
            opened.pop_all()

    @property
    def connection(self) -> sqlite3.Connection:
        """To the database. What it raises belongs into `refusing`."""
        assert self._connection is not None, "a log is used while it is open"
        return self._connection

    @property
    def heads_path(self) -> Path:
        """The file of its heads (`heads`), which need not be there."""
        return self.named.beside(".heads")

    @contextlib.contextmanager
    def refusing(self) -> Iterator[None]:
        """What SQLite refuses in this block, and what no touchmove has written, is a `StoreError`
        in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(log_place.refusal(self.named, error)) from error
        except DamagedRowError as error:
            raise self.damaged(str(error)) from error

    def damaged(self, reason: str) -> StoreError:
        """What is told of what no touchmove has written."""
        return StoreError(log_place.damaged(self.named, reason))

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that this block writes, or nothing, and then a `StoreError`."""
        self.check_place()
        with self.refusing(), log_form.transaction(self.connection):
            yield self.connection

    def check_place(self) -> None:
        """What is written to a file that nobody finds any more is lost when we end."""
        path = self.named.path
        with contextlib.suppress(OSError):
            if self._lock is None or os.path.samestat(path.stat(), os.fstat(self._lock)):
                return
        raise StoreError(f"log {path} is no longer there: it was moved or removed; put it back")

    def close(self) -> None:
        """Close it; may be called again."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        if self._lock is not None:
            # Only now: closing any handle of the file would end SQLite's own locks on it.
            os.close(self._lock)
            self._lock = None

    # -------------------------------------------------------------- opening
    def _open(self) -> None:
        named = self.named
        if named.reading:
            # Before the file is opened as one that nobody changes.
            self._lock = log_place.lock(named)
            self._connection = log_place.connect(named, live=self._lock is None)
        else:
            self._connection = log_place.connect(named)
            self._lock = log_place.lock(named)
        with self.refusing():
            found = log_form.claim(self._connection, named)
            self.form = found or SCHEMA
            if named.reading:
                self._read_only(self._connection)
            else:
                self._prepare(self._connection, new=not found)

    def _read_only(self, connection: sqlite3.Connection) -> None:
        if self.form < SCHEMA:
            with contextlib.closing(connection):
                self._connection = log_form.migrated_copy(connection)
        self.connection.execute("PRAGMA query_only = ON")

    def _prepare(self, connection: sqlite3.Connection, *, new: bool) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        # A log that cannot be written is refused now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {self.form}")
        connection.execute("ROLLBACK")
        if self.form < SCHEMA:
            copy = log_form.keep_copy(connection, self.named, self.form)
            log_form.migrate(connection)
            log.info("log %s has form %d now; as it was, it is %s", self.named.path, SCHEMA, copy)
        elif new:
            log_form.create(connection)
        log_ends.compare(connection, self.heads_path, self.named.path)
