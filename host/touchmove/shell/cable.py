"""The cable of a simulated board: a pty for the host at one end, the board's stdio at the other.

The host opens the pty like any serial port. This end keeps it open too, so that its settings (raw)
outlive a host that comes and goes, as a USB port's do. The cable imitates a port with DTR high:
what the host does not read waits, then the board waits, and after half a second what waits is
dropped, so that a board goes on. A Pico's port with DTR low, which overwrites its oldest bytes at
once, is not imitated; nor is the size of its buffer.

The cable also reads along: the newest report that the board has sent and the newest that the host
has acknowledged say whether the host keeps up (`Cable.caught_up`).
"""

import asyncio
import contextlib
import os
import socket
import tty
from collections import deque
from collections.abc import Callable
from pathlib import Path

HELD_BYTES = 16_384
"""Bytes under way to the host before the board has to wait."""
PATIENCE_S = 0.5
"""A host that reads nothing for this long is taken to be away (MicroPython's
MICROPY_HW_USB_CDC_TX_TIMEOUT), and what was under way is dropped."""
LAST_LINES = 8
"""Lines without a check sum that are kept: the end of a traceback."""
_CHUNK = 4096
_REPORTS = {b"lift", b"place", b"press", b"release", b"lost"}


class Cable:
    """Carries bytes both ways between `board`, a non-blocking socket, and the pty at `path`."""

    def __init__(self, path: Path, board: socket.socket) -> None:
        self.path = path
        """Where the host finds the port: a link that stays the same across unplugging."""
        self.activity = asyncio.Event()
        """Set when a report or an acknowledgement has passed; whoever waits clears it."""
        self._board = board
        self._loop = asyncio.get_running_loop()
        self._master: int | None = None
        self._slave: int | None = None
        self._to_host = bytearray()
        self._to_board = bytearray()
        self._from_board_line = bytearray()
        self._from_host_line = bytearray()
        self._plain_lines: deque[str] = deque(maxlen=LAST_LINES)
        self.newest = 0
        """Newest report of this boot that has left the board."""
        self.acked = 0
        """Newest report of this boot that the host has acknowledged."""
        self.on_report: Callable[[int, bytes], None] = lambda number, line: None
        """Told of each report that leaves the board, those that come again too."""
        self._waiting: asyncio.TimerHandle | None = None
        self._loop.add_reader(board, self._board_says)
        self.plug()

    @property
    def caught_up(self) -> bool:
        """The host has acknowledged every report that has left the board, or cannot."""
        return self._master is None or (self.acked >= self.newest and not self._to_host)

    def plug(self) -> None:
        """The port appears, raw."""
        assert self._master is None
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._slave))
        self._loop.add_reader(self._master, self._host_says)

    def unplug(self) -> None:
        """The port vanishes; the board talks to nobody."""
        if self._master is None or self._slave is None:
            return
        self._loop.remove_reader(self._master)
        self._loop.remove_writer(self._master)
        self.path.unlink(missing_ok=True)
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = None
        self._drop()

    def close(self) -> None:
        """Both ends are given up."""
        self.unplug()
        self._loop.remove_reader(self._board)
        self._loop.remove_writer(self._board)
        self._board.close()

    def last_words(self) -> str:
        """What the board said last that was no frame, in one line: a traceback, if it died."""
        return " / ".join(self._plain_lines)

    def drain(self) -> None:
        """Take what the board has written up to now."""
        while self._board_says():
            pass

    # -------------------------------------------------------------- board to host
    def _board_says(self) -> bool:
        try:
            data = self._board.recv(_CHUNK)
        except BlockingIOError:
            return False
        except ConnectionResetError:
            data = b""
        if not data:
            self._loop.remove_reader(self._board)
            return False
        self._note_reports(data)
        if self._master is None:
            return True
        self._to_host += data
        self._pass_to_host()
        return len(self._to_host) < HELD_BYTES

    def _pass_to_host(self) -> None:
        if self._master is None:
            return
        written = 0
        with contextlib.suppress(BlockingIOError):
            written = os.write(self._master, self._to_host)
        del self._to_host[:written]
        if not self._to_host:
            self._loop.remove_writer(self._master)
            self._stop_waiting()
            self.activity.set()
            return
        self._loop.add_writer(self._master, self._pass_to_host)
        if written:
            self._stop_waiting()
        if self._waiting is None:
            self._waiting = self._loop.call_later(PATIENCE_S, self._drop)
        if len(self._to_host) >= HELD_BYTES:
            self._loop.remove_reader(self._board)

    def _drop(self) -> None:
        """Nobody reads: what is under way is lost, and the board goes on."""
        self._to_host.clear()
        if self._master is not None:
            self._loop.remove_writer(self._master)
        self._stop_waiting()
        self.activity.set()

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if self._board.fileno() >= 0:
            self._loop.add_reader(self._board, self._board_says)

    def _note_reports(self, data: bytes) -> None:
        for line in _lines(self._from_board_line, data):
            words = _words(line)
            if not words:
                self._plain_lines.append(line.decode(errors="replace").strip())
            elif words[0] in _REPORTS:
                self.newest = max(self.newest, _number(words, 1))
                self.on_report(_number(words, 1), line)
                self.activity.set()
            elif words[0] == b"hello":
                # A fresh boot counts from one again; an old one may have been acknowledged before.
                self.acked = _number(words, 9)
                self.newest = self.acked

    # -------------------------------------------------------------- host to board
    def _host_says(self) -> None:
        assert self._master is not None
        try:
            data = os.read(self._master, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return
        for words in map(_words, _lines(self._from_host_line, data)):
            if words[:1] == [b"ack"]:
                self.acked = max(self.acked, _number(words, -1))
                self.activity.set()
        self._to_board += data
        self._pass_to_board()

    def _pass_to_board(self) -> None:
        try:
            written = self._board.send(self._to_board)
        except BlockingIOError:
            written = 0
        except OSError:
            written = len(self._to_board)
        del self._to_board[:written]
        if self._to_board:
            self._loop.add_writer(self._board, self._pass_to_board)
        else:
            self._loop.remove_writer(self._board)


def _lines(partial: bytearray, data: bytes) -> list[bytes]:
    """The lines that `data` completes."""
    partial += data
    *lines, rest = bytes(partial).split(b"\n")
    partial[:] = rest[-_CHUNK:]
    return lines


def _words(line: bytes) -> list[bytes]:
    """The words before the check sum; none if there is no check sum."""
    return line[:-9].split(b" ") if line[-9:-8] == b"*" else []


def _number(words: list[bytes], index: int) -> int:
    return int(words[index]) if len(words) > abs(index) and words[index].isdigit() else 0
