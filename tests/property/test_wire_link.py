"""The board's own reporter and the host's link, joined by a cable that misbehaves.

The firmware's `reporter.py` and `orders.py` run here under CPython, unchanged. Time is virtual. The
cable drops, doubles, spoils and delays whole lines in both directions, as long as the drawn faults
last; then it is good, and everything that happened must have arrived, once and in order.
"""

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clock_runs import Run, begun
from tests.strategies import time_controls
from touchmove import events
from touchmove.clock_state import Mode
from touchmove.events import Event
from touchmove.game.keeping import clock_of
from touchmove.lamp import Lamp
from touchmove.time_control import TimeControl
from touchmove.units import Millis
from touchmove.wire import codec, fields, frame, link
from touchmove.wire import messages as m
from touchmove.wire.known import Keeping

FIRMWARE = Path(__file__).parents[2] / "firmware"
STEP_MS = 50
TEND_MS = 250
WALL_MS = 1_790_000_000_000
START = bytes([0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF])
FAULTS = ("good", "drop", "double", "spoil", "late")

faults = st.lists(st.sampled_from(FAULTS), max_size=60)
happenings = st.lists(
    st.tuples(st.integers(0, 1500), st.integers(0, 65)),  # wait, then a square or a button
    max_size=30,
)


@pytest.fixture(scope="module")
def firmware() -> Iterator[None]:
    """The firmware's modules can be imported, with the frame that the host ships to them."""
    before = set(sys.modules)
    sys.path.insert(0, str(FIRMWARE))
    sys.modules["frame"] = frame
    yield
    sys.path.remove(str(FIRMWARE))
    for name in set(sys.modules) - before:
        if name in ("frame", "reporter", "orders", "keeper", "fields", "game_clock"):
            del sys.modules[name]


class Cable:
    """One direction: bytes go in at a time and come out at a time."""

    def __init__(self, script: list[str]) -> None:
        self.script = list(reversed(script))
        self.under_way: list[tuple[int, bytes]] = []

    def put(self, line: bytes, now: int) -> None:
        """Send a line; the next fault of the script decides what becomes of it."""
        fault = self.script.pop() if self.script else "good"
        if fault == "spoil":
            line = line.replace(b" ", b"!", 1)
        copies = {"drop": 0, "double": 2}.get(fault, 1)
        due = now + (7 * STEP_MS if fault == "late" else 0)
        self.under_way += [(due, line)] * copies

    def take(self, now: int) -> bytes:
        """What has arrived."""
        ready = [line for due, line in self.under_way if due <= now]
        self.under_way = [(due, line) for due, line in self.under_way if due > now]
        return b"".join(ready)


