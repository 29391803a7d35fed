"""What the board keeps for the time without its host: the clock of the game, and the set-up.

The host sets them (`stage`, `clock`, `setup`), and presses move the clock, each with the report
that tells it. A clock of a host that did not know the latest press yet is not taken: the host will
hear of the press and set it again. In answer to `resume` the board says which clock it keeps and
where that comes from, before any report: so a host that was away knows it from the beginning.

**After a loss of power** the clock is as it was when it was last written, and waits for a press.
That is what an arbiter expects of a clock: it cannot know for how long it was off, and charges
nobody. A host that was there all the time does know, and sets it at once.

**Writing** is for moments at which nobody touches anything (`memory.py`): after something changed,
and now and then while time passes. A loss of power gives a player so much time back at the most.
"""

from fields import board, is_hex, number, numbers
from game_clock import MODES, NO_CONTROL, NUMBERS, RUN, SIDES, WAIT, GameClock
from reporter import board_text

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from game_clock import Stages
    from memory import Memory
    from reporter import Reporter

WORDS = ("stage", "clock", "setup")
"""The orders that are obeyed here."""

NEVER = 0
SET = 1
FOUND = 2
ALONE = 3
ORIGINS = ("never", "set", "found", "alone")
"""Where the clock comes from: from nowhere; a host set it in this boot; it was found in memory, and
a host knew all of it; it was found, and no host knows what has been pressed."""

CONTROL_FILE = "control.txt"
"""The stages of the time control and the set-up: what a host sets once a game."""

CLOCK_FILES = ("clock0.txt", "clock1.txt")
"""The clock, one after the other, so that a write that is cut off leaves the one before."""

STAGES_MAX = 9
"""Stages of a player."""

SPAN_MAX = 99_999_999_999
STEP_MAX = 999_999_999
MOVES_MAX = 9_999
PERIODS_MAX = 99
STAGE_LIMITS = (MOVES_MAX, STEP_MAX, STEP_MAX, STEP_MAX, STEP_MAX, PERIODS_MAX, STEP_MAX, 1, 1)
HALF_LIMITS = (SPAN_MAX, STAGES_MAX - 1, MOVES_MAX, STEP_MAX, SPAN_MAX, PERIODS_MAX)
"""The longest numbers of a stage and of one player's half, as the wire has them: what the board
says of its clock must fit a line, and no reckoning may take long."""

RUNNING_MS = 60_000
"""While time passes, the clock is written once a minute: 240 writes in a game of four hours, a
dozen erasures, and at most a minute that a loss of power gives back."""

PAUSE_MS = 2_000
"""Two writes are so far apart at least. At that rate, day and night, the flash of a Pico (1.4 MB in
blocks of 4 kB, 100,000 erasures each, twenty writes an erasure) lasts for 40 years."""

LITTER = 4
"""An order or a write leaves as much garbage as so many usual lines (sensing.md)."""

ALONE_MS = 10_000
"""A host that was there all the time has the port open again within so long after a restart, and a
press that came a moment before it makes no board alone: a cable that is kicked stops no clock."""

OVERDUE_MS = 10_000
"""What has not been written for so long is written between two touches, as garbage is collected."""


