"""From the text of a configuration file to its values, or to everything that is wrong with it.

Nothing is passed over: a key that is not known, a value of the wrong kind, a board without an id
are all told at once, each with its line. A value that may be a secret is never repeated in words.
"""

import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from touchmove.daemon.config import lines
from touchmove.daemon.config.secret import open_at_once
from touchmove.daemon.config.sections import (
    BOARDS_MAX,
    SECTIONS,
    Board,
    Config,
    board_of,
)
from touchmove.daemon.config.setting import keys_of, near, shown
from touchmove.errors import InputError
from touchmove.shell.rooms import has_address

BYTES_MAX = 1 << 20
"""A megabyte: 256 boards with every key and its comment take a third of it."""

BOARD_ID_MAX = 24
"""Letters of a board's id, as the firmware has it (`NAME_MAX`)."""

_SECRET = re.compile(r"(token|secret|password|passwd|api_?key)s?$", re.IGNORECASE)
_TOKEN = re.compile(r"\bli[po]_\w{8,}")
"""A token of Lichess, whatever key it stands after."""

_NO_SECRETS = (
    "a secret is never written here, because this file is shown and sent to others: Lichess's goes "
    "into the file that lichess.token_file names, or into TOUCHMOVE_LICHESS_TOKEN in the "
    "environment, the arbiter's is made at the first run; if this one is real, have it revoked"
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the text."""

    line: int | None
    key: str
    """The key with its section, as TOML writes it; empty for the text as a whole."""
    words: str
    """What is wrong, and what to do."""

    def within(self, file: str) -> str:
        """As compilers say it: file, line, key, words."""
        where = file if self.line is None else f"{file}:{self.line}"
        return ": ".join(part for part in (where, self.key, self.words) if part)


class ConfigError(InputError):
    """A configuration that cannot be used; the message has a line for each fault."""

    def __init__(self, file: str, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\ntouchmove: ".join(fault.within(file) for fault in faults))


def read_file(path: Path) -> Config:
    """The configuration in a file; what it names relatively lies in the folder of that file.

    Rejects a file that cannot be read with an `InputError`, one with faults with a `ConfigError`.
    """
    try:
        with open(path, "rb", opener=open_at_once) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) and not os.path.samestat(about, os.stat(os.devnull)):
                raise InputError(f"{path}: this is no file; name a configuration that is one")
            data = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read: {error.strerror}; name a configuration with --config, or "
            "make one: touchmove config show > touchmove.toml"
        ) from error
    folder = path.parent
    if folder.absolute() != Path.cwd():
        folder = folder.absolute()
    return read(data, file=str(path), folder=folder)


def read(data: bytes, *, file: str = "touchmove.toml", folder: Path = Path()) -> Config:
    """The configuration that these bytes say. Rejects faults, all of them, with a `ConfigError`."""
    faults: list[Fault] = []
    text = ""
    try:
        text = _text(data)
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(file, (_unreadable(error),)) from error
    where = lines.lines_of(text)

    def told(key: lines.Path, words: str) -> None:
        faults.append(Fault(lines.line_of(where, key), dotted(key), words))

    config = _config(document, told)
    for key, words in _together(config):
        told(key, words)
    if faults:
        raise ConfigError(file, tuple(sorted(faults, key=lambda fault: fault.line or 0)))
    return _placed(config, folder)


Told = Callable[[lines.Path, str], None]


def _text(data: bytes) -> str:
    if len(data) > BYTES_MAX:
        raise _NoTextError(f"more than {BYTES_MAX} bytes are no configuration")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _NoTextError("this is not UTF-8; save the file as UTF-8", line) from error


class _NoTextError(ValueError):
    """What is not even text: what is wrong, and on which line if there is one."""

    def __init__(self, words: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(words)


def _unreadable(error: ValueError | RecursionError) -> Fault:
    """Why the text is no TOML. Python's own words for it say the place, and no value."""
    match error:
        case _NoTextError():
            return Fault(error.line, "", str(error))
        case tomllib.TOMLDecodeError():
            words = str(error)
            place = re.search(r"at line (\d+)", words)
            return Fault(int(place[1]) if place else None, "", f"this is no TOML: {words}")
        case RecursionError():
            return Fault(None, "", "more brackets within brackets than anything here needs")
    return Fault(None, "", "a number has more digits than anything here needs")


# ------------------------------------------------------------------ sections
def _config(document: dict[str, Any], told: Told) -> Config:
    sections: dict[str, Any] = {}
    for name, kind in SECTIONS.items():
        written = document.pop(name, {})
        sections[name] = kind(**_values((name,), written, kind, told))
    config = Config(**sections)
    boards = tuple(_boards(document.pop("boards", {}), config, told))
    for name, value in document.items():
        told((name,), _unknown_section(name, value))
    return replace(config, boards=boards)


def _boards(written: object, config: Config, told: Told) -> Iterator[Board]:
    if not isinstance(written, dict):
        told(("boards",), 'each board has a section of its own: [boards."its id"]')
        return
    if len(written) > BOARDS_MAX:
        told(("boards",), f"{len(written)} boards are more than {BOARDS_MAX}; leave some out")
    for board_id, values in written.items():
        path = ("boards", board_id)
        if not _is_board_id(board_id):
            words = "ASCII characters and no space, and is neither . nor .."
            told(path, f"a board's id has 1 to {BOARD_ID_MAX} {words}")
        yield replace(board_of(config.game, board_id), **_values(path, values, Board, told))


def _is_board_id(text: str) -> bool:
    printable = all("!" <= letter <= "~" for letter in text)
    return 0 < len(text) <= BOARD_ID_MAX and printable and has_address(text)


def _values(path: lines.Path, written: object, section: type, told: Told) -> dict[str, Any]:
    """What is said in one section, as far as it can be used."""
    if not isinstance(written, dict):
        told(path, f"this is a section: write [{dotted(path)}] on a line, and its keys below it")
        return {}
    keys = {key.name: key for key in keys_of(section)}
    values: dict[str, Any] = {}
    for name, value in written.items():
        if _holds_a_secret(name if name not in keys else "", value):
            told((*path, name), _NO_SECRETS)
        elif name not in keys:
            told((*path, name), _unknown_key(path, name, keys))
        else:
            try:
                values[name] = keys[name].kind.read(value)
            except ValueError as error:
                told((*path, name), str(error))
    return values


def _holds_a_secret(name: str, value: object) -> bool:
    return bool(_SECRET.search(name)) or (isinstance(value, str) and bool(_TOKEN.search(value)))


def _unknown_key(path: lines.Path, name: str, keys: Mapping[str, object]) -> str:
    meant = near(name, keys)
    elsewhere = _sections_with(name)
    if not meant and elsewhere:
        meant = f"; it belongs into {' or '.join(elsewhere)}"
    return f"[{dotted(path)}] has no such key{meant or '; it has ' + ', '.join(keys)}"


def _unknown_section(name: str, value: object) -> str:
    if _holds_a_secret(name, value):
        return _NO_SECRETS
    elsewhere = _sections_with(name)
    if not isinstance(value, dict) and elsewhere:
        return f"it belongs into {' or '.join(elsewhere)}, below that line"
    known = (*SECTIONS, "boards")
    return f"there is no such section{near(name, known) or '; there are ' + ', '.join(known)}"


def _sections_with(name: str) -> list[str]:
    return [
        f"[{section}]"
        for section, kind in SECTIONS.items()
        if name in (key.name for key in keys_of(kind))
    ]


# ------------------------------------------------------------------ the whole
def _together(config: Config) -> Iterator[tuple[lines.Path, str]]:
    """What is wrong between keys, each of which is good by itself."""
    if not config.ports.usb and not config.ports.paths:
        yield ("ports", "usb"), "no board can ever be found: name a port in paths, or set usb true"
    ids = {board.id for board in config.boards}
    for board in config.boards:
        if board.name in ids - {board.id}:
            words = "is the id of another board, which would be meant by it; name it otherwise"
            yield ("boards", board.id, "name"), f"{shown(board.name)} {words}"


def _placed(config: Config, folder: Path) -> Config:
    """The same with each path as seen from here."""
    placed: dict[str, Any] = {}
    for name, kind in SECTIONS.items():
        section = getattr(config, name)
        paths = {
            key.name: _place(getattr(section, key.name), folder)
            for key in keys_of(kind)
            if isinstance(getattr(section, key.name), Path)
        }
        placed[name] = replace(section, **paths)
    return replace(config, **placed)


def _place(path: Path, folder: Path) -> Path:
    return folder / path


def dotted(path: lines.Path) -> str:
    """A key with its section, as TOML writes it."""
    return ".".join(key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else shown(key) for key in path)
