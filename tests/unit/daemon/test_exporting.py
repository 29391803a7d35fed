"""A log and the touch scripts that are exported from it tell the same games."""

from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import chess
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.playing import record_of
from tests.unit.daemon.test_recalling import ACTS, act
from tests.unit.daemon.test_session import AGREED, Bench, touches
from touchmove.daemon.logs.exporting import as_script, in_play
from touchmove.daemon.logs.games import Found, games_of
from touchmove.events import Event, Lifted, Placed
from touchmove.game.effects import GameStarted
from touchmove.game.step import unfold_quiet
from touchmove.game.table import Phase
from touchmove.replay import as_json, play
from touchmove.units import Millis

IN_A_TMP_PATH = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def told_by_log(game: Found, ends_at: Millis) -> dict[str, Any]:
    """What a replay would say of a game of the log, `ends_at` after it began."""
    began, table = in_play(game)[0].now, game.table
    for following, effects in unfold_quiet(table):
        if any(isinstance(effect, GameStarted) for effect in effects):
            break
        table = following
    told = as_json(table, Millis(began + ends_at))
    for alert in told["alerts"]:
        alert["t_ms"] -= began
    return told


def told_by_script(game: Found) -> tuple[dict[str, Any], Millis]:
    """What a replay of its export says of it, and how long it lasts."""
    record = record_of(as_script(game))
    table, ends_at = play(record)[-1]
    return as_json(table, ends_at), record.ends_at


def tells_the_same(game: Found) -> None:
    told, ends_at = told_by_script(game)
    expected = told_by_log(game, ends_at)
    if in_play(game)[0].phase is not Phase.PLAYING:  # how pieces stand no script can say then
        for said in (told, expected):
            del said["in_sync"], said["restore"], said["alerts"]
    assert told == expected, as_script(game)


@IN_A_TMP_PATH
@given(
    seed=st.integers(0, 50),
    before=st.integers(0, 40),
    pieces=st.lists(st.integers(1, 200), max_size=4),
    greeted=st.booleans(),
    start_running=st.booleans(),
    orientation=st.sampled_from(["white", "auto"]),
)
def test_the_first_touch_is_exported_however_the_host_came_to_hear_of_it(
    tmp_path: Path,
    seed: int,
    before: int,
    pieces: list[int],
    greeted: bool,
    start_running: bool,
    orientation: str,
) -> None:
    """The hands begin before the host is there, or after; the clock has started, or not."""
    agreed = replace(AGREED, start_running=start_running, orientation=orientation)
    adjusted: list[Event] = [Lifted(Millis(1000), chess.G1), Placed(Millis(1900), chess.G1)]
    events: list[Event] = [*adjusted, *touches(seed)]
    path = tmp_path / "table.sqlite"
    bench = Bench(path, agreed=agreed, before=events[:before], greeted=greeted)
    for event, size in zip(events[before:], chain(pieces, repeat(1_000_000)), strict=False):
        bench.board.happen(event)
        bench.carry(size)
    bench.settle()
    (game,) = games_of(bench.store, "paper")
    bench.store.close()
    tells_the_same(game)
    assert "-g1" in as_script(game)
    assert [alert.kind for alert in game.table.alerts][:1] == ["touch"]


def test_hands_that_began_before_the_host_are_exported_as_they_were(tmp_path: Path) -> None:
    """The first line that tells where the pieces stand is itself a touch."""
    touched: list[Event] = [Lifted(Millis(1000), chess.G1), Placed(Millis(1900), chess.G1)]
    bench = Bench(tmp_path / "table.sqlite", before=touched)
    (game,) = games_of(bench.store, "paper")
    bench.store.close()
    assert as_script(game).splitlines()[-1] == "-g1 ~900 +g1"


def test_pieces_that_were_set_up_are_no_moves_of_the_exported_game(tmp_path: Path) -> None:
    """The script begins when they stand, and its clock with the first touch."""
    bench = Bench(tmp_path / "table.sqlite")
    for kind, what in (("play", 0), ("say", "new"), ("set up", None), ("play", 0)):
        act(bench, kind, what)
    *_, game = games_of(bench.store, "paper")
    bench.store.close()
    assert '[Start "touch"]\n\n~' in as_script(game)
    assert [edge for edge in as_script(game).split() if edge[0] in "+-="] == ["-g1", "+h3"]
    tells_the_same(game)


@IN_A_TMP_PATH
@given(acts=st.lists(ACTS, max_size=14))
def test_an_exported_script_gives_each_game_of_the_log(
    tmp_path: Path, acts: list[tuple[str, int | str | None]]
) -> None:
    bench = Bench(tmp_path / "table.sqlite")
    for kind, what in acts:
        act(bench, kind, what)
    for game in games_of(bench.store, "paper"):
        tells_the_same(game)
    bench.store.close()
