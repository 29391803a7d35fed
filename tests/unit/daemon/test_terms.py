"""Terms that are demanded by option are refused where a game goes on under others, only there."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from tests.accuracy import games
from tests.soak.evening import played
from touchmove.daemon.terms import check_asked
from touchmove.errors import InputError
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Entry, Kind, Store

OTHER = ("rapid", None, None, None)
AS_AGREED = ("classical", "2023", "-", "white")


def ask(log: Path, asked: tuple[str | None, ...]) -> None:
    """As `touchmove run` does before anything else."""

    async def scenario() -> None:
        scribe = Scribe(Store(log))
        try:
            await check_asked(scribe, asked)
        finally:
            await scribe.close()

    asyncio.run(scenario())


def keep(log: Path, entries: list[Entry]) -> None:
    """A log of these lines."""
    log.unlink(missing_ok=True)
    with contextlib.closing(Store(log)) as store:
        store.append(entries)


def test_only_a_game_that_goes_on_stands_in_the_way_of_other_terms(tmp_path: Path) -> None:
    before, game = played(games(range(1, 2)), "table-1")
    log = tmp_path / "log.sqlite"
    moves = [entry for entry in game if "resign" not in entry.line and "1-0" not in entry.line]
    for entries, goes_on in (
        ([*before], False),
        ([*before, *moves], True),
        # As a log of form 1 was, in which nothing is told.
        ([entry for entry in (*before, *moves) if entry.kind is not Kind.TOLD], True),
        ([*before, *game], False),
    ):
        keep(log, entries)
        ask(log, AS_AGREED)
        with pytest.raises(InputError) if goes_on else contextlib.nullcontext():
            ask(log, OTHER)
