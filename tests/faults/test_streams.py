"""Standard output that is full, closed, or of another encoding costs one line, and no file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.terminal import PATIENCE_S, terminal

GAME = '[White "Čapek"]\n[Result "*"]\n\n1. e4 e5 *\n'
SCRIPT = '[White "Čapek"]\n\n-e2 +e4 !W\n'
DEMO = "demo --game game.pgn --speed max --no-web"
REPLAY = "replay game.touch"
FULL = "touchmove: standard output cannot be written: No space left on device; "
CLOSED = "touchmove: standard output cannot be written: Bad file descriptor; "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.pgn").write_text(GAME, encoding="utf-8")
    (tmp_path / "game.touch").write_text(SCRIPT, encoding="utf-8")
    return tmp_path


def in_a_shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A shell runs this line, in which `touchmove` is the command."""
    return subprocess.run(
        ["sh", "-c", f'touchmove() {{ "{sys.executable}" -m touchmove "$@"; }}\n{line}'],
        check=False,
        capture_output=True,
        timeout=PATIENCE_S,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder), **environment},
    )


@pytest.mark.parametrize("command", [DEMO, REPLAY, "--help", "replay --help"])
@pytest.mark.parametrize(
    ("where", "words"), [(">/dev/full", FULL), (">&-", CLOSED)], ids=["full", "closed"]
)
def test_an_output_that_takes_nothing_is_said_in_one_line(
    folder: Path, command: str, where: str, words: str
) -> None:
    ended = in_a_shell(f"touchmove {command} {where}", folder)
    assert ended.returncode == 1
    assert ended.stderr.decode() == words + "nothing more is shown\n"
    assert sorted(path.name for path in folder.iterdir()) == ["game.pgn", "game.touch"]


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-"])
def test_a_standard_error_that_takes_nothing_changes_no_status(folder: Path, where: str) -> None:
    ended = in_a_shell(f"touchmove replay no.touch game.touch {where}", folder)
    assert ended.returncode == 2
    assert "Čapek" in ended.stdout.decode()
    assert "no.touch" not in ended.stdout.decode()


def test_a_standard_input_that_is_closed_is_said(folder: Path) -> None:
    ended = in_a_shell("touchmove replay - <&-", folder)
    assert ended.returncode == 2
    assert ended.stderr == b"standard input: cannot be read: it is closed\n"


@pytest.mark.parametrize("command", [DEMO, REPLAY])
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=str,
)
def test_what_is_kept_is_utf8_whatever_the_locale(
    folder: Path, command: str, environment: dict[str, str]
) -> None:
    ended = in_a_shell(f"touchmove {command} > out.pgn", folder, **environment)
    assert ended.returncode == 0, ended.stderr
    assert '[White "Čapek"]' in (folder / "out.pgn").read_text(encoding="utf-8")


def test_a_terminal_gets_what_it_can_show(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    with terminal(folder, "replay", str(folder / "game.touch")) as shown:
        assert shown.end() == 0
        assert b'[White "?apek"]' in shown.shown


def test_a_disk_without_room_for_temporary_files_is_said(folder: Path) -> None:
    """A real one, of 64 kB, where mounting is allowed."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        return
    try:
        ended = in_a_shell(f"touchmove {DEMO}", folder, TMPDIR=str(disk))
        assert ended.returncode == 1
        assert ended.stderr.decode() == (
            f"touchmove: {disk} does not take temporary files: No space left on device; make room "
            "there, or set TMPDIR to another folder\n"
        )
        assert not any(disk.iterdir())
    finally:
        subprocess.run(["umount", str(disk)], check=True)
