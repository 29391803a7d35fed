"""Server-sent events: the newest of something that changes, for any number of viewers.

A feed keeps no queue for anybody. Each viewer has a task of its own that asks for what is newer
than what it sent last, at most once every `pace_s`: a viewer who reads slowly skips what was
replaced meanwhile, which costs nothing, as each event is complete in itself. A viewer who does not
read at all for `stall_s` is dropped; the browser comes back by itself and gets the newest.

An event's id is `<run>-<number>`: the run tells this server from one before it, the number goes up
with each change. A browser that comes back says the last id that it saw (`Last-Event-ID`), and gets
what is newer. No move can be missing from it.

Ref: HTML Living Standard, "Server-sent events"
"""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from aiohttp import web

from touchmove.shell import site

HEARTBEAT_S = 15.0
"""A stream says this often that it lives; proxies commonly close a quiet one after 30 or 60 s."""
PACE_S = 0.05
"""A viewer gets at most 20 snapshots a second: more than an eye can follow."""
STALL_S = 20.0
"""A viewer whose connection takes nothing for this long is dropped."""
RETRY_MS = 1000
"""How long a browser waits before it comes back."""
VIEWERS = 200
"""Streams at once: each costs a socket (`descriptors`)."""


@dataclass(slots=True, eq=False)
class Places:
    """How many streams there may be, over all feeds of a server, and how they are kept."""

    most: int = VIEWERS
    heartbeat_s: float = HEARTBEAT_S
    stall_s: float = STALL_S
    taken: int = 0
    run: str = field(default_factory=lambda: f"{time.time_ns():x}")
    ended: bool = False


class Feed(ABC):
    """Something that changes, as a stream. Use it from the event loop that serves it."""

    def __init__(self, places: Places, pace_s: float = PACE_S) -> None:
        self._places = places
        self._pace_s = pace_s
        self._wakers: set[asyncio.Event] = set()

    @property
    def viewers(self) -> int:
        """How many streams of this feed are open."""
        return len(self._wakers)

    def wake(self) -> None:
        """There is something new. Never waits."""
        for waker in self._wakers:
            waker.set()

    @abstractmethod
    def news(self, seen: int) -> tuple[int, str] | None:
        """What is newer than number `seen` (0: everything is), and its number; None: nothing."""

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Answer with events as they come, until the viewer or the server goes."""
        if self._places.taken >= self._places.most:
            return site.plain(503, "Too many viewers at once. Try again in a minute.\n")
        response = web.StreamResponse(
            headers={
                "Content-Type": "text/event-stream; charset=utf-8",
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",
            }
        )
        waker = asyncio.Event()
        self._places.taken += 1
        self._wakers.add(waker)
        try:
            await response.prepare(request)
            seen = self._seen(request.headers.get("Last-Event-ID", ""))
            await self._feed(response, waker, seen)
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._places.taken -= 1
            self._wakers.discard(waker)
        return response

    async def _feed(self, response: web.StreamResponse, waker: asyncio.Event, seen: int) -> None:
        await self._send(response, f"retry: {RETRY_MS}\n\n")
        while not self._places.ended:
            waker.clear()
            newest = await self._send_news(response, seen)
            if newest != seen:
                seen = newest
                await asyncio.sleep(self._pace_s)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(waker.wait(), self._places.heartbeat_s)
                continue
            await self._send(response, ": heartbeat\nevent: heartbeat\ndata: -\n\n")
        await self._send_news(response, seen)
        await self._send(response, "event: end\ndata: -\n\n")

    async def _send_news(self, response: web.StreamResponse, seen: int) -> int:
        """Send what is newer than `seen`; the number of what has been sent then."""
        news = self.news(seen)
        if news is None:
            return seen
        number, data = news
        await self._send(response, f"id: {self._places.run}-{number}\ndata: {data}\n\n")
        return number

    async def _send(self, response: web.StreamResponse, text: str) -> None:
        """Write, and wait until the connection has taken it, but not for ever."""
        async with asyncio.timeout(self._places.stall_s):
            await response.write(text.encode())

    def _seen(self, event_id: str) -> int:
        """The number of an event of this run; 0 for any other."""
        run, _, number = event_id.partition("-")
        known = run == self._places.run and number.isascii() and number.isdigit()
        return int(number) if known and len(number) < 16 else 0
