"""A board on paper at the end of a real pty, whose other end is the port that a hall opens."""

import asyncio
import contextlib
import os
import pty
from pathlib import Path

from tests.unit.daemon.paper_board import BOOT, PaperBoard
from touchmove.events import Event

LOOK_S = 0.05
"""So often it looks whether a host has its port open now."""


class PtyBoard:
    """Plug it in, let hands touch it, unplug it, plug it in elsewhere."""

    beat_s = LOOK_S
    """Its heartbeats say that it is there. Its time goes on with what hands do, and not by itself,
    so that a slow machine changes no clock. A real board beats once a second."""

    def __init__(self, occupied: int, *, name: str = "paper", boot: str = BOOT) -> None:
        self.board = PaperBoard(occupied, boot, name)
        self._end = -1
        self._path: Path | None = None
        self._unsent = bytearray()
        self._beating: asyncio.Task[None] | None = None

    def plug_in(self, path: Path) -> None:
        """The port appears at this path."""
        self._end, host_end = pty.openpty()
        os.set_blocking(self._end, False)
        path.unlink(missing_ok=True)
        path.symlink_to(os.ttyname(host_end))
        os.close(host_end)
        self._path = path
        asyncio.get_running_loop().add_reader(self._end, self._read)
        self._beating = asyncio.create_task(self._beat())

    def unplug(self) -> None:
        """The port is gone; what was under way is lost."""
        if self._end < 0 or self._path is None:
            return
        asyncio.get_running_loop().remove_reader(self._end)
        os.close(self._end)
        self._end = -1
        self._path.unlink(missing_ok=True)
        self._unsent.clear()
        self.board.take()
        if self._beating is not None:
            self._beating.cancel()

    def happen(self, *events: Event) -> None:
        """Hands do this."""
        for event in events:
            self.board.happen(event)
        self.flush()

    def blurt(self, data: bytes) -> None:
        """Something comes out of the board that is no part of the conversation."""
        self._unsent += data
        self.flush()

    def heard(self) -> None:
        """The host has spoken; for who measures it."""

    def passed_ms(self) -> int:
        """How much time has passed on the board since its latest moment."""
        return 0

    @property
    def is_choked(self) -> bool:
        """Whether the port has not taken yet what the board has to say."""
        return bool(self._unsent)

    def _read(self) -> None:
        try:
            data = os.read(self._end, 65_536)
        except (BlockingIOError, OSError):
            # While nobody has it open, a pty says so again and again.
            asyncio.get_running_loop().remove_reader(self._end)
            return
        self.board.hear(data)
        self.heard()
        self.flush()

    def flush(self) -> None:
        """What the board has to say goes to the port, as far as that takes it."""
        self._unsent += self.board.take()
        if self._end < 0:
            self._unsent.clear()
            return
        with contextlib.suppress(BlockingIOError, OSError):
            del self._unsent[: os.write(self._end, self._unsent)]

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            await asyncio.sleep(LOOK_S)
            loop.add_reader(self._end, self._read)
            if loop.time() >= due:
                due = max(due + self.beat_s, loop.time())
                self.board.beat(self.passed_ms())
                self.flush()
