"""A session keeps every move, whatever becomes of port, log and process, and says so once."""

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path

import chess
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.daemon.paper_board import BOOT, PaperBoard
from touchmove.arbiter.orientation import as_played
from touchmove.daemon import checkpoint
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Checkpoint
from touchmove.daemon.solo import SoloSession
from touchmove.errors import InputError, StoreError
from touchmove.events import ClockPressed, Event, Lifted, Placed, Word
from touchmove.game.table import Table
from touchmove.hands import HUMAN, play
from touchmove.lamp import DARK, Lamp
from touchmove.shell.store import Entry, Kind, Store
from touchmove.units import Millis
from touchmove.view.bulletin import pgn
from touchmove.view.snapshot import take
from touchmove.wire import frame

AGREED = Agreement("classical", "2023", "300+3", start_running=True)
OPENING = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4"]


class MoodyStore(Store):
    """A log on a disk that is full from time to time."""

    full = False

    def append(self, entries: Iterable[Entry]) -> None:
        if self.full:
            raise StoreError("log table.sqlite: the disk is full; make room")
        super().append(entries)


class Bench:
    """A session, its log and its board, and a clock that goes when it is told to."""

    def __init__(
        self,
        path: Path,
        occupied: int = chess.Board().occupied,
        agreed: Agreement = AGREED,
        *,
        before: Iterable[Event] = (),
        greeted: bool = False,
    ) -> None:
        """`before` is what hands do while there is no host; `greeted` is whether the board is
        known when the game is agreed on."""
        self.path = path
        self.agreed = agreed
        path.unlink(missing_ok=True)
        self.board = PaperBoard(occupied)
        for event in before:
            self.board.happen(event)
        self.clock_ms = 1_764_500_000_000
        self.start()
        if greeted:
            self.carry()
        self.session.agree(agreed)
        self.settle()

    def start(self) -> None:
        """A process begins: nothing is known but the log."""
        self.store = MoodyStore(self.path)
        self.session = SoloSession(
            self.store, "paper", send=self.board.hear, clock=lambda: self.clock_ms
        )
        self.session.recall()
        self.session.opened()

    def kill(self) -> None:
        """The process ends without a word, and what was under way to it is lost."""
        self.board.take()
        self.store.close()
        self.start()

    def carry(self, size: int = 1_000_000) -> None:
        """What the board has said arrives, in pieces of this size."""
        data = self.board.take()
        self.clock_ms += 5
        for start in range(0, len(data), size):
            self.session.receive(data[start : start + size])

    def pass_second(self, *, for_the_board: bool = True) -> None:
        for _ in range(4):
            self.clock_ms += 250
            self.session.tend()
        self.board.beat(1000 if for_the_board else 0)

    def settle(self) -> None:
        """Everything works and nothing new happens, until all is said."""
        self.store.full = False
        self.carry()
        for _ in range(3):
            self.pass_second()
            self.board.repeat()
            self.carry()
        assert self.board.unheard == 0

    @property
    def table(self) -> Table:
        assert self.session.table is not None
        return self.session.table


def touches(seed: int) -> list[Event]:
    board = chess.Board()
    moves = [board.push_san(san) for san in OPENING]
    pressed = play(chess.Board(), moves, HUMAN, seed, starts_at=Millis(4000))
    return [event for event in pressed if not isinstance(event, Word)]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def undisturbed(path: Path, events: list[Event]) -> str:
    bench = Bench(path)
    for event in events:
        bench.board.happen(event)
        bench.carry()
    bench.settle()
    bench.store.close()
    return pgn(bench.table)


FAULTS = st.sampled_from(["none", "kill", "unplug", "lose", "full", "room", "second", "repeat"])


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    seed=st.integers(0, 50),
    faults=st.lists(st.tuples(FAULTS, st.integers(1, 12), st.integers(1, 200)), max_size=12),
)
def test_no_fault_costs_a_move_or_a_second(
    tmp_path: Path, seed: int, faults: list[tuple[str, int, int]]
) -> None:
    """Kills, pulled plugs, lost bytes and a full disk, between any two touches."""
    events = touches(seed)
    expected = undisturbed(tmp_path / "undisturbed.sqlite", events)
    bench = Bench(tmp_path / "table.sqlite")
    rest = iter(events)
    for fault, count, size in faults:
        for event in islice(rest, count):
            bench.board.happen(event)
        happen(bench, fault)
        bench.carry(size)
    for event in rest:
        bench.board.happen(event)
    bench.settle()
    assert pgn(bench.table) == expected
    bench.kill()
    assert pgn(bench.table) == expected
    bench.store.close()


