"""How this process is told to end: Ctrl-C, SIGTERM, and SIGHUP of a terminal that is closed.

As long as there is nothing to put away, the first of them ends the process on the spot. A task that
has something to put away says so (`Ending.cancels_me`): from then on the first one cancels that
task, whose blocks put everything away as they are left. No exception is thrown into them, and what
comes after the first is not heeded, so that putting away is never interrupted.

A signal that whoever started us has had ignored, as `nohup` does, stays ignored.
"""

import os
import signal
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Task  # slow to import, and signals come at any time
    from types import FrameType
    from typing import Any

INTERRUPTED = 130
"""128 + SIGINT, as shells report a program that Ctrl-C ended."""
TERMINATED = 143
"""128 + SIGTERM, also for a terminal that was closed."""
PATIENCE_S = 10.0
"""Putting away takes a second or two. If it never ends, a signal after this long ends the rest."""


class Ending:
    """What this process has been told. There is one, `ENDING`."""

    def __init__(self) -> None:
        self._told: int | None = None
        self._told_at = 0.0
        self._task: tuple[AbstractEventLoop, Task[Any]] | None = None

    @property
    def told(self) -> bool:
        """Whether anybody has told us to end."""
        return self._told is not None

    @property
    def interrupted(self) -> bool:
        """Whether it was by Ctrl-C."""
        return self._told == signal.SIGINT

    @property
    def status(self) -> int:
        """The exit status that says so."""
        return INTERRUPTED if self.interrupted else TERMINATED

    def heed(self) -> None:
        """From now on signals are heeded as above. For the main thread of a process of ours."""
        for number in _numbers():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._hear)

    def cancels_me(self, loop: "AbstractEventLoop", task: "Task[Any]") -> None:
        """Being told to end cancels this task."""
        self._task = loop, task

    def comes_too_late(self) -> None:
        """Everything is put away and the status known: nothing is heeded any more."""
        for number in _numbers():
            signal.signal(number, signal.SIG_IGN)

    def _hear(self, number: int, _frame: "FrameType | None") -> None:
        if self._told is not None:
            if time.monotonic() - self._told_at > PATIENCE_S:
                os._exit(self.status)
            return
        self._told, self._told_at = number, time.monotonic()
        if self._task is None:
            os._exit(self.status)
        loop, task = self._task
        if not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)


def _numbers() -> tuple[signal.Signals, ...]:
    """The signals of this system that end a program."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return tuple(signal.Signals[name] for name in names if name in signal.Signals.__members__)


ENDING = Ending()
"""Of this process."""
