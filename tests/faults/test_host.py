"""What happens to the host: it is killed, its disk fills up, and somebody starts a second one."""

import asyncio
import os
import pty
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.scene import SANS, Host, finish, hands, hosted, until
from touchmove.events import ClockPressed, Lifted

MIDDLE = 31
"""Events of the game before the fault: a piece is in the air then (see the first test)."""


def test_the_fault_comes_in_the_middle_of_a_move(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, _):
            events = hands(board)
            assert isinstance(events[MIDDLE - 1], Lifted)
            assert sum(isinstance(event, ClockPressed) for event in events[:MIDDLE]) == 9

    asyncio.run(scenario())


@pytest.mark.parametrize("missed", [0, 12])
def test_a_host_that_was_killed_goes_on_from_its_log(
    tmp_path: Path, undisturbed: str, missed: int
) -> None:
    """Also if hands have played on while it was away: moves and times are the same."""

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            await board.perform(events[:MIDDLE])
            host.end(signal.SIGKILL)
            host.pgn.unlink()
            await board.perform(events[MIDDLE : MIDDLE + missed])
            host.start()
            await until(host.pgn.exists)
            assert host.moves == SANS[:9]
            assert "going on with the game of" in host.words
            await board.perform(events[MIDDLE + missed :])
            await finish(board, host)
            assert host.pgn.read_text() == undisturbed

    asyncio.run(scenario())


def test_a_host_that_is_killed_at_every_turn_loses_nothing(
    tmp_path: Path, undisturbed: str
) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            for start in range(0, len(events), 15):
                await board.perform(events[start : start + 15])
                host.end(signal.SIGKILL)
                host.start()
            await finish(board, host)
            assert host.pgn.read_text() == undisturbed

    asyncio.run(scenario())


def test_a_disk_that_is_full_for_a_while_costs_no_move(tmp_path: Path, undisturbed: str) -> None:
    """The limit on the size of its files is lowered under the running host, and raised again."""

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            await board.perform(events[:MIDDLE])
            assert host.process is not None
            process = host.process.pid
            limits = resource.prlimit(process, resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, limits[1]))
            await board.perform(events[MIDDLE : MIDDLE + 12])
            await until(lambda: "the disk does not take it" in host.words)
            before = host.moves
            resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
            await board.perform(events[MIDDLE + 12 :])
            await finish(board, host)
            assert before == SANS[:9]
            assert host.pgn.read_text() == undisturbed
            assert host.words.count("the disk does not take it") == 1
            assert host.words.count("the log is being written again") == 1

    asyncio.run(scenario())


def test_a_second_host_is_refused_and_the_first_goes_on(tmp_path: Path, undisturbed: str) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            await board.perform(events[:MIDDLE])
            assert host.process is not None
            second = Host(board.port, tmp_path / "second")
            second.log.parent.mkdir()
            second.start()
            assert second.process is not None
            await until(lambda: second.has_ended)
            assert second.end(signal.SIGTERM) == 1
            words = f"touchmove: {board.port} is taken by process {host.process.pid}: a board has"
            assert second.words.startswith(words)
            assert second.words.count("\n") == 1
            await board.perform(events[MIDDLE:])
            await finish(board, host)
            assert host.pgn.read_text() == undisturbed

    asyncio.run(scenario())


def test_a_log_tells_its_games_without_a_board(tmp_path: Path, undisturbed: str) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            await board.perform(hands(board))
            await finish(board, host)
            assert pgn_of(host.log).stdout == undisturbed
            host.end(signal.SIGKILL)
            assert pgn_of(host.log).stdout == undisturbed

    asyncio.run(scenario())


def pgn_of(log: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "touchmove", "pgn", str(log)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_ctrl_c_ends_the_host_at_once_and_cleanly(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (_, host):
            assert host.end(signal.SIGINT) == 130
            assert "Traceback" not in host.words

    asyncio.run(scenario())


def test_words_that_are_typed_are_heard_and_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            await board.perform(hands(board)[:3])
            await until(lambda: host.moves == ["e4"], board)
            host.say("resing B")
            host.say("@resign B")
            await until(lambda: '[Result "1-0"]' in host.pgn.read_text(), board)
            assert "@resing is no word of the touch script" in host.words
            host.end(signal.SIGKILL)
            host.pgn.unlink()
            host.start()
            await until(lambda: host.pgn.exists() and '"1-0"' in host.pgn.read_text(), board)
            assert host.moves == ["e4"]

    asyncio.run(scenario())


def test_a_terminal_that_nobody_reads_holds_up_neither_the_game_nor_its_end(
    tmp_path: Path, undisturbed: str
) -> None:
    """As after Ctrl-S, or when a connection hangs; the board is lost once, which is said there."""
    master, slave = pty.openpty()

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            assert host.end(signal.SIGTERM) == 0
            host.start(output=slave)
            events = hands(board)
            await board.perform(events[:MIDDLE])
            board.unplug()
            board.replug()
            await board.perform(events[MIDDLE:])
            await finish(board, host)
            assert host.end(signal.SIGTERM) == 0
            assert host.pgn.read_text() == undisturbed

    try:
        filled(slave)
        asyncio.run(scenario())
    finally:
        os.close(slave)
        os.close(master)


def test_a_terminal_that_has_vanished_ends_nothing(tmp_path: Path, undisturbed: str) -> None:
    master, slave = pty.openpty()

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            assert host.end(signal.SIGTERM) == 0
            host.start(output=slave)
            os.close(slave)
            events = hands(board)
            await board.perform(events[:MIDDLE])
            os.close(master)
            board.unplug()
            board.replug()
            await board.perform(events[MIDDLE:])
            await finish(board, host)
            assert host.end(signal.SIGTERM) == 0
            assert host.pgn.read_text() == undisturbed

    asyncio.run(scenario())


def filled(terminal: int) -> None:
    """Write until it takes no more, as others may have before."""
    os.set_blocking(terminal, False)
    try:
        while os.write(terminal, b"." * 1024):
            pass
    except BlockingIOError:
        os.set_blocking(terminal, True)


def test_rules_that_equal_those_of_the_log_are_no_other_rules(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            events = hands(board)
            await board.perform(events[:MIDDLE])
            await until(lambda: host.moves == SANS[:9], board)
            host.end(signal.SIGTERM)
            host.start("--laws", "2023", "--time-control", "300+5")
            await until(lambda: host.has_ended)
            assert "holds an unfinished game of board" in host.words
            assert host.end(signal.SIGTERM) == 2
            host.start("--laws", "2023")
            await board.perform(events[MIDDLE:])
            await finish(board, host)

    asyncio.run(scenario())
