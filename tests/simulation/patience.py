"""The people at the board when the faults have stopped: the game must reach what was meant.

Everything that is asked is answered. Who sees that his clock runs although he has moved presses it.
Where the board and the record differ and no lamp says so, the arbiter sets the pieces up as the
page shows them, which is counted: he should not have to. If the same is asked for again and again,
or nothing is left that anybody could do, the game is stuck.
"""

from collections.abc import Generator

from chess import Color

from tests.simulation.people import Pauses, People
from touchmove.game.table import Table

LOOK_MS = 2_600
"""Between two looks: whatever waits for quiet has come, and been told."""
ROUNDS_MAX = 400
"""So many looks must be enough to bring a game to its end."""
AGAIN_MAX = 5
"""So often the same may be tried."""

Verdict = Generator[float, None, str]
"""As `Pauses`; returns why the game is stuck, or nothing."""


class Patience:
    """Brings a game to its end."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._gestures = people.gestures
        self._checks = people.gestures.checks
        self._seen: object = None
        self._again = 0

    def finish(self) -> Pauses:
        """Everything that it takes; a failure is noted where it does not succeed."""
        for _ in range(ROUNDS_MAX):
            yield LOOK_MS
            table = self._people.host.table
            assert table is not None, "the host runs, and the board has been heard"
            if self._is_done(table):
                return
            if table.outcome is not None:
                self._checks.fail("over", len(table.moves), str(table.outcome.termination))
                return
            self._notice(table)
            wrong = self._checks.first_wrong(table)
            stuck = yield from self._round(table, wrong)
            if stuck:
                ply = len(table.moves) if wrong is None else wrong
                self._checks.fail("stuck", ply, stuck)
                return
        self._checks.fail("stuck", self._people.ply, "there is no end")

    def _is_done(self, table: Table) -> bool:
        recorded = tuple(entry.move for entry in table.moves)
        all_played = self._people.ply == len(self._gestures.moves)
        return recorded == self._gestures.moves and all_played and table.in_sync

    def _notice(self, table: Table) -> None:
        """Count how often the same was seen."""
        seen = (len(table.moves), table.occupied, table.phase, table.question is None)
        self._again = self._again + 1 if seen == self._seen else 0
        self._seen = seen

    def _round(self, table: Table, wrong: int | None) -> Verdict:
        """One thing that people do about what they see; `wrong` is a ply of the record."""
        if wrong is not None:
            move = table.moves[wrong].move.uci()
            if self._again > AGAIN_MAX:
                return f"{move} stays on the record"
            if not self._checks.is_told(table, wrong):
                self._checks.blame(table, wrong)
            self._people.mend(table, wrong)
        elif asked := self._people.asked():
            if self._again > AGAIN_MAX:
                return f"the lamps go on asking: {asked}"
            yield from self._people.obey()
        elif self._again > AGAIN_MAX:
            return "the board and the record differ, and nobody is asked"
        else:
            yield from self._go_on(table)
        return ""

    def _go_on(self, table: Table) -> Pauses:
        """Nothing is asked: the next move, or what keeps it from being played."""
        people, boards = self._people, self._gestures.boards
        known, running = len(table.moves), table.clock.running
        if not self._gestures.clocked:
            running = None  # it is no clock that anybody presses
        mover = boards[known].turn
        last = known == len(self._gestures.moves)
        if not last and people.pieces == boards[known].piece_map():
            if running is not None and running != mover:
                self._press(running)
                yield 1_000
            yield from people.make(known)
        elif not last and people.pieces == boards[known + 1].piece_map() and self._again < 3:
            if running is not None and running != mover:  # he whose clock runs has forgotten it
                self._press(running)
                yield 1_000
            if self._gestures.clocked:
                self._gestures.pressing(known, mover)
            yield 500
        elif running is not None and self._again % 2 == 0:
            self._press(running)
            yield 500
        else:
            people.resets += 1
            yield from people.put_right(table.position.board().piece_map())
            people.recount()

    def _press(self, running: Color) -> None:
        """A player presses because his clock runs, though it is for no move that he makes now."""
        self._gestures.contacts.press(running)
        table = self._people.host.table
        if table is not None:
            self._checks.interrupted(len(table.moves))
