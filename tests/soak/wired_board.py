"""A board on paper in virtual time, and its wire to a seat of a hall.

On the wire lines are lost, doubled, damaged and late, and now and then it is pulled out.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from random import Random

import chess

from tests.simulation.cable import Cable
from tests.simulation.faults import Faults, Struck
from tests.simulation.timeline import Timeline
from tests.soak.hands import START
from tests.soak.ledger import Ledger
from tests.unit.daemon.paper_board import PaperBoard
from touchmove.daemon.hall import Hall
from touchmove.daemon.seat import Seat
from touchmove.events import Event, Word
from touchmove.lamp import Lamp
from touchmove.shell.host_clock import HostClock
from touchmove.units import Millis
from touchmove.wire import codec

EPOCH_MS = 1_764_500_000_000
BOOTED_MS = 1_000
"""What a board's clock shows when virtual time is zero."""
BEAT_S = 1.0
WIRE = Faults(noise=0.001, delay_ms=5)
"""One line in a thousand does not come as it was sent."""
OUT_EVERY_S = 3_600.0
"""How often the cable of a board is pulled out, in the mean..."""
OUT_S = (0.3, 30.0)
"""... and for how long."""


class VirtualClock(HostClock):
    """The clock of a machine that neither sleeps nor is set."""

    def now_ms(self) -> int:
        return EPOCH_MS + _passed_ms()

    @property
    def skew_ms(self) -> int:
        return 0

    def slept_ms(self) -> int:
        return 0

    def set_by_ms(self) -> int:
        return 0


def _passed_ms() -> int:
    return int(asyncio.get_running_loop().time() * 1000)


class LoopTime(Timeline):
    """What a cable plans happens in the loop's time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    @property
    def now_us(self) -> int:  # type: ignore[override]
        return int(self._loop.time() * 1e6)

    def plan(self, at_us: int, act: Callable[[], None]) -> None:
        self._loop.call_at(at_us / 1e6, act)


class WiredBoard(PaperBoard):
    """A board on paper whose clock goes, and its wire to a seat."""

    def __init__(self, name: str, seed: int, ledger: Ledger) -> None:
        super().__init__(START, boot=f"{seed:08x}", name=name)
        self._ledger = ledger
        self._seat: Seat | None = None
        self._chance = Random(seed)
        self._arrived: asyncio.Queue[bytes] = asyncio.Queue()
        self._sent_at = 0.0
        self._shown = b""
        """The latest line of lamps: it comes each second, and is read when it is another one."""
        self.cable = Cable(LoopTime(), Random(seed), WIRE, Struck())
        self.cable.to_host = self._arrived.put_nowait
        self.cable.to_board = self._to_board

    @property
    def now(self) -> Millis:
        return Millis(BOOTED_MS + _passed_ms())

    # -------------------------------------------------------------- hands
    async def perform(
        self, events: Iterable[Event], *, say: Callable[[Word], Awaitable[None]]
    ) -> None:
        """As `hands.Touched`."""
        for event in events:
            await asyncio.sleep(max(0, event.at - self.now) / 1000)
            if isinstance(event, Word):
                await say(event)
                continue
            self.happen(event)
            self._ledger.report(self.name, codec.write(self.newest)[:-1].decode())
            self._sent_at = asyncio.get_running_loop().time()
            self._speak()

    async def settled(self) -> None:
        """As `hands.Touched`."""
        while self.unheard:  # noqa: ASYNC110  (the board has no event for it)
            await asyncio.sleep(0.05)

    async def asked_for(self, square: chess.Square) -> None:
        """As `hands.Touched`."""
        while self.lamps[square] is not Lamp.LIFT:  # noqa: ASYNC110  (nor for that)
            await asyncio.sleep(0.01)

    # -------------------------------------------------------------- the wire
    async def live(self, hall: Hall) -> None:
        """Beat, repeat what is not acknowledged, and be pulled out, until this is cancelled."""
        self._seat = await hall.seat(self.name)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._bring())
            group.create_task(self._pull_out())
            while True:
                await asyncio.sleep(BEAT_S)
                self.beat(self.now - self._now)
                if self.unheard and asyncio.get_running_loop().time() - self._sent_at > BEAT_S / 4:
                    self.repeat()
                self._speak()

    async def _bring(self) -> None:
        assert self._seat is not None
        await self._plug(self._seat)
        while True:
            await self._seat.receive(await self._arrived.get())

    async def _pull_out(self) -> None:
        assert self._seat is not None
        while True:
            await asyncio.sleep(self._chance.expovariate(1 / OUT_EVERY_S))
            self.cable.plugged = False
            await self._seat.detach()
            await asyncio.sleep(self._chance.uniform(*OUT_S))
            await self._plug(self._seat)

    async def _plug(self, seat: Seat) -> None:
        self.cable.plugged = True
        await seat.attach("wire", self._send)

    def _send(self, line: bytes) -> bool:
        self.cable.down(line)
        return True

    def _to_board(self, at_us: int, data: bytes) -> None:
        asyncio.get_running_loop().call_at(at_us / 1e6, self._heard, data)

    def _heard(self, data: bytes) -> None:
        if not self.cable.plugged or data == self._shown:
            return
        if data.startswith(b"lamps"):
            self._shown = data
        self._now = max(self._now, self.now)
        self.hear(data)
        self._speak()

    def _speak(self) -> None:
        said = self.take()
        if said:
            self.cable.up(int(asyncio.get_running_loop().time() * 1e6), said)
