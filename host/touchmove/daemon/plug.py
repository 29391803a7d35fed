"""One serial port of the hall: nobody's until a board on it says who it is, then that board's.

A port is hailed until a hello comes. Its board may change: somebody plugs another one in, or gives
it another name; then the port is greeted anew. Of two boards with one id the first one that was
heard plays, and the second waits until that one has gone: their reports must never be mixed.

A board is read as fast as it has leave to speak. One that floods is left with its own buffer full,
which costs nobody but itself.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from touchmove.daemon.seat import Seat
from touchmove.daemon.troubles import Troubles
from touchmove.errors import TouchmoveError
from touchmove.shell.serial_port import Lost, Opened, Received, SerialPort
from touchmove.wire import codec, frame
from touchmove.wire.messages import PROTOCOL, Foreign, Hail, Hello

log = logging.getLogger("touchmove")

HAIL_S = 1.0
"""A port on which nobody has spoken yet is hailed this often."""
UNANSWERED_S = 5.0
"""After so long without an answer it is said that nobody is there."""
NONSENSE_LINES = 10
"""Lines in a second that are not understood, after which that is told: a bad cable spoils one now
and then."""
SANE_S = 10.0
"""After so long without one the board is taken to talk sense again."""
ALLOWANCE_BYTES_S = 32_768
"""Bytes a second that a board may speak: twenty times what two hands and all repeats make."""
BURST_BYTES = 262_144
"""What it may say at once: a ring of 2048 reports, after hours without a host."""

Find = Callable[[str], Awaitable[Seat]]
"""The seat of the board with this id."""


class Plug:
    """A serial port, for as long as it is wanted."""

    def __init__(self, path: str, find: Find, troubles: Troubles) -> None:
        self.path = path
        self.port = SerialPort(lambda: path)
        self.seat: Seat | None = None
        self._find = find
        self._troubles = troubles
        self._decoder = frame.Decoder()
        self._rival: str | None = None
        """The id of the board here, while another port has its seat: it answers each hail, and
        then the seat may be free."""
        self._missed = path
        """What was lost with the port: a board, or the port itself."""
        self._silent_s = 0.0
        self._refused = 0
        """Lines of the board here that were not understood."""
        self._sane_s = 0.0
        """How long it has been since the last of them."""
        self._allowance = float(BURST_BYTES)
        self._allowed_at = 0.0

    async def run(self) -> None:
        """Serve the port, however often it is lost, until this is cancelled."""
        watching = asyncio.create_task(self._watch())
        try:
            await self._listen()
        finally:
            watching.cancel()
            self._troubles.forget(self.path)
            self.port.close()

    async def _listen(self) -> None:
        async for happening in self.port.happenings():
            match happening:
                case Opened():
                    self._greet()
                case Received(data):
                    await self._received(data)
                    await self._slow_down(len(data))
                case Lost(path, reason):
                    self._tell_lost(f"{path} is lost: {reason}; waiting for it")
                    await self._leave()

    def _tell_lost(self, words: str) -> None:
        """The board is missed, wherever it is plugged in next; or the port is, if nobody was on it
        whom we know."""
        self._missed = self.path if self.seat is None else self.seat.board
        self._troubles.begin("lost", self._missed, words)

    async def _watch(self) -> None:
        """Ask who is there, as long as nobody has said so; then see whether it talks sense."""
        while True:
            await asyncio.sleep(HAIL_S)
            if self.seat is not None:
                self._judge(self.seat)
                continue
            if not self.port.is_open:
                continue
            self._silent_s += HAIL_S
            self.port.send(codec.write(Hail(PROTOCOL)))
            if self._silent_s >= UNANSWERED_S and self._rival is None:
                words = f"no board answers on {self.path}; is touchmove's firmware on it?"
                self._troubles.begin("unanswered", self.path, words)

    def _judge(self, seat: Seat) -> None:
        """A line now and then is lost to a bad cable, and comes again; many are another matter."""
        before, self._refused = self._refused, seat.session.tally.refused.total()
        refused = self._refused - before
        self._sane_s = 0.0 if refused else self._sane_s + HAIL_S
        if refused >= NONSENSE_LINES:
            words = (
                f"{self.path}: board {seat.board} sends what cannot be understood, "
                f"{refused} lines in a second; look at its cable and its firmware"
            )
            self._troubles.begin("nonsense", seat.board, words)
        elif self._sane_s >= SANE_S:
            words = f"{self.path}: board {seat.board} is understood again"
            self._troubles.end("nonsense", seat.board, words)

    # -------------------------------------------------------------- who is there
    def _greet(self) -> None:
        self._troubles.end("lost", self._missed, f"{self.path} is back")
        self._decoder = frame.Decoder()
        self._rival = None
        self._silent_s = 0.0
        self.port.send(codec.write(Hail(PROTOCOL)))

    async def _received(self, data: bytes) -> None:
        if self.seat is not None:
            await self.seat.receive(data)
            other = self.seat.session.impostor
            if other is not None:
                log.warning("%s is board %s now", self.path, other, extra={"board": other})
                await self._leave()
                self._greet()
            return
        for _, heard in codec.receive(self._decoder, data):
            match heard:
                case Hello(board=board):
                    self._troubles.end("unanswered", self.path, f"{self.path} answers")
                    await self._take_seat(board)
                    return
                case Foreign():
                    self._troubles.begin("foreign", self.path, f"{self.path}: {heard}")

    async def _take_seat(self, board: str) -> None:
        try:
            seat = await self._find(board)
        except TouchmoveError as error:
            self._rival = board
            self._troubles.begin("seatless", self.path, f"{self.path}: {error}")
            return
        self._troubles.end("seatless", self.path, f"{self.path}: board {board} has its seat")
        if seat.path is not None and seat.path != self.path:
            self._rival = board
            words = (
                f"{self.path}: another board calls itself {board}, and is heard on {seat.path}; "
                "give one of them another name, or unplug it"
            )
            self._troubles.begin("twin", self.path, words)
            return
        self._rival = None
        self._troubles.end("twin", self.path, f"{self.path}: board {board} is the only one now")
        self._troubles.end("foreign", self.path, f"{self.path} speaks a version that we know")
        self.seat = seat
        self._refused = seat.session.tally.refused.total()
        self._troubles.end("lost", board, f"{self.path} is back")
        log.info("board %s on %s", board, self.path, extra={"board": board, "port": self.path})
        await seat.attach(self.path, self.port.send)

    async def _leave(self) -> None:
        seat, self.seat = self.seat, None
        self._rival = None
        self._troubles.end("twin", self.path, f"{self.path}: the second board has gone")
        if seat is not None:
            await seat.detach()

    # -------------------------------------------------------------- how fast it may speak
    async def _slow_down(self, count: int) -> None:
        now = asyncio.get_running_loop().time()
        grown = (now - self._allowed_at) * ALLOWANCE_BYTES_S
        self._allowance = min(BURST_BYTES, self._allowance + grown) - count
        self._allowed_at = now
        if self._allowance >= 0:
            if self._allowance > BURST_BYTES // 2:
                self._troubles.end("flood", self.path, f"{self.path} speaks at its usual rate")
            return
        words = f"{self.path} speaks faster than a board can have to say; it is read more slowly"
        self._troubles.begin("flood", self.path, words)
        await asyncio.sleep(-self._allowance / ALLOWANCE_BYTES_S)
