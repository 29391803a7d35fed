"""A headless Chromium, and a live page for it to look at.

The page is served from a thread of its own: selenium blocks while the browser works, and the
server must not wait for it.
"""

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from touchmove.shell.web import Page, Rooms, serve, serve_hall
from touchmove.view.snapshot import Snapshot

WAIT_S = 15.0
"""For what takes milliseconds on a machine that has nothing else to do."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en",
)
"""Nothing that asks anybody outside, and nothing that a container lacks."""


class Server:
    """The live page in a thread; it can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self.port = 0
        self.start()

    def start(self) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with serve(port=self.port) as self.page:
            self.url = self.page.url
            self.port = int(self.url.split(":")[2].rstrip("/"))
            self._ready.set()
            await self._stop.wait()

    def stop(self) -> None:
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def publish(self, snapshot: Snapshot, pgn: str | None = None) -> None:
        page: Page = self.page
        self._loop.call_soon_threadsafe(page.publish, snapshot, pgn)


class HallServer(Server):
    """The pages of a hall in a thread."""

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with serve_hall(port=self.port) as self.rooms:
            self.url = self.rooms.url
            self._ready.set()
            await self._stop.wait()

    def seat(self, board: str, name: str) -> None:
        """A board comes into the hall."""
        rooms: Rooms = self.rooms
        self._loop.call_soon_threadsafe(rooms.page, board, name, "")

    def show(self, board: str, snapshot: Snapshot) -> None:
        """Something has changed at it."""
        rooms: Rooms = self.rooms
        self._loop.call_soon_threadsafe(lambda: rooms.pages[board].publish(snapshot))


class Browser:
    """One Chromium window and the few things that the tests do with it."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)

    def resize(self, width: int, height: int, scale: float = 1, mobile: bool = False) -> None:
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile},
        )

    def prefer(self, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        return str(self.find(selector).text)

    def texts(self, selector: str) -> list[str]:
        """The texts of all that match, read at one moment."""
        script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)"
        return list(self.driver.execute_script(script, selector))

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def press(self, key: str) -> None:
        self.find("body").send_keys(key)

    def run(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def moves(self) -> list[str]:
        """The moves in the list, without their clocks."""
        return list(
            self.run(
                "return [...document.querySelectorAll('#moves button')]"
                ".map((e) => e.firstChild.textContent)"
            )
        )

    def board(self) -> str:
        """The address of the picture that is shown, once it is drawn."""
        return str(
            self.run(
                "const b = document.getElementById('board');"
                "return b.complete && b.naturalWidth ? decodeURIComponent(b.src) : ''"
            )
        )

    def until(self, condition: Any, said: str) -> None:
        """Wait until the condition holds.

        A page that is being replaced while it is looked at is looked at again.
        """
        replaced = [StaleElementReferenceException]
        wait = WebDriverWait(self.driver, WAIT_S, 0.05, ignored_exceptions=replaced)
        wait.until(lambda _: condition(), said)

    def complaints(self) -> list[str]:
        """What the console has said since it was asked last."""
        entries: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [str(entry["message"]) for entry in entries]


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    binary, driver_binary = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver_binary is None:
        reason = "needs Debian's chromium and chromium-driver"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in [*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"]:
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(driver_binary))
    try:
        yield Browser(driver)
    finally:
        driver.quit()


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    chromium.open("about:blank")
    chromium.resize(1280, 800)
    chromium.prefer("light")
    chromium.complaints()
    return chromium


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def hall_server() -> Iterator[HallServer]:
    server = HallServer()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures for the documents go: into docs/pictures only if TOUCHMOVE_PICTURES is set."""
    if os.environ.get("TOUCHMOVE_PICTURES"):
        return Path(__file__).parents[2] / "docs" / "pictures"
    return tmp_path_factory.mktemp("pictures")
