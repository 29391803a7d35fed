"""A real `touchmove run` and many boards in real time, each at a pty of its own.

Most boards are on paper, in this process; some run the firmware in MicroPython. Boards and host
share the machine.
"""

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

import aiohttp

from tests.soak.hands import Manner, Player, Say, Spans
from tests.soak.ledger import Ledger, Verdict
from tests.soak.live_boards import FirmwareBoard, LiveBoard, firmware_board
from tests.soak.memory import Sample, processor_s, resident_mb

SAMPLE_S = 2.0
HEARD_S = 0.3
"""A word comes to the host by its standard input, and has been heard so much later."""
VIEWERS = 4
"""Who looks on where somebody does: one at the list of boards, the others at a board each."""


@contextlib.asynccontextmanager
async def host(folder: Path, *, web: bool) -> AsyncIterator[asyncio.subprocess.Process]:
    """`touchmove run` for all ports of a folder."""
    config = folder / "touchmove.toml"
    config.write_text(
        f'[ports]\nusb = false\npaths = ["{folder}/port-*"]\n'
        '[game]\ntime_control = "5400+30"\n'
        f'[web]\nenabled = {str(web).lower()}\nport = 0\ntoken_file = "{folder}/token"\n'
    )
    with (folder / "words").open("wb") as words, (folder / "printed").open("wb") as printed:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "touchmove", "run", "--config", str(config)),
            *("--log", str(folder / "hall.sqlite")),
            stdin=asyncio.subprocess.PIPE,
            stdout=printed,
            stderr=words,
        )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        if await process.wait() != 0:
            print((folder / "words").read_text()[-2000:], file=sys.stderr)


async def look_on(folder: Path, names: list[str]) -> None:
    """Follow the list of boards and the pages of some, as browsers do, until cancelled."""
    while not (url := (folder / "printed").read_text().partition("\n")[0]):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    paths = ["boards/events", *(f"boards/{name}/events" for name in names[: VIEWERS - 1])]
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout()) as client:

        async def follow(path: str) -> None:
            while True:  # until the board has its seat
                async with client.get(f"{url.rstrip('/')}/{path}") as stream:
                    async for _ in stream.content.iter_any():
                        pass
                    assert stream.status == 404, "streams last"
                await asyncio.sleep(0.5)

        await asyncio.gather(*map(follow, paths))


# ------------------------------------------------------------------ what is measured
@dataclass
class Figures:
    """What came of it."""

    spans: Spans = field(default_factory=Spans)
    """Of the boards on paper."""
    through_firmware: Spans = field(default_factory=Spans)
    reports_s: float = 0.0
    processor_permille: float = 0.0
    """Of the host, a board, in thousandths of a processor."""
    samples: list[Sample] = field(default_factory=list)
    """Of the host."""
    verdict: Verdict = field(default_factory=Verdict)


async def measure(
    count: int, seconds: float, manner: Manner, *, firmware: int = 0, looked_on: bool = False
) -> Figures:
    """So many boards for so long, of which `firmware` run the firmware; with browsers, or none."""
    figures = Figures()
    names = [f"table-{number}" for number in range(1, count + 1)]
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="touchmove-soak-")))
        ledger = Ledger(folder)
        stack.callback(ledger.close)
        boards: list[LiveBoard | FirmwareBoard] = []
        for name in names[:firmware]:
            made = firmware_board(name, folder, ledger)
            boards.append(await stack.enter_async_context(made))
        for name in names[firmware:]:
            board = LiveBoard(name, ledger, figures.spans)
            board.plug_in(folder / f"port-{name}")
            stack.callback(board.unplug)
            boards.append(board)
        async with host(folder, web=looked_on) as process:
            looking = asyncio.create_task(look_on(folder, names)) if looked_on else None
            await asyncio.gather(*(board.greeted() for board in boards))
            await _play(boards, process, ledger, figures, seconds, manner)
            if looking is not None:
                assert not looking.done(), "browsers look on to the end"
                looking.cancel()
        figures.verdict = await ledger.compare(folder / "hall.sqlite", names)
    return figures


async def _play(
    boards: list[LiveBoard | FirmwareBoard],
    process: asyncio.subprocess.Process,
    ledger: Ledger,
    figures: Figures,
    seconds: float,
    manner: Manner,
) -> None:
    """Hands play for so long, and to the end of the move that they are making then."""
    players = []
    for seed, board in enumerate(boards):
        through = isinstance(board, FirmwareBoard)
        spans = figures.through_firmware if through else figures.spans
        players.append(Player(board, _say(process, board.name), ledger, manner, seed, spans))
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(player.play()) for player in players]
        began, before = time.monotonic(), processor_s(process.pid)
        while (passed := time.monotonic() - began) < seconds:
            figures.samples.append(Sample(passed / 3600, resident_mb(process.pid)))
            await asyncio.sleep(SAMPLE_S)
        used = processor_s(process.pid) - before
        figures.reports_s = ledger.reports / passed
        figures.processor_permille = used / passed / len(boards) * 1000
        for player in players:
            player.stops = True
        await asyncio.gather(*playing)


def _say(process: asyncio.subprocess.Process, name: str) -> Say:
    async def say(word: str) -> None:
        assert process.stdin is not None
        process.stdin.write(f"{name} {word}\n".encode())
        await asyncio.sleep(HEARD_S)

    return say


def of(spans_ms: list[float]) -> str:
    """The median, the 99th percentile, and how many they are."""
    if len(spans_ms) < 2:
        return "–"
    percentiles = quantiles(spans_ms, n=100)
    return f"{percentiles[49]:.1f} / {percentiles[98]:.1f} ms ({len(spans_ms)})"
