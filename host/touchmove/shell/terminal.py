"""The game in a terminal, redrawn in place; as plain lines where the output is no terminal.

Redrawing is rich's: four times a second in a thread of its own, so that the clocks tick while
nothing is reported. `show` only puts the newest snapshot where that thread finds it.
"""

import sys
import time
from types import TracebackType

import chess
from chess import Color
from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from touchmove.units import Millis
from touchmove.view.hall import render_hall
from touchmove.view.snapshot import Snapshot
from touchmove.view.terminal import advanced, render, status

REDRAWN_PER_S = 4
"""Often enough for a clock with seconds; a redraw costs a few milliseconds."""


class Screen:
    """Shows snapshots from `__enter__` to `__exit__`; the last one stays on the terminal."""

    def __init__(
        self, console: Console | None = None, *, pace: float = 1.0, orientation: Color = chess.WHITE
    ) -> None:
        """`pace`: milliseconds of the board's clock in one of ours (as `web.serve`)."""
        self._console = console or Console(file=sys.stdout)
        self._pace = pace
        self._orientation = orientation
        # Without colours the case of a letter tells White from Black.
        colors = self._console.color_system is not None
        self._symbols = colors and "utf" in self._console.encoding.lower()
        self._newest: dict[str, tuple[Snapshot, float]] = {}
        self._live: Live | None = None
        self._lines: dict[str, list[str]] = {}

    def __enter__(self) -> "Screen":
        if self._console.is_terminal:
            self._live = Live(
                console=self._console,
                get_renderable=self._picture,
                refresh_per_second=REDRAWN_PER_S,
                # What is said on standard error stands above the board, unless it is kept apart.
                redirect_stderr=sys.stderr is not None and sys.stderr.isatty(),
            )
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def show(self, snapshot: Snapshot, board: str = "") -> None:
        """Show this snapshot of a board from now on. One board is shown whole, several as a list,
        and in plain lines each with its name."""
        self._newest[board] = (snapshot, time.monotonic())
        if not self._console.is_terminal:
            self._say(snapshot, board)

    def _picture(self) -> RenderableType:
        shown = {board: self._advanced(*newest) for board, newest in list(self._newest.items())}
        if not shown:
            return Text("Waiting for a board.")
        if len(shown) > 1:
            return render_hall(shown)
        return render(
            *shown.values(),
            width=self._console.width,
            orientation=self._orientation,
            symbols=self._symbols,
        )

    def _advanced(self, snapshot: Snapshot, since: float) -> Snapshot:
        run_ms = Millis(round((time.monotonic() - since) * 1000 * self._pace))
        return advanced(snapshot, run_ms)

    def _say(self, snapshot: Snapshot, board: str) -> None:
        """Print what the plain lines said so far do not say yet."""
        lines = _lines(snapshot)
        kept = _common(self._lines.get(board, []), lines)
        whose = f"{board}: " if len(self._newest) > 1 else ""
        for line in lines[kept:]:
            text = f"{whose}{line}"
            self._console.print(text, markup=False, highlight=False, soft_wrap=True)
        self._lines[board] = lines


def _lines(snapshot: Snapshot) -> list[str]:
    """One line a completed half-move, and the result."""
    fields = snapshot.start_fen.split()
    offset = 2 * int(fields[5]) + (fields[1] == "b") - 2
    done = [ply.san for ply in snapshot.plies if ply.completed]
    lines = [
        f"{at // 2 + 1}{'...' if at % 2 else '.'} {san}"
        for at, san in enumerate(done, start=offset)
    ]
    if snapshot.result != "*" or snapshot.termination:
        lines.append(status(snapshot))
    return lines


def _common(before: list[str], now: list[str]) -> int:
    """How many lines both begin with; a revised move and all after it are said again."""
    for at, (old, new) in enumerate(zip(before, now, strict=False)):
        if old != new:
            return at
    return min(len(before), len(now))
