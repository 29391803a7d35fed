"""What systemd is told: we are ready, we are alive, we are about to end.

Whoever supervises us names a datagram socket in `NOTIFY_SOCKET` and takes lines such as `READY=1`
there. Without one, nothing is said. We are alive as long as our event loop turns: a task of that
loop says so twice in the time after which systemd would lose patience (`WATCHDOG_USEC`), and then
it kills us and starts us again.

Ref: systemd 252, sd_notify(3), sd_watchdog_enabled(3)
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

READY = "READY=1"
ALIVE = "WATCHDOG=1"
STOPPING = "STOPPING=1"


def notify(state: str, environment: Mapping[str, str]) -> bool:
    """Tell the supervisor, if there is one; False if it could not be told. Never waits."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    if address.startswith("@"):  # a name without a file, which Linux begins with a zero byte
        address = f"\0{address[1:]}"
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.setblocking(False)
            supervisor.sendto(state.encode(), address)
    except OSError:
        return False
    return True


def patience_s(environment: Mapping[str, str], process: int) -> float | None:
    """After how many silent seconds this process would be taken for dead; None: never."""
    whose = environment.get("WATCHDOG_PID", str(process))
    patience_us = environment.get("WATCHDOG_USEC", "")
    if whose != str(process) or not patience_us.isdecimal() or int(patience_us) == 0:
        return None
    return int(patience_us) / 1_000_000


@asynccontextmanager
async def supervised() -> AsyncIterator[None]:
    """We are ready now, alive as long as the block runs, and ending when it is left."""
    notify(READY, os.environ)
    patience = patience_s(os.environ, os.getpid())
    task = None if patience is None else asyncio.create_task(_live(patience / 2))
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
        notify(STOPPING, os.environ)


async def _live(period_s: float) -> None:
    while True:
        notify(ALIVE, os.environ)
        await asyncio.sleep(period_s)
