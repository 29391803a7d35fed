"""A board's history is the same live, read from where its game began, and read from the start."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.daemon.test_session import AGREED, Bench
from touchmove.clock_state import ClockState, HalfState, Mode
from touchmove.daemon import checkpoint, desk, recalling, told
from touchmove.daemon.checkpoint import Checkpoint
from touchmove.daemon.history import History
from touchmove.events import ClockPressed, Event, Lifted, Placed
from touchmove.game.table import Table
from touchmove.shell.store import Kind
from touchmove.units import Millis
from touchmove.view.bulletin import pgn
from touchmove.view.snapshot import Snapshot, take
from touchmove.wire.link import Link
from touchmove.wire.messages import KEEPS, SET, Hello, Kept


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def shown(history: History) -> tuple[Snapshot | None, list[str]]:
    """What people see of a history. Whether the board is heard now is nothing of the log's."""
    seen = None if history.table is None else replace(take(history.table), linked=True)
    return seen, [pgn(game) for game in history.games]


def move(bench: Bench, source: int, target: int, color: chess.Color) -> None:
    at = bench.session.history.now
    events: list[Event] = [
        Lifted(Millis(at + 600), source),
        Placed(Millis(at + 1200), target),
        ClockPressed(Millis(at + 1900), color),
    ]
    if bench.table.occupied & chess.BB_SQUARES[target]:
        events.insert(0, Lifted(Millis(at + 300), target))
    for event in events:
        bench.board.happen(event)
        bench.carry()


def play(bench: Bench, choice: int) -> None:
    """Some legal move, by hands that do it plainly; none where the game does not go on."""
    board = bench.table.shown.board()
    plain = [
        legal
        for legal in board.legal_moves
        if not (board.is_castling(legal) or board.is_en_passant(legal) or legal.promotion)
    ]
    if plain:
        chosen = plain[choice % len(plain)]
        move(bench, chosen.from_square, chosen.to_square, board.turn)


def set_up(bench: Bench) -> None:
    """The pieces go back to the start position, and stand there for a while."""
    at = bench.session.history.now
    wanted, there = chess.Board().occupied, bench.table.shown_by_board
    for square in chess.scan_forward(there & ~wanted):
        at = Millis(at + 400)
        bench.board.happen(Lifted(at, square))
    for square in chess.scan_forward(wanted & ~there):
        at = Millis(at + 400)
        bench.board.happen(Placed(at, square))
    bench.board.beat(5_000)
    bench.carry()


WORDS = ("new", "undo", "resign W", "result 1/2-1/2", "takeback", "time B -30", "pause", "resume")
ACTS = st.one_of(
    st.tuples(st.just("play"), st.integers(0, 400)),
    st.tuples(st.just("say"), st.sampled_from(WORDS)),
    st.tuples(st.sampled_from(["set up", "kill", "wait", "agree"]), st.none()),
)


def act(bench: Bench, kind: str, what: int | str | None) -> None:
    match kind, what:
        case "play", int(choice):
            play(bench, choice)
        case "say", str(word):
            desk.say(bench.session, word)
        case "set up", _:
            set_up(bench)
        case "kill", _:
            bench.kill()
            bench.settle()
        case "wait", _:
            bench.board.beat(40_000)
            bench.carry()
        case "agree", _:
            bench.session.agree(replace(bench.agreed, time_control="60"))


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(acts=st.lists(ACTS, max_size=14))
def test_a_history_is_the_same_from_wherever_it_is_read(
    tmp_path: Path, acts: list[tuple[str, int | str | None]]
) -> None:
    bench = Bench(tmp_path / "table.sqlite")
    closed: list[Table] = []
    for kind, what in acts:
        bench.session.on_closed = closed.append
        act(bench, kind, what)
    live = shown(bench.session.history)
    lines = list(bench.store.entries("paper"))
    near = recalling.recall(bench.store, "paper")
    far = recalling.computed(lines)
    bench.store.close()
    assert near.doubts == far.doubts == ()
    ahead = [pgn(game) for game in closed]
    assert shown(near.history)[1] == live[1]
    assert shown(far.history)[1] == live[1]
    assert [pgn(game) for game in far.closed] == ahead
    assert shown(near.history)[0] == shown(far.history)[0]


def test_new_is_not_taken_back_once_a_move_followed_whatever_was_said_before_it(
    bench: Bench,
) -> None:
    play(bench, 0)
    for word in ("time B -30", "resign W", "new"):
        desk.say(bench.session, word)
    set_up(bench)
    play(bench, 1)
    before = shown(bench.session.history)
    desk.say(bench.session, "undo")
    assert shown(bench.session.history) == before


def test_a_restart_reads_the_last_game_alone(bench: Bench) -> None:
    for number in range(3):
        play(bench, number)
        play(bench, number)
        desk.say(bench.session, "result 1-0")
        desk.say(bench.session, "new")
        set_up(bench)
    play(bench, 0)
    games = [number for number, _ in bench.store.beginnings("paper")]
    assert len(games) == 4
    begun = recalling.recall(bench.store, "paper")
    assert shown(begun.history) == shown(bench.session.history)
    assert begun.closed == ()


def test_what_was_told_and_does_not_follow_any_more_is_said_and_then_known(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    play(bench, 0)
    lines = list(bench.store.entries("paper"))
    (line,) = [entry for entry in lines if entry.kind is Kind.TOLD]
    other = told.line(replace(told.read(line.line), last="Nf3", record="0" * 16), None)
    bench.store.append([replace(line, line=other)])
    caplog.set_level(logging.ERROR, "touchmove")
    bench.kill()
    words = "Nf3 as half-move 1 was told, and the log now gives"
    assert [words in record.getMessage() for record in caplog.records] == [True]
    caplog.clear()
    bench.kill()
    assert caplog.records == []


def test_a_move_that_time_completes_is_on_the_disk_when_it_is_shown(bench: Bench) -> None:
    bench.session.agree(replace(bench.agreed, laws="N90"))
    bench.settle()
    at = bench.session.history.now
    shown_at: list[int] = []
    bench.session.on_change = lambda effects: shown_at.extend(
        [] if told.of(bench.session.table) is None else [recalled_plies(bench)]
    )
    for event in (Lifted(Millis(at + 500), chess.E2), Placed(Millis(at + 800), chess.E4)):
        bench.board.happen(event)
        bench.carry()
    bench.settle()
    assert shown_at
    assert set(shown_at) == {1}


def recalled_plies(bench: Bench) -> int:
    found = recalling.recall(bench.store, "paper").history.table
    assert found is not None
    return sum(ply.completed for ply in take(found).plies)


def test_a_game_that_begins_while_a_board_is_being_greeted_keeps_what_it_said_of_its_clock() -> (
    None
):
    half = HalfState(Millis(1), 0, 0, Millis(0), Millis(0), 0)
    clock = ClockState("0" * 8, Millis(5), Mode.WAIT, chess.WHITE, half, half)
    hello = Hello("0.1.0", "t7", "0badcafe", "presence", "8x8", 5, 1, 0, 3, (KEEPS,))
    stated = Kept("0badcafe", 2, SET, clock)
    for link in (
        Link(board=hello, awaits=True),
        Link(board=hello, stated=stated),
    ):
        begun = checkpoint.read(Checkpoint(AGREED, link).line())
        assert isinstance(begun, Checkpoint)
        assert begun.link == link
