"""`touchmove report` packs what a bug report needs, while a game goes on, and no more than that."""

import contextlib
import json
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from touchmove.__main__ import main
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Checkpoint
from touchmove.daemon.config.reading import read
from touchmove.shell.store import Entry, Kind, Store
from touchmove.wire import codec
from touchmove.wire.messages import Hello

TOKEN = "lip_Zr5sVq0Example"
AGREED = Agreement("rapid", "2023", "300", start_running=False)
HELLO = Hello("0.0.9", "b1", "0badcafe", "presence", "8x8", 9, 1, 0, 1, ("clock", "mp1.28"))


def lines(board: str, game: int) -> list[Entry]:
    """A game on a board, of somebody against somebody, in which nothing is played."""
    white = f"Grünfeld, Ernst {game}"
    tags = (("White", white), ("Black", "Li"), ("WhiteElo", "2519"), ("Event", "Club evening"))
    return [
        Entry(Kind.GAME, board, game, Checkpoint(replace(AGREED, tags=tags)).line()),
        Entry(Kind.REPORT, board, game, codec.write(replace(HELLO, board=board)).decode().strip()),
        Entry(Kind.WORD, board, game, f"0 result 0-1 {white} is late, Li is not"),
        Entry(Kind.TOLD, board, game, "{}"),
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a host has played three games on each of two boards."""
    (tmp_path / "lichess.token").write_text(TOKEN)
    (tmp_path / "lichess.token").chmod(0o600)
    (tmp_path / "messages.json").write_text(
        "".join(f'{{"event": "message {n}: Gr\\u00fcnfeld, Ernst 3 waits"}}\n' for n in range(9))
    )
    (tmp_path / "touchmove.toml").write_text(
        """[lichess]
        token_file = "lichess.token"
        [messages]
        file = "messages.json"
        [web]
        port = 1
        [report]
        games = 2
        messages = 5
        """
    )
    with contextlib.closing(Store(tmp_path / "touchmove.sqlite")) as store:
        for game in range(1, 4):
            for board in ("b1", "b2"):
                store.append(lines(board, game))
    return tmp_path


@pytest.fixture(autouse=True)
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are given in that folder, by somebody who has a token in the environment."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TOUCHMOVE_LICHESS_TOKEN", TOKEN)


def reported(*arguments: str) -> dict[str, str]:
    """The parts of a report, by name."""
    assert main(["report", "-o", "report.zip", *arguments]) == 0
    return parts()


def parts() -> dict[str, str]:
    with zipfile.ZipFile("report.zip") as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def imported(text: str) -> list[Entry]:
    """What a log holds that these lines were brought into, and that verifies."""
    Path("log.jsonl").write_text(text)
    assert main(["log", "import", "again.sqlite", "log.jsonl"]) == 0
    assert main(["log", "verify", "again.sqlite"]) == 0
    return entries(Path("again.sqlite"))


def entries(path: Path) -> list[Entry]:
    with contextlib.closing(Store(path, reading=True)) as store:
        return [entry for board in store.boards() for entry in store.entries(board)]


def test_the_latest_games_of_each_board_come_back_as_they_were() -> None:
    expected = [line for board in ("b1", "b2") for game in (2, 3) for line in lines(board, game)]
    assert imported(reported()["log.jsonl"]) == expected


def test_it_is_made_while_a_host_writes(folder: Path) -> None:
    """By another process, as it is: a log has locks of processes."""
    with contextlib.closing(Store(folder / "touchmove.sqlite")) as store:
        store.append(lines("b3", 4))
        command = (sys.executable, "-m", "touchmove", "report", "-o", "report.zip")
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        store.append(lines("b3", 5))
    assert '"b3"' in parts()["log.jsonl"]


def test_versions_are_those_of_the_program_and_of_the_boards() -> None:
    versions = reported()["versions.txt"].splitlines()
    assert "board b1: firmware 0.0.9, presence sensors, clock mp1.28" in versions
    assert any(line.startswith("aiohttp ") for line in versions)


def test_there_is_the_configuration_and_no_secret() -> None:
    found = reported()
    shown = read(found["configuration.toml"].encode())
    assert (shown.report.games, shown.lichess.token_file) == (2, Path("lichess.token"))
    assert not any(TOKEN in text for text in found.values())


def test_names_stand_in_it_as_it_says() -> None:
    found = reported()
    assert "Grünfeld, Ernst 3" in found["log.jsonl"].encode().decode("unicode_escape")
    assert "--without-names" in found["README.txt"]


def test_names_are_taken_out_where_that_is_wanted() -> None:
    found = reported("--without-names")
    assert not any("nfeld" in text or "2519" in text for text in found.values())
    assert "Player" in found["messages.json"]
    kept = imported(found["log.jsonl"])
    assert len(kept) == 16
    assert {entry.line for entry in kept if entry.kind is Kind.WORD} == {
        f"0 result 0-1 Player{number} is late, Li is not" for number in (1, 3)
    }
    tags = dict(json.loads(kept[0].line)["agreement"]["tags"])
    assert tags == {
        "White": "Player1",
        "Black": "Player2",
        "WhiteElo": "?",
        "Event": "Club evening",
    }


def test_only_the_latest_messages_are_packed() -> None:
    told = [json.loads(line)["event"] for line in reported()["messages.json"].splitlines()]
    assert [words.partition(":")[0] for words in told] == [f"message {n}" for n in range(4, 9)]


class Health(BaseHTTPRequestHandler):
    """A host that says how it is."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"boards": 2}' if self.path == "/health" else b"no")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """Where a host answers."""
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_a_host_that_runs_says_how_it_is(port: int) -> None:
    Path("touchmove.toml").write_text(f"[web]\nport = {port}\n")
    assert json.loads(reported()["health.json"]) == {"boards": 2}


def test_what_cannot_be_had_is_said_and_keeps_nobody_from_the_rest() -> None:
    Path("touchmove.toml").write_text("[web]\nport = true\n")
    found = reported("--log", "none.sqlite")
    assert "web.port: true is not" in found["faults.txt"]
    assert (
        "log.jsonl: it ends early, or is not there: none.sqlite does not exist"
        in found["README.txt"]
    )
    assert {"configuration.toml", "versions.txt"} <= set(found)


def test_a_damaged_log_keeps_nobody_from_the_rest() -> None:
    log = Path("touchmove.sqlite")
    log.write_bytes(log.read_bytes()[:5000] + bytes(4000))
    assert "versions.txt" in reported()


def test_a_file_is_never_replaced_and_only_its_owner_reads_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reported()
    assert stat.S_IMODE(Path("report.zip").stat().st_mode) == 0o600
    assert main(["report", "-o", "report.zip"]) == 2
    assert capsys.readouterr().err.startswith("touchmove: report.zip exists already")
    assert main(["report", "-o", "nowhere/report.zip"]) == 2
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]
