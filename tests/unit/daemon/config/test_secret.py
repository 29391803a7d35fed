"""A secret is read from where it may stand, and shown nowhere."""

import json
import logging
import pickle
from pathlib import Path

import pytest

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


def test_a_secret_shows_nowhere() -> None:
    secret = Secret(TOKEN)
    record = logging.LogRecord("a", logging.INFO, "b", 1, "%s %r", (secret, secret), None)
    ways = (str(secret), f"{secret}", f"{(secret,)}", record.getMessage())
    assert not any(TOKEN in way for way in ways)
    with pytest.raises(TypeError):
        json.dumps(secret)
    with pytest.raises(TypeError):
        pickle.dumps(secret)


def test_a_file_that_everybody_can_read_is_refused(file: Path) -> None:
    file.chmod(0o644)
    with pytest.raises(InputError, match="chmod o-r"):
        read_secret(LICHESS_TOKEN, file, {})


@pytest.mark.parametrize("data", [b"", b"one two", b"one\ntwo\n", b"\xff"])
def test_a_file_without_one_secret_is_refused_and_not_repeated(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(InputError) as told:
        read_secret(LICHESS_TOKEN, file, {})
    assert "one two" not in str(told.value)
    file.unlink()
    with pytest.raises(InputError, match="cannot be read"):
        read_secret(LICHESS_TOKEN, file, {})
