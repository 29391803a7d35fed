"""The heads of a log: where the lines of each board end, kept apart from the lines.

Nothing in a log says that it once was longer. So a small file beside it, `<log>.heads`, holds the
number and the chain of each board's last line; copied elsewhere (a stick, a mail), it also speaks
against somebody who has written the whole log anew.

It is replaced as a whole, and only by what is on the disk already: it may lag behind the log by a
second, and never says more than the log holds. The log can do without it, so a disk that does not
take it is told once and stops nothing.
"""

import contextlib
import json
import logging
import math
import os
import time
from collections.abc import Mapping
from pathlib import Path

from touchmove.errors import StoreError
from touchmove.shell.log_lines import Head

log = logging.getLogger("touchmove")

TITLE = "touchmove heads 1"
"""The first line of the file: what it is, and the version of its form."""
EVERY_S = 1.0
"""It is written at most once in so long: one more sync a second, however many boards there are."""


def read(path: Path) -> dict[str, Head] | None:
    """The heads that a file holds, by board; None if there is no file. Raises `StoreError`."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise StoreError(f"heads {path} cannot be read: {reason}") from error
    if lines[:1] != [TITLE]:
        raise StoreError(f"heads {path} cannot be read: its first line is not {TITLE!r}")
    return dict(_read_line(path, number, line) for number, line in enumerate(lines[1:], 2))


def _read_line(path: Path, place: int, line: str) -> tuple[str, Head]:
    try:
        chain, number, board = line.split(" ", 2)
        head = Head(int(number), bytes.fromhex(chain))
        name = json.loads(board)
    except ValueError as error:
        raise StoreError(f"heads {path} cannot be read: line {place} is damaged") from error
    if len(head.chain) != 32 or head.number < 1 or not _is_id(name):
        raise StoreError(f"heads {path} cannot be read: line {place} is damaged")
    return name, head


def _is_id(name: object) -> bool:
    """Whether this can be the id of a board, which people are shown as it is."""
    return isinstance(name, str) and name.isprintable()


def text(heads: Mapping[str, Head]) -> str:
    """What the file says: for each board a line with the chain, the number, and its id as JSON."""
    rows = (
        f"{head.chain.hex()} {head.number} {json.dumps(board)}"
        for board, head in sorted(heads.items())
        if head.number
    )
    return "\n".join((TITLE, *rows, ""))


class HeadsFile:
    """The heads of a log that is being written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written_s = -math.inf
        self._writes = True
        self._lagging = False

    def due_s(self) -> float | None:
        """In how many seconds it wants to be written; None if it says what is true."""
        if not self._lagging:
            return None
        return max(0.0, self._written_s + EVERY_S - time.monotonic())

    def expect(self, heads: Mapping[str, Head]) -> None:
        """The log is opened with these heads: what the file says otherwise is to be written."""
        try:
            known = read(self.path) or {}
        except StoreError:
            known = {}
        self._lagging = known != {board: head for board, head in heads.items() if head.number}

    def follow(self, heads: Mapping[str, Head]) -> None:
        """The log has gone on to these heads: write them now, unless that has been done lately."""
        self._lagging = True
        if self.due_s() == 0.0:
            self.write(heads)

    def write(self, heads: Mapping[str, Head]) -> None:
        """Write them now; a disk that does not take them is told once, and once when it does."""
        self._written_s = time.monotonic()
        try:
            replace_text(self.path, text(heads))
        except OSError as error:
            if self._writes:
                log.warning(
                    "%s cannot be written: %s; the log itself is kept", self.path, error.strerror
                )
            self._writes = False
            return
        self._lagging = False
        if not self._writes:
            log.warning("%s is being written again", self.path)
        self._writes = True

    def finish(self, heads: Mapping[str, Head]) -> None:
        """The log is closed: write what has not been written."""
        if self._lagging:
            self.write(heads)


def replace_text(path: Path, words: str) -> None:
    """Replace a file as a whole: after a power cut it says what it said before, or this."""
    draft = path.with_name(f"{path.name}.draft")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(words)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
