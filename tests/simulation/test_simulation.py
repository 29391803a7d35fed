"""Whole games come back as they were meant, whatever happens to board, cable and host."""

import csv
import importlib.util
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from tests.simulation import faults as conditions
from tests.simulation.board import Board
from tests.simulation.checks import SILENT, Checks
from tests.simulation.faults import Faults
from tests.simulation.playing import simulate
from touchmove.game.effects import Alerted
from touchmove.game.step import advance
from touchmove.game.table import new_table
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.units import Millis

if importlib.util.find_spec("micropython_run") is None and os.environ.get("CI") != "true":
    pytest.skip("MicroPython's Unix port is not installed", allow_module_level=True)

SEEDS = Path(__file__).with_name("seeds.csv")
IN_CI = os.environ.get("CI") == "true"
BATCH_S = 45 if IN_CI else 8
"""For so long fresh games are played; CI has more patience."""


def kept() -> list[dict[str, str]]:
    """Seeds that failed once: what fails today, if anything, and what the game is about."""
    with SEEDS.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


OPEN = frozenset(row["fails"] for row in kept()) - {""}
"""Kinds of failures that are known and not mended yet."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def board() -> Iterator[Board]:
    """One board for all games of this module."""
    with Board() as made:
        yield made


@pytest.mark.parametrize("row", kept(), ids=lambda row: row["seed"])
def test_a_kept_game_fails_as_it_is_known_to_or_not_at_all(
    board: Board, row: dict[str, str]
) -> None:
    """A failure that is gone is struck from the file, and then it stays gone."""
    game = simulate(board, int(row["seed"]))
    kinds = [failure.kind for failure in game.failures]
    assert (kinds or [""])[0] == row["fails"], game.failures


def test_fresh_games_show_nothing_new() -> None:
    """For a while games are played that nobody has seen. A new failure names its seed: keep it.

    In CI they are the first of those that docs/explanation/simulation.md tells of. They come back
    right, so there any failure is new.
    """
    seed = 0 if IN_CI else secrets.randbelow(1 << 40)
    print(f"the first seed is {seed}")
    plies = games = 0
    began = time.monotonic()
    with Board() as board:
        while not games or time.monotonic() - began < BATCH_S:
            game = simulate(board, seed + games)
            new = [failure for failure in game.failures if IN_CI or failure.kind not in OPEN]
            assert not new, f"seed {game.seed}: {new[0]}\n{game.script}"
            games, plies = games + 1, plies + game.plies
    print(f"{games} games, {plies} plies")
    assert plies >= games >= 1


def test_a_game_without_faults_comes_back_exactly(board: Board) -> None:
    """Every move, and nobody is told anything but of promotions."""
    for seed in range(3):
        game = simulate(board, seed, faults=Faults())
        assert game.failures == ()
        assert set(game.alerts) <= {"promo_assumed"}
        assert (game.illegal, game.resets, game.replaced, game.swept) == (0, 0, 0, 0)


@pytest.mark.parametrize("harm", ["swept=1.0", "late=1.0", "dead=1.0"])
def test_a_capture_whose_victim_no_sensor_saw_leave_is_counted(board: Board, harm: str) -> None:
    """Whatever the reason: swept off, or a contact that has not opened when the piece arrives."""
    assert sum(simulate(board, seed, faults=conditions.read(harm)).swept for seed in range(3)) > 0


@pytest.mark.parametrize(
    "harm",
    [
        "bounce_ms=5",
        "noise=0.2 delay_ms=50",
        "cable_out=0.2",
        "killed=0.2",
        "cable_out=0.1 killed=0.1 noise=0.1 bounce_ms=5",
    ],
)
def test_what_the_wire_makes_good_leaves_no_trace(board: Board, harm: str) -> None:
    """Bounce, a bad cable and a host that dies cost no move, no time and no alert."""
    game = simulate(board, 5, faults=conditions.read(harm))
    assert game.failures == ()
    assert set(game.alerts) <= {"promo_assumed"}
    assert (game.illegal, game.resets, game.replaced) == (0, 0, 0)


def test_a_seed_is_a_game(board: Board) -> None:
    """The same seed gives the same game to the last touch, however often it is played."""
    first = simulate(board, 12, show=True)
    with Board() as another:
        assert simulate(another, 12, show=True) == first


def test_a_shown_game_can_be_replayed(board: Board) -> None:
    """What `--show` prints is a touch script that gives the moves again."""
    game = simulate(board, 1, faults=Faults(handling="human"), show=True)
    (record,) = read(game.script)
    assert isinstance(record, Record)
    table = new_table(record.rules)
    for event in record.events:
        table, _ = advance(table, event)
    assert len(table.moves) == game.plies


def test_a_wrong_move_in_silence_is_found() -> None:
    """The judge of safety compares the record with what the hands meant."""
    checks = Checks((chess.Move.from_uci("d2d4"),))
    (record,) = read("-e2 +e4 !W ~3000 -e7 +e5 !B ~3000 -g1 +f3 !W")
    assert isinstance(record, Record)
    table = new_table(record.rules)
    for event in record.events:
        table, effects = advance(table, event)
        checks.see(table, effects)
    assert [(failure.kind, failure.ply) for failure in checks.failures] == [(SILENT, 0)]


DIFFERS = Alerted(Millis(0), "clock_differs", 0, "the board has shown something else")


@pytest.mark.parametrize(
    ("while_away", "missed", "failures"),
    [
        ("-g1 ~200 +f3 !W", 0, ["clock differs"]),
        ("-g1 ~200 +g3 !W", 0, []),
        ("-g1 ~200 +f3 !W", 5, []),
    ],
    ids=["nothing", "an illegal move", "a full ring"],
)
def test_a_clock_that_differs_needs_a_reason(
    while_away: str, missed: int, failures: list[str]
) -> None:
    """A board alone cannot judge a move, and a ring that overflows loses presses; else the board
    and its host reckon alike, and a game in which they do not has failed."""
    checks = Checks((chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")))
    away = "@link down\n~5000 @link up\n~0 =ffef00101000efff ~9000"
    illegal = "-e2 ~200 +d3 ~900 !W ~900 -d3 ~200 +e2 ~900"  # long before the board was away
    moves = "-e2 ~200 +e4 ~900 !W ~9000 -e7 ~200 +e5 ~900 !B ~9000"
    (record,) = read(f"{illegal} {moves} ~9000 {away} {away} {while_away}")
    assert isinstance(record, Record)
    table = new_table(record.rules)
    for event in record.events:
        table, effects = advance(table, event)
        checks.see(table, effects)
    checks.see(table, (replace(DIFFERS, at=table.now),), missed)
    assert [failure.kind for failure in checks.failures] == failures


def test_faults_are_read_as_they_are_written() -> None:
    """What a failure prints of its faults can be asked for again."""
    faults = Faults(handling="noisy", knock=0.3, ring=8)
    assert conditions.read(faults.named()) == faults
    with pytest.raises(ValueError, match="no fault is called nock"):
        conditions.read("nock=0.3")
