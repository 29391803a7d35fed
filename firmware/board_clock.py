"""Milliseconds since boot that never wrap.

`time.ticks_ms` comes round after 2^30 ms (12 days) on an RP2040. Differences of it are true for
half of that, and the loop asks a thousand times a second, so adding differences unwraps it.
"""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from typing import Callable


class BoardClock:
    """The clock that every report is stamped with."""

    def __init__(
        self,
        ticks: "Callable[[], int]" = time.ticks_ms,  # type: ignore[assignment]  # the stubs give ticks a type of their own
        difference: "Callable[[int, int], int]" = time.ticks_diff,
    ) -> None:
        self._ticks = ticks
        self._difference = difference
        self._last = ticks()
        self._now = 0

    def now_ms(self) -> int:
        """Milliseconds since this object was made."""
        ticks = self._ticks()
        self._now += self._difference(ticks, self._last)
        self._last = ticks
        return self._now
