"""A port is found, held by one host, never waits for its board, and comes back."""

import asyncio
import contextlib
import os
import pty
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from touchmove.errors import PortError
from touchmove.shell.serial_port import (
    OUTBOX_BYTES_MAX,
    Happening,
    Lost,
    Opened,
    Received,
    SerialPort,
)
from touchmove.shell.usb import PortOnUsb, discover, wants_dtr

PATIENCE_S = 10
"""After this long a test has failed; no test waits for it otherwise."""


class Cable:
    """A pty: the board's end is a file number, the host's end a path that may move."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.board = -1
        self.plug()

    def plug(self) -> None:
        """A new pty takes the place of the one before."""
        self.board, host_end = pty.openpty()
        os.set_blocking(self.board, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(host_end))
        os.close(host_end)

    def unplug(self) -> None:
        """The board's end is gone; so is the path."""
        if self.board >= 0:
            os.close(self.board)
            self.board = -1
        self.path.unlink(missing_ok=True)

    def drain(self) -> bytes:
        """What the board finds when it reads."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self.board, 65_536)
        return b""


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    made = Cable(tmp_path / "port")
    yield made
    made.unplug()


@contextlib.asynccontextmanager
async def listening(cable: Cable) -> AsyncIterator[tuple[SerialPort, AsyncIterator[Happening]]]:
    port = SerialPort(lambda: str(cable.path))
    port.open()
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield port, port.happenings()
    finally:
        port.close()


def test_what_the_board_sends_arrives_whole_and_unchanged(cable: Cable) -> None:
    sent = bytes(range(256)) * 20

    async def scenario() -> bytes:
        async with listening(cable) as (_, happenings):
            assert await anext(happenings) == Opened(str(cable.path))
            rest, received = sent, b""
            while len(received) < len(sent):
                with contextlib.suppress(BlockingIOError):
                    rest = rest[os.write(cable.board, rest) :]
                happening = await anext(happenings)
                assert isinstance(happening, Received)
                received += happening.data
            return received

    assert asyncio.run(scenario()) == sent


def test_lines_reach_the_board_whole_and_unchanged(cable: Cable) -> None:
    line = bytes(byte for byte in range(256) if byte != 10) + b"\n"

    async def scenario() -> None:
        async with listening(cable) as (port, _):
            assert port.send(line)
            assert cable.drain() == line

    asyncio.run(scenario())


def test_a_board_that_does_not_read_never_holds_the_host(cable: Cable) -> None:
    """Lines are refused when the outbox is full, and those that were taken arrive in order."""
    lines = [b"%05d\n" % number for number in range(20_000)]

    async def scenario() -> None:
        async with listening(cable) as (port, happenings):
            taken = [line for line in lines if port.send(line)]
            assert len(b"".join(taken)) >= OUTBOX_BYTES_MAX
            assert len(taken) < len(lines)
            await anext(happenings)
            received = b""
            while len(received) < len(b"".join(taken)):
                received += cable.drain()
                await asyncio.sleep(0)
            assert received == b"".join(taken)
            assert port.send(b"again\n")

    asyncio.run(scenario())


def test_a_port_that_is_unplugged_comes_back(cable: Cable) -> None:
    async def scenario() -> None:
        async with listening(cable) as (port, happenings):
            await anext(happenings)
            os.write(cable.board, b"before\n")
            assert await anext(happenings) == Received(b"before\n")
            cable.unplug()
            lost = await anext(happenings)
            assert lost == Lost(str(cable.path), "it was unplugged or its board restarted")
            assert not port.send(b"nobody hears this\n")
            cable.plug()
            assert await anext(happenings) == Opened(str(cable.path))
            assert cable.drain() == b""
            os.write(cable.board, b"after\n")
            assert await anext(happenings) == Received(b"after\n")
            assert port.send(b"welcome\n")
            assert cable.drain() == b"welcome\n"

    asyncio.run(scenario())


def test_a_port_that_is_unplugged_while_we_write_comes_back(cable: Cable) -> None:
    async def scenario() -> None:
        async with listening(cable) as (port, happenings):
            await anext(happenings)
            while port.send(b"x" * 99 + b"\n"):
                pass
            cable.unplug()
            assert isinstance(await anext(happenings), Lost)
            cable.plug()
            assert isinstance(await anext(happenings), Opened)
            assert port.send(b"fresh\n")
            assert cable.drain() == b"fresh\n"

    asyncio.run(scenario())


def test_a_second_host_is_told_who_has_the_port(cable: Cable) -> None:
    async def scenario() -> None:
        async with listening(cable) as (port, _):
            second = SerialPort(lambda: str(cable.path))
            words = f"{cable.path} is taken by process {os.getpid()}: a board has one host; end"
            with pytest.raises(PortError, match=words):
                second.open()
            assert port.is_open
            assert not second.is_open
            port.close()
            second.open()
            second.close()

    asyncio.run(scenario())


def test_a_host_that_is_killed_leaves_the_port_free(cable: Cable) -> None:
    program = """
import sys
from touchmove.shell.serial_port import SerialPort
port = SerialPort(lambda: sys.argv[1])
port.open()
print("open", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program, str(cable.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        port = SerialPort(lambda: str(cable.path))
        with pytest.raises(PortError, match=f"process {holder.pid}:"):
            port.open()
        holder.kill()
        holder.wait()
        port.open()
        port.close()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/dev/no-such-port", "does not exist: plug the board in"),
        (__file__, "is no serial port: leave out --port"),
        ("/", "/ cannot be opened: Is a directory"),
    ],
)
def test_a_port_that_cannot_be_opened_says_what_to_do(path: str, words: str) -> None:
    with pytest.raises(PortError, match=words):
        SerialPort(lambda: path).open()


PICO = PortOnUsb("/dev/ttyACM0", 0x2E8A, 0x0005, "E660")
OTHER_PICO = PortOnUsb("/dev/ttyACM1", 0x2E8A, 0x0005, "E661")
MODEM = PortOnUsb("/dev/ttyUSB0", 0x0403, 0x6001, "")
PICO_IN_ITS_LOADER = PortOnUsb("/dev/ttyACM2", 0x2E8A, 0x0003, "")


def test_the_one_board_is_found_among_other_devices() -> None:
    assert discover([MODEM, PICO, PICO_IN_ITS_LOADER]) == "/dev/ttyACM0"


def test_no_board_is_said_with_the_ports_that_are_there() -> None:
    with pytest.raises(PortError, match=r"no board found: .*Pico.* --port .*: /dev/ttyUSB0\)"):
        discover([MODEM])
    with pytest.raises(PortError, match=r"ports here: none\)"):
        discover([])


def test_two_boards_are_listed_and_none_is_chosen() -> None:
    with pytest.raises(PortError, match=r"2 boards .*ACM0 .*E660.*ACM1 .*E661.*choose one"):
        discover([PICO, OTHER_PICO])


def test_a_board_that_speaks_usb_itself_is_told_that_a_host_is_there(tmp_path: Path) -> None:
    by_name = tmp_path / "board"
    by_name.symlink_to(PICO.path)
    assert wants_dtr(PICO.path, [MODEM, PICO])
    assert wants_dtr(str(by_name), [MODEM, PICO])
    assert wants_dtr("/dev/pts/7", [MODEM, PICO])


def test_a_chip_whose_lines_may_be_wired_to_reset_is_left_alone(tmp_path: Path) -> None:
    by_name = tmp_path / "board"
    by_name.symlink_to(MODEM.path)
    assert not wants_dtr(MODEM.path, [MODEM, PICO])
    assert not wants_dtr(str(by_name), [MODEM, PICO])
