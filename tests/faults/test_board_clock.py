"""The clock on the board while nobody hosts it: it runs, it outlasts the power, and it is right.

The daemon's own session here is the host, with its log, at the pty of a simulated board.
"""

import asyncio
import os
import time
import tty
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import chess

from tests.faults.scene import PATIENCE_S, QUICK, SEED, START
from touchmove.clock_state import ClockState, Mode
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.solo import SoloSession
from touchmove.events import ClockPressed, Event
from touchmove.game.clock import ChessClock
from touchmove.game.keeping import clock_of, state_of
from touchmove.game.table import Table
from touchmove.hands import play
from touchmove.shell.simulator import SimulatedBoard
from touchmove.shell.store import Store
from touchmove.units import Millis
from touchmove.wire import codec, frame
from touchmove.wire.messages import ALONE, FOUND, SET, Kept

AGREED = Agreement(
    profile="blitz", laws="2023", time_control="3/60+2:30S5", start_running=True, fen=START.fen()
)
"""A stage with increment that ends in the middle of the game, and one with a delay."""
SANS = ["e4", "e5", "Nf3", "d6", "d4", "Bg4", "dxe5", "Bxf3", "Qxf3", "dxe5"]
STEP_MS = 20


class Host:
    """A session at the port of a board, until it is killed."""

    def __init__(self, port: Path, log: Path) -> None:
        self.kept: list[Kept] = []
        self._decoder = frame.Decoder()
        self._store = Store(log)
        self.session = SoloSession(self._store, "board", send=self._send, clock=_now_ms)
        if not self.session.recall():
            self.session.agree(AGREED)
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._fd, self._read)
        self.session.opened()
        self._tend()

    def kill(self) -> None:
        """What is not in the log is gone."""
        self._timer.cancel()
        self._loop.remove_reader(self._fd)
        os.close(self._fd)
        self._store.close()

    @property
    def table(self) -> Table:
        assert self.session.table is not None
        return self.session.table

    @property
    def offset_ms(self) -> int:
        return self.session.history.link.offset_ms

    def _tend(self) -> None:
        self.session.tend()
        self._timer = self._loop.call_later(0.1, self._tend)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._fd)
        for _, heard in codec.receive(self._decoder, data):
            if isinstance(heard, Kept):
                self.kept.append(heard)
        self.session.receive(data)

    def _send(self, line: bytes) -> bool:
        os.write(self._fd, line)
        return True


def _now_ms() -> int:
    return int(time.time() * 1000)


