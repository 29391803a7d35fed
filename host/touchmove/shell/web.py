"""The live page: one snapshot at a time to any number of viewers, by server-sent events.

`publish` only replaces the newest snapshot and wakes the viewers; it never waits. Each viewer has a
task of its own that sends the newest snapshot whenever it differs from the one it sent last, at
most one every `PACE_S`. So nothing queues: a viewer who reads slowly skips snapshots, which costs
nothing, as each is complete in itself (all moves, both clocks). A viewer who does not read at all
for `STALL_S` is dropped; the browser comes back by itself and gets the newest.

An event's id is `<run>-<number>`: the run tells this server from one before it, the number counts
snapshots. A browser that comes back says the last id that it saw (`Last-Event-ID`); unless that is
the newest one, it is sent the newest at once. No move can be missing from it.

The page is meant for this machine: it listens on 127.0.0.1 unless told otherwise, and then answers
only requests that call it by a loopback name, so that a foreign web page cannot reach it through a
name that it points here (DNS rebinding).
"""

import asyncio
import contextlib
import errno
import json
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from touchmove.errors import ServeError
from touchmove.shell import site
from touchmove.view import page as page_view
from touchmove.view.snapshot import Snapshot

HEARTBEAT_S = 15.0
"""A stream says this often that it lives; proxies commonly close a quiet one after 30 or 60 s."""
PACE_S = 0.05
"""A viewer gets at most 20 snapshots a second: more than an eye can follow."""
STALL_S = 20.0
"""A viewer whose connection takes nothing for this long is dropped."""
RETRY_MS = 1000
"""How long a browser waits before it comes back."""
VIEWERS = 200
"""Streams at once: each costs a socket, and on macOS a process may open 256 files unless told."""
CLOSE_S = 1.0
"""Connections that do not close by themselves within this time are cut at the end."""


@dataclass(slots=True, eq=False)
class _Edition:
    """One published snapshot; its JSON is made when the first viewer needs it."""

    number: int
    snapshot: Snapshot
    published_at: float
    _json: str = ""

    def as_json(self) -> str:
        if not self._json:
            self._json = page_view.as_json(self.snapshot)
        return self._json


