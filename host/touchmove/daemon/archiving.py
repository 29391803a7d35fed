"""Games that are over for good, put into the log's table of games: it follows from the lines alone.

Nothing is kept in memory for it. When a game's book is closed, or when a program begins that may
have been killed just then, the lines since the last game in the table are played through once more,
beside the loop, and their games added.
"""

import asyncio

from touchmove.daemon import recalling
from touchmove.daemon.logs.games import found_in
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Archived, Line, Store


async def archive(scribe: Scribe, board: str) -> tuple[Archived, ...]:
    """Put the games of a board that change no more into the table; those that were not there yet.

    Raises `StoreError` where the log cannot be read or written.
    """

    def lines(store: Store) -> list[Line]:
        begun = recalling.beginning(store, board)
        after = store.archived_up_to(board)
        if begun is None or begun <= after + 1:
            return []
        return list(store.lines(board, since=after + 1))

    found = await asyncio.to_thread(found_in, await scribe.ask(lines))
    closed = tuple(game.archived() for game in found if game.closed)

    def put(store: Store) -> None:
        for game in closed:
            store.archive(game)

    if closed:
        await scribe.ask(put)
    return closed


async def archived(scribe: Scribe, newest: int) -> list[tuple[str, str]]:
    """The newest so many games that are over for good: the board of each, and its PGN."""
    for board in await scribe.ask(lambda store: store.boards()):
        await archive(scribe, board)
    return await scribe.ask(
        lambda store: [(game.board, game.pgn) for game in store.newest_games(newest)]
    )
