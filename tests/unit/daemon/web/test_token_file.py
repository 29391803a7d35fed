"""The token's hash, and the key of a run, as files."""

import json
import os
from pathlib import Path

import pytest

from touchmove.daemon.web.token_file import COSTS, TokenFile, key_for, key_path, read_key
from touchmove.errors import InputError


@pytest.fixture
def tokens(tmp_path: Path) -> TokenFile:
    return TokenFile(tmp_path / "token")


def test_the_file_knows_its_token_and_no_other_and_does_not_hold_it(tokens: TokenFile) -> None:
    token = tokens.make().reveal()
    assert len(token) > 30
    assert token not in tokens.path.read_text()
    assert tokens.path.stat().st_mode & 0o777 == 0o600
    hashed = tokens.read()
    assert hashed.is_of(token)
    assert not hashed.is_of(token[:-1])
    assert not hashed.is_of("")


def test_a_new_token_is_another_one_and_the_old_one_is_worth_nothing(tokens: TokenFile) -> None:
    assert tokens.identity() is None
    old = tokens.make().reveal()
    before = tokens.identity()
    new = tokens.make().reveal()
    assert tokens.identity() != before
    assert not tokens.read().is_of(old)
    assert tokens.read().is_of(new)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "[" * 5_000,
        '{"salt": 7}',
        '{"n": 16384, "r": 8, "p": 1, "salt": "zz", "hash": "00"}',
        '{"n": 1099511627776, "r": 8, "p": 1, "salt": "00", "hash": "00"}',
        '{"n": -1, "r": 8, "p": 1, "salt": "00", "hash": "00"}',
        '{"n": 16384, "r": 1e999, "p": 1, "salt": "00", "hash": "00"}',
        '{"n": NaN, "r": 8, "p": 1, "salt": "00", "hash": "00"}',
        '{"n": 16384, "r": 8, "p": true, "salt": "00", "hash": "00"}',
        '{"n": 16383, "r": 8, "p": 1, "salt": "00", "hash": "00"}',
        '{"n": 2, "r": 1, "p": 1, "salt": "00", "hash": "00"}',
        '{"n": 131072, "r": 1, "p": 1, "salt": "00", "hash": "00"}',
    ],
)
def test_a_file_that_is_none_is_refused_with_what_to_do(tokens: TokenFile, text: str) -> None:
    tokens.path.write_text(text)
    with pytest.raises(InputError, match="touchmove token rotate"):
        tokens.read()


@pytest.mark.parametrize("p", COSTS["p"])
@pytest.mark.parametrize("n", [COSTS["n"][0], 1 << 14])
def test_whatever_a_file_may_ask_for_can_be_computed(tokens: TokenFile, n: int, p: int) -> None:
    tokens.path.write_text(json.dumps({"n": n, "r": 8, "p": p, "salt": "00", "hash": "00"}))
    assert not tokens.read().is_of("tm_x")


def test_a_file_that_others_could_change_is_refused(tokens: TokenFile) -> None:
    tokens.make()
    tokens.path.chmod(0o620)
    with pytest.raises(InputError, match="chmod go-w"):
        tokens.read()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        TokenFile(tmp_path / "missing" / "token").make()


def test_a_link_in_its_place_is_replaced_and_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept")
    (tmp_path / "token").symlink_to(victim)
    (tmp_path / f".token.{os.getpid()}").symlink_to(victim)
    TokenFile(tmp_path / "token").make()
    assert victim.read_text() == "kept"
    assert not (tmp_path / "token").is_symlink()


def test_the_key_is_there_while_the_program_runs_and_for_its_user_only(tmp_path: Path) -> None:
    path = tmp_path / "token"
    assert read_key(path) is None
    with key_for(path, "http://127.0.0.1:8080/") as key:
        read = read_key(path)
        assert read is not None
        assert (read.url, read.secret.reveal()) == (key.url, key.secret.reveal())
        assert key_path(path).stat().st_mode & 0o777 == 0o600
    assert not key_path(path).exists()


def test_a_program_that_ends_late_leaves_the_key_of_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "token"
    with key_for(path, "http://127.0.0.1:1/"):
        other = key_for(path, "http://127.0.0.1:2/")
        other.__enter__()
    read = read_key(path)
    assert read is not None
    assert read.url == "http://127.0.0.1:2/"
    other.__exit__(None, None, None)


@pytest.mark.parametrize("text", ["", "[]", "7", json.dumps({"url": 1})])
def test_a_key_that_is_none_is_no_key(tmp_path: Path, text: str) -> None:
    key_path(tmp_path / "token").write_text(text)
    assert read_key(tmp_path / "token") is None
