"""A session as it runs: one task for the port, one for time, one for the views, one for words.

All of them work on the same loop and none of them waits while it has the session in hand, so the
session needs no lock. The tasks begin and end with `live`.
"""

import asyncio
import contextlib
import logging
import os
import signal
import stat
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from touchmove.daemon import desk
from touchmove.daemon.session import Session
from touchmove.daemon.views import Views
from touchmove.errors import TouchmoveError
from touchmove.shell.ending import ENDING
from touchmove.shell.serial_port import Lost, Opened, Received, SerialPort

log = logging.getLogger("touchmove")

TEND_S = 0.25
"""How often time is told to the session: a dwell of a second is noticed soon after its end."""
WORD_BYTES_MAX = 1000
"""A line that a person types; what is longer is no word."""
WORDS_SHOWN_MAX = 200
"""Characters of a refusal, which quotes what was typed."""


def unix_ms() -> int:
    """The time of this machine, for the log and for the relation to the board's clock."""
    return time.time_ns() // 1_000_000


def end_when_told() -> None:
    """Ctrl-C, SIGTERM and SIGHUP cancel the current task (`shell.ending`)."""
    me = asyncio.current_task()
    assert me is not None
    ENDING.cancels_me(asyncio.get_running_loop(), me)


@asynccontextmanager
async def live(session: Session, port: SerialPort, views: Views) -> AsyncIterator[None]:
    """The session runs for as long as the block does. The port is open already."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(_listen(session, port)),
                group.create_task(_tend(session)),
                group.create_task(views.draw_for_ever()),
            ]
            try:
                views.draw()
                yield
            finally:
                views.draw()
                for task in tasks:
                    task.cancel()
    except ExceptionGroup as several:
        for error in _flat(several):
            if isinstance(error, TouchmoveError | BrokenPipeError):
                raise error from None
        raise
    finally:
        port.close()


def _flat(several: ExceptionGroup[Exception]) -> list[Exception]:
    found: list[Exception] = []
    for error in several.exceptions:
        found += _flat(error) if isinstance(error, ExceptionGroup) else [error]
    return found


async def _listen(session: Session, port: SerialPort) -> None:
    was_lost = False
    async for happening in port.happenings():
        match happening:
            case Received(data):
                session.receive(data)
            case Lost(path, reason):
                log.warning("%s is lost: %s; waiting for it", path, reason)
                session.lost()
                was_lost = True
            case Opened(path):
                if was_lost:
                    log.warning("%s is back", path)
                session.opened()


async def _tend(session: Session) -> None:
    while True:
        await asyncio.sleep(TEND_S)
        session.tend()


# ------------------------------------------------------------------ words at the keyboard
@contextlib.contextmanager
def hearing_words(session: Session) -> Iterator[None]:
    """Lines on standard input are words, if it is a terminal or a pipe."""
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
            data = os.read(keyboard, WORD_BYTES_MAX)
        except OSError:
            log.warning("the terminal belongs to another program now; words are not heard")
            data = b""
        if not data:
            loop.remove_reader(keyboard)
        *lines, rest = (bytes(typed) + data).split(b"\n")
        typed[:] = rest[:WORD_BYTES_MAX]
        for line in lines:
            _say(session, line.decode("utf-8", "replace").strip().removeprefix("@"))

    loop.add_reader(keyboard, read)
    try:
        yield
    finally:
        loop.remove_reader(keyboard)


def _may_wait(keyboard: int) -> bool:
    """Whether reading can be waited for: a file or /dev/null is always at hand."""
    mode = os.fstat(keyboard).st_mode
    return os.isatty(keyboard) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _say(session: Session, line: str) -> None:
    if not line:
        return
    answer = desk.say(session, line)
    tell = log.info if answer.taken else log.error
    tell("%.*s", WORDS_SHOWN_MAX, answer.words)
