"""Enumerations whose members are looked up quickly, as attributes and as keys.

In Python 3.11 a member is read through a descriptor, which costs four times as much as the plain
attribute that 3.12 has, and its hash is that of its name, by a function in Python. The phase of a
table is asked for at every turn of the way of a touch.
"""

from enum import Enum
from typing import TypeVar

Kind = TypeVar("Kind", bound=type[Enum])


def plain_members(kind: Kind) -> Kind:
    """The enumeration itself; decorates it. There is one object for each member."""
    for member in kind:
        type.__setattr__(kind, member.name, member)
    type.__setattr__(kind, "__hash__", object.__hash__)
    return kind
