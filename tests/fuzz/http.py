"""Requests to a program that runs, over a real connection: each is answered, none by a failure.

An input is one connection: requests, divided by lines that are `---`. A request is a head and,
after an empty line, a body. Where a head leaves them out, `Host` and `Content-Length` are added, to
the last one also `Connection: close`. One that begins with `!` is sent as it stands. `$T`, `$C` and
`$X` are the token, the cookie of a session, and what a page of it knows (CSRF).

Whatever was asked, the program rests afterwards, answers the next request, and its log says what
is true. Pages have no script of ours or others in them, and an answer in JSON can be read.
"""

import asyncio
import contextlib
import json
import re
import socket
import struct
from functools import cache
from html.parser import HTMLParser

from tests.fuzz.answered import Answer, answers
from tests.fuzz.serving import ENDS_S, Served
from touchmove.daemon.web.door import COOKIE
from touchmove.script.vocabulary import WORDS as FORMS

SIZE_MAX = 24_000
QUIET_S = 0.05
"""If nothing has come for so long, the other end is left: most likely it waits for more."""
USES_MAX = 32
"""Half of the sessions that there may be at once."""
ANSWER_MAX = 4 << 20
"""Bytes that one connection is answered with; a board with all its words is some 20 kB."""
STATUSES = frozenset({
    100, 200, 201, 302, 303, 304, 400, 401, 403, 404, 405, 408, 409, 411, 413, 415, 417, 421, 429,
    503,
})  # fmt: skip
"""None is 500, and none changes to another protocol."""
WORDS = (
    b"GET / HTTP/1.1\n", b"GET /boards/ HTTP/1.1\n", b"GET /boards/events HTTP/1.1\n",
    b"GET /boards/seven/events HTTP/1.1\n", b"GET /boards/seven/game.pgn HTTP/1.1\n",
    b"GET /boards/seven/board.svg?fen=8/8/8/8 HTTP/1.1\n", b"GET /games.pgn HTTP/1.1\n",
    b"GET /health HTTP/1.1\n", b"GET /metrics HTTP/1.1\n", b"GET /login HTTP/1.1\n",
    b"POST /login HTTP/1.1\n", b"POST /logout HTTP/1.1\n", b"GET /arbiter/ HTTP/1.1\n",
    b"GET /arbiter/seven/ HTTP/1.1\n", b"POST /arbiter/seven/say HTTP/1.1\n",
    b"GET /arbiter/seven/new HTTP/1.1\n", b"POST /arbiter/seven/new HTTP/1.1\n",
    b"GET /api/session HTTP/1.1\n", b"GET /api/boards/seven HTTP/1.1\n",
    b"POST /api/boards/seven/say HTTP/1.1\n", b"POST /api/boards/Table%207/game HTTP/1.1\n",
    b"HEAD ", b"PUT ", b"OPTIONS ", b"HTTP/1.0", b"HTTP/2.0", b"\n---\n", b"!",
    b"%00", b"%ff", b"..",
    b"Authorization: Bearer $T\n", b"Authorization: Bearer $T$T\n", b"Authorization: Basic eDp5\n",
    b"Cookie: touchmove_session=$C\n", b"X-CSRF-Token: $X\n", b"csrf=$X&word=", b"&csrf=",
    b"token=$T",
    b"Content-Type: application/json\n", b"Content-Type: application/x-www-form-urlencoded\n",
    b"Content-Type: multipart/form-data; boundary=b\n", b"; charset=utf-16", b"; charset=zzz",
    b"Content-Encoding: gzip\n", b"Content-Encoding: deflate\n", b"Content-Length: 5\n",
    b"Content-Length: 99999999999999999999\n", b"Content-Length: -1\n", b"Range: bytes=0-1\n",
    b"Transfer-Encoding: chunked\n", b"5\r\nhello\r\n0\r\n\r\n", b"ffffffffffffffff\r\n",
    b"Expect: 100-continue\n", b"Connection: keep-alive\n", b"Connection: Upgrade\n",
    b"Upgrade: websocket\n", b"Sec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAA\n",
    b"\x81\x85\x00\x00\x00\x00hello", b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff", b"\x88\x80",
    b"Host: 127.0.0.1\n", b"Host: [::1\n", b"Host: evil.example\n", b"Origin: null\n",
    b"Origin: http://[::1\n", b"Origin: http://127.0.0.1\n", b"Sec-Fetch-Site: cross-site\n",
    b"Last-Event-ID: 1-2\n", b"X-Forwarded-For: ::1%x\n", b"If-None-Match: *\n",
    b'{"word": "resign W"}', b'{"word": "', b'{"fen": "', b'{"chess960": 959}', b'{"white": "<b>"',
    b'"replace": true', b'"date": "', b'"white_elo": 1e999', b'"time_control": "40/5400+30"',
    b'"white_id": ', b"\\ud800", b"\\u0000", b"<script>", b"NaN", b"[" * 300,
    b"{" * 300, b"9" * 5_000,
    *(form.name.encode() for form in FORMS),
)  # fmt: skip


