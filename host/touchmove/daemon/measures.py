"""What is counted of one board since the program was started, for who watches over it.

Nothing depends on it: games, logs and lamps are what they are without. Counters only go up, and are
never set back while the program runs.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from touchmove.game.effects import Alerted, Effect
from touchmove.wire import codec
from touchmove.wire.link import Link
from touchmove.wire.messages import Heard, Refused, Report

BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""From what a touch costs on a good day to what players would complain of."""

_REASONS = {words: name for name, words in codec.REASONS.items()}


class Durations:
    """How long something took, each time: how often it was within each of `BOUNDS_S`."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        """The last one is of what took longer than any bound."""
        self.sum_s = 0.0
        self.latest_s = 0.0

    def add(self, seconds: float) -> None:
        """It has taken so long."""
        self.counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.sum_s += seconds
        self.latest_s = seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        """The block takes as long as it takes; one that fails is not counted."""
        began = time.monotonic()
        yield
        self.add(time.monotonic() - began)


class Tally:
    """All that is counted of a board."""

    def __init__(self) -> None:
        self.reports = 0
        """Reports that were heard, those that were heard before included."""
        self.resent = 0
        """Of these, how many were known already."""
        self.refused: Counter[str] = Counter()
        """Lines that were not understood, by why: `crc`, `length`, `bytes`, `unknown`."""
        self.alerts: Counter[str] = Counter()
        """What the arbiter was told, by its kind."""
        self.recogniser = Durations()
        """From what was heard to what it means for the game."""
        self.log_lag = Durations()
        """From what was heard to its being on the disk."""

    def hear(self, heard: Heard, known: Link) -> None:
        """A line came, when so much was known of the board."""
        if isinstance(heard, Report):
            self.reports += 1
            self.resent += heard.sequence <= known.have
        elif isinstance(heard, Refused):
            self.refused[_REASONS.get(heard.reason, "unknown")] += 1

    def became(self, effects: Iterable[Effect]) -> None:
        """This became true of the game."""
        self.alerts.update(effect.kind for effect in effects if isinstance(effect, Alerted))
