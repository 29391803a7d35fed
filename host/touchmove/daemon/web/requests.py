"""Requests of programs: read within bounds, answered in JSON, and refused with what to do about it.

A refusal is an object with `error`, a sentence, and `faults`, a list of `{"where", "words"}` where
several things may be wrong. What a request begins at a board is finished whether or not whoever
asked for it waits: a line that is handed to the log must not be in it without being true here.
"""

import asyncio
import json
import math
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from aiohttp import web

from touchmove.daemon.web.door import DeniedError, Door
from touchmove.daemon.web.new_game import NewGameError
from touchmove.shell import site
from touchmove.shell.site import BODY_BYTES_MAX, Handler

BODY_S = 10.0
"""A body has come within this time."""
ANSWER_S = 30.0
"""Whoever asks waits no longer for the log; what they asked for goes on."""

FORM_FIELDS_MAX = 64
"""The longest of our forms, that of a new game, has half as many."""

T = TypeVar("T")
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RefusedError(Exception):
    """A request that cannot be done; the message says why, and what to do."""

    def __init__(self, status: int, words: str, where: str = "") -> None:
        super().__init__(words)
        self.status = status
        self.where = where


def said(status: int, fields: object, **headers: str) -> web.Response:
    """An answer in JSON, which nobody keeps."""
    return site.in_json(status, fields, **headers)


def for_arbiters(door: Door, answer: Answer) -> Handler:
    """The same for whoever may act, and for nobody else."""

    async def admitted(request: web.Request) -> web.StreamResponse:
        await door.admit(request)
        return await answer(request)

    return in_json(admitted)


def in_json(answer: Answer) -> Handler:
    """The same, whose refusals are JSON too."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await answer(request)
        except DeniedError as denied:
            return _denied(denied)
        except RefusedError as refused:
            faults = [{"where": refused.where, "words": str(refused)}] if refused.where else []
            return said(refused.status, {"error": str(refused), "faults": faults})
        except NewGameError as wrong:
            faults = [{"where": fault.where, "words": fault.words} for fault in wrong.faults]
            return said(400, {"error": str(wrong), "faults": faults})
        except TimeoutError:
            words = "this took too long; look whether it was done before you ask for it again"
            return said(503, {"error": words, "faults": []})

    return answered


async def unanswered(request: web.Request) -> web.StreamResponse:
    """Whatever nothing else answers: 405 where another method is, 404 where nothing is."""
    usable: set[str] = set()
    for resource in request.app.router.resources():
        usable |= (await resource.resolve(request))[1]
    usable.discard("*")
    if not usable:
        words = "nothing is at this address; begin at /api/boards, whose boards say the others"
        raise RefusedError(404, words)
    methods = sorted(usable)
    words = f"this address does not take {request.method}; use {' or '.join(methods)}"
    return said(405, {"error": words, "faults": []}, Allow=", ".join(methods))


def _denied(denied: DeniedError) -> web.Response:
    headers = {}
    if denied.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="touchmove"'
    if denied.wait_s:
        headers["Retry-After"] = str(math.ceil(denied.wait_s))
    return said(denied.status, {"error": str(denied), "faults": []}, **headers)


# ------------------------------------------------------------------ bodies
async def body(request: web.Request) -> bytes:
    """What the request brings. Raises `RefusedError` if it is too much or comes too slowly."""
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except web.HTTPRequestEntityTooLarge as error:
        words = f"this is more than {BODY_BYTES_MAX} bytes, and no request needs as much"
        raise RefusedError(413, words) from error
    except TimeoutError as error:
        raise RefusedError(408, f"the request did not come within {BODY_S:.0f} s") from error


async def fields(request: web.Request) -> dict[str, object]:
    """The object that the request brings. Raises `RefusedError`."""
    if request.content_type != "application/json":
        raise RefusedError(415, "send JSON, with Content-Type: application/json")
    return object_in(await body(request))


async def form_fields(request: web.Request) -> dict[str, str]:
    """The fields of the form that the request brings, as browsers send it: in UTF-8, whatever it
    says of itself. Raises `RefusedError`."""
    if request.content_type != "application/x-www-form-urlencoded":
        raise RefusedError(415, "send a form of this page")
    data = await body(request)
    try:
        return dict(parse_qsl(data.decode(), True, errors="strict", max_num_fields=FORM_FIELDS_MAX))
    except ValueError as error:
        raise RefusedError(400, "this is no form in UTF-8") from error


def object_in(data: bytes) -> dict[str, object]:
    """The JSON object that these bytes are. Raises `RefusedError`."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "this is no JSON in UTF-8") from error
    if not isinstance(found, dict):
        raise RefusedError(400, 'send one JSON object, such as {"word": "resign W"}')
    return found


# ------------------------------------------------------------------ what is finished in any case
class UnderWay:
    """What has been begun at boards."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of it; it goes on if nobody waits for it. Raises TimeoutError."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        async with asyncio.timeout(ANSWER_S):
            return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has been told
