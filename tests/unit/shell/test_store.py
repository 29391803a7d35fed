"""The log keeps every line or says why not; nothing in between."""

import contextlib
import hashlib
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from touchmove.errors import StoreError
from touchmove.shell.store import SCHEMA, Archived, Entry, Head, Kind, Store

NOBODY = 65534
GAME = Entry(Kind.GAME, "", 1_764_500_000_000, '{"profile": "classical"}')


def report(number: int, padding: str = "") -> Entry:
    return Entry(Kind.REPORT, "b1", 1_764_500_000_000 + number, f"line {number}{padding}")


def long_report(number: int) -> Entry:
    """So that a disk fills up soon."""
    return report(number, " " * 2000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.log"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


def test_lines_come_back_in_order_after_reopening(path: Path) -> None:
    first = Store(path)
    first.append([GAME, report(1), report(2)])
    first.append([report(3)])
    first.close()
    again = Store(path)
    assert list(again.entries()) == [GAME, report(1), report(2), report(3)]
    again.close()


def test_each_board_has_lines_of_its_own(store: Store) -> None:
    of_b2 = replace(report(2), board="b2")
    store.append([report(1), of_b2, report(3)])
    assert store.boards() == ("b1", "b2")
    assert list(store.entries("b1")) == [report(1), report(3)]
    assert [line.number for line in store.lines()] == [1, 1, 2]
    assert list(store.entries("b1", since=2)) == [report(3)]


def test_games_begin_before_what_was_told_last(store: Store) -> None:
    games = [Entry(Kind.GAME, "b1", number, f"game {number}") for number in range(4)]
    told = Entry(Kind.TOLD, "b1", 5, "{}")
    store.append([games[0], games[1], report(1), games[2], told, games[3]])
    assert [line for _, line in store.beginnings("b1")] == ["game 2", "game 1", "game 0"]


def test_a_game_of_which_nothing_was_told_is_read_from_the_first_of_its_board(store: Store) -> None:
    games = [Entry(Kind.GAME, board, 1, f"game {board}") for board in ("b1", "b1", "b2")]
    store.append([report(0), games[0], report(1), games[1], report(2), games[2]])
    assert list(store.beginnings("b1")) == [(2, "game b1")]
    assert list(store.beginnings("b3")) == []


def test_a_restart_reads_no_finished_game(path: Path, store: Store) -> None:
    """By what SQLite says of its way through the lines, which no clock disturbs."""
    store.append([replace(GAME, board="b1"), report(1), Entry(Kind.TOLD, "b1", 1, "{}")])
    store.close()
    again = Store(path)
    asked: list[str] = []
    again._file.connection.set_trace_callback(asked.append)
    assert again.heads()
    assert again.boards()
    assert list(again.beginnings("b1"))
    assert list(again.entries("b1", since=2))
    again._file.connection.set_trace_callback(None)
    ways = [
        row[3]
        for query in asked
        for row in again._file.connection.execute(f"EXPLAIN QUERY PLAN {query}")
    ]
    again.close()
    assert len([way for way in ways if way.startswith("SEARCH line ")]) >= 7
    assert [way for way in ways if way.startswith("SCAN line")] == []


def test_half_a_character_is_refused_and_nothing_of_its_batch_is_kept(store: Store) -> None:
    with pytest.raises(StoreError, match="is no text that a log could keep"):
        store.append([report(1), report(2, "\udc80")])
    store.append([report(3)])
    assert list(store.entries()) == [report(3)]


def test_a_chain_holds_the_lines_of_a_board_together(store: Store, path: Path) -> None:
    """As docs/reference/log.md tells it, by which any program may check."""
    store.append([report(1)])
    store.append([report(2, " é"), replace(report(3), board="b2")])
    chains = {"b1": bytes(32), "b2": bytes(32)}
    for line in store.lines():
        entry = line.entry
        fields = [entry.board, line.number, entry.received_ms, entry.kind, entry.line]
        text = json.dumps(fields, separators=(",", ":"))
        chains[entry.board] = hashlib.sha256(chains[entry.board] + text.encode()).digest()
        assert line.chain == chains[entry.board]
    assert {board: head.chain for board, head in store.heads().items()} == chains
    store.close()
    again = Store(path)
    again.append([report(4)])
    assert next(again.lines("b1", 3)).head == Head(2, chains["b1"]).then(report(4))
    again.close()


def test_games_are_archived_and_put_there_anew(store: Store) -> None:
    first = Archived("b1", 1, 9, (("White", "Ann"), ("Black", "Bob")), "1-0", "flag", 20, "1. e4")
    other = Archived("b2", 4, 8, (), "*", None, 3, "1. d4")
    store.archive(other)
    store.archive(replace(first, result="*"))
    store.archive(first)
    assert list(store.games()) == [first, other]
    assert list(store.games("b2")) == [other]
    assert store.newest_games(1) == [other]
    assert store.newest_games(3) == store.newest_games(2) == [first, other]
    store.rearchive([first])
    assert list(store.games()) == [first]


def test_lines_are_on_the_disk_when_append_returns(path: Path) -> None:
    """The writer is killed at once, without closing anything."""
    program = """
        import os, signal, sys
        from pathlib import Path
        from touchmove.shell.store import Entry, Kind, Store
        store = Store(Path(sys.argv[1]))
        for number in range(100):
            store.append([Entry(Kind.REPORT, "b1", number, f"line {number}")])
        os.kill(os.getpid(), signal.SIGKILL)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program), str(path)], check=False)
    store = Store(path)
    assert [entry.line for entry in store.entries()] == [f"line {n}" for n in range(100)]
    store.close()


def test_every_commit_waits_for_the_disk(store: Store, path: Path) -> None:
    assert store._file.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._file.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM line",
        "UPDATE line SET line = ''",
        "INSERT OR REPLACE INTO line "
        "SELECT id, board, number, received_ms, kind, 'other', chain FROM line",
    ],
)
def test_lines_are_never_changed(store: Store, path: Path, statement: str) -> None:
    store.append([report(1)])
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="lines of the log are never"):
        other.execute(statement)
    other.close()
    assert list(store.entries()) == [report(1)]


def test_other_programs_may_read_while_we_write(store: Store, path: Path) -> None:
    store.append([report(1)])
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM line").fetchone() == (1,)
    store.append([report(2)])
    reader.close()
    assert len(list(store.entries())) == 2


def test_a_locked_log_keeps_nothing_and_goes_on_when_it_is_free(store: Store, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program has locked it"):
        store.append([report(1)])
    other.execute("ROLLBACK")
    other.close()
    store.append([report(2)])
    assert list(store.entries()) == [report(2)]


def test_a_log_is_of_one_host(store: Store, path: Path) -> None:
    store.append([report(1)])
    with pytest.raises(StoreError, match="in use by another touchmove: a log has one host"):
        Store(path)
    store.append([report(2)])
    store.close()
    again = Store(path)
    assert list(again.entries()) == [report(1), report(2)]
    again.close()


def test_a_full_log_keeps_all_or_none_of_a_batch(store: Store) -> None:
    (pages,) = store._file.connection.execute("PRAGMA page_count").fetchone()
    store._file.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    batch = [report(number) for number in range(1000)]
    with pytest.raises(StoreError, match="the disk is full; make room"):
        store.append(batch)
    assert list(store.entries()) == []
    store._file.connection.execute("PRAGMA max_page_count = 100000")
    store.append(batch)
    assert list(store.entries()) == batch


def test_a_disk_that_takes_no_more_keeps_what_it_has(store: Store) -> None:
    """The limit on the size of files makes the real write fail, for whichever user runs this."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, limits[1]))
    try:
        kept = append_until_refused(store, "the disk does not take it")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert kept > 0
    store.append([long_report(kept)])
    assert list(store.entries()) == [long_report(number) for number in range(kept + 1)]


def test_a_full_file_system_loses_nothing(tmp_path: Path) -> None:
    """A real one, of 256 kB; where mounting is not allowed, the test above stands for it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        return
    try:
        store = Store(disk / "table.log")
        ballast = disk / "ballast"
        fill(ballast)
        kept = append_until_refused(store, "disk")
        ballast.unlink()
        store.append([long_report(kept)])
        assert list(store.entries()) == [long_report(number) for number in range(kept + 1)]
        store.close()
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def append_until_refused(store: Store, words: str) -> int:
    """Add lines one by one until one is refused in these words; how many were kept."""
    refusal = ""
    kept = 0
    while not refusal and kept < 10_000:
        try:
            store.append([long_report(kept)])
            kept += 1
        except StoreError as refused:
            refusal = str(refused)
    assert words in refusal
    return kept


def fill(ballast: Path) -> None:
    """Leave about 32 kB of the file system that holds this file."""
    free = os.statvfs(ballast.parent)
    ballast.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - 32 * 1024)))


@pytest.mark.parametrize("instead", [False, True])
def test_a_log_that_was_moved_takes_nothing_until_it_is_back(
    path: Path, store: Store, instead: bool
) -> None:
    moved = path.with_name("moved")
    path.rename(moved)
    if instead:
        path.touch()
    with pytest.raises(StoreError, match="it was moved or removed; put it back"):
        store.append([report(1)])
    moved.rename(path)
    store.append([report(1)])
    assert list(store.entries()) == [report(1)]


def test_a_device_is_no_log() -> None:
    with pytest.raises(StoreError, match="log /dev/null is no file; name another log"):
        Store(Path("/dev/null"))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"its folder .*/nowhere does not exist; create it"):
        Store(tmp_path / "nowhere" / "table.log")


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="it cannot be opened; name another log"):
        Store(tmp_path)


def test_a_text_file_is_no_log_and_stays_as_it_is(path: Path) -> None:
    words = "1. e4 e5 " * 200
    path.write_text(words)
    with pytest.raises(StoreError, match="it is no log of touchmove"):
        Store(path)
    assert path.read_text() == words


def test_another_programs_database_is_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipe (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_log_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    newer.close()
    with pytest.raises(StoreError, match="written by a newer touchmove"):
        Store(path)


@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o555), (0o444, 0o777)])
def test_a_read_only_log_is_refused_when_it_is_opened(file: int, folder: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "table.log"
        Store(path).close()
        path.chmod(file)
        path.parent.chmod(folder)
        with as_a_plain_user(), pytest.raises(StoreError, match="it is read-only; change its"):
            Store(path)
        path.parent.chmod(0o700)


def test_a_read_only_folder_takes_no_new_log() -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o555)
        with (
            as_a_plain_user(),
            pytest.raises(StoreError, match=r"cannot be opened; .* permissions"),
        ):
            Store(Path(name) / "table.log")
        Path(name).chmod(0o700)


# ------------------------------------------------------------------ reading only
def everything_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_reading_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a log?#%20.sqlite"
    store = Store(path)
    store.append([GAME, report(1)])
    store.close()
    before = everything_in(tmp_path)
    reader = Store(path, reading=True)
    assert list(reader.entries()) == [GAME, report(1)]
    with pytest.raises(StoreError, match="it is read-only"):
        reader.append([report(2)])
    reader.close()
    assert everything_in(tmp_path) == before


def test_the_newest_lines_of_a_killed_host_are_read_and_stay_where_they_are(path: Path) -> None:
    program = textwrap.dedent("""
        import os, sys
        from pathlib import Path
        from touchmove.shell.store import Entry, Kind, Store
        Store(Path(sys.argv[1])).append([Entry(Kind.WORD, "", 1, "0 new")])
        os._exit(9)
    """)
    subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    kept = {name: path.with_name(name).read_bytes() for name in ("table.log", "table.log-wal")}
    assert kept["table.log-wal"]
    reader = Store(path, reading=True)
    assert [entry.line for entry in reader.entries()] == ["0 new"]
    reader.close()
    assert {name: path.with_name(name).read_bytes() for name in kept} == kept


def test_a_read_only_log_in_a_read_only_folder_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "table.log"
        Store(path).close()
        path.chmod(0o444)
        path.parent.chmod(0o555)
        with as_a_plain_user():
            reader = Store(path, reading=True)
            assert list(reader.entries()) == []
            reader.close()
        path.parent.chmod(0o700)


def test_an_empty_file_that_is_read_stays_empty(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="is empty: nothing was ever kept in it"):
        Store(path, reading=True)
    assert everything_in(path.parent) == {path.name: b""}


def test_a_log_in_use_is_read_up_to_its_last_batch(path: Path, store: Store) -> None:
    store.append([GAME, report(1)])
    reader = Store(path, reading=True)
    lines = reader.entries()
    assert next(lines) == GAME
    store.append([report(2)])
    assert list(lines) == [report(1)]
    assert list(reader.entries()) == [GAME, report(1), report(2)]
    reader.close()
    store.append([report(3)])


def test_a_reader_names_no_option_that_it_has_not(path: Path) -> None:
    path.write_text("1. e4 e5 " * 200)
    with pytest.raises(StoreError, match="it is no log of touchmove; name another log"):
        Store(path, reading=True)


@contextlib.contextmanager
def as_a_plain_user() -> Iterator[None]:
    """Root may write everything, so root becomes nobody for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
