"""The arbiter's desk over HTTP: what it shows, and what it refuses."""

import re
from pathlib import Path

import chess
import pytest
from yarl import URL

from tests.unit.daemon.pty_board import PtyBoard
from tests.unit.daemon.web.front import START, Front, opened, run
from tests.unit.daemon.web.test_door import log_in, with_cookies
from tests.unit.shell.test_web import until
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.units import Millis


async def text(front: Front, path: str | URL) -> str:
    async with front.session.get(URL(f"{front.url}{path}", encoded=True)) as answer:
        assert answer.status == 200
        return await answer.text()


async def post(front: Front, path: str, **fields: str) -> tuple[int, str]:
    """Status, and where it leads."""
    async with front.session.post(
        f"{front.url}{path}", data=fields, allow_redirects=False
    ) as answer:
        return answer.status, answer.headers.get("Location", "")


def csrf_in(page: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_who_has_not_logged_in_is_led_to_the_form(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            for path, where in (("arbiter/", "../login"), ("arbiter/seven/", "../../login")):
                async with front.session.get(f"{front.url}{path}", allow_redirects=False) as answer:
                    assert (answer.status, answer.headers["Location"]) == (303, where)
            assert (await post(front, "arbiter/seven/say", word="resign W"))[0] == 303
            assert front.table("seven").outcome is None

    run(scenario())


def test_a_word_needs_the_secret_of_its_page(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            with_cookies(front)
            await log_in(front, front.token)
            csrf = csrf_in(await text(front, "arbiter/seven/"))
            for wrong in ("", "x"):
                status, _ = await post(front, "arbiter/seven/say", word="resign W", csrf=wrong)
                assert status == 403
            assert (await post(front, "arbiter/logout", csrf="x"))[0] == 403
            status, _ = await front.ask(
                "arbiter/seven/say", {"word": "resign W", "csrf": csrf}, Authorization=""
            )
            assert status == 415
            assert front.table("seven").outcome is None
            answer = await post(front, "arbiter/seven/say", word="resign W", csrf=csrf)
            assert answer == (303, "./")
            assert "0-1, resignation" in await text(front, "arbiter/seven/")
            assert "<strong>the game is over" not in await text(front, "arbiter/seven/")
            await post(front, "arbiter/seven/say", word="surrender", csrf=csrf)
            assert "no word" in await text(front, "arbiter/seven/")

    run(scenario())


@pytest.mark.parametrize(
    "data", [b"csrf=%ff", b"csrf=\xe6", b"&".join(b"%d=" % n for n in range(100))]
)
def test_what_is_no_form_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            with_cookies(front)
            await log_in(front, front.token)
            sent = {"Content-Type": "application/x-www-form-urlencoded; charset=no-such"}
            for path in ("arbiter/seven/say", "arbiter/logout", "login"):
                async with front.session.post(f"{front.url}{path}", data=data, headers=sent) as no:
                    assert no.status == 400
                    assert "this is no form in UTF-8" in await no.text()
            assert await text(front, "arbiter/")

    run(scenario())


def test_alerts_and_what_is_to_be_ruled_on_are_shown(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            with_cookies(front)
            await log_in(front, front.token)
            board.happen(
                Lifted(Millis(1_000), chess.E2),
                Placed(Millis(1_300), chess.E4),
                ClockPressed(Millis(1_600), chess.WHITE),
                Lifted(Millis(4_000), chess.D7),
                Placed(Millis(4_300), chess.D4),
                ClockPressed(Millis(4_600), chess.BLACK),
            )
            await until(lambda: bool(front.table("seven").refusals))
            due = "To be ruled on: an illegal move by Black"
            assert due in await text(front, "arbiter/")
            page = await text(front, "arbiter/seven/")
            assert due in page
            assert 'value="ruling dismiss"' in page

    run(scenario())


@pytest.mark.parametrize("name", ["<script>alert(1)", "\">'<img>", "{7}"])
def test_what_a_board_calls_itself_stays_text(tmp_path: Path, name: str) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = PtyBoard(START, name=name)
            front.boards.append(board)
            board.plug_in(tmp_path / "port-odd")
            await until(lambda: front.table(name) is not None)
            with_cookies(front)
            await log_in(front, front.token)
            listed = await text(front, "arbiter/")
            found = re.search(r'<li><a href="([^"]+)"', listed)
            assert found is not None
            page = await text(front, URL(f"arbiter/{found[1]}", encoded=True))
            assert "Words" in page
            assert not [shown for shown in (listed, page) if "<script" in shown or "<img" in shown]

    run(scenario())
