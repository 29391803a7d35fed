"""What a system lets the program have open is shared so that boards come first."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchmove.shell.descriptors import BOARDS, LEAST, OF_A_BOARD, OWN, shared
from touchmove.shell.feed import VIEWERS
from touchmove.shell.listening import BACKLOG, SPARE

NEEDED = OWN + BACKLOG + LEAST
"""With fewer no program of this kind can be used."""


@given(limit=st.integers(0, 2_000), boards=st.integers(0, 256), viewers=st.integers(1, 1_000))
def test_what_is_given_away_is_there_and_boards_come_first(
    limit: int, boards: int, viewers: int
) -> None:
    room = shared(limit, boards, viewers)
    taken = OF_A_BOARD * room.boards + room.viewers + room.spare
    assert 0 <= room.boards <= boards
    assert 1 <= room.viewers <= viewers
    assert 1 <= room.spare <= SPARE
    if limit >= NEEDED:
        assert OWN + BACKLOG + taken <= limit
    if room.boards < boards:
        assert room.viewers + room.spare <= LEAST
    if limit >= room.wanted:
        assert (room.boards, room.viewers, room.spare) == (boards, viewers, SPARE)
    assert bool(room.lacks) == (limit < room.wanted)


def test_a_hall_and_its_viewers_take_as_many_as_the_documents_say() -> None:
    assert shared(0, BOARDS, VIEWERS).wanted == 720


def test_what_lacks_is_said_with_what_to_do() -> None:
    assert shared(256, 64, 200).lacks == (
        "this system lets the program have 256 files open, and 720 are wanted: there is room for "
        "29 boards and 4 viewers; allow more with ulimit -n 720, or LimitNOFILE=720 in a service's "
        "unit"
    )


@pytest.mark.parametrize(
    ("soft", "hard", "then"), [(256, 1_024, 720), (256, 512, 512), (900, 1_024, 900)]
)
def test_the_limit_is_raised_as_far_as_is_needed_and_allowed(
    soft: int, hard: int, then: int
) -> None:
    """In a process of its own: a limit that was lowered cannot be raised again."""
    program = (
        "import resource as r; from touchmove.shell.descriptors import make_room;"
        f"r.setrlimit(r.RLIMIT_NOFILE, ({soft}, {hard}));"
        "room = make_room(64, 200); print(room.limit, *r.getrlimit(r.RLIMIT_NOFILE))"
    )
    said = subprocess.run(
        (sys.executable, "-c", program), check=True, capture_output=True, text=True
    )
    assert said.stdout.split() == [str(then), str(then), str(hard)]
