"""An event loop whose time passes only while everybody waits for it.

When nothing is ready and no thread works for the loop, its clock leaps to the next timer. Eight
hours in which a program mostly sleeps take as long as what it does in them.
"""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time begins at zero. Threads are waited for, so they take no time."""

    def __init__(self) -> None:
        self._passed_s = 0.0
        self._working = 0
        super().__init__(_Leaping(self))

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._passed_s

    def leap(self, seconds: float) -> bool:
        """So much time passes, unless a thread is at work."""
        if not self._working:
            self._passed_s += seconds
        return not self._working

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., T], *given: object
    ) -> "asyncio.Future[T]":
        """As any loop; meanwhile no time passes."""
        future = super().run_in_executor(executor, func, *given)
        self._working += 1
        future.add_done_callback(self._worked)
        return future

    def _worked(self, _: object) -> None:
        self._working -= 1


class _Leaping(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; if nothing is, the time for which the loop would have waited is over."""
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(0)
        if ready or self._loop.leap(timeout):
            return ready
        return super().select(None)  # the thread will wake us
