"""Everything that shows the table: the page, the terminal and the PGN file.

A change only marks the picture as old. It is drawn again at most every `DRAW_S`, and once more at
the end of each game and of the session, so that views cost the game nothing however fast it goes.
"""

import asyncio
import contextlib
import logging
import os
import sys
from pathlib import Path

from rich.console import Console

from touchmove.daemon.session import Session
from touchmove.errors import InputError, OutputError
from touchmove.game.table import Table
from touchmove.shell.terminal import Screen
from touchmove.shell.web import Page
from touchmove.view.bulletin import pgn
from touchmove.view.snapshot import take

log = logging.getLogger("touchmove")

DRAW_S = 0.05
"""Twenty pictures a second are more than an eye can follow."""


class Views:
    """Who looks on; each may be absent."""

    def __init__(
        self,
        session: Session,
        *,
        page: Page | None = None,
        screen: Screen | None = None,
        pgn_path: Path | None = None,
    ) -> None:
        self._session = session
        self.screen = screen
        """May be changed at any time."""
        self._page = page
        self._pgn_path = pgn_path
        self._changed = asyncio.Event()
        self._finished: list[tuple[Table, str]] = []
        self._text = ""
        self._drawn: tuple[object, ...] = ()
        self._written = ""
        self._writes = True
        session.on_change = lambda effects: self._changed.set()

    async def draw_for_ever(self) -> None:
        """Draw whenever something changed."""
        while True:
            await self._changed.wait()
            self.draw()
            await asyncio.sleep(DRAW_S)

    def draw(self) -> None:
        """Draw what is true now."""
        self._changed.clear()
        table = self._session.table
        if table is None:
            return
        if self._page is not None or self._pgn_path is not None:
            self._write_text(table)
        if self._page is None and self.screen is None:
            return
        snapshot = take(table)
        if self.screen is not None:
            self.screen.show(snapshot)
        if self._page is not None:
            self._page.publish(snapshot, pgn=self._text)

    def _write_text(self, table: Table) -> None:
        """The PGN, anew where it may have changed."""
        finished = self._session.history.finished
        shown = (finished, table.moves, table.pending, table.outcome, table.tags, table.earlier)
        if shown == self._drawn:
            return
        self._drawn = shown
        self._write_finished(finished)
        self._text = pgn(table)
        if self._pgn_path is not None:
            games = [text for _, text in self._finished]
            self._write_file(self._pgn_path, "\n".join([*games, self._text]))

    def _write_finished(self, finished: tuple[Table, ...]) -> None:
        """The finished games, each written once; the last may have been called back."""
        known = 0
        for (before, _), now in zip(self._finished, finished, strict=False):
            if before is not now:
                break
            known += 1
        self._finished[known:] = [(each, pgn(each)) for each in finished[known:]]

    def _write_file(self, path: Path, text: str) -> None:
        """Replace the file as a whole: whoever reads it finds the old games or the new ones."""
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                draft.unlink()
            if self._writes:
                log.error("%s cannot be written: %s; the game goes on", path, error.strerror)
            self._writes = False
            self._drawn = ()
        else:
            if not self._writes:
                log.warning("%s is being written again", path)
            self._writes = True


class Output(Console):
    """Standard output; a reader that has gone is met as by any other print."""

    def __init__(self) -> None:
        super().__init__(file=sys.stdout)

    def show_cursor_again(self) -> None:
        """Ctrl-C makes a terminal forget what it has not shown yet, so it is said once more."""
        with contextlib.suppress(OutputError, OSError):
            self.show_cursor()

    def on_broken_pipe(self) -> None:
        """Rich would end the program on the spot, with another status."""
        raise BrokenPipeError


def check_pgn_path(path: Path, log_path: Path) -> None:
    """Rejects a PGN file that cannot be written or must not be, with an `InputError`."""
    no_file = path.exists() and not path.is_file()
    if no_file or not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"--pgn {path}: cannot be written; name a file in a folder of yours")
    # SQLite keeps the newest lines of a log in files beside it.
    for kept in (log_path, *(log_path.with_name(f"{log_path.name}-{end}") for end in _BESIDE)):
        if path.resolve() == kept.resolve() or (kept.exists() and _same(path, kept)):
            raise InputError(f"--pgn {path}: that is the log, which would be lost; name another")


_BESIDE = ("wal", "shm", "journal")


def _same(path: Path, other: Path) -> bool:
    """Whether both names are of one file."""
    return path.exists() and path.samefile(other)