class Keeper:
    """The clock, the set-up, and what is remembered of them."""

    def __init__(self, memory: "Memory", reporter: "Reporter", now: int) -> None:
        self.clock = GameClock()
        self.origin = NEVER
        self.setup = (bytes(8), bytes(8), bytes(8))
        """Squares to be filled, squares that show White's side, squares that say ready."""
        self.changes = 0
        """How often anything here has changed."""
        self._memory = memory
        self._reporter = reporter
        self._found = ""
        self._found_known = False
        self._pressed = 0
        self._coming_key = ""
        self._coming: list[list[tuple[int, ...]]] = [[], []]
        self._clock_text = self._setup_text = ""
        self.litter = 0
        """How much garbage this has left, in usual lines."""
        self._writes = 0
        self._stored_ms = now
        self._stored = self._controlled = 0
        self._known = True
        self._recall()

    # -------------------------------------------------------------- what happens
    def press(self, side: int, at: int) -> None:
        """A button went down, and is the newest report."""
        self._pressed = self._reporter.newest
        if not self.clock.press(side, at):
            return
        if self.origin == FOUND:
            self.origin = ALONE
        if self.setup[0] != bytes(8):
            self._set_up((bytes(8), bytes(8), bytes(8)))
            self._setup_text = ""
        self.changes += 1

    def period(self, now: int, calm: bool, resting: bool) -> None:
        """Write what has changed: when nobody has touched anything for a while (`calm`), or when
        it is overdue and at least nothing is settling (`resting`). Mostly does nothing."""
        if not resting:
            return
        if self.changes != self._stored or self._known != self._is_known():
            due = PAUSE_MS
        elif self.clock.mode == RUN:
            due = RUNNING_MS
        else:
            return
        if now - self._stored_ms >= due + (0 if calm else OVERDUE_MS):
            self._write(now)

    @property
    def rests(self) -> bool:
        """Whether the clock of a game waits for a press because the power was lost."""
        return self.origin >= FOUND and self.clock.mode == WAIT and not any(self.setup[0])

    def statement(self, now: int) -> str:
        """Which clock is kept. Of one that was found it is said how it was found."""
        reporter, origin = self._reporter, self.origin
        text = self._found if origin >= FOUND else self.clock.text()
        if origin == ALONE and self._found_known and now < ALONE_MS:
            origin = FOUND
        return "kept %s %d %s %s" % (reporter.boot, reporter.newest, ORIGINS[origin], text)

    # -------------------------------------------------------------- what the host says
    def obey(self, word: str, rest: str) -> str:
        """Do what one of `WORDS` says; the reason if that cannot be done, else an empty text."""
        if rest in (self._clock_text, self._setup_text):
            return ""  # said again, in case it was lost
        self.litter += LITTER
        words = rest.split(" ")
        if word == "stage":
            return self._take_stage(words)
        if word == "setup":
            return self._take_setup(words, rest)
        return self._take_clock(words, rest)

    def _take_stage(self, words: "list[str]") -> str:
        given = numbers(words[2:])
        if len(words) != NUMBERS + 4 or given is None or words[1] not in SIDES:
            return "no such stage"
        key, which, count = words[0], given[0], given[1]
        if not (is_hex(key, 8) and 0 < which <= count <= STAGES_MAX):
            return "no such stage"
        if not _within(given[2:], STAGE_LIMITS):
            return "no such stage"
        if key != self._coming_key:
            self._coming_key = key
            self._coming = [[], []]
        side = self._coming[SIDES.index(words[1])]
        if len(side) != count:
            side[:] = [()] * count
        side[which - 1] = tuple(given[2:])
        return ""

    def _take_clock(self, words: "list[str]", text: str) -> str:
        """A clock whose stages have not all arrived is answered by saying which one is kept."""
        after = number(words[0])
        if after < 0:
            return "not one number"
        if after < self._pressed:
            return ""
        if len(words) > 1 and self._sides(words[1]) is None:
            self._reporter.owes_kept = True
            return ""
        if not self._set_clock(words[1:]):
            return "no such clock"
        self._clock_text = text
        self.origin = SET
        self.changes += 1
        return ""

    def _take_setup(self, words: "list[str]", text: str) -> str:
        if len(words) != 3 or not all([is_hex(word, 16) for word in words]):
            return "no such set-up"
        self._setup_text = text
        self._set_up((board(words[0]), board(words[1]), board(words[2])))
        return ""

    def _set_up(self, setup: "tuple[bytes, bytes, bytes]") -> None:
        if setup != self.setup:
            self.setup = setup
            self._controlled = 0
            self.changes += 1

    def _sides(self, key: str) -> "tuple[Stages, Stages] | None":
        """The stages of a time control for White and for Black, if they are all here."""
        if key == NO_CONTROL:
            return (), ()
        if key == self.clock.key:
            return self.clock.halves[0].stages, self.clock.halves[1].stages
        white, black = self._coming
        if key != self._coming_key or not white or not black or () in white or () in black:
            return None
        return tuple(white), tuple(black)

    def _set_clock(self, words: "list[str]") -> bool:
        """Set the clock to what `GameClock.text` wrote; whether that could be."""
        if len(words) != 16 or words[2] not in MODES or words[3] not in SIDES:
            return False
        at, given, sides = number(words[1]), numbers(words[4:]), self._sides(words[0])
        if at < 0 or given is None or sides is None:
            return False
        if not (_within(given[:6], HALF_LIMITS) and _within(given[6:], HALF_LIMITS)):
            return False
        if given[1] >= max(1, len(sides[0])) or given[7] >= max(1, len(sides[1])):
            return False
        if words[0] != self.clock.key:
            self.clock.control(words[0], *sides)
            self._controlled = 0
        self.clock.set(at, MODES.index(words[2]), SIDES.index(words[3]), given)
        return True

    # -------------------------------------------------------------- memory
    def _is_known(self) -> bool:
        """Whether a host has everything that moved this clock."""
        return self.origin <= FOUND and self._reporter.acked >= self._pressed

    def _write(self, now: int) -> None:
        if not self._controlled:
            lines = [
                "stage %s %s %d %d %s"
                % (self.clock.key, SIDES[side], which + 1, len(stages), _joined(stages[which]))
                for side, stages in enumerate([half.stages for half in self.clock.halves])
                for which in range(len(stages))
            ]
            boards = " ".join([board_text(bytearray(squares)) for squares in self.setup])
            lines.append("setup " + boards)
            self._memory.store(CONTROL_FILE, lines)
            self._controlled = 1
        self._writes += 1
        self.litter += LITTER
        self._known = self._is_known()
        self._stored = self.changes
        self._stored_ms = now
        line = "%d %d %d %s" % (self._writes, now, self._known, self.clock.text())
        self._memory.store(CLOCK_FILES[self._writes & 1], [line])

    def _recall(self) -> None:
        """Take what was written last, if it is whole."""
        newest: list[str] = []
        for name in CLOCK_FILES:
            words = " ".join(self._memory.load(name)).split(" ")
            count = number(words[0])
            if len(words) == 19 and count > self._writes and numbers(words[:3]) is not None:
                self._writes = count
                newest = words
        for payload in self._memory.load(CONTROL_FILE):
            word, _, rest = payload.partition(" ")
            if word in WORDS:
                self.obey(word, rest)
        if newest:
            self._restore(int(newest[1]), newest[2] == "1", newest[3:])
        self._coming_key = ""
        self._stored = self.changes

    def _restore(self, written_ms: int, known: bool, words: "list[str]") -> None:
        if not self._set_clock(words):
            return
        self.clock.rest(written_ms)
        self.origin = FOUND if known else ALONE
        self._found_known = known
        self._found = self.clock.text()
        self.changes += 1
        self._controlled = 1


def _within(given: "list[int]", limits: "tuple[int, ...]") -> bool:
    """Whether no number is above its limit."""
    for index in range(len(limits)):  # noqa: SIM110  (all() would allocate)
        if given[index] > limits[index]:
            return False
    return True


def _joined(stage: "tuple[int, ...]") -> str:
    return " ".join([str(value) for value in stage])
