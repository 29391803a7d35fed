"""One simulated game: everything that its seed decides, and what came of it."""

import logging
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tests.simulation import faults as conditions
from tests.simulation import games
from tests.simulation.board import Board
from tests.simulation.cable import WAY_US, Cable
from tests.simulation.checks import SILENT, Checks, Failure
from tests.simulation.contacts import Contacts
from tests.simulation.faults import NONE, Faults, Struck
from tests.simulation.gestures import Gestures
from tests.simulation.host import PATIENT, Host, patient_laws
from tests.simulation.patience import Patience
from tests.simulation.people import Pauses, People
from tests.simulation.timeline import Timeline
from touchmove.daemon.agreement import Agreement
from touchmove.script.write import write
from touchmove.units import Millis

SHARED_MEMORY = Path("/dev/shm")
"""A log there is as safe as one on a disk from everything that is simulated, and much quicker."""
DAY_US = 24 * 3_600 * 1_000_000
"""No simulated game lasts longer; one that does is a failure of the simulation."""
READ_BACK = 0.15
"""How many logs are played back when their game is over; one of a killed host always is."""
OUT_MS = (100, 700, 2_000, 3_500, 10_000, 60_000, 1_200_000)
"""How long the cable is out."""
DOWN_MS = (50, 500, 5_000, 60_000)
"""How long a host or the power is away."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of one seed."""

    seed: int
    faults: Faults
    plies: int
    failures: tuple[Failure, ...]
    injected: Counter[str]
    causes: tuple[tuple[str, ...], ...]
    """What had struck near each wrong move that nobody was told of in time."""
    alerts: Counter[str]
    illegal: int
    swept: int
    swept_wrong: int
    unseen: int
    unseen_wrong: int
    unpressed_wrong: int
    told_wrong: int
    resets: int
    replaced: int
    corrected: int
    silent_wrong: int
    """Wrong moves on the record that nobody was told of; not those that no sensor could see."""
    script: str
    """What the host heard, as a touch script."""


