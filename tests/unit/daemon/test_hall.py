"""Many boards in one program: each found by its id, none in the way of another."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import chess
import pytest

from tests.unit.daemon.pty_board import PtyBoard
from tests.unit.daemon.test_session import AGREED, OPENING, Bench, touches
from tests.unit.shell.test_scribe import Held
from touchmove.daemon import desk, hall, plug
from touchmove.daemon.hall import Hall
from touchmove.daemon.recalling import Recalled
from touchmove.daemon.seat import Seat
from touchmove.errors import StoreError
from touchmove.events import Event
from touchmove.shell.host_clock import HostClock
from touchmove.shell.log_lines import Entry, Kind
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Store
from touchmove.view.bulletin import pgn

START = chess.Board().occupied
WAITING = replace(AGREED, start_running=False)
"""Clocks wait for the first touch, so it does not matter since when the board has been heard."""
PATIENCE_S = 30
"""After this long a test has failed; none waits for it otherwise."""


@dataclass
class Time:
    """What the scribe takes for the time: it passes when a test says so."""

    now_s: float = 0.0


@dataclass
class Opened:
    """A hall whose ports are the files `port-*` of a folder."""

    folder: Path
    hall: Hall
    scribe: Scribe
    time: Time

    def port(self, name: str) -> Path:
        return self.folder / f"port-{name}"

    def sans(self, board: str) -> list[str]:
        seat = self.hall.seats.get(board)
        table = None if seat is None else seat.session.table
        return [] if table is None else [entry.san for entry in table.moves]

    def game(self, board: str) -> str:
        table = self.hall.seats[board].session.table
        return "" if table is None else pgn(table)

    def troubles(self) -> list[tuple[str, str]]:
        return [(trouble.kind, trouble.place) for trouble in self.hall.troubles.open]

    def is_heard(self, board: str) -> bool:
        seat = self.hall.seats.get(board)
        return seat is not None and seat.session.table is not None and seat.session.table.linked


@contextlib.asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Opened]:
    async def seated(seat: Seat, recalled: Recalled) -> None:
        if recalled.history.agreement is None:
            await seat.agree(WAITING)

    time = Time()
    scribe = Scribe(Store(folder / "log.sqlite"), clock=lambda: time.now_s)
    made = Hall(
        scribe,
        clock=HostClock(),
        usb=False,
        paths=(f"{folder}/port-*",),
        on_seat=seated,
    )
    try:
        async with asyncio.timeout(PATIENCE_S), made.open():
            await made.recall_all()
            yield Opened(folder, made, scribe, time)
    finally:
        await scribe.close()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110  (what is waited for has no event)
        await asyncio.sleep(0.01)


def alone(path: Path, events: list[Event]) -> str:
    """The game as a single board gives it that nothing disturbs."""
    bench = Bench(path, agreed=WAITING)
    for event in events:
        bench.board.happen(event)
        bench.carry()
    bench.settle()
    bench.store.close()
    return pgn(bench.table)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ports are looked for more often than people plug them in."""
    monkeypatch.setattr(hall, "LOOK_S", 0.05)
    monkeypatch.setattr(plug, "HAIL_S", 0.1)


async def play(board: PtyBoard, events: list[Event]) -> None:
    """Touch after touch, as the board reports them."""
    for event in events:
        board.happen(event)
        await asyncio.sleep(0)


