"""`touchmove run`: a board on a real port, for today; `touchmove pgn`: the games of its log."""

import argparse
import asyncio
import contextlib
import logging
from datetime import date
from pathlib import Path

from touchmove.daemon import recalling
from touchmove.daemon.config.agreed import agreed_for
from touchmove.daemon.config.sections import Config
from touchmove.daemon.config.settings import GAME_OPTIONS, settings
from touchmove.daemon.running import end_when_told, hearing_words, live, unix_ms
from touchmove.daemon.session import Session
from touchmove.daemon.views import Output, Views, check_pgn_path
from touchmove.errors import InputError, PortError, TouchmoveError
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES
from touchmove.shell.ending import ENDING
from touchmove.shell.said import say
from touchmove.shell.serial_port import SerialPort
from touchmove.shell.store import Store
from touchmove.shell.streams import outlive_output
from touchmove.shell.supervisor import supervised
from touchmove.shell.terminal import Screen
from touchmove.shell.usb import discover, usb_ports
from touchmove.shell.web import serve
from touchmove.view.bulletin import pgn

log = logging.getLogger("touchmove")

WEB_PORT = 8080


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove run`; those that are not given are None, and say nothing."""
    parser.add_argument(
        "--config",
        type=file_named,
        metavar="FILE",
        help="the configuration; the options here go before it (default: touchmove.toml, if it "
        "exists)",
    )
    parser.add_argument(
        "--port", type=named, help="the board's serial port; found by itself if left out"
    )
    parser.add_argument(
        "--log",
        type=file_named,
        metavar="FILE",
        help="keeps all that was heard; its unfinished game goes on (default: touchmove.sqlite)",
    )
    parser.add_argument(
        "--pgn", type=file_named, metavar="FILE", help="write the games of the log here"
    )
    parser.add_argument("--profile", choices=tuple(PROFILES), help="default: classical")
    parser.add_argument(
        "--laws", choices=tuple(EDITIONS), help="edition of the Laws, default: 2023"
    )
    parser.add_argument(
        "--time-control",
        metavar="TC",
        help="as in PGN, 40/5400+30:1800+30, or with delay, byo-yomi, hourglass: 300S5, 300B5, "
        "1800Y5x30, *180; default: none, both clocks count up",
    )
    parser.add_argument(
        "--orientation",
        choices=ORIENTATIONS,
        help="how the board stands: White sits at its rank 1 (white), at its rank 8 (black), or "
        "that is found out from the first moves (auto); default: white",
    )
    add_web_arguments(parser, port=None)


def add_web_arguments(parser: argparse.ArgumentParser, port: int | None = WEB_PORT) -> None:
    """Where the live page is, for every command that has one; `port` where nothing is said."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--web-port",
        type=web_port,
        default=port,
        metavar="N",
        help=f"port of the live page on this machine, 0 for any free one (default: {WEB_PORT})",
    )
    where.add_argument("--no-web", action="store_true", help="no live page")


def named(text: str) -> str:
    """A name; rejects the empty one as argparse wants it."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def file_named(text: str) -> Path:
    """The path of a file; rejects the empty one as argparse wants it."""
    return Path(named(text))


def web_port(text: str) -> int:
    """The number of a TCP port; rejects others as argparse wants it."""
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535")
    return int(text)


def main(arguments: argparse.Namespace) -> int:
    """Run until somebody ends it. 0 after SIGTERM or SIGHUP, as of one that is meant to run on."""
    config = settings(arguments)
    say(config.messages.format, config.messages.level, config.messages.file)
    asked = tuple(getattr(arguments, name) for name in GAME_OPTIONS)
    try:
        asyncio.run(_run(config, asked))
    except (asyncio.CancelledError, TouchmoveError, BrokenPipeError):
        if not ENDING.told:
            raise
        Output().show_cursor_again()
        log.info("ended; the game is in %s", config.log.file)
    return ENDING.status if ENDING.interrupted else 0


def add_pgn_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove pgn`."""
    parser.add_argument("log", type=file_named, metavar="LOG", help="the log of `touchmove run`")


def print_pgn(arguments: argparse.Namespace) -> int:
    """`touchmove pgn`: all games of a log, recomputed from it; nothing is written to it."""
    path: Path = arguments.log
    if not path.is_file():
        what = "is no file" if path.exists() else "does not exist"
        raise InputError(f"{path} {what}; name a log of touchmove run")
    with contextlib.closing(Store(path, reading=True)) as store:
        read = [recalling.computed(store.entries(board)) for board in store.boards()]
    games = [game for each in read for game in (*each.closed, *each.history.games)]
    print("\n".join(pgn(game) for game in games), end="")
    return 0


async def _run(config: Config, asked: tuple[str | None, ...]) -> None:
    end_when_told()
    outlive_output()
    log_path, pgn_path = config.log.file, config.pgn.file
    if pgn_path is not None:
        check_pgn_path(pgn_path, log_path)
    named = config.ports.paths[0] if config.ports.paths else None
    port = SerialPort(lambda: discover(usb_ports()) if named is None else named)
    async with contextlib.AsyncExitStack() as stack:
        new = not log_path.exists()
        store = stack.enter_context(contextlib.closing(Store(log_path)))
        session = Session(store, "board", send=port.send, clock=unix_ms)
        _settle_terms(session, config, asked)
        stack.callback(port.close)
        try:
            port.open()
        except PortError:
            if new:
                store.discard()
            raise
        page = None
        if config.web.enabled:
            served = serve(host=config.web.host, port=config.web.port)
            page = await stack.enter_async_context(served)
            print(page.url, flush=True)
        screen = stack.enter_context(Screen(Output()))
        views = Views(session, page=page, screen=screen, pgn_path=pgn_path)
        async with live(session, port, views):
            with hearing_words(session):
                async with supervised():
                    await asyncio.Event().wait()


def _settle_terms(session: Session, config: Config, asked: tuple[str | None, ...]) -> None:
    """Go on with the game of the log, or agree on a new one; `asked` is what options demand."""
    wanted = agreed_for(config.board(""), date.today())
    wanted.rules()
    session.recall()
    agreed, table = session.history.agreement, session.table
    if agreed is None:
        session.agree(wanted)
        return
    under_way = table is not None and table.plies > 0 and table.outcome is None
    if not under_way:
        if agreed.terms != wanted.terms:
            session.agree(wanted)
        return
    assert table is not None
    if any(want not in (None, have) for want, have in zip(asked, agreed.terms, strict=True)):
        raise InputError(
            f"log {config.log.file} holds an unfinished game under other rules "
            f"({', '.join(agreed.terms)}); leave out --profile, --laws, --time-control and "
            "--orientation to go on with it, or choose another --log"
        )
    log.info("going on with the game of %s after %d half-moves", config.log.file, table.plies)
    if agreed.terms != wanted.terms:
        log.info("it goes on under the rules that it began with: %s", ", ".join(agreed.terms))
