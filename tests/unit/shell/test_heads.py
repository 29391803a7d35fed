"""What is kept of a log apart from it, and what it says when the log has lost something."""

import logging
import sqlite3
from pathlib import Path

import pytest

from touchmove.errors import StoreError
from touchmove.shell import heads
from touchmove.shell.log_lines import Head
from touchmove.shell.store import Entry, Kind, Store


def report(number: int, board: str = "b1") -> Entry:
    return Entry(Kind.REPORT, board, 1_764_500_000_000 + number, f"line {number}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.log"


@pytest.fixture
def kept(path: Path) -> Path:
    """The heads of a log of two boards that has been closed."""
    store = Store(path)
    store.append([report(1), report(2), report(1, "a board")])
    store.append([report(3)])
    store.close()
    return store.heads_path


def test_the_heads_are_those_of_the_log_once_it_is_closed(path: Path, kept: Path) -> None:
    reader = Store(path, reading=True)
    assert heads.read(kept) == reader.heads()
    assert {board: head.number for board, head in reader.heads().items()} == {"b1": 3, "a board": 1}
    reader.close()


def test_the_heads_never_lead_the_log(path: Path) -> None:
    """Also while it is written: they say of each batch nothing, or what has been committed."""
    store = Store(path)
    for number in range(20):
        store.append([report(number)])
        known = heads.read(store.heads_path)
        assert known is not None
        line = next(store.lines("b1", known["b1"].number))
        assert line.head == known["b1"]
    store.close()


def test_a_log_without_heads_gets_new_ones(path: Path, kept: Path) -> None:
    before = kept.read_text()
    kept.unlink()
    store = Store(path)
    store.append([report(9, "b9")])
    store.close()
    assert before.splitlines()[1] in kept.read_text().splitlines()


def test_heads_that_cannot_be_written_stop_nothing_and_are_told_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A folder is in their place."""
    store = Store(path)
    store.heads_path.mkdir()
    for number in range(3):
        store.append([report(number)])
        store.write_heads()
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 1
    assert told[0].startswith(f"{store.heads_path} cannot be written: ")
    assert told[0].endswith("; the log itself is kept")
    store.heads_path.rmdir()
    store.write_heads()
    assert caplog.records[-1].getMessage() == f"{store.heads_path} is being written again"
    assert heads.read(store.heads_path) == store.heads()
    store.close()
    assert len(caplog.records) == 2


def test_a_log_that_was_cut_is_told_when_it_is_opened_and_goes_on(
    path: Path, kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = kept.read_text()
    other = sqlite3.connect(path)
    other.execute("DROP TRIGGER line_is_kept")
    other.execute("DELETE FROM line WHERE board = 'b1' AND number = 3")
    other.commit()
    other.close()
    with caplog.at_level(logging.ERROR):
        store = Store(path)
    assert "lacks lines, or was changed, since" in caplog.text
    store.append([report(4)])
    store.close()
    assert kept.with_name(f"{kept.name}.disputed").read_text() == before
    caplog.clear()
    Store(path).close()
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "its first line is not 'touchmove heads 1'"),
        ("touchmove heads 2\n", "its first line is not 'touchmove heads 1'"),
        ("touchmove heads 1\nx", "line 2 is damaged"),
        ('touchmove heads 1\nff 1 "b1"', "line 2 is damaged"),
        (f'touchmove heads 1\n{"0" * 64} 0 "b1"', "line 2 is damaged"),
        (f"touchmove heads 1\n{'0' * 64} 1 7", "line 2 is damaged"),
    ],
)
def test_heads_that_are_damaged_are_refused(tmp_path: Path, words: str, reason: str) -> None:
    (tmp_path / "heads").write_text(words)
    with pytest.raises(StoreError, match=f"cannot be read: {reason}"):
        heads.read(tmp_path / "heads")


def test_a_name_that_would_command_a_terminal_is_no_board(tmp_path: Path) -> None:
    (tmp_path / "heads").write_text(heads.text({"a\x1b[2J": Head(7, bytes(range(32)))}))
    with pytest.raises(StoreError, match="line 2 is damaged"):
        heads.read(tmp_path / "heads")


def test_a_board_may_have_any_name(tmp_path: Path) -> None:
    known = {'a "b" Ä': Head(7, bytes(range(32))), "": Head(1, bytes(32))}
    (tmp_path / "heads").write_text(heads.text(known))
    assert heads.read(tmp_path / "heads") == known
    assert heads.read(tmp_path / "none") is None
