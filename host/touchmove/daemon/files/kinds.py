"""What a file is, by how it begins: whatever is replaced or added to has to be of the same kind.

An empty file is of every kind, and so is one of zeros alone, which a power cut may leave behind.

Ref: SQLite documentation, "Database File Format", 1.3
"""

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from touchmove.daemon.config.secret import open_at_once
from touchmove.shell.log_form import APPLICATION

BEGINNING = 4096
"""Bytes that are looked at: no token is longer, and the first line of any other file is shorter."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file."""

    what: str
    """For people, after "is": `the log`."""
    holds: str
    """For people, after "holds no": `log of touchmove`."""
    begins: Callable[[bytes], bool] | None = None
    """Whether a file of this kind begins so; None if it is never written, or has no sign."""


def _sign(pattern: bytes) -> Callable[[bytes], bool]:
    sign = re.compile(pattern, re.DOTALL)
    return lambda data: sign.match(data) is not None


def _begins_log(data: bytes) -> bool:
    """A database of ours, or one with nothing in it, whose first page may still be in the
    write-ahead log."""
    application, changes = data[68:72], data[40:44]
    ours = application == APPLICATION.to_bytes(4, "big")
    return data.startswith(b"SQLite format 3\0") and (ours or not any(application + changes))


CONFIGURATION = Kind("the configuration", "configuration")
LOG = Kind("the log", "log of touchmove", _begins_log)
BESIDE_LOG = Kind("a part of the log", "part of a log")
TOKEN = Kind("the arbiter's token", "hash of a token", _sign(rb'(\xef\xbb\xbf)?\s*\{.*"salt"'))
KEY = Kind("the key of a run, beside the arbiter's token", "key of a run", _sign(rb'\s*\{.*"key"'))
MESSAGES = Kind("the file of messages", "messages of touchmove", _sign(rb'\{"time": "'))
PGN = Kind("the file of PGN", "PGN", _sign(rb'(\xef\xbb\xbf)?\s*\[Event\s+"'))
PGN_OF_BOARD = Kind("a board's file of PGN", "PGN", PGN.begins)
SECRET = Kind("the token of Lichess", "token of Lichess")


def is_another(path: Path, kind: Kind) -> bool:
    """Whether there is a file that is of another kind. One that cannot be read is of none."""
    if kind.begins is None:
        return False
    data = beginning(path)
    return data is not None and bool(data.strip(b"\0 \t\r\n")) and not kind.begins(data)


def beginning(path: Path) -> bytes | None:
    """How a file begins; None where there is none, or none that can be read."""
    try:
        with open(path, "rb", opener=open_at_once) as file:
            is_file = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            return file.read(BEGINNING) if is_file else None
    except OSError:
        return None
