"""Whoever ends a command, at whatever moment and however often, is left nothing to put away."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.terminal import CTRL_C, HIDE, PATIENCE_S, SHOW, Terminal, children, terminal

DEMO = ("demo", "--web-port", "0")

Moment = Callable[[Terminal, Path], None]


def address_is_said(shown: Terminal, _folder: Path) -> None:
    shown.until(lambda said: b"The game is live" in said)


def folder_is_made(shown: Terminal, folder: Path) -> None:
    """The firmware is being put on the flash, and MicroPython started."""
    give_up = time.monotonic() + PATIENCE_S
    while not any(folder.glob("touchmove-board-*")):
        assert time.monotonic() < give_up
        assert shown.process.poll() is None


def board_is_shown(shown: Terminal, _folder: Path) -> None:
    shown.until(lambda said: HIDE in said)


def game_is_on(shown: Terminal, _folder: Path) -> None:
    shown.until(lambda said: b"e4" in said)


MOMENTS = (address_is_said, folder_is_made, board_is_shown, game_is_on)


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_ctrl_c_leaves_a_clean_terminal_and_nothing_else(
    tmp_path: Path, moment: Moment, times: int
) -> None:
    with terminal(tmp_path, *DEMO) as shown:
        moment(shown, tmp_path)
        started = children(shown.process.pid)
        for _ in range(times):
            shown.press(CTRL_C)
        assert shown.end() == 130
        assert_clean(shown, tmp_path, started)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_signal_leaves_a_clean_terminal_and_nothing_else(
    tmp_path: Path, moment: Moment, number: signal.Signals
) -> None:
    with terminal(tmp_path, *DEMO) as shown:
        moment(shown, tmp_path)
        started = children(shown.process.pid)
        shown.kill(number)
        shown.kill(number)
        assert shown.end() == 143
        assert_clean(shown, tmp_path, started)


@pytest.mark.parametrize("delay_ms", [40, 80, 120, 160, 200, 300, 400, 500, 700])
def test_ctrl_c_while_a_demo_starts_is_no_fault_of_the_program(
    tmp_path: Path, delay_ms: int
) -> None:
    """Moments from before the first import to the first pictures; which, depends on the machine."""
    with terminal(tmp_path, *DEMO) as shown:
        time.sleep(delay_ms / 1000)
        shown.press(CTRL_C)
        shown.press(CTRL_C)
        status = shown.end()
        if status == 130:
            assert_clean(shown, tmp_path, [])
        else:  # Python had not come to us yet
            assert status in (1, -signal.SIGINT)
            assert b"shell/streams" not in shown.shown
            assert not any(tmp_path.iterdir())


def assert_clean(shown: Terminal, folder: Path, started: list[int]) -> None:
    assert b"Traceback" not in shown.shown, shown.shown.decode()
    assert HIDE not in shown.shown or shown.shown.rfind(SHOW) > shown.shown.rfind(HIDE)
    assert not any(folder.iterdir())
    assert not any(Path(f"/proc/{child}").exists() for child in started)


def test_a_terminal_that_is_closed_ends_a_demo(tmp_path: Path) -> None:
    with terminal(tmp_path, *DEMO) as shown:
        game_is_on(shown, tmp_path)
        started = children(shown.process.pid)
        with Path("/dev/null").open("r+b") as nowhere:
            os.dup2(nowhere.fileno(), shown.master)
        assert shown.process.wait(PATIENCE_S) == 143
        assert not any(tmp_path.iterdir())
        assert not any(Path(f"/proc/{child}").exists() for child in started)


@pytest.mark.parametrize("key", [None, CTRL_C], ids=["SIGTERM", "Ctrl-C"])
def test_a_terminal_that_nobody_reads_does_not_keep_a_demo_from_ending(
    tmp_path: Path, key: bytes | None
) -> None:
    with terminal(tmp_path, *DEMO) as shown:
        game_is_on(shown, tmp_path)
        started = children(shown.process.pid)
        shown.reading.clear()
        time.sleep(3)  # longer than it takes to fill
        if key is None:
            shown.kill(signal.SIGTERM)
        else:
            shown.press(key)
        assert shown.process.wait(PATIENCE_S) == (143 if key is None else 130)
        shown.reading.set()
        assert not any(tmp_path.iterdir())
        assert not any(Path(f"/proc/{child}").exists() for child in started)


def test_a_signal_that_was_to_be_ignored_is_ignored(tmp_path: Path) -> None:
    """As `nohup` asks for SIGHUP, and a shell for SIGINT of a job in the background."""
    (tmp_path / "short.pgn").write_text("1. e4 e5 *\n")
    program = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
        "os.execv(sys.executable, [sys.executable, '-m', 'touchmove', *sys.argv[1:]])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "demo", "--game", "short.pgn", "--no-web"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1. e4\n"
        process.send_signal(signal.SIGHUP)
        told, said = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, said
        assert told.endswith("game 1 equals the game played\n\n")


def test_what_a_killed_demo_leaves_is_swept_by_the_next(tmp_path: Path) -> None:
    (tmp_path / "short.pgn").write_text("1. e4 e5 *\n")
    folder = tmp_path / "temporary"
    folder.mkdir()
    other = folder / "touchmove-demo-of-another-program"
    other.mkdir()
    with terminal(folder, *DEMO) as killed, terminal(folder, *DEMO) as alive:
        game_is_on(killed, folder)
        game_is_on(alive, folder)
        started = children(killed.process.pid)
        before = set(folder.iterdir())
        assert len(before) == 5
        killed.kill(signal.SIGKILL)
        killed.end()
        give_up = time.monotonic() + PATIENCE_S
        while any(Path(f"/proc/{child}").exists() for child in started):
            assert time.monotonic() < give_up, "the board outlives its host"
            time.sleep(0.02)
        assert set(folder.iterdir()) == before
        arguments = ("demo", "--game", str(tmp_path / "short.pgn"), "--speed", "max", "--no-web")
        with terminal(folder, *arguments) as following:
            assert following.end() == 0
        left = set(folder.iterdir())
        assert other in left
        assert len(left) == 3, "those of the living stay"
        alive.press(CTRL_C)
        assert alive.end() == 130
        assert set(folder.iterdir()) == {other}
