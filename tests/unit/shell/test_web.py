"""The live page over loopback HTTP: what comes, what is refused, how it ends."""

import asyncio
import json
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, TCPConnector
from yarl import URL

import touchmove.shell.web
from touchmove.errors import ServeError
from touchmove.shell.web import VIEWERS, Page, serve
from touchmove.units import Millis
from touchmove.view.snapshot import Snapshot

Made = Callable[..., Snapshot]
STATIC = Path(touchmove.shell.web.__file__).parent / "static"
PATHS = ["/", "/page.css", "/page.js", "/favicon.svg", "/lamps/lift.svg", "/board.svg?fen=8/8/8/8"]
GUARD_S = 20.0
"""No test waits longer for what never comes."""


def run(test: Coroutine[Any, Any, None]) -> None:
    async def guarded() -> None:
        async with asyncio.timeout(GUARD_S):
            await test

    asyncio.run(guarded())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - nothing announces it
        await asyncio.sleep(0.01)


class Viewer:
    """Reads one stream as a browser does."""

    def __init__(self, session: ClientSession, page: Page | str | URL, last_id: str = "") -> None:
        headers = {"Last-Event-ID": last_id} if last_id else {}
        url = f"{page.url}events" if isinstance(page, Page) else page
        self._request = session.get(url, headers=headers)
        self.last_id = last_id

    async def __aenter__(self) -> "Viewer":
        self._response = await self._request.__aenter__()
        assert self._response.content_type == "text/event-stream"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._response.close()

    async def block(self) -> dict[str, str]:
        """The next block of the stream: field → value."""
        fields = {}
        while line := (await self._response.content.readline()).decode():
            if line == "\n":
                break
            name, _, value = line.rstrip("\n").partition(":")
            fields[name] = value.strip()
        self.last_id = fields.get("id", self.last_id)
        return fields

    async def event(self) -> dict[str, Any]:
        """What the next event with an id holds."""
        while "id" not in (fields := await self.block()):
            assert fields, "the stream has ended"
        told = json.loads(fields["data"])
        assert isinstance(told, dict)
        return told

    async def snapshot(self) -> dict[str, Any]:
        """The next snapshot."""
        told = (await self.event())["snapshot"]
        assert isinstance(told, dict)
        return told


def sans(told: dict[str, Any]) -> list[str]:
    return [ply["san"] for ply in told["plies"]]