@cache
def _served() -> Served:
    return Served()


# ------------------------------------------------------------------ requests
def _sent(data: bytes, known: dict[bytes, bytes]) -> bytes:
    """What goes over the connection."""
    parts = data.split(b"\n---\n")
    return b"".join(
        _request(part, last=place == len(parts), known=known) for place, part in enumerate(parts, 1)
    )


def _request(part: bytes, *, last: bool, known: dict[bytes, bytes]) -> bytes:
    for name, value in known.items():
        part = part.replace(name, value)
    if part.startswith(b"!"):
        return part[1:]
    head, _, body = part.partition(b"\n\n")
    lines = head.split(b"\n")
    lower = head.lower()
    if b"\nhost:" not in lower:
        lines.append(b"Host: 127.0.0.1")
    if body and not re.search(rb"\n(content-length|transfer-encoding):", lower):
        lines.append(b"Content-Length: %d" % len(body))
    if last and b"\nconnection:" not in lower:
        lines.append(b"Connection: close")
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


async def converse(port: int, data: bytes, quiet_s: float = ENDS_S) -> bytes:
    """All that is answered until the connection ends; we end our half of it when nothing has come
    for so long. Raises TimeoutError if it does not end."""
    received = bytearray()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    # So that what is left after an abrupt end takes up no port for a minute.
    linger = struct.pack("ii", 1, 0)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    writer.write(data)
    try:
        while True:
            try:
                chunk = await asyncio.wait_for(reader.read(65_536), quiet_s)
            except TimeoutError:
                if quiet_s == ENDS_S:
                    raise
                quiet_s = ENDS_S
                writer.write_eof()
                continue
            if not chunk:
                break
            received += chunk
            assert len(received) <= ANSWER_MAX, "the answer is too long"
    except OSError as error:
        if isinstance(error, TimeoutError):
            raise
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return bytes(received)


class _Session:
    """One that is used for several inputs."""

    def __init__(self) -> None:
        self.known: dict[bytes, bytes] = {}
        self.uses = 0

    def after(self, data: bytes) -> None:
        """This input may have ended it, or have begun others in its place."""
        self.uses += 1
        if self.uses >= USES_MAX or b"out" in data.lower() or b"%" in data:
            self.known, self.uses = {}, 0


@cache
def _session() -> _Session:
    return _Session()


async def _log_in(served: Served) -> dict[bytes, bytes]:
    """Of a new session."""
    form = b"token=" + served.token.encode()
    kind = b"Content-Type: application/x-www-form-urlencoded"
    log_in = _sent(b"POST /login HTTP/1.1\n" + kind + b"\n\n" + form, {})
    said = await converse(served.port, log_in)
    found = re.search(rb"%s=([\w-]+);" % COOKIE.encode(), said)
    assert found is not None, said
    cookie = b"Cookie: %s=%s" % (COOKIE.encode(), found[1])
    said = await converse(served.port, _sent(b"GET /api/session HTTP/1.1\n" + cookie, {}))
    (answer,) = answers(said)
    csrf = json.loads(answer.body)["csrf"]
    return {b"$T": served.token.encode(), b"$C": found[1], b"$X": csrf.encode()}


# ------------------------------------------------------------------ answers
class _Tags(HTMLParser):
    """Looks for what runs in a page."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """No script but in a file of ours, and no attribute that is one."""
        assert tag != "script" or dict(attrs).get("src") in ("page.js", "hall.js"), attrs
        assert not any(name.startswith("on") for name, _ in attrs), attrs


def _check(answer: Answer) -> None:
    assert answer.status in STATUSES, answer
    if answer.status == 100:
        return
    assert answer.headers.get("x-content-type-options") == "nosniff", answer
    assert "content-security-policy" in answer.headers, answer
    kind = answer.headers.get("content-type", "")
    if not answer.body or answer.is_cut:
        return
    if kind.startswith("application/json"):
        said = json.loads(answer.body)
        if answer.status >= 400 and "status" not in said:
            words = said.get("error") or said["words"]
            assert words.isprintable(), words
    elif kind.startswith("text/html"):
        _Tags().feed(answer.body.decode())
    elif kind.startswith("text/plain") and answer.status >= 400:
        assert answer.body.decode().removesuffix("\n").isprintable(), answer


def attempt(data: bytes) -> None:
    """One connection."""
    served = _served()
    served.do(lambda: _attempt(served, data))


def close() -> None:
    """End the program."""
    _served().end()
    _served.cache_clear()
    _session.cache_clear()


async def _attempt(served: Served, data: bytes) -> None:
    await served.begin_anew()
    session = _session()
    session.known = session.known or await _log_in(served)
    for answer in answers(await converse(served.port, _sent(data, session.known), QUIET_S)):
        _check(answer)
    session.after(data)
    await served.rest()
    await served.check()
    (health,) = answers(await converse(served.port, _sent(b"GET /health HTTP/1.1", {})))
    assert health.status == 200, health
    found, served.errors.found = served.errors.found, []
    assert not found, found
