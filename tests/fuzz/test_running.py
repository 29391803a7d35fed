"""Faults that were planted are found, and the input that leads to them is kept."""

from pathlib import Path

import pytest

from tests.firmware.test_firmware import program
from tests.fuzz import micropython, running
from tests.fuzz.planted import FAULTS

SECONDS = 60
"""A planted fault is found in the first second."""
HANG_S = 5
ONBOARD = """
def attempt(data):
    if b"crash" in data:
        raise ValueError("planted")
    while b"hang" in data:
        pass
    if b"swell" in data:
        bytearray(1 << 24)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("planted", "orders"):
        (tmp_path / "corpus" / name).mkdir(parents=True)
        (tmp_path / "corpus" / name / "seed-00").write_bytes(b"some words\nand others\n")
    return tmp_path


def found(home: Path, name: str) -> list[bytes]:
    return [
        path.read_bytes() for path in (home / "corpus" / name).iterdir() if "seed" not in path.name
    ]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_by_chance(
    fault: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED", fault)
    run = running.by_chance("planted", SECONDS, 1, home=home, hang_s=HANG_S)
    assert {"crash": "KeyError", "hang": "Timeout"}.get(fault, "MemoryError") in run.failure
    (data,) = found(home, "planted")
    assert fault.encode() in data


@pytest.mark.skipif(not running.guided_here(), reason="atheris has no wheel for this platform")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_by_a_guided_run(
    fault: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED", fault)
    run = running.guided("planted", SECONDS, 1, home=home, hang_s=HANG_S)
    assert {"crash": "KeyError", "hang": "timeout"}.get(fault, "MemoryError") in run.failure
    (data,) = found(home, "planted")
    assert fault.encode() in data


def test_a_run_that_finds_nothing_has_not_failed(home: Path) -> None:
    run = running.by_chance("planted", 1, 1, home=home)
    assert run.failure == ""
    assert run.tried > 0
    assert found(home, "planted") == []


@pytest.mark.parametrize("fault", ["crash", "hang", "swell"])
def test_a_fault_is_found_in_the_interpreter_of_boards(fault: str, home: Path) -> None:
    program("micropython")
    (home / "obeying.py").write_text(ONBOARD, encoding="utf-8")
    many = home / "many.py"
    many.write_bytes(micropython.MANY.read_bytes())
    batch = [b"one", b"two " + fault.encode(), b"three"]
    failure = micropython.try_all(batch, many, home, hang_s=HANG_S)
    assert {"crash": "planted", "hang": "did not end", "swell": "MemoryError"}[fault] in failure
    assert found(home, "orders") == [batch[1]]