def happen(bench: Bench, fault: str) -> None:
    match fault:
        case "kill":
            bench.kill()
        case "unplug":
            bench.session.lost()
            bench.board.take()
            bench.session.opened()
        case "lose":
            bench.board.take()
        case "full":
            bench.store.full = True
        case "room":
            bench.store.full = False
        case "second":
            bench.pass_second(for_the_board=False)  # the hands' own times are to be kept
        case "repeat":
            bench.board.repeat()


def test_the_log_gives_the_same_table_that_was_live(bench: Bench) -> None:
    for event in touches(3):
        bench.board.happen(event)
        bench.carry()
    bench.session.say("adjust")
    live = take(bench.table)
    bench.kill()
    assert replace(take(bench.table), linked=True) == live


def test_a_report_is_on_the_disk_before_the_board_is_told(bench: Bench) -> None:
    heard: list[int] = []
    board_hears = bench.board.hear

    def send(line: bytes) -> bool:
        if line.startswith(b"ack"):
            heard.append(sum(e.kind is Kind.REPORT for e in bench.store.entries()))
        return board_hears(line)

    bench.session.send = send
    for number, event in enumerate(touches(0)[:6], start=1):
        before = len(heard)
        bench.board.happen(event)
        bench.carry()
        assert len(heard) > before
        assert heard[-1] >= number


def test_heartbeats_that_say_nothing_new_are_not_logged(bench: Bench) -> None:
    before = len(list(bench.store.entries()))
    for _ in range(100):
        bench.pass_second()
        bench.carry()
    assert len(list(bench.store.entries())) == before


def test_a_full_disk_is_said_once_and_its_end_once(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "touchmove")
    bench.store.full = True
    for event in touches(0)[:9]:
        bench.board.happen(event)
        bench.carry()
        bench.board.repeat()
        bench.pass_second()
        bench.carry()
    assert bench.board.unheard == 9
    assert not bench.table.moves
    bench.settle()
    words = [record.getMessage() for record in caplog.records]
    assert words == [
        "log table.sqlite: the disk is full; make room; "
        "the board keeps what is not logged until then",
        "the log is being written again",
    ]


def test_a_word_that_cannot_be_kept_is_not_taken(bench: Bench) -> None:
    bench.store.full = True
    with pytest.raises(StoreError, match=r"'resign W' was not taken, .*; say it again"):
        bench.session.say("resign W")
    assert bench.table.outcome is None
    bench.store.full = False
    bench.session.say("resign W")
    assert bench.table.outcome is not None


def test_a_word_that_nobody_knows_changes_nothing(bench: Bench) -> None:
    before = list(bench.store.entries())
    with pytest.raises(ValueError, match="no word of the touch script"):
        bench.session.say("castle")
    assert list(bench.store.entries()) == before


def test_a_word_before_a_board_is_heard_is_not_taken(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path / "table.sqlite")
    session = SoloSession(store, "paper", send=lambda line: False, clock=lambda: 1_764_500_000_000)
    session.agree(AGREED)
    before = list(store.entries())
    with pytest.raises(ValueError, match="no game before a board is heard"):
        session.say("resign W")
    assert list(store.entries()) == before
    store.close()


def test_a_result_without_moves_is_kept(bench: Bench) -> None:
    bench.session.say("result 1-0 no show")
    bench.session.say("new")
    bench.settle()
    bench.kill()
    (forfeited,) = bench.session.history.finished
    assert forfeited.outcome is not None
    assert forfeited.outcome.result == "1-0"


@pytest.mark.parametrize("killed", range(4))
def test_a_game_that_hands_begin_on_a_forfeited_board_is_kept(bench: Bench, killed: int) -> None:
    """The first lift is a touch of the new game, live and after a restart."""
    bench.session.say("default both")
    bench.settle()
    first: tuple[Event, ...] = (
        Lifted(Millis(20_000), chess.E2),
        Placed(Millis(40_000), chess.E4),
        ClockPressed(Millis(60_000), chess.WHITE),
    )
    for number, event in enumerate(first):
        if number == killed:
            bench.kill()
            bench.settle()
        bench.board.happen(event)
        bench.carry()
    live = bench.table
    assert [entry.san for entry in live.moves] == ["e4"]
    assert live.moves[0].evidence == "witnessed"
    bench.kill()
    bench.settle()
    assert bench.table.moves == live.moves
    assert bench.table.clock.white == live.clock.white


