"""Many boards write to one log, and each is told what became of its own lines."""

import asyncio
import contextlib
import resource
import sqlite3
import threading
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest

from touchmove.errors import StoreError
from touchmove.shell import heads
from touchmove.shell.scribe import WAITING_MAX, Scribe
from touchmove.shell.store import Entry, Kind, Store


def report(number: int, board: str = "b1", padding: str = "") -> Entry:
    return Entry(Kind.REPORT, board, number, f"line {number}{padding}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.log"


@contextlib.asynccontextmanager
async def scribe_of(path: Path) -> AsyncIterator[Scribe]:
    scribe = Scribe(Store(path))
    try:
        yield scribe
    finally:
        await scribe.close()


def lines(path: Path) -> list[Entry]:
    with contextlib.closing(Store(path, reading=True)) as reader:
        return list(reader.entries())


class Held:
    """The scribe's thread, held up until it is let go: so that others come to wait."""

    def __init__(self, scribe: Scribe) -> None:
        self._go = threading.Event()
        self._holding = asyncio.ensure_future(scribe.ask(lambda store: self._go.wait(30)))

    async def let_go(self) -> None:
        self._go.set()
        await self._holding


async def all_started(*acts: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    tasks = [asyncio.ensure_future(act) for act in acts]
    await asyncio.sleep(0)
    return tasks


def test_lines_are_on_the_disk_when_write_returns(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            await scribe.write([report(1), report(2)])
            assert lines(path) == [report(1), report(2)]
            await scribe.write([])

    asyncio.run(write())


def test_what_waits_together_is_committed_together(path: Path) -> None:
    """64 boards that speak while the disk is busy cost one transaction: one look at WAL's size."""
    commits: list[str] = []

    async def write() -> None:
        store = Store(path)
        store._file.connection.set_trace_callback(
            lambda said: commits.append(said) if said == "COMMIT" else None
        )
        scribe = Scribe(store)
        held = Held(scribe)
        tasks = await all_started(*(scribe.write([report(n, f"b{n}")]) for n in range(64)))
        assert scribe.waiting == 65
        await held.let_go()
        await asyncio.gather(*tasks)
        assert scribe.waiting == 0
        await scribe.close()

    asyncio.run(write())
    assert len(commits) == 1
    assert len(lines(path)) == 64


def test_the_age_of_the_oldest_batch_is_told_while_the_disk_hangs(path: Path) -> None:
    """It grows until that batch is kept, however many come after; a question has no age."""
    now_s = 100.0

    async def write() -> None:
        nonlocal now_s
        scribe = Scribe(Store(path), clock=lambda: now_s)
        held = Held(scribe)
        now_s += 50
        assert scribe.oldest_s == 0.0
        (first,) = await all_started(scribe.write([report(1)]))
        now_s += 7
        (second,) = await all_started(scribe.write([report(2)]))
        now_s += 2
        assert scribe.oldest_s == 9.0
        await held.let_go()
        await asyncio.gather(first, second)
        assert scribe.oldest_s == 0.0
        await scribe.close()

    asyncio.run(write())


def test_who_no_longer_waits_makes_no_log_look_old(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            held = Held(scribe)
            (task,) = await all_started(scribe.write([report(1)]))
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            assert scribe.oldest_s == 0.0
            await held.let_go()

    asyncio.run(write())


def test_a_locked_log_is_told_to_all_who_wait_and_takes_what_comes_after(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            held = Held(scribe)
            tasks = await all_started(*(scribe.write([report(n, f"b{n}")]) for n in range(3)))
            await held.let_go()
            answers = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(answer, StoreError) for answer in answers)
            assert {str(answer).partition(": ")[2] for answer in answers} == {
                "another program has locked it; end that program"
            }
            other.execute("ROLLBACK")
            other.close()
            await scribe.write([report(7)])

    asyncio.run(write())
    assert lines(path) == [report(7)]


def test_a_full_disk_is_told_and_what_was_acknowledged_is_all_there(path: Path) -> None:
    """The limit on the size of files makes the real write fail, for whichever user runs this."""
    kept: list[Entry] = []

    async def fill(scribe: Scribe) -> None:
        for number in range(10_000):
            entry = report(number, padding=" " * 2000)
            await scribe.write([entry])
            kept.append(entry)

    async def write() -> None:
        async with scribe_of(path) as scribe:
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, limits[1]))
            try:
                with pytest.raises(StoreError, match="the disk does not take it"):
                    await fill(scribe)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            await scribe.write([report(1)])

    asyncio.run(write())
    assert kept
    assert lines(path) == [*kept, report(1)]


def test_a_line_that_no_log_could_keep_does_not_stop_the_others(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            held = Held(scribe)
            good, bad = await all_started(
                scribe.write([report(1)]), scribe.write([report(2, padding="\udc80")])
            )
            await held.let_go()
            await good
            with pytest.raises(StoreError, match="is no text"):
                await bad

    asyncio.run(write())
    assert lines(path) == [report(1)]


def test_who_finds_too_many_waiting_is_told_at_once_and_nothing_of_it_is_kept(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            held = Held(scribe)
            tasks = await all_started(*(scribe.write([report(n)]) for n in range(WAITING_MAX)))
            with pytest.raises(StoreError, match="the disk does not keep up: 256 batches wait"):
                await scribe.write([report(-1)])
            await held.let_go()
            answers = await asyncio.gather(*tasks, return_exceptions=True)
            assert [isinstance(answer, StoreError) for answer in answers].count(True) == 1

    asyncio.run(write())
    assert lines(path) == [report(n) for n in range(WAITING_MAX - 1)]


def test_closing_keeps_what_waits_and_takes_nothing_more(path: Path) -> None:
    async def write() -> None:
        scribe = Scribe(Store(path))
        held = Held(scribe)
        tasks = await all_started(*(scribe.write([report(n)]) for n in range(3)), scribe.close())
        with pytest.raises(StoreError, match="is closed"):
            await scribe.write([report(9)])
        await held.let_go()
        await asyncio.gather(*tasks)
        await scribe.close()

    asyncio.run(write())
    assert lines(path) == [report(0), report(1), report(2)]


def test_who_is_cancelled_disturbs_nobody(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            held = Held(scribe)
            first, second = await all_started(*(scribe.write([report(n)]) for n in range(2)))
            first.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await first
            await held.let_go()
            await second
            assert scribe.waiting == 0

    asyncio.run(write())
    assert lines(path) == [report(1)]


def test_questions_are_answered_in_turn_and_their_errors_are_the_askers(path: Path) -> None:
    async def ask() -> None:
        async with scribe_of(path) as scribe:
            held = Held(scribe)
            write, count = await all_started(
                scribe.write([report(1)]), scribe.ask(lambda store: len(list(store.entries())))
            )
            await held.let_go()
            await write
            assert await count == 1
            with pytest.raises(ZeroDivisionError):
                await scribe.ask(lambda store: 1 // 0)
            await scribe.write([report(2)])

    asyncio.run(ask())


def test_the_heads_follow_when_nothing_more_is_written(path: Path) -> None:
    async def write() -> None:
        async with scribe_of(path) as scribe:
            await scribe.write([report(1)])
            await scribe.write([report(2)])
            known = heads.read(Path(f"{path}.heads"))
            while known is None or known["b1"].number < 2:
                await asyncio.sleep(0.05)
                known = heads.read(Path(f"{path}.heads"))

    asyncio.run(asyncio.wait_for(write(), 30))
