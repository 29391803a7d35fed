"""The parts of the live page that do not change: files, board pictures, refusals in plain words.

`web` adds the stream. Every answer carries a policy by which the browser loads nothing from
anywhere else and runs no script but the page's own file.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Middleware

from touchmove.lamp import Lamp
from touchmove.view import picture

PICTURES = 256
"""Drawn boards kept, 25 kB each: many viewers ask for the same ones."""

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names by which a machine calls itself."""

log = logging.getLogger("touchmove")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_STATIC = Path(__file__).parent / "static"
_FILES = {
    "/": ("index.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
}
_SECURITY = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SVG_SECURITY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}
"""May be kept, but not shown again without asking."""


def application(host: str) -> web.Application:
    """The page without its stream, as served at `host`."""
    middlewares: list[Middleware] = [_in_plain_words]
    if host in LOOPBACK:
        middlewares.insert(0, _only_for(LOOPBACK))
    site = web.Application(middlewares=middlewares)
    site.on_response_prepare.append(_secure)
    for path, (name, content_type) in _FILES.items():
        site.router.add_get(path, _file(name, content_type))
    site.router.add_get("/board.svg", _board)
    site.router.add_get("/lamps/{name}.svg", _lamp)
    site.router.add_get("/favicon.svg", _icon)
    return site


def plain(status: int, text: str) -> web.Response:
    """A refusal that a person can read."""
    return web.Response(status=status, text=text, headers=ASK_AGAIN)


async def _board(request: web.Request) -> web.StreamResponse:
    """`GET /board.svg?fen=…`: a picture that depends on its address only."""
    wanted = picture.read(request.query)
    if isinstance(wanted, str):
        return plain(400, f"No picture of this board: {wanted}.\n")
    return _svg(_drawn(wanted), _FOR_EVER)


@lru_cache(maxsize=PICTURES)
def _drawn(wanted: picture.Picture) -> str:
    return picture.draw(wanted)


async def _lamp(request: web.Request) -> web.StreamResponse:
    """`GET /lamps/lift.svg`: one lit lamp, for the legend."""
    lamps = {lamp.name.lower(): lamp for lamp in Lamp if lamp}
    lamp = lamps.get(request.match_info["name"])
    if lamp is None:
        return plain(404, "There is no such lamp.\n")
    return _svg(picture.draw_lamp(lamp), ASK_AGAIN)


async def _icon(_request: web.Request) -> web.StreamResponse:
    return _svg(picture.draw_icon(), ASK_AGAIN)


def _svg(text: str, caching: dict[str, str]) -> web.Response:
    return web.Response(
        text=text, content_type="image/svg+xml", headers={**caching, **_SVG_SECURITY}
    )


def _file(name: str, content_type: str) -> Handler:
    body = (_STATIC / name).read_bytes()

    async def answer(_request: web.Request) -> web.StreamResponse:
        return web.Response(
            body=body, content_type=content_type, charset="utf-8", headers=ASK_AGAIN
        )

    return answer


@web.middleware
async def _in_plain_words(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The server's own refusals, as a sentence."""
    try:
        return await handler(request)
    except web.HTTPNotFound:
        return plain(404, "There is no such page here. The game is at /, its PGN at /game.pgn.\n")
    except web.HTTPMethodNotAllowed:
        return plain(405, "This page can only be read.\n")


def _only_for(names: frozenset[str]) -> Middleware:
    """Refuse requests that call this server by a name that is not its own."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if _host_name(request.headers.get("Host", "")) not in names:
            return plain(421, "This page answers only on the machine that serves it.\n")
        return await handler(request)

    return check


def _host_name(header: str) -> str:
    """`[::1]:8080` → `::1`, `localhost:8080` → `localhost`."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


async def _secure(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in _SECURITY.items():
        response.headers.setdefault(name, value)


# ------------------------------------------------------------------ requests that are none
class _Reader(web.RequestHandler):
    """One connection. What comes over it is the world's: it is answered, and no concern of ours."""

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
            answer = plain(status, "This request cannot be read: it is malformed or too long.\n")
        else:
            log.error("the live page failed to answer %s: %r", request.rel_url.raw_path, exc)
            answer = plain(status, "This page has failed to answer. The game goes on.\n")
        for name, value in _SECURITY.items():
            answer.headers.setdefault(name, value)
        answer.force_close()
        return answer

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """What is left are connections that break off amid an answer."""


_NO_ACCESS_LOG: dict[str, Any] = {"access_log": None}


class _Server(web.Server):
    def __call__(self) -> web.RequestHandler:
        return _Reader(self, loop=self._loop, **_NO_ACCESS_LOG)


class Runner(web.AppRunner):
    """Serves an application, and answers also what is no request in plain words."""

    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        return _Server(
            made.request_handler,
            request_factory=made.request_factory,
            handler_cancellation=made.handler_cancellation,
        )
