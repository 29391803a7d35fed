"""The log of all boards: everything that was heard, in order, kept for ever. It is the only truth.

A log is an SQLite file with one table of lines, to which lines are added and never changed. The
boards' reports stand there as they were sent, and so do the words that people said; a line of the
kind `game` starts each game of a board and holds what was agreed before its first move. Whoever
folds the lines of a board since that one has the game back, so nothing else needs to be saved
(docs/reference/log.md, docs/how-to/recover-a-game.md).

`append` returns when its lines are on the disk: write-ahead log, one transaction for a batch,
`synchronous=FULL`. If it cannot, it raises `StoreError` and has kept none of them. Its caller then
behaves as if they had never come: the board was not told that they arrived and sends them again.

A store is used by one thread at a time: `Scribe` gives it one of its own.

Ref: SQLite documentation, "Write-Ahead Logging" and "Result and Error Codes"
"""

import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from touchmove.errors import StoreError
from touchmove.shell import archive, heads, log_ends, log_form, log_lines, log_place
from touchmove.shell.archive import Archived
from touchmove.shell.log_form import APPLICATION, SCHEMA
from touchmove.shell.log_lines import Entry, Head, Kind, Line

__all__ = ["APPLICATION", "SCHEMA", "Archived", "Entry", "Head", "Kind", "Line", "Store"]

log = logging.getLogger("touchmove")

CHECKPOINT_PAGES = 128
"""The write-ahead log is folded into the file after half a megabyte: a touch takes a page or two,
and a disk that is nearly full should not be filled by what is only on its way."""

Row = tuple[str, int, int, str, str, bytes]


