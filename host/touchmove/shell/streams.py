"""Standard output and error, as whoever started this process has left them.

What is kept (in a file, through a pipe) is UTF-8 whatever the locale says: PGN and JSON are the
same bytes everywhere. A terminal gets what its encoding can show, and a question mark for the rest.

An output that cannot be written is told in one line, as an `OutputError`; a reader that has gone is
met as `BrokenPipeError`. Neither is ever raised in a thread that only redraws: the main thread
meets the same. What cannot be written on standard error has nobody to be told to.
"""

import io
import logging
import os
import sys
import threading
from typing import BinaryIO, TextIO

from touchmove.errors import OutputError

log = logging.getLogger("touchmove")

_OUTPUT, _ERROR = 1, 2


class Output(io.TextIOWrapper):
    """Standard output of a process of ours."""

    goes_on = False
    """A game goes on without its output: the loss is said once, and what follows is dropped."""

    def write(self, text: str, /) -> int:
        """As any stream; see above for what it raises."""
        try:
            return super().write(text)
        except OSError as error:
            self._meet(error)
        return len(text)

    def flush(self) -> None:
        """As any stream; see above for what it raises."""
        try:
            super().flush()
        except OSError as error:
            self._meet(error)

    def _meet(self, error: OSError) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        if isinstance(error, BrokenPipeError):
            raise error
        words = f"standard output cannot be written: {error.strerror}"
        if not self.goes_on:
            raise OutputError(f"{words}; nothing more is shown") from error
        drop(_OUTPUT)
        log.warning("%s; the game goes on", words)


class _Errors(io.TextIOWrapper):
    """Standard error: what it does not take is dropped."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError:
            drop(_ERROR)
        return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            drop(_ERROR)


def take_over() -> None:
    """Standard output and error of this process become those described above.

    Where they, or the input, were closed, nothing else that is opened may come in their place.
    """
    _fill(0, os.O_RDONLY)
    _fill(_OUTPUT, os.O_RDONLY)  # so that writing fails, as it should
    _fill(_ERROR, os.O_WRONLY)
    shown = os.isatty(_OUTPUT)
    old = sys.stdout if isinstance(sys.stdout, io.TextIOWrapper) else None
    sys.stdout = Output(
        _below(old, _OUTPUT),
        encoding=old.encoding if old is not None and shown else "utf-8",
        errors="replace" if shown else "backslashreplace",
        line_buffering=shown,
        write_through=old is not None and old.write_through,
    )
    old = sys.stderr if isinstance(sys.stderr, io.TextIOWrapper) else None
    encoding = old.encoding if old is not None else "utf-8"
    sys.stderr = _Errors(
        _below(old, _ERROR), encoding=encoding, errors="backslashreplace", line_buffering=True
    )


def outlive_output() -> None:
    """From now on nothing ends because standard output cannot be written."""
    if isinstance(sys.stdout, Output):
        sys.stdout.goes_on = True


def drop(number: int) -> None:
    """What is still to be written on this stream goes nowhere: else it fails once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def drop_output() -> None:
    """Drop what standard output has not taken."""
    if isinstance(sys.stdout, Output):
        drop(_OUTPUT)


def _fill(number: int, mode: int) -> None:
    """Open /dev/null under a number that is not open; the lower ones are."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, mode)
        assert opened == number, "the lowest free number is taken"
        os.set_inheritable(number, True)


def _below(stream: TextIO | None, number: int) -> BinaryIO:
    """The bytes below a stream."""
    if isinstance(stream, io.TextIOWrapper):
        stream.flush()
        below: BinaryIO = stream.detach()
        return below
    return open(number, "wb", closefd=False)
