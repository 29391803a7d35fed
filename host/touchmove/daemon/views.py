"""Everything that shows tables: pages, the terminal and the PGN file.

A change only marks the picture as old. It is drawn again at most every `DRAW_S`, and once more at
the end of each game and of the session, so that views cost the game nothing however fast it goes.
"""

import asyncio
import contextlib
import sys

from rich.console import Console

from touchmove.daemon.pgn_file import GamesText, PgnFiles
from touchmove.daemon.session import Session
from touchmove.errors import OutputError
from touchmove.shell.terminal import Screen
from touchmove.shell.web import Page
from touchmove.view.snapshot import take

DRAW_S = 0.05
"""Twenty pictures a second are more than an eye can follow."""


class _Board:
    """One board as it was drawn last."""

    def __init__(self, session: Session, page: Page | None) -> None:
        self.session = session
        self.games = GamesText(session)
        self.page = page
        self.screen: Screen | None = None
        """Where it was drawn last."""
        self.is_old = True


class Views:
    """Who looks on; each may be absent."""

    def __init__(
        self,
        *sessions: Session,
        page: Page | None = None,
        screen: Screen | None = None,
        pgn_files: PgnFiles | None = None,
    ) -> None:
        """`page` is that of the first session."""
        self.screen = screen
        """May be changed at any time."""
        self.pgn_files = pgn_files
        self._boards: list[_Board] = []
        self._changed = asyncio.Event()
        for session in sessions:
            self.watch(session, page)
            page = None

    def watch(self, session: Session, page: Page | None = None) -> None:
        """Show this board too, on this page if it has one."""
        board, files = _Board(session, page), self.pgn_files
        self._boards.append(board)

        def mark(effects: object = None) -> None:
            board.is_old = True
            self._changed.set()
            if files is not None:
                files.mark(session.board)

        session.on_change = mark
        if files is not None:
            files.watch(session)
            session.on_closed = lambda table: files.close(session.board, table)
        mark()

    async def draw_for_ever(self) -> None:
        """Draw whenever something changed, and once more at the end."""
        try:
            while True:
                await self._changed.wait()
                self.draw()
                await asyncio.sleep(DRAW_S)
        finally:
            self.draw()

    def draw(self) -> None:
        """Draw what is true now."""
        self._changed.clear()
        for board in self._boards:
            if board.is_old or board.screen is not self.screen:
                self._draw(board)

    def _draw(self, board: _Board) -> None:
        board.is_old, board.screen = False, self.screen
        table = board.session.table
        if table is None:
            return
        if board.page is None and self.screen is None:
            return
        snapshot = take(table)
        if self.screen is not None:
            self.screen.show(snapshot, board.session.board)
        if board.page is not None:
            board.games.look()
            board.page.publish(snapshot, pgn=board.games.text)


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
