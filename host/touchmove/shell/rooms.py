"""The pages of a hall: the list of its boards, and the live page of each.

The list is a feed of rows. Each change of a row has a number, and a viewer is sent the rows that
have changed since the number that it saw last: 64 boards at blitz speed cost a viewer what is new,
and nobody waits for anybody. Boards are never taken from the list.

A board is named in an address as it names itself, percent-encoded. It is looked for among the
boards that there are, and nowhere else. Two names have no address: a browser takes `.` and `..` for
folders, however they are encoded.

Ref: WHATWG URL Standard, single-dot and double-dot URL path segments
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from aiohttp import web

from touchmove.shell import site
from touchmove.shell.feed import Feed, Places
from touchmove.shell.page import Page
from touchmove.view import row
from touchmove.view.snapshot import Snapshot

PACE_S = 0.25
"""The list is looked over, not followed move by move: four times a second is live."""

BOARD = "{board:[^/]+}"
"""Where a board is named in a route. By itself aiohttp takes no name with a brace."""

BOARD_PATH = f"/boards/{BOARD}/"


def has_address(board: str) -> bool:
    """Whether the pages of a board that calls itself so can be reached."""
    return board not in (".", "..")


@dataclass(frozen=True, slots=True)
class _Row:
    """One board of the list, as it changed last."""

    number: int
    changed_at: float
    json: str


class Rooms(Feed):
    """The list of boards, and the page of each, while they are served."""

    def __init__(self, places: Places) -> None:
        super().__init__(places, PACE_S)
        self.url = ""
        """Where a browser finds it."""
        self.pages: dict[str, Page] = {}
        self._rows: dict[str, _Row] = {}
        self._number = 0

    @property
    def open_streams(self) -> int:
        """How many viewers there are, of the list and of all boards."""
        return self._places.taken

    # -------------------------------------------------------------- what is shown
    def page(self, board: str, name: str, round_: str) -> Page:
        """The page of this board, which is in the list from now on."""
        about = row.About(board, name, round_)

        def changed(snapshot: Snapshot | None) -> None:
            self._number += 1
            as_json = row.as_json(about, snapshot)
            self._rows[board] = _Row(self._number, time.monotonic(), as_json)
            self.wake()

        page = Page(self._places, on_publish=changed)
        self.pages[board] = page
        changed(None)
        return page

    def news(self, seen: int) -> tuple[int, str] | None:
        """The rows that have changed since."""
        if self._number == seen:
            return None
        now = time.monotonic()
        since = seen if seen < self._number else 0
        rows = ",".join(
            f'{{"age_ms":{round((now - each.changed_at) * 1000)},{each.json[1:]}'
            for each in self._rows.values()
            if each.number > since
        )
        return self._number, f'{{"rows":[{rows}]}}'

    # -------------------------------------------------------------- where it is
    def add_to(self, application: web.Application) -> None:
        """Let an application answer with the list and the pages."""
        router = application.router
        router.add_get("/", self._front)
        router.add_get("/games.pgn", self._games)
        site.add_list(application, "/boards/")
        router.add_get("/boards/events", self.events, allow_head=False)
        site.add_page(application, BOARD_PATH, self._has)
        router.add_get(f"{BOARD_PATH}events", self._of(lambda page: page.events), allow_head=False)
        router.add_get(f"{BOARD_PATH}game.pgn", self._of(lambda page: page.game))

    async def _front(self, _request: web.Request) -> web.StreamResponse:
        """`GET /`: the only board, else the list."""
        boards = list(self.pages)
        where = f"boards/{quote(boards[0], safe='')}/" if len(boards) == 1 else "boards/"
        return web.Response(
            status=302, headers={"Location": where, "Cache-Control": "no-store"}, text=""
        )

    async def _games(self, _request: web.Request) -> web.StreamResponse:
        """`GET /games.pgn`: the game of each board, by the names of the boards."""
        texts = (page.pgn for _, page in sorted(self.pages.items()))
        return site.pgn("\n".join(text for text in texts if text), "games.pgn")

    def _has(self, request: web.Request) -> bool:
        return request.match_info["board"] in self.pages

    def _of(self, answer: Callable[[Page], site.Handler]) -> site.Handler:
        async def found(request: web.Request) -> web.StreamResponse:
            page = self.pages.get(request.match_info["board"])
            return site.no_board() if page is None else await answer(page)(request)

        return found
