"""docs/reference/log.md has a row for each kind of line, with every field that its JSON has."""

import json
import re
from pathlib import Path

import chess

from touchmove.daemon import told
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Armed, Checkpoint, Resumed
from touchmove.daemon.told import Told, Wall
from touchmove.shell.log_lines import Kind
from touchmove.units import Millis

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "log.md"
AGREED = Agreement("classical", "2023", "-", start_running=False)
ARMED = Armed(Millis(0), chess.Board().occupied, (0, 0), linked=True)


def rows() -> dict[str, set[str]]:
    """Kind -> what stands between backticks in its row."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("| kind | who says it | line |")
    table = rest.partition("\n\n")[0].splitlines()[2:]
    named = (re.findall(r"`([^`]+)`", row) for row in table)
    return {kind: set(names) for kind, *names in named}


def test_each_kind_has_a_row_and_each_row_a_kind() -> None:
    assert set(rows()) == {kind.value for kind in Kind}


def test_each_field_of_a_game_line_is_told() -> None:
    said = json.loads(Checkpoint(AGREED, armed=ARMED).line())
    fields = {*said, *said["agreement"], *json.loads(Resumed().line())}
    assert rows()["game"] == fields | {"new"}


def test_each_field_of_a_told_line_is_told() -> None:
    line = told.line(Told(1, "e4", "00", "*", "", (0, 0)), Wall(0, 0), recomputed=True)
    said = json.loads(line)
    assert rows()["told"] == {*said, *said["wall"]}
