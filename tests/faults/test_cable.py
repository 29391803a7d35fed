"""What happens to the cable and the board: pulled plugs, power cuts, noise, a newer board."""

import asyncio
import contextlib
import os
import pty
import signal
import tty
from pathlib import Path
from random import Random

import pytest

from tests.faults.scene import QUICK, SANS, START, Host, finish, hands, hosted, until
from tests.faults.test_host import MIDDLE
from touchmove.shell.simulator import SimulatedBoard
from touchmove.wire import frame


@pytest.mark.parametrize("missed", [0, 12])
def test_a_cable_that_is_pulled_and_put_back_costs_no_move(
    tmp_path: Path, undisturbed: str, missed: int
) -> None:
    """The board remembers what happened meanwhile, with its times."""

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            await board.perform(events[:MIDDLE])
            board.unplug()
            await until(lambda: "is lost" in host.words)
            await board.perform(events[MIDDLE : MIDDLE + missed])
            board.replug()
            await until(lambda: "is back" in host.words)
            await board.perform(events[MIDDLE + missed :])
            await finish(board, host)
            assert host.pgn.read_text() == undisturbed
            lost = f"{board.port} is lost: it was unplugged or its board restarted; waiting for it"
            assert host.words.count(lost) == 1
            assert host.words.count("is back") == 1
            assert host.words.count("the board is heard again") == 1

    asyncio.run(scenario())


def test_a_board_that_restarts_in_mid_move_costs_no_move(tmp_path: Path, undisturbed: str) -> None:
    """Its clock starts again from zero; the game's does not."""

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            await board.perform(events[:MIDDLE])
            await board.power_cycle()
            await until(lambda: "is back" in host.words)
            await board.perform(events[MIDDLE:])
            await finish(board, host)
            assert host.words.count("the board is heard again") == 1

    asyncio.run(scenario())


class NoisyCable:
    """Sits between the board's port and the host's, and spoils some of what goes through."""

    def __init__(self, board_port: Path, path: Path, seed: int) -> None:
        self._chance = Random(seed)
        self._loop = asyncio.get_running_loop()
        self._board = os.open(board_port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._board)
        self._host, self._host_end = pty.openpty()
        tty.setraw(self._host_end)
        os.set_blocking(self._host, False)
        path.symlink_to(os.ttyname(self._host_end))
        self.spoilt = 0
        self._loop.add_reader(self._board, self._carry, self._board, self._host)
        self._loop.add_reader(self._host, self._carry, self._host, self._board)

    def close(self) -> None:
        for end in (self._board, self._host):
            self._loop.remove_reader(end)
            os.close(end)
        os.close(self._host_end)

    def _carry(self, source: int, target: int) -> None:
        data = os.read(source, 4096)
        if self._chance.random() < SPOILT:
            self.spoilt += 1
            data = self._chance.choice(SPOILERS)(bytearray(data), self._chance)
        os.write(target, data)


SPOILT = 0.1
"""One piece of data in ten, in either direction; a piece is a line or a few."""


def wrong_byte(data: bytearray, chance: Random) -> bytes:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def cut_short(data: bytearray, chance: Random) -> bytes:
    return bytes(data[: chance.randrange(len(data))])


def hole(data: bytearray, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return bytes(data[:at] + data[at + chance.randint(1, 12) :])


def garbage(data: bytearray, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return bytes(data[:at]) + chance.randbytes(chance.randint(1, 600)) + bytes(data[at:])


def twice(data: bytearray, chance: Random) -> bytes:
    return bytes(data + data)


SPOILERS = (wrong_byte, cut_short, hole, garbage, twice)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_noise_on_the_cable_costs_no_move(tmp_path: Path, seed: int) -> None:
    """Wrong check sums, truncated lines, garbage, repetitions: each is refused or repeated."""

    async def scenario() -> None:
        async with SimulatedBoard.start(seed=seed, speed=10, occupied=START.occupied) as board:
            cable = NoisyCable(board.port, tmp_path / "port", seed)
            host = Host(tmp_path / "port", tmp_path)
            host.start()
            try:
                await until(host.pgn.exists)
                await board.perform(hands(board, QUICK))
                await until(lambda: host.moves == SANS)
                assert cable.spoilt > 10
                assert "a line was not understood (check sum does not fit)" in host.words
                assert "Traceback" not in host.words
            finally:
                host.end(signal.SIGKILL)
                cable.close()

    asyncio.run(scenario())


class Port:
    """A pty with nothing but this test at the other end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        path.symlink_to(os.ttyname(self._slave))
        self.heard = b""

    def say(self, payload: str) -> None:
        os.write(self._master, frame.encode(payload))

    def listen(self) -> bytes:
        """Everything that the host has said so far."""
        with contextlib.suppress(BlockingIOError):
            self.heard += os.read(self._master, 65_536)
        return self.heard

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)


def test_a_board_of_a_newer_protocol_is_refused_in_words(tmp_path: Path) -> None:
    """The host says what to do, once, sends nothing but hails, and goes on listening."""
    port = Port(tmp_path / "port")
    host = Host(port.path, tmp_path)

    async def scenario() -> None:
        await until(lambda: b"\n" in port.listen())
        port.say("hello 2 9.0.0 b1 0badcafe presence 8x8 100 1 0 1 lamps telepathy")
        port.say("lift 1 200 e2 ffff00000000efff")
        refusal = "the board speaks wire protocol 2, this touchmove speaks 1: update touchmove"
        await until(lambda: refusal in host.words)
        hails = port.listen().count(b"hail 1*")
        port.say("hello 2 9.0.0 b1 0badcafe presence 8x8 100 1 0 1 lamps telepathy")
        await until(lambda: port.listen().count(b"hail 1*") > hails)
        assert all(line.startswith(b"hail ") for line in port.heard.splitlines())
        assert host.words.count(refusal) == 1
        port.say("hello 1 0.1.0 b1 0badcafe presence 8x8 100 1 0 1 lamps")
        port.say("beat 0badcafe 1200 0 0 ffff00000000ffff")
        await until(host.pgn.exists)

    host.start()
    try:
        asyncio.run(scenario())
    finally:
        host.end(signal.SIGKILL)
        port.close()
