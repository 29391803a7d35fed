"""What can be typed after `touchmove log`."""

import argparse
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

Main = Callable[[argparse.Namespace], int]


def add_actions(parser: argparse.ArgumentParser, mains: dict[str, Main]) -> None:
    """Each action with its arguments; `mains` says what carries it out."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, (summary, more, add) in _ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=f"{more}")
        action.add_argument("log", type=file_named, metavar="LOG", help="the log of touchmove run")
        add(action)
        action.set_defaults(main=mains[name])


def file_named(text: str) -> Path:
    """The path of a file; rejects the empty one as argparse wants it."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _games(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal() and text.isascii()):
        raise argparse.ArgumentTypeError(f"{text!r} are no games: write 3 or 2-5")
    numbers = int(first), int(last or first)
    if not all(numbers):
        raise argparse.ArgumentTypeError(f"{text!r} are no games: they are counted from 1")
    if numbers[0] > numbers[1]:
        words = f"the first one stands before the last, such as {numbers[1]}-{numbers[0]}"
        raise argparse.ArgumentTypeError(f"{text!r} are no games: {words}")
    return numbers


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1000000")
    return int(text)


def _day(text: str) -> datetime:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: write 2026-05-31") from None
    return datetime(found.year, found.month, found.day)


def _days_ago(text: str) -> datetime:
    try:
        return datetime.now() - timedelta(days=_count(text))
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text!r} is before all calendars") from None


# ------------------------------------------------------------------ the actions
def _add_verify(action: argparse.ArgumentParser) -> None:
    heads = action.add_mutually_exclusive_group()
    heads.add_argument(
        "--heads",
        type=file_named,
        metavar="FILE",
        help="the heads to hold it to, such as a copy that was kept elsewhere (default: LOG.heads)",
    )
    heads.add_argument(
        "--no-heads", action="store_true", help="do not ask whether it was cut off at the end"
    )


def _add_board(action: argparse.ArgumentParser) -> None:
    action.add_argument("--board", metavar="ID", help="only the lines of this board")


def _add_show(action: argparse.ArgumentParser) -> None:
    _add_board(action)
    action.add_argument("--last", type=_count, metavar="N", help="only the last N of them")
    action.add_argument("--games", action="store_true", help="the games, not the lines")


def _add_export(action: argparse.ArgumentParser) -> None:
    _add_board(action)
    action.add_argument(
        "--games",
        type=_games,
        metavar="3|2-5",
        help="only these games of each board, as touchmove log show --games counts them",
    )
    action.add_argument(
        "--format",
        choices=("json", "script"),
        default="json",
        help="json: lines that touchmove log import takes; script: touch scripts, which touchmove "
        "replay plays (default: %(default)s)",
    )
    action.add_argument(
        "--output", type=file_named, metavar="FILE", help="where to (default: standard output)"
    )


def _add_import(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "file", type=file_named, metavar="FILE", help="of touchmove log export; - is standard input"
    )


def _add_backup(action: argparse.ArgumentParser) -> None:
    action.add_argument("file", type=file_named, metavar="FILE", help="the copy, a new file")


def _add_prune(action: argparse.ArgumentParser) -> None:
    old = action.add_mutually_exclusive_group(required=True)
    old.add_argument(
        "--before",
        type=_day,
        metavar="DAY",
        help="games that ended before this day, such as 2026-05-31",
    )
    old.add_argument(
        "--keep-days",
        type=_days_ago,
        dest="before",
        metavar="N",
        help="games that ended more than N days ago",
    )
    sure = action.add_mutually_exclusive_group()
    sure.add_argument(
        "--backup",
        type=file_named,
        metavar="FILE",
        help="remove what this backup has, of touchmove log backup; it is verified first",
    )
    sure.add_argument("--yes", action="store_true", help="remove it without a backup")


def _add_nothing(action: argparse.ArgumentParser) -> None:
    """It has its log and no options."""


_ACTIONS: dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "verify": (
        "say whether any line was changed, removed or cut off",
        "Computes the chain of each board anew and compares its end with the heads. "
        "Ends with status 1 if anything is wrong.",
        _add_verify,
    ),
    "show": ("print lines or games for people", "Prints what was heard, line by line.", _add_show),
    "export": (
        "write lines as JSON, or games as touch scripts",
        "Writes lines of the log in a form that other programs read.",
        _add_export,
    ),
    "import": (
        "add exported lines to a log, or make a new one of them",
        "Adds lines of touchmove log export, all or none of them. Their chains are verified, and "
        "lines that are there already are refused.",
        _add_import,
    ),
    "backup": (
        "copy a log, also while it is being written",
        "Copies the log and its heads to a new file, and verifies the copy.",
        _add_backup,
    ),
    "prune": (
        "remove finished games of long ago",
        "Removes the lines of old games. The last game of a board stays, and what is left can be "
        "verified as before. Says what it would remove unless --backup or --yes is given.",
        _add_prune,
    ),
    "rebuild": (
        "make the table of finished games anew",
        "Plays all lines through and fills the table of finished games from them.",
        _add_nothing,
    ),
}
"""By name: a summary, what it does, and what adds its arguments."""
