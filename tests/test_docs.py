"""The documents say what is true: links lead somewhere, scripts do what is printed, options exist.

A block marked `touchscript` is replayed, and the block after it is held to what comes of it:

* `pgn`: all that `touchmove replay` writes;
* `json`: for each game an object with some of the fields that `--json` writes;
* `console`: what a shell shows, command by command. A script that is marked with a file name
  (`touchscript first.touch`) is there under that name for all that follows on the page, and so
  is a `text` that is. `touchmove replay` and `echo $?` are run, and so are `touchmove demo` at full
  speed and `tail`, whose games take other times each time.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.generate_docs import DOCS, GENERATED
from touchmove.arbiter import prices, story
from touchmove.daemon.config.reading import read as read_config
from touchmove.daemon.config.sections import Config
from touchmove.game import pages
from touchmove.replay import as_json, play
from touchmove.rules import EDITIONS, PROFILES
from touchmove.script.read import read
from touchmove.script.record import Record, Unreadable

ROOT = DOCS.parent
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_COMMAND = re.compile(r"touchmove ([a-z]+)([^\n`|;&]*)")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page."""

    kind: str
    name: str
    text: str


def _named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def _blocks(page: Path) -> Iterator[Block]:
    for found in _FENCE.finditer(page.read_text(encoding="utf-8")):
        kind, _, name = found[1].strip().partition(" ")
        yield Block(kind, name, found[2])


def _with(kind: str) -> list[Path]:
    return [page for page in PAGES if any(block.kind == kind for block in _blocks(page))]


def _touchmove(arguments: list[str], folder: Path) -> tuple[str, int]:
    """What the command writes, on whatever it writes it, and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "touchmove", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
        encoding="utf-8",
    )
    return done.stdout, done.returncode


# ------------------------------------------------------------------ made from the code
@pytest.mark.parametrize("name", sorted(GENERATED))
def test_what_is_made_from_the_code_is_up_to_date(name: str) -> None:
    """`python -m tests.generate_docs` writes what is committed."""
    assert (DOCS / name).read_text(encoding="utf-8") == GENERATED[name]()


def _rows(page: Path) -> list[list[str]]:
    lines = page.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line[1:-1].split(" | ")] for line in lines if line[:1] == "|"]


def _words() -> list[str]:
    """The words as the page writes them, with their first argument."""
    rows = _rows(DOCS / "reference" / "touch-script.md")
    words = [row[0].split("`")[1] for row in rows if row[0].startswith("`@")]
    return [word for word in words if word != "@word"]


def test_words_are_read_as_the_page_writes_them() -> None:
    words = _words()
    refused = [word for word in words if any(isinstance(r, Unreadable) for r in read(word))]
    assert len(words) > 25
    assert refused == []


def test_fields_are_those_that_replay_writes() -> None:
    """The table of fields names what `--json` writes, all of it and in that order."""
    text = (DOCS / "reference" / "touch-script.md").read_text(encoding="utf-8")
    section = text.partition("With `--json`")[2].partition("\n## ")[0]
    cells = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    (record,) = read("-e2")
    assert isinstance(record, Record)
    ((game, read_at),) = play(record)
    assert named == list(as_json(game, read_at))


@pytest.mark.parametrize(("tag", "known"), [("Profile", PROFILES), ("Laws", EDITIONS)])
def test_values_of_tags_are_those_that_are_known(tag: str, known: dict[str, object]) -> None:
    """The page on touch scripts names every profile and edition."""
    rows = _rows(DOCS / "reference" / "touch-script.md")
    (values,) = (row[2] for row in rows if row[0] == f"`{tag}`")
    assert re.findall(r"`(\w+)`", values) == list(known)


def test_prices_in_the_text_are_those_of_the_code() -> None:
    """The page on the recogniser says `NAME` (1) of a price or a limit."""
    text = (DOCS / "explanation" / "recogniser.md").read_text(encoding="utf-8")
    named = re.findall(r"`([A-Z_]+)` \((\d+)\)", text)
    assert {"BRUSHED", "MARGIN", "UNEXPLAINED", "BROKEN", "PAGES"} <= {name for name, _ in named}
    known = {**vars(prices), **vars(story), **vars(pages)}
    assert {name: int(value) for name, value in named} == {name: known[name] for name, _ in named}


def test_fragments_of_the_changelog_say_their_kind() -> None:
    """docs/changes holds fragments only, named as its README says."""
    names = {path.name for path in (DOCS / "changes").iterdir()} - {"README.md"}
    fragment = re.compile(r"[a-z0-9-]+\.(added|changed|fixed|removed)\.md")
    assert not [name for name in names if not fragment.fullmatch(name)]


# ------------------------------------------------------------------ links
@cache
def _anchors(page: Path) -> frozenset[str]:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings)


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file that exists, and a heading in it."""
    text = re.sub(r"`[^`\n]*`", "", _FENCE.sub("", page.read_text(encoding="utf-8")))
    broken = []
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        if not path.exists() or (anchor and anchor not in _anchors(path)):
            broken.append(target)
    assert not broken


