"""Boards that are played on for long: nothing is lost, nothing is wrong, and nothing grows.

In virtual time, so that it is the same on every machine. The long form is `python -m tests.soak`.
"""

import asyncio
import contextlib
import logging
import time
from pathlib import Path

import chess
import pytest

from tests.accuracy import games
from tests.benchmarks.bench_restart import Evening, make_log
from tests.soak.evening import played
from tests.soak.hands import BLITZ, Manner
from tests.soak.ledger import Ledger, Verdict
from tests.soak.memory import Sample, growth, held_bytes
from tests.soak.virtual import Soak
from tests.soak.virtual_loop import VirtualLoop
from touchmove.daemon import recalling
from touchmove.daemon.logs.games import found_in
from touchmove.shell.store import Entry, Kind, Store

SHORT = Manner(BLITZ.handling, illegal_every=9, plies_max=12)
BOARDS = 2
HOURS = 0.1
LOOK_S = 30.0
GROWTH_MAX_BYTES = 120_000
"""What the closed games of this time take as PGN, and what one open game is longer than another.
A table that stays for each game is three times as much."""

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Cables are pulled out all the time."""
    caplog.set_level(logging.CRITICAL, "touchmove")


def test_game_after_game_nothing_is_lost_or_wrong_and_nothing_grows(tmp_path: Path) -> None:
    """Pages are drawn and PGN is written, lines are lost and cables pulled out meanwhile."""
    held: list[int] = []
    soak = Soak(tmp_path, BOARDS, manner=SHORT, views=True)

    def look() -> Sample:
        held.append(held_bytes())
        return Sample(0.0, 0.0)

    soaked = soak.run(HOURS, look, every_s=LOOK_S)
    assert soaked.verdict.good, soaked.verdict
    assert soaked.verdict.games > 8 * BOARDS
    assert soaked.verdict.reports > 30 * soaked.verdict.games
    third = len(held) // 3
    assert max(held[-third:]) - max(held[third:-third]) < GROWTH_MAX_BYTES, held


def test_a_soak_is_the_same_again(tmp_path: Path) -> None:
    """So what it finds can be looked for."""
    verdicts = []
    for place in (tmp_path / "one", tmp_path / "other"):
        place.mkdir()
        soaked = Soak(place, BOARDS, manner=SHORT).run(0.03, lambda: Sample(0, 0), every_s=LOOK_S)
        verdicts.append((soaked.verdict, soaked.resent))
    assert verdicts[0] == verdicts[1]


# ------------------------------------------------------------------ what would notice it
def test_virtual_time_leaps_over_sleep_and_waits_for_threads() -> None:
    async def scenario() -> tuple[float, list[str]]:
        loop = asyncio.get_running_loop()
        happened = []

        async def work() -> None:
            await asyncio.to_thread(time.sleep, 0.05)
            happened.append("worked")

        async with asyncio.TaskGroup() as group:
            group.create_task(work())
            await asyncio.sleep(8 * 3600)
            happened.append("slept")
        return loop.time(), happened

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        assert runner.run(scenario()) == (8 * 3600, ["worked", "slept"])


REPORTS = ["lift 1 100 e2 ffff00000000efff", "place 2 200 e4 ffff00001000efff", "press 3 300 W -"]


@pytest.mark.parametrize(
    ("kept", "missed", "doubled", "disordered"),
    [
        (REPORTS, 0, 0, 0),
        (REPORTS[:2], 1, 0, 0),
        ([*REPORTS, REPORTS[2]], 0, 1, 0),
        ([REPORTS[0], REPORTS[2], REPORTS[1]], 0, 0, 1),
    ],
)
def test_a_report_that_is_missed_doubled_or_out_of_order_is_found(
    tmp_path: Path, kept: list[str], missed: int, doubled: int, disordered: int
) -> None:
    log = tmp_path / "hall.sqlite"
    with contextlib.closing(Store(log)) as store:
        store.append(Entry(Kind.REPORT, "a", 0, line) for line in ["beat 0badcafe 1 0 0 -", *kept])
    ledger = Ledger(tmp_path)
    for line in REPORTS:
        ledger.report("a", line)
    found = asyncio.run(ledger.compare(log, ["a"]))
    ledger.close()
    assert found == Verdict(3, missed, doubled, disordered)
    assert found.good is (kept == REPORTS)


def test_a_move_that_nobody_meant_is_found(tmp_path: Path) -> None:
    (game,) = games(range(1, 2))
    log = tmp_path / "hall.sqlite"
    with contextlib.closing(Store(log)) as store:
        store.append(entry for part in played([game], "a") for entry in part)
    ledger = Ledger(tmp_path)
    for move in (*game.moves[:-1], chess.Move.null()):
        ledger.move("a", move)
    ledger.end("a", game.result)
    found = asyncio.run(ledger.compare(log, ["a"]))
    ledger.close()
    assert len(found.wrong) == 1
    assert "game 1" in found.wrong[0]


def test_growth_is_told_from_what_goes_up_and_down() -> None:
    flat = [Sample(hour, 50 + hour % 2, 1000) for hour in range(17)]
    growing = [Sample(hour, 50 + 2 * hour, 1000 + 10 * hour) for hour in range(17)]
    assert growth(flat)[0] == pytest.approx(0, abs=0.05)
    megabytes, objects = growth(growing)
    assert megabytes == pytest.approx(2)
    assert objects == pytest.approx(10 / 1100, rel=0.1)


# ------------------------------------------------------------------ logs of many games
def test_a_log_of_many_games_is_one_that_touchmove_would_have_written(tmp_path: Path) -> None:
    """`make_log` has it verified; every game in it follows from its lines, as it is listed."""
    parts = played(games(range(1, 4)), "table-01")
    with contextlib.closing(Store(tmp_path / "one.sqlite")) as store:
        store.append(entry for part in parts for entry in part)
        rows = [found.archived() for found in found_in(store.lines("table-01"))]
    log = tmp_path / "many.sqlite"
    make_log(log, Evening(parts, rows), boards=2, count=5)
    with contextlib.closing(Store(log, reading=True)) as store:
        assert store.boards() == ("table-01", "table-02")
        for board, count in (("table-01", 3), ("table-02", 2)):
            found = list(found_in(store.lines(board)))
            assert [game.table.plies for game in found] == [row.plies for row in rows[:count]]
            assert list(store.games(board)) == [game.archived() for game in found if game.closed]
            recalled = recalling.recall(store, board)
            assert recalled.doubts == ()
            table, last = recalled.history.table, found[-1].table
            assert table is not None
            assert (table.moves, table.outcome) == (last.moves, last.outcome)
