"""`touchmove config`: the whole configuration with every default, and what is wrong with a file."""

import argparse
import os
from pathlib import Path

from touchmove.daemon.config.reading import read_file
from touchmove.daemon.config.secret import LICHESS_TOKEN, lichess_token
from touchmove.daemon.config.settings import configured
from touchmove.daemon.config.writing import written
from touchmove.daemon.files.checking import faults, refusal
from touchmove.daemon.files.places import LICHESS
from touchmove.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove config`."""
    what = parser.add_subparsers(dest="what", metavar="show|check", required=True)
    show = what.add_parser("show", help="print the whole configuration, with every default")
    show.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="default: touchmove.toml, if it exists"
    )
    show.set_defaults(main=_show)
    check = what.add_parser("check", help="say everything that is wrong with a file")
    check.add_argument("file", type=Path, metavar="FILE", help="a configuration")
    check.set_defaults(main=_check)


def _show(arguments: argparse.Namespace) -> int:
    print(written(configured(arguments.file)), end="")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    config = read_file(arguments.file)
    found = faults(config, arguments.file)
    token = None
    try:
        token = lichess_token(config.lichess.token_file, os.environ)
    except InputError as error:
        if os.environ.get(LICHESS_TOKEN, "").strip():
            raise
        found.setdefault(LICHESS, str(error))
    if found:
        raise refusal(found, arguments.file, {})
    print(f"{arguments.file} is good; boards that it names: {len(config.boards)}")
    if token is not None:
        print("there is a token of Lichess; this version does not broadcast yet")
    return 0
