"""A board's serial port: found, opened for us alone, read, written, and opened again after a loss.

Reading is pulled: `SerialPort.happenings` gives what came, in order, and reads no more of the port
than its consumer has asked for; what we do not take, the kernel and then the board keep. Writing
never waits: what the kernel does not take at once goes into an outbox of bounded size, and a line
that finds it full is refused. Everything the host says can be said again (acknowledgements are
cumulative, lamp frames whole), so a refused line costs time and nothing else.

One port has one host. The lock is flock(2), as pyserial's `exclusive` takes it and as other tools
for MicroPython do: it ends with the process, however that ends. The tty's own exclusive mode
(TIOCEXCL) is not used: on a pty it outlives the process that set it and locks out its successor.

DTR says to a board that speaks USB itself that a host is there, so it is high for such a board and
low for a USB-serial chip (`shell.usb`). RTS is low. Linux raises both lines as it opens a port, and
we set them right after that. The rate is fixed: 1200 baud sends many boards into their boot loader.

Ref: Linux man-pages, termios(3), flock(2), pty(7); pyserial 3.5, serial/serialposix.py
"""

import asyncio
import contextlib
import errno
import os
import termios
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import serial

from touchmove.errors import PortError
from touchmove.shell.usb import usb_ports, wants_dtr

BAUD = 115_200
"""Ignored by USB boards; right for boards behind a USB-serial chip."""
READ_BYTES_MAX = 4096
"""One read: the size of the kernel's tty buffer, so that one read can empty it."""
OUTBOX_BYTES_MAX = 4096
"""Lines that wait for a board that does not read; some thirty lamp frames."""
BACKOFF_FIRST_S = 0.1
"""The first wait before a lost port is tried again: a board that restarts is soon back."""
BACKOFF_LONGEST_S = 2.0
"""The waits double up to this, which is as long as a person waits for a plug to take effect."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The port is open; the board may have restarted meanwhile."""

    path: str


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes that came, at least one."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Lost:
    """The port is gone and is being tried again."""

    path: str
    reason: str


Happening = Opened | Received | Lost


class SerialPort:
    """The port of one board, for as long as the program runs."""

    def __init__(self, find: Callable[[], str]) -> None:
        """`find` gives the path each time the port is to be opened, or raises `PortError`."""
        self._find = find
        self._serial: serial.Serial | None = None
        self._outbox = bytearray()
        self._path = ""

    @property
    def is_open(self) -> bool:
        """Whether bytes can be sent now."""
        return self._serial is not None

    @property
    def path(self) -> str:
        """The path that was opened last."""
        return self._path

    def open(self) -> Opened:
        """Open the port. Rejects a port that is missing, forbidden or taken, with a `PortError`."""
        assert self._serial is None, "a port is opened once until it is lost"
        self._path = self._find()
        self._serial = _open(self._path)
        self._outbox.clear()
        return Opened(self._path)

    async def happenings(self) -> AsyncIterator[Happening]:
        """What the port gives, in order and without end; starts with `Opened`, if it is open.

        A port that is lost is tried again for ever: that is no error but a state of the world.
        """
        if self._serial is not None:
            yield Opened(self._path)
        while True:
            if self._serial is None:
                yield await self._reopened()
            try:
                yield Received(await self._read())
            except OSError as error:
                self.close()
                yield Lost(self._path, _words(error))

    def send(self, line: bytes) -> bool:
        """Send one whole line now or soon; False if the port is lost or its outbox is full."""
        if self._serial is None or len(self._outbox) + len(line) > OUTBOX_BYTES_MAX:
            return False
        waiting = bool(self._outbox)
        self._outbox += line
        if not waiting:
            self._write()
        return self._serial is not None

    def close(self) -> None:
        """Close the port; what was not sent is dropped. Closing twice is no error."""
        port, self._serial = self._serial, None
        self._outbox.clear()
        if port is None:
            return
        _forget(port.fileno())
        with contextlib.suppress(OSError, termios.error):
            # Else the kernel holds us up to let a board that does not read have the rest.
            port.reset_output_buffer()
        with contextlib.suppress(OSError):
            port.close()

    async def _reopened(self) -> Opened:
        wait_s = BACKOFF_FIRST_S
        while True:
            await asyncio.sleep(wait_s)
            with contextlib.suppress(PortError):
                return self.open()
            wait_s = min(2 * wait_s, BACKOFF_LONGEST_S)

    async def _read(self) -> bytes:
        """The next bytes. Raises OSError when the port is gone."""
        while True:
            if self._serial is None:
                raise OSError(errno.EIO, "the board cannot be written to")
            file_number = self._serial.fileno()
            try:
                data = os.read(file_number, READ_BYTES_MAX)
            except BlockingIOError:
                await _until_readable(file_number)
                continue
            if not data:
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
            return data

    def _write(self) -> None:
        """Give the kernel what it takes of the outbox; the rest follows when it can."""
        if self._serial is None:
            return
        file_number = self._serial.fileno()
        loop = asyncio.get_running_loop()
        try:
            del self._outbox[: os.write(file_number, self._outbox)]
        except BlockingIOError:
            pass
        except OSError:
            # The reader meets the same end, and says it.
            self._outbox.clear()
        if self._outbox:
            loop.add_writer(file_number, self._write)
        else:
            loop.remove_writer(file_number)