async def until(board: SimulatedBoard, true: Callable[[], bool]) -> None:
    """Let the board's time pass until this is true."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await board.advance(Millis(board.now + STEP_MS))
            await asyncio.sleep(0.01)


def moves() -> list[chess.Move]:
    position = START.copy()
    return [position.push_san(san) for san in SANS]


def pressed(events: list[Event], count: int) -> int:
    """How many events there are up to the press number `count`, with it."""
    presses = [n for n, event in enumerate(events) if isinstance(event, ClockPressed)]
    return presses[count - 1] + 1


def shown(clock: ChessClock, host: Host, at: Millis) -> ClockState:
    """All that a board could know of a clock at a moment."""
    turn = chess.WHITE if clock.running is None else clock.running
    mode = Mode.STOP if clock.running is None else Mode.RUN
    return state_of(clock.at(at), host.table.rules.time_control, mode, turn)


def stated(host: Host, kept: Kept) -> ChessClock:
    """The clock that a board stated, in the time of the game."""
    clock = clock_of(kept.clock.since(host.offset_ms), host.table.rules.time_control)
    assert clock is not None
    return clock


def kinds(table: Table) -> set[str]:
    return {alert.kind for alert in table.alerts}


def test_presses_without_a_host_move_the_clock_and_a_new_host_has_the_same_one(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with SimulatedBoard.start(seed=SEED, occupied=START.occupied) as board:
            host = Host(board.port, tmp_path / "log")
            await until(board, lambda: host.session.table is not None)
            await until(board, lambda: host.session.history.link.key != "0" * 8)
            events = list(play(START, moves(), QUICK, SEED, starts_at=board.now))
            known = pressed(events, 3)
            await board.perform(events[:known])
            await until(board, lambda: len(host.table.moves) == 3)
            await board.advance(Millis(board.now + 100))
            host.kill()
            await board.perform(events[known:])
            await board.advance(Millis(board.now + 2_000))
            following = Host(board.port, tmp_path / "log")
            await until(board, lambda: len(following.table.moves) == len(SANS))
            (kept,) = following.kept
            assert kept.origin == SET
            clock = stated(following, kept)
            at = Millis(max(clock.since, following.table.clock.since))
            ours = shown(following.table.clock, following, at)
            assert shown(clock, following, at) == ours
            assert (ours.white.stage, ours.black.stage) == (1, 1)
            assert kinds(following.table) == set()
            following.kill()

    asyncio.run(scenario())


def test_a_clock_that_lost_its_power_is_set_by_a_host_that_was_there(tmp_path: Path) -> None:
    """The time without power counts as on the table, as ever."""

    async def scenario() -> None:
        async with SimulatedBoard.start(seed=SEED, occupied=START.occupied) as board:
            host = Host(board.port, tmp_path / "log")
            await until(board, lambda: host.session.table is not None)
            await until(board, lambda: host.session.history.link.key != "0" * 8)
            events = list(play(START, moves(), QUICK, SEED, starts_at=board.now))
            await board.perform(events[: pressed(events, 3)])
            await until(board, lambda: len(host.table.moves) == 3)
            await until(board, lambda: board.now > events[pressed(events, 3) - 1].at + 4_000)
            host.kill()
            await board.power_cycle()
            following = Host(board.port, tmp_path / "log")
            await until(board, lambda: bool(following.kept))
            (kept,) = following.kept
            assert (kept.origin, kept.clock.mode, kept.clock.turn) == (
                FOUND,
                Mode.WAIT,
                chess.BLACK,
            )
            found = stated(following, kept)
            assert found.white == following.table.clock.white._replace(low_ms=None)
            assert kinds(following.table) == set()
            assert following.table.clock.running is chess.BLACK
            following.kill()

    asyncio.run(scenario())


def test_a_clock_that_went_on_by_itself_after_a_loss_of_power_is_taken_over(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with SimulatedBoard.start(seed=SEED, occupied=START.occupied) as board:
            host = Host(board.port, tmp_path / "log")
            await until(board, lambda: host.session.table is not None)
            await until(board, lambda: host.session.history.link.key != "0" * 8)
            events = list(play(START, moves(), QUICK, SEED, starts_at=board.now))
            known = pressed(events, 3)
            await board.perform(events[:known])
            await until(board, lambda: len(host.table.moves) == 3)
            await board.advance(Millis(board.now + 4_000))
            host.kill()
            await board.power_cycle()
            await board.advance(Millis(board.now + 50_000))  # nobody's time
            later = [_later(event, board.now - events[known].at) for event in events[known:]]
            await board.perform(later)
            await board.advance(Millis(board.now + 500))
            following = Host(board.port, tmp_path / "log")
            await until(board, lambda: len(following.table.moves) == len(SANS))
            (kept,) = following.kept
            assert kept.origin == ALONE
            assert kinds(following.table) == {"clock_kept"}
            presses = [event for event in later if isinstance(event, ClockPressed)]
            used = [b.at - a.at for a, b in pairwise(presses)]
            found = {chess.WHITE: kept.clock.white.left_ms, chess.BLACK: kept.clock.black.left_ms}
            entries = following.table.moves[3:]
            assert entries[0].clock_ms == found[chess.BLACK] + 2_000
            for entry, span in zip(entries[1:], used, strict=True):
                assert abs(entry.spent_ms - span) <= 12  # both ends are seen by a scan
            following.kill()

    asyncio.run(scenario())


def _later(event: Event, span_ms: int) -> Event:
    return replace(event, at=Millis(event.at + span_ms))
