"""Whatever the arbiter's requests bring, it is understood, or refused in words."""

import json
from datetime import date
from typing import Any

import chess
from hypothesis import given
from hypothesis import strategies as st

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Checkpoint, read
from touchmove.daemon.config.sections import Board
from touchmove.daemon.web import new_game, requests
from touchmove.daemon.web.new_game import FIELDS, Fault, NewGameError
from touchmove.daemon.web.requests import RefusedError
from touchmove.rules import EDITIONS, PROFILES

LIKELY: list[Any] = [
    *(
        "Carlsen, Magnus",
        "3.7",
        "2026-05-31",
        "2026.??.??",
        "1503014",
        "GM",
        "900+10",
        "40/5400:*60",
    ),
    *(chess.STARTING_FEN, "8/8/8/8/8/8/8/8 w - - 0 1", *PROFILES, *EDITIONS, "auto", "-", ""),
    *(0, 518, 959, 960, -1, 2**70, True, False, 1.5, None, [], {}),
]
LEAVES = st.one_of(
    st.sampled_from(LIKELY), st.text(), st.integers(), st.floats(), st.booleans(), st.none()
)
VALUES = st.one_of(
    LEAVES, st.lists(LEAVES, max_size=3), st.dictionaries(st.text(), LEAVES, max_size=3)
)
BODIES = st.dictionaries(st.one_of(st.sampled_from(list(FIELDS)), st.text()), VALUES, max_size=12)


@given(BODIES)
def test_a_game_is_agreed_or_every_fault_is_told(said: dict[str, Any]) -> None:
    agreed, faults = _read(said)
    assert all(fault.where and fault.words.isprintable() for fault in faults)
    if agreed is None:
        assert faults
        return
    agreed.rules()
    line = Checkpoint(agreed).line()
    assert "\n" not in line
    assert read(line) == Checkpoint(agreed)


def _read(said: dict[str, Any]) -> tuple[Agreement | None, tuple[Fault, ...]]:
    try:
        return new_game.read(said, Board(id="a"), date(2026, 5, 31))[0], ()
    except NewGameError as wrong:
        return None, wrong.faults


@given(st.one_of(st.binary(), st.recursive(LEAVES, st.lists).map(lambda v: json.dumps(v).encode())))
def test_bytes_are_an_object_or_are_refused(data: bytes) -> None:
    try:
        found = requests.object_in(data)
    except RefusedError as refused:
        found = {"status": refused.status}
    assert isinstance(found, dict)
