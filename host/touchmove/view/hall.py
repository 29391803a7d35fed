"""All boards of a hall as a terminal shows them: a line for each."""

import chess
from rich.table import Table
from rich.text import Text

from touchmove.view.snapshot import Snapshot
from touchmove.view.terminal import clock_text, status

ROOM_COLUMNS = 14
"""For a board's name, and for a player's."""


def render_hall(boards: dict[str, Snapshot]) -> Table:
    """A table with a row for each board, in the order of their names; a board on which the arbiter
    has something to do stands out."""
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    for heading in ("board", "White", "Black", "last move", "clocks", ""):
        table.add_column(heading, no_wrap=True, overflow="ellipsis")
    for name, snapshot in sorted(boards.items()):
        style = "" if snapshot.linked else "dim"
        if snapshot.alerts and snapshot.result == "*":
            style = "bold"
        cells = (name, *_players(snapshot), _last(snapshot), _clocks(snapshot), _state(snapshot))
        table.add_row(*(Text(_cut(cell, 40)) for cell in cells), style=style)
    return table


def last_line(snapshot: Snapshot) -> str:
    """The last completed half-move with its number: `23... Nf6`; empty if there is none."""
    done = [ply.san for ply in snapshot.plies if ply.completed]
    if not done:
        return ""
    fields = snapshot.start_fen.split()
    at = 2 * int(fields[5]) + (fields[1] == "b") - 2 + len(done) - 1
    return f"{at // 2 + 1}{'...' if at % 2 else '.'} {done[-1]}"


def _players(snapshot: Snapshot) -> tuple[str, str]:
    tags = dict(snapshot.tags)
    white, black = (tags.get(chess.COLOR_NAMES[color].title(), "?") for color in (True, False))
    return _cut(white, ROOM_COLUMNS), _cut(black, ROOM_COLUMNS)


def _last(snapshot: Snapshot) -> str:
    return last_line(snapshot) or "-"


def _clocks(snapshot: Snapshot) -> str:
    if snapshot.clock_ms is None:
        return ""
    shown = [clock_text(ms, counts_up=snapshot.clock_counts_up) for ms in snapshot.clock_ms]
    for index, side in enumerate("WB"):
        if snapshot.running == side:
            shown[index] = f"{shown[index]}<"
    return " ".join(shown)


def _state(snapshot: Snapshot) -> str:
    told = f"{snapshot.alerts[-1].kind}: " if snapshot.alerts and snapshot.result == "*" else ""
    return f"{told}{status(snapshot)}"


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[: columns - 1] + "."
