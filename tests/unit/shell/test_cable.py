"""The cable of a simulated board, with a socket in place of the board."""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path

from touchmove.shell.cable import Cable
from touchmove.wire import frame

LINES = b"".join(frame.encode(f"pong {number} 12345678 1 1 1") for number in range(4000))
"""More than a pty, the cable and a socket hold together."""


@contextlib.asynccontextmanager
async def plugged(folder: Path) -> AsyncIterator[tuple[Cable, socket.socket]]:
    """A cable, and the board's end of it."""
    ours, board = socket.socketpair()
    ours.setblocking(False)
    board.setblocking(False)
    cable = Cable(folder / "port", ours)
    try:
        yield cable, board
    finally:
        cable.close()
        board.close()


async def read_all(path: Path, size: int) -> bytes:
    """What a host reads that opens the port and takes its time."""
    fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    loop = asyncio.get_running_loop()
    read = bytearray()
    try:
        while len(read) < size:
            ready = loop.create_future()
            loop.add_reader(fd, ready.set_result, None)
            await ready
            loop.remove_reader(fd)
            read += os.read(fd, 1000)
    finally:
        os.close(fd)
    return bytes(read)


def test_a_host_that_reads_gets_every_byte(tmp_path: Path) -> None:
    async def run() -> bytes:
        async with plugged(tmp_path) as (cable, board):
            sent = asyncio.ensure_future(asyncio.get_running_loop().sock_sendall(board, LINES))
            read = await read_all(cable.path, len(LINES))
            await sent
            return read

    assert asyncio.run(run()) == LINES


def test_a_board_is_not_held_up_by_an_unplugged_cable(tmp_path: Path) -> None:
    async def run() -> None:
        async with plugged(tmp_path) as (cable, board):
            cable.unplug()
            assert not cable.path.exists()
            await asyncio.get_running_loop().sock_sendall(board, LINES)
            assert cable.caught_up

    asyncio.run(run())


def test_the_cable_knows_what_has_been_acknowledged(tmp_path: Path) -> None:
    async def run() -> list[bool]:
        async with plugged(tmp_path) as (cable, board):
            caught_up = [cable.caught_up]
            board.send(frame.encode("lift 7 100 e2 ffff00000000efff"))
            await cable.activity.wait()
            caught_up.append(cable.caught_up)
            cable.activity.clear()
            host = os.open(cable.path, os.O_RDWR | os.O_NOCTTY)
            os.write(host, frame.encode("ack 12345678 7"))
            await cable.activity.wait()
            os.close(host)
            caught_up.append(cable.caught_up)
            return caught_up

    assert asyncio.run(run()) == [True, False, True]


def test_lines_without_a_check_sum_are_the_last_words(tmp_path: Path) -> None:
    async def run() -> str:
        async with plugged(tmp_path) as (cable, board):
            board.send(frame.encode("beat 12345678 1 0 0 0000000000000000"))
            board.send(b"Traceback (most recent call last):\r\nMemoryError: \r\n")
            await cable.activity.wait()
            cable.drain()
            return cable.last_words()

    assert asyncio.run(run()) == "Traceback (most recent call last): / MemoryError:"
