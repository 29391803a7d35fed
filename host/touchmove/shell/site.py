"""The parts of the pages that do not change: files, board pictures, refusals in plain words.

`page` and `rooms` add the streams. Every answer carries a policy by which the browser loads nothing
from anywhere else and runs no script but the page's own files. The files are read when the program
starts, so no request leads to a file.
"""

import json
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Middleware

from touchmove.lamp import Lamp
from touchmove.view import picture

PICTURES = 256
"""Drawn boards kept, 25 kB each: many viewers ask for the same ones."""
BODY_BYTES_MAX = 16_384
"""Of what a request brings: names, a position and a reason take one or two thousand."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_STATIC = Path(__file__).parent / "static"
_COMMON = {
    "page.css": ("page.css", "text/css"),
    "clock.js": ("clock.js", "text/javascript"),
}
_PAGE = {
    "": ("index.html", "text/html"),
    "page.js": ("page.js", "text/javascript"),
    **_COMMON,
}
_LIST = {
    "": ("hall.html", "text/html"),
    "hall.js": ("hall.js", "text/javascript"),
    **_COMMON,
}
SECURITY = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer forbids the browser."""
_SVG_SECURITY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}
"""May be kept, but not shown again without asking."""


def application(*guards: Middleware) -> web.Application:
    """An application without a page yet, whose requests have to pass the guards first."""
    made = web.Application(middlewares=[*guards, _in_plain_words], client_max_size=BODY_BYTES_MAX)
    made.on_response_prepare.append(_secure)
    return made


def add_page(
    application: web.Application,
    path: str,
    has: Callable[[web.Request], bool] = lambda request: True,
) -> None:
    """Let the page of a board be at `path`, as far as it is the same for every board; `has` says
    whether there is such a board."""
    router = application.router
    for name, (file, content_type) in _PAGE.items():
        router.add_get(path + name, _where(has, _file(file, content_type)))
    router.add_get(f"{path}board.svg", _where(has, _board))
    router.add_get(f"{path}lamps/{{name}}.svg", _where(has, _lamp))
    router.add_get(f"{path}favicon.svg", _where(has, _icon))


def add_list(application: web.Application, path: str) -> None:
    """Let the list of a hall be at `path`, without its stream."""
    for name, (file, content_type) in _LIST.items():
        application.router.add_get(path + name, _file(file, content_type))
    application.router.add_get(f"{path}favicon.svg", _icon)


def _where(has: Callable[[web.Request], bool], answer: Handler) -> Handler:
    async def checked(request: web.Request) -> web.StreamResponse:
        return await answer(request) if has(request) else no_board()

    return checked


def no_board() -> web.Response:
    """The refusal of a board that is not here."""
    return plain(404, "There is no board of this name here. All boards are at /boards/.\n")


def pgn(text: str, name: str) -> web.Response:
    """Games as a file of this name."""
    return web.Response(
        body=text.encode(),
        content_type="application/x-chess-pgn",
        charset="utf-8",
        headers={**ASK_AGAIN, "Content-Disposition": f'inline; filename="{name}"'},
    )


def plain(status: int, text: str) -> web.Response:
    """A refusal that a person can read."""
    return web.Response(status=status, text=text, headers=ASK_AGAIN)


def in_json(status: int, fields: object, **headers: str) -> web.Response:
    """An answer for a program, which nobody keeps."""
    text = json.dumps(fields, ensure_ascii=False, indent=1) + "\n"
    return web.Response(
        status=status,
        text=text,
        content_type="application/json",
        headers={"Cache-Control": "no-store", **headers},
    )


def refusal(request: web.BaseRequest, status: int, words: str) -> web.Response:
    """A refusal as whoever asks at this address reads answers: a program, or a person."""
    if request.path.partition("/")[2].partition("/")[0] == "api":
        return in_json(status, {"error": words, "faults": []})
    return plain(status, f"{words}\n")


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
        return plain(404, "There is no such page here. Begin at /.\n")
    except web.HTTPMethodNotAllowed as error:
        usable = sorted(error.allowed_methods)
        can_be_read = error.allowed_methods <= {"GET", "HEAD"}
        words = "This page can only be read." if can_be_read else f"Use {' or '.join(usable)} here."
        answer = plain(405, f"{words}\n")
        answer.headers["Allow"] = ", ".join(usable)
        return answer


async def _secure(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
