"""Standard output and error, as whoever started this process has left them.

What is kept (in a file, through a pipe) is UTF-8 whatever the locale says: PGN and JSON are the
same bytes everywhere. A terminal gets what its encoding can show, and a question mark for the rest.

An output that cannot be written is told in one line, as an `OutputError`; a reader that has gone is
met as `BrokenPipeError`. Neither is ever raised in a thread that only redraws: the main thread
meets the same. What cannot be written on standard error has nobody to be told to.
"""

import contextlib
import io
import logging
import os
import select
import sys
import threading
from typing import Any, BinaryIO, TextIO, cast

from touchmove.errors import OutputError

log = logging.getLogger("touchmove")

_OUTPUT, _ERROR = 1, 2
UNREAD_S = 0.5
"""A terminal that takes nothing for so long (Ctrl-S, a connection that hangs) is not waited for."""


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


class _Unhurried(io.RawIOBase):
    """A terminal that nobody waits for: what it does not take soon, it misses.

    It is opened anew, because others share the way in which ours was opened.
    """

    def __init__(self, path: str) -> None:
        self._number = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        self._unread = False

    def fileno(self) -> int:
        return self._number

    def isatty(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        left = memoryview(data)
        while left:
            try:
                left = left[os.write(self._number, left) :]
                self._unread = False
            except BlockingIOError:
                if self._unread or not select.select([], [self._number], [], UNREAD_S)[1]:
                    self._unread = True
                    break
        return memoryview(data).nbytes


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
    """From now on nothing ends, and nothing waits, because the output takes nothing."""
    if isinstance(sys.stdout, Output):
        if raw := _unhurried(_OUTPUT):
            encoding = sys.stdout.encoding
            sys.stdout = Output(raw, encoding=encoding, errors="replace", write_through=True)
        sys.stdout.goes_on = True
    if isinstance(sys.stderr, _Errors) and (raw := _unhurried(_ERROR)):
        encoding = sys.stderr.encoding
        sys.stderr = _Errors(raw, encoding=encoding, errors="backslashreplace", write_through=True)


def _unhurried(number: int) -> BinaryIO | None:
    """A terminal that need not be read, if this is one that we may open."""
    with contextlib.suppress(OSError):
        return cast(BinaryIO, _Unhurried(os.ttyname(number)))
    return None


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
