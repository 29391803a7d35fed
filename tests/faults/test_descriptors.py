"""A system that lets the program have few files open, and more viewers than it has room for."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import chess

from tests.faults.scene import PATIENCE_S
from tests.unit.daemon.pty_board import PtyBoard
from tests.unit.shell.test_web import until
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.units import Millis

LIMIT = 128
"""Of the host: less than viewers come."""
VIEWERS = 150
BOARDS = 3

CONFIG = """
[ports]
usb = false
paths = ["{folder}/port-*"]
[web]
port = 0
[pgn]
file = "games.pgn"
"""


@contextlib.asynccontextmanager
async def host(folder: Path, words: Path) -> AsyncIterator[str]:
    """`touchmove run` under the limit; gives the address of its pages."""
    (folder / "touchmove.toml").write_text(CONFIG.format(folder=folder))
    command = f'ulimit -n {LIMIT} && exec "{sys.executable}" -m touchmove run'
    with words.open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", command, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=said
        )
    try:
        assert process.stdout is not None
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.terminate()
        await process.wait()


async def look_on(url: str) -> asyncio.StreamWriter | None:
    """Ask for a stream, and keep the connection; None if there is none to be had."""
    port = int(url.rstrip("/").rpartition(":")[2])
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /boards/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await writer.drain()
    except OSError:
        return None
    return writer


def test_viewers_take_nothing_that_boards_or_the_log_need(tmp_path: Path) -> None:
    async def scenario() -> None:
        words = tmp_path / "words"
        async with asyncio.timeout(2 * PATIENCE_S), host(tmp_path, words) as url:
            room = f"lets the program have {LIMIT} files open, and 720 are wanted: there is room"
            await until(lambda: room in words.read_text())
            viewers = [await look_on(url) for _ in range(VIEWERS)]
            boards = [PtyBoard(chess.Board().occupied, name=f"b{n}") for n in range(BOARDS)]
            for n, board in enumerate(boards):
                board.plug_in(tmp_path / f"port-{n}")
            games = tmp_path / "games.pgn"
            await until(lambda: games.exists() and games.read_text().count("[Event ") == BOARDS)
            for board in boards:
                board.happen(
                    Lifted(Millis(1_000), chess.E2),
                    Placed(Millis(1_300), chess.E4),
                    ClockPressed(Millis(1_600), chess.WHITE),
                )
            await until(lambda: games.read_text().count("1. e4") == BOARDS)
            for board in boards:
                board.unplug()
            for viewer in viewers:
                if viewer is not None:
                    viewer.close()
            assert os.strerror(24) not in words.read_text()

    asyncio.run(scenario())
