"""What a person types while a program runs: lines on standard input, if that can be waited for."""

import asyncio
import contextlib
import logging
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator

log = logging.getLogger("touchmove")

LINE_BYTES_MAX = 1000
"""A line that a person types; what is longer is no word."""
UNDER_WAY_MAX = 16
"""So many lines may wait to be answered. Then nothing is read until fewer do: who pours a file into
a pipe waits, as with any program, and takes no memory of ours."""


@contextlib.contextmanager
def hearing_lines(hear: Callable[[str], asyncio.Task[None]]) -> Iterator[None]:
    """In this block each line that is typed, or comes through a pipe, is given to `hear`."""
    keyboard = sys.stdin.fileno() if sys.stdin is not None else -1
    if keyboard < 0 or not _may_wait(keyboard):
        yield
        return
    # What a shell's user types is not for a job in the background: reading it would stop the job.
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    lines = _Lines(keyboard, hear)
    lines.listen()
    try:
        yield
    finally:
        lines.end()


class _Lines:
    """What comes from a keyboard, as lines."""

    def __init__(self, keyboard: int, hear: Callable[[str], asyncio.Task[None]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._keyboard = keyboard
        self._hear = hear
        self._typed = b""
        """Of the line that is not at its end."""
        self._under_way: set[asyncio.Task[None]] = set()
        self._ended = False

    def listen(self) -> None:
        """Read when something is typed."""
        self._loop.add_reader(self._keyboard, self._read)

    def end(self) -> None:
        """Read no more."""
        self._ended = True
        self._loop.remove_reader(self._keyboard)

    def _read(self) -> None:
        try:
            data = os.read(self._keyboard, LINE_BYTES_MAX)
        except OSError:
            log.warning("the terminal belongs to another program now; words are not heard")
            data = b""
        if not data:
            self.end()
        *lines, rest = (self._typed + data).split(b"\n")
        self._typed = rest[:LINE_BYTES_MAX]
        for line in lines:
            if text := line.decode("utf-8", "replace").strip():
                task = self._hear(text)
                self._under_way.add(task)
                task.add_done_callback(self._answered)
        if len(self._under_way) >= UNDER_WAY_MAX:
            self._loop.remove_reader(self._keyboard)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not self._ended and len(self._under_way) < UNDER_WAY_MAX:
            self.listen()


def _may_wait(keyboard: int) -> bool:
    """Whether reading can be waited for: a file or /dev/null is always at hand."""
    mode = os.fstat(keyboard).st_mode
    return os.isatty(keyboard) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
