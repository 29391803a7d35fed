"""Lines that are typed, or poured into a pipe, are heard in their order, and no faster."""

import asyncio
import io
import os
import threading

import pytest

from tests.unit.daemon.web.front import run
from tests.unit.shell.test_web import until
from touchmove.daemon.keyboard import LINE_BYTES_MAX, UNDER_WAY_MAX, hearing_lines

LINES = 5_000
MOST = UNDER_WAY_MAX + LINE_BYTES_MAX // 2
"""What one reading may bring on top."""


def test_who_pours_in_more_than_is_answered_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line is heard, and few of them wait at once."""
    end, other = os.pipe()
    waiting = most = 0
    heard: list[str] = []

    def pour() -> None:
        with os.fdopen(other, "wb") as pipe:
            pipe.write(b"".join(b"%d\n" % number for number in range(LINES)))

    async def answer(line: str) -> None:
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)
        for _ in range(5):
            await asyncio.sleep(0)
        heard.append(line)
        waiting -= 1

    async def scenario() -> None:
        with hearing_lines(lambda line: asyncio.create_task(answer(line))):
            await until(lambda: len(heard) == LINES)

    pouring = threading.Thread(target=pour, daemon=True)
    pouring.start()
    with io.TextIOWrapper(os.fdopen(end, "rb")) as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        run(scenario())
    pouring.join()
    assert heard == [str(number) for number in range(LINES)]
    assert most <= MOST


def test_nothing_is_read_while_many_lines_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    end, other = os.pipe()
    os.write(other, b"x\n" * 5_000)
    heard: list[str] = []

    async def scenario() -> None:
        answered = asyncio.Event()

        async def answer(line: str) -> None:
            heard.append(line)
            await answered.wait()

        with hearing_lines(lambda line: asyncio.create_task(answer(line))):
            for _ in range(1_000):
                await asyncio.sleep(0)
            assert 0 < len(heard) <= MOST
            answered.set()
            await until(lambda: len(heard) == 5_000)

    with io.TextIOWrapper(os.fdopen(end, "rb")) as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        run(scenario())
    os.close(other)


def test_a_line_that_never_ends_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    end, other = os.pipe()
    os.write(other, b"x" * 40_000 + b"\ndraw\n")
    heard: list[str] = []

    async def hear(line: str) -> None:
        heard.append(line)

    async def scenario() -> None:
        with hearing_lines(lambda line: asyncio.create_task(hear(line))):
            await until(lambda: "draw" in heard)

    with io.TextIOWrapper(os.fdopen(end, "rb")) as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        run(scenario())
    os.close(other)
    long, draw = heard
    assert len(long) <= 2 * LINE_BYTES_MAX
    assert draw == "draw"
