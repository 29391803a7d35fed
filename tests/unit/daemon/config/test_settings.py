"""Options of the command line go before the file, and the file before the defaults."""

import argparse
from pathlib import Path

import pytest

from touchmove.daemon.command import add_arguments
from touchmove.daemon.config.reading import read
from touchmove.daemon.config.sections import Config, Ports
from touchmove.daemon.config.settings import settings

FILE = """[game]
profile = "rapid"
laws = "2014"
[web]
port = 9000
[boards."table-7"]
profile = "blitz"
"""


def given(*arguments: str) -> Config:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return settings(parser.parse_args(arguments))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the command is given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_file_and_options_the_defaults_hold(folder: Path) -> None:
    assert given() == Config()


def test_the_usual_file_is_found_where_the_command_is_given(folder: Path) -> None:
    (folder / "touchmove.toml").write_text(FILE)
    assert given() == read(FILE.encode())
    assert given().log.file == Path("touchmove.sqlite")


def test_a_file_that_is_named_goes_before_the_usual_one(folder: Path) -> None:
    (folder / "touchmove.toml").write_text("[game]\nprofile = 1")
    (folder / "other.toml").write_text(FILE)
    assert given("--config", "other.toml") == read(FILE.encode())


def test_options_go_before_the_file(folder: Path) -> None:
    (folder / "touchmove.toml").write_text(FILE)
    config = given(
        *("--profile", "training", "--log", "a.sqlite", "--pgn", "a.pgn", "--web-port", "0"),
        *("--port", "/dev/pts/7"),
    )
    assert {config.game.profile, config.board("table-7").profile} == {"training"}
    assert {config.game.laws, config.board("table-7").laws} == {"2014"}
    assert (config.log.file, config.pgn.file) == (Path("a.sqlite"), Path("a.pgn"))
    assert (config.web.port, config.web.enabled) == (0, True)
    assert config.ports == Ports(usb=False, paths=("/dev/pts/7",))
    assert not given("--no-web").web.enabled


def test_a_page_that_the_file_has_not_stays_absent(folder: Path) -> None:
    (folder / "touchmove.toml").write_text("[web]\nenabled = false")
    assert not given("--web-port", "8081").web.enabled
