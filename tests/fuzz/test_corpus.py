"""What was tried once is tried always: the corpus, and some hundred inputs more from a seed."""

from collections.abc import Callable
from itertools import islice

import pytest

from tests.firmware.test_firmware import program
from tests.fuzz import micropython
from tests.fuzz.kept import CORPUS
from tests.fuzz.limits import HANG_S, bounded
from tests.fuzz.mutating import inputs
from tests.fuzz.targets import GUIDED, target

COUNTS = {
    "wire": 400,
    "board": 40,
    "orders": 400,
    "script": 150,
    "toml": 300,
    "pgn": 300,
    "log": 60,
    "damaged": 60,
    "beside": 1_000,
    "http": 60,
    "answers": 150,
}
"""Inputs of each target, those of the corpus among them: a second or two of each."""
SEED = 20_261_201
FILE_MAX = 4_000
"""Bytes of a kept input."""


@pytest.mark.parametrize("name", GUIDED)
def test_whatever_comes_in_is_taken_or_refused_in_one_line(name: str) -> None:
    tried = target(name)
    try:
        for data in islice(inputs(name, SEED), COUNTS[name]):
            _try(tried.attempt, data)
    finally:
        tried.close()


def _try(attempt: Callable[[bytes], None], data: bytes) -> None:
    try:
        bounded(attempt, data, 10 * HANG_S)
    except Exception as error:
        error.add_note(f"the input: {data!r}")
        raise


def test_a_board_takes_or_refuses_whatever_comes() -> None:
    program("micropython")
    batch = list(islice(inputs("orders", SEED), COUNTS["orders"]))
    assert micropython.try_all(batch) == ""


def test_the_console_of_a_board_reads_any_bytes() -> None:
    program("micropython")
    failure, answers = micropython.listen(micropython.stream(islice(inputs("orders", SEED), 60)))
    assert failure == ""
    assert b"refuse " in answers


def test_kept_inputs_are_small() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(GUIDED)
    for path in CORPUS.rglob("*"):
        assert path.is_dir() or path.stat().st_size <= FILE_MAX, path
