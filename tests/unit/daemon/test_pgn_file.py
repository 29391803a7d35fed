"""The files that hold games: whole, of all boards or of one, and never in anybody's way."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.unit.daemon.test_session import Bench, touches
from touchmove.daemon.pgn_file import PgnFiles
from touchmove.view.bulletin import pgn

PATIENCE_S = 20
BEFORE = "a game of before\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path / "table.sqlite")
    for event in touches(1):
        made.board.happen(event)
        made.carry()
    return made


@contextlib.asynccontextmanager
async def writing(files: PgnFiles) -> AsyncIterator[None]:
    task = asyncio.create_task(files.write_for_ever())
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def until_it_holds(path: Path, text: str) -> None:
    while not holds(path, text):  # noqa: ASYNC110  (a file has no event)
        await asyncio.sleep(0.01)


def holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


def test_all_games_are_in_one_file_and_those_of_a_board_in_one_of_its_own(
    tmp_path: Path, bench: Bench
) -> None:
    async def scenario() -> None:
        closed = [("paper", BEFORE), ("another", "elsewhere\n")]
        files = PgnFiles(tmp_path / "all.pgn", tmp_path, closed)
        files.watch(bench.session)
        async with writing(files):
            game = pgn(bench.table)
            await until_it_holds(tmp_path / "all.pgn", "\n".join([BEFORE, "elsewhere\n", game]))
            await until_it_holds(tmp_path / "paper.pgn", "\n".join([BEFORE, game]))
            bench.session.say("result 1-0")
            files.mark("paper")
            await until_it_holds(tmp_path / "paper.pgn", "\n".join([BEFORE, pgn(bench.table)]))
            assert '[Result "1-0"]' in (tmp_path / "paper.pgn").read_text()

    asyncio.run(scenario())


def test_what_changed_last_is_written_at_the_end(tmp_path: Path, bench: Bench) -> None:
    async def scenario() -> None:
        files = PgnFiles(tmp_path / "all.pgn", None)
        files.watch(bench.session)
        async with writing(files):
            bench.session.say("result 0-1")
        assert (tmp_path / "all.pgn").read_text() == pgn(bench.table)

    asyncio.run(scenario())


def test_an_id_that_looks_like_a_path_is_a_name_all_the_same(tmp_path: Path) -> None:
    """A board says of itself what it is called."""
    folder = tmp_path / "games"
    folder.mkdir()

    async def scenario() -> None:
        bench = Bench(tmp_path / "table.sqlite")
        bench.session.board = "../../x"
        files = PgnFiles(None, folder)
        files.watch(bench.session)
        async with writing(files):
            await until_it_holds(folder / "..%2F..%2Fx.pgn", pgn(bench.table))

    asyncio.run(scenario())
    assert sorted(path.name for path in folder.iterdir()) == ["..%2F..%2Fx.pgn"]
