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

    @property
    def is_alone(self) -> bool:
        """Whether no thread works for the loop: then nothing can wake it but time."""
        return not self._working

    def leap(self, seconds: float) -> None:
        """So much time passes."""
        self._passed_s += seconds

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
        """What is ready; if nothing can be, the time for which the loop would wait is over."""
        if timeout is None or not self._loop.is_alone:
            return super().select(None if timeout else timeout)
        self._loop.leap(max(timeout, 0))
        return []
