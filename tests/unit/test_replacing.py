"""A quicker `_replace` does what Python's own does."""

from dataclasses import dataclass, field
from dataclasses import replace as pythons
from typing import NamedTuple

import pytest

from touchmove.replacing import replace, replacing


class Point(NamedTuple):
    """Something with fields."""

    x: int
    y: int
    name: str = ""


def test_it_gives_what_pythons_own_gives() -> None:
    replaced, point = replacing(Point), Point(1, 2, "p")
    for changes in ({}, {"x": 5}, {"name": "q", "y": 7}):
        given = replaced(point, **changes)
        assert given == point._replace(**changes)
        assert type(given) is Point
    assert point == Point(1, 2, "p")


def test_a_field_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        replacing(Point)(Point(1, 2), z=3)


@dataclass(frozen=True, slots=True)
class Place:
    """Something frozen."""

    x: int
    name: str = "p"
    more: tuple[int, ...] = field(default_factory=tuple)


def test_dataclasses_are_replaced_as_python_does_it() -> None:
    place = Place(1, "p", (3,))
    assert replace(place) == place
    assert replace(place, x=2) == pythons(place, x=2) == Place(2, "p", (3,))
    assert replace(place, more=(), name="q") == pythons(place, more=(), name="q")
    with pytest.raises(KeyError):
        replace(place, z=3)  # type: ignore[call-arg]
