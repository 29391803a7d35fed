"""All that is served over HTTP, opened and closed together."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from touchmove.daemon.web.api import Api
from touchmove.daemon.web.desk_pages import DeskPages
from touchmove.daemon.web.door import Door
from touchmove.daemon.web.office import Office
from touchmove.daemon.web.sessions import Sessions
from touchmove.daemon.web.token_file import MAKE_ANOTHER, TokenFile, key_for
from touchmove.errors import InputError
from touchmove.shell.web import serve_hall

LOOK_S = 1.0
"""How often the file of the token is looked at: a file of three hundred bytes."""


@asynccontextmanager
async def open_to_all(office: Office) -> AsyncIterator[None]:
    """Serve pages, health, metrics and the arbiter's requests while the block runs.

    Prints the address, and at the first run the token. Rejects a port that is taken with
    `ServeError`, a token file that cannot be used with `InputError`.
    """
    web_ = office.config.web
    tokens = TokenFile(web_.token_file)
    if tokens.exists():
        tokens.read()
    troubles = office.hall.troubles

    def on_token(error: InputError | None) -> None:
        if error is None:
            troubles.end("token", "", f"token {tokens.path}: it can be used again")
        else:
            troubles.begin("token", "", f"{error}; nobody is let in by it until then")

    door = Door(tokens, on_token=on_token)

    def more(application: web.Application) -> None:
        Sessions(office, door).add_to(application)
        api = Api(office, door)
        api.add_to(application)
        DeskPages(office, door, api).add_to(application)

    with contextlib.ExitStack() as stack:
        async with serve_hall(
            web_.host,
            web_.port,
            names=web_.names,
            viewers=office.room.viewers,
            spare=office.room.spare,
            more=more,
        ) as rooms:
            office.rooms = rooms
            door.key = stack.enter_context(key_for(web_.token_file, rooms.url))
            print(rooms.url, flush=True)
            if not tokens.exists():
                # Not before: a program that cannot begin would leave one that nobody was shown.
                print(_told(tokens.make().reveal()), flush=True)
            watching = asyncio.create_task(_watch(door))
            try:
                yield
            finally:
                watching.cancel()


async def _watch(door: Door) -> None:
    """Who runs the program is told of a file that nobody could log in with before somebody has to,
    and that it is good again."""
    while True:
        await asyncio.sleep(LOOK_S)
        await door.look()


def _told(token: str) -> str:
    """The new token for whoever sits at the terminal. Elsewhere it would be kept, such as in the
    journal of a service, and is not shown at all."""
    if not sys.stdout.isatty():
        return f"an arbiter's token was made and is not shown here; {MAKE_ANOTHER} and shows it"
    return (
        f"The arbiter's token is {token}\n"
        "It is shown this once and kept nowhere: write it down. It lets whoever has it rule on "
        f"games; {MAKE_ANOTHER}."
    )
