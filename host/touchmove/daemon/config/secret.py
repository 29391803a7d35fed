"""A secret, such as the token of a broadcast: read from the environment or from a file, and kept.

It is no text, so it cannot get into a message, a log, a page or a report by being formatted: it
shows as three stars, until somebody asks for it by name (`reveal`).
"""

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

    Rejects a file that cannot be read, holds no one line, or that everybody on this machine can
    read, with an `InputError`.
    """
    given = environment.get(variable, "").strip()
    if given:
        return Secret(given)
    if file is None:
        return None
    try:
        with file.open("rb") as opened:
            mode = stat.S_IMODE(file.stat().st_mode)
            text = opened.read(BYTES_MAX).decode("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text of ASCII"
        raise InputError(f"secret {file}: cannot be read: {why}") from error
    if mode & stat.S_IROTH:
        raise InputError(f"secret {file}: everybody on this machine can read it: chmod o-r {file}")
    if len(text.split()) != 1:
        raise InputError(f"secret {file}: write the secret into it, on one line, and nothing else")
    return Secret(text)
