"""The clock of this machine as the daemon uses it: it goes on, whatever is done to the calendar.

Somebody sets the PC's clock, or it is corrected over the network as soon as there is one. No game
depends on it, but the time in which a board was away does (`wire.link`), so what sessions are given
is the calendar's time when the program began, and from then on what has passed: the time in which
the machine slept included. `skew_ms` leads from there to the calendar as it is now.

Ref: Linux man-pages, clock_gettime(2): CLOCK_BOOTTIME
"""

import time
from collections.abc import Callable

_PASSED = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Goes on while the machine sleeps, where the system has such a clock."""


def calendar_ms() -> int:
    """Unix time in milliseconds, as this machine has it now."""
    return time.time_ns() // 1_000_000


class HostClock:
    """Unix time in milliseconds that never jumps."""

    def __init__(self, calendar: Callable[[], int] = calendar_ms) -> None:
        self._calendar = calendar
        self._zero_ms = calendar() - _ms(_PASSED)
        self._slept_ms = _slept_ms()
        self._skew_ms = 0

    def now_ms(self) -> int:
        """The time by the calendar at the start, and what has passed since."""
        return self._zero_ms + _ms(_PASSED)

    @property
    def skew_ms(self) -> int:
        """What has to be added for the calendar as it is now."""
        return self._calendar() - self.now_ms()

    def slept_ms(self) -> int:
        """How long the machine has slept since this was asked for the last time."""
        before, self._slept_ms = self._slept_ms, _slept_ms()
        return self._slept_ms - before

    def set_by_ms(self) -> int:
        """By how much the calendar was set since this was asked for the last time."""
        before, self._skew_ms = self._skew_ms, self.skew_ms
        return self._skew_ms - before


def _ms(clock: int) -> int:
    return time.clock_gettime_ns(clock) // 1_000_000


def _slept_ms() -> int:
    return _ms(_PASSED) - _ms(time.CLOCK_MONOTONIC)
