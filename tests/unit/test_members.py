"""Enumerations whose members are plain attributes."""

import copy
import pickle
from enum import Enum

import pytest

from touchmove.game.pending import Phase, Results


@pytest.mark.parametrize("kind", [Phase, Results])
def test_an_enumeration_stays_what_it_was(kind: type[Enum]) -> None:
    for member in kind:
        assert getattr(kind, member.name) is member is kind[member.name] is kind(member.value)
        assert copy.deepcopy(member) is pickle.loads(pickle.dumps(member)) is member
        assert vars(kind)[member.name] is member, "no descriptor in between"
        assert {member: 1}[kind(member.value)] == 1


def test_nobody_gives_a_member_another_value() -> None:
    with pytest.raises(AttributeError):
        Phase.PLAYING = Phase.OVER  # type: ignore[misc, assignment]
