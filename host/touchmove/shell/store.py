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
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from touchmove.errors import StoreError
from touchmove.shell import (
    archive,
    heads,
    log_changes,
    log_ends,
    log_form,
    log_lines,
    log_place,
    log_rows,
)
from touchmove.shell.archive import Archived
from touchmove.shell.log_file import LogFile
from touchmove.shell.log_form import APPLICATION, SCHEMA
from touchmove.shell.log_lines import Entry, Head, Kind, Line
from touchmove.shell.log_rows import DamagedRowError

__all__ = ["APPLICATION", "SCHEMA", "Archived", "Entry", "Head", "Kind", "Line", "Store"]

Row = tuple[str, int, int, str, str, bytes]


class Store:
    """An open log."""

    def __init__(
        self, path: Path, *, reading: bool = False, another: str = log_place.ANOTHER
    ) -> None:
        """Open the log, or make a new one; if `reading`, leave it as it is, even an empty file.
        `another` says how to name another one, to whoever named this one wrongly.

        Rejects what is no log, what a newer version wrote, what cannot be written (if it is to
        be), and what another host has (likewise), with a `StoreError`. A log of an earlier form is
        copied, and brought to the present one; if `reading`, in memory only.
        """
        self._file = LogFile(path, reading=reading, another=another)
        self._heads_file = heads.HeadsFile(self._file.heads_path)
        self._heads: dict[str, Head] | None = None
        """Where each board's lines end; None: the file has to be asked."""
        if not reading:
            with contextlib.suppress(StoreError):
                self._heads_file.expect(self.heads())

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.named.path

    @property
    def heads_path(self) -> Path:
        """The file of its heads (`heads`), which need not be there."""
        return self._file.heads_path

    @property
    def form(self) -> int:
        """The form of the file as it was found."""
        return self._file.form

    # -------------------------------------------------------------- writing
    def append(self, entries: Iterable[Entry]) -> None:
        """Add lines in one transaction, all or none. Raises `StoreError` if they cannot be kept."""
        self._file.check_place()
        following = self.heads()
        rows: list[Row] = []
        for entry in entries:
            log_lines.check(entry)
            head = following[entry.board] = following.get(entry.board, Head()).then(entry)
            rows.append(
                (entry.board, head.number, entry.received_ms, entry.kind, entry.line, head.chain)
            )
        self._heads = None
        with self._file.refusing():
            try:
                self._insert(rows)
            except sqlite3.Error as error:
                if log_place.code(error) not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                    raise
                # On a full disk the write-ahead log makes room: its copies of a page become one.
                self._file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self._insert(rows)
        self._heads = following
        self._heads_file.follow(following)

    def _insert(self, rows: list[Row]) -> None:
        with log_form.transaction(self._file.connection) as connection:
            connection.executemany(log_changes.INSERT, rows)

    def archive(self, game: Archived) -> None:
        """Put a game into the derived table, or put it there anew. Raises `StoreError`."""
        with self._file.writing() as connection:
            archive.put(connection, game)

    def rearchive(self, games: Iterable[Archived]) -> None:
        """Let the derived table hold these games and no others. Raises `StoreError`."""
        with self._file.writing() as connection:
            archive.clear(connection)
            for game in games:
                archive.put(connection, game)

    def add(self, anchors: Mapping[str, Head], lines: Iterable[Line]) -> int:
        """Add lines of another log as they stand there (`log_changes.add`), all or none; how many.

        Raises `StoreError` for those that do not follow what is here, or are here already.
        """
        self._heads = None
        with self._file.writing() as connection:
            count = log_changes.add(connection, anchors, lines)
        self._heads_file.follow(self.heads())
        return count

    def prune(self, cuts: Mapping[str, Head]) -> int:
        """Remove the lines of each board up to its cut, all or none; how many. The file shrinks.

        Raises `StoreError`; also if only the shrinking failed, which then says so.
        """
        self._heads = None
        with self._file.writing() as connection:
            count = log_changes.prune(connection, cuts)
        self._heads_file.follow(self.heads())
        with self._file.refusing():
            self._file.connection.execute("VACUUM")
            self._file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return count

    def back_up(self, path: Path) -> None:
        """Copy all that was committed to a new file, whole or not at all. Raises `StoreError`."""
        log_form.copy_to(self._file.connection, self._file.named, path)

    def heads_due_s(self) -> float | None:
        """In how many seconds `write_heads` should be called; None if nothing is to be written."""
        return self._heads_file.due_s()

    def write_heads(self) -> None:
        """Write the heads beside the log, as `append` does from time to time. Never raises."""
        with contextlib.suppress(StoreError):
            self._heads_file.finish(self.heads())

    def close(self) -> None:
        """Close the log; everything is on the disk already."""
        if not self._file.named.reading:
            self.write_heads()
        self._file.close()

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
        with self._file.refusing():
            return log_ends.boards(self._file.connection)

    def known_boards(self) -> tuple[tuple[str, ...], StoreError | None]:
        """As `boards`, as far as they can be known, and why not all of them can."""
        with self._file.refusing():
            found, why = log_ends.known_boards(self._file.connection)
            return found, self._file.damaged(why) if why else None

    def entries(self, board: str | None = None, since: int = 0) -> Iterator[Entry]:
        """What `lines` has, without numbers and chain."""
        return (line.entry for line in self.lines(board, since))

    def lines(self, board: str | None = None, since: int = 0) -> Iterator[Line]:
        """All lines in order, from this `id` on; or those of a board, from this number on."""
        return self._select(*_of(board, since))

    def readable(self, board: str | None = None, since: int = 0) -> Iterator[Line | StoreError]:
        """As `lines`, and instead of each row that no touchmove has written why it cannot be read.
        What SQLite refuses comes last."""
        try:
            yield from self._rows(*_of(board, since))
        except StoreError as error:
            yield error

    def last_told(self, board: str) -> Entry | None:
        """The last `told` line of a board; None if nothing was ever told of it."""
        last = "SELECT max(number) FROM line WHERE board = ? AND kind = 'told'"
        where = f"WHERE board = ? AND number = ({last})"
        return next((line.entry for line in self._select(where, board, board)), None)

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
        with self._file.refusing():
            yield from archive.games(self._file.connection, board)

    def newest_games(self, count: int) -> list[Archived]:
        """So many games of the derived table, of all boards, those that began last, in order.

        Takes as long as these games are many, however many games there are.
        """
        with self._file.refusing():
            return archive.newest(self._file.connection, count)

    def archived_up_to(self, board: str) -> int:
        """The number of the last line of a board that belongs to a game of the derived table."""
        with self._file.refusing():
            return archive.up_to(self._file.connection, board)

    def heads(self) -> dict[str, Head]:
        """Where the lines of each board end; a copy. Takes as long as there are boards."""
        if self._heads is None:
            with self._file.refusing():
                self._heads = log_ends.heads(self._file.connection)
        return dict(self._heads)

    def flaws(self) -> tuple[str, ...]:
        """What is wrong with the file itself, for people; it is read as a whole for that."""
        with self._file.refusing():
            return log_form.flaws(self._file.connection)

    def anchors(self) -> dict[str, Head]:
        """The last line before those that are left, for each board whose first lines are gone."""
        with self._file.refusing():
            return log_ends.anchors(self._file.connection)

    def _select(self, how: str, *values: str | int) -> Iterator[Line]:
        for line in self._rows(how, *values):
            if isinstance(line, StoreError):
                raise line
            yield line

    def _rows(self, how: str, *values: str | int) -> Iterator[Line | StoreError]:
        query = f"SELECT {log_rows.LINE} FROM line {how}"
        with self._file.refusing():
            for row in self._file.connection.execute(query, values):
                try:
                    line = log_rows.line(row)
                except DamagedRowError as error:
                    yield self._file.damaged(str(error))
                else:
                    yield line


def _of(board: str | None, since: int) -> tuple[str, int] | tuple[str, str, int]:
    if board is None:
        return "WHERE id >= ? ORDER BY id", since
    return "WHERE board = ? AND number >= ? ORDER BY number", board, since
