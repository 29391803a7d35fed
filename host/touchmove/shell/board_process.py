"""The process of a simulated board: MicroPython with the firmware and the world it lives in.

It speaks on two lines. Its stdio is the board's serial port, which a `Cable` brings to a pty. The
control line carries records of a time, a code and an argument, both ways; `simulated/world.py`
says what they mean.
"""

import asyncio
import contextlib
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from touchmove.errors import PortError
from touchmove.shell import flash
from touchmove.shell.cable import Cable

Rgb = tuple[int, int, int]
"""Red, green and blue of one lamp, 0 to 255 each."""

CHANGE, GRANT, PACE, TELL = 1, 2, 3, 4
_REACHED, _LAMPS = 5, 6
_RECORD = struct.Struct("<qii")


class BoardProcess:
    """One boot of the board, from power-on to power-off; made by `start`."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        control: asyncio.StreamWriter,
        cable: Cable,
    ) -> None:
        self.cable = cable
        self.now_us = 0
        """Board time of the latest news, in microseconds since this boot..."""
        self.heard_at = time.monotonic()
        """... and when it came."""
        self.lamps: tuple[Rgb, ...] = ((0, 0, 0),) * 64
        self.lamp_frames = 0
        self._process = process
        self._control = control
        self._news = asyncio.Event()
        self._ended = False
        self._ear = asyncio.create_task(self._hear(reader))

    @classmethod
    async def start(cls, folder: Path, port: Path, faults: str) -> Self:
        """Run `folder/flash/main.py`, its serial port at `port`. It waits until time is granted.

        Raises `PlatformError` where MicroPython does not run.
        """
        command = flash.interpreter(folder / "flash" / "main.py")
        ours, theirs = socket.socketpair()
        stdio, board_stdio = socket.socketpair()
        stdio.setblocking(False)
        environment = {
            "MICROPYPATH": f"{folder / 'flash'}:{flash.SIMULATED}:.frozen",
            "TOUCHMOVE_CONTROL": str(theirs.fileno()),
            "TOUCHMOVE_FAULTS": faults,
        }
        with theirs, board_stdio:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=board_stdio.fileno(),
                stdout=board_stdio.fileno(),
                stderr=asyncio.subprocess.STDOUT,
                pass_fds=[theirs.fileno()],
                env=environment,
                cwd=folder / "flash",  # what the board remembers, it remembers there
                # Ctrl-C at the terminal is ours to handle; the child ends when we say so.
                start_new_session=True,
            )
        try:
            reader, control = await asyncio.open_connection(sock=ours)
            return cls(process, reader, control, Cable(port, stdio))
        except BaseException:
            # Also when we are told to end just now: nobody else knows of the process yet.
            process.kill()
            await process.wait()
            raise

    def send(self, at_us: int, code: int, argument: int = 0) -> None:
        """One record to the world."""
        self._control.write(_RECORD.pack(at_us, code, argument))

    async def until(self, true: Callable[[], bool], *, ask: Callable[[], None]) -> None:
        """Wait until the world has told us something that makes this true.

        `ask` asks it to, before each wait: the world remembers only the latest request of all who
        wait. Raises `PortError` with the firmware's last words if it ends before.
        """
        while not true():
            if self._ended:
                raise PortError(await self._obituary())
            ask()
            self._news.clear()
            await self._news.wait()

    async def end(self) -> None:
        """Power off."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._ear.cancel()
        await asyncio.gather(self._ear, return_exceptions=True)
        self._control.close()
        self.cable.close()

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        """What the world says: how far time has come, and what the lamps show."""
        try:
            while True:
                at_us, code, size = _RECORD.unpack(await reader.readexactly(_RECORD.size))
                data = await reader.readexactly(size)
                self.now_us, self.heard_at = at_us, time.monotonic()
                if code == _LAMPS:
                    self._see_lamps(data)
                self._news.set()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the process has ended, or is about to
        finally:
            self._ended = True
            self._news.set()

    def _see_lamps(self, data: bytes) -> None:
        """Three bytes a lamp; the chain takes green, red, blue."""
        greens, reds, blues = data[0::3], data[1::3], data[2::3]
        self.lamps = tuple(zip(reds, greens, blues, strict=True))
        self.lamp_frames += 1

    async def _obituary(self) -> str:
        status = await self._process.wait()
        self.cable.drain()
        words = self.cable.last_words() or "silently"
        return f"the firmware of the simulated board ended (status {status}): {words}"
