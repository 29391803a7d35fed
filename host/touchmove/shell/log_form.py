"""The form of a log: its tables, and how a log of an earlier form comes to the present one.

Form 1 had no numbers and no chain, and its lines from before the board was heard named no board:
they belong to the first board that the log names. A log that is to be written is brought to the
present form in one transaction, after a copy of it as it was; one that is only read is read from a
copy in memory that is brought to it.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from touchmove.errors import StoreError, one_line
from touchmove.shell import log_rows
from touchmove.shell.log_lines import Entry, Head
from touchmove.shell.log_place import Named, code, refusal

SCHEMA = 2
"""The version of the log's form, kept in `user_version`. A newer log is refused."""
APPLICATION = 0x544D4C47
"""`TMLG` in ASCII, kept in `application_id`: tells our logs from other SQLite files."""

TRIGGERS = {
    "line_is_kept": """CREATE TRIGGER line_is_kept BEFORE DELETE ON line
    WHEN NOT EXISTS (SELECT 1 FROM anchor WHERE board = OLD.board AND number >= OLD.number)
    BEGIN SELECT RAISE(ABORT, 'lines of the log are never deleted'); END""",
    "line_is_new": """CREATE TRIGGER line_is_new BEFORE INSERT ON line
    WHEN EXISTS (SELECT 1 FROM line WHERE id = NEW.id)
    OR EXISTS (SELECT 1 FROM line WHERE board = NEW.board AND number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'lines of the log are never changed'); END""",
    "line_is_final": """CREATE TRIGGER line_is_final BEFORE UPDATE ON line
    BEGIN SELECT RAISE(ABORT, 'lines of the log are never changed'); END""",
    "anchor_is_kept": """CREATE TRIGGER anchor_is_kept BEFORE DELETE ON anchor
    BEGIN SELECT RAISE(ABORT, 'anchors of the log are never deleted'); END""",
    "anchor_is_new": """CREATE TRIGGER anchor_is_new BEFORE INSERT ON anchor
    WHEN EXISTS (SELECT 1 FROM anchor WHERE board = NEW.board AND number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'anchors of the log are never changed'); END""",
    "anchor_is_final": """CREATE TRIGGER anchor_is_final BEFORE UPDATE ON anchor
    BEGIN SELECT RAISE(ABORT, 'anchors of the log are never changed'); END""",
}
"""What keeps other programs from changing what is true, by name. `INSERT OR REPLACE` deletes and
asks no trigger of deletion, so those of insertion refuse it."""

_TABLES = (
    """CREATE TABLE line (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    board       TEXT    NOT NULL,
    number      INTEGER NOT NULL,
    received_ms INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('game', 'report', 'word', 'link', 'told')),
    line        TEXT    NOT NULL,
    chain       BLOB    NOT NULL CHECK (length(chain) = 32)
)""",
    "CREATE UNIQUE INDEX line_number ON line (board, number)",
    "CREATE INDEX line_game ON line (board, number) WHERE kind = 'game'",
    "CREATE INDEX line_told ON line (board, number) WHERE kind = 'told'",
    # The last line before those that are left of a board; the largest number counts.
    """CREATE TABLE anchor (
    board  TEXT    NOT NULL,
    number INTEGER NOT NULL,
    chain  BLOB    NOT NULL CHECK (length(chain) = 32),
    PRIMARY KEY (board, number)
) WITHOUT ROWID""",
    # Follows from the lines: nothing but a shorter way to what has been played.
    """CREATE TABLE game (
    board       TEXT    NOT NULL,
    first_id    INTEGER NOT NULL,
    last_id     INTEGER NOT NULL,
    tags        TEXT    NOT NULL,
    result      TEXT    NOT NULL,
    termination TEXT,
    plies       INTEGER NOT NULL,
    pgn         TEXT    NOT NULL,
    PRIMARY KEY (board, first_id)
)""",
    "CREATE INDEX game_order ON game (first_id)",
)


