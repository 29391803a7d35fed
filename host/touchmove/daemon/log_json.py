"""Lines of JSON in a log, field by field: each is of its type and within its bounds.

A chain says that nobody has changed a line since it was written, and nothing of who wrote it: an
imported log may hold any. What no touchmove has written is a `ValueError` that says which field.
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")
WHOLE_MAX = 2**64 - 1
"""Largest whole number, either way: a board of 64 squares, more milliseconds than anybody has."""


def loaded(text: str) -> dict[str, Any]:
    """The object that a line holds."""
    try:
        said = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(said, dict):
        raise ValueError("no object")
    return said


def field(said: Mapping[str, Any], name: str, kind: type[T]) -> T:
    """One field, which must be there and of exactly this type."""
    value = said.get(name)
    if type(value) is not kind:
        raise ValueError(f"{name} is no {kind.__name__}")
    if isinstance(value, int) and abs(value) > WHOLE_MAX:
        raise ValueError(f"{name} is out of range")
    return value


def pair(said: Mapping[str, Any], name: str, kind: type[T]) -> tuple[T, T]:
    """One field that is two values of this type."""
    values = field(said, name, list)
    if len(values) != 2:
        raise ValueError(f"{name} is no pair")
    one, other = ({name: value} for value in values)
    return field(one, name, kind), field(other, name, kind)


def whole(text: str) -> int:
    """A whole number that stands by itself."""
    return field({"number": int(text)}, "number", int)