@dataclass(slots=True, eq=False)
class Page:
    """The live page while it is served. Use it from the event loop that serves it."""

    url: str
    """Where a browser finds it."""
    pace: float
    """Milliseconds of the board's clock in one of ours: 1 for a real board."""
    _heartbeat_s: float
    _stall_s: float
    _run: str = field(default_factory=lambda: f"{time.time_ns():x}")
    _edition: _Edition | None = None
    _pgn: str | None = None
    _ended: bool = False
    _wakers: set[asyncio.Event] = field(default_factory=set)

    @property
    def viewers(self) -> int:
        """How many streams are open."""
        return len(self._wakers)

    def publish(self, snapshot: Snapshot, pgn: str | None = None) -> None:
        """Show this snapshot to everybody. Never waits; the newest wins.

        `pgn` is what `/game.pgn` answers from now on; None leaves it as it is.
        """
        if pgn is not None:
            self._pgn = pgn
        previous = self._edition
        if previous is not None and previous.snapshot == snapshot:
            return
        number = previous.number + 1 if previous else 1
        self._edition = _Edition(number, snapshot, time.monotonic())
        self._wake()

    def _wake(self) -> None:
        for waker in self._wakers:
            waker.set()

    def _end(self) -> None:
        self._ended = True
        self._wake()

    # -------------------------------------------------------------- the stream
    async def _events(self, request: web.Request) -> web.StreamResponse:
        """`GET /events`: snapshots as they come, until the viewer or the server goes."""
        if len(self._wakers) >= VIEWERS:
            return site.plain(503, "Too many viewers at once. Try again in a minute.\n")
        response = web.StreamResponse(
            headers={
                "Content-Type": "text/event-stream; charset=utf-8",
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",
            }
        )
        await response.prepare(request)
        waker = asyncio.Event()
        self._wakers.add(waker)
        try:
            await self._feed(response, waker, request.headers.get("Last-Event-ID", ""))
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._wakers.discard(waker)
        return response

    async def _feed(self, response: web.StreamResponse, waker: asyncio.Event, seen: str) -> None:
        await self._send(response, f"retry: {RETRY_MS}\n\n")
        while not self._ended:
            waker.clear()
            if self._edition is not None and (newest := self._id(self._edition)) != seen:
                await self._send(response, self._event(self._edition))
                seen = newest
                await asyncio.sleep(PACE_S)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(waker.wait(), self._heartbeat_s)
                continue
            await self._send(response, ": heartbeat\nevent: heartbeat\ndata: -\n\n")
        if self._edition is not None and self._id(self._edition) != seen:
            await self._send(response, self._event(self._edition))
        await self._send(response, "event: end\ndata: -\n\n")

    async def _send(self, response: web.StreamResponse, text: str) -> None:
        """Write, and wait until the connection has taken it, but not for ever."""
        async with asyncio.timeout(self._stall_s):
            await response.write(text.encode())

    def _id(self, edition: _Edition) -> str:
        return f"{self._run}-{edition.number}"

    def _event(self, edition: _Edition) -> str:
        age_ms = round((time.monotonic() - edition.published_at) * 1000)
        pace = json.dumps(self.pace)
        data = f'{{"age_ms":{age_ms},"pace":{pace},"snapshot":{edition.as_json()}}}'
        return f"id: {self._id(edition)}\ndata: {data}\n\n"

    async def _game(self, _request: web.Request) -> web.StreamResponse:
        """`GET /game.pgn`: the game so far."""
        if self._pgn is None:
            return site.plain(
                404, "There is no game yet. Its PGN will be here after the first move.\n"
            )
        return web.Response(
            body=self._pgn.encode(),
            content_type="application/x-chess-pgn",
            charset="utf-8",
            headers={**site.ASK_AGAIN, "Content-Disposition": 'inline; filename="game.pgn"'},
        )


# ------------------------------------------------------------------ the server
@asynccontextmanager
async def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    pace: float = 1.0,
    heartbeat_s: float = HEARTBEAT_S,
    stall_s: float = STALL_S,
) -> AsyncIterator[Page]:
    """Serve the live page while the block runs; at its end the streams are closed at once.

    `port` 0 takes any free port. `pace` is how many milliseconds of the board's clock pass in one
    of ours, so that the clocks of a game that is played faster than life tick as fast as it.
    Rejects a port that is taken or an address that is not this machine's with `ServeError`.
    """
    assert math.isfinite(pace), "JSON has no infinity"
    page = Page(url="", pace=pace, _heartbeat_s=heartbeat_s, _stall_s=stall_s)
    runner = site.Runner(
        _application(page, host), shutdown_timeout=CLOSE_S, handler_cancellation=True
    )
    await runner.setup()
    try:
        page.url = await _listen(runner, host, port)
        yield page
    finally:
        page._end()
        await runner.cleanup()


def _application(page: Page, host: str) -> web.Application:
    application = site.application(host)
    application.router.add_get("/events", page._events, allow_head=False)
    application.router.add_get("/game.pgn", page._game)
    return application


async def _listen(runner: web.AppRunner, host: str, port: int) -> str:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise ServeError(_why(error, host, port)) from error
    except OverflowError as error:
        raise ServeError(f"{port} is not a port: --web-port takes 0 to 65535") from error
    bound = runner.addresses[0][1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{bound}/" if ":" in shown else f"http://{shown}:{bound}/"


def _why(error: OSError, host: str, port: int) -> str:
    """What is wrong, where, and what to do about it, in one line."""
    where = f"the live page cannot be served at {host} port {port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where}: another program uses it; choose another with --web-port (0: any free one)"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{where}: it is reserved for the system; choose one above 1023 with --web-port"
    return f"{where}: {error.strerror or error}; check the address, or use --no-web"
