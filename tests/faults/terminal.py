"""A terminal for a command to run in, as a person has it before them."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

PATIENCE_S = 30
"""After this long a test has failed; none waits for it otherwise."""
CTRL_C = b"\x03"
HIDE, SHOW = b"\x1b[?25l", b"\x1b[?25h"
"""What hides the cursor, and what shows it again."""
_RUN = "import sys; from touchmove.__main__ import main; sys.exit(main())"
_OF_ITS_OWN = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "


class Terminal:
    """One command on a terminal of its own, with a folder for its temporary files."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.shown = b""
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _OF_ITS_OWN + _RUN, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TMPDIR": str(folder), "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)
        self.reading = threading.Event()
        """Cleared, the terminal is not read, as after Ctrl-S."""
        self.reading.set()
        self._news = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        data = b"-"
        while data:
            self.reading.wait()
            try:
                data = os.read(self.master, 65_536)
            except OSError:  # nobody has the terminal open any more
                data = b""
            with self._news:
                self.shown += data
                self._ended = not data
                self._news.notify_all()

    def until(self, true: Callable[[bytes], bool]) -> None:
        """Wait until what the terminal has been sent makes this true."""
        with self._news:
            assert self._news.wait_for(lambda: true(self.shown) or self._ended, PATIENCE_S)
            assert true(self.shown), self.shown.decode()

    def press(self, keys: bytes) -> None:
        """Press keys, if anybody is there."""
        with contextlib.suppress(OSError):
            os.write(self.master, keys)

    def kill(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def end(self) -> int:
        """Wait for the end; the exit status."""
        status = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return status

    def close(self) -> None:
        """Nothing is left of it."""
        self.reading.set()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        os.close(self.master)


@contextlib.contextmanager
def terminal(folder: Path, *arguments: str) -> Iterator[Terminal]:
    """A command on a terminal, for this block."""
    opened = Terminal(folder, *arguments)
    try:
        yield opened
    finally:
        opened.close()


def children(process: int) -> list[int]:
    """The processes that a process has started (Linux)."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(number) for number in path.read_text().split()]