class Console:
    """What the reporter writes to: the cable, at the board's time."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.now = 0

    def ready(self) -> bool:
        return True

    def write(self, line: bytes) -> None:
        self.cable.put(line, self.now)


class LampRow:
    """Lamps that remember what they were told."""

    def __init__(self) -> None:
        self.shown = b"0" * 64

    def show(self, digits: bytes) -> bool:
        self.shown = digits
        return len(digits) == 64


class Shelf:
    """The memory of a board, as long as its world lasts."""

    def __init__(self) -> None:
        self.files: dict[str, list[str]] = {}

    def load(self, name: str) -> list[str]:
        return self.files.get(name, [])

    def store(self, name: str, payloads: list[str]) -> None:
        self.files[name] = list(payloads)


class World:
    """A board, a cable and a host, in one virtual time."""

    def __init__(self, to_host: list[str], to_board: list[str], capacity: int = 64) -> None:
        self.up, self.down = Cable(to_host), Cable(to_board)
        self.lamps = LampRow()
        self.memory = Shelf()
        self.game: Run | None = None
        self.capacity = capacity
        self.now = 0
        self.booted = 0
        self.wall = WALL_MS
        self.link = link.Link()
        self.decoder = frame.Decoder()
        self.heard: list[tuple[str, int, tuple[Event, ...]]] = []
        self.events: list[Event] = []
        self.truth: list[Event] = []
        self.plugged = True
        self.boot(START)

    def boot(self, board: bytes) -> None:
        """The board starts, with these pieces standing on it."""
        self.booted = self.now
        self.console = Console(self.up)
        self.console.now = self.now
        who = ("0.1.0", "table-1", f"{self.now:08x}", "lamps,clock,keeps,pins")
        reporter = importlib.import_module("reporter")
        self.reporter: Any = reporter.Reporter(self.console, who, board, 0, self.capacity)
        keeper = importlib.import_module("keeper")
        self.keeper: Any = keeper.Keeper(self.memory, self.reporter, 0)
        self.reporter.kept = self.keeper.statement
        orders = importlib.import_module("orders")
        self.orders: Any = orders.Orders(self.reporter, self.lamps, self.keeper)
        self.reporter.hello(0)

    def happen(self, what: int) -> None:
        """A square changes, or a clock button goes down."""
        at = Millis(self.now - self.booted)
        if what >= 64:
            self.reporter.add(2, what - 64, at)
            self.keeper.press(what - 64, at)
            self.truth.append(events.ClockPressed(at, what == 64))
        elif self.reporter.occupied[what >> 3] & (1 << (what & 7)):
            self.reporter.add(0, what, at)
            self.truth.append(events.Lifted(at, what))
        else:
            self.reporter.add(1, what, at)
            self.truth.append(events.Placed(at, what))

    def run(self, duration: int) -> None:
        """Let time pass."""
        for _ in range(0, duration, STEP_MS):
            self.now += STEP_MS
            self.wall += STEP_MS
            self.console.now = self.now
            board_ms = self.now - self.booted
            for byte in self.down.take(self.now):
                self.orders.take(byte, board_ms, board_ms)
            self.reporter.send(board_ms, board_ms)
            self.keeper.period(board_ms, True, True)
            if self.plugged:
                self.listen()

    def listen(self) -> None:
        """The host's side of one step."""
        for line, heard in codec.receive(self.decoder, self.up.take(self.now)):
            self.link, said, replies = link.step(self.link, heard, self.wall)
            self.note(line, said, replies)
        if self.now % TEND_MS == 0:
            self.link, said, replies = link.tend(self.link, self.wall)
            self.note("" if said else "tended", said, replies)

    def note(self, line: str, said: tuple[Event, ...], replies: tuple[bytes, ...]) -> None:
        """Keep what a daemon would keep, and send the replies."""
        if line != "tended":
            self.heard.append((line, self.wall, said))
        self.events += said
        if self.link.board is not None and self.link.board.boot == self.reporter.boot:
            told = len(touches(self.events)) + self.link.missed
            to_come = [event.at + self.link.offset_ms for event in self.truth[told:]]
            ticks = [event.at for event in said if isinstance(event, events.Tick)]
            assert not ticks or not to_come or max(ticks) <= min(to_come)
        for reply in (*replies, *self.play(said)):
            self.down.put(reply, self.now)

    def play(self, said: tuple[Event, ...]) -> tuple[bytes, ...]:
        """The host's clock follows the presses, and is kept on the board."""
        if self.game is None:
            return ()
        for event in said:
            if isinstance(event, events.ClockPressed):
                self.game = self.game.pressed(event.color, event.at)
        self.link, lines = link.keep(self.link, self.keeping())
        return lines

    def keeping(self) -> Keeping:
        """What a daemon would have the board keep."""
        assert self.game is not None
        game = replace(self.game, clock=self.game.clock.at(self.not_before()))
        return Keeping(game.state, game.control, m.Setup(1, 2, self.now))

    def not_before(self) -> Millis:
        assert self.game is not None
        return Millis(max(self.link.offset_ms, self.game.clock.since))

    def occupied(self) -> int:
        """The board as it is."""
        return int.from_bytes(self.reporter.occupied, "little")


TOUCHES = (events.Lifted, events.Placed, events.ClockPressed)


def touches(said: list[Event]) -> list[Event]:
    """What hands did, without what the board stated and how time passed."""
    return [event for event in said if isinstance(event, TOUCHES)]


def occupancies_follow(said: list[Event]) -> bool:
    """Edges change what was stated, and never lift from nothing or place on something."""
    board = None
    for event in said:
        if isinstance(event, events.BoardSeen):
            board = event.occupied
        elif isinstance(event, events.Lifted | events.Placed):
            bit = 1 << event.square
            if board is None or bool(board & bit) != isinstance(event, events.Lifted):
                return False
            board ^= bit
    return True


def times_rise(said: list[Event]) -> bool:
    moments = [event.at for event in said]
    return moments == sorted(moments)


@given(happenings, faults, faults)
@settings(deadline=None)
def test_everything_arrives_once_and_in_order(
    firmware: None, script: list[tuple[int, int]], to_host: list[str], to_board: list[str]
) -> None:
    world = World(to_host, to_board)
    world.link, _ = link.show(world.link, (Lamp.MARK,) * 64)
    for wait, what in script:
        world.run(wait)
        world.happen(what)
    world.run(5_000)  # the faults may outlast the happenings
    world.up.script, world.down.script = [], []
    world.run(5_000)
    assert touches(world.events) == world.truth
    assert occupancies_follow(world.events)
    assert times_rise(world.events)
    assert world.link.occupancy == m.Occupancy(world.occupied())
    assert world.link.missed == 0
    assert not world.link.lost
    assert world.lamps.shown == b"4" * 64


@given(happenings, faults, st.lists(st.integers(-100_000, 100_000), max_size=5), st.booleans())
@settings(deadline=None)
def test_the_log_gives_the_same_events_again(
    firmware: None,
    script: list[tuple[int, int]],
    to_host: list[str],
    jumps: list[int],
    thinned: bool,
) -> None:
    world = World(to_host, [])
    for number, (wait, what) in enumerate(script):
        world.run(wait)
        if number < len(jumps):
            world.wall += jumps[number]  # somebody sets the host's clock
        if number == 5:
            world.boot(bytes(world.reporter.occupied))
            world.truth.clear()
        world.happen(what)
    world.run(4_000)
    again = link.Link()
    replayed: list[Event] = []
    for line, received_ms in kept(world.heard) if thinned else whole(world.heard):
        if line:
            again, said, _ = link.step(again, codec.read(line), received_ms)
        else:
            again, said = link.lose(again)
        replayed += said
    if thinned:
        assert without_ticks(replayed) == without_ticks(world.events)
    else:
        assert replayed == world.events
    assert (again.have, again.occupancy) == (world.link.have, world.link.occupancy)
    assert times_rise(world.events)


