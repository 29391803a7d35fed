"""Values that change many times a second: the same named tuple with some of its fields replaced.

`_replace` as Python makes it goes through every field by name. With many fields that is a good part
of what an event costs, so a named tuple that every touch replaces is given this one instead:

    Table._replace = replacing(Table)
"""

from collections.abc import Callable
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=tuple[Any, ...])


def replacing(kind: type[Kind]) -> Callable[..., Kind]:
    """What `kind._replace` does, at a third of its price. A field that is none is a KeyError."""
    new = tuple.__new__
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    numbers = {field: number for number, field in enumerate(fields)}

    def replaced(value: Kind, /, **changes: object) -> Kind:
        values = [*value]
        for field in changes:
            values[numbers[field]] = changes[field]
        return new(kind, values)

    return replaced
