"""Files that hold games as PGN, written anew after each change and always whole."""

import asyncio
import contextlib
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from touchmove.daemon.files.places import file_of_board
from touchmove.daemon.session import Session
from touchmove.game.table import Table
from touchmove.view.bulletin import pgn

log = logging.getLogger("touchmove")

CLOSED_MAX = 1000
"""Games that are over for good and stay in the files: the rounds of a tournament."""
WRITE_S = 0.1
"""Ten times a second is as often as anybody looks at a file."""


class GamesText:
    """The PGN of the games of a session whose book is open, written only where it has changed."""

    def __init__(self, session: Session) -> None:
        self.text = ""
        """The game on the table."""
        self._session = session
        self._finished: list[tuple[Table, str]] = []
        self._seen: tuple[object, ...] = ()

    @property
    def texts(self) -> list[str]:
        """Each game, the one on the table last."""
        return [*(text for _, text in self._finished), *([self.text] if self.text else [])]

    def look(self) -> bool:
        """See what the games are now; whether anything has changed."""
        table, finished = self._session.table, self._session.history.finished
        if table is None:
            return False
        seen = (finished, table.moves, table.pending, table.outcome, table.tags, table.earlier)
        if seen == self._seen:
            return False
        self._seen = seen
        self._look_at_finished(finished)
        self.text = pgn(table)
        return True

    def _look_at_finished(self, finished: tuple[Table, ...]) -> None:
        """The finished games, each written once; the last may have been called back."""
        known = 0
        for (before, _), now in zip(self._finished, finished, strict=False):
            if before is not now:
                break
            known += 1
        self._finished[known:] = [(each, pgn(each)) for each in finished[known:]]


class PgnFile:
    """A file that is replaced as a whole: whoever reads it finds the old games or the new ones."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writes = True
        self._guard = threading.Lock()
        """The last writing is not left to the thread, which may be at it still."""

    def write(self, texts: list[str]) -> bool:
        """Write these games; False, and said once, if they cannot be written."""
        with self._guard:
            return self._replace("\n".join(texts))

    def _replace(self, text: str) -> bool:
        path = self._path
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
        else:
            if not self._writes:
                log.warning("%s is being written again", path)
            self._writes = True
        return self._writes


class PgnFiles:
    """All games in one file, and those of each board in a file of a folder; each may be absent.

    A disk may be slow, so files are written in a thread, one after the other. What changes
    meanwhile is written once when its turn comes: there is nothing that could queue.
    """

    def __init__(
        self,
        file: Path | None,
        folder: Path | None,
        closed: Iterable[tuple[str, str]] = (),
        *,
        why_not: Callable[[Path], str] = lambda path: "",
    ) -> None:
        """`closed` are the boards and the PGN of games that are over for good, in order; `why_not`
        says why the file of a board is not to be written, and nothing if it may be."""
        self._file = None if file is None else PgnFile(file)
        self._folder = folder
        self._why_not = why_not
        self._boards: dict[str, PgnFile] = {}
        self._games: dict[str, GamesText] = {}
        self._closed = deque(closed, CLOSED_MAX)
        self._changed: set[str] = set()
        self._change = asyncio.Event()
        if self._file is not None:
            self._change.set()

    def watch(self, session: Session) -> None:
        """The games of this board belong there too."""
        self._games[session.board] = GamesText(session)
        if self._folder is not None:
            path = file_of_board(self._folder, session.board)
            words = self._why_not(path)
            if words:
                log.error("%s is not written: %s; the game goes on", path, words)
            else:
                self._boards[session.board] = PgnFile(path)
        self.mark(session.board)

    def mark(self, board: str) -> None:
        """A game of this board has changed."""
        self._changed.add(board)
        self._change.set()

    def close(self, board: str, table: Table) -> None:
        """A game of this board changes no more."""
        self._closed.append((board, pgn(table)))
        self.mark(board)

    async def write_for_ever(self) -> None:
        """Write what changes, and once more at the end."""
        try:
            while True:
                await self._change.wait()
                for file, texts in self._due():
                    if not await asyncio.to_thread(file.write, texts):
                        self._change.set()
                await asyncio.sleep(WRITE_S)
        finally:
            self._changed = set(self._games)
            for file, texts in self._due():
                file.write(texts)

    def _due(self) -> list[tuple[PgnFile, list[str]]]:
        """What has to be written now."""
        self._change.clear()
        changed, self._changed = self._changed, set()
        for board in changed:
            self._games[board].look()
        due = [(file, self._of(board)) for board, file in self._boards.items() if board in changed]
        if self._file is not None:
            open_games = [text for games in self._games.values() for text in games.texts]
            due.append((self._file, [*(text for _, text in self._closed), *open_games]))
        return due

    def _of(self, board: str) -> list[str]:
        return [
            *(text for whose, text in self._closed if whose == board),
            *self._games[board].texts,
        ]