@given(happenings, faults, faults, time_controls(most_s=20), st.integers(0, 20))
@settings(deadline=None, max_examples=40)
def test_the_board_keeps_the_clock_of_its_host(
    firmware: None,
    script: list[tuple[int, int]],
    to_host: list[str],
    to_board: list[str],
    control: TimeControl,
    deaf: int,
) -> None:
    """Whatever is lost on the way, and though the host hears nothing for a while."""
    world = World(to_host, to_board)
    world.run(2_000)
    world.game = begun(control, Mode.RUN, chess.WHITE, world.link.now)
    for number, (wait, what) in enumerate(script):
        world.plugged = number < 5 or number >= deaf
        world.run(wait)
        world.happen(what)
        world.happen(64 + number % 2)
    world.plugged = True
    world.up.script, world.down.script = [], []
    world.run(10_000)
    text = fields.clock(world.keeper.clock.text().split(" ")).since(world.link.offset_ms)
    clock = clock_of(text, control)
    assert clock is not None
    now = Millis(max(world.link.now, clock.since, world.game.clock.since))
    theirs = replace(world.game, clock=clock.at(now), turn=text.turn)
    ours = replace(world.game, clock=world.game.clock.at(now))
    assert (theirs.state, text.mode) == (ours.state, ours.mode)
    assert world.keeper.setup[2] != bytes(8) or not script


def without_ticks(said: list[Event]) -> list[Event]:
    return [event for event in said if not isinstance(event, events.Tick)]


def whole(heard: list[tuple[str, int, tuple[Event, ...]]]) -> list[tuple[str, int]]:
    return [(line, received_ms) for line, received_ms, _ in heard]


def kept(heard: list[tuple[str, int, tuple[Event, ...]]]) -> list[tuple[str, int]]:
    """The log with fewer heartbeats, by the rule that `link` states."""
    log: list[tuple[str, int]] = []
    left_out: tuple[str, int] | None = None
    for line, received_ms, said in heard:
        periodic = line.startswith(("beat", "pong"))
        if periodic and all(isinstance(event, events.Tick) for event in said):
            left_out = (line, received_ms) if said else left_out
            continue
        final = not line or line.startswith("hello")
        if left_out and final:
            log.append(left_out)
        if said or final:
            left_out = None
        log.append((line, received_ms))
    return log


@given(st.integers(1, 20), st.integers(0, 12), faults)
@settings(deadline=None)
def test_an_overflow_is_said_and_the_board_is_right_afterwards(
    firmware: None, more: int, known: int, to_host: list[str]
) -> None:
    capacity = 16
    world = World([], [], capacity)
    world.run(2_000)
    for square in range(known):
        world.happen(square)
    world.run(2_000)
    world.plugged = False
    world.run(4_000)
    for number in range(capacity + more):
        world.run(STEP_MS)
        world.happen(number % 64)
    world.up.under_way.clear()
    world.up.script = list(to_host)
    world.plugged = True
    world.run(8_000)
    world.up.script = []
    world.run(5_000)
    assert world.link.missed == more
    assert touches(world.events) == world.truth[:known] + world.truth[known + more :]
    assert occupancies_follow(world.events)
    assert world.link.occupancy == m.Occupancy(world.occupied())


@given(happenings, happenings, faults, st.integers(0, 100))
@settings(deadline=None)
def test_after_a_restart_the_board_is_right_and_time_goes_on(
    firmware: None,
    before: list[tuple[int, int]],
    after: list[tuple[int, int]],
    to_host: list[str],
    away: int,
) -> None:
    world = World([], [])
    for wait, what in before:
        world.run(wait)
        world.happen(what)
    world.run(2_000)
    told = len(touches(world.events))
    assert told == len(world.truth)
    last = world.link.now
    away *= STEP_MS
    world.up.script = list(to_host)
    world.now += away
    world.wall += away
    world.boot(bytes(world.reporter.occupied))
    world.truth = [events.Lifted(Millis(0), 0)] * told
    for wait, what in after:
        world.run(wait)
        world.happen(what)
    world.up.script = []
    world.run(8_000)
    assert [without_time(e) for e in touches(world.events)[told:]] == [
        without_time(e) for e in world.truth[told:]
    ]
    assert occupancies_follow(world.events)
    assert times_rise(world.events)
    assert world.link.occupancy == m.Occupancy(world.occupied())
    assert world.link.now - last >= away


def without_time(event: Event) -> tuple[object, ...]:
    return type(event), getattr(event, "square", None), getattr(event, "color", None)