# ------------------------------------------------------------------ the stream
def test_viewers_get_what_is_there_and_what_comes(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            page.publish(snapshot_after(["e4"]))
            async with Viewer(session, page) as early, Viewer(session, page) as other:
                assert sans(await early.snapshot()) == ["e4"]
                assert sans(await other.snapshot()) == ["e4"]
                page.publish(snapshot_after(["e4", "e5"]))
                assert sans(await early.snapshot()) == ["e4", "e5"]
                assert sans(await other.snapshot()) == ["e4", "e5"]
                assert page.viewers == 2

    run(test())


def test_a_viewer_who_comes_back_misses_nothing_and_gets_nothing_twice(
    snapshot_after: Made,
) -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            page.publish(snapshot_after(["e4"]))
            async with Viewer(session, page) as before:
                await before.snapshot()
            async with Viewer(session, page, before.last_id) as again:
                page.publish(snapshot_after(["e4", "e5"]))
                assert sans(await again.snapshot()) == ["e4", "e5"]
            page.publish(snapshot_after(["e4", "e5", "Nf3"]))
            async with Viewer(session, page, again.last_id) as late:
                assert sans(await late.snapshot()) == ["e4", "e5", "Nf3"]

    run(test())


def test_an_id_from_an_earlier_server_is_not_mistaken_for_ours(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            page.publish(snapshot_after(["e4"]))
            async with Viewer(session, page) as before:
                await before.snapshot()
        async with serve(port=0) as page, ClientSession() as session:
            page.publish(snapshot_after(["d4"]))
            async with Viewer(session, page, before.last_id) as after:
                assert sans(await after.snapshot()) == ["d4"]

    run(test())


def test_the_newest_snapshot_wins_and_numbers_go_up(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            base = snapshot_after(["e4"])
            async with Viewer(session, page) as viewer:
                page.publish(base)
                await viewer.snapshot()
                first = viewer.last_id
                for at_ms in range(1_000):
                    page.publish(replace(base, at_ms=Millis(at_ms)))
                while (await viewer.snapshot())["at_ms"] != 999:
                    pass
                number = [int(name.rpartition("-")[2]) for name in (first, viewer.last_id)]
                assert number[1] == number[0] + 1_000

    run(test())


def test_nothing_is_sent_for_a_snapshot_that_says_nothing_new(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve(port=0, heartbeat_s=0.1) as page, ClientSession() as session:
            page.publish(snapshot_after(["e4"]))
            async with Viewer(session, page) as viewer:
                await viewer.snapshot()
                page.publish(snapshot_after(["e4", "e5"]))
                await viewer.snapshot()
                page.publish(snapshot_after(["e4", "e5"]))
                assert (await viewer.block())["event"] == "heartbeat"

    run(test())


def test_a_quiet_stream_says_that_it_lives() -> None:
    async def test() -> None:
        async with (
            serve(port=0, heartbeat_s=0.05) as page,
            ClientSession() as session,
            Viewer(session, page) as viewer,
        ):
            assert (await viewer.block())["retry"] == "1000"
            for _ in range(3):
                assert (await viewer.block())["event"] == "heartbeat"

    run(test())


def test_the_age_of_a_snapshot_and_the_pace_of_its_clock_are_told(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve(port=0, pace=20) as page, ClientSession() as session:
            page.publish(snapshot_after(["e4"]))
            async with Viewer(session, page) as viewer:
                await viewer.block()
                told = json.loads((await viewer.block())["data"])
                assert told["pace"] == 20
                assert told["age_ms"] >= 0

    run(test())


def test_a_viewer_who_does_not_read_is_dropped_and_holds_nobody_up(snapshot_after: Made) -> None:
    async def test() -> None:
        long = snapshot_after(["Nf3", "Nf6", "Ng1", "Ng8"] * 500)
        async with serve(port=0, stall_s=0.2) as page, ClientSession() as session:
            with socket.create_connection(("127.0.0.1", int(page.url.split(":")[2][:-1]))) as idle:
                idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                idle.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await asyncio.to_thread(idle.recv, 16)
                at_ms = 0
                async with Viewer(session, page) as reader:
                    page.publish(long)
                    await reader.snapshot()
                    assert page.viewers == 2
                    while page.viewers == 2:
                        at_ms += 1
                        page.publish(replace(long, at_ms=Millis(at_ms)))
                        assert (await reader.snapshot())["at_ms"] == at_ms

    run(test())


def test_a_viewer_who_leaves_is_forgotten_at_once() -> None:
    async def test() -> None:
        async with serve(port=0, heartbeat_s=3600) as page, ClientSession() as session:
            async with Viewer(session, page) as viewer:
                await viewer.block()
                assert page.viewers == 1
            await until(lambda: page.viewers == 0)

    run(test())


def test_more_viewers_than_there_are_places_are_told_so(snapshot_after: Made) -> None:
    async def test() -> None:
        connector = TCPConnector(limit=0)
        async with (
            serve(port=0) as page,
            ClientSession(connector=connector) as session,
            AsyncExitStack() as viewers,
        ):
            for _ in range(VIEWERS):
                await viewers.enter_async_context(Viewer(session, page))
            async with session.get(page.url + "events") as refused:
                assert refused.status == 503
                assert "Too many viewers" in await refused.text()

    run(test())


# ------------------------------------------------------------------ the end
def test_the_end_brings_the_last_snapshot_and_closes_every_stream(snapshot_after: Made) -> None:
    async def test() -> None:
        async with ClientSession() as session:
            async with serve(port=0) as page:
                viewer = await Viewer(session, page).__aenter__()
                page.publish(snapshot_after(["e4"]))
                await viewer.snapshot()
                page.publish(snapshot_after(["e4", "e5"]))
            assert sans(await viewer.snapshot()) == ["e4", "e5"]
            assert (await viewer.block())["event"] == "end"
            assert await viewer.block() == {}

    run(test())


def test_a_viewer_who_does_not_read_cannot_delay_the_end(snapshot_after: Made) -> None:
    # Made before the time that the end may take begins: thousands of moves cost a slow machine as
    # long as that.
    long = [snapshot_after(["Nf3", "Nf6", "Ng1", "Ng8"] * count) for count in (500, 499)]

    async def test() -> None:
        async with serve(port=0, stall_s=3600) as page:
            address = ("127.0.0.1", int(page.url.split(":")[2][:-1]))
            with socket.create_connection(address) as idle:
                idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                idle.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await asyncio.to_thread(idle.recv, 16)
                for number in range(20):
                    page.publish(long[number % 2])
                    await asyncio.sleep(0)

    run(test())


INTERRUPTED = """
import asyncio
from touchmove.shell.web import serve
async def main():
    async with serve(port=0) as page:
        print(page.url, flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


def test_an_interrupt_ends_the_server_while_somebody_looks() -> None:
    async def test() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", INTERRUPTED, stdout=PIPE, stderr=PIPE
        )
        assert process.stdout is not None
        url = (await process.stdout.readline()).decode().strip()
        async with ClientSession() as session, session.get(url + "events") as stream:
            process.send_signal(signal.SIGINT)
            assert (await stream.content.read()).endswith(b"event: end\ndata: -\n\n")
        _, errors = await process.communicate()
        assert errors.decode().strip().endswith("KeyboardInterrupt")

    run(test())


# ------------------------------------------------------------------ answers
def test_the_pgn_is_served_as_it_was_given(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            async with session.get(page.url + "game.pgn") as response:
                assert response.status == 404
                assert "no game yet" in await response.text()
            page.publish(snapshot_after(["e4"]), pgn='[White "Łukasz"]\n\n1. e4 *\n')
            page.publish(snapshot_after(["e4", "e5"]))
            async with session.get(page.url + "game.pgn") as response:
                assert response.headers["Content-Type"].endswith("charset=utf-8")
                assert response.headers["Cache-Control"] == "no-cache"
                assert (await response.read()).decode() == '[White "Łukasz"]\n\n1. e4 *\n'

    run(test())


def test_every_answer_forbids_everything_from_elsewhere() -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            for path in [*PATHS, "/events", "/nowhere", "/game.pgn"]:
                async with session.get(page.url.rstrip("/") + path) as response:
                    policy = response.headers["Content-Security-Policy"]
                    assert policy.startswith(("default-src 'self'", "default-src 'none'"))
                    assert response.headers["X-Content-Type-Options"] == "nosniff"
                    assert "Cache-Control" in response.headers

    run(test())


def test_the_page_names_no_other_place() -> None:
    for file in STATIC.iterdir():
        assert not re.search(r"""https?:|["'(]//|@import|url\(""", file.read_text("utf-8")), file


def test_a_picture_may_be_kept_for_ever_and_a_page_may_not() -> None:
    async def test() -> None:
        fen = "board.svg?fen=8/8/8/8/8/8/8/K1k5 w - - 0 1"
        async with serve(port=0) as page, ClientSession() as session:
            async with session.get(page.url + fen) as response:
                assert response.content_type == "image/svg+xml"
                assert "immutable" in response.headers["Cache-Control"]
            async with session.get(page.url) as response:
                assert response.headers["Cache-Control"] == "no-cache"

    run(test())


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "nowhere", 404, "no such page"),
        ("GET", "lamps/purple.svg", 404, "no such lamp"),
        ("GET", "board.svg?fen=x", 400, "cannot be read"),
        ("GET", "board.svg", 400, "no position"),
        ("POST", "", 405, "only be read"),
        ("HEAD", "events", 405, ""),
    ],
)
def test_refusals_are_in_plain_words(method: str, path: str, status: int, words: str) -> None:
    async def test() -> None:
        async with (
            serve(port=0) as page,
            ClientSession() as session,
            session.request(method, page.url + path) as response,
        ):
            assert response.status == status
            assert words in await response.text()
            assert response.content_type == "text/plain"
            assert ("GET" in response.headers.get("Allow", "")) is (status == 405)

    run(test())


@pytest.mark.parametrize("path", ["", "events", "game.pgn", "nowhere"])
def test_a_foreign_name_that_points_here_is_refused(path: str) -> None:
    async def test() -> None:
        async with serve(port=0) as page, ClientSession() as session:
            headers = {"Host": "chess.example"}
            async with session.get(page.url + path, headers=headers) as response:
                assert response.status == 421
                assert "open the address that it has printed" in await response.text()

    run(test())


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:8080", "[::1]:80", "LOCALHOST:1"])
def test_loopback_names_are_answered(name: str) -> None:
    async def test() -> None:
        async with (
            serve(port=0) as page,
            ClientSession() as session,
            session.get(page.url, headers={"Host": name}) as response,
        ):
            assert response.status == 200

    run(test())


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("192.0.2.7:8080", 200),
        ("[2001:db8::7]", 200),
        ("localhost", 200),
        (f"{socket.gethostname()}:80", 200),
        ("chess.example", 421),
        ("", 421),
    ],
)
def test_where_the_page_is_open_to_the_network_no_foreign_name_leads_here(
    name: str, status: int
) -> None:
    """An address of digits cannot be pointed here by anybody else, and a name can."""

    async def test() -> None:
        async with (
            serve(host="0.0.0.0", port=0) as page,
            ClientSession() as session,
            session.get(page.url, headers={"Host": name}) as response,
        ):
            assert response.status == status

    run(test())


# ------------------------------------------------------------------ addresses
def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    async def test() -> None:
        async with serve(port=0) as page:
            port = int(page.url.split(":")[2].rstrip("/"))
            with pytest.raises(ServeError) as refused:
                async with serve(port=port):
                    pass
            message = str(refused.value)
            assert f"127.0.0.1 port {port}" in message
            assert "--web-port" in message
            assert "\n" not in message

    run(test())


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("127.0.0.1", 99_999, "0 to 65535"),
        ("192.0.2.1", 0, "this machine does not have that address; see web.host"),
        ("2001:db8::1", 0, "this machine does not have that address; see web.host"),
        ("no.such.invalid", 0, "port 0: .*; see web.host, or use --no-web"),
    ],
)
def test_an_address_that_cannot_be_is_said_in_one_line(
    caplog: pytest.LogCaptureFixture, host: str, port: int, words: str
) -> None:
    async def test() -> None:
        with pytest.raises(ServeError, match=words) as refused:
            async with serve(host=host, port=port):
                pass
        assert "attempting" not in str(refused.value)
        assert not caplog.records

    run(test())
