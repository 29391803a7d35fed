"""The host of a simulation: the daemon's own session and log, in virtual time.

What is left out of the daemon is asyncio, the serial port and the views. A host that is killed
loses everything but its log; started again, it recalls the game from there as the daemon does.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from tests.simulation.cable import Cable
from tests.simulation.timeline import MS, Timeline
from touchmove.daemon import recalling
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.history import History
from touchmove.daemon.solo import SoloSession
from touchmove.events import Event
from touchmove.game.effects import Effect
from touchmove.game.table import Table
from touchmove.rules import EDITIONS
from touchmove.shell.store import Store

PATIENT = "patient"
"""Laws under which no number of illegal moves ends a game: it has to show that it recovers."""

EPOCH_MS = 1_700_000_000_000
"""What the host's clock shows when true time is zero."""
BOARD = "simulated"
"""The id under which the log has its lines."""
TEND_MS = 250
"""As often as the daemon does (daemon/running.py)."""


@contextlib.contextmanager
def patient_laws() -> Iterator[None]:
    """In this block an agreement may name `PATIENT`."""
    EDITIONS[PATIENT] = replace(EDITIONS["2023"], name=PATIENT, illegal_moves_lose=None)
    try:
        yield
    finally:
        del EDITIONS[PATIENT]


Watch = Callable[[Table, tuple[Effect, ...], int], None]


class Host:
    """A program that runs, or does not."""

    def __init__(
        self, timeline: Timeline, cable: Cable, log: Path, agreed: Agreement, watch: Watch
    ) -> None:
        """`watch` is told of each table, of what became true at it, and how many reports its board
        has lost for ever."""
        self.session: SoloSession | None = None
        self.kills = 0
        self._timeline = timeline
        self._cable = cable
        self._log = log
        self._agreed = agreed
        self._watch = watch
        self._store: Store | None = None
        cable.to_host = self._receive

    @property
    def table(self) -> Table | None:
        """The game, as far as the host knows it."""
        return None if self.session is None else self.session.table

    def start(self) -> None:
        """Start the program: it recalls its log, or begins a new one."""
        self._store = Store(self._log)
        session = SoloSession(self._store, BOARD, send=self._send, clock=self._clock)
        if not session.recall():
            session.agree(self._agreed)
        session.on_change = self._changed
        self.session = session
        if self._cable.plugged:
            session.opened()
        self._tend(session)

    def kill(self) -> None:
        """SIGKILL: what is not in the log is gone."""
        assert self._store is not None
        self._store.close()
        self.session = self._store = None
        self.kills += 1

    def unplugged(self) -> None:
        """The port has vanished."""
        if self.session is not None:
            self.session.lost()

    def plugged(self) -> None:
        """The port is back, and open."""
        if self.session is not None:
            self.session.opened()

    def recalled(self) -> Table | None:
        """What the log alone says."""
        assert self._store is not None
        return recalling.recall(self._store, BOARD).history.table

    def heard(self) -> tuple[Event, ...]:
        """Every event of the game so far, folded from the log."""
        assert self._store is not None
        events: list[Event] = []
        so_far = History()
        for entry in self._store.entries():
            heeded = recalling.heed(so_far, entry)
            so_far = heeded.history
            if so_far.table is not None:
                events += heeded.events
        return tuple(events)

    # -------------------------------------------------------------- what drives it
    def _receive(self, data: bytes) -> None:
        if self.session is not None:
            self.session.receive(data)
            self._look()

    def _tend(self, session: SoloSession) -> None:
        if session is self.session:
            session.tend()
            self._look()
            self._timeline.after(TEND_MS, lambda: self._tend(session))

    def _look(self) -> None:
        self._changed(())

    def _changed(self, effects: tuple[Effect, ...]) -> None:
        if self.session is not None and self.table is not None:
            self._watch(self.table, effects, self.session.history.link.missed)

    def _send(self, line: bytes) -> bool:
        self._cable.down(line)
        return True

    def _clock(self) -> int:
        return EPOCH_MS + self._timeline.now_us // MS
