"""True time in a simulation, and what is to happen in it.

The board's time passes in its own process, so nothing here may overtake it: before anything
happens, the board runs up to that moment, and where it says something on the way the moment comes
when the cable has brought it to somebody.
"""

import heapq
from collections.abc import Callable
from itertools import count

MS = 1_000
"""Microseconds in a millisecond: time here is counted in microseconds."""


class Timeline:
    """Acts in order of time; of two at one moment the one that was planned first."""

    def __init__(self) -> None:
        self.now_us = 0
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()

    def plan(self, at_us: int, act: Callable[[], None]) -> None:
        """`act` at a moment that is not over yet."""
        heapq.heappush(self._planned, (max(at_us, self.now_us), next(self._numbers), act))

    def after(self, ms: float, act: Callable[[], None]) -> None:
        """`act` so much later."""
        self.plan(self.now_us + int(ms * MS), act)

    @property
    def next_us(self) -> int:
        """When the next act is due. There is one."""
        return self._planned[0][0]

    def step(self) -> None:
        """Let the next act happen."""
        at_us, _, act = heapq.heappop(self._planned)
        self.now_us = max(self.now_us, at_us)
        act()
