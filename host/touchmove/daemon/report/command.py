"""`touchmove report`: one file that says what somebody else needs to find a fault.

The file is written whole or not at all, and only its owner may read it: it may hold names.
"""

import argparse
import contextlib
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from touchmove.daemon.config.reading import ConfigError
from touchmove.daemon.config.sections import Config
from touchmove.daemon.config.settings import configured
from touchmove.daemon.report import gathering
from touchmove.daemon.report.excerpt import Excerpt
from touchmove.daemon.report.gathering import MissingPartError
from touchmove.daemon.report.names import Names
from touchmove.errors import InputError, StoreError
from touchmove.shell.store import Store
from touchmove.wire.messages import Hello

README = """\
A report of touchmove, made {when} by `touchmove report`.
It is for whoever is to find out what went wrong; nothing in it is sent anywhere by itself.

{parts}

What it says about people
-------------------------
{people}
The configuration and the messages may name folders, machines and the event.
There is no token and no password in it: the program keeps them in none of these places.
"""
WITH_NAMES = """\
Players' names, ratings and ids stand in log.jsonl, where games are agreed and in what was said,
and may stand in messages.json. `touchmove report --without-names` takes them out."""
WITHOUT_NAMES = """\
Players' names are replaced by Player1, Player2 and so on, ratings, ids and teams by a question
mark; names of fewer than three letters only where games are agreed. Moves and times are as they
were, so who knows the games knows the players."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove report`."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="default: touchmove.toml, if it exists"
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="another log than configured")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="default: touchmove-report-<time>.zip"
    )
    parser.add_argument(
        "--without-names", action="store_true", help="put numbers in the place of players"
    )


def main(arguments: argparse.Namespace) -> int:
    """Write the report, and say where it is."""
    now = datetime.now(UTC)
    path = arguments.output or Path(f"touchmove-report-{now:%Y%m%dT%H%M%SZ}.zip")
    if path.exists():
        raise InputError(f"{path} exists already; name a new file with --output")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with (
            open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            missing = _pack(_Report(archive), arguments, now)
        draft.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}; name another") from error
    finally:
        draft.unlink(missing_ok=True)
    for words in missing:
        print(words)
    print(f"{path} holds the report; README.txt in it says what it tells about people")
    return 0


@dataclass(slots=True)
class _Report:
    """The file as it is written, and what has been said of each of its parts."""

    archive: zipfile.ZipFile
    names: Names = field(default_factory=Names)
    parts: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def add(self, name: str, what: str, make: Callable[[], Iterable[str]]) -> None:
        """One part, or why there is none."""
        try:
            pieces = iter(make())
            first = next(pieces, "")
            with self.archive.open(name, "w", force_zip64=True) as file:
                for piece in _chained(first, pieces):
                    file.write(f"{self.names.hidden(piece)}\n".encode("utf-8", "replace"))
        except (MissingPartError, StoreError, ConfigError) as error:
            self.missing.append(f"without {name}: {error}")
            what = f"it ends early, or is not there: {error}"
        self.parts.append(f"{name}: {what}")


def _chained(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others


def _pack(report: _Report, arguments: argparse.Namespace, now: datetime) -> list[str]:
    config = Config()
    try:
        config = configured(arguments.config)
    except ConfigError as error:
        report.add("faults.txt", "what is wrong with the configuration", str(error).splitlines)
    if arguments.log is not None:
        config = replace(config, log=replace(config.log, file=arguments.log))
    hellos = _pack_log(report, config, hidden=arguments.without_names)
    report.add(
        "configuration.toml",
        "the whole configuration; it holds no secrets",
        lambda: gathering.configuration(config),
    )
    report.add(
        "versions.txt",
        "the program, its libraries, and the boards as they were last heard",
        lambda: gathering.versions(hellos),
    )
    report.add("health.json", "what the program says now", lambda: gathering.health(config))
    report.add("messages.json", "its latest messages", lambda: gathering.messages(config))
    people = WITHOUT_NAMES if arguments.without_names else WITH_NAMES
    text = README.format(when=now.isoformat(), parts="\n".join(report.parts), people=people)
    report.archive.writestr("README.txt", text)
    return report.missing


def _pack_log(report: _Report, config: Config, *, hidden: bool) -> dict[str, Hello]:
    """The log's part, and which boards were heard in it."""
    hellos: dict[str, Hello] = {}
    path, games = config.log.file, config.report.games

    def lines() -> Iterator[str]:
        if not path.is_file():
            what = "is no file" if path.exists() else "does not exist"
            raise MissingPartError(f"{path} {what}; name the log with --log, or its --config")
        with contextlib.closing(Store(path, reading=True)) as store:
            excerpt = Excerpt(store, games, hidden)
            yield from excerpt.text()
            hellos.update(excerpt.hellos)
            report.names = excerpt.names

    what = f"the lines of the latest {games} games of each board, for `touchmove log import`"
    report.add("log.jsonl", what, lines)
    return hellos
