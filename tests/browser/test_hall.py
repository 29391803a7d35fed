"""The list of a hall in a real browser, and the way from there to a board and back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from touchmove.units import Millis
from touchmove.view.snapshot import Snapshot

if TYPE_CHECKING:
    from tests.browser.conftest import Browser, HallServer

pytestmark = pytest.mark.browser

Made = Callable[..., Snapshot]


def tags(white: str, black: str, round_: str) -> tuple[tuple[str, str], ...]:
    return ("White", white), ("Black", black), ("Round", round_)


def row(browser: "Browser", number: int) -> list[str]:
    """The texts of a row, the board's name first."""
    return browser.texts(f"#boards tr:nth-child({number}) > *")


@pytest.fixture
def two(hall_server: "HallServer", snapshot_after: Made) -> "HallServer":
    hall_server.seat("ten", "Table 10")
    hall_server.seat("nine", "Table 9")
    hall_server.show("ten", snapshot_after(["e4"], tags=tags("Ada", "Emanuel", "3.10")))
    hall_server.show("nine", snapshot_after([], tags=tags("Judit", "Magnus", "3.9")))
    return hall_server


def test_a_hall_without_a_board_says_so_until_one_comes(
    browser: "Browser", hall_server: "HallServer", snapshot_after: Made
) -> None:
    browser.open(hall_server.url)
    browser.until(lambda: browser.text("#connection") == "live", "live")
    assert browser.text("#empty").startswith("No board yet")
    assert not browser.find("table").is_displayed()
    hall_server.seat("one", "Table 1")
    browser.until(lambda: browser.find("table").is_displayed(), "the first board")
    assert row(browser, 1)[0] == "Table 1"
    assert row(browser, 1)[-1] == "No game yet"
    assert not browser.find("#empty").is_displayed()
    assert browser.complaints() == []


def test_two_boards_are_listed_in_the_order_of_rounds_and_change_live(
    browser: "Browser", two: "HallServer", snapshot_after: Made
) -> None:
    browser.open(two.url)
    browser.until(lambda: len(browser.texts("#boards tr")) == 2, "two boards")
    assert [row(browser, number)[0] for number in (1, 2)] == ["Table 9", "Table 10"]
    assert row(browser, 2)[1:3] == ["3.10", "Ada"]
    assert row(browser, 2)[-2:] == ["1. e4", "Black to move"]
    clocks = (Millis(61_000), Millis(15_000))
    about = tags("Judit", "Magnus", "3.9")
    moved = snapshot_after(["d4", "d5"], tags=about, clock_ms=clocks, running="W")
    two.show("nine", moved)
    browser.until(lambda: row(browser, 1)[-2:] == ["1... d5", "White to move"], "a move")
    browser.until(lambda: row(browser, 1)[3] in ("0:59", "0:58", "0:57"), "White's clock runs")
    assert row(browser, 1)[5] == "0:15.0"
    lost = snapshot_after(["d4", "d5"], tags=about, linked=False)
    two.show("nine", lost)
    browser.until(lambda: row(browser, 1)[-1] == "The board is not heard.", "lost")
    assert browser.complaints() == []


def test_a_row_leads_to_its_board_and_the_board_back_to_the_list(
    browser: "Browser", two: "HallServer", snapshot_after: Made
) -> None:
    two.seat("a/b ?#", "Odd")
    two.show("a/b ?#", snapshot_after(["c4"], tags=tags("Vera", "Nona", "")))
    browser.open(two.url)
    browser.until(lambda: len(browser.texts("#boards tr")) == 3, "three boards")
    browser.click("#boards tr:nth-child(3) a")
    browser.until(lambda: browser.moves() == ["c4"], "its page")
    browser.until(lambda: "last=c2c4" in browser.board(), "its picture")
    browser.click("#hall")
    browser.until(lambda: len(browser.texts("#boards tr")) == 3, "the list again")
    assert browser.complaints() == []


def test_text_from_games_stays_text_in_the_list(
    browser: "Browser", hall_server: "HallServer", snapshot_after: Made
) -> None:
    evil = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>&amp;'
    hall_server.seat("javascript:alert(1)", evil)
    changes = {"tags": tags(evil, evil, evil), "result": "1-0", "termination": evil}
    hall_server.show("javascript:alert(1)", snapshot_after(["e4"], **changes))
    browser.open(f"{hall_server.url}boards/")
    browser.until(lambda: len(browser.texts("#boards tr")) == 1, "the board")
    browser.until(lambda: evil in row(browser, 1)[-1], "its state")
    assert row(browser, 1)[:3] == [evil, evil, evil]
    assert browser.run("return window.broken") is None
    assert browser.run("return document.images.length + document.scripts.length") == 1
    address = browser.find("#boards a").get_attribute("href") or ""
    assert address.startswith(f"{hall_server.url}boards/javascript%3A")
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [320, 412, 768, 1280])
def test_the_list_fits_every_screen_and_is_a_table_by_name(
    browser: "Browser", two: "HallServer", snapshot_after: Made, width: int
) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff"
    two.show("ten", snapshot_after(["e4"], tags=tags(long, f"{long} {long}", "3.10")))
    browser.resize(width, 740, mobile=width < 1000)
    browser.open(two.url)
    browser.until(lambda: len(browser.texts("#boards tr")) == 2, "two boards")
    browser.until(lambda: long in row(browser, 2)[2], "the long name")
    assert browser.run("return document.documentElement.scrollWidth") == width
    assert len(browser.texts("thead th[scope=col]")) == len(row(browser, 1))
    assert browser.texts("#boards [role=row] > [role=rowheader]") == ["Table 9", "Table 10"]
    assert len(browser.texts("[role=table] [role=columnheader]")) == len(row(browser, 1))


@pytest.mark.parametrize(
    "name", ["a/b", "%2e", "%2E%2e", "...", "?#", "\\", "{x}", "<i>", "events"]
)
def test_whatever_a_board_calls_itself_its_page_can_be_reached(
    browser: "Browser", hall_server: "HallServer", snapshot_after: Made, name: str
) -> None:
    hall_server.seat(name, "Odd")
    hall_server.seat("b", "Other")
    hall_server.show(name, snapshot_after(["e4"]))
    browser.open(hall_server.url)
    browser.until(lambda: "Odd" in browser.texts("#boards th a"), "the boards")
    for link in browser.driver.find_elements("css selector", "#boards th a"):
        if link.text == "Odd":
            link.click()
            break
    browser.until(lambda: browser.moves() == ["e4"], "the game")
