"""The command line: arguments in, exit status out.

Whatever a person asks for and cannot have is one line on standard error (`errors`). Ctrl-C ends any
command cleanly, with the status that shells expect of it.
"""

import argparse
import contextlib
import importlib.util
import logging
import os
import sys
from collections.abc import Callable, Sequence

from touchmove import __version__
from touchmove.errors import PlatformError, TouchmoveError

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
    for name, (summary, add) in _COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        if _HAS_TERMINALS or name == "replay":
            add(command)
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


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "demo": ("play a game on a simulated board and watch it", _add_demo),
    "replay": ("play touch scripts back as PGN or JSON", _add_replay),
    "run": ("play on a real board", _add_run),
    "pgn": ("print the games of a log as PGN", _add_pgn),
}
_HAS_TERMINALS = importlib.util.find_spec("termios") is not None
"""Serial ports are driven as POSIX has them; Windows has no such thing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        known, more = _parser().parse_known_args(arguments)
        if not _HAS_TERMINALS and known.command != "replay":
            return _refuse(
                PlatformError(
                    f"touchmove {known.command} needs Linux or macOS (on Windows: WSL on x86-64); "
                    "touchmove replay works here"
                )
            )
        if more:
            _parser().error(f"unrecognized arguments: {' '.join(more)}")
        return _run(known)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered would fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE


def _run(arguments: argparse.Namespace) -> int:
    said = _Said()
    said.setFormatter(logging.Formatter("touchmove: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[said])
    logging.getLogger("touchmove").setLevel(logging.INFO)
    try:
        status: int = arguments.main(arguments)
        sys.stdout.flush()
    except TouchmoveError as error:
        return _refuse(error)
    return status


def _refuse(error: TouchmoveError) -> int:
    print(f"touchmove: {error}", file=sys.stderr)
    return error.exit_status


if __name__ == "__main__":
    sys.exit(main())
