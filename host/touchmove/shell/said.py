"""What the program has to say, line by line on standard error."""

import contextlib
import logging
import sys


class _Said(logging.Handler):
    """Log lines on whatever standard error is now: a live terminal display may stand before it."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):
            print(self.format(record), file=sys.stderr)


class _OneLine(logging.Formatter):
    """A line is one line; where a library tells of an exception, it is named and not traced."""

    def format(self, record: logging.LogRecord) -> str:
        words = record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            words = f"{words}: {error!r}"
        return f"touchmove: {' '.join(words.splitlines())}"


def say_on_standard_error() -> None:
    """Begin to say what is logged: our own news, and the warnings of others."""
    said = _Said()
    said.setFormatter(_OneLine())
    logging.basicConfig(level=logging.WARNING, handlers=[said])
    logging.getLogger("touchmove").setLevel(logging.INFO)
