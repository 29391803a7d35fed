"""What no browser would send gets a plain answer too, and none of it reaches the terminal."""

import asyncio

import pytest

from touchmove.shell.web import serve

GUARD_S = 20.0
"""No test waits longer for what never comes."""
UNREADABLE = "This request cannot be read: it is malformed or too long.\n"
TOO_LONG = b"a" * 10_000
HOST = b"Host: localhost\r\n"


def answer(request: bytes) -> tuple[int, str, str]:
    """Status, headers and text that a connection gets for these bytes."""

    async def asked() -> bytes:
        async with asyncio.timeout(GUARD_S), serve(port=0) as page:
            port = int(page.url.rstrip("/").rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            data = await reader.read()
            writer.close()
            return data

    headers, _, text = asyncio.run(asked()).partition(b"\r\n\r\n")
    return int(headers.split()[1]), headers.decode(), text.decode()


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /" + TOO_LONG + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"X: " + TOO_LONG + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"X: 1\r\n" * 2000 + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
        b"GET http://[::1/ HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
        b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"hello\r\n\r\n",
    ],
    ids=["address", "header", "headers", "hosts", "url", "version", "length", "TLS", "words"],
)
def test_what_is_no_request_gets_a_sentence_and_disturbs_nobody(
    request_: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    status, headers, text = answer(request_)
    assert (status, text) == (400, UNREADABLE)
    assert "Content-Type: text/plain" in headers
    assert "Content-Security-Policy: default-src 'self'" in headers
    assert not caplog.records
