"""Why the clock that a board showed while nobody heard it may differ from that of its game.

There are three reasons, and no fourth. Only a host can judge an illegal move, which stops the
clocks, so a board without its host lets them run on. Where the board's ring overflowed, presses
that moved its clock never reached the game. And a press on a board without power moved no clock,
while the game infers it, with an estimated time. Anything else that is told as a difference is an
error of the arithmetic, of one end or the other.
"""

from dataclasses import dataclass, field

from touchmove.game.table import Phase, Table

REPEATED_MS = 3_000
"""A clock that the host sets just before an outage may be lost with its repeats, one a second."""

NEVER = -(1 << 60)


@dataclass
class Outages:
    """Watches one game for what its board cannot know."""

    _began: list[int] = field(default_factory=lambda: [0, 0])
    """When the last two outages began, in board time: the second may begin before the board was
    set after the first."""
    _stopped: int = NEVER
    """When the game's clock was seen to stand still."""
    _missed: tuple[int, int] = (0, NEVER)
    """How many reports were lost for ever, and when that was noticed."""
    _estimated: int = NEVER
    """When a press that nobody heard was inferred last."""
    _plies: int = 0

    def see(self, table: Table, missed: int) -> None:
        """The table as it is now, and how many reports of its board have been lost for ever."""
        if table.gap is not None and table.gap.lost_at > self._began[1]:
            self._began = [self._began[1], table.gap.lost_at]
        if table.phase is Phase.PLAYING and table.started and table.clock.running is None:
            self._stopped = table.now
        if len(table.moves) != self._plies:
            new = table.moves[self._plies :]
            if any(entry.clock_estimated for entry in new):
                self._estimated = table.now
            self._plies = len(table.moves)
        if missed > self._missed[0]:
            self._missed = missed, table.now

    def stopped(self, at: int) -> None:
        """An illegal move was pressed at a moment, however soon it was put right."""
        self._stopped = max(self._stopped, at)

    def explain(self) -> bool:
        """Whether the clock that the board has shown may be another one than that of the game."""
        reasons = (self._stopped, self._missed[1], self._estimated)
        return max(reasons) >= self._began[0] - REPEATED_MS
