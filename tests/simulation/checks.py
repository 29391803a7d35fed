"""What must be true of every simulated game, judged by what the hands meant and nothing else.

Safety: a move on the record is the one that was played, or the arbiter has been told something
that points at it. Two things one bit a square cannot see: a victim that no sensor saw leave,
because it was pushed off without a gap or the contact was late or dead; and a piece that no sensor
saw arrive. A wrong move of those, or one that answers it, is counted by itself.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import chess

from tests.simulation.faults import Struck
from tests.simulation.outages import Outages
from touchmove.arbiter.catching_up import MAX_PLIES
from touchmove.events import Tick
from touchmove.game.effects import Alerted, Effect, IllegalMove
from touchmove.game.step import advance
from touchmove.game.table import Phase, Table

POINTING = frozenset(
    (
        "ambiguous",
        "displaced",
        "inferred",
        "promo_assumed",
        "promo_revised",
        "release",
        "rook_first",
        "silent_capture",
        "touch",
    )
)
"""Alerts that say of a move on the record that it may be another one, or that another was due."""
SILENT = "silent wrong move"
"""The kind of the failure that must not be."""
LATE = "wrong move, told too late"
"""Somebody is told that something stands wrongly, but only when the record has gone on."""

GRACE_MS = 2_500
"""An alert may follow its move by so much: what is astray is told when it has come to rest."""
RESTLESS_MS = 2_500
"""Hands that do not come to rest put it off by so much at most."""
CLOCK_MS = 25
"""How far a clock reading may be from the presses: a collection of garbage, 19 ms, or a lamp frame
may hold up the sample that sees a press, and both ends are read in whole milliseconds."""
JOINED_MS = 2_000
"""The same where a board was away in between: that time is the host's, known to a heartbeat."""


def asked(table: Table) -> tuple[chess.Move, ...]:
    """The moves between which the players are asked."""
    question = table.question
    return () if question is None else tuple(f.move for f in question.candidates)


@dataclass(frozen=True, slots=True)
class Failure:
    """What was not true, and when."""

    kind: str
    ply: int
    detail: str

    def __str__(self) -> str:
        return f"{self.kind} at ply {self.ply}: {self.detail}"


def _due(table: Table, since: int) -> int:
    """By when somebody must be told of what has stood wrongly since then."""
    return max(since, min(table.still_since, since + RESTLESS_MS)) + GRACE_MS


