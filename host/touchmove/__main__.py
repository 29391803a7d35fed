"""The command line: arguments in, exit status out.

Whatever a person asks for and cannot have is one line on standard error (`errors`). Ctrl-C ends any
command cleanly, with the status that shells expect of it (`shell.ending`).

As little as possible is imported before signals are heeded: a traceback of the import that Ctrl-C
happened to meet is of no use to anybody.
"""

import sys

from touchmove import __version__
from touchmove.errors import PlatformError, TouchmoveError, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import Any

READER_GONE = 141
"""128 + SIGPIPE: whoever read our output has stopped reading, as `head` does."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command and return its exit status.

    Without arguments they are those of this process, which is then ours: its signals and standard
    streams too.
    """
    if arguments is not None:
        return _command(arguments)
    from touchmove.shell.ending import ENDING

    ENDING.heed()
    from touchmove.shell import streams

    streams.take_over()
    status = _command(None)
    ENDING.comes_too_late()
    return status


def _command(arguments: "Sequence[str] | None") -> int:
    from touchmove.shell import streams

    try:
        status = _run(arguments)
        sys.stdout.flush()
    except TouchmoveError as error:
        streams.drop_output()
        print(f"touchmove: {_shown(error)}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        streams.drop_output()
        return READER_GONE
    return status


def _shown(error: TouchmoveError) -> str:
    """Its lines: it may name a file, and no name of one commands a terminal."""
    return "\n".join(map(one_line, str(error).split("\n")))


def _run(arguments: "Sequence[str] | None") -> int:
    try:
        known, more = command_line().parse_known_args(arguments)
        if not _has_terminals() and known.command != "replay":
            raise PlatformError(
                f"touchmove {known.command} needs Linux or macOS (on Windows: WSL on x86-64); "
                "touchmove replay works here"
            )
        if more:
            command_line().error(f"unrecognized arguments: {' '.join(more)}")
    except SystemExit as asked:  # argparse has said what there was to say
        return asked.code if isinstance(asked.code, int) else 0
    from touchmove.shell.said import say_on_standard_error

    say_on_standard_error()
    status: int = known.main(known)
    return status


# ------------------------------------------------------------------ the commands
def command_line() -> "argparse.ArgumentParser":
    """All commands with their arguments."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="touchmove",
        description="A chessboard that senses touches, and a host that turns them into moves.",
        epilog="A first look: touchmove demo",
    )
    parser.add_argument("--version", action=_version_action(), help="print versions and end")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (summary, add) in _COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        if _has_terminals() or name == "replay":
            add(command)
    return parser


def _version_action() -> "type[argparse.Action]":
    import argparse

    class Versions(argparse.Action):
        """Looks for versions only when it is asked for them."""

        def __init__(self, option_strings: "Sequence[str]", dest: str, **more: "Any") -> None:
            super().__init__(option_strings, dest, nargs=0, **more)

        def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
            print(_versions())
            parser.exit()

    return Versions


def _versions() -> str:
    if not _has_terminals():  # nor what locks the log, which has a form
        return f"touchmove {__version__}"
    from touchmove.daemon.versions import told_versions

    return told_versions()


def _has_terminals() -> bool:
    """Serial ports are driven as POSIX has them; Windows has no such thing."""
    import importlib.util

    return importlib.util.find_spec("termios") is not None


def _add_demo(parser: "argparse.ArgumentParser") -> None:
    from touchmove.demo import command

    parser.description = (
        "Starts a simulated board that runs the real firmware, lets a pair of hands play a game on "
        "it, and shows the game here and on a live page. Ends with the PGN, and says whether it "
        "equals the game that was played."
    )
    command.add_arguments(parser)
    parser.set_defaults(main=command.main)


def _add_replay(parser: "argparse.ArgumentParser") -> None:
    from touchmove import replay

    parser.description = "Plays touch scripts back: one PGN game for each game that they hold."
    replay.add_arguments(parser)
    parser.set_defaults(main=replay.main)


def _add_run(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon import command

    parser.description = (
        "Plays on a real board until Ctrl-C. Lines that are typed here are words of the touch "
        "script: resign W, result 1-0, promote n, adjust, new."
    )
    command.add_arguments(parser)
    parser.set_defaults(main=command.main)


def _add_say(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon.saying import command

    parser.description = (
        "Says a word to the `touchmove run` that is running, or begins a new game at a board of it."
    )
    command.add_arguments(parser)


def _add_token(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon.saying import command

    parser.description = "Makes a new token for the arbiter, or says where its hash is kept."
    command.add_token_arguments(parser)


def _add_pgn(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon import command

    parser.description = "Prints the games of a log of `touchmove run`, recomputed from it."
    command.add_pgn_arguments(parser)
    parser.set_defaults(main=command.print_pgn)


def _add_config(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon.config import command

    parser.description = (
        "Prints the whole configuration of `touchmove run` with every default, or says everything "
        "that is wrong with a file."
    )
    command.add_arguments(parser)


def _add_log(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon.logs import command

    parser.description = "Verifies, shows, exports, imports, copies or prunes a log."
    command.add_arguments(parser)


def _add_report(parser: "argparse.ArgumentParser") -> None:
    from touchmove.daemon.report import command

    parser.description = (
        "Writes one file for a bug report: the latest games of the log, the configuration, "
        "versions, health and messages. `touchmove run` may go on meanwhile."
    )
    command.add_arguments(parser)
    parser.set_defaults(main=command.main)


_COMMANDS: "dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]]" = {
    "demo": ("play a game on a simulated board and watch it", _add_demo),
    "replay": ("play touch scripts back as PGN or JSON", _add_replay),
    "run": ("play on a real board", _add_run),
    "say": ("say a word at a board of run, or begin a game there", _add_say),
    "token": ("make a new token for the arbiter", _add_token),
    "pgn": ("print the games of a log as PGN", _add_pgn),
    "report": ("write one file for a bug report", _add_report),
    "config": ("show the configuration of run, or check a file", _add_config),
    "log": ("verify, show, export, import, copy or prune a log", _add_log),
}


if __name__ == "__main__":
    sys.exit(main())
