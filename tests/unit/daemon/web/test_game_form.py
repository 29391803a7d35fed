"""The form for a new game: it says what was changed, and comes back with every fault."""

from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.daemon.web.front import Front, opened, run
from tests.unit.daemon.web.test_desk_pages import csrf_in, text
from tests.unit.daemon.web.test_door import log_in, with_cookies
from tests.unit.shell.test_web import until
from touchmove.daemon.config.sections import Board
from touchmove.daemon.web import game_form
from touchmove.daemon.web.new_game import FIELDS, Fault, NewGameError, read
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.units import Millis

TODAY = date(2026, 5, 31)
BOARD = Board(id="a", event="Club evening", round="3.7", laws="2017", time_control="300+3")
FIRST = game_form.at_first(BOARD, TODAY)


class Written(HTMLParser):
    """What a browser would send of a form that nobody touches, and what is said beside fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.faults: dict[str, str] = {}
        self.alert = ""
        self._select = self._saying = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        ticked = about.get("type") != "checkbox" or "checked" in about
        if tag == "input" and ticked:
            self.values[about["name"]] = about.get("value", "")
        elif tag == "select":
            self._select = about["name"]
        elif tag == "option" and "selected" in about:
            self.values[self._select] = about["value"]
        elif about.get("id", "").startswith("fault-"):
            self._saying = about["id"].removeprefix("fault-")
        elif about.get("role") == "alert":
            self._saying = "alert"

    def handle_data(self, data: str) -> None:
        if self._saying == "alert":
            self.alert += data
        elif self._saying:
            self.faults[self._saying] = data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("span", "p"):
            self._saying = ""


def written(values: dict[str, str], faults: tuple[Fault, ...] = ()) -> Written:
    return Written(game_form.inner(values, faults, under_way=""))


def test_a_form_that_nobody_touched_says_nothing_so_the_configuration_holds() -> None:
    sent = written(FIRST).values
    assert set(sent) == set(FIELDS) - {"replace"}
    assert (sent["round"], sent["laws"], sent["date"]) == ("3.7", "2017", "2026-05-31")
    assert game_form.said(sent, FIRST) == {}


def test_a_configured_round_that_no_form_would_take_is_no_fault() -> None:
    """It was not said here."""
    board = Board(id="a", round="final, board one")
    sent = written(game_form.at_first(board, TODAY)).values
    assert sent["round"] == "final, board one"
    agreed, _ = read(game_form.said(sent, game_form.at_first(board, TODAY)), board, TODAY)
    assert dict(agreed.tags)["Round"] == "final, board one"


def test_what_is_written_is_agreed() -> None:
    sent = written(FIRST).values | {
        "white": " Polgár, Judit ",
        "white_id": "700070",
        "white_title": "GM",
        "white_elo": "2675",
        "black": "Xie Jun",
        "time_control": "5400+30",
        "profile": "rapid",
        "chess960": "518",
    }
    agreed, replaces = read(game_form.said(sent, FIRST), BOARD, TODAY)
    assert (agreed.time_control, agreed.profile, agreed.laws) == ("5400+30", "rapid", "2017")
    assert (agreed.chess960, replaces) == (True, False)
    assert dict(agreed.tags) == {
        "Event": "Club evening",
        "Date": "2026.05.31",
        "Round": "3.7",
        "White": "Polgár, Judit",
        "Black": "Xie Jun",
        "WhiteFideId": "700070",
        "WhiteTitle": "GM",
        "WhiteElo": "2675",
    }


def test_what_is_emptied_is_unknown() -> None:
    sent = written(FIRST).values | {"event": "", "round": " ", "time_control": ""}
    agreed, _ = read(game_form.said(sent, FIRST), BOARD, TODAY)
    assert dict(agreed.tags) == {"Date": "2026.05.31", "Round": "?"}
    assert agreed.time_control == "300+3"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("white_id", "0x7"),
        ("black_elo", "strong"),
        ("round", "last"),
        ("time_control", "5 minutes"),
        ("profile", "blotz"),
        ("laws", "1066"),
        ("fen", "8/8"),
        ("chess960", "960"),
        ("date", "2026-02-30"),
        ("event", "a\tb"),
    ],
)
def test_a_fault_stands_beside_its_field_and_the_value_in_it(name: str, value: str) -> None:
    values = written(FIRST).values | {"white": 'Ann "the rook"', name: value}
    with pytest.raises(NewGameError) as wrong:
        read(game_form.said(values, FIRST), BOARD, TODAY)
    back = written(values, wrong.value.faults)
    assert list(back.faults) == [name]
    assert back.faults[name]
    assert back.alert == "No game was begun. One thing is to be put right."
    assert back.values == values


KINDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=12)


@given(st.dictionaries(st.sampled_from(sorted(set(FIELDS) - {"replace"})), KINDS))
def test_whatever_is_written_comes_back_as_it_was(changes: dict[str, str]) -> None:
    """Also tags, quotes and choices that there are not."""
    values = written(FIRST).values | changes
    try:
        read(game_form.said(values, FIRST), BOARD, TODAY)
        faults: tuple[Fault, ...] = ()
    except NewGameError as wrong:
        faults = wrong.faults
    back = written(values, faults)
    assert back.values == values
    assert set(back.faults) == {fault.where for fault in faults}


async def begin(front: Front, **fields: str) -> tuple[int, str, str]:
    """Status, where it leads, and the page."""
    url = f"{front.url}arbiter/seven/new"
    async with front.session.post(url, data=fields, allow_redirects=False) as answer:
        return answer.status, answer.headers.get("Location", ""), await answer.text()


def test_a_game_is_begun_at_the_desk_and_a_game_that_goes_on_is_asked_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            async with front.session.get(
                f"{front.url}arbiter/seven/new", allow_redirects=False
            ) as answer:
                assert (answer.status, answer.headers["Location"]) == (303, "../../login")
            assert (await begin(front, white="Ann"))[0] == 303
            with_cookies(front)
            await log_in(front, front.token)
            assert 'href="new"' in await text(front, "arbiter/seven/")
            page = await text(front, "arbiter/seven/new")
            assert Written(page).values["round"] == "3.7"
            assert "tick this" not in page
            assert (await begin(front, white="Ann", csrf="x"))[0] == 403
            fields = Written(page).values | {"white": "Ann", "black": "Bob"}
            assert fields["csrf"] == csrf_in(page)
            status, _, page = await begin(front, **fields | {"white_elo": "9999"})
            assert status == 400
            assert Written(page).values == fields | {"white_elo": "9999"}
            assert "1 to 4000" in Written(page).faults["white_elo"]
            assert dict(front.table("seven").tags).get("White") is None
            status, where, _ = await begin(front, **fields)
            assert (status, where) == (303, "./")
            assert "agreed; it begins when the pieces stand" in await text(front, "arbiter/seven/")
            assert dict(front.table("seven").tags)["White"] == "Ann"
            board.happen(
                Lifted(Millis(1_000), chess.E2),
                Placed(Millis(1_300), chess.E4),
                ClockPressed(Millis(1_600), chess.WHITE),
            )
            await until(lambda: front.table("seven").plies == 1)
            status, _, page = await begin(front, **fields | {"white": "Cid"})
            assert status == 409
            assert "tick this" in Written(page).faults["replace"]
            assert Written(page).values["white"] == "Cid"
            assert "1. e4" in page
            assert dict(front.table("seven").tags)["White"] == "Ann"
            status, _, _ = await begin(front, **fields | {"white": "Cid", "replace": "yes"})
            assert status == 303
            assert dict(front.table("seven").tags)["White"] == "Cid"

    run(scenario())


def test_a_log_that_cannot_be_written_loses_nothing_of_the_form(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            with_cookies(front)
            await log_in(front, front.token)
            fields = Written(await text(front, "arbiter/seven/new")).values | {"white": "Ann"}
            await front.office.scribe.close()
            status, _, page = await begin(front, **fields)
            assert status == 503
            assert "because the log cannot keep it." in Written(page).alert
            assert Written(page).values["white"] == "Ann"

    run(scenario())