@dataclass
class Checks:
    """Watches the table of one game."""

    moves: tuple[chess.Move, ...]
    """What the hands mean."""
    struck: Struck = field(default_factory=Struck)
    swept: set[int] = field(default_factory=set)
    """Plies at which no sensor saw the victim leave."""
    unseen: set[int] = field(default_factory=set)
    """Plies at whose end no sensor saw where the piece stood."""
    pressed_us: dict[int, int] = field(default_factory=dict)
    """When the clock was pressed after a ply, where that is what ended the mover's time."""
    cut: set[int] = field(default_factory=set)
    """Plies at which the board may have been without power."""
    failures: list[Failure] = field(default_factory=list)
    alerts: Counter[str] = field(default_factory=Counter)
    illegal: int = 0
    swept_wrong: int = 0
    unseen_wrong: int = 0
    unpressed_wrong: int = 0
    """Wrong moves of which the arbiter was only told, by name, that nobody pressed after them."""
    told_wrong: int = 0
    """Wrong moves on the record that the arbiter was told of."""
    causes: list[tuple[str, ...]] = field(default_factory=list)
    """What had struck near each wrong move that nobody was told of in time."""
    last: Table | None = None
    outages: Outages = field(default_factory=Outages)
    _irregular: set[int] = field(default_factory=set)
    _astray: set[int] = field(default_factory=set)
    """Plies that were recorded while the board was to be put right."""
    _suspects: dict[tuple[int, str], int] = field(default_factory=dict)
    _judged: set[tuple[int, str]] = field(default_factory=set)

    def press(self, ply: int, now_us: int) -> None:
        """The clock is pressed after a ply. Of one that is played again any press may count."""
        if ply in self.pressed_us:
            self.interrupted(ply)
        self.pressed_us[ply] = now_us

    def interrupted(self, ply: int) -> None:
        """The time of this ply and of the next are not those between two presses."""
        self._irregular |= {ply, ply + 1}

    def see(self, table: Table, effects: Iterable[Effect], missed: int = 0) -> None:
        """The table as it is now, what became true, and how many reports the board has lost."""
        before, self.last = self.last, table
        self.outages.see(table, missed)
        for effect in effects:
            if isinstance(effect, Alerted):
                self.alerts[effect.kind] += 1
                if effect.kind == "clock_differs" and not self.outages.explain():
                    self.fail("clock differs", len(table.moves), effect.detail)
            elif isinstance(effect, IllegalMove):
                self.illegal += 1
                self.outages.stopped(effect.at)
                self.interrupted(len(table.moves))
        if before is not None and len(table.moves) > len(before.moves) and before.displaced:
            self._astray.add(len(before.moves))
        if before is not None and before.phase is Phase.RESTORING:
            for ply in range(len(before.moves), len(table.moves)):
                self.interrupted(ply)  # they were played on, while the clocks stood still
        playing = table.phase is Phase.PLAYING and table.gap is None
        if playing and table.occupied != table.turn.trace.occupied:
            self.fail("occupancy", len(table.moves), "the turn does not show what the board does")
        if before is not None and table.now < before.now:
            self.fail("time", len(table.moves), f"{before.now} and then {table.now}")
        if before is None or table.moves is not before.moves or self._suspects:
            self._compare(table)

    def _compare(self, table: Table) -> None:
        wrong = {
            (ply, entry.move.uci())
            for ply, entry in enumerate(table.moves)
            if ply >= len(self.moves) or entry.move != self.moves[ply]
        }
        for suspect in list(self._suspects):
            if suspect not in wrong:
                del self._suspects[suspect]  # it was put right in time
        # What follows a wrong move is played from a wrong position: only the first one is judged.
        for suspect in sorted(wrong)[:1]:
            if suspect in self._judged:
                continue
            since = self._suspects.setdefault(suspect, table.now)
            if self.is_told(table, suspect[0]):
                self._judged.add(suspect)
                self.told_wrong += 1
            elif len(table.moves) > suspect[0] + 1 and table.now > _due(table, since):
                self.blame(table, suspect[0])

    def first_wrong(self, table: Table) -> int | None:
        """The first ply at which the record says what nobody played."""
        for ply, entry in enumerate(table.moves):
            if ply >= len(self.moves) or entry.move != self.moves[ply]:
                return ply
        return None

    def is_told(self, table: Table, ply: int) -> bool:
        """Whether the arbiter has been told of a wrong move in time.

        An alert points at it: raised at the move before, as it was recorded, or by the time the
        next move was; or it was still open then; or a promotion was revised, which is told whenever
        it happens. What was inferred over a gap is told once for the whole line. Or the next move
        was found to be illegal, which sends the arbiter to the board as well.
        """
        if ply in self._astray:
            return True
        if any(refusal.ply in (ply + 1, ply + 2) for refusal in table.refusals):
            return True
        promotes = table.moves[ply].move.promotion is not None
        return any(
            (alert.kind in POINTING and alert.ply in (ply, ply + 1, ply + 2))
            or (alert.kind == "inferred" and ply < alert.ply <= ply + MAX_PLIES)
            or (alert.kind == "promo_revised" and promotes and alert.ply > ply)
            for alert in table.alerts
        )

    def blame(self, table: Table, ply: int) -> None:
        """A wrong move stands on the record, and nobody is told in time."""
        recorded = table.moves[ply].move.uci()
        if (ply, recorded) in self._judged:
            return
        self._judged.add((ply, recorded))
        if {ply, ply - 1} & self.swept:
            self.swept_wrong += 1
            return
        if {ply, ply - 1} & self.unseen:
            self.unseen_wrong += 1
            return
        if any(alert.kind == "missed_press" and alert.ply == ply + 1 for alert in table.alerts):
            self.unpressed_wrong += 1
            return
        meant = self.moves[ply].uci() if ply < len(self.moves) else "nothing"
        told = any(alert.kind in POINTING and alert.ply > ply for alert in table.alerts)
        kind = LATE if told else SILENT
        self.fail(kind, ply, f"{recorded} on the record, {meant} was played")
        self.causes.append(self.struck.around(ply))

    def clocks(self, table: Table) -> None:
        """Each mover's time is that between the presses, where nothing was said of either."""
        said = self._irregular | {alert.ply + n for alert in table.alerts for n in (-1, 0, 1)}
        for ply, entry in enumerate(table.moves):
            if entry.clock_estimated:
                said |= {ply, ply + 1}
            began, ended = self.pressed_us.get(ply - 1), self.pressed_us.get(ply)
            if began is None or ended is None or ply in said or ply - 1 in said:
                continue
            if table.outcome is not None and ply == len(table.moves) - 1:
                continue  # a move that ends the game stops the clock when it is made (Laws 5.1.1)
            spent_ms = (ended - began) / 1_000
            if abs(entry.spent_ms - spent_ms) > (JOINED_MS if ply in self.cut else CLOCK_MS):
                self.fail("clock", ply, f"{entry.spent_ms} ms instead of {spent_ms:.0f}")

    def restarted(self) -> None:
        """The host begins anew: of time it knows what its log says."""
        self.last = None

    def recalled(self, table: Table, recalled: Table | None) -> None:
        """The log alone gives the same game."""
        if recalled is None:
            self.fail("log", len(table.moves), "no game in it")
            return
        then, _ = advance(recalled, Tick(table.now))
        for name in ("moves", "phase", "outcome", "alerts", "illegal", "occupied"):
            if getattr(then, name) != getattr(table, name):
                self.fail("log", len(table.moves), f"{name} differs when it is played back")
        if asked(then) != asked(table):
            self.fail("log", len(table.moves), "another question is open when it is played back")

    def fail(self, kind: str, ply: int, detail: str) -> None:
        """Note that something was not true."""
        self.failures.append(Failure(kind, ply, detail))
