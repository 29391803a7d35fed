"""All that is served over HTTP, opened and closed together."""

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
from touchmove.shell.web import serve_hall


@asynccontextmanager
async def open_to_all(office: Office) -> AsyncIterator[None]:
    """Serve pages, health, metrics and the arbiter's requests while the block runs.

    Prints the address, and at the first run the token. Rejects a port that is taken with
    `ServeError`, a token file that cannot be used with `InputError`.
    """
    web_ = office.config.web
    tokens = TokenFile(web_.token_file)
    made = None if tokens.exists() else tokens.make()
    tokens.read()
    door = Door(tokens)

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
            if made is not None:
                print(_told(made.reveal()), flush=True)
            yield


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
