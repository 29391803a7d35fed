"""A secret, such as the token of a broadcast: read from the environment or from a file, and kept.

It is no text, so it cannot get into a message, a log, a page or a report by being formatted: it
shows as three stars, until somebody asks for it by name (`reveal`).

Ref: PostgreSQL 16, "Secure TCP/IP Connections with SSL", who may read server.key; systemd 252,
systemd.exec(5), LoadCredential
"""

import codecs
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from touchmove.errors import InputError

BYTES_MAX = 4096
"""A token has some 40 letters."""

LICHESS_TOKEN = "TOUCHMOVE_LICHESS_TOKEN"
"""The variable of the environment that holds the token of Lichess."""


class Secret:
    """A text that nobody sees by accident."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text; only for the one who is to be told it."""
        return self._text

    def __repr__(self) -> str:
        return "***"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not written anywhere")


def read_secret(variable: str, file: Path | None, environment: Mapping[str, str]) -> Secret | None:
    """The secret from the environment, else from the file, else None.

    Rejects, with an `InputError` that repeats nothing of it, a secret of several words, and a file
    that is missing, empty, no file, or for others than its owner.
    """
    given = environment.get(variable, "").strip()
    if given:
        return Secret(_one_word(given, f"the variable {variable}"))
    if file is None:
        return None
    text = _text(file)
    if not text:
        raise InputError(f"secret {file}: it is empty: write the secret into it")
    return Secret(_one_word(text, f"secret {file}"))


def _text(file: Path) -> str:
    """What is in a file that only its owner can read."""
    try:
        with open(file, "rb", opener=open_at_once) as opened:
            about = os.fstat(opened.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise InputError(f"secret {file}: it is no file that holds a secret")
            check_mode(file, about)
            data = opened.read(BYTES_MAX + 1)
    except OSError as error:
        why = error.strerror or "the system gives no reason"
        raise InputError(f"secret {file}: cannot be read: {why}") from error
    if len(data) > BYTES_MAX:
        raise InputError(f"secret {file}: it is too long: a secret has {BYTES_MAX} letters at most")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("ascii").strip()
    except UnicodeDecodeError:
        raise InputError(f"secret {file}: it is no text of ASCII") from None


def open_at_once(path: str, flags: int) -> int:
    """Without waiting for somebody who writes into a pipe of this name."""
    return os.open(path, flags | os.O_NONBLOCK)


def check_mode(file: Path, about: os.stat_result) -> None:
    """Rejects a file that is for others than its owner with an `InputError`.

    One of root's may be for a group to read: so does systemd hand over a credential, whose group
    bits stand for its access list. The rule is that of PostgreSQL for its key.
    """
    for_others = 0o077 if about.st_uid != 0 else 0o037
    if about.st_mode & for_others:
        words = f"others on this machine can read or change it: chmod go= {file}"
        raise InputError(f"secret {file}: {words}")


def _one_word(text: str, where: str) -> str:
    if len(text.split()) != 1 or not text.isprintable():
        raise InputError(f"{where}: write the secret on one line, without a space, and no more")
    return text


def lichess_token(file: Path | None, environment: Mapping[str, str]) -> Secret | None:
    """The token of Lichess, if there is one. Raises as `read_secret` does."""
    return read_secret(LICHESS_TOKEN, file, environment)
