"""`touchmove say` and `touchmove token`, as a person types them, at a hall that runs."""

import asyncio
from pathlib import Path

import pytest

from tests.unit.daemon.web.front import Front, opened, run
from tests.unit.daemon.web.test_api import play
from touchmove.__main__ import main
from touchmove.daemon.saying.client import WORDS_MAX, Answer
from touchmove.daemon.web.token_file import TokenFile


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration that leads to the hall of `opened`."""
    monkeypatch.delenv("TOUCHMOVE_TOKEN", raising=False)
    path = tmp_path / "hall.toml"
    path.write_text(f'[web]\nport = 1\ntoken_file = "{tmp_path}/token"\n')
    return path


async def typed(config: Path, *arguments: str, command: str = "say") -> int:
    return await asyncio.to_thread(main, [command, "--config", str(config), *arguments])


async def in_hall(folder: Path, config: Path, *arguments: str) -> tuple[int, Front]:
    async with opened(folder) as front:
        await front.plug_in("seven")
        return await typed(config, *arguments), front


def test_a_word_is_said_and_told_without_a_token_on_the_same_machine(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        status, front = await in_hall(tmp_path, config, "seven", "resign", "W")
        assert status == 0
        assert front.table("seven").outcome.result == "0-1"

    run(scenario())
    assert capsys.readouterr().out.endswith("the game is over: 0-1, resignation\n")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("seven", "accept"), 1, "no draw is offered"),
        (("seven", "surrender"), 2, "no word"),
        (("eight", "resign", "W"), 1, "no board has this id or name; boards: seven"),
        (
            ("seven", "game", "new", "--round", "three"),
            2,
            '--round: "three" is not round and board',
        ),
        (("seven", "game", "new", "--white-elo", "x"), 2, '--white-elo: "x" is not a whole number'),
        (("seven", ""), 2, "the word is empty: say one, such as resign W"),
        (("seven", " @ "), 2, "the word is empty"),
        (("", "pause"), 2, "the name of the board is empty"),
        ((" ", "pause"), 2, "the name of the board is empty"),
        ((".", "pause"), 1, "touchmove: no "),
        (("..", "pause"), 1, "touchmove: no "),
        (("seven/say", "pause"), 1, "no board has this id or name; boards: seven"),
        (("seven", "resign", "\x1b"), 2, "a sign that cannot be shown (U+001B)"),
        (("seven", "arbiter", "x" * 300), 2, "at most 300 letters, and this one has 308"),
        (("seven", "resign", "W", "--white", "Ada"), 2, "--white belongs to game new"),
        (("seven",), 2, "WORD"),
        (("--url", "ftp://x", "seven", "accept"), 2, "no address"),
    ],
)
def test_what_is_refused_is_told_on_standard_error(
    tmp_path: Path,
    config: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    status: int,
    words: str,
) -> None:
    async def scenario() -> None:
        found, front = await in_hall(tmp_path, config, *arguments)
        assert found == status
        assert front.table("seven").outcome is None

    run(scenario())
    said = capsys.readouterr().err
    assert words in said
    assert "{" not in said
    assert "/api" not in said


def test_a_game_that_goes_on_is_replaced_by_the_option_that_is_named(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            await play(front, "seven", "e2e4")
            assert await typed(config, "seven", "game", "new", "--white", "Ada") == 1
            said = capsys.readouterr().err
            assert "say its result first, or add --replace;" in said
            assert "true" not in said
            assert await typed(config, "seven", "game", "new", "--replace") == 0

    run(scenario())


def test_an_address_below_the_programs_own_is_none(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            held = tmp_path / "held"
            held.write_text(front.token)
            held.chmod(0o600)
            to = ("--url", f"{front.url}api", "--token-file", str(held))
            assert await typed(config, *to, "seven", "resign", "W") == 1

    run(scenario())
    assert "no touchmove run answers at http://127.0.0.1:" in capsys.readouterr().err


def test_a_new_game_is_said_with_options(tmp_path: Path, config: Path) -> None:
    options = (
        *("--white", "Carlsen, Magnus", "--white-id", "1503014", "--white-elo", "2840"),
        *("--black", "Polgár, Judit", "--event", "Open", "--round", "3.7"),
        *("--profile", "rapid", "--laws", "2014", "--time-control", "900+10"),
        *("--chess960", "5", "--date", "2026-05-31"),
    )

    async def scenario() -> None:
        status, front = await in_hall(tmp_path, config, "Table 7", "game", "new", *options)
        assert status == 0
        agreed = front.office.hall.seats["seven"].session.history.agreement
        assert agreed is not None
        tags = dict(agreed.tags)
        assert (tags["White"], tags["WhiteFideId"], tags["WhiteElo"]) == (
            "Carlsen, Magnus",
            "1503014",
            "2840",
        )
        assert (tags["Round"], tags["Date"]) == ("3.7", "2026.05.31")
        assert agreed.terms == ("rapid", "2014", "900+10", "white")
        assert agreed.chess960

    run(scenario())


def test_the_token_is_taken_from_the_environment_or_a_file(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            file = tmp_path / "held"
            file.write_text(f"{front.token}\n")
            file.chmod(0o600)
            said = ("--url", front.url, "--token-file", str(file), "seven", "resign", "W")
            monkeypatch.setenv("TOUCHMOVE_TOKEN", "wrong")
            assert await typed(config, *said) == 1
            monkeypatch.delenv("TOUCHMOVE_TOKEN")
            assert await typed(config, *said) == 0

    run(scenario())


def test_where_nobody_runs_that_is_said(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["say", "--config", str(config), "seven", "resign", "W"]) == 1
    assert "no touchmove run has left its key" in capsys.readouterr().err
    there = ["--url", "http://127.0.0.1:1/", "seven", "resume"]
    assert main(["say", "--config", str(config), *there]) == 1
    assert "no touchmove run answers at http://127.0.0.1:1/" in capsys.readouterr().err
    held = tmp_path / "held"
    held.write_text("tm_x")
    held.chmod(0o600)
    with_token = ["--token-file", str(held), "seven", "resign", "W"]
    assert main(["say", "--config", str(config), *with_token]) == 1
    assert "no touchmove run answers at http://127.0.0.1:1/" in capsys.readouterr().err


def test_a_new_token_is_shown_once_and_its_file_is_named(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["token", "rotate", "--config", str(config)]) == 0
    token = capsys.readouterr().out.strip()
    assert TokenFile(tmp_path / "token").read().is_of(token)
    assert main(["token", "path", "--config", str(config)]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/token\n"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"words": "\x1b[2J\nall is well\x85"}, "?[2J all is well"),
        ({"error": "<h1>\r\n no\r\n"}, "<h1> no"),
        ({"words": "x" * 100_000}, "x" * WORDS_MAX),
        ({"words": " \n"}, "status 200"),
        ({"words": None, "error": ["a"]}, "['a']"),
        ({}, "status 200"),
    ],
)
def test_whoever_answers_commands_no_terminal(fields: dict[str, object], words: str) -> None:
    assert Answer(200, fields).words == words