def check_port(path: str) -> None:
    """Rejects a port that is missing, forbidden or taken, with a `PortError`."""
    with contextlib.closing(_open(path)):
        pass


def _open(path: str) -> serial.Serial:
    port = serial.Serial()
    port.port = path
    port.baudrate = BAUD
    port.exclusive = True
    port.dtr = wants_dtr(path, usb_ports())
    port.rts = False
    port.inter_byte_timeout = 0  # VMIN 1: an empty read then means the end, never "nothing yet"
    try:
        port.open()
    except OSError as error:  # pyserial's own are such too
        raise PortError(_refusal(path, error.errno)) from error
    return port


def _refusal(path: str, number: int | None) -> str:
    """Why a port cannot be opened, and what to do."""
    if number in (errno.EWOULDBLOCK, errno.EBUSY):
        holder = _lock_holder(path)
        who = f"process {holder}" if holder else "another program"
        return f"{path} is taken by {who}: a board has one host; end that one, or name another port"
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return f"{path} does not exist: plug the board in, or leave out --port to have it found"
    if number in (errno.EACCES, errno.EPERM):
        return f"{path} may not be opened by this user: join the group that owns it (often dialout)"
    if number is None:
        return f"{path} is no serial port: leave out --port to have the board found"
    return f"{path} cannot be opened: {os.strerror(number)}"


def _lock_holder(path: str) -> int | None:
    """The process that holds the lock of this device, where the system tells (Linux)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        inode = os.stat(path).st_ino
        for line in Path("/proc/locks").read_text(encoding="ascii").splitlines():
            fields = line.split()  # 1: FLOCK ADVISORY WRITE 4711 00:18:5 0 EOF
            if fields[1] == "FLOCK" and int(fields[5].rpartition(":")[2]) == inode:
                return int(fields[4])
    return None


def _words(error: OSError) -> str:
    if error.errno in (errno.EIO, errno.ENXIO, errno.ENODEV):
        return "it was unplugged or its board restarted"
    return error.strerror or str(error)


def _forget(file_number: int) -> None:
    with contextlib.suppress(RuntimeError):  # no loop runs any more: nothing to forget
        loop = asyncio.get_running_loop()
        loop.remove_reader(file_number)
        loop.remove_writer(file_number)


async def _until_readable(file_number: int) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()

    def tell() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(file_number, tell)
    try:
        await ready
    finally:
        loop.remove_reader(file_number)
