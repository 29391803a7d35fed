"""What answers `touchmove say`: any bytes over a real connection are words for people, or none.

An input is what the other end sends, whatever it was asked. One that begins with a line `json` or
`text` is the body of a sound answer, whose status is the rest of that line.
"""

import contextlib
import io
import socket
import threading

from yarl import URL

from tests.fuzz.saying import check_line
from touchmove.daemon.config.secret import Secret
from touchmove.daemon.saying.client import Access, post
from touchmove.daemon.saying.command import told
from touchmove.errors import TouchmoveError

SIZE_MAX = 4_000
PATIENCE_S = 60
WORDS = (
    b"json 200\n", b"json 201\n", b"json 400\n", b"json 409\n", b"json 503\n", b"text 404\n",
    b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 302 Found\r\nLocation: /\r\n", b"HTTP/1.1 100 \r\n\r\n",
    b"Content-Length: 5\r\n", b"Content-Length: 99999999\r\n", b"Transfer-Encoding: chunked\r\n",
    b"Content-Encoding: gzip\r\n", b"Content-Encoding: deflate\r\n", b"\r\n\r\n", b"\r\n",
    b"Content-Type: application/json\r\n", b"Set-Cookie: a=b\r\n", b"5\r\nhello\r\n", b"0\r\n\r\n",
    b'{"words": "', b'{"error": "', b'"taken": true', b"\\u001b[2J", b"\\n", b"\\ud800", b"\x1b]0;",
    b"null", b"[" * 300, b"1e999", b"9" * 1_000, b"\xff", b"\xc2\x85", b'{"words": ["a"]}',
)  # fmt: skip


def _sound(data: bytes) -> bytes:
    """The bytes that an input stands for."""
    first, _, body = data.partition(b"\n")
    kind, _, status = first.partition(b" ")
    if kind not in (b"json", b"text") or not status.isdigit() or len(status) != 3:
        return data
    named = b"application/json" if kind == b"json" else b"text/plain"
    return b"HTTP/1.1 %s X\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s" % (
        status, named, len(body), body,
    )  # fmt: skip


def _answer(waiting: socket.socket, data: bytes) -> None:
    """Hear the request out, as far as it comes at once, and say this."""
    line, _ = waiting.accept()
    with line, contextlib.suppress(OSError):
        line.settimeout(PATIENCE_S)
        heard = b""
        while b'"word"' not in heard and (chunk := line.recv(65_536)):
            heard += chunk
        line.sendall(data)


def attempt(data: bytes) -> None:
    """One answer."""
    said = io.StringIO()
    with socket.create_server(("127.0.0.1", 0)) as waiting:
        waiting.settimeout(PATIENCE_S)
        other = threading.Thread(target=_answer, args=(waiting, _sound(data)))
        other.start()
        url = URL(f"http://127.0.0.1:{waiting.getsockname()[1]}/")
        try:
            with contextlib.redirect_stdout(said):
                told(post(Access(url, Secret("tm_x")), "seven", "say", {"word": "draw"}))
        except TouchmoveError as error:
            check_line(str(error))
        finally:
            other.join()
    if said.getvalue():
        check_line(said.getvalue().removesuffix("\n"))
