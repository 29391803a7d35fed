"""What the program has to say: line by line on standard error, and in a file if one is wanted.

Standard error never holds anybody up (`streams`). The file is written by a thread of its own behind
a queue of bounded length: a disk that is slow or full costs messages, which are counted, and never
a touch. It is opened for each batch, so that whoever rotates it only has to move it away.
"""

import contextlib
import logging
import os
import queue
import sys
import threading
from pathlib import Path

from touchmove.shell.wording import Object, Sentence

WAITING_MAX = 1000
"""Messages that wait for the disk; what comes after them is counted and dropped."""
CLOSE_S = 2.0
"""How long the end of the program waits for a disk that does not take the last messages."""

log = logging.getLogger("touchmove")


class _Said(logging.Handler):
    """Log lines on whatever standard error is now: a live terminal display may stand before it."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):
            print(self.format(record), file=sys.stderr)


class MessageFile(logging.Handler):
    """Messages for a file, each a JSON object on a line."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.setFormatter(Object())
        self._path = path
        self._waiting: queue.Queue[str | None] = queue.Queue(WAITING_MAX)
        self._missed = 0
        self._writes = True
        self._thread = threading.Thread(target=self._write_for_ever, daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Never waits."""
        try:
            self._waiting.put_nowait(self.format(record))
        except queue.Full:
            self._missed += 1

    def close(self) -> None:
        """Write what waits, if the disk takes it within `CLOSE_S`."""
        with contextlib.suppress(queue.Full):
            self._waiting.put(None, timeout=CLOSE_S)
        self._thread.join(CLOSE_S)
        super().close()

    def _write_for_ever(self) -> None:
        goes_on = True
        while goes_on:
            lines = [self._waiting.get()]
            with contextlib.suppress(queue.Empty):
                while True:
                    lines.append(self._waiting.get_nowait())
            goes_on = None not in lines
            self._write([line for line in lines if line is not None])

    def _write(self, lines: list[str]) -> None:
        try:
            missed, self._missed = self._missed, 0
            if missed:
                lines.append(self._line(f"{missed} messages were lost: they came too fast"))
            with self._path.open("a", encoding="ascii") as file:
                file.writelines(f"{line}\n" for line in lines)
        except OSError as error:
            self._missed += len(lines)
            if self._writes:
                self._writes = False
                log.error("messages %s cannot be written: %s", self._path, error.strerror)
        else:
            self._writes = True

    def _line(self, words: str) -> str:
        return self.format(logging.LogRecord(log.name, logging.WARNING, "", 0, words, (), None))


def say_on_standard_error() -> None:
    """Begin to say what is logged: our own news, and the warnings of others."""
    said = _Said()
    said.setFormatter(Sentence())
    logging.basicConfig(level=logging.WARNING, handlers=[said])
    log.setLevel(logging.INFO)


def say(form: str, level: str, file: Path | None) -> None:
    """Go on as the configuration wants it: its keys `format`, `level` and `file`."""
    root = logging.getLogger()
    for handler in root.handlers:
        if isinstance(handler, _Said):
            journal = form == "auto" and _is_journal(sys.stderr.fileno())
            handler.setFormatter(Object() if form == "json" else Sentence(severity=journal))
    if file is not None:
        root.addHandler(MessageFile(file))
    log.setLevel(level.upper())
    root.setLevel(max(logging.WARNING, log.level))


def _is_journal(number: int) -> bool:
    """Whether this descriptor leads to systemd's journal, as `JOURNAL_STREAM` has it."""
    with contextlib.suppress(OSError):
        here = os.fstat(number)
        return os.environ.get("JOURNAL_STREAM") == f"{here.st_dev}:{here.st_ino}"
    return False
