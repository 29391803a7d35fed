"""Files that hold games as PGN, written anew after each change and always whole."""

import contextlib
import logging
import os
from pathlib import Path

from touchmove.daemon.session import Session
from touchmove.errors import InputError
from touchmove.game.table import Table
from touchmove.view.bulletin import pgn

log = logging.getLogger("touchmove")

_BESIDE = ("wal", "shm", "journal")
"""Ends of the names of files in which a log keeps what belongs to it."""


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

    def write(self, texts: list[str]) -> bool:
        """Write these games; False, and said once, if they cannot be written."""
        path = self._path
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_text("\n".join(texts), encoding="utf-8")
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


def check_pgn_path(path: Path, log_path: Path) -> None:
    """Rejects a PGN file that cannot be written or must not be, with an `InputError`."""
    no_file = path.exists() and not path.is_file()
    if no_file or not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"--pgn {path}: cannot be written; name a file in a folder of yours")
    # SQLite keeps the newest lines of a log in files beside it.
    beside = (log_path.with_name(f"{log_path.name}-{end}") for end in _BESIDE)
    heads = log_path.with_name(f"{log_path.name}.heads")
    for kept in (log_path, *beside, heads):
        if path.resolve() == kept.resolve() or (kept.exists() and _same(path, kept)):
            raise InputError(f"--pgn {path}: that is the log, which would be lost; name another")


def _same(path: Path, other: Path) -> bool:
    """Whether both names are of one file."""
    return path.exists() and path.samefile(other)
