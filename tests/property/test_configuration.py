"""What is shown of a configuration is that configuration, and any text is read or refused."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchmove.daemon.config import lines
from touchmove.daemon.config.reading import ConfigError, read
from touchmove.daemon.config.sections import SECTIONS, Board, Config
from touchmove.daemon.config.setting import keys_of
from touchmove.daemon.config.writing import literal, written

LINES = st.text(st.characters(exclude_categories=("C", "Z")), max_size=20)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "profile": st.sampled_from(("classical", "blitz", "training")),
    "laws": st.sampled_from(("N90", "2014", "2023R")),
    "time_control": st.sampled_from(("-", "40/5400+30:1800+30", "W300-B240", "*180")),
    "orientation": st.sampled_from(("white", "black", "auto")),
    "format": st.sampled_from(("auto", "human", "json")),
    "level": st.sampled_from(("debug", "error")),
    "host": st.sampled_from(("127.0.0.1", "::1", "0.0.0.0", "chess.example.org")),
    "names": st.lists(st.sampled_from(("a", "b.example", "10.0.0.1")), max_size=3).map(tuple),
    "paths": st.lists(LINES.map(lambda text: f"/dev/{text.replace('[', '')}"), max_size=3).map(
        tuple
    ),
}


def _value(name: str, default: object) -> st.SearchStrategy[Any]:
    if name in VALUES:
        return VALUES[name]
    match default:
        case bool():
            return st.booleans()
        case int():
            return st.integers(1, 1000)
        case str():
            return LINES
        case Path():
            return LINES.map(lambda text: Path(f"/{name}/{text}"))
    return st.none() | LINES.map(lambda text: Path(f"/none/{name}/{text}"))


def _section(kind: type) -> st.SearchStrategy[Any]:
    values = {key.name: _value(key.name, key.default) for key in keys_of(kind)}
    return st.builds(kind, **values)


IDS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=24)
BOARDS = st.dictionaries(IDS, _section(Board), max_size=3).map(
    lambda found: tuple(replace(board, id=name) for name, board in found.items())
)
CONFIGS = st.builds(
    Config, **{name: _section(kind) for name, kind in SECTIONS.items()}, boards=BOARDS
)


def _is_possible(config: Config) -> bool:
    """Not one that is refused as a whole."""
    ids = {board.id for board in config.boards}
    named = all(board.name not in ids - {board.id} for board in config.boards)
    return named and (config.ports.usb or bool(config.ports.paths))


@given(CONFIGS.filter(_is_possible))
def test_what_is_shown_is_read_as_the_same(config: Config) -> None:
    shown = written(config)
    assert read(shown.encode()) == config
    assert written(read(shown.encode())) == shown


SCRAPS = st.sampled_from(
    [
        *("[web]", "[boards.a]", "[[boards]]", "[log]", "[game]", "port", "file", "a", ".", "="),
        *("[", "]", "{", "}", ",", '"', '"""', "'", "'''", "#", "\\", " ", "\n"),
        *("1", "true", "2024-01-01"),
    ]
)


@given(st.binary() | st.text().map(str.encode) | st.lists(SCRAPS).map("".join).map(str.encode))
def test_any_text_is_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(ConfigError):
        assert isinstance(read(data), Config)


@given(CONFIGS, st.integers(0, 200), st.sampled_from(('"""', "'''")))
def test_the_line_of_a_key_is_the_line_that_names_it(config: Config, at: int, mark: str) -> None:
    """Also below a text that spans lines and looks like a configuration itself."""
    text = f"before = {mark}\n[web]\nport = 1\n{mark}\n" + written(config)
    numbered = text.split("\n")
    found = lines.lines_of(text)
    name = sorted(found)[at % len(found)]
    line = numbered[found[name] - 1]
    assert line.startswith((f"{name[-1]} = ", "[")) or name == ("boards",)
    assert name[-1] in line or literal(name[-1]) in line


def test_a_long_file_of_many_boards_is_read() -> None:
    config = Config(boards=tuple(Board(id=f"table-{n}", name=f"Table {n}") for n in range(256)))
    assert read(written(config).encode()) == config
    with pytest.raises(ConfigError, match="257 boards"):
        read(written(replace(config, boards=(*config.boards, Board(id="one-more")))).encode())
