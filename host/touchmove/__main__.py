"""The command line: arguments in, exit status out.

Whatever a person asks for and cannot have is one line on standard error (`errors`). Ctrl-C ends any
command cleanly, with the status that shells expect of it.
"""

import argparse
import contextlib
import logging
import os
import sys
from collections.abc import Sequence

from touchmove import __version__
from touchmove.errors import TouchmoveError

INTERRUPTED = 130
"""128 + SIGINT, as shells report a program that Ctrl-C ended."""
READER_GONE = 141
"""128 + SIGPIPE: whoever read our output has stopped reading, as `head` does."""


class _Said(logging.Handler):
    """Log lines on whatever standard error is now: a live terminal display may stand before it."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):
            print(self.format(record), file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="touchmove",
        description="A chessboard that senses touches, and a host that turns them into moves.",
        epilog="A first look: touchmove demo",
    )
    parser.add_argument("--version", action="version", version=f"touchmove {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_demo(commands.add_parser("demo", help="play a game on a simulated board and watch it"))
    _add_replay(commands.add_parser("replay", help="play touch scripts back as PGN or JSON"))
    _add_run(commands.add_parser("run", help="play on a real board"))
    _add_pgn(commands.add_parser("pgn", help="print the games of a log as PGN"))
    return parser


def _add_demo(parser: argparse.ArgumentParser) -> None:
    from touchmove.demo import command

    parser.description = (
        "Starts a simulated board that runs the real firmware, lets a pair of hands play a game on "
        "it, and shows the game here and on a live page. Ends with the PGN, and says whether it "
        "equals the game that was played."
    )
    command.add_arguments(parser)
    parser.set_defaults(main=command.main)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    from touchmove import replay

    parser.description = "Plays touch scripts back: one PGN game for each game that they hold."
    replay.add_arguments(parser)
    parser.set_defaults(main=replay.main)


def _add_run(parser: argparse.ArgumentParser) -> None:
    from touchmove.daemon import command

    parser.description = (
        "Plays on a real board until Ctrl-C. Lines that are typed here are words of the touch "
        "script: resign W, result 1-0, promote n, adjust, new."
    )
    command.add_arguments(parser)
    parser.set_defaults(main=command.main)


def _add_pgn(parser: argparse.ArgumentParser) -> None:
    from touchmove.daemon import command

    parser.description = "Prints the games of a log of `touchmove run`, recomputed from it."
    command.add_pgn_arguments(parser)
    parser.set_defaults(main=command.print_pgn)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        return _run(_parser().parse_args(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered would fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE


def _run(arguments: argparse.Namespace) -> int:
    said = _Said()
    said.setFormatter(logging.Formatter("touchmove: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[said])
    try:
        status: int = arguments.main(arguments)
        sys.stdout.flush()
    except TouchmoveError as error:
        print(f"touchmove: {error}", file=sys.stderr)
        return error.exit_status
    return status


if __name__ == "__main__":
    sys.exit(main())
