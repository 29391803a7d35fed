"""What came over a connection, as answers of HTTP/1.1: no more of it than checks of them need.

Ref: RFC 9112
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = re.compile(rb"HTTP/\d\.\d (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n")


@dataclass(frozen=True, slots=True)
class Answer:
    """One of them."""

    status: int
    headers: dict[str, str]
    """Names in small letters."""
    body: bytes
    is_cut: bool
    """The body is not all there, or it is a stream."""


def answers(data: bytes) -> Iterator[Answer]:
    """All answers of a connection; the last one may be cut, as the connection was left."""
    at = 0
    while at < len(data):
        head = _HEAD.match(data, at)
        if head is None:
            assert b"\r\n\r\n" not in data[at:], data[at : at + 200]
            return
        lines = head[2].decode("latin-1").split("\r\n")[:-1]
        headers = {
            name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)
        }
        size, at = int(headers.get("content-length", 0)), head.end()
        if headers.get("transfer-encoding") == "chunked":
            yield Answer(int(head[1]), headers, data[at:], is_cut=True)
            return
        body = data[at : at + size]
        if _HEAD.match(body):  # that was an answer to HEAD, and the next one follows
            body = b""
        at += len(body)
        yield Answer(int(head[1]), headers, body, is_cut=len(body) < size)