def test_each_board_has_a_game_of_its_own(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as there:
            boards = {name: PtyBoard(START, name=name) for name in ("a", "b", "c")}
            for name, board in boards.items():
                board.plug_in(there.port(name))
            await until(lambda: all(there.is_heard(name) for name in boards))
            await asyncio.gather(
                *(play(board, touches(seed)) for seed, board in enumerate(boards.values()))
            )
            await until(lambda: all(there.sans(name) == OPENING for name in boards))
            for seed, (name, board) in enumerate(boards.items()):
                expected = alone(tmp_path / f"{name}.sqlite", touches(seed))
                assert there.game(name) == expected
                board.unplug()
            assert set(await there.scribe.ask(lambda store: store.boards())) == set(boards)

    asyncio.run(scenario())


def test_a_board_goes_on_at_whichever_port_it_is_plugged_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as there:
            board = PtyBoard(START)
            board.plug_in(there.port("left"))
            events = touches(1)
            await until(lambda: there.is_heard("paper"))
            await play(board, events[:12])
            await until(lambda: board.board.unheard == 0)
            board.unplug()
            await until(lambda: ("lost", "paper") in there.troubles())
            await play(board, events[12:20])
            board.plug_in(there.port("right"))
            await until(lambda: there.troubles() == [])
            await play(board, events[20:])
            await until(lambda: there.sans("paper") == OPENING)
            assert there.game("paper") == alone(tmp_path / "alone.sqlite", events)
            board.unplug()

    asyncio.run(scenario())
    words = [record.getMessage() for record in caplog.records]
    assert sum("is lost: it was unplugged" in each for each in words) == 1
    assert sum("is back" in each for each in words) == 1


def test_of_two_boards_with_one_id_the_first_one_plays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as there:
            first, second = PtyBoard(START), PtyBoard(START, boot="feedbeef")
            first.plug_in(there.port("first"))
            await until(lambda: there.is_heard("paper"))
            second.plug_in(there.port("second"))
            await until(lambda: there.troubles() == [("twin", str(there.port("second")))])
            await play(second, touches(2))
            await play(first, touches(1))
            await until(lambda: there.sans("paper") == OPENING)
            assert there.game("paper") == alone(tmp_path / "alone.sqlite", touches(1))
            assert second.board.unheard > 0
            second.unplug()
            await until(lambda: there.troubles() == [])
            first.unplug()

    asyncio.run(scenario())


def test_a_board_that_is_given_another_name_has_another_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as there:
            board = PtyBoard(START)
            board.plug_in(there.port("a"))
            await until(lambda: there.is_heard("paper"))
            events = touches(1)
            await play(board, events[:6])
            await until(lambda: board.board.unheard == 0)
            before = there.game("paper")
            board.board = type(board.board)(START, "feedbeef", "table-7")
            board.board.hear(b"hail 1*328edc3c\n")
            board.happen()
            await until(lambda: there.is_heard("table-7"))
            await play(board, touches(2))
            await until(lambda: there.sans("table-7") == OPENING)
            assert there.game("paper") == before
            board.unplug()

    asyncio.run(scenario())


@pytest.mark.parametrize("garbage", [b"\xff\x00 no line\n" * 4000, b"x" * 60_000])
def test_a_board_that_talks_without_end_holds_up_nobody(
    tmp_path: Path, garbage: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plug, "BURST_BYTES", 20_000)

    async def babble(board: PtyBoard) -> None:
        while True:
            if not board.is_choked:
                board.blurt(garbage)
            board.happen()
            await asyncio.sleep(0.001)

    async def scenario() -> None:
        async with opened(tmp_path) as there:
            mad, sane = PtyBoard(START, name="mad"), PtyBoard(START, name="sane")
            for board in (mad, sane):
                board.plug_in(there.port(board.board.name))
            await until(lambda: there.is_heard("mad") and there.is_heard("sane"))
            babbling = asyncio.create_task(babble(mad))
            await until(lambda: ("flood", str(there.port("mad"))) in there.troubles())
            await play(sane, touches(1))
            await until(lambda: there.sans("sane") == OPENING)
            assert ("flood", str(there.port("mad"))) in there.troubles()
            assert there.sans("mad") == []
            babbling.cancel()
            mad.unplug()
            sane.unplug()

    asyncio.run(scenario())


class Moody:
    """A scribe whose disk is full from time to time."""

    def __init__(self, scribe: Scribe) -> None:
        self._write = scribe.write
        self.full = False
        scribe.write = self.write  # type: ignore[method-assign]

    async def write(self, entries: object) -> None:
        if self.full:
            raise StoreError("log log.sqlite: the disk is full; make room")
        await self._write(entries)  # type: ignore[arg-type]


def test_a_full_disk_is_told_once_for_all_boards_and_costs_no_move(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as there:
            moody = Moody(there.scribe)
            boards = [PtyBoard(START, name=name) for name in ("a", "b")]
            for board in boards:
                board.plug_in(there.port(board.board.name))
            await until(lambda: there.is_heard("a") and there.is_heard("b"))
            await until(lambda: there.scribe.waiting == 0)  # what is under way would still be kept
            moody.full = True
            for board in boards:
                await play(board, touches(1))
            await until(lambda: there.troubles() == [("log", "")])
            assert (await desk.say_at(there.hall.seats["a"], "resign W")).taken is False
            moody.full = False
            for board in boards:
                board.board.repeat()
                board.happen()
            await until(lambda: there.sans("a") == there.sans("b") == OPENING)
            assert there.troubles() == []
            for board in boards:
                board.unplug()

    caplog.set_level(logging.WARNING, "touchmove")
    asyncio.run(scenario())
    words = [record.getMessage() for record in caplog.records]
    assert sum("the disk is full" in each for each in words) == 1
    assert words.count("the log is being written again") == 1


def test_a_board_that_has_ever_another_name_does_not_fill_the_hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SEATS_MAX", 2)

    async def scenario() -> None:
        async with opened(tmp_path) as there:
            boards = [PtyBoard(START, name=name) for name in ("a", "b", "c")]
            for board in boards[:2]:
                board.plug_in(there.port(board.board.name))
            await until(lambda: there.is_heard("a") and there.is_heard("b"))
            boards[2].plug_in(there.port("c"))
            await until(lambda: there.troubles() == [("seatless", str(there.port("c")))])
            assert set(there.hall.seats) == {"a", "b"}
            for board in boards:
                board.unplug()

    asyncio.run(scenario())


def test_a_board_that_talks_nonsense_is_told_of_once_and_so_is_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(plug, "SANE_S", 0.3)

    async def scenario() -> None:
        async with opened(tmp_path) as there:
            board = PtyBoard(START)
            board.plug_in(there.port("a"))
            await until(lambda: there.is_heard("paper"))
            for _ in range(3):
                board.blurt(b"lift 1 2 e2 ffff*00000000\n" * 20)
                await until(lambda: there.troubles() == [("nonsense", "paper")])
            await until(lambda: there.troubles() == [])
            await play(board, touches(1))
            await until(lambda: there.sans("paper") == OPENING)
            board.unplug()

    asyncio.run(scenario())
    words = [record.getMessage() for record in caplog.records]
    assert sum("cannot be understood" in each for each in words) == 1
    assert sum("is understood again" in each for each in words) == 1


def test_a_disk_that_hangs_is_told_of_once_and_so_is_its_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is refused, nothing is acknowledged; when the disk answers, nothing is lost."""

    async def scenario() -> None:
        async with opened(tmp_path) as there:
            board = PtyBoard(START)
            board.plug_in(there.port("a"))
            await until(lambda: there.is_heard("paper"))
            log = ("log", f"{tmp_path}/log.sqlite")
            held = Held(there.scribe)
            board.happen(*touches(1))
            await until(lambda: there.scribe.waiting > 1)
            there.time.now_s += hall.LATE_S
            await asyncio.sleep(4 * hall.LOOK_S)
            assert there.troubles() == []
            there.time.now_s += 1
            await until(lambda: there.troubles() == [log])
            there.time.now_s += 60
            await asyncio.sleep(4 * hall.LOOK_S)
            assert there.sans("paper") == []
            await held.let_go()
            await until(lambda: there.troubles() == [])
            await until(lambda: there.sans("paper") == OPENING)
            board.unplug()

    asyncio.run(scenario())
    words = [record.getMessage() for record in caplog.records]
    assert sum("the disk has not answered for 6 s" in each for each in words) == 1
    assert sum("the disk has not answered" in each for each in words) == 1
    assert sum("the disk answers again" in each for each in words) == 1


@pytest.mark.parametrize("name", [".", ".."])
def test_a_board_whose_name_is_no_address_finds_no_seat(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told of, and boards with a name play; lines that a log has of it stay there."""
    with contextlib.closing(Store(tmp_path / "log.sqlite")) as store:
        store.append([Entry(Kind.LINK, name, 1, "down"), Entry(Kind.LINK, "paper", 1, "down")])

    async def scenario() -> None:
        async with opened(tmp_path) as there:
            assert set(there.hall.seats) == {"paper"}
            odd, usual = PtyBoard(START, name=name), PtyBoard(START)
            odd.plug_in(there.port("odd"))
            await until(lambda: there.troubles() == [("seatless", str(there.port("odd")))])
            usual.plug_in(there.port("usual"))
            await until(lambda: there.is_heard("paper"))
            assert set(there.hall.seats) == {"paper"}
            for board in (odd, usual):
                board.unplug()

    asyncio.run(scenario())
    words = f'a board that calls itself "{name}" has no address; write a name into its board.json'
    said = [record.getMessage() for record in caplog.records if words in record.getMessage()]
    assert len(said) == 2


def test_a_board_that_is_heard_is_seated_before_those_that_nobody_asks_for(tmp_path: Path) -> None:
    """So a hall whose games take long to compute again serves who is there."""

    async def scenario() -> list[str]:
        async with opened(tmp_path) as there:
            for board in ("a", "b", "c", "d"):
                await there.hall.seat(board)
        scribe = Scribe(Store(tmp_path / "log.sqlite"))

        async def seated(seat: Seat, recalled: Recalled) -> None:
            assert recalled.history.agreement is not None

        again = Hall(scribe, clock=HostClock(), usb=False, on_seat=seated)
        async with asyncio.timeout(PATIENCE_S), again.open(), asyncio.TaskGroup() as group:
            group.create_task(again.recall_all())
            group.create_task(again.seat("a"))
        await scribe.close()
        return list(again.seats)

    seats = asyncio.run(scenario())
    assert sorted(seats) == ["a", "b", "c", "d"]
    assert seats.index("a") <= 1, "the boards that came last would be first"
