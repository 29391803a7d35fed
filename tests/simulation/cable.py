"""The cable: lines on their way in both directions, and what becomes of them.

A line is late by a drawn time but never overtakes another. Where the game has noise, a line is now
and then lost, doubled, cut in two or damaged. While the cable is out nothing comes through.
"""

from collections.abc import Callable
from random import Random

from tests.simulation.faults import Faults, Struck
from tests.simulation.timeline import MS, Timeline

WAY_US = 1_500
"""How long a line is on the way at least."""


class Cable:
    """Both directions of one cable."""

    def __init__(self, timeline: Timeline, chance: Random, faults: Faults, struck: Struck) -> None:
        self.faults = faults
        self.plugged = True
        self.to_host: Callable[[bytes], None] = lambda data: None
        """Takes what arrives at the host."""
        self.to_board: Callable[[int, bytes], None] = lambda at_us, data: None
        """Takes what will arrive at the board, and when."""
        self._timeline = timeline
        self._chance = chance
        self._struck = struck
        self._last = [0, 0]

    def up(self, said_us: int, data: bytes) -> None:
        """The board has said this, at this moment."""
        for at_us, part in self._parts(0, said_us, data):
            self._timeline.plan(at_us, lambda part=part: self._arrive(part))  # type: ignore[misc]

    def down(self, data: bytes) -> None:
        """The host has said this."""
        for at_us, part in self._parts(1, self._timeline.now_us, data):
            self.to_board(at_us, part)

    def _arrive(self, data: bytes) -> None:
        if self.plugged:
            self.to_host(data)

    def _parts(self, way: int, said_us: int, data: bytes) -> list[tuple[int, bytes]]:
        """What comes of some lines, and when: late, and harmed or not."""
        if not self.plugged:
            return []
        found = []
        for line in data.splitlines(keepends=True):
            for part in self._harmed(line):
                late_us = WAY_US + self._chance.randint(0, self.faults.delay_ms * MS)
                at_us = max(said_us + late_us, self._last[way] + 1)
                self._last[way] = at_us
                found.append((at_us, part))
        return found

    def _harmed(self, line: bytes) -> tuple[bytes, ...]:
        chance = self._chance
        if chance.random() >= self.faults.noise:
            return (line,)
        self._struck.note("noise")
        cut = chance.randrange(len(line))
        match chance.choice(("lost", "doubled", "cut", "damaged", "shortened")):
            case "lost":
                return ()
            case "doubled":
                return line, line
            case "cut":
                return tuple(part for part in (line[:cut], line[cut:]) if part)
            case "damaged":
                return (
                    line[:cut] + bytes((line[cut] ^ 1 << chance.randrange(8),)) + line[cut + 1 :],
                )
            case _:
                return (line[:cut],) if cut else ()
