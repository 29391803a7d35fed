"""The two clock buttons: a press counts at its first contact, a release waits.

The clock must not charge a player for debouncing, so the first low sample is the press and carries
its time. What bounces after it is hidden by the release, which needs `RELEASE_MS` of open samples.
Time in which nothing was sampled (garbage is collected for some 19 ms) proves nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from typing import Callable

RELEASE_MS = 20
"""Longest pause within the bounce of a worn button, doubled."""

NOTHING = 0
PRESSED = 1
RELEASED = 2


class ClockButton:
    """One button, low when pressed. Held down at start-up is down, not a press."""

    def __init__(self, value: "Callable[[], int]", now: int) -> None:
        """`value` reads the pin: 0 while the contact is closed."""
        self._value = value
        self.down = not value()
        self._opened = False
        self._open_since = now

    def read(self, now: int) -> int:
        """Take a sample: `NOTHING`, `PRESSED` (now) or `RELEASED`."""
        if not self._value():
            self._opened = False
            if self.down:
                return NOTHING
            self.down = True
            return PRESSED
        if not self.down:
            return NOTHING
        if not self._opened:
            self._opened = True
            self._open_since = now
        elif now - self._open_since >= RELEASE_MS:
            self.down = False
            return RELEASED
        return NOTHING