def test_lamps_show_what_to_set_up_and_that_it_stands_until_the_clock_is_started(
    tmp_path: Path,
) -> None:
    start = chess.Board().occupied
    bench = Bench(tmp_path / "table.sqlite", start & ~chess.BB_E2 | chess.BB_E5)
    assert bench.table.phase.value == "setup"
    assert bench.board.lamps[chess.E2] is Lamp.PLACE
    assert bench.board.lamps[chess.E5] is Lamp.LIFT
    bench.kill()
    bench.settle()
    assert bench.board.lamps[chess.E2] is Lamp.PLACE
    bench.board.happen(Lifted(Millis(8000), chess.E5))
    bench.board.happen(Placed(Millis(9000), chess.E2))
    bench.settle()
    assert bench.table.phase.value == "playing"
    assert bench.board.lamps == (Lamp.MARK,) * 8 + DARK[8:]
    bench.board.happen(ClockPressed(Millis(20_000), chess.BLACK))
    bench.settle()
    assert bench.board.lamps == DARK
    bench.store.close()


def test_lamps_that_ask_for_the_way_back_stay_lit_until_the_board_is_right(bench: Bench) -> None:
    """Also if more came in the same piece of data than what lit them."""
    at = Millis(2000)
    for event in (
        Lifted(at, chess.E2),
        Placed(Millis(at + 500), chess.E5),
        ClockPressed(Millis(at + 1000), chess.WHITE),
    ):
        bench.board.happen(event)
    bench.board.beat(1000)
    bench.carry()
    assert (bench.board.lamps[chess.E5], bench.board.lamps[chess.E2]) == (Lamp.LIFT, Lamp.PLACE)
    bench.settle()
    assert (bench.board.lamps[chess.E5], bench.board.lamps[chess.E2]) == (Lamp.LIFT, Lamp.PLACE)
    bench.board.happen(Lifted(Millis(at + 9000), chess.E5))
    bench.carry()
    assert (bench.board.lamps[chess.E5], bench.board.lamps[chess.E2]) == (Lamp.OFF, Lamp.PLACE)
    bench.board.happen(Placed(Millis(at + 9500), chess.E2))
    bench.settle()
    assert bench.board.lamps == DARK


@pytest.mark.parametrize("orientation", ["black", "auto"])
@pytest.mark.parametrize("killed_after", [0, 1, 2, 3, 9])
def test_a_board_that_stands_turned_gives_the_same_game_and_is_lit_in_its_own_squares(
    tmp_path: Path, orientation: str, killed_after: int
) -> None:
    """Also when the program is killed before it has found out how the board stands."""
    events = touches(1)
    expected = undisturbed(tmp_path / "undisturbed.sqlite", events)
    agreed = replace(AGREED, orientation=orientation)
    bench = Bench(tmp_path / "table.sqlite", agreed=agreed)
    for number, event in enumerate(events):
        if number == killed_after:
            bench.kill()
        bench.board.happen(as_played(event, is_turned=True))
        bench.carry()
    bench.settle()
    assert pgn(bench.table) == expected
    at = Millis(events[-1].at + 9000)
    for event in (
        Lifted(at, chess.A2 ^ 63),
        Placed(Millis(at + 500), chess.A5 ^ 63),
        ClockPressed(Millis(at + 900), chess.WHITE),
    ):
        bench.board.happen(event)
    bench.settle()
    for _ in range(2):
        lit = {square for square, lamp in enumerate(bench.board.lamps) if lamp is not Lamp.OFF}
        assert lit == {chess.A2 ^ 63, chess.A5 ^ 63}
        bench.kill()
        bench.settle()
    bench.store.close()


def test_a_log_from_before_it_was_asked_how_the_board_stands_is_read() -> None:
    fields = asdict(AGREED)
    del fields["orientation"]
    assert checkpoint.read(json.dumps(fields)) == Checkpoint(AGREED)


