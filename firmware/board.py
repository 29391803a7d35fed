"""One period of the board: scan, settle, report, obey.

Square edges are dated to their first sample and known some samples later; a clock press is known at
once. So that the host hears everything in the order in which it happened, a press waits until no
square can still turn out to have changed before it: a few milliseconds, and none on a quiet board.
Its time is not touched by the wait.
"""

from clock_lever import NOTHING, PRESSED
from debounce import Debouncer
from keeper import Keeper
from orders import Orders
from own_lamps import OwnLamps
from reporter import LIFT, PLACE, PRESS, RELEASE, Reporter

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from clock_lever import ClockButton
    from console import Console
    from lamps import Lamps
    from matrix import Matrix
    from memory import Memory
    from rp2_registers import RegisterMatrix

HELD = 8
"""Presses and releases that can wait: two buttons cannot make more in the time a square settles."""

BYTES_A_PERIOD = 8
"""How much of the host's talk is read in one period. By the factor of sensing.md eight bytes take a
Pico 0.6 ms, so that the period is kept; a lamp frame is in after 12 periods."""

TIDY_LINES = 100
"""Collect garbage after so many lines said and heard: one leaves at most 0.8 kB (sensing.md), and a
Pico has twice as much free as a hundred of them leave."""

OVERDUE_LINES = 150
"""After so many do it between two touches: MicroPython would soon do it in the middle of one."""

LOOK_MS = 50
"""What the board shows and writes by itself can wait for so long: a blink of an eye."""

CALM_MS = 300
"""Nobody is in the middle of a move who has touched nothing for so long."""


class Board:
    """Sensors, buttons and lamps, and the conversation about them."""

    def __init__(
        self,
        matrix: "Matrix | RegisterMatrix",
        buttons: "list[ClockButton]",
        lamps: "Lamps",
        console: "Console",
        memory: "Memory",
        identity: "tuple[str, str, str, str]",
        now: int,
    ) -> None:
        """`buttons` are White's and Black's; `identity` goes to the reporter."""
        self._matrix = matrix
        self._buttons = buttons
        self._console = console
        self._lamps = lamps
        self._raw = bytearray(8)
        matrix.scan(self._raw)
        self.debouncer = Debouncer(self._raw, now)
        self.reporter = Reporter(console, identity, self._raw, now)
        self.keeper = Keeper(memory, self.reporter, now)
        self.reporter.kept = self.keeper.statement
        self._own_lamps = OwnLamps(lamps, self.reporter, self.keeper)
        self._orders = Orders(self.reporter, lamps, self.keeper)
        self._tidied = 0
        self._looked_ms = now - LOOK_MS
        self._held = 0
        self._held_codes = bytearray(HELD)
        self._held_times = [0] * HELD
        self.reporter.hello(now)

    def period(self, now: int) -> None:
        """Do everything once, at board time `now`. Allocates nothing while nothing happens."""
        self._matrix.scan(self._raw)
        if self.debouncer.settle(self._raw, now):
            self._report_squares()
        self._read_button(0, now)
        self._read_button(1, now)
        if self._held:
            self._report_held()
        settled = self.debouncer.horizon
        self._listen(now, settled)
        self.reporter.send(now, settled)
        self._lamps.period(now)
        if now - self._looked_ms >= LOOK_MS:
            self._look(now)

    def _look(self, now: int) -> None:
        """What the board does by itself, as far as something has changed."""
        self._looked_ms = now
        self._own_lamps.period(now)
        resting = not (self._held or self.debouncer.unsettled)
        self.keeper.period(now, now - self.reporter.moved_ms >= CALM_MS, resting)

    def wants_tidying(self, now: int) -> bool:
        """Whether garbage is to be collected now: there is some, and nobody touches anything.

        Only lines make garbage: said, heard or written. They are counted because asking how much
        memory is free takes a chip milliseconds.
        """
        lines = self.reporter.lines + self._orders.lines + self.keeper.litter - self._tidied
        if lines < TIDY_LINES or self._held or self.debouncer.unsettled:
            return False
        if lines < OVERDUE_LINES and now - self.reporter.moved_ms < CALM_MS:
            return False
        self._tidied += lines
        return True

    def _report_squares(self) -> None:
        """Lifts before places: a piece that moved within one sample left before it arrived."""
        debouncer = self.debouncer
        for kind, changed in ((LIFT, debouncer.lifted), (PLACE, debouncer.placed)):
            for square in range(64):
                if changed[square >> 3] & (1 << (square & 7)):
                    self.reporter.add(kind, square, debouncer.edge_ms)

    def _read_button(self, side: int, now: int) -> None:
        happened = self._buttons[side].read(now)
        if happened == NOTHING:
            return
        if self._held == HELD:
            self._pass_on(HELD)
        self._held_codes[self._held] = (PRESS if happened == PRESSED else RELEASE) << 1 | side
        self._held_times[self._held] = now
        self._held += 1

    def _report_held(self) -> None:
        debouncer = self.debouncer
        ripe = self._held
        if debouncer.unsettled:
            horizon = debouncer.horizon
            ripe = 0
            while ripe < self._held and self._held_times[ripe] < horizon:
                ripe += 1
        if ripe:
            self._pass_on(ripe)

    def _pass_on(self, count: int) -> None:
        """Report the first so many of what waits."""
        for i in range(count):
            code = self._held_codes[i]
            self.reporter.add(code >> 1, code & 1, self._held_times[i])
            if code >> 1 == PRESS:
                self.keeper.press(code & 1, self._held_times[i])
        for i in range(count, self._held):
            self._held_codes[i - count] = self._held_codes[i]
            self._held_times[i - count] = self._held_times[i]
        self._held -= count

    def _listen(self, now: int, settled: int) -> None:
        for _ in range(BYTES_A_PERIOD):
            byte = self._console.read_byte()
            if byte < 0:
                return
            self._orders.take(byte, now, settled)
