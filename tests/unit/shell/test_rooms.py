"""The pages of a hall over loopback HTTP: the list of boards, and the page of each."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from aiohttp import ClientSession, TCPConnector
from yarl import URL

from tests.unit.shell.test_web import Viewer, run, sans, until
from touchmove.shell.rooms import has_address
from touchmove.shell.web import Rooms, serve_hall
from touchmove.units import Millis
from touchmove.view.snapshot import Alert, Snapshot

Made = Callable[..., Snapshot]
ODD = "7/8?#%2F.."
"""A board may call itself so."""


def rows(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["board"]: row for row in told["rows"]}


def board_url(rooms: Rooms, board: str, rest: str = "") -> URL:
    quoted = "".join(f"%{byte:02X}" for byte in board.encode())
    return URL(f"{rooms.url}boards/{quoted}/{rest}", encoded=True)


def test_the_list_has_each_board_and_then_only_what_changes(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            one, two = rooms.page("one", "Table 1", "3.1"), rooms.page("two", "Table 2", "3.2")
            one.publish(snapshot_after(["e4"]))
            async with Viewer(session, f"{rooms.url}boards/events") as viewer:
                told = rows(await viewer.event())
                assert told["one"]["last"] == "1. e4"
                assert (told["one"]["white"], told["one"]["running"]) == ("Ada", "B")
                assert (told["two"]["name"], told["two"]["status"]) == ("Table 2", "No game yet")
                two.publish(snapshot_after(["d4", "d5"], tags=(("Round", "4.2"),)))
                told = rows(await viewer.event())
                assert list(told) == ["two"]
                assert (told["two"]["last"], told["two"]["round"]) == ("1... d5", "4.2")

    run(test())


def test_who_comes_back_to_the_list_gets_what_has_changed_since(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            url = f"{rooms.url}boards/events"
            pages = [rooms.page(board, board, "") for board in ("one", "two", "three")]
            async with Viewer(session, url) as viewer:
                await viewer.event()
            pages[1].publish(snapshot_after(["e4"]))
            async with Viewer(session, url, viewer.last_id) as again:
                assert list(rows(await again.event())) == ["two"]
            async with Viewer(session, url, "0-99") as other:
                assert len(rows(await other.event())) == 3

    run(test())


def test_nothing_for_the_arbiter_is_in_the_list(snapshot_after: Made) -> None:
    async def test() -> None:
        secret = Alert("touch_move", 1, Millis(0), "the knight was touched")
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            rooms.page("one", "one", "").publish(snapshot_after(["e4"], alerts=(secret,)))
            for path in ("boards/events", "boards/one/events"):
                async with Viewer(session, rooms.url + path) as viewer:
                    await viewer.block()
                    assert "knight" not in (await viewer.block())["data"]

    run(test())


@pytest.mark.parametrize("board", ["table-7", ODD, "events", "%2e%2e", "<b>"])
def test_each_board_has_a_page_under_its_name(snapshot_after: Made, board: str) -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            rooms.page("other", "other", "").publish(snapshot_after(["d4"]), pgn="1. d4 *")
            rooms.page(board, board, "").publish(snapshot_after(["e4"]), pgn="1. e4 *")
            async with session.get(board_url(rooms, board)) as response:
                assert response.status == 200
                assert "page.js" in await response.text()
            for name in ("page.css", "page.js", "clock.js", "favicon.svg", "lamps/lift.svg"):
                async with session.get(board_url(rooms, board, name)) as response:
                    assert response.status == 200
            async with session.get(board_url(rooms, board, "game.pgn")) as response:
                assert await response.text() == "1. e4 *"
            async with Viewer(session, board_url(rooms, board, "events")) as viewer:
                assert sans(await viewer.snapshot()) == ["e4"]

    run(test())


def test_the_address_of_the_server_leads_to_the_only_board_or_to_the_list() -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:

            async def leads_to() -> str:
                async with session.get(rooms.url, allow_redirects=False) as response:
                    assert response.status == 302
                    assert response.headers["Cache-Control"] == "no-store"
                    return response.headers["Location"]

            assert await leads_to() == "boards/"
            rooms.page("a/b", "", "")
            assert await leads_to() == "boards/a%2Fb/"
            rooms.page("second", "", "")
            assert await leads_to() == "boards/"
            async with session.get(rooms.url) as response:
                assert "hall.js" in await response.text()

    run(test())


def test_the_games_of_all_boards_are_one_file(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            rooms.page("two", "", "").publish(snapshot_after(["d4"]), pgn="1. d4 *\n")
            rooms.page("one", "", "").publish(snapshot_after(["e4"]), pgn="1. e4 *\n")
            rooms.page("three", "", "")
            async with session.get(f"{rooms.url}games.pgn") as response:
                assert await response.text() == "1. e4 *\n\n1. d4 *\n"

    run(test())


NAMES = [chr(code) for code in range(0x21, 0x7F) if chr(code) != "."]
NAMES += ["...", ".a", "%2e", "%2E%2e", "%252e", "..%2f", "a/../b", "//", "page.css", "events"]


def test_every_name_but_two_has_an_address_that_leads_to_its_board(snapshot_after: Made) -> None:
    """Resolved as browsers do, from the list and from the address of the only board."""

    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            for name in NAMES:
                assert has_address(name)
                rooms.page(name, "", "").publish(snapshot_after(["e4"]), pgn=f"{{{name}}}\n")
            for name in NAMES:
                list_ = URL(f"{rooms.url}boards/")
                page = list_.join(URL(f"{quote(name, safe='')}/", encoded=True))
                game = page.join(URL("game.pgn"))
                async with session.get(game) as response:
                    assert (response.status, await response.text()) == (200, f"{{{name}}}\n"), name
            assert not any(has_address(name) for name in (".", ".."))

    run(test())


PATHS = [
    "boards/nobody/",
    "boards/nobody/events",
    "boards/nobody/game.pgn",
    "boards/one/../../../../etc/passwd",
    "boards/%2e%2e/%2e%2e/etc/passwd",
    "boards/..%2f..%2f..%2fetc%2fpasswd/",
    "boards/one/..%2fpage.py",
    "boards/%00/",
    "boards/one%00/",
    "boards/one/page.js/",
    "page.py",
    "static/page.js",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_name_leads_to_anything_but_a_board(path: str) -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            rooms.page("one", "", "")
            async with session.get(URL(rooms.url + path, encoded=True)) as response:
                assert response.status == 404
                assert response.content_type == "text/plain"
                assert "/boards/" in await response.text() or "Begin at /" in await response.text()

    run(test())


def test_all_streams_together_are_bounded_and_are_given_back() -> None:
    async def test() -> None:
        async with (
            serve_hall(port=0, viewers=3) as rooms,
            ClientSession(connector=TCPConnector(limit=0)) as session,
        ):
            rooms.page("one", "", "")
            board, listed = f"{rooms.url}boards/one/events", f"{rooms.url}boards/events"
            async with AsyncExitStack() as viewers:
                for url in (board, listed, board):
                    await viewers.enter_async_context(Viewer(session, url))
                for url in (board, listed):
                    async with session.get(url) as refused:
                        assert refused.status == 503
                assert rooms.open_streams == 3
            await until(lambda: not rooms.open_streams)
            async with Viewer(session, listed) as again:
                assert list(rows(await again.event())) == ["one"]

    run(test())


def test_more_connections_than_there_may_be_are_closed_and_the_others_answered() -> None:
    async def test() -> None:
        async with serve_hall(port=0, viewers=1) as rooms, ClientSession() as session:
            port = URL(rooms.url).port
            async with session.get(rooms.url) as response:
                assert response.status == 200
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(80)]
            ends = [asyncio.create_task(_end(reader)) for reader, _ in idle]
            await until(lambda: sum(end.done() for end in ends) == 80 - 64)
            async with session.get(rooms.url) as response:
                assert response.status == 200
            assert sum(end.done() for end in ends) == 80 - 64
            for _, writer in idle:
                writer.close()

    run(test())


async def _end(reader: asyncio.StreamReader) -> None:
    """Returns when the server has closed the connection."""
    with contextlib.suppress(ConnectionError):
        await reader.read()


def test_a_request_that_comes_letter_by_letter_is_not_waited_for() -> None:
    async def test() -> None:
        async with serve_hall(port=0, request_s=0.5) as rooms:
            reader, writer = await asyncio.open_connection("127.0.0.1", URL(rooms.url).port)
            with contextlib.suppress(ConnectionError):
                while not reader.at_eof():
                    writer.write(b"G")
                    await writer.drain()
                    await asyncio.sleep(0.02)
            writer.close()

    run(test())


def test_a_viewer_of_the_list_who_does_not_read_holds_nobody_up(snapshot_after: Made) -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            page = rooms.page("one", "", "")
            with socket.create_connection(("127.0.0.1", URL(rooms.url).port or 0)) as idle:
                idle.sendall(b"GET /boards/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await asyncio.to_thread(idle.recv, 16)
                async with Viewer(session, f"{rooms.url}boards/one/events") as viewer:
                    base = snapshot_after(["e4"])
                    for at_ms in range(50):
                        page.publish(replace(base, at_ms=Millis(at_ms)))
                        assert (await viewer.snapshot())["at_ms"] == at_ms

    run(test())


def test_what_changes_something_and_comes_from_elsewhere_is_refused() -> None:
    async def test() -> None:
        async with serve_hall(port=0) as rooms, ClientSession() as session:
            own = rooms.url.rstrip("/")
            for headers, status in (
                ({"Origin": "https://evil.example"}, 403),
                ({"Origin": "null"}, 403),
                ({"Origin": "http://127.0.0.1:1"}, 403),
                ({"Origin": "http://[::1"}, 403),
                ({"Sec-Fetch-Site": "cross-site"}, 403),
                ({"Sec-Fetch-Site": "same-site", "Origin": own}, 403),
                ({"Origin": own}, 405),
                ({}, 405),
            ):
                async with session.post(f"{rooms.url}boards/", headers=headers) as response:
                    assert response.status == status, headers

    run(test())


def test_a_hall_is_called_by_the_names_that_it_was_given() -> None:
    async def test() -> None:
        async with (
            serve_hall(port=0, names=["Chess.Example.org"]) as rooms,
            ClientSession() as session,
        ):
            for name, status in (("chess.example.org:80", 200), ("evil.example.org", 421)):
                async with session.get(rooms.url, headers={"Host": name}) as response:
                    assert response.status == status
                    assert ("web.names" in await response.text()) is (status == 421)

    run(test())