def test_a_board_that_has_lost_its_power_in_mid_game_is_not_set_up_anew(bench: Bench) -> None:
    for event in touches(0)[:12]:
        bench.board.happen(event)
        bench.carry()
    bench.settle()
    played, occupied = bench.table.moves, bench.table.occupied
    bench.board = PaperBoard(occupied, boot="feedbeef")
    bench.session.send = bench.board.hear
    bench.session.lost()
    bench.session.opened()
    bench.settle()
    assert (bench.table.phase.value, bench.table.moves) == ("playing", played)
    assert (bench.table.occupied, bench.table.linked) == (occupied, True)


def test_what_was_played_without_power_is_caught_up_after_a_restart(bench: Bench) -> None:
    """The process was away and the board had no power: both begin anew, two moves later."""
    for event in touches(3):
        bench.board.happen(event)
        if isinstance(event, ClockPressed):
            break
    bench.settle()
    assert [entry.san for entry in bench.table.moves] == ["e4"]
    shown = chess.Board()
    for san in ("e4", "e5", "Nf3"):
        shown.push_san(san)
    bench.board = PaperBoard(shown.occupied, boot="5eed5eed")
    bench.clock_ms += 60_000
    bench.kill()
    bench.settle()
    assert [entry.san for entry in bench.table.moves] == ["e4", "e5", "Nf3"]
    assert [alert.kind for alert in bench.table.alerts] == ["inferred"]
    known = bench.table.moves
    bench.kill()
    bench.settle()
    assert bench.table.moves == known


def test_a_new_game_leaves_the_old_one_in_the_history(bench: Bench) -> None:
    for event in touches(0):
        bench.board.happen(event)
        bench.carry()
    played = len(bench.table.moves)
    bench.session.say("new")
    bench.settle()
    assert not bench.table.moves
    assert [len(game.moves) for game in bench.session.history.finished] == [played]
    bench.kill()
    assert [len(game.moves) for game in bench.session.history.finished] == [played]


def test_a_port_on_which_nobody_answers_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = iter(range(0, 1_000_000, 250))
    store = Store(tmp_path / "table.sqlite")
    session = SoloSession(store, "paper", send=lambda line: True, clock=lambda: next(clock))
    session.agree(AGREED)
    session.opened()
    for _ in range(100):
        session.tend()
    store.close()
    words = "no board answers on this port; is touchmove's firmware on it?"
    assert [record.getMessage() for record in caplog.records] == [words]


def test_a_board_that_has_forgotten_its_reports_is_told_to_people(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "touchmove")
    bench.board.happen(Lifted(Millis(5_000), chess.E2))
    bench.carry()
    hello = f"hello 1 0.1.0 paper {BOOT} presence 8x8 6000 1 0 1 lamps,clock"
    bench.session.receive(frame.encode(hello))
    words = "the board knows fewer reports than it has sent; restart it"
    assert [record.getMessage() for record in caplog.records] == [words]


def test_garbage_is_quoted_and_soon_no_more(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "touchmove")
    for _ in range(1000):
        bench.session.receive(b"MicroPython v1.28\n" + frame.encode("yes")[:-2] + b"?\n")
    assert 10 < len(caplog.records) < 50
    assert caplog.records[0].getMessage() == "the board printed: MicroPython v1.28"


@pytest.mark.parametrize(
    ("agreed", "words"),
    [
        (replace(AGREED, profile="bullet"), "profile 'bullet' is none of classical, "),
        (replace(AGREED, laws="1901"), "laws '1901' is none of N90, "),
        (replace(AGREED, orientation="north"), "orientation 'north' is none of white, black, auto"),
        (replace(AGREED, time_control="soon"), "time control 'soon' is not of the form"),
    ],
)
def test_an_agreement_that_nobody_can_keep_is_refused(
    bench: Bench, agreed: Agreement, words: str
) -> None:
    before = list(bench.store.entries())
    with pytest.raises(InputError, match=words):
        bench.session.agree(agreed)
    assert list(bench.store.entries()) == before


def test_a_move_that_time_alone_completes_is_shown_anew(bench: Bench) -> None:
    """Under the oldest rules a move is on the record when the hand has left it (N90:6.1)."""
    bench.session.agree(replace(AGREED, laws="N90"))
    bench.settle()
    shown: list[bool] = []
    bench.session.on_change = lambda effects: shown.extend(
        ply.completed for ply in take(bench.table).plies
    )
    for event in (Lifted(Millis(60_000), chess.E2), Placed(Millis(60_250), chess.E4)):
        bench.board.happen(event)
        bench.carry()
    assert shown == [False]
    bench.settle()
    assert shown == [False, True]
