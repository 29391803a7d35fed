"""What is wrong with the files of a configuration: two that are one, others' files, no place.

Nothing is written or locked to find that out, so it can be asked while a program runs.
"""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from touchmove.daemon.config import lines
from touchmove.daemon.config.reading import Fault, dotted
from touchmove.daemon.config.sections import Config
from touchmove.daemon.files import kinds
from touchmove.daemon.files.kinds import is_another
from touchmove.daemon.files.places import (
    FOLDER,
    LOG,
    MESSAGES,
    PGN,
    TOKEN,
    Mark,
    Place,
    is_same,
    marks,
    places,
)
from touchmove.errors import InputError, one_line

Faults = dict[lines.Path, str]
"""What is wrong with what a key names, in words: the first thing for each key."""


def faults(config: Config, file: Path | None) -> Faults:
    """Everything that is wrong with the files of a configuration, which is in `file`."""
    return _first(*_dangers(config, places(config, file)), *_unusable(config))


def check_run(config: Config, file: Path | None, options: Mapping[lines.Path, str]) -> None:
    """Rejects, with an `InputError`, files that a run would do harm to, and PGN that it cannot
    write. Of the log it is told by the log itself, and without its messages it can do.

    `options` are the keys that an option of the command line has said, and its name.
    """
    found = _first(
        *_dangers(config, places(config, file), of_log=False),
        *((key, words) for key, words in _unusable(config) if key in (PGN, FOLDER)),
    )
    if found:
        raise refusal(found, file, options)


def check_token_file(config: Config, file: Path | None) -> None:
    """Rejects a token file whose place is another's, that holds something else, or that cannot be
    had, likewise."""
    config = replace(config, web=replace(config.web, enabled=True))  # it is written all the same
    found = faults(config, file)
    found = {key: words for key, words in found.items() if key == TOKEN}
    if found:
        raise refusal(found, file, {})


def sparing(config: Config, file: Path | None) -> Callable[[Path], str]:
    """Says why a file of a board, of whom the configuration need know nothing, is not to be
    written; empty if it may be."""
    others = [place for place in places(config, file) if place.key != FOLDER]

    def why_not(path: Path) -> str:
        for place in others:
            if is_same(path, place.path):
                return f"it is {place.kind.what}"
        return _other_words(kinds.PGN) if is_another(path, kinds.PGN) else ""

    return why_not


def refusal(found: Faults, file: Path | None, options: Mapping[lines.Path, str]) -> InputError:
    """All of it, with a line for each fault: file, line and key, or the option."""
    where = lines.lines_of(file.read_text("utf-8-sig")) if file is not None else {}
    told = [
        f"{options[key]}: {words}"
        if key in options
        else Fault(lines.line_of(where, key), dotted(key), words).within(str(file or ""))
        for key, words in sorted(found.items(), key=lambda one: lines.line_of(where, one[0]) or 0)
    ]
    return InputError("\ntouchmove: ".join(told))


def _first(*found: tuple[lines.Path, str]) -> Faults:
    told: Faults = {}
    for key, words in found:
        told.setdefault(key, words)
    return told


# ------------------------------------------------------------------ harm
def _dangers(
    config: Config, all_places: tuple[Place, ...], *, of_log: bool = True
) -> Iterator[tuple[lines.Path, str]]:
    """Two files that are one, and files that would be overwritten."""
    yield from _same(all_places)
    for place in all_places:
        unwritten = place.key == TOKEN and not config.web.enabled
        if unwritten or (place.key == LOG and not of_log):
            continue
        if is_another(place.path, place.kind):
            yield place.key, f"{_called(place)} {_other_words(place.kind)}; name another"


def _same(all_places: tuple[Place, ...]) -> Iterator[tuple[lines.Path, str]]:
    taken: dict[Mark, Place] = {}
    for place in all_places:
        found = marks(place.path)
        earlier = (taken[mark] for mark in found if mark in taken)
        other = next((each for each in earlier if each.key != place.key), None)
        if other is not None:
            yield place.key, f"{_called(place)} is {_said(other)} already; name another"
        for mark in found:
            taken.setdefault(mark, place)


def _said(place: Place) -> str:
    """`the log, log.file,`"""
    return f"{place.kind.what} ({dotted(place.key)})" if place.key else place.kind.what


def _called(place: Place) -> str:
    name = _quoted(place.path)
    return name if place.named else f"{name}, which comes with it,"


def _quoted(path: Path | str) -> str:
    return f'"{one_line(str(path))}"'


def _other_words(kind: kinds.Kind) -> str:
    return f"holds no {kind.holds}, and what it holds would be lost"


# ------------------------------------------------------------------ no place
def _unusable(config: Config) -> Iterator[tuple[lines.Path, str]]:
    """Files that cannot be had."""
    named = {LOG: config.log.file, MESSAGES: config.messages.file, PGN: config.pgn.file}
    if config.web.enabled:
        named[TOKEN] = config.web.token_file
    for key, path in named.items():
        words = "" if path is None else _why_no_file(path, key)
        if words:
            yield key, f"{_quoted(str(path))} {words}"
    if config.pgn.folder is not None:
        words = _why_no_folder(config.pgn.folder)
        if words:
            yield FOLDER, words


def _why_no_file(path: Path, key: lines.Path) -> str:
    mode = _mode(path)
    if isinstance(mode, int) and stat.S_ISDIR(mode):
        return "is a folder; name a file"
    if isinstance(mode, int) and not stat.S_ISREG(mode):
        return "is no file; name another"
    words = _why_no_folder(path.parent)
    if words:
        return f"cannot be written: its folder {words}"
    # What is replaced as a whole needs no more than its folder.
    if key in (LOG, MESSAGES) and mode is not None and not os.access(path, os.W_OK):
        return f"cannot be written: {_NOT_YOURS}"
    return ""


_NOT_YOURS = "the user who asks this may not; name another, or ask as the one who is to run it"


def _why_no_folder(folder: Path) -> str:
    mode = _mode(folder)
    if mode is None:
        return f"{_quoted(folder)} does not exist; make it, or name another"
    if isinstance(mode, OSError):
        return f"{_quoted(folder)} cannot be entered ({mode.strerror}); {_NOT_YOURS}"
    if not stat.S_ISDIR(mode):
        return f"{_quoted(folder)} is no folder; name another"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"{_quoted(folder)} cannot be written: {_NOT_YOURS}"
    return ""


def _mode(path: Path) -> int | OSError | None:
    """What is there; None if nothing is."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        return error
