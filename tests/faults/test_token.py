"""The arbiter's token at the first run: shown to who sits at a terminal, and to nobody else."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.terminal import PATIENCE_S, terminal
from touchmove.daemon.web.token_file import TokenFile, key_path
from touchmove.shell.store import Store

CONFIG = """
[log]
file = "{folder}/log.sqlite"
[web]
port = 0
token_file = "{folder}/token"
[ports]
usb = false
paths = ["{folder}/port-*"]
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "hall.toml"
    path.write_text(CONFIG.format(folder=tmp_path))
    return path


def test_a_terminal_is_shown_the_token_once(tmp_path: Path, config: Path) -> None:
    with terminal(tmp_path, "run", "--config", str(config)) as first:
        first.until(lambda shown: b"The arbiter's token is " in shown and b"waiting" in shown)
        found = re.search(rb"token is (tm_[\w-]+)", first.shown)
        assert found is not None
        assert TokenFile(tmp_path / "token").read().is_of(found[1].decode())
        first.kill(signal.SIGTERM)
        assert first.end() == 0
    with terminal(tmp_path, "run", "--config", str(config)) as again:
        again.until(lambda shown: b"waiting" in shown)
        again.kill(signal.SIGTERM)
        assert again.end() == 0
        assert b"token" not in again.shown


def test_a_start_that_fails_leaves_nothing_and_takes_no_token_away(
    tmp_path: Path, config: Path
) -> None:
    """Whoever tries again at a terminal is shown the token all the same."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config.write_text(CONFIG.format(folder=tmp_path).replace("port = 0", f"port = {port}"))
        with terminal(tmp_path, "run", "--config", str(config)) as first:
            assert first.end() == 1
        assert b"another program uses it" in first.shown
        assert b"token" not in first.shown
        assert list(tmp_path.iterdir()) == [config]
    with terminal(tmp_path, "run", "--config", str(config)) as again:
        again.until(lambda shown: b"The arbiter's token is " in shown and b"waiting" in shown)
        again.kill(signal.SIGTERM)
        assert again.end() == 0


def test_a_start_that_fails_leaves_the_log_that_there_was(tmp_path: Path, config: Path) -> None:
    Store(tmp_path / "log.sqlite").close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config.write_text(CONFIG.format(folder=tmp_path).replace("port = 0", f"port = {port}"))
        with terminal(tmp_path, "run", "--config", str(config)) as first:
            assert first.end() == 1
    assert (tmp_path / "log.sqlite").exists()


def test_a_pipe_such_as_a_journal_is_not(tmp_path: Path, config: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "touchmove", "run", "--config", str(config)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline(), process.stdout.readline()]
        assert key_path(tmp_path / "token").exists()
        process.send_signal(signal.SIGTERM)
        said += [process.stdout.read()]
        assert process.wait(PATIENCE_S) == 0
    assert said[0].startswith("http://127.0.0.1:")
    assert "touchmove token rotate" in said[1]
    assert "tm_" not in "".join(said)
    assert not key_path(tmp_path / "token").exists()
