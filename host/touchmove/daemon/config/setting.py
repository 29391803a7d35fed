"""How one key of the configuration is written down: a field with default, sentence and kind.

A kind takes what TOML gave and returns the value, or says in a `ValueError` what is wrong with it.
Every kind is bounded: a text in letters, a list in entries, a number at both ends.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Generic, TypeVar

from touchmove.errors import one_line
from touchmove.script.time_control import parse

T = TypeVar("T")

TEXT_MAX = 200
"""Letters of a text: more than any name of an event, and a line of a PGN file."""
PATH_MAX = 1000
"""Letters of a path; Linux takes some 4,000, macOS 1,000."""
LIST_MAX = 64
"""Entries of a list: one for each board of a hall."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """What may stand after a key."""

    what: str
    """For people, after "is": `a whole number from 0 to 65535`."""
    read: Callable[[object], T]
    """Raises ValueError with what is wrong."""


def setting(default: T, says: str, kind: Kind[T]) -> T:
    """A field that is a key of the file: its default, one sentence about it, and its kind."""
    assert "\n" not in says
    key: T = field(default=default, metadata={"says": says, "kind": kind})
    return key


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a section, as `setting` wrote it down."""

    name: str
    default: object
    says: str
    kind: Kind[Any]


def keys_of(section: type) -> tuple[Key, ...]:
    """The keys of a section, in its order."""
    return tuple(
        Key(each.name, each.default, each.metadata["says"], each.metadata["kind"])
        for each in fields(section)
        if each.metadata
    )


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean "port"?` where something known is spelled nearly so, else nothing."""
    close = get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ""


# ------------------------------------------------------------------ kinds
def _kind(what: str, take: Callable[[object], T | None]) -> Kind[T]:
    """A kind whose refusal is always the same sentence; `take` gives None for it."""

    def read(value: object) -> T:
        taken = take(value)
        if taken is None:
            raise ValueError(f"{shown(value)} is not {what}")
        return taken

    return Kind(what, read)


def shown(value: object) -> str:
    """A value of the file in a sentence: short, and on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            text = one_line(value)
            return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
        case int() | float():
            return _float_shown(value) if isinstance(value, float) else _whole_shown(value)
        case list():
            return "a list"
        case dict():
            return "a section"
        case _:
            return "a date or a time"


def _whole_shown(value: int) -> str:
    return str(value) if abs(value) < 10**18 else "a number beyond all bounds"


def _float_shown(value: float) -> str:
    """With its point, by which it is no whole number."""
    text = f"{value:.12g}"
    return text if set(text) & set(".en") else f"{text}.0"


def not_shown(text: str) -> str | None:
    """What of a text cannot be shown on one line, in words; None if all of it can."""
    letter = next((letter for letter in text if not letter.isprintable()), None)
    if letter is None:
        return None
    sign = f"U+{ord(letter):04X}"
    if letter in _LINE_ENDS:
        return f"the end of a line ({sign})"
    if "\ud800" <= letter <= "\udfff":
        return f"half a character ({sign}, a surrogate)"
    return f"a sign that cannot be shown ({sign})"


_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


TRUTH: Kind[bool] = _kind("true or false", lambda v: v if isinstance(v, bool) else None)


def whole(least: int, most: int) -> Kind[int]:
    """A whole number, bounds included."""

    def take(value: object) -> int | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        return value if least <= value <= most else None

    kind = _kind(f"a whole number from {least} to {most}", take)

    def read(value: object) -> int:
        if isinstance(value, float) and value.is_integer() and least <= value <= most:
            raise ValueError(
                f"{shown(value)} is not {kind.what}: write {value:.0f}, without a point"
            )
        return kind.read(value)

    return Kind(kind.what, read)


def text(most: int = TEXT_MAX) -> Kind[str]:
    """A text of one line."""

    what = f"a text of one line and at most {most} letters"

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError(f"{shown(value)} is not {what}")
        if len(value) > most:
            raise ValueError(f"{shown(value)} is not {what}: it has {len(value)}")
        unshown = not_shown(value)
        if unshown is not None:
            raise ValueError(f"{shown(value)} is not {what}: it has {unshown}")
        return value

    return Kind(what, read)


def one_of(names: Iterable[str]) -> Kind[str]:
    """One of some names."""
    known = tuple(names)
    what = f"one of {', '.join(known)}"

    def read(value: object) -> str:
        if value in known:
            return str(value)
        meant = near(str(value), known) if isinstance(value, str | int) else ""
        raise ValueError(f"{shown(value)} is not {what}{meant}")

    return Kind(what, read)


def _path(value: object) -> Path | None:
    if not isinstance(value, str) or not 0 < len(value) <= PATH_MAX:
        return None
    return Path(value) if value.isprintable() else None


PATH: Kind[Path] = _kind("the name of a file", _path)


def _read_maybe(value: object) -> Path | None:
    return None if value == "" else PATH.read(value)


MAYBE_PATH: Kind[Path | None] = Kind('the name of a file or folder, or "" for none', _read_maybe)


def several(kind: Kind[T], what: str) -> Kind[tuple[T, ...]]:
    """A list of things of one kind."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list) or len(value) > LIST_MAX:
            raise ValueError(f"{shown(value)} is not a list of at most {LIST_MAX} {what}")
        return tuple(kind.read(each) for each in value)

    return Kind(f"a list of at most {LIST_MAX} {what}", read)


def _device(value: object) -> str | None:
    path = _path(value)
    if path is None or not path.is_absolute():
        return None
    return str(value) if _closes_brackets(str(value)) else None


def _closes_brackets(pattern: str) -> bool:
    """As `fnmatch` reads them: one that is not closed stands for itself, and finds nothing."""
    at = pattern.find("[")
    while at >= 0:
        first = at + 1 + pattern.startswith("!", at + 1)
        end = pattern.find("]", first + 1)
        if end < 0:
            return False
        at = pattern.find("[", end)
    return True


DEVICE: Kind[str] = _kind(
    "the whole path of a port, such as /dev/ttyACM0, or a pattern whose [ are closed", _device
)

_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*")


def _host(value: object) -> str | None:
    if not isinstance(value, str) or len(value) > 253:
        return None
    try:
        ipaddress.ip_address(value)
    except ValueError:
        # A name whose last part is a number is an address to every resolver, and this is none.
        is_number = value.rpartition(".")[2].isdigit()
        return value if _NAME.fullmatch(value) and not is_number else None
    return value


HOST: Kind[str] = _kind("an address or the name of a machine", _host)


def _time_control(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f'{shown(value)} is not a text, such as "5400+30"')
    parse(value)  # its TimeControlError is a ValueError
    return value


TIME_CONTROL: Kind[str] = Kind('a time control, as in PGN; "-" is none', _time_control)
