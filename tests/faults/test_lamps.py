"""What players see on the board itself, from the host through cable and firmware to the lamps."""

import asyncio
from pathlib import Path

import chess

from tests.faults.scene import hosted, until
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.shell.simulator import SimulatedBoard
from touchmove.units import Millis


def lit(board: SimulatedBoard) -> int:
    """How many lamps are on."""
    return sum(any(lamp) for lamp in board.lamps)


def test_an_illegal_move_lights_the_way_back_until_the_board_is_right(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, _):
            await until(lambda: lit(board) == 8, board)  # White's rank: the board is ready
            at = board.now
            await board.perform(
                [
                    ClockPressed(Millis(at + 500), chess.BLACK),
                    Lifted(Millis(at + 1000), chess.E2),
                    Placed(Millis(at + 1800), chess.E5),
                    ClockPressed(Millis(at + 2400), chess.WHITE),
                ]
            )
            await until(lambda: lit(board) == 2, board)
            lift, place = (lamp for lamp in board.lamps if any(lamp))
            assert lift != place
            at = board.now
            await board.perform([Lifted(Millis(at + 1000), chess.E5)])
            await until(lambda: lit(board) == 1, board)
            await board.perform([Placed(Millis(board.now + 500), chess.E2)])
            await until(lambda: lit(board) == 0, board)

    asyncio.run(scenario())


def test_lamps_come_back_after_a_power_cut(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            at = board.now
            await board.perform(
                [
                    ClockPressed(Millis(at + 500), chess.BLACK),
                    Lifted(Millis(at + 1000), chess.G1),
                    Placed(Millis(at + 1800), chess.G3),
                    ClockPressed(Millis(at + 2400), chess.WHITE),
                ]
            )
            await until(lambda: lit(board) == 2, board)
            await board.power_cycle()
            assert lit(board) != 2
            await until(lambda: "is back" in host.words)
            await until(lambda: lit(board) == 2, board)

    asyncio.run(scenario())


def test_lamps_go_dark_while_the_cable_is_out_and_come_back_with_it(tmp_path: Path) -> None:
    """A way back that is over must not stay lit: nobody is there to put it out."""

    async def scenario() -> None:
        async with hosted(tmp_path) as (board, host):
            at = board.now
            await board.perform(
                [
                    ClockPressed(Millis(at + 500), chess.BLACK),
                    Lifted(Millis(at + 1000), chess.G1),
                    Placed(Millis(at + 1800), chess.G3),
                    ClockPressed(Millis(at + 2400), chess.WHITE),
                ]
            )
            await until(lambda: lit(board) == 2, board)
            board.unplug()
            await until(lambda: lit(board) == 0, board)
            board.replug()
            await until(lambda: "is back" in host.words)
            await until(lambda: lit(board) == 2, board)

    asyncio.run(scenario())