def claim(connection: sqlite3.Connection, named: Named) -> int:
    """Make sure that this is a log that we can use, and return its form; 0 if the file is empty.

    Raises `StoreError` for what is no log, what is newer, and what is empty and only to be read.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and version == 0 and tables == 0:
        if named.reading:
            raise StoreError(f"log {named.path} is empty: nothing was ever kept in it")
        return 0
    if application != APPLICATION or version < 1:
        raise StoreError(f"log {named.path} is a database of another program; {named.another}")
    if version > SCHEMA:
        raise StoreError(
            f"log {named.path} was written by a newer touchmove (form {version}, this one knows "
            f"{SCHEMA}); update touchmove, or {named.another}"
        )
    return int(version)


def create(connection: sqlite3.Connection) -> None:
    """Make an empty file a log, at once or not at all."""
    with transaction(connection):
        _lay_out(connection)


def _lay_out(connection: sqlite3.Connection) -> None:
    for statement in (*_TABLES, *TRIGGERS.values()):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def flaws(connection: sqlite3.Connection) -> tuple[str, ...]:
    """What is wrong with the file, apart from what its lines say: for people."""
    found = [
        f"the file is damaged: {one_line(' '.join(words.split()))}"
        for (words,) in connection.execute("PRAGMA integrity_check(10)")
        if words != "ok"
    ]
    query = "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?"
    for name, statement in TRIGGERS.items():
        if connection.execute(query, (name,)).fetchone() != (statement,):
            found.append(f"the trigger {name} is missing or was changed: lines can be changed")
    return tuple(found)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All that this block writes, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


# ------------------------------------------------------------------ from form 1
def migrate(connection: sqlite3.Connection) -> None:
    """Bring a log of form 1 to the present form, at once or not at all."""
    with transaction(connection):
        for trigger in ("line_is_kept", "line_is_final"):
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        connection.execute("DROP INDEX IF EXISTS line_kind")
        connection.execute("ALTER TABLE line RENAME TO line_1")
        _lay_out(connection)
        found = connection.execute(
            "SELECT board FROM line_1 WHERE board != '' ORDER BY id LIMIT 1"
        ).fetchone()
        first = "" if found is None else log_rows.field(found[0], str, "board", "a line")
        heads: dict[str, Head] = {}
        for row in connection.execute(
            "SELECT id, 1, zeroblob(32), kind, board, received_ms, line FROM line_1 ORDER BY id"
        ):
            line = log_rows.line(row)
            entry = replace(line.entry, board=line.entry.board or first)
            head = heads[entry.board] = heads.get(entry.board, Head()).then(entry)
            connection.execute(
                "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?)",
                (line.id, entry.board, head.number, *_said(entry), head.chain),
            )
        connection.execute("DROP TABLE line_1")


def _said(entry: Entry) -> tuple[int, str, str]:
    return entry.received_ms, entry.kind, entry.line


def migrated_copy(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A copy in memory, in the present form, of a log of form 1 that is left as it is."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.backup(copy)
    migrate(copy)
    return copy


def keep_copy(connection: sqlite3.Connection, named: Named, form: int) -> Path:
    """Copy the log as it is to a new file beside it: `<log>.form-1`. Raises `StoreError`."""
    path = named.beside(f".form-{form}")
    count = 1
    while path.exists():
        count += 1
        path = named.beside(f".form-{form}.{count}")
    copy_to(connection, named, path)
    return path


def copy_to(connection: sqlite3.Connection, named: Named, path: Path) -> None:
    """Copy all that has been committed to a file; it is there whole, or not. Raises `StoreError`.

    A host that goes on writing meanwhile is not held up, and what it writes is not in the copy.
    """
    if not path.parent.is_dir():
        words = f"its folder {path.parent} does not exist; create it"
        raise StoreError(f"log {named.path} cannot be copied to {path}: {words}")
    draft = path.with_name(f"{path.name}.draft")
    try:
        draft.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        draft.replace(path)
        sync_folder(path)
    except sqlite3.Error as error:
        draft.unlink(missing_ok=True)
        words = refusal(Named(path, reading=False, another="name another file"), error).partition(
            ": "
        )[2]
        if code(error) == sqlite3.SQLITE_CORRUPT:
            raise StoreError(refusal(named, error)) from error
        raise StoreError(f"log {named.path} cannot be copied to {path}: {words}") from error
    except OSError as error:
        raise StoreError(
            f"log {named.path} cannot be copied to {path}: {error.strerror}"
        ) from error


def sync_folder(path: Path) -> None:
    """Make sure that the name of a file is on the disk, as its contents are."""
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
