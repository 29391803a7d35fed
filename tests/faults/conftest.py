"""The game as it comes out when nothing goes wrong: what every fault is measured against."""

import asyncio
import signal

import pytest

from tests.faults.scene import finish, hands, hosted


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The PGN of the game, clocks included."""
    folder = tmp_path_factory.mktemp("undisturbed")

    async def game() -> str:
        async with hosted(folder) as (board, host):
            await board.perform(hands(board))
            await finish(board, host)
            assert host.end(signal.SIGTERM) == 0
            return host.pgn.read_text()

    return asyncio.run(game())
