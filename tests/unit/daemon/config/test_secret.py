"""A secret is read from where it may stand, and shown nowhere."""

import codecs
import json
import logging
import os
import pickle
import stat
import traceback
from pathlib import Path

import pytest

from touchmove.__main__ import main
from touchmove.daemon.config import secret
from touchmove.daemon.config.secret import LICHESS_TOKEN, Secret, read_secret
from touchmove.errors import InputError

TOKEN = "lip_Zr5sVq0Example"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n")
    path.chmod(0o600)
    return path


def test_the_environment_goes_before_the_file(file: Path) -> None:
    read = read_secret(LICHESS_TOKEN, file, {LICHESS_TOKEN: "lip_other"})
    assert read is not None
    assert read.reveal() == "lip_other"
    read = read_secret(LICHESS_TOKEN, file, {LICHESS_TOKEN: ""})
    assert read is not None
    assert read.reveal() == TOKEN
    assert read_secret(LICHESS_TOKEN, None, {}) is None


def test_a_file_may_begin_with_the_mark_that_some_editors_put_there(file: Path) -> None:
    file.write_bytes(codecs.BOM_UTF8 + f"{TOKEN}\r\n".encode())
    read = read_secret(LICHESS_TOKEN, file, {})
    assert read is not None
    assert read.reveal() == TOKEN


def test_a_secret_shows_nowhere() -> None:
    token = Secret(TOKEN)
    record = logging.LogRecord("a", logging.INFO, "b", 1, "%s %r", (token, token), None)
    ways = (str(token), f"{token}", f"{(token,)}", record.getMessage())
    assert not any(TOKEN in way for way in ways)
    with pytest.raises(TypeError):
        json.dumps(token)
    with pytest.raises(TypeError):
        pickle.dumps(token)


NOBODY = 65_534


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o602, 0o610])
def test_a_file_that_is_open_to_others_is_refused(file: Path, mode: int) -> None:
    if os.geteuid() == 0:
        os.chown(file, NOBODY, NOBODY)
    file.chmod(mode)
    with pytest.raises(InputError, match=f"others .* chmod go= {file}"):
        read_secret(LICHESS_TOKEN, file, {})


def test_a_file_of_root_s_may_be_for_a_group_to_read_and_no_more() -> None:
    """Else no service could use what systemd hands over."""

    def of_root(mode: int) -> os.stat_result:
        return os.stat_result((stat.S_IFREG | mode, 1, 1, 1, 0, 0, 20, 0, 0, 0))

    secret.check_mode(Path("token"), of_root(0o440))
    for mode in (0o460, 0o444, 0o402):
        with pytest.raises(InputError, match="others"):
            secret.check_mode(Path("token"), of_root(mode))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"one two", "on one line"),
        (b"one\ntwo\n", "on one line"),
        (b"one\x1b[2Jtwo", "on one line"),
        (b"onetwo\xff", "no text"),
        (b"onetwo" * 1000, "too long"),
    ],
)
def test_a_file_without_one_secret_is_refused_and_not_repeated(
    file: Path, data: bytes, why: str
) -> None:
    file.write_bytes(data)
    with pytest.raises(InputError, match=why) as told:
        read_secret(LICHESS_TOKEN, file, {})
    assert "two" not in "".join(traceback.format_exception(told.value)).partition("InputError")[2]


def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    for path, why in (
        (tmp_path, "a directory"),
        (pipe, "no file"),
        (tmp_path / "a", "No such file"),
    ):
        with pytest.raises(InputError, match=why):
            read_secret(LICHESS_TOKEN, path, {})


def test_a_variable_of_several_words_is_refused_and_not_repeated() -> None:
    with pytest.raises(InputError, match=f"the variable {LICHESS_TOKEN}: ") as told:
        read_secret(LICHESS_TOKEN, None, {LICHESS_TOKEN: "one two"})
    assert "two" not in str(told.value)


@pytest.fixture
def configuration(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(LICHESS_TOKEN, raising=False)
    path = file.with_name("touchmove.toml")
    path.write_text('[lichess]\ntoken_file = "token"\n')
    return path


def test_config_check_says_that_there_is_a_token_and_what_it_is_not_for_yet(
    configuration: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "check", str(configuration)]) == 0
    out, err = capsys.readouterr()
    assert "there is a token of Lichess; this version does not broadcast yet" in out
    assert TOKEN not in out + err
    assert main(["config", "show", str(configuration)]) == 0
    out, err = capsys.readouterr()
    assert "token_file" in out
    assert TOKEN not in out + err


def test_config_check_says_what_is_wrong_with_a_token(
    configuration: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def complaint() -> str:
        assert main(["config", "check", str(configuration)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert TOKEN not in err
        return err

    file.chmod(0o644)
    assert f"secret {file}: others on this machine can read" in complaint()
    file.chmod(0o600)
    file.write_text("")
    assert f"secret {file}: it is empty" in complaint()
    file.unlink()
    missing = f"lichess.token_file: secret {file}: cannot be read: No such file"
    assert complaint().startswith(f"touchmove: {configuration}:2: {missing}")


def test_a_configuration_without_broadcasts_needs_no_token(
    configuration: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configuration.write_text("")
    assert main(["config", "check", str(configuration)]) == 0
    assert "Lichess" not in capsys.readouterr().out
