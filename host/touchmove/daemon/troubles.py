"""What is wrong now, of which the arbiter is told once when it begins and once when it ends.

A trouble has a kind and a place (a board's id, a port, or nothing), and is open at most once there.
Logs tell its beginning and its end; health, metrics and the arbiter's desk show what is open.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger("touchmove")

OPEN_MAX = 512
"""Troubles that may be open at once: a few for each board of a hall. More are told in the log of
messages alone."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is wrong since a moment."""

    kind: str
    place: str
    """A board's id or the path of a port; empty: it concerns the whole program."""
    since_ms: int
    """Unix time."""
    words: str
    """What is wrong, and what to do about it."""


class Troubles:
    """All that is wrong now."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` is Unix time in milliseconds."""
        self._clock = clock
        self._open: dict[tuple[str, str], Trouble] = {}
        self.begun: dict[str, int] = {}
        """How many of each kind have begun since the program was started."""

    @property
    def open(self) -> tuple[Trouble, ...]:
        """What is wrong now, the oldest first."""
        return tuple(self._open.values())

    def begin(self, kind: str, place: str, words: str) -> None:
        """Something is wrong; told unless it is known already."""
        if (kind, place) in self._open:
            return
        if len(self._open) < OPEN_MAX:
            self._open[kind, place] = Trouble(kind, place, self._clock(), words)
        self._tell(kind, place, words)

    def tell(self, kind: str, place: str, words: str) -> None:
        """Something was wrong, and is over as it is told."""
        self._tell(kind, place, words)

    def end(self, kind: str, place: str, words: str) -> None:
        """It is right again; told if it was known to be wrong."""
        if self._open.pop((kind, place), None) is not None:
            log.warning("%s", words, extra={"trouble": kind, "place": place, "ended": True})

    def forget(self, place: str) -> None:
        """Nobody waits for this place any more."""
        for kind, where in list(self._open):
            if where == place:
                del self._open[kind, where]

    def _tell(self, kind: str, place: str, words: str) -> None:
        self.begun[kind] = self.begun.get(kind, 0) + 1
        log.error("%s", words, extra={"trouble": kind, "place": place})
