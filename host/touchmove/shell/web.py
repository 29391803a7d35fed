"""The pages while they are served: of one board (`serve`), or of a hall (`serve_hall`).

They are meant for this machine: they are at 127.0.0.1 unless told otherwise (`guard`).
"""

import math
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from aiohttp import web

from touchmove.shell import guard, site
from touchmove.shell.feed import HEARTBEAT_S, STALL_S, VIEWERS, Places
from touchmove.shell.listening import REQUEST_S, SPARE, listening
from touchmove.shell.page import Page
from touchmove.shell.rooms import Rooms

__all__ = ["VIEWERS", "Page", "Rooms", "serve", "serve_hall"]


@asynccontextmanager
async def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    pace: float = 1.0,
    heartbeat_s: float = HEARTBEAT_S,
    stall_s: float = STALL_S,
) -> AsyncIterator[Page]:
    """Serve the live page of one board while the block runs; at its end the streams are closed.

    `port` 0 takes any free port. `pace` is how many milliseconds of the board's clock pass in one
    of ours, so that the clocks of a game that is played faster than life tick as fast as it.
    Rejects a port that is taken or an address that is not this machine's with `ServeError`.
    """
    assert math.isfinite(pace), "JSON has no infinity"
    places = Places(heartbeat_s=heartbeat_s, stall_s=stall_s)
    page = Page(places, pace=pace)
    application = site.application(guard.only_for_us(host))
    site.add_page(application, "/")
    application.router.add_get("/events", page.events, allow_head=False)
    application.router.add_get("/game.pgn", page.game)
    async with listening(application, host, port, connections=places.most + SPARE) as page.url:
        try:
            yield page
        finally:
            places.ended = True
            page.wake()


@asynccontextmanager
async def serve_hall(
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    names: Iterable[str] = (),
    viewers: int = VIEWERS,
    spare: int = SPARE,
    more: Callable[[web.Application], None] = lambda application: None,
    request_s: float = REQUEST_S,
) -> AsyncIterator[Rooms]:
    """Serve the pages of a hall while the block runs, and what `more` adds to them.

    `names` are those by which browsers may call this machine besides its own, `spare` are
    connections besides the viewers'. Rejects as `serve`.
    """
    places = Places(viewers)
    rooms = Rooms(places)
    application = site.application(guard.only_for_us(host, names), guard.only_from_us)
    rooms.add_to(application)
    more(application)
    connections = viewers + spare
    served = listening(application, host, port, connections=connections, request_s=request_s)
    async with served as rooms.url:
        try:
            yield rooms
        finally:
            places.ended = True
            for feed in (rooms, *rooms.pages.values()):
                feed.wake()
