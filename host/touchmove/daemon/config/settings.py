"""What holds for one run: the options of the command line over the file over the defaults.

The file is the one that `--config` names, else `touchmove.toml` in the folder where the command is
given, if there is one. No other place is looked at: two halls on one PC are two folders.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from touchmove.daemon.config import lines
from touchmove.daemon.config.reading import read_file
from touchmove.daemon.config.sections import Config, Ports

FILE = Path("touchmove.toml")
"""What is read where no file is named."""

GAME_OPTIONS = ("profile", "laws", "time_control", "orientation")
"""Options of `touchmove run` that hold at every board, also where its section says otherwise."""


def found_file(named: Path | None) -> Path | None:
    """The file to be read: the one that was named, else the usual one if it exists."""
    return named if named is not None or not FILE.exists() else FILE


def configured(named: Path | None) -> Config:
    """What the file says, and the defaults. Rejects its faults with a `ConfigError`."""
    file = found_file(named)
    return Config() if file is None else read_file(file)


FILE_OPTIONS = {("log", "file"): "log", ("pgn", "file"): "pgn"}
"""Keys that name a file, and the options of `touchmove run` that go before them."""


def said_by_option(arguments: argparse.Namespace) -> dict[lines.Path, str]:
    """The keys that name a file and were said by option, and how the option is written."""
    return {
        key: f"--{name}"
        for key, name in FILE_OPTIONS.items()
        if getattr(arguments, name) is not None
    }


def settings(arguments: argparse.Namespace) -> Config:
    """The configuration of `touchmove run` with these arguments; None is an option not given."""
    return with_options(configured(arguments.config), arguments)


def with_options(config: Config, arguments: argparse.Namespace) -> Config:
    """The same where options say nothing."""
    game = _given(arguments, **{name: name for name in GAME_OPTIONS})
    ports = config.ports
    if arguments.port is not None:
        ports = Ports(usb=False, paths=(arguments.port,))
    web = replace(config.web, **_given(arguments, port="web_port"))
    return replace(
        config,
        log=replace(config.log, **_given(arguments, file="log")),
        web=replace(web, enabled=web.enabled and not arguments.no_web),
        ports=ports,
        game=replace(config.game, **game),
        boards=tuple(replace(board, **game) for board in config.boards),
        pgn=replace(config.pgn, **_given(arguments, file="pgn")),
    )


def _given(arguments: argparse.Namespace, **options: str) -> dict[str, Any]:
    """Key -> what its option says, for the options that were given."""
    said = {key: getattr(arguments, option) for key, option in options.items()}
    return {key: value for key, value in said.items() if value is not None}
