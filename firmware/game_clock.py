"""The chess clock of the game, so that it goes on when the host does not.

The same arithmetic as the host's `game/clock.py`, to the millisecond: how much each player had at
one moment, and whose time has been passing since. Nothing runs. A press is reckoned with the time
of its first contact, and how late it is looked at changes nothing. A time control is a few tuples
of nine numbers, and every kind of clock is a number of its stages that is not zero.

It knows no chess: whoever presses while his time passes has moved. What the host knows better (an
illegal move, a move that was not pressed, the end of the game) the host says by setting the clock.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    Stages = tuple[tuple[int, ...], ...]

MOVES, BASE, INCREMENT, DELAY, REFUND, PERIODS, PERIOD, AT_ZERO, HOURGLASS = range(9)
"""What the numbers of a stage are; 0 moves: as many as its time allows."""

NUMBERS = 9
"""How many they are."""

STOP = 0
WAIT = 1
RUN = 2
MODES = ("stop", "wait", "run")
"""Nobody's time passes; nobody's until somebody presses; the time of the side to move."""

SIDES = ("W", "B")

NO_CONTROL = "00000000"
"""The name of the time control that has no stages: both clocks count up."""


class Half:
    """One player's half of the clock."""

    def __init__(self) -> None:
        self.stages: Stages = ()
        self.set((0, 0, 0, 0, 0, 0))

    def set(self, numbers: "tuple[int, ...] | list[int]") -> None:
        """Take what is left, stage, moves in it, delay left, time used in this turn, period."""
        self.left, self.stage, self.moves, self.waits, self.used, self.period = numbers

    def spend(self, span: int) -> None:
        """So much time passes: first the delay, then the time, and what follows it at zero."""
        if not self.stages:
            self.left += span
            return
        waited = min(self.waits, span)
        self.waits -= waited
        self.used += span - waited
        self._take(span - waited)

    def give(self, span: int) -> None:
        """So much more, or less: on an hourglass, what the other has used."""
        if not self.stages:
            return
        if span > 0:
            self.left += span
        else:
            self._take(-span)

    def complete(self) -> None:
        """A move is completed: what it gives, and the next stage where its number is reached."""
        if not self.stages:
            return
        stage = self.stages[self.stage]
        self.left += stage[INCREMENT] + min(self.used, stage[REFUND])
        if self.period:
            self.left = max(self.left, stage[PERIOD])
        self.used = 0
        self.moves += 1
        if stage[MOVES] and not stage[AT_ZERO] and self.moves >= stage[MOVES]:
            if self.stage + 1 < len(self.stages):  # else the last one comes again
                self.stage += 1
            self.left += self.stages[self.stage][BASE]
            self.moves = self.period = 0
        self.waits = self.stages[self.stage][DELAY]

    def until_flag(self) -> int:
        """How long it may run before the flag falls; -1: it never falls."""
        if not self.stages:
            return -1
        total = self.left
        moves, period = self.moves, self.period
        for number in range(self.stage, len(self.stages)):
            stage = self.stages[number]
            if number > self.stage:
                total += stage[BASE]
            total += (stage[PERIODS] - period) * stage[PERIOD]
            if not _ends_at_zero(stage, moves):
                break
            moves = period = 0
        return self.waits + total if total else 0

    def _take(self, span: int) -> None:
        self.left -= span
        while self.left <= 0:
            stage = self.stages[self.stage]
            if self.period < stage[PERIODS]:
                self.left += stage[PERIOD]
                self.period += 1
            elif self.stage + 1 < len(self.stages) and _ends_at_zero(stage, self.moves):
                self.stage += 1
                self.moves = self.period = 0
                self.left += self.stages[self.stage][BASE]
            else:
                self.left = 0
                return


def _ends_at_zero(stage: "tuple[int, ...]", moves: int) -> bool:
    """Whether a stage passes into the next one at zero."""
    return not stage[MOVES] or bool(stage[AT_ZERO] and moves >= stage[MOVES])


class GameClock:
    """Both halves as of the moment `since`. Sides are 0 for White and 1 for Black."""

    def __init__(self) -> None:
        self.halves = (Half(), Half())
        self.key = NO_CONTROL
        self.mode = STOP
        self.turn = 0
        self.since = 0

    def control(self, key: str, white: "Stages", black: "Stages") -> None:
        """Take a time control; a clock must be set after it."""
        self.key = key
        self.halves[0].stages = white
        self.halves[1].stages = black

    def set(self, at: int, mode: int, turn: int, numbers: "list[int]") -> None:
        """The clock is so at this moment: six numbers for White, six for Black."""
        self.since, self.mode, self.turn = at, mode, turn
        self.halves[0].set(numbers[:6])
        self.halves[1].set(numbers[6:])

    def press(self, side: int, at: int) -> bool:
        """A button went down. Whether that changed anything. Allocates nothing."""
        if self.mode == STOP:
            return False
        if side == self.turn:
            if self.mode == RUN and not self._spend(at):
                return False
            self.halves[side].complete()
            self.turn = 1 - side
        elif self.mode == RUN:
            return False
        self.mode = RUN
        self.since = at
        return True

    def rest(self, at: int) -> None:
        """Time passes up to this moment, and no further: the clock waits for a press."""
        if self.mode == RUN:
            self._spend(at, flagged=True)
            self.mode = WAIT
        self.since = 0

    def text(self) -> str:
        """The clock as the wire has it."""
        words = "%s %d %s %s" % (self.key, self.since, MODES[self.mode], SIDES[self.turn])
        for half in self.halves:
            words += " %d %d %d %d %d %d" % (
                half.left,
                half.stage,
                half.moves,
                half.waits,
                half.used,
                half.period,
            )
        return words

    def _spend(self, at: int, flagged: bool = False) -> bool:
        """The time of the side to move passes up to this moment; False, and nothing changes, if
        his flag has fallen by then, unless that does not matter."""
        span = max(0, at - self.since)
        half = self.halves[self.turn]
        if not flagged and 0 <= half.until_flag() <= span:
            return False
        if not span:
            return True
        left = half.left
        half.spend(span)
        stages = self.halves[0].stages
        if stages and stages[self.halves[0].stage][HOURGLASS]:
            self.halves[1 - self.turn].give(left - half.left)
        return True
