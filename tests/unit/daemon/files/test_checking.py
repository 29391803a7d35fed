"""No file of a configuration is another one, and none that holds something else is written."""

import os
from itertools import permutations
from pathlib import Path

import pytest

from touchmove.__main__ import main
from touchmove.daemon.config.reading import read_file
from touchmove.daemon.files.checking import sparing
from touchmove.errors import StoreError
from touchmove.shell.store import Store

PATHS = {
    "log.file": "hall.sqlite",
    "web.token_file": "hall.token",
    "messages.file": "messages.json",
    "pgn.file": "games.pgn",
    "lichess.token_file": "lichess",
}
BESIDE = ("hall.sqlite-wal", "hall.sqlite-shm", "hall.sqlite.heads", "hall.token.local")
WRITTEN = [key for key in PATHS if not key.startswith("lichess")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a file of each kind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOUCHMOVE_LICHESS_TOKEN", raising=False)
    (tmp_path / "sub").mkdir()
    Store(tmp_path / "hall.sqlite").close()
    (tmp_path / "hall.token").write_text('{"form": 1, "salt": "00", "hash": "00"}')
    (tmp_path / "messages.json").write_text('{"time": "2026-01-01T10:00:00.000Z"}\n')
    (tmp_path / "games.pgn").write_text('[Event "Club"]\n\n*\n')
    (tmp_path / "lichess").write_text("lip_none")
    (tmp_path / "lichess").chmod(0o600)
    return tmp_path


def configured(**paths: str) -> None:
    text = "[web]\nport = 0\n"
    for key, path in (
        PATHS | {key.replace("__", "."): path for key, path in paths.items()}
    ).items():
        section, name = key.split(".")
        text = text if f"[{section}]" in text else f"{text}[{section}]\n"
        text = text.replace(f"[{section}]\n", f'[{section}]\n{name} = "{path}"\n')
    Path("touchmove.toml").write_text(text)


def refused(capsys: pytest.CaptureFixture[str]) -> str:
    """What both commands say to a configuration that would do harm; neither has done any."""
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    assert main(["config", "check", "touchmove.toml"]) == 2
    checked = capsys.readouterr().err
    assert main(["run"]) == 2
    assert set(capsys.readouterr().err.split("\n")) <= set(checked.split("\n"))
    assert before == {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    return checked


def test_a_file_of_each_kind_is_good_and_so_is_none(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured()
    assert main(["config", "check", "touchmove.toml"]) == 0
    for name in PATHS.values():
        if name != "lichess":
            (folder / name).unlink()
    assert main(["config", "check", "touchmove.toml"]) == 0
    assert "is good" in capsys.readouterr().out


@pytest.mark.parametrize("key", PATHS)
@pytest.mark.parametrize("how", ["same", "dots", "case", "symbolic", "hard"])
def test_two_names_of_one_file_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], key: str, how: str
) -> None:
    """Whatever leads from one to the other: each with each, the configuration among them."""
    others = [name for each, name in PATHS.items() if each != key]
    for name in ("touchmove.toml", *others, *BESIDE):
        if PATHS[key] in name:
            continue
        file = folder / name
        other = {"dots": f"sub/../{name}", "case": name.upper()}.get(how, name)
        if how in ("symbolic", "hard"):
            other = f"{how}-{key}-{name}"
            configured()
            file.touch()
            (folder / other).unlink(missing_ok=True)
            (folder / other).symlink_to(file) if how == "symbolic" else os.link(file, other)
        configured(**{key.replace(".", "__"): other})
        told = refused(capsys)
        assert "already; name another" in told, (key, other)
        if how in ("symbolic", "hard") and name in BESIDE:
            file.unlink()


@pytest.mark.parametrize(("key", "holder"), list(permutations(WRITTEN, 2)))
def test_what_holds_something_else_is_not_overwritten(
    folder: Path, capsys: pytest.CaptureFixture[str], key: str, holder: str
) -> None:
    """A log is refused by itself, with words of its own."""
    (folder / PATHS[key]).write_bytes((folder / PATHS[holder]).read_bytes())
    configured()
    if key == "log.file":
        assert main(["config", "check", "touchmove.toml"]) == 2
        with pytest.raises(StoreError, match="it is no log of touchmove"):
            Store(folder / PATHS[key])
    else:
        assert f'{key}: "{PATHS[key]}" holds no ' in refused(capsys)


@pytest.mark.parametrize("key", WRITTEN)
def test_people_s_notes_are_not_overwritten(
    folder: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    configured(**{key.replace(".", "__"): "notes.txt"})
    (folder / "notes.txt").write_text("[Round 3] Anna has Black.\n")
    line = next(
        number
        for number, text in enumerate(Path("touchmove.toml").read_text().splitlines(), 1)
        if "notes" in text
    )
    assert main(["config", "check", "touchmove.toml"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f'touchmove: touchmove.toml:{line}: {key}: "notes.txt" holds no ')
    if key != "log.file":  # a log is refused when it is opened
        assert main(["run"]) == 2
    assert (folder / "notes.txt").read_text() == "[Round 3] Anna has Black.\n"


@pytest.mark.parametrize("key", WRITTEN)
def test_what_a_power_cut_leaves_is_written_again(folder: Path, key: str) -> None:
    """An empty file, or one of zeros: whoever is started again must find no reason to stop."""
    configured()
    for data in (b"", bytes(512)) if key != "log.file" else (b"",):
        (folder / PATHS[key]).write_bytes(data)
        assert main(["config", "check", "touchmove.toml"]) == 0


def test_a_token_is_not_made_in_the_place_of_something_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, words in (
        ("touchmove.toml", "is the configuration already"),
        ("hall.sqlite.heads", "is a part of the log (log.file) already"),
        ("notes.txt", "holds no hash of a token"),
        ("sub", "is a folder"),
        ("/", "is a folder"),
    ):
        configured(web__token_file=path)
        (folder / "notes.txt").write_text("Round 3")
        before = Path("touchmove.toml").read_text()
        assert main(["token", "rotate"]) == 2
        assert words in capsys.readouterr().err
        assert Path("touchmove.toml").read_text() == before
    configured()
    assert main(["token", "rotate"]) == 0


@pytest.mark.parametrize(
    ("key", "path", "words"),
    [
        ("log.file", "/", "is a folder; name a file"),
        ("log.file", "sub", "is a folder; name a file"),
        ("log.file", "none/x.sqlite", 'its folder "none" does not exist'),
        ("log.file", "hall.token/x.sqlite", 'its folder "hall.token" is no folder'),
        ("pgn.file", "sub", "is a folder; name a file"),
        ("pgn.file", "/dev/null", "is no file; name another"),
        ("pgn.file", "none/x.pgn", 'its folder "none" does not exist'),
        ("messages.file", "none/x.json", 'its folder "none" does not exist'),
        ("web.token_file", "/", "is a folder; name a file"),
        ("web.token_file", "sub", "is a folder; name a file"),
        ("pgn.folder", "none", '"none" does not exist'),
        ("pgn.folder", "games.pgn", '"games.pgn" is no folder'),
    ],
)
def test_a_place_that_cannot_be_had_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], key: str, path: str, words: str
) -> None:
    configured(**{key.replace(".", "__"): path})
    assert main(["config", "check", "touchmove.toml"]) == 2
    told = capsys.readouterr().err
    assert f": {key}: " in told
    assert words in told
    assert told.count("\n") == 1


def test_a_board_s_own_file_is_not_written_over_something_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a board that the configuration names it is told at once; of others, when they come."""
    configured()
    with Path("touchmove.toml").open("a") as file:
        file.write('[boards.games]\nname = "Games"\n')
    text = Path("touchmove.toml").read_text()
    Path("touchmove.toml").write_text(text.replace("[pgn]\n", '[pgn]\nfolder = "."\n'))
    assert 'pgn.folder: "games.pgn", which comes with it, is the file of PGN' in refused(capsys)
    why_not = sparing(read_file(folder / "touchmove.toml"), folder / "touchmove.toml")
    (folder / "e6.pgn").write_text("Round 3")
    assert why_not(folder / "games.pgn") == "it is the file of PGN"
    assert "holds no PGN" in why_not(folder / "e6.pgn")
    assert why_not(folder / "e7.pgn") == ""


def test_every_fault_is_told_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configured(log__file="none/x", pgn__file="touchmove.toml", messages__file="sub")
    assert main(["config", "check", "touchmove.toml"]) == 2
    assert capsys.readouterr().err.count("touchmove.toml:") == 3
