"""A board as a row of the hall's page (docs/reference/page.md).

As on the board's own page, nothing of it is for the arbiter alone.
"""

import json
from dataclasses import dataclass

from touchmove.view.hall import last_line
from touchmove.view.snapshot import Snapshot
from touchmove.view.terminal import status

_NO_GAME = {
    "white": "",
    "black": "",
    "last": "",
    "status": "No game yet",
    "result": "*",
    "linked": False,
    "clock_ms": None,
}


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a board whether it has a game or not."""

    board: str
    """Its id."""
    name: str
    round: str


def as_json(about: About, snapshot: Snapshot | None) -> str:
    """One line of JSON, complete in itself; None: no game has been seen yet."""
    fields: dict[str, object] = {"board": about.board, "name": about.name, "round": about.round}
    fields |= _NO_GAME if snapshot is None else _game(about, snapshot)
    return json.dumps(fields, separators=(",", ":"))


def _game(about: About, snapshot: Snapshot) -> dict[str, object]:
    tags = dict(snapshot.tags)
    return {
        "round": tags.get("Round", about.round),
        "white": tags.get("White", ""),
        "black": tags.get("Black", ""),
        "last": last_line(snapshot),
        "status": status(snapshot),
        "result": snapshot.result,
        "linked": snapshot.linked,
        "clock_ms": snapshot.clock_ms,
        "clock_counts_up": snapshot.clock_counts_up,
        "clock_waits_ms": snapshot.clock_waits_ms,
        "clock_coming": snapshot.clock_coming,
        "clock_periods": snapshot.clock_periods,
        "clock_shared": snapshot.clock_shared,
        "running": snapshot.running,
    }
