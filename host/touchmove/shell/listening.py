"""Connections: who may have one, for how long, and what is answered to what is no request.

What comes over a connection is the world's. It is answered in a sentence, never logged, and costs a
bounded amount: so many connections at once, so many bytes of a head and a body, and so many seconds
for a head to come (a body has its own limit where it is read). A viewer's stream is bounded in
`feed`.
"""

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from touchmove.errors import ServeError
from touchmove.shell import site

REQUEST_S = 20.0
"""A request has come within this time, or its connection is closed: a browser sends its head at
once. A connection that is kept open for the next request waits as long."""
SPARE = 64
"""Connections besides the viewers' streams: pictures, programs, the arbiter."""
BACKLOG = 32
"""Connections that may come at the same moment: as many are open before the first is refused."""
CLOSE_S = 1.0
"""Connections that do not close by themselves within this time are cut at the end."""

log = logging.getLogger("touchmove")


@asynccontextmanager
async def listening(
    application: web.Application,
    host: str,
    port: int,
    *,
    connections: int,
    request_s: float = REQUEST_S,
) -> AsyncIterator[str]:
    """Let an application answer while the block runs; gives its address.

    `port` 0 takes any free one. More than `connections` at once are closed as they come. Rejects a
    port that is taken or an address that is not this machine's with `ServeError`.
    """
    runner = _Runner(
        application,
        connections=connections,
        request_s=request_s,
        shutdown_timeout=CLOSE_S,
        handler_cancellation=True,
    )
    await runner.setup()
    try:
        yield await _listen(runner, host, port)
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> str:
    if not 0 <= port <= 65_535:
        raise ServeError(f"{port} is not a port: --web-port takes 0 to 65535")
    try:
        with contextlib.ExitStack() as opened:
            for bound in await _bound(host, port):
                opened.callback(bound.close)
                await web.SockSite(runner, bound, backlog=BACKLOG).start()
            opened.pop_all()
    except OSError as error:
        raise ServeError(_why(error, host, port)) from error
    bound = runner.addresses[0][1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{bound}/" if ":" in shown else f"http://{shown}:{bound}/"


async def _bound(host: str, port: int) -> list[socket.socket]:
    """A socket at each address of a host that this machine has; a name may stand for one of a
    family that is switched off. asyncio would say so in words of its own."""
    loop, flags = asyncio.get_running_loop(), socket.AI_PASSIVE
    found = await loop.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=flags)
    missing: OSError | None = None
    with contextlib.ExitStack() as opened:
        sockets: list[socket.socket] = []
        for family, kind, protocol, _, address in dict.fromkeys(found):
            try:
                bound = opened.enter_context(socket.socket(family, kind, protocol))
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                bound.bind(address)
            except OSError as error:
                if error.errno not in _NOT_HERE:
                    raise
                missing = missing or error
            else:
                sockets.append(bound)
        if missing is not None and not sockets:
            raise missing
        opened.pop_all()
    return sockets


_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def _why(error: OSError, host: str, port: int) -> str:
    """What is wrong, where, and what to do about it, in one line."""
    where = f"the live page cannot be served at {host} port {port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where}: another program uses it; choose another with --web-port (0: any free one)"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{where}: it is reserved for the system; choose one above 1023 with --web-port"
    if error.errno in _NOT_HERE:
        return f"{where}: this machine does not have that address; see web.host, or use --no-web"
    if isinstance(error, socket.gaierror):
        return f"{where}: {error.strerror}; see web.host, or use --no-web"
    reason = os.strerror(error.errno) if error.errno else str(error)
    return f"{where}: {reason}; see web.host and web.port, or use --no-web"


# ------------------------------------------------------------------ a connection
class _Reader(web.RequestHandler):
    """One connection."""

    def __init__(self, server: "_Server", **options: Any) -> None:
        super().__init__(server, **options)
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody comes."""
        super().connection_made(transport)
        if len(self._server.connections) > self._server.most:
            self.force_close()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a request that could not be read, or that we failed at."""
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun already")
        if status < 500:
            words = "This request cannot be read: it is malformed or too long."
        else:
            log.error("the page failed to answer %s: %r", request.rel_url.raw_path, exc)
            words = "This page has failed to answer. The game goes on."
        answer = site.refusal(request, status, words)
        for name, value in site.SECURITY.items():
            answer.headers.setdefault(name, value)
        answer.force_close()
        return answer

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """What is left are connections that break off amid an answer."""


class _Server(web.Server):
    """Makes the connections."""

    def __init__(self, made: web.Server, most: int, request_s: float) -> None:
        super().__init__(
            made.request_handler,
            request_factory=made.request_factory,
            handler_cancellation=made.handler_cancellation,
        )
        self.most = most
        self._options: dict[str, Any] = {"access_log": None, "keepalive_timeout": request_s}

    def __call__(self) -> web.RequestHandler:
        return _Reader(self, loop=self._loop, **self._options)


class _Runner(web.AppRunner):
    """Answers also what is no request in plain words."""

    def __init__(
        self, application: web.Application, *, connections: int, request_s: float, **options: Any
    ) -> None:
        super().__init__(application, **options)
        self._connections = connections
        self._request_s = request_s

    async def _make_server(self) -> web.Server:
        return _Server(await super()._make_server(), self._connections, self._request_s)
