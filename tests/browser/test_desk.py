"""An arbiter at the desk in a real browser: logs in, rules, logs out."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.daemon.web.front import Front, opened

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

pytestmark = pytest.mark.browser

WAIT_S = 15.0


class Desk:
    """A hall with one board, which runs in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with opened(self._folder) as front:
            self.front: Front = front
            await front.plug_in("seven")
            self.url, self.token = front.url, front.token
            self._ready.set()
            await self._stop.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(WAIT_S)

    @property
    def result(self) -> str:
        outcome = self.front.table("seven").outcome
        return "*" if outcome is None else str(outcome.result)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    try:
        yield desk
    finally:
        desk.stop()


def log_in(browser: "Browser", desk: Desk, token: str) -> None:
    browser.open(f"{desk.url}arbiter/")
    browser.until(lambda: browser.driver.current_url.endswith("/login"), "led to the form")
    browser.find("input[name=token]").send_keys(token)
    browser.click("button")


def test_an_arbiter_logs_in_says_a_word_and_logs_out(browser: "Browser", desk: Desk) -> None:
    log_in(browser, desk, "wrong")
    browser.until(lambda: "not the arbiter's token" in browser.text("[role=alert]"), "refused")
    log_in(browser, desk, desk.token)
    browser.until(lambda: browser.texts("li a") == ["Table 7"], "the boards")
    browser.click("li a")
    browser.until(lambda: "Words" in browser.texts("h2"), "the words")
    assert browser.run("return document.cookie") == ""
    assert "resign W" in browser.texts("option")
    browser.find("input[name=word]").send_keys("resign W")
    browser.click("form:last-of-type button")
    browser.until(lambda: "0-1, resignation" in browser.text("[role=status]"), "what came of it")
    assert desk.result == "0-1"
    browser.driver.refresh()
    browser.until(lambda: browser.texts("[role=status]") == [], "it is told once")
    browser.open(f"{desk.url}arbiter/")
    browser.until(lambda: browser.texts("form button") == ["Log out"], "the way out")
    browser.click("form button")
    browser.until(lambda: browser.driver.current_url.endswith("/login"), "logged out")
    assert not [line for line in browser.complaints() if "401" not in line]


@pytest.mark.parametrize("width", [320, 1280])
def test_the_desk_fits_every_screen(browser: "Browser", desk: Desk, width: int) -> None:
    browser.resize(width, 740, mobile=width < 1000)
    log_in(browser, desk, desk.token)
    browser.until(lambda: browser.texts("li a") == ["Table 7"], "the boards")
    browser.click("li a")
    browser.until(lambda: "Words" in browser.texts("h2"), "the words")
    assert browser.run("return document.documentElement.scrollWidth") == width
