"""What the page's script is told."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest

from tests.playing import table_after
from touchmove.lamp import DARK, Lamp
from touchmove.units import Millis
from touchmove.view.page import as_json
from touchmove.view.snapshot import Alert, Snapshot, take

Made = Callable[..., Snapshot]


def told(snapshot: Snapshot) -> dict[str, Any]:
    fields = json.loads(as_json(snapshot))
    assert isinstance(fields, dict)
    return fields


def test_every_ply_is_told_each_time(snapshot_after: Made) -> None:
    fields = told(snapshot_after(["e4", "e5", "Nf3"]))
    assert [ply["san"] for ply in fields["plies"]] == ["e4", "e5", "Nf3"]
    assert [ply["uci"] for ply in fields["plies"]] == ["e2e4", "e7e5", "g1f3"]
    assert fields["plies"][-1]["fen"] == fields["fen"]
    assert fields["plies"][-1]["clock_ms"] == 5_360_000


def test_squares_are_named_and_lamps_are_64_digits_from_a1(snapshot_after: Made) -> None:
    lamps = list(DARK)
    lamps[chess.B1] = Lamp.PLACE
    lamps[chess.H8] = Lamp.LIFT
    fields = told(
        snapshot_after(
            [], phase="restoring", lamps=tuple(lamps), lift=(chess.H8,), place=(chess.B1, chess.C1)
        )
    )
    assert fields["lamps"] == "02" + "0" * 61 + "1"
    assert fields["lift"] == ["h8"]
    assert fields["place"] == ["b1", "c1"]


def test_the_check_is_named(snapshot_after: Made) -> None:
    assert told(snapshot_after(["e4", "f5", "Qh5+"]))["check"] == "e8"
    assert told(snapshot_after(["e4"]))["check"] is None


def test_alerts_are_not_for_the_public(snapshot_after: Made) -> None:
    alert = Alert("touch", 3, Millis(60_000), "the knight on g1 was touched first")
    fields = snapshot_after(["e4"], alerts=(alert,))
    assert "knight" not in as_json(fields)
    assert told(fields)["notices"] == []


def test_what_may_be_shown_at_the_board_is_told() -> None:
    hands = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n-g2 +g2 -e7 +e8 !W'
    snapshot = take(table_after(hands))
    assert [alert.kind for alert in snapshot.alerts] == ["touch", "promo_assumed"]
    (notice,) = told(snapshot)["notices"]
    assert (notice["kind"], notice["question"]) == ("promo_assumed", True)
    assert notice["detail"] == snapshot.alerts[1].detail


@pytest.mark.parametrize("name", ['"', "</script>", "\u2028\n", "Ünïcode ♞", "\\"])
def test_any_name_survives_on_one_line(snapshot_after: Made, name: str) -> None:
    snapshot = replace(snapshot_after([]), tags=(("White", name),))
    assert len(as_json(snapshot).splitlines()) == 1
    assert told(snapshot)["tags"]["White"] == name


def test_the_reference_names_every_field(snapshot_after: Made) -> None:
    reference = Path(__file__).parents[3] / "docs" / "reference" / "page.md"
    text = reference.read_text("utf-8")
    fields = told(snapshot_after(["e4"]))
    missing = [name for name in fields if f"`{name}`" not in text]
    missing += [name for name in fields["plies"][0] if f'"{name}"' not in text]
    assert missing == []