class Store:
    """An open log."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open the log, or make a new one; if `reading`, leave it as it is, even an empty file.

        Rejects what is no log, what a newer version wrote, what cannot be written (if it is to
        be), and what another host has (likewise), with a `StoreError`. A log of an earlier form is
        copied, and brought to the present one; if `reading`, in memory only.
        """
        self._named = log_place.Named(path, reading)
        self._heads_file = heads.HeadsFile(self._named.beside(".heads"))
        self._heads: dict[str, Head] | None = None
        """Where each board's lines end; None: the file has to be asked."""
        self.form = SCHEMA
        """The form of the file as it was found."""
        with contextlib.ExitStack() as opened:
            self._lock = self._open(opened)
            opened.pop_all()

    @property
    def path(self) -> Path:
        """The file."""
        return self._named.path

    @property
    def heads_path(self) -> Path:
        """The file of its heads (`heads`), which need not be there."""
        return self._heads_file.path

    # -------------------------------------------------------------- writing
    def append(self, entries: Iterable[Entry]) -> None:
        """Add lines in one transaction, all or none. Raises `StoreError` if they cannot be kept."""
        self._check_place()
        with self._refusing():
            following = self.heads()
        rows: list[Row] = []
        for entry in entries:
            log_lines.check(entry)
            head = following[entry.board] = following.get(entry.board, Head()).then(entry)
            rows.append(
                (entry.board, head.number, entry.received_ms, entry.kind, entry.line, head.chain)
            )
        self._heads = None
        with self._refusing():
            try:
                self._insert(rows)
            except sqlite3.Error as error:
                if log_place.code(error) not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                    raise
                # On a full disk the write-ahead log makes room: its copies of a page become one.
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self._insert(rows)
        self._heads = following
        self._heads_file.follow(following)

    def archive(self, game: Archived) -> None:
        """Put a game into the derived table, or put it there anew. Raises `StoreError`."""
        self._check_place()
        with self._refusing(), log_form.transaction(self._connection):
            archive.put(self._connection, game)

    def rearchive(self, games: Iterable[Archived]) -> None:
        """Let the derived table hold these games and no others. Raises `StoreError`."""
        self._check_place()
        with self._refusing(), log_form.transaction(self._connection):
            archive.clear(self._connection)
            for game in games:
                archive.put(self._connection, game)

    def heads_due_s(self) -> float | None:
        """In how many seconds `write_heads` should be called; None if nothing is to be written."""
        return self._heads_file.due_s()

    def write_heads(self) -> None:
        """Write the heads beside the log, as `append` does from time to time. Never raises."""
        with contextlib.suppress(StoreError):
            self._heads_file.finish(self.heads())

    def close(self) -> None:
        """Close the log; everything is on the disk already."""
        if not self._named.reading and self._lock is not None:
            self.write_heads()
        self._disconnect()
        if self._lock is not None:
            # Only now: closing any handle of the file would end SQLite's own locks on it.
            os.close(self._lock)
            self._lock = None

    def discard(self) -> None:
        """Close a log that holds nothing worth keeping, and remove it."""
        self.close()
        self.path.unlink(missing_ok=True)
        self.heads_path.unlink(missing_ok=True)

    # -------------------------------------------------------------- reading
    def boards(self) -> tuple[str, ...]:
        """The boards that have lines, in the order in which they came.

        As all that reads, it may raise `StoreError`.
        """
        with self._refusing():
            return log_ends.boards(self._connection)

    def entries(self, board: str | None = None, since: int = 0) -> Iterator[Entry]:
        """What `lines` has, without numbers and chain."""
        return (line.entry for line in self.lines(board, since))

    def lines(self, board: str | None = None, since: int = 0) -> Iterator[Line]:
        """All lines in order, from this `id` on; or those of a board, from this number on."""
        if board is None:
            return self._select("WHERE id >= ? ORDER BY id", since)
        return self._select("WHERE board = ? AND number >= ? ORDER BY number", board, since)

    def unfinished(self, board: str) -> Iterator[Entry]:
        """The lines of a board from its last `game` line on; all of them if it has none.

        Takes as long as that game has lines, however many games came before it.
        """
        last = "SELECT max(number) FROM line WHERE board = ? AND kind = 'game'"
        where = f"WHERE board = ? AND number >= coalesce(({last}), 0) ORDER BY number"
        return (line.entry for line in self._select(where, board, board))

    def beginnings(self, board: str) -> Iterator[tuple[int, str]]:
        """The number and the text of each `game` line before the last `told` line of a board, the
        newest first; of a board of which nothing was told, that of its first `game` line.

        Takes as long as it is read on, however many games there are.
        """
        told = "SELECT max(number) FROM line WHERE board = ? AND kind = 'told'"
        first = "SELECT min(number) FROM line WHERE board = ? AND kind = 'game'"
        where = (
            f"WHERE board = ? AND kind = 'game' AND number <= coalesce(({told}), ({first})) "
            "ORDER BY number DESC"
        )
        for line in self._select(where, board, board, board):
            yield line.number, line.entry.line

    def games(self, board: str | None = None) -> Iterator[Archived]:
        """The games of the derived table, of all boards or of one, in the order they began."""
        with self._refusing():
            yield from archive.games(self._connection, board)

    def heads(self) -> dict[str, Head]:
        """Where the lines of each board end; a copy. Takes as long as there are boards."""
        if self._heads is None:
            with self._refusing():
                self._heads = log_ends.heads(self._connection)
        return dict(self._heads)

    def anchors(self) -> dict[str, Head]:
        """The last line before those that are left, for each board whose first lines are gone."""
        with self._refusing():
            return log_ends.anchors(self._connection)

    def _select(self, how: str, *values: str | int) -> Iterator[Line]:
        query = f"SELECT id, number, chain, kind, board, received_ms, line FROM line {how}"
        with self._refusing():
            for key, number, chain, kind, *rest in self._connection.execute(query, values):
                yield Line(key, number, chain, Entry(Kind(kind), *rest))

    # -------------------------------------------------------------- the file
    def _open(self, opened: contextlib.ExitStack) -> int | None:
        named = self._named
        if named.reading:
            # Before the file is opened as one that nobody changes.
            handle = self._take(opened)
            self._connection = log_place.connect(named, live=handle is None)
            opened.callback(self._disconnect)
        else:
            self._connection = log_place.connect(named)
            opened.callback(self._disconnect)
            handle = self._take(opened)
        with self._refusing():
            found = log_form.claim(self._connection, named)
            self.form = found or SCHEMA
            if named.reading:
                self._read_only()
            else:
                self._prepare(new=not found)
        return handle

    def _disconnect(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def _take(self, opened: contextlib.ExitStack) -> int | None:
        handle = log_place.lock(self._named)
        if handle is not None:
            opened.callback(os.close, handle)
        return handle

    def _read_only(self) -> None:
        if self.form < SCHEMA:
            found = self._connection
            with contextlib.closing(found):
                self._connection = log_form.migrated_copy(found)
        self._connection.execute("PRAGMA query_only = ON")

    def _prepare(self, *, new: bool) -> None:
        connection = self._connection
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        # A log that cannot be written is refused now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {self.form}")
        connection.execute("ROLLBACK")
        if self.form < SCHEMA:
            copy = log_form.keep_copy(connection, self._named, self.form)
            log_form.migrate(connection)
            log.info("log %s has form %d now; as it was, it is %s", self.path, SCHEMA, copy)
        elif new:
            log_form.create(connection)
        log_ends.compare(connection, self.heads_path, self.path)

    def _check_place(self) -> None:
        """What is written to a file that nobody finds any more is lost when we end."""
        with contextlib.suppress(OSError):
            if self._lock is None or os.path.samestat(self.path.stat(), os.fstat(self._lock)):
                return
        raise StoreError(
            f"log {self.path} is no longer there: it was moved or removed; put it back"
        )

    def _insert(self, rows: list[Row]) -> None:
        with log_form.transaction(self._connection):
            self._connection.executemany(
                "INSERT INTO line (board, number, received_ms, kind, line, chain) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        """What SQLite refuses in this block is a `StoreError` in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(log_place.refusal(self._named, error)) from error
