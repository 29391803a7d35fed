"""The live page in a real browser."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import pytest
from selenium.webdriver.common.keys import Keys

from touchmove.lamp import DARK, Lamp
from touchmove.units import Millis
from touchmove.view.snapshot import Alert, Notice, Ply, Snapshot

if TYPE_CHECKING:
    from tests.browser.conftest import Browser, Server

pytestmark = pytest.mark.browser

Made = Callable[..., Snapshot]
PAGE_BYTES = 60_000
"""All that comes before the first picture: half a second on a slow telephone line (1 Mbit/s)."""
PICTURE_BYTES = 200_000
"""A picture in the README."""

_OPERA = """
    e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7
    O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
"""
OPERA = _OPERA.split()
"""Morphy against Duke Karl and Count Isouard, Paris 1858."""


def test_a_game_appears_move_by_move(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    browser.open(server.url)
    browser.until(lambda: browser.text("#connection") == "live", "live")
    assert "No game yet" in browser.text("#status")
    for count in range(5):
        server.publish(snapshot_after(OPERA[:count]))
        browser.until(lambda count=count: browser.moves() == OPERA[:count], f"{count} moves")
        side = "White" if count % 2 == 0 else "Black"
        browser.until(lambda side=side: browser.text("#status") == f"{side} to move", "status")
    browser.until(lambda: "last=d7d6" in browser.board(), "the last move on the board")
    assert browser.texts("#spoken") == ["Black plays 2… d6"]
    assert browser.text("[aria-current]").startswith("d6")
    assert browser.complaints() == []


def test_whoever_comes_late_sees_the_whole_game(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after(OPERA, result="1-0", termination="checkmate", running=None))
    browser.open(server.url)
    browser.until(lambda: browser.moves() == OPERA, "all moves")
    assert browser.text("#status") == "1–0 · checkmate"
    assert browser.texts(".score") == ["0", "1"]
    assert browser.texts("#moves .number")[-1] == "17."
    assert browser.text("#event") == "Club evening"
    assert browser.driver.title == "Ada – Emanuel · touchmove"


def test_past_positions_are_shown_and_the_game_is_followed_again(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after(OPERA[:6]))
    browser.open(server.url)
    browser.until(lambda: "last=c8g4" in browser.board(), "the live position")

    browser.click("#moves button[data-ply='1']")
    browser.until(lambda: "last=e2e4" in browser.board(), "after the first move")
    browser.click("#next")
    browser.until(lambda: "last=e7e5" in browser.board(), "one on")
    browser.press(Keys.ARROW_LEFT)
    browser.press(Keys.ARROW_LEFT)
    browser.until(lambda: "last=" not in browser.board(), "the start position")
    assert not browser.find("#previous").is_enabled()
    browser.press(Keys.ARROW_RIGHT)
    browser.until(lambda: "last=e2e4" in browser.board(), "one on again")

    server.publish(snapshot_after(OPERA[:7]))
    browser.until(lambda: len(browser.moves()) == 7, "a move comes meanwhile")
    assert "last=e2e4" in browser.board()
    assert browser.find("#live").get_attribute("aria-pressed") == "false"

    browser.click("#live")
    browser.until(lambda: "last=d4e5" in browser.board(), "the live position again")
    server.publish(snapshot_after(OPERA[:8]))
    browser.until(lambda: "last=g4f3" in browser.board(), "followed")
    for selector, last in (("#first", ""), ("#last", "last=g4f3"), ("#previous", "last=d4e5")):
        browser.click(selector)
        browser.until(lambda last=last: last in browser.board(), selector)
    browser.press(Keys.END)
    browser.until(lambda: "last=g4f3" in browser.board(), "the last by key")
    browser.press(Keys.HOME)
    browser.until(lambda: "last=" not in browser.board(), "the first by key")
    assert browser.complaints() == []


def test_a_move_that_is_taken_back_leaves_the_list(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after(OPERA[:4]))
    browser.open(server.url)
    browser.until(lambda: len(browser.moves()) == 4, "four moves")
    browser.click("#moves button[data-ply='3']")
    server.publish(snapshot_after(["d4"]))
    browser.until(lambda: browser.moves() == ["d4"], "another game")
    browser.until(lambda: "last=d2d4" in browser.board(), "its position")


def test_the_board_can_be_turned(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after(["e4"]))
    browser.open(server.url)
    browser.until(lambda: "orientation=white" in browser.board(), "White below")
    assert browser.texts(".name") == ["Emanuel", "Ada"]
    browser.click("#turn")
    browser.until(lambda: "orientation=black" in browser.board(), "Black below")
    assert browser.texts(".name") == ["Ada", "Emanuel"]
    browser.open(server.url + "?orientation=black")
    browser.until(lambda: "orientation=black" in browser.board(), "Black below by the address")
    browser.press("f")
    browser.until(lambda: "orientation=white" in browser.board(), "turned by key")


def seconds(browser: "Browser", row: str) -> float:
    """What the clock of a row shows; NaN while it shows nothing."""
    shown = browser.text(f"{row} .clock").split()
    minutes, _, rest = shown[-1].partition(":") if shown else ("nan", "", "nan")
    return 60 * float(minutes) + float(rest)


def test_the_running_clock_ticks_and_stops_at_zero(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    browser.open(server.url)
    server.publish(snapshot_after([], clock_ms=(Millis(61_000), Millis(15_000)), running="W"))
    browser.until(lambda: seconds(browser, "#lower") <= 59, "White's clock runs")
    assert browser.text("#upper .clock") == "0:15.0"
    server.publish(snapshot_after([], clock_ms=(Millis(59_000), Millis(300)), running="B"))
    browser.until(lambda: browser.text("#upper .clock").endswith("0:00.0"), "down to zero")
    assert browser.text("#lower .clock") == "0:59"
    server.publish(snapshot_after([], clock_ms=(Millis(58_000), Millis(-9_000)), running="B"))
    browser.until(lambda: browser.text("#lower .clock") == "0:58", "another snapshot")
    assert browser.text("#upper .clock").endswith("0:00.0")
    up = snapshot_after([], clock_ms=(Millis(500), Millis(0)), clock_counts_up=True, running="W")
    server.publish(up)
    browser.until(lambda: seconds(browser, "#lower") in range(2, 30), "it counts up")


def test_in_byo_yomi_the_period_runs_and_the_periods_left_are_shown(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    browser.open(server.url)
    coming = ((), ((Millis(30_000), 2), (Millis(30_000), 1)))
    clocks = (Millis(59_000), Millis(300))
    server.publish(snapshot_after([], clock_ms=clocks, running="B", clock_coming=coming))
    browser.until(lambda: browser.text("#upper .periods") == "2 ×", "the first of two periods")
    assert 20 < seconds(browser, "#upper") <= 30
    assert browser.text("#lower .periods") == ""


def test_a_delay_and_an_hourglass_run_on_the_page_as_on_the_table(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    browser.open(server.url)
    clocks = (Millis(60_000), Millis(61_000))
    glass = snapshot_after([], clock_ms=clocks, running="B", clock_shared=True)
    server.publish(glass)
    browser.until(lambda: seconds(browser, "#lower") >= 62, "White gains what Black uses")
    assert seconds(browser, "#upper") <= 59
    waiting = snapshot_after([], clock_ms=clocks, running="W", clock_waits_ms=Millis(600_000))
    server.publish(waiting)
    browser.until(lambda: seconds(browser, "#lower") == 60, "another snapshot")
    assert seconds(browser, "#upper") == 61


def test_whoever_comes_late_finds_the_clock_as_far_as_everybody_else(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after([], clock_ms=(Millis(60_000), Millis(60_000)), running="W"))
    browser.open(server.url)
    browser.until(lambda: seconds(browser, "#lower") <= 57, "three seconds later")
    browser.open(server.url)
    browser.until(lambda: browser.text("#lower .clock") != "", "the clock again")
    assert seconds(browser, "#lower") <= 57


def test_a_server_that_comes_back_is_found_and_no_ply_is_missing(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after(OPERA[:4]))
    browser.open(server.url)
    browser.until(lambda: browser.moves() == OPERA[:4], "four moves")
    server.stop()
    browser.until(lambda: browser.text("#connection") == "off the air", "the page says so")
    assert browser.moves() == OPERA[:4]
    server.start()
    server.publish(snapshot_after(OPERA[:9]))
    browser.until(lambda: browser.moves() == OPERA[:9], "all nine")
    assert browser.text("#connection") == "live"
    browser.until(lambda: "last=d1f3" in browser.board(), "the board too")
    refused = [line for line in browser.complaints() if "ERR_CONNECTION_REFUSED" not in line]
    assert [line for line in refused if "ERR_INCOMPLETE_CHUNKED_ENCODING" not in line] == []


def test_a_board_that_is_not_heard_is_said(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    browser.open(server.url)
    server.publish(snapshot_after(["e4"], linked=False))
    browser.until(lambda: browser.text("#connection") == "board not heard", "board lost")
    server.publish(snapshot_after(["e4"]))
    browser.until(lambda: browser.text("#connection") == "live", "board back")


def test_what_may_be_shown_at_the_board_is_shown_and_goes_again(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    browser.open(server.url)
    notice = Notice("promo_assumed", "e8=Q: a queen is assumed", True)
    server.publish(snapshot_after(["e4"], notices=(notice,)))
    asked = f"Question to the players: {notice.detail}"
    browser.until(lambda: browser.text("#notices") == asked, "the players are asked")
    server.publish(snapshot_after(["e4", "e5"]))
    browser.until(lambda: not browser.find("#notices").is_displayed(), "it is answered")


def test_a_board_out_of_step_and_its_lamps_are_shown(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    lamps = list(DARK)
    lamps[chess.E5], lamps[chess.E2] = Lamp.LIFT, Lamp.PLACE
    restoring = snapshot_after(
        [],
        phase="restoring",
        lift=(chess.E5,),
        place=(chess.E2,),
        lamps=tuple(lamps),
        illegal=(1, 0),
        alerts=(Alert("illegal", 1, Millis(0), "for the arbiter only"),),
    )
    browser.open(server.url)
    server.publish(restoring)
    browser.until(lambda: "lift=e5&place=e2" in browser.board(), "the squares are marked")
    digits = "".join(str(int(lamp)) for lamp in lamps)
    assert f"lamps={digits}" in browser.board()
    assert browser.text("#status") == "Board out of step with the game: lift e5; place e2"
    assert browser.texts("#legend li") == [
        "Take the piece off this square",
        "Put the missing piece on this square",
    ]
    assert "1 illegal move" in browser.text("#lower .note")
    assert "arbiter" not in browser.run("return document.documentElement.outerHTML")
    server.publish(snapshot_after([], lift=(chess.E5,)))
    browser.until(lambda: "lamps=" not in browser.board(), "dark again")
    assert browser.text("#status") == "Board out of step with the game: lift e5"
    server.publish(snapshot_after([], phase="adjourned"))
    browser.until(lambda: browser.text("#status") == "The game is adjourned.", "adjourned")
    server.publish(snapshot_after([], phase="over", lift=(chess.E5,), result="1-0"))
    browser.until(lambda: browser.text("#status") == "1–0", "the game is over")
    assert "lift=" not in browser.board(), "pieces are put away after the game"
    assert not browser.find("#legend").is_displayed()
    assert browser.complaints() == []


def test_a_move_that_is_not_pressed_yet_is_told_apart(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    made = snapshot_after(["e4"])
    ply = made.plies[0]
    pending = Ply(ply.san, ply.uci, ply.fen, None, ply.evidence, completed=False)
    browser.open(server.url)
    server.publish(snapshot_after(["e4"], plies=(pending,)))
    browser.until(lambda: bool(browser.texts("[data-pending]")), "pending")
    assert browser.text("#status") == "1. e4 is made, the clock is not pressed yet."
    server.publish(made)
    browser.until(lambda: not browser.texts("[data-pending]"), "completed")


def test_text_from_the_game_stays_text(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    evil = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>&amp;'
    made = snapshot_after(["e4"])
    ply = made.plies[0]
    names = ("Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackTitle")
    browser.open(server.url)
    server.publish(
        snapshot_after(
            ["e4"],
            tags=tuple((name, evil) for name in names),
            plies=(Ply(evil, ply.uci, ply.fen, None, evil, True),),
            result="1-0",
            termination=evil,
        )
    )
    browser.until(lambda: browser.moves() == [evil], "the move as it was written")
    assert browser.text("#event") == evil
    assert evil in browser.texts(".name")
    assert evil in browser.text("#status")
    assert browser.run("return window.broken") is None
    assert browser.run("return document.images.length") == 1
    assert browser.run("return document.scripts.length") == 1
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [320, 360, 412, 768])
def test_nothing_hangs_over_the_edge_of_a_phone(
    browser: "Browser", server: "Server", snapshot_after: Made, width: int
) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff"
    tags = (("Event", f"{long} {long}{long}"), ("White", f"{long}, {long}"), ("WhiteElo", "2690"))
    browser.resize(width, 740, mobile=True)
    browser.open(server.url)
    server.publish(snapshot_after(OPERA[:23], tags=tags, illegal=(1, 1)))
    browser.until(lambda: len(browser.moves()) == 23, "the moves")
    assert browser.run("return document.documentElement.scrollWidth") == width
    sizes = "return [...document.querySelectorAll('nav button')].map((b) => b.offsetHeight)"
    assert min(browser.run(sizes)) >= 40


def test_everything_can_be_reached_by_name_and_by_key(
    browser: "Browser", server: "Server", snapshot_after: Made
) -> None:
    server.publish(snapshot_after(OPERA[:3]))
    browser.open(server.url)
    browser.until(lambda: len(browser.moves()) == 3, "the moves")
    browser.until(browser.board, "the board")
    nameless = """return [...document.querySelectorAll('button, a')]
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim())).length"""
    assert browser.run(nameless) == 0
    words = browser.find("#board").get_attribute("alt") or ""
    assert words.startswith("After 2. Nf3. White: ")
    assert "knight f3" in words


def test_the_page_is_light(browser: "Browser", server: "Server", snapshot_after: Made) -> None:
    server.publish(snapshot_after(OPERA[:3]))
    browser.open(server.url)
    browser.until(browser.board, "the board")
    sizes: dict[str, int] = browser.run(
        "return Object.fromEntries([...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')].map((e) => [e.name, e.transferSize]))"
    )
    assert all(name.startswith(server.url) for name in sizes)
    assert sum(size for name, size in sizes.items() if "board.svg" not in name) < PAGE_BYTES


def test_pictures_of_the_page(
    browser: "Browser", server: "Server", snapshot_after: Made, pictures: Path
) -> None:
    """Saves the README's picture (TOUCHMOVE_PICTURES=1), and holds it to its size always."""
    tags = (
        ("Event", "A night at the opera"),
        ("Site", "Paris"),
        ("Date", "1858"),
        ("White", "Paul Morphy"),
        ("Black", "Duke Karl and Count Isouard"),
    )
    times = [(at * at * 7_919) % 61_000 + 12_000 for at in range(len(OPERA))]
    game = snapshot_after(OPERA[:21], tags=tags)
    left = [5_400_000, 5_400_000]
    plies = []
    for at, ply in enumerate(game.plies):
        left[at % 2] -= times[at]
        plies.append(Ply(ply.san, ply.uci, ply.fen, Millis(left[at % 2]), "witnessed", True))
    clocks = (Millis(left[0]), Millis(left[1]))
    server.publish(snapshot_after(OPERA[:21], tags=tags, plies=tuple(plies), clock_ms=clocks))
    browser.resize(1120, 700)
    browser.open(server.url)
    browser.until(lambda: "last=c4b5" in browser.board(), "the position")
    path = pictures / "live-page.png"
    assert browser.driver.save_screenshot(str(path))
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size < PICTURE_BYTES
