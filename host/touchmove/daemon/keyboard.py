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


@contextlib.contextmanager
def hearing_lines(hear: Callable[[str], object]) -> Iterator[None]:
    """In this block each line that is typed, or comes through a pipe, is given to `hear`."""
    loop = asyncio.get_running_loop()
    keyboard = sys.stdin.fileno() if sys.stdin is not None else -1
    if keyboard < 0 or not _may_wait(keyboard):
        yield
        return
    typed = bytearray()
    # What a shell's user types is not for a job in the background: reading it would stop the job.
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)

    def read() -> None:
        try:
            data = os.read(keyboard, LINE_BYTES_MAX)
        except OSError:
            log.warning("the terminal belongs to another program now; words are not heard")
            data = b""
        if not data:
            loop.remove_reader(keyboard)
        *lines, rest = (bytes(typed) + data).split(b"\n")
        typed[:] = rest[:LINE_BYTES_MAX]
        for line in lines:
            if text := line.decode("utf-8", "replace").strip():
                hear(text)

    loop.add_reader(keyboard, read)
    try:
        yield
    finally:
        loop.remove_reader(keyboard)


def _may_wait(keyboard: int) -> bool:
    """Whether reading can be waited for: a file or /dev/null is always at hand."""
    mode = os.fstat(keyboard).st_mode
    return os.isatty(keyboard) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
