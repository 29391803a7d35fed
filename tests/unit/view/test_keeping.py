"""What a board keeps for the time without its host shows what the host would."""

import importlib.util
from pathlib import Path
from types import ModuleType

import chess
import pytest

from tests.playing import table_after
from touchmove.game.table import Table
from touchmove.units import Millis
from touchmove.view.keeping import keeping
from touchmove.view.lamps import lamps_of_board
from touchmove.wire.messages import Setup

SETTING_UP = "-e2 +e4 !W @new\n"


def own_lamps() -> ModuleType:
    """The firmware's module, under CPython."""
    path = Path(__file__).parents[3] / "firmware" / "own_lamps.py"
    spec = importlib.util.spec_from_file_location("own_lamps", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def of_board(table: Table) -> str:
    """The lamps of a board that has been told what to keep, and hears its host no more."""
    setup = keeping(table, Millis(0)).setup
    boards = (table.shown_by_board, setup.wanted, setup.side, setup.ready)
    pattern: bytearray = own_lamps().picture(*(board.to_bytes(8, "little") for board in boards))
    return pattern.decode()


@pytest.mark.parametrize("orientation", ["white", "black", "auto"])
@pytest.mark.parametrize("hands", ["", "-e4", "-a1", "-e4 +e2 ~600", "-h8 +h5", "-e4 +e2 -e1"])
def test_without_its_host_a_board_shows_the_same_set_up(orientation: str, hands: str) -> None:
    script = f'[Orientation "{orientation}"]\n{SETTING_UP}{hands}'
    table = table_after(script.replace("-e4 +e2 -e1", "-e4 -e1"))
    assert of_board(table) == "".join(str(int(lamp)) for lamp in lamps_of_board(table))


def test_a_game_that_has_begun_waits_for_no_set_up() -> None:
    for script in ("-e2", "-e2 +e4 !W", "-e2 +e4 !W @resign B\n", f"{SETTING_UP}-e4 +e2 ~600 !B"):
        assert keeping(table_after(script), Millis(0)).setup == Setup()


def test_a_position_that_is_set_up_is_wanted_where_it_stands() -> None:
    table = table_after('[FEN "8/8/8/8/8/k7/8/K7 w - - 0 1"]\n-a1 +a2 !W @new\n')
    assert keeping(table, Millis(0)).setup.wanted == chess.Board().occupied
