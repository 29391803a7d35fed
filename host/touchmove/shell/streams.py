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
import math
import os
import select
import sys
import threading
import time
from typing import Any, BinaryIO, TextIO, cast

from touchmove.errors import OutputError
from touchmove.shell.ending import ENDING

log = logging.getLogger("touchmove")

_OUTPUT, _ERROR = 1, 2
UNREAD_S = 0.5
"""A terminal that takes nothing for so long (Ctrl-S, a connection that hangs) is not waited for."""
LOOK_S = 0.1
"""How soon it is noticed that we are told to end."""


class Output(io.TextIOWrapper):
    """Standard output of a process of ours."""

    goes_on = False
    """A game goes on without its output: the loss is said once, and what follows is dropped."""
    _lost = False

    def write(self, text: str, /) -> int:
        """As any stream; see above for what it raises."""
        if self._lost:
            return len(text)
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
        self._lost = True
        drop(self.fileno())
        log.warning("%s; the game goes on", words)


class _Errors(io.TextIOWrapper):
    """Standard error: what it does not take is dropped."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError:
            drop(self.fileno())
        return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            drop(self.fileno())


class _Unhurried(io.RawIOBase):
    """A terminal that is not waited for in vain: what it does not take in time, it misses.

    It is opened anew, because others share the way in which ours was opened.
    """

    def __init__(self, path: str, patience_s: float) -> None:
        """If `patience_s` is infinite, time ends when we are told to end."""
        self._patience_s = patience_s
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
                self._unread = self._unread or not self._is_taken()
                if self._unread:
                    break
        return memoryview(data).nbytes

    def _is_taken(self) -> bool:
        """Wait until it takes more, or for as long as we have patience."""
        give_up = time.monotonic() + self._patience_s
        while time.monotonic() < give_up and not ENDING.told:
            if select.select([], [self._number], [], LOOK_S)[1]:
                return True
        return False


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
    _be_unhurried(UNREAD_S)
    if isinstance(sys.stdout, Output):
        sys.stdout.goes_on = True


def end_with_output_unread() -> None:
    """From now on a terminal that takes nothing does not keep us from ending when we are told."""
    _be_unhurried(math.inf)


def _be_unhurried(patience_s: float) -> None:
    if isinstance(sys.stdout, Output) and (raw := _unhurried(_OUTPUT, patience_s)):
        encoding = sys.stdout.encoding
        sys.stdout = Output(raw, encoding=encoding, errors="replace", write_through=True)
    if isinstance(sys.stderr, _Errors) and (raw := _unhurried(_ERROR, patience_s)):
        encoding = sys.stderr.encoding
        sys.stderr = _Errors(raw, encoding=encoding, errors="backslashreplace", write_through=True)


def _unhurried(number: int, patience_s: float) -> BinaryIO | None:
    """A terminal that need not be read, if this is one that we may open."""
    with contextlib.suppress(OSError):
        return cast(BinaryIO, _Unhurried(os.ttyname(number), patience_s))
    return None


def drop(number: int) -> None:
    """What is still to be written on this stream goes nowhere: else it fails once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def drop_output() -> None:
    """Drop what standard output has not taken."""
    if isinstance(sys.stdout, Output):
        drop(sys.stdout.fileno())


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
