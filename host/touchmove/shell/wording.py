"""A message as a line: a sentence for people, or a JSON object for a program that collects them.

Whatever a message holds, it is one line: newlines in it are written as blanks, or escaped, and
nothing in it commands a terminal. What is said with `extra=` becomes a field of the object; the
board that is spoken of begins the sentence.
A secret is no text (`daemon.config.secret`), so what is shown of it here are its three stars.

Ref: sd-daemon(3), severities before a line; RFC 8259, JSON; RFC 3339, UTC times
"""

import json
import logging
import math
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from typing import Any

from touchmove.errors import one_line

LETTERS_MAX = 8000
"""Of one field; a traceback is longest at its end, which is kept."""

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every message has; the other fields of a record were said with `extra=`."""

_SEVERITIES = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
"""Of syslog, from the gravest."""


class About(logging.LoggerAdapter[logging.Logger]):
    """A logger whose messages are all about one thing: `About(log, {"board": "table-7"})`."""

    def process(
        self, msg: object, kwargs: MutableMapping[str, Any]
    ) -> tuple[object, MutableMapping[str, Any]]:
        """Keep what a single message says besides."""
        given: Mapping[str, object] = kwargs.get("extra") or {}
        return msg, {**kwargs, "extra": {**(self.extra or {}), **given}}


class Sentence(logging.Formatter):
    """A line for people; an exception of a library is named and not traced."""

    def __init__(self, *, severity: bool = False) -> None:
        """If `severity`, it stands before the line as systemd's journal takes it."""
        super().__init__()
        self._severity = severity

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        words = record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            words = f"{words}: {error!r}"
        board = getattr(record, "board", None)
        about = f"{board}: " if board else ""
        before = f"<{_severity(record.levelno)}>" if self._severity else ""
        return f"{before}touchmove: {one_line(about + ' '.join(words.splitlines()))}"


class Object(logging.Formatter):
    """A line for programs: `time`, `level`, `logger`, `event`, what else is said, `exception`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end; ASCII, so that it survives any stream."""
        said = {name: _plain(value) for name, value in vars(record).items() if name not in _OWN}
        at = datetime.fromtimestamp(record.created, UTC)
        own = {
            "time": at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage()[:LETTERS_MAX],
        }
        if record.exc_info and record.exc_info[1] is not None:
            own["exception"] = self.formatException(record.exc_info)[-LETTERS_MAX:]
        return json.dumps({**own, **said, **own})


def _severity(level: int) -> int:
    return next((number for least, number in _SEVERITIES if level >= least), 7)


def _plain(value: object) -> str | int | float | bool | None:
    """A value as JSON has it; what JSON has not is shown as text."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    return str(value)[:LETTERS_MAX]
