"""Values that change many times a second: the same value with some of its fields replaced.

`_replace` as Python makes it goes through every field by name. With many fields that is a good part
of what an event costs, so a named tuple that every touch replaces is given this one instead:

    Table._replace = replacing(Table)

and where frozen dataclasses are replaced as often, `replace` stands in for that of `dataclasses`.
"""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

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


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    _known: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}

    def replace(value, /, **changes):
        """What `dataclasses.replace` does, at a third of its price, for a dataclass of two fields
        or more that are all given by place. A field that is none is a KeyError."""
        kind = type(value)
        if kind not in _known:
            names = [field.name for field in fields(kind)]
            assert len(names) > 1, "of one name, `attrgetter` gives no tuple"
            assert all(field.init and not field.kw_only for field in fields(kind)), kind
            _known[kind] = attrgetter(*names), {name: n for n, name in enumerate(names)}
        read, numbers = _known[kind]
        values = [*read(value)]
        for field in changes:
            values[numbers[field]] = changes[field]
        return kind(*values)
