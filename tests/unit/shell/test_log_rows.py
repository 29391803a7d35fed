"""What a disk, or another program, has put into a log is told; nobody is asked to believe it."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from touchmove.__main__ import main
from touchmove.errors import StoreError
from touchmove.shell import log_ends
from touchmove.shell.log_rows import DamagedRowError
from touchmove.shell.store import Archived, Entry, Kind, Store

TAGS = (("White", "A"),)
GAME = Archived("b1", 1, 2, TAGS, "*", None, 0, "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of two boards, with a table of games."""
    path = tmp_path / "table.log"
    with contextlib.closing(Store(path)) as store:
        for board in ("b1", "b2"):
            store.append([Entry(Kind.LINK, board, 1, "down"), Entry(Kind.LINK, board, 2, "down")])
        store.archive(GAME)
    return path


def alter(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in names.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement, values)


READERS: list[Callable[[Store], Any]] = [
    lambda store: store.boards(),
    lambda store: store.heads(),
    lambda store: store.anchors(),
    lambda store: list(store.lines()),
    lambda store: list(store.games()),
    lambda store: store.archived_up_to("b1"),
]
"""All that reads rows."""


@pytest.mark.parametrize(
    ("statement", "value", "why"),
    [
        ("UPDATE line SET kind = ? WHERE id = 2", "other", "'other' is not a valid Kind"),
        ("UPDATE line SET kind = ? WHERE id = 2", b"word", "kind is no str"),
        ("UPDATE line SET board = ? WHERE id = 2", b"\xff", "board is no str"),
        ("UPDATE line SET board = ? WHERE id = 2", "b\x1b[2J", "board is no id"),
        ("INSERT INTO anchor VALUES (?, 1, zeroblob(32))", "b\n1", "board is no id"),
        ("UPDATE line SET number = ? WHERE id = 2", "two", "number is no int"),
        ("UPDATE line SET number = ? WHERE id = 2", 2.5, "number is no int"),
        ("UPDATE line SET received_ms = ? WHERE id = 2", "now", "received_ms is no int"),
        ("UPDATE line SET line = ? WHERE id = 2", b"down", "line is no str"),
        ("UPDATE line SET chain = ? WHERE id = 2", "chain", "chain is no bytes"),
        ("UPDATE line SET chain = ? WHERE id = 2", b"short", "chain has 5 bytes"),
        ("UPDATE line SET line = CAST(? AS TEXT) WHERE id = 2", b"\xff", "line is no str"),
        ("INSERT INTO anchor VALUES ('b1', ?, zeroblob(32))", "one", "number is no int"),
        ("INSERT INTO anchor VALUES (?, 1, zeroblob(32))", b"b1", "board is no str"),
        ("INSERT INTO anchor VALUES ('b1', 1, ?)", "chain", "chain is no bytes"),
        ("UPDATE game SET tags = ?", "[[1]]", "log rebuild"),
        ("UPDATE game SET tags = ?", "[[1, 2]]", "log rebuild"),
        ("UPDATE game SET tags = ?", "7", "log rebuild"),
        ("UPDATE game SET tags = ?", "[" * 100_000, "log rebuild"),
        ("UPDATE game SET plies = ?", "many", "log rebuild"),
        ("UPDATE game SET pgn = ?", b"*", "log rebuild"),
        ("DROP TABLE line", "", "no such table"),
        ("DROP TABLE game", "", "no such table"),
        ("DROP TABLE anchor", "", "no such table"),
    ],
)
def test_a_row_that_no_touchmove_has_written_is_told(
    path: Path, statement: str, value: object, why: str
) -> None:
    alter(path, statement, *([value] if "?" in statement else []))
    said = []
    with contextlib.closing(Store(path, reading=True)) as store:
        for reader in READERS:
            try:
                reader(store)
            except StoreError as error:
                said.append(str(error))
    assert said
    for words in said:
        assert words.startswith(f"log {path}: it is damaged; keep a copy")
        assert why in words
        assert words.isprintable()


def test_an_index_that_is_out_of_order_is_no_endless_list(path: Path) -> None:
    """A corrupt index may lead from a board back to one before it."""

    class Index(sqlite3.Connection):
        def execute(self, query: str, values: Any = ()) -> sqlite3.Cursor:
            if "min(board)" in query and values:
                return super().execute("SELECT 'b1', 'text'")
            return super().execute(query, values)

    with (
        contextlib.closing(sqlite3.connect(path, factory=Index)) as connection,
        pytest.raises(DamagedRowError, match="out of order"),
    ):
        log_ends.heads(connection)


def test_verify_tells_of_every_board_although_one_cannot_be_read(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(path, "UPDATE line SET kind = 'other' WHERE id = 2")
    assert main(["log", "verify", str(path)]) == 1
    said = capsys.readouterr().out
    assert "board b1: cannot be read after 1 line: " in said
    assert "board b2: 2 lines, none changed, none missing" in said


@pytest.mark.parametrize("column", ["first_id", "last_id"])
def test_a_game_of_the_table_that_no_line_has_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    alter(path, f"UPDATE game SET {column} = 99")
    assert main(["log", "show", str(path), "--games"]) == 1
    assert "touchmove log rebuild makes it anew" in capsys.readouterr().err
    assert main(["log", "rebuild", str(path)]) == 0
    assert main(["log", "show", str(path), "--games"]) == 0


def test_a_log_of_form_1_with_a_foreign_row_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form_1 = Path(__file__).parents[2] / "logs" / "form-1.sqlite"
    log = tmp_path / "old.log"
    log.write_bytes(form_1.read_bytes())
    alter(log, "UPDATE line SET line = ? WHERE id = 5", b"\xff")
    for command in (["log", "show", str(log)], ["log", "rebuild", str(log)]):
        assert main(command) == 1
        assert "it is damaged" in capsys.readouterr().err
    with contextlib.closing(sqlite3.connect(log)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM line").fetchone() == (103,)
