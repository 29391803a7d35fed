"""A log of form 1, as a touchmove of that time wrote it (tests/logs), goes on in form 2."""

import contextlib
import resource
import shutil
import sqlite3
from pathlib import Path

import pytest

from touchmove.errors import StoreError
from touchmove.shell.log_lines import Entry, Head, Kind, Line
from touchmove.shell.store import SCHEMA, Store

FORM_1 = Path(__file__).parents[2] / "logs" / "form-1.sqlite"
BOARD = "73696d626f617264"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(FORM_1, tmp_path / "table.log"))


def rows(path: Path) -> list[tuple[int, str, int, str, str]]:
    """The lines as any SQLite program reads them from a log of either form."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT id, board, received_ms, kind, line FROM line ORDER BY id"
        return connection.execute(query).fetchall()


def assert_migrated(lines: list[Line]) -> None:
    """They say what they said, of the board that is named first, and make one chain."""
    before = rows(FORM_1)
    assert [
        (line.id, line.entry.received_ms, line.entry.kind, line.entry.line) for line in lines
    ] == [(key, ms, kind, text) for key, _, ms, kind, text in before]
    head = Head()
    for line in lines:
        assert line.entry.board == BOARD
        head = head.then(line.entry)
        assert line.head == head


def test_a_log_of_form_1_is_copied_and_brought_to_form_2(path: Path) -> None:
    store = Store(path)
    assert store.form == 1
    assert_migrated(list(store.lines()))
    added = Entry(Kind.TOLD, BOARD, 1, "{}")
    store.append([added])
    store.close()
    copy = path.with_name("table.log.form-1")
    assert rows(copy) == rows(FORM_1)
    again = Store(path)
    assert again.form == SCHEMA
    *before, last = again.lines(BOARD)
    assert_migrated(before)
    assert (last.id, last.entry) == (len(before) + 1, added)
    again.close()
    assert sorted(each.name for each in path.parent.iterdir()) == [
        "table.log",
        "table.log.form-1",
        "table.log.heads",
    ]


def test_a_log_of_form_1_that_is_read_stays_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    reader = Store(path, reading=True)
    assert reader.form == 1
    assert_migrated(list(reader.lines()))
    assert reader.boards() == (BOARD,)
    assert [text[:2] for _, text in reader.beginnings(BOARD)] == ['{"']
    with pytest.raises(StoreError, match="it is read-only"):
        reader.append([Entry(Kind.WORD, BOARD, 1, "0 new")])
    reader.close()
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_an_older_copy_is_not_overwritten(path: Path) -> None:
    taken = path.with_name("table.log.form-1")
    taken.write_text("something else")
    Store(path).close()
    assert taken.read_text() == "something else"
    assert rows(path.with_name("table.log.form-1.2")) == rows(FORM_1)


def test_a_disk_without_room_for_the_copy_leaves_the_log_as_it_is(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO line (board, received_ms, kind, line) VALUES (?, 1, 'word', ?)",
            (BOARD, " " * 200_000),
        )
    before = rows(path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, limits[1]))
    try:
        with pytest.raises(StoreError, match=r"cannot be copied to .*form-1: the disk"):
            Store(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert rows(path) == before
    assert not list(path.parent.glob("*form*"))
    Store(path).close()
    assert rows(path.with_name("table.log.form-1")) == before


def test_a_log_that_names_no_board_keeps_its_lines(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER line_is_kept")
        connection.execute("DELETE FROM line WHERE id > 1")
    store = Store(path)
    assert store.boards() == ("",)
    store.close()