# ------------------------------------------------------------------ scripts
@pytest.mark.parametrize("page", _with("touchscript"), ids=_named)
def test_scripts_do_what_is_printed(page: Path, tmp_path: Path) -> None:
    """What is printed beside a touch script is what comes of it."""
    script = None
    for block in _blocks(page):
        if block.kind == "touchscript":
            script = tmp_path / (block.name or "script.touch")
            script.write_text(block.text, encoding="utf-8")
        elif block.kind == "text" and block.name:
            (tmp_path / block.name).write_text(block.text, encoding="utf-8")
        elif block.kind == "pgn":
            assert script is not None
            assert _touchmove(["replay", script.name], tmp_path) == (block.text, 0)
        elif block.kind == "json":
            assert script is not None
            written, status = _touchmove(["replay", "--json", script.name], tmp_path)
            assert status == 0, written
            _assert_fields(block, written)
        elif block.kind == "console":
            _assert_console(block, tmp_path)


def _assert_fields(block: Block, written: str) -> None:
    games = [json.loads(line) for line in written.splitlines()]
    decoder = json.JSONDecoder()
    rest = block.text.strip()
    for game in games:
        printed, end = decoder.raw_decode(rest)
        rest = rest[end:].lstrip()
        assert printed == {name: game[name] for name in printed}
    assert not rest


def _assert_console(block: Block, folder: Path) -> None:
    status = 0
    for said in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, printed = said.partition("\n")
        if command == "echo $?":
            assert printed == f"{status}\n"
        elif command.startswith("touchmove replay"):
            written, status = _touchmove(command.split()[1:], folder)
            assert printed == written, command
        elif re.match(r"tail |touchmove demo .*--speed max", command):
            assert _at_any_time(printed) == _at_any_time(_in_a_shell(command, folder)), command


def _in_a_shell(line: str, folder: Path) -> str:
    """What a shell writes, in which `touchmove` is the command."""
    line = f'touchmove() {{ "{sys.executable}" -m touchmove "$@"; }}\n{line}'
    return subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
        encoding="utf-8",
    ).stdout


def _at_any_time(text: str) -> str:
    return re.sub(r"\d+:\d\d:\d\d", "0:00:00", text)


def test_the_first_demo_says_what_is_printed(tmp_path: Path) -> None:
    """The tutorial's first command, but for setting up and at full speed, and the PGN after it."""
    blocks = list(_blocks(DOCS / "tutorial" / "first-game.md"))
    _, _, printed = blocks[0].text.partition("/touchmove demo\n")
    told, status = _touchmove(["demo", "--speed", "max", "--web-port", "0"], tmp_path)
    assert status == 0, told
    first, rest = told.split("\n", 1)
    assert printed == re.sub(r":\d+/", ":8080/", first) + "\n"
    for part in _at_any_time(blocks[1].text).split("…\n"):
        assert part in _at_any_time(rest)


@pytest.mark.parametrize("page", _with("toml"), ids=_named)
def test_configurations_are_read_as_they_are_printed(page: Path) -> None:
    """Every configuration on a page is one without faults."""
    for block in _blocks(page):
        if block.kind == "toml":
            assert read_config(block.text.encode()) != Config()


# ------------------------------------------------------------------ commands
_OPTION = re.compile(r"--[a-z][a-z-]*")


@cache
def _help(*command: str) -> str:
    return _touchmove([*command, "--help"], ROOT)[0]


@cache
def _commands(*command: str) -> frozenset[str]:
    """The commands, or the actions of one that has some: `verify`, `show`, ... of `log`."""
    return frozenset(re.findall(r"^    ([a-z]+) ", _help(*command), re.MULTILINE))


def _options(command: str, rest: str = "") -> set[str]:
    """The options of a command; of one that has actions those of the action that `rest` begins
    with, or of all."""
    actions = _commands(command)
    named = rest.split()[:1]
    chosen = actions.intersection(named) or actions
    helps = [_help(command), *(_help(command, action) for action in chosen)]
    return set(_OPTION.findall("\n".join(helps)))


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_commands_and_options_exist(page: Path) -> None:
    """Every `touchmove …` on the page is a command, and so are its options; so is every module."""
    text = page.read_text(encoding="utf-8")
    code = [block.text for block in _blocks(page)]
    code += re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))
    code += re.findall(r"^    (.+)$", _FENCE.sub("", text), re.MULTILINE)
    for piece in code:
        for command, rest in _COMMAND.findall(piece):
            assert command in _commands(), piece
            unknown = set(_OPTION.findall(rest)) - _options(command, rest)
            assert not unknown, piece
        for module in re.findall(r"python -m (tests[.\w]*)", piece):
            path = ROOT / module.replace(".", "/")
            assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


def test_the_reference_of_commands_names_every_option() -> None:
    """docs/reference/cli.md has a section for each command, with its options and no others."""
    text = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    for command in _commands():
        rows = [line.split(" | ")[0] for line in sections[command].splitlines() if line[:1] == "|"]
        named = set(_OPTION.findall("\n".join(rows)))
        assert named == _options(command) - {"--help"}, command