class Scene:
    """Everything of one game."""

    def __init__(self, board: Board, seed: int, log: Path, faults: Faults | None = None) -> None:
        """`faults` are those of the game, instead of the ones that the seed draws."""
        chance = Random(seed)
        drawn = conditions.draw(chance)
        self.faults = drawn if faults is None else faults
        game = games.draw(chance)
        self.moves = game.moves
        self.seed = seed
        self.struck = Struck()
        self.checks = Checks(self.moves, self.struck)
        self.timeline = Timeline()
        self.board = board
        board.forget()
        about = (self.faults, self.struck)
        self.contacts = Contacts(board, self.timeline, Random(chance.random()), *about)
        self.cable = Cable(self.timeline, Random(chance.random()), *about)
        self.cable.to_board = self._to_board
        self._start = game.start
        fen = game.start.fen()
        agreed = Agreement(self.faults.profile, PATIENT, "-", start_running=True, fen=fen)
        self.host = Host(self.timeline, self.cable, log, agreed, self.checks.see)
        self.calmed = False
        self.over = False
        self._chance = Random(chance.random())
        stops_at = self._chance.randint(len(self.moves) // 2, len(self.moves))
        gestures = Gestures(
            self.moves,
            game.boards,
            self.contacts,
            self.checks,
            self.timeline,
            self.faults,
            Random(chance.random()),
            self.struck,
            self._say,
        )
        self.people = People(
            gestures,
            stops_at,
            host=self.host,
            timeline=self.timeline,
            lamps=lambda: board.lamps,
            accident=self._accident,
        )

    def run(self) -> None:
        """Play the game."""
        self.contacts.stand(self._start.occupied)
        self.contacts.power_up()
        self.host.start()
        acting = self._people_act()

        def act() -> None:
            pause = next(acting, None)
            if pause is None:
                self.over = True
            else:
                self.timeline.after(pause, act)

        act()
        while not self.over and self.timeline.now_us < DAY_US:
            self._board_runs()
        table = self.host.table
        assert table is not None
        if not self.over:
            self.checks.fail("endless", self.people.ply, "the day is over")
        self.checks.clocks(table)
        if self._chance.random() < READ_BACK:
            self.checks.recalled(table, self.host.recalled())

    def _people_act(self) -> Pauses:
        yield from self.people.play()
        self._calm()
        yield from Patience(self.people).finish()

    def _board_runs(self) -> None:
        """Until the next act; it happens, unless the board has said something before.

        What the board says reaches nobody sooner than the cable brings it, and nothing of an act
        is in its past, so it may lag behind by the way of the cable.
        """
        due_us, on_us = self.timeline.next_us, self.contacts.on_since_us
        if on_us is not None and due_us > on_us + self.board.now_us + WAY_US:
            data = self.board.run(due_us - on_us)
            if data:
                self.cable.up(on_us + self.board.now_us, data)
                return
        self.timeline.step()

    def _to_board(self, at_us: int, data: bytes) -> None:
        if self.contacts.on_since_us is not None:
            self.board.hear(at_us - self.contacts.on_since_us, data)

    def _say(self, word: str) -> None:
        self.people.say(word)

    # -------------------------------------------------------------- what befalls the world
    def _happens(self, fault: str) -> bool:
        if self._chance.random() >= getattr(self.faults, fault):
            return False
        self.struck.note(fault)
        return True

    def _accident(self) -> None:
        within = self._chance.randint(0, 3_000)
        if self.cable.plugged and self._happens("cable_out"):
            quiet = self._chance.random() < 0.5
            self.timeline.after(within, lambda: self._unplug(quiet=quiet))
        if self._happens("killed"):
            self.timeline.after(within, self._kill)
        if self._happens("power_cut"):
            self.timeline.after(within, self._cut)
        if self.contacts.dead is None and self._chance.random() < self.faults.dead:
            self.contacts.dead = self._chance.randrange(64)
            self.timeline.after(self._chance.randint(1_000, 30_000), self._revive)

    def _revive(self) -> None:
        self.contacts.dead = None
        self.contacts.follow()

    def _unplug(self, *, quiet: bool) -> None:
        """`quiet`: the port stays, and nothing comes through."""
        if self.calmed or not self.cable.plugged:
            return
        self.cable.plugged = False
        if not quiet:
            self.host.unplugged()
        self.timeline.after(self._chance.choice(OUT_MS), lambda: self._plug(quiet=quiet))

    def _plug(self, *, quiet: bool) -> None:
        if self.cable.plugged:
            return
        self.cable.plugged = True
        if not quiet:
            self.host.plugged()

    def _kill(self) -> None:
        if self.calmed or self.host.session is None or self.host.table is None:
            return
        self.checks.recalled(self.host.table, self.host.recalled())
        self.host.kill()
        self.checks.restarted()
        self.timeline.after(self._chance.choice(DOWN_MS), self._restart)

    def _restart(self) -> None:
        if self.host.session is None:
            self.host.start()

    def _cut(self) -> None:
        if self.calmed or self.contacts.on_since_us is None:
            return
        self.contacts.power_down()
        self.checks.cut |= set(range(self.people.ply - 1, self.people.ply + 3))
        self.timeline.after(self._chance.choice(DOWN_MS) // 2, self._power)

    def _power(self) -> None:
        if self.contacts.on_since_us is None:
            self.contacts.power_up()

    def _calm(self) -> None:
        """From now on nothing goes wrong."""
        self.calmed = True
        self.people.gestures.calm()
        calm = replace(NONE, ring=self.faults.ring)
        self.contacts.faults = calm
        self.cable.faults = NONE
        self._power()
        self._plug(quiet=False)
        self._restart()
        self._revive()

    def end(self) -> None:
        """Switch everything off."""
        if self.host.session is not None:
            self.host.kill()
        if self.contacts.on_since_us is not None:
            self.contacts.power_down()

    def script(self) -> str:
        """What the host heard, from the first moment on."""
        if self.host.session is None:
            self.host.start()
        events = self.host.heard()
        began = events[0].at if events else 0
        tags = (("FEN", self._start.fen()), ("Profile", self.faults.profile))
        return write([replace(event, at=Millis(event.at - began)) for event in events], tags)


@contextmanager
def _silence() -> Iterator[None]:
    """A host that is killed and cut off a thousand times says nothing of it."""
    logger = logging.getLogger("touchmove")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


def simulate(
    board: Board, seed: int, *, faults: Faults | None = None, show: bool = False
) -> Simulated:
    """Play the game of a seed on a board that is off, and leave it off.

    With the faults that the seed draws, or with these. A failure brings the touch script of the
    game with it; `show` asks for it in any case. Whatever is raised is a failure too; the board is
    then in no state to be used again.
    """
    place = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
    with _silence(), patient_laws(), tempfile.TemporaryDirectory(dir=place) as folder:
        scene = Scene(board, seed, Path(folder) / "log", faults)
        checks, people = scene.checks, scene.people
        try:
            scene.run()
        except Exception as error:
            checks.fail("crash", people.ply, "".join(traceback.format_exception(error)))
        script = scene.script() if show or checks.failures else ""
        scene.end()
    return Simulated(
        seed=seed,
        faults=scene.faults,
        plies=len(scene.moves),
        failures=tuple(checks.failures),
        injected=scene.struck.counts,
        causes=tuple(checks.causes),
        alerts=checks.alerts,
        illegal=checks.illegal,
        swept=len(checks.swept),
        swept_wrong=checks.swept_wrong,
        unseen=len(checks.unseen),
        unseen_wrong=checks.unseen_wrong,
        unpressed_wrong=checks.unpressed_wrong,
        told_wrong=checks.told_wrong,
        resets=people.resets,
        replaced=people.replaced,
        corrected=people.corrected,
        silent_wrong=sum(failure.kind == SILENT for failure in checks.failures),
        script=script,
    )
