"""A session with a log of its own as it runs: a task for the port, for time, and for the views.

All of them work on the same loop and none of them waits while it has the session in hand, so the
session needs no lock. The tasks begin and end with `live`.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NoReturn

from touchmove.daemon.solo import SoloSession
from touchmove.daemon.views import Views
from touchmove.errors import TouchmoveError
from touchmove.shell.ending import ENDING
from touchmove.shell.serial_port import Lost, Opened, Received, SerialPort

log = logging.getLogger("touchmove")

TEND_S = 0.25
"""How often time is told to the session: a dwell of a second is noticed soon after its end."""


def unix_ms() -> int:
    """The time of this machine, for the log and for the relation to the board's clock."""
    return time.time_ns() // 1_000_000


def end_when_told() -> None:
    """Ctrl-C, SIGTERM and SIGHUP cancel the current task (`shell.ending`)."""
    me = asyncio.current_task()
    assert me is not None
    ENDING.cancels_me(asyncio.get_running_loop(), me)


@asynccontextmanager
async def live(session: SoloSession, port: SerialPort, views: Views) -> AsyncIterator[None]:
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
                for task in tasks:
                    task.cancel()
    except ExceptionGroup as several:
        raise_known(several)
    finally:
        port.close()


def raise_known(several: ExceptionGroup[Exception]) -> NoReturn:
    """Raise the first of several errors that people are told of, else all of them."""
    for error in _flat(several):
        if isinstance(error, TouchmoveError | BrokenPipeError):
            raise error from None
    raise several


def _flat(several: ExceptionGroup[Exception]) -> list[Exception]:
    found: list[Exception] = []
    for error in several.exceptions:
        found += _flat(error) if isinstance(error, ExceptionGroup) else [error]
    return found


async def _listen(session: SoloSession, port: SerialPort) -> None:
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


async def _tend(session: SoloSession) -> None:
    while True:
        await asyncio.sleep(TEND_S)
        session.tend()
