"""`touchmove run`: a board on a real port, for today; `touchmove pgn`: the games of its log."""

import argparse
import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import date
from pathlib import Path

from touchmove.daemon import desk
from touchmove.daemon.archiving import archived
from touchmove.daemon.config.agreed import agreed_for
from touchmove.daemon.config.sections import Config
from touchmove.daemon.config.settings import (
    GAME_OPTIONS,
    found_file,
    said_by_option,
    settings,
)
from touchmove.daemon.files.checking import check_run, sparing
from touchmove.daemon.hall import Hall
from touchmove.daemon.keyboard import hearing_lines
from touchmove.daemon.logs.verifying import Faults
from touchmove.daemon.pgn_file import CLOSED_MAX, PgnFiles
from touchmove.daemon.recalling import Recalled, gathered_from
from touchmove.daemon.running import end_when_told
from touchmove.daemon.seat import Seat
from touchmove.daemon.terms import check_asked, settle_terms
from touchmove.daemon.views import Output, Views
from touchmove.daemon.web.office import Office
from touchmove.daemon.web.opening import open_to_all
from touchmove.errors import InputError, TouchmoveError
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES
from touchmove.shell.descriptors import BOARDS, make_room
from touchmove.shell.ending import ENDING
from touchmove.shell.host_clock import HostClock
from touchmove.shell.said import say
from touchmove.shell.scribe import Scribe
from touchmove.shell.serial_port import check_port
from touchmove.shell.store import Store
from touchmove.shell.streams import outlive_output
from touchmove.shell.supervisor import supervised
from touchmove.shell.terminal import Screen
from touchmove.view.bulletin import pgn

log = logging.getLogger("touchmove")

WEB_PORT = 8080
WORDS_SHOWN_MAX = 200
"""Characters of a refusal, which quotes what was typed."""


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
    file = found_file(arguments.config)
    config = settings(arguments)
    check_run(config, file, said_by_option(arguments))
    say(config.messages.format, config.messages.level, config.messages.file)
    asked = tuple(getattr(arguments, name) for name in GAME_OPTIONS)
    ports = () if arguments.port is None else (arguments.port,)
    try:
        asyncio.run(_run(config, asked, ports, sparing(config, file)))
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
        faults = Faults()
        boards, fault = store.known_boards()
        gathered = [gathered_from(store.readable(board)) for board in boards]
        games = (game for each in gathered for game in (*each.games, *each.history.games))
        print("\n".join(pgn(game) for game in games), end="")
        for each in gathered:
            faults.of((each, each.faults))
        if fault is not None:
            faults.add(fault)
        return faults.tell(store)


async def _run(
    config: Config,
    asked: tuple[str | None, ...],
    ports: tuple[str, ...],
    why_not: Callable[[Path], str],
) -> None:
    """`ports` are those that were named by option, and have to be there; `why_not` is of files of
    PGN (`PgnFiles`)."""
    end_when_told()
    outlive_output()
    agreed_for(config.board(""), date.today()).rules()
    async with contextlib.AsyncExitStack() as stack:
        new = not config.log.file.exists()
        store = Store(config.log.file, another="choose another --log")
        scribe = Scribe(store)
        stack.push_async_callback(scribe.close)
        try:
            await check_asked(scribe, asked)
            for path in ports:
                check_port(path)
            views = Views(pgn_files=await _pgn_files(config, scribe, why_not))
            office = office_of(config, scribe, views, only=bool(ports))
            if config.web.enabled:
                await stack.enter_async_context(open_to_all(office))
        except TouchmoveError:
            if new:  # nothing has been heard yet
                await scribe.ask(lambda store: store.discard())
            raise
        views.screen = stack.enter_context(Screen(Output()))
        async with office.hall.open():
            await _serve(office.hall, views)


async def _pgn_files(
    config: Config, scribe: Scribe, why_not: Callable[[Path], str]
) -> PgnFiles | None:
    """The files that PGN is wanted in, with the games that are over."""
    if config.pgn.file is None and config.pgn.folder is None:
        return None
    closed = await archived(scribe, CLOSED_MAX)
    return PgnFiles(config.pgn.file, config.pgn.folder, closed, why_not=why_not)


def office_of(config: Config, scribe: Scribe, views: Views, *, only: bool) -> Office:
    """The hall that a configuration asks for, and what is about it. `only`: no other ports are
    looked for than those that are named."""

    async def seated(seat: Seat, recalled: Recalled) -> None:
        views.watch(seat.session, office.page(seat))
        await settle_terms(seat, config)

    hall = Hall(
        scribe,
        clock=HostClock(),
        usb=config.ports.usb and not only,
        paths=config.ports.paths,
        on_seat=seated,
    )
    room = make_room(max(BOARDS, len(config.boards)), config.web.viewers)
    if room.lacks:
        hall.troubles.begin("files", "", room.lacks)
    office = Office(hall, scribe, config, room)
    return office


async def _serve(hall: Hall, views: Views) -> None:
    """Ready at once: log, ports and pages are open, and a board that is heard is seated before
    those of the log that are not. How many games there are changes nothing about that."""
    hall.start(views.draw_for_ever())
    async with supervised():
        await hall.recall_all()
        if views.pgn_files is not None:
            # Not before: who reads the file must not find it without the games that go on.
            hall.start(views.pgn_files.write_for_ever())
        with hearing_lines(lambda line: hall.start(_say(hall, line))):
            await asyncio.Event().wait()


async def _say(hall: Hall, line: str) -> None:
    """A word that was typed, after the name of its board where there are several."""
    word = line.removeprefix("@")
    name, _, rest = word.partition(" ")
    seat = hall.seats.get(name.removesuffix(":"))
    if seat is not None:
        word = rest.strip().removeprefix("@")
    elif len(hall.seats) == 1:
        (seat,) = hall.seats.values()
    if seat is None:
        known = ", ".join(hall.seats)
        why = f"say which board first: {known}" if known else "no board has been heard"
        log.error("%.*s was not taken: %s", WORDS_SHOWN_MAX, repr(line), why)
        return
    answer = await desk.say_at(seat, word)
    tell = log.info if answer.taken else log.error
    tell("%.*s", WORDS_SHOWN_MAX, answer.words, extra={"board": seat.board})
