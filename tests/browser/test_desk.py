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

CUT_OFF = """
return [...document.querySelectorAll("input, select, button, .fault")].filter((e) => {
  const edges = e.getBoundingClientRect();
  return edges.width && (edges.left < 0 || edges.right > innerWidth);
}).map((e) => e.name);
"""
"""What of the form reaches beyond the window."""


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
    browser.open(f"{desk.url}arbiter/seven/new")
    for details in browser.driver.find_elements("css selector", "summary"):
        details.click()
    browser.find("input[name=round]").send_keys("last")
    browser.click("form.game button")
    browser.until(lambda: browser.texts("#fault-round") != [], "a fault")
    assert browser.run("return document.documentElement.scrollWidth") == width
    assert browser.run(CUT_OFF) == []


def test_a_new_game_is_begun_without_a_script(browser: "Browser", desk: Desk) -> None:
    def said(selector: str) -> str:
        found = browser.driver.find_elements("css selector", selector)
        return found[0].text if found else ""

    def written(name: str) -> str | None:
        found = browser.driver.find_elements("css selector", f"input[name={name}]")
        return found[0].get_attribute("value") if found else None

    log_in(browser, desk, desk.token)
    browser.until(lambda: browser.texts("li a") == ["Table 7"], "the boards")
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.click("li a")
        browser.click("a[href=new]")
        browser.until(lambda: written("event") == "Club evening", "the form")
        browser.find("input[name=white]").send_keys("Polgár, Judit")
        browser.find("input[name=white_id]").send_keys("none")
        browser.find("option[value=rapid]").click()
        browser.click("form.game button")
        browser.until(lambda: "is not a FIDE id" in said("#fault-white_id"), "the fault")
        assert "One thing is to be put right" in browser.text("[role=alert]")
        wrong = browser.driver.switch_to.active_element
        assert wrong.get_attribute("name") == "white_id"
        assert wrong.get_attribute("aria-describedby") == "fault-white_id"
        assert written("white") == "Polgár, Judit"
        wrong.clear()
        wrong.send_keys("700070")
        browser.click("form.game button")
        browser.until(lambda: "agreed; it begins when" in said("[role=status]"), "agreed")
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    table = desk.front.table("seven")
    tags = dict(table.tags)
    assert (tags["White"], tags["WhiteFideId"]) == ("Polgár, Judit", "700070")
    assert table.rules.profile.name == "rapid"
