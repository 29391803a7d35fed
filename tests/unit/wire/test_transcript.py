"""The transcript of docs/reference/wire.md, acted out by both ends."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from touchmove.wire import codec, frame, link
from touchmove.wire import messages as m

ROOT = Path(__file__).parents[3]
FIRMWARE = ROOT / "firmware"
START = bytes([0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF])
PERIODIC = ("hail", "ping")


def transcript() -> list[tuple[int, bool, bool, str]]:
    """(ms, from the board, arrives, line) of each line of the transcript."""
    text = (ROOT / "docs" / "reference" / "wire.md").read_text(encoding="utf-8")
    rows = text.partition("## A transcript")[2].splitlines()
    lines = [row.split(maxsplit=2) for row in rows if row.startswith("     ")]
    return [(int(at), "<" in way, "x" not in way, line) for at, way, line in lines]


@pytest.fixture
def modules() -> Iterator[tuple[Any, Any]]:
    """The firmware's reporter and orders under CPython."""
    before = set(sys.modules)
    sys.path.insert(0, str(FIRMWARE))
    sys.modules["frame"] = frame
    yield importlib.import_module("reporter"), importlib.import_module("orders")
    sys.path.remove(str(FIRMWARE))
    for name in set(sys.modules) - before & {
        "frame",
        "reporter",
        "orders",
        "keeper",
        "fields",
        "game_clock",
    }:
        del sys.modules[name]


class Console:
    """Keeps what the board says."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def ready(self) -> bool:
        return True

    def write(self, line: bytes) -> None:
        self.lines.append(line[:-1].decode())


def test_every_line_of_the_transcript_is_a_message() -> None:
    lines = transcript()
    assert len(lines) > 15
    for _, from_board, _, line in lines:
        heard = codec.read(line)
        assert not isinstance(heard, m.Said | m.Refused | m.Foreign)
        assert isinstance(heard, m.Hail | m.Ack | m.Resend | m.Ping) != from_board


def test_the_limits_of_the_page_are_those_of_both_ends(modules: tuple[Any, Any]) -> None:
    reporter, _ = modules
    text = (ROOT / "docs" / "reference" / "wire.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1:3] for row in text.splitlines() if row.startswith("| ")]
    limits = {name.strip(): value.strip() for name, value in rows}
    assert limits["line"] == f"{frame.MAX_LINE} bytes"
    assert limits["window: reports without an acknowledgement"] == f"{reporter.WINDOW_BYTES} bytes"
    assert limits["everything said since the host last spoke"] == f"{reporter.BUFFER_BYTES} bytes"
    assert limits["repeat"] == f"{reporter.RETRY_MS} ms"
    assert limits["ring"] == f"{reporter.CAPACITY} reports"
    seconds = reporter.LISTENING_MS // 1000
    assert limits["host counts as gone"] == f"{seconds} s without a line"
    assert limits["board counts as gone"] == f"{link.SILENCE_MS // 1000} s without a line"
    assert reporter.PROTOCOL == m.PROTOCOL


def test_the_host_says_what_the_transcript_says() -> None:
    now = link.Link()
    due: list[str] = []
    for at, from_board, arrives, line in transcript():
        if from_board and arrives:
            assert due == []
            now, _, replies = link.step(now, codec.read(line), at)
            due = [reply[:-1].decode() for reply in replies]
        elif not from_board and line.startswith(PERIODIC):
            now, _, replies = link.tend(now, at)
            assert replies[0][:-1].decode() == line
        elif not from_board:
            assert due.pop(0) == line
    assert due == []


def test_the_board_says_what_the_transcript_says(modules: tuple[Any, Any]) -> None:
    reporter_module, orders_module = modules
    console = Console()
    who = ("0.1.0", "table-7", "0badcafe", "lamps,clock,registers")
    reporter = reporter_module.Reporter(console, who, START, 0)
    orders = orders_module.Orders(reporter, None, None)
    for at, from_board, arrives, line in transcript():
        if not from_board:
            for byte in f"{line}\n".encode() if arrives else b"":
                orders.take(byte, at, at)
            continue
        happened = line.split()
        if happened[0] in reporter_module.WORDS and int(happened[1]) > reporter.newest:
            kind = reporter_module.WORDS.index(happened[0])
            places = {"e2": 12, "e4": 28, "W": 0, "B": 1}
            reporter.add(kind, places[happened[3]], int(happened[2]))
        reporter.send(at, at)
        assert console.lines.pop(0) == line
    assert console.lines == []
