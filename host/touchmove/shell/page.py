"""The live page of a board: its newest snapshot, and the PGN of its game.

`publish` only replaces the newest snapshot and wakes the viewers (`feed`); it never waits.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from touchmove.shell import site
from touchmove.shell.feed import Feed, Places
from touchmove.view import page as page_view
from touchmove.view.snapshot import Snapshot


@dataclass(slots=True, eq=False)
class _Edition:
    """One published snapshot; its JSON is made when the first viewer needs it."""

    number: int
    snapshot: Snapshot
    published_at: float
    _json: str = ""

    def as_json(self) -> str:
        if not self._json:
            self._json = page_view.as_json(self.snapshot)
        return self._json


class Page(Feed):
    """The live page while it is served."""

    def __init__(
        self,
        places: Places,
        *,
        url: str = "",
        pace: float = 1.0,
        on_publish: Callable[[Snapshot], None] = lambda snapshot: None,
    ) -> None:
        """`pace` is how many milliseconds of the board's clock pass in one of ours: 1 for a real
        board. `on_publish` is told of each snapshot that says something new."""
        super().__init__(places)
        self.url = url
        """Where a browser finds it."""
        self.pgn: str | None = None
        """The game so far."""
        self._pace = json.dumps(pace)
        self._on_publish = on_publish
        self._edition: _Edition | None = None

    def publish(self, snapshot: Snapshot, pgn: str | None = None) -> None:
        """Show this snapshot to everybody. Never waits; the newest wins.

        `pgn` is what `game.pgn` answers from now on; None leaves it as it is.
        """
        if pgn is not None:
            self.pgn = pgn
        previous = self._edition
        if previous is not None and previous.snapshot == snapshot:
            return
        number = previous.number + 1 if previous else 1
        self._edition = _Edition(number, snapshot, time.monotonic())
        self._on_publish(snapshot)
        self.wake()

    def news(self, seen: int) -> tuple[int, str] | None:
        """The newest snapshot, unless it was seen."""
        edition = self._edition
        if edition is None or edition.number == seen:
            return None
        age_ms = round((time.monotonic() - edition.published_at) * 1000)
        data = f'{{"age_ms":{age_ms},"pace":{self._pace},"snapshot":{edition.as_json()}}}'
        return edition.number, data

    async def game(self, _request: web.Request) -> web.StreamResponse:
        """`GET game.pgn`: the game so far."""
        if self.pgn is None:
            return site.plain(
                404, "There is no game yet. Its PGN will be here after the first move.\n"
            )
        return site.pgn(self.pgn, "game.pgn")
