"""The command: what is asked for in, the parts put together, the games played, the verdict out."""

import argparse
import asyncio
import contextlib
import logging
from dataclasses import replace

from touchmove.daemon.command import add_web_arguments, file_named
from touchmove.daemon.running import end_when_told, live, unix_ms
from touchmove.daemon.solo import SoloSession
from touchmove.daemon.views import Output, Views
from touchmove.demo.playing import Hands, Verdict, compare
from touchmove.errors import InputError, TouchmoveError
from touchmove.hands import HANDLINGS
from touchmove.hands.handling import Span
from touchmove.shell.ending import ENDING
from touchmove.shell.game_file import Game, built_in, read
from touchmove.shell.scratch import scratch
from touchmove.shell.serial_port import SerialPort
from touchmove.shell.simulator import MAX, SimulatedBoard
from touchmove.shell.store import Store
from touchmove.shell.streams import end_with_output_unread
from touchmove.shell.terminal import Screen
from touchmove.shell.web import Page, serve

SPEED = 2.0
"""The built-in game takes about a minute at this speed."""
SPEEDS = (0.1, 100.0)
"""Slower than this nothing seems to happen; faster than this the firmware cannot follow."""
HANDLED = tuple(name for name, handling in HANDLINGS.items() if not handling.lost)
"""A simulated board has a sound link: it sends again what was not acknowledged."""
THINK = Span(800, 4000)
"""How long players think when somebody watches."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove demo`."""
    parser.add_argument(
        "--game",
        type=file_named,
        metavar="FILE.pgn",
        help="games to play; default: a short brilliancy",
    )
    parser.add_argument(
        "--only", metavar="1-20", help="which games of the file, as 3 or 1-20 or 1,5-7"
    )
    parser.add_argument(
        "--speed",
        type=speed,
        default=SPEED,
        metavar="N|max",
        help="how fast the board's time passes; max also keeps to clock readings in the PGN "
        "(default: %(default)g)",
    )
    parser.add_argument("--seed", type=int, default=0, help="another number, other hands")
    parser.add_argument(
        "--handling",
        choices=HANDLED,
        default="human",
        help="how the pieces are handled (default: %(default)s)",
    )
    parser.add_argument(
        "--keep-open", action="store_true", help="keep the live page after the end, until Ctrl-C"
    )
    add_web_arguments(parser)


def speed(text: str) -> float:
    """A factor of real time, or `MAX`; rejects others as argparse wants it."""
    if text == "max":
        return MAX
    with contextlib.suppress(ValueError):
        factor = float(text)
        if SPEEDS[0] <= factor <= SPEEDS[1]:
            return factor
    raise argparse.ArgumentTypeError(f"{text!r} is neither max nor a number from 0.1 to 100")


def main(arguments: argparse.Namespace) -> int:
    """Play; 0 if every game came out equal, 1 if not, another status if somebody ended it."""
    try:
        return asyncio.run(_demo(arguments))
    except (asyncio.CancelledError, TouchmoveError, BrokenPipeError):
        # A terminal that was closed cannot be written any more, which is no news then.
        if not ENDING.told:
            raise
        Output().show_cursor_again()
        return ENDING.status


async def _demo(arguments: argparse.Namespace) -> int:
    logging.getLogger("touchmove").setLevel(logging.WARNING)
    end_when_told()
    end_with_output_unread()
    if arguments.keep_open and arguments.no_web:
        raise InputError("--keep-open keeps the page, and --no-web has none; choose one of them")
    if arguments.game is None:
        if arguments.only is not None:
            raise InputError("--only chooses among the games of a file; name it with --game")
        games = built_in()
    else:
        games = read(arguments.game, arguments.only)
    async with contextlib.AsyncExitStack() as stack:
        page = None
        if not arguments.no_web:
            page = await stack.enter_async_context(
                serve(port=arguments.web_port, pace=_pace(arguments))
            )
            print(f"The game is live at {page.url}", flush=True)
        folder = stack.enter_context(scratch("demo"))
        board = await stack.enter_async_context(
            SimulatedBoard.start(
                seed=arguments.seed, speed=arguments.speed, occupied=games[0].start.occupied
            )
        )
        store = stack.enter_context(contextlib.closing(Store(folder / "log.sqlite")))
        equal = await _play_all(games, board, store, page, arguments)
        if page is not None and arguments.keep_open:
            print(f"The page stays at {page.url}; Ctrl-C ends it.", flush=True)
            await asyncio.Event().wait()
    return 0 if equal else 1


async def _play_all(
    games: tuple[Game, ...],
    board: SimulatedBoard,
    store: Store,
    page: Page | None,
    arguments: argparse.Namespace,
) -> bool:
    """Play the games one after the other on one board; whether all came out equal."""
    port = SerialPort(lambda: str(board.port))
    session = SoloSession(store, "simulated", send=port.send, clock=unix_ms)
    handling = HANDLINGS[arguments.handling]
    if arguments.speed != MAX:
        handling = replace(handling, think=THINK)
    hands = Hands(board, session, handling, arguments.speed)
    views = Views(session, page=page)
    verdicts: list[Verdict] = []
    port.open()
    async with live(session, port, views):
        for game in games:
            with Screen(Output(), pace=_pace(arguments)) as views.screen:
                table = await hands.play(game, arguments.seed + game.number)
                views.draw()
            views.screen = None
            text, verdict = compare(game, table)
            print(f"\n{text}\n{verdict.words}\n", flush=True)
            verdicts.append(verdict)
    equal = sum(verdict.equal for verdict in verdicts)
    if len(games) > 1:
        print(f"{equal} of {len(games)} games equal", flush=True)
    return equal == len(games)


def _pace(arguments: argparse.Namespace) -> float:
    """How fast clocks tick where they are shown."""
    return 1.0 if arguments.speed == MAX else float(arguments.speed)
