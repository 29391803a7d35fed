"""Where each file of a configuration lies, also those that come with it without being named.

Two names are of one file if they lead to it, whatever symbolic or hard links and `..` are between;
and if they differ only in case or in how letters are composed, because a file system may take these
for the same.
"""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from touchmove.daemon.config import lines
from touchmove.daemon.config.sections import Config
from touchmove.daemon.files import kinds
from touchmove.daemon.files.kinds import Kind
from touchmove.daemon.web.token_file import key_path

LOG = ("log", "file")
TOKEN = ("web", "token_file")
MESSAGES = ("messages", "file")
PGN = ("pgn", "file")
FOLDER = ("pgn", "folder")
LICHESS = ("lichess", "token_file")

_SQLITE = ("-wal", "-shm", "-journal")
"""Ends of the names of files in which a log keeps what belongs to it."""
_OURS = (".heads", ".heads.draft", ".heads.disputed")


@dataclass(frozen=True, slots=True)
class Place:
    """One file."""

    key: lines.Path
    """The key that it follows from; empty for the configuration itself."""
    path: Path
    kind: Kind
    named: bool = True
    """Whether the key names it, and not one that it lies beside."""


def places(config: Config, file: Path | None) -> tuple[Place, ...]:
    """All files of a configuration, which is in `file` if it is in any."""
    return tuple(_places(config, file))


def _places(config: Config, file: Path | None) -> Iterator[Place]:
    if file is not None:
        yield Place((), file, kinds.CONFIGURATION)
    yield Place(LOG, config.log.file, kinds.LOG)
    for path in beside_log(config.log.file):
        yield Place(LOG, path, kinds.BESIDE_LOG, named=False)
    token = config.web.token_file
    yield Place(TOKEN, token, kinds.TOKEN)
    yield Place(TOKEN, key_path(token), kinds.KEY, named=False)
    if config.messages.file is not None:
        yield Place(MESSAGES, config.messages.file, kinds.MESSAGES)
    if config.pgn.file is not None:
        yield Place(PGN, config.pgn.file, kinds.PGN)
    if config.pgn.folder is not None:
        for board in config.boards:
            path = file_of_board(config.pgn.folder, board.id)
            yield Place(FOLDER, path, kinds.PGN_OF_BOARD, named=False)
    if config.lichess.token_file is not None:
        yield Place(LICHESS, config.lichess.token_file, kinds.SECRET)


def beside_log(log: Path) -> tuple[Path, ...]:
    """The files that a log keeps beside itself, whether they are there now or not."""
    real = os.path.realpath(log)  # where SQLite keeps its own
    found = [Path(f"{log}{end}") for end in (*_SQLITE, *_OURS)]
    found += [Path(f"{real}{end}") for end in _SQLITE]
    return tuple(dict.fromkeys(found))


def file_of_board(folder: Path, board: str) -> Path:
    """Where the games of a board are. An id may hold signs that mean something to a file system."""
    return folder / f"{quote(board, safe='')}.pgn"


Mark = tuple[str | int, ...]


def marks(path: Path) -> frozenset[Mark]:
    """What two names of one file have in common."""
    found: set[Mark] = set()
    for each in (os.path.realpath(path), _in_real_folder(path)):
        folder, name = os.path.split(each)
        found.add((*_identity(folder), _folded(name)))
    about = _identity(path)
    return frozenset(found | ({about} if len(about) > 1 else set()))


def is_same(one: Path, other: Path) -> bool:
    """Whether both are names of one file, be it there or not."""
    return not marks(one).isdisjoint(marks(other))


def _in_real_folder(path: Path) -> str:
    """The name itself, even if it is a link: what is replaced as a whole replaces that."""
    return os.path.join(os.path.realpath(path.parent), path.name)


def _identity(path: Path | str) -> Mark:
    """Device and number; the path alone where nothing is there."""
    try:
        about = os.stat(path)
    except OSError:
        return (str(path),)
    return about.st_dev, about.st_ino


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
