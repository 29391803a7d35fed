"""The cases of tests/cases, run through the same code as `touchmove replay`.

A case that needs a word which is not supported yet is expected to fail, strictly.
"""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from touchmove.arbiter.turn import begin
from touchmove.game.clock import ChessClock, Side
from touchmove.game.table import new_table
from touchmove.replay import as_json, play, replay_on
from touchmove.rules import Stage
from touchmove.script.read import read
from touchmove.script.record import Record, Unreadable
from touchmove.units import Millis

CASES = Path(__file__).parent / "cases"

FIELDS = (
    "moves",
    "pending",
    "san",
    "must_move",
    "must_capture",
    "legal_if_touched",
    "illegal",
    "alerts",
    "add_ms",
    "restore",
    "claim",
    "offer",
    "result",
    "termination",
    "clock_ms",
    "running",
    "must_record",
)
"""The fields of laws.jsonl that are judged; the others come with the features they belong to."""

ABSENT: dict[str, Any] = {
    "alerts": [],
    "add_ms": None,
    "restore": {"lift": [], "place": []},
    "termination": None,
    "legal_if_touched": None,
    "claim": None,
    "offer": None,
    "san": [],
}
"""What an absent key of laws.jsonl means."""

WORD_GAP = "~250"
"""What laws.jsonl lets pass before a word without `~`: its schema gives one gap for all tokens
("Without `~` the gap is 250 ms"), and takes only the timing of sensor tokens from touch scripts,
which put a word at the moment of the token before it. So the script of a case says it in full."""


def _cases(name: str) -> list[dict[str, Any]]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _supported(text: str) -> bool:
    return not any(isinstance(record, Unreadable) for record in read(text))


def _marks(text: str) -> list[pytest.MarkDecorator]:
    if not _supported(text):
        return [pytest.mark.xfail(reason="a word that is not supported yet", strict=True)]
    return []


def _fault_params() -> list[Any]:
    return [
        pytest.param(
            case,
            id=case["id"],
            marks=_marks(case["script"]),
        )
        for case in _cases("faults.jsonl")
    ]


@pytest.mark.parametrize("case", _fault_params())
def test_fault(case: dict[str, Any]) -> None:
    """What went wrong on other boards goes right here."""
    (record,) = read(case["script"])
    assert isinstance(record, Record), record
    ((table, read_at),) = play(record)
    said = as_json(table, read_at)
    expected = case["expect"]
    made = said["moves"] + ([said["pending"]] if said["pending"] else [])
    assert made == expected.get("made", made)
    for name in ("illegal", "result", "in_sync"):
        assert said[name] == expected.get(name, said[name]), name
    if "fen" in expected:
        assert said["fen"].split()[:4] == expected["fen"].split()[:4]
    kinds = {alert["kind"] for alert in said["alerts"]}
    assert kinds >= set(expected.get("alerts_include", ()))


def _script(case: dict[str, Any], edition: str) -> str:
    """The case as a touch script; the first token is at 0 ms whatever it is."""
    tokens: list[str] = []
    for token in case["events"]:
        is_word = token.startswith("@")
        if is_word and tokens and not tokens[-1].startswith("~"):
            tokens.append(WORD_GAP)
        tokens.append(token + "\n" if is_word else token)
    return f'[FEN "{case["fen"]}"]\n[Laws "{edition}"]\n{" ".join(tokens)}'


def _law_params() -> list[Any]:
    return [
        pytest.param(
            case,
            edition,
            id=f"{case['id']}-{edition}",
            marks=_marks(_script(case, edition)),
        )
        for case in _cases("laws.jsonl")
        for edition in case["edition"]
    ]


def _clock(given: dict[str, Any]) -> ChessClock:
    """The clock that a case starts with."""

    def side(number: int) -> Side:
        moves = given["to_go"][number] if "to_go" in given else None
        stages = [Stage(Millis(0), Millis(given.get("inc_ms", 0)), moves, at_zero=True)]
        if moves is not None:
            following = Stage(Millis(given.get("next_ms", 0)), stages[0].increment_ms, None)
            stages.append(following)
        return Side(Millis(given["ms"][number]), tuple(stages))

    running = {"W": chess.WHITE, "B": chess.BLACK, None: None}[given["running"]]
    return ChessClock(side(0), side(1), running, Millis(0))


@pytest.mark.parametrize(("case", "edition"), _law_params())
def test_law(case: dict[str, Any], edition: str) -> None:
    """Every scenario of the Laws, under each edition that it names."""
    (record,) = read(_script(case, edition))
    assert isinstance(record, Record), record
    table = new_table(record.rules, fen=record.fen)
    position = table.position
    for uci in case.get("history", ()):
        position = position.after(chess.Move.from_uci(uci))
    table = table._replace(turn=begin(position), occupied=position.occupied)
    table = table._replace(clock=table.clock.run(position.turn, Millis(0)))
    if "clock" in case:
        clock = _clock(case["clock"])
        table = table._replace(clock=clock, started=clock.running is not None)
    ((table, read_at),) = replay_on(table, record)
    said = as_json(table, read_at)
    said["alerts"] = sorted(alert["kind"] for alert in said["alerts"])
    expected = case["expect"]
    for name in FIELDS:
        if name in expected or name in ABSENT:
            assert said[name] == expected.get(name, ABSENT.get(name)), name
    if "position" in expected:
        assert said["fen"].split()[0] == expected["position"]
