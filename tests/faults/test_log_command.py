"""`touchmove log` ended by Ctrl-C, by a reader that has gone, or in the middle of a write."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.terminal import CTRL_C, PATIENCE_S, terminal
from touchmove.shell.store import Entry, Kind, Store

LINES = 3_000


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """More lines than any pipe or terminal takes unread."""
    path = tmp_path / "table.log"
    with contextlib.closing(Store(path)) as store:
        store.append(Entry(Kind.LINK, "b1", number, "down") for number in range(LINES))
    return path


def numbers(path: Path) -> list[int]:
    with contextlib.closing(Store(path, reading=True)) as store:
        return [line.number for line in store.lines()]


@pytest.mark.parametrize("action", ["show", "export"])
def test_ctrl_c_ends_what_is_printed(log: Path, tmp_path: Path, action: str) -> None:
    with terminal(tmp_path, "log", action, str(log)) as shown:
        shown.until(lambda data: data.count(b"\n") > 2)
        shown.reading.clear()
        shown.press(CTRL_C)
        assert shown.process.wait(PATIENCE_S) == 130
    assert b"Traceback" not in shown.shown


@pytest.mark.parametrize("action", ["show", "export"])
def test_a_reader_that_has_had_enough_ends_it_without_a_word(log: Path, action: str) -> None:
    command = [sys.executable, "-m", "touchmove", "log", action, str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) == 141


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("exists", [False, True])
def test_an_import_that_is_ended_has_done_nothing(
    log: Path, tmp_path: Path, end: signal.Signals, exists: bool
) -> None:
    """It waits for more of its standard input with half of the lines taken."""
    target = tmp_path / "target.log"
    if exists:
        with contextlib.closing(Store(target)) as store:
            store.append([Entry(Kind.WORD, "b2", 1, "0 new")])
    exported = subprocess.run(
        [sys.executable, "-m", "touchmove", "log", "export", str(log)],
        check=True,
        capture_output=True,
    ).stdout
    command = [sys.executable, "-m", "touchmove", "log", "import", str(target), "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        half = exported[: len(exported) // 2]
        process.stdin.write(half)  # returns when the rest of it fits into the pipe
        process.stdin.flush()
        process.send_signal(end)
        assert process.wait(PATIENCE_S) == (130 if end == signal.SIGINT else -end)
    assert target.exists() == exists
    if exists:
        assert numbers(target) == [1]
    again = subprocess.run(command, input=exported, check=False, capture_output=True)
    assert again.returncode == 0, again.stderr
    assert len(numbers(target)) == LINES + exists
    assert not [name for name in os.listdir(tmp_path) if "draft" in name]


def test_a_backup_on_a_disk_without_room_leaves_nothing(log: Path, tmp_path: Path) -> None:
    program = f"""
import resource, sys
from touchmove.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
sys.exit(main(["log", "backup", {json.dumps(str(log))}, "copy.log"]))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert ended.returncode == 1
    words = f"touchmove: log {log} cannot be copied to copy.log: the disk "
    assert ended.stderr.startswith(words)
    assert ended.stderr.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["table.log", "table.log.heads"]
