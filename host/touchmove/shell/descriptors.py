"""How many files, ports and connections the system lets this program have open, and for whom.

A system has a soft limit for each process, 256 on macOS and often 1,024 on Linux, which the process
may raise itself up to a hard one. It is raised as far as is needed. Where that is not far enough,
viewers get fewer places: a browser must never use up what a board needs to be heard on, or the log
to be written in.

Ref: POSIX.1-2017, getrlimit(): RLIMIT_NOFILE
"""

import resource
from dataclasses import dataclass

from touchmove.shell.listening import BACKLOG, SPARE

OWN = 40
"""The program's own: a hall without a board has 14 open, and files are written beside others."""
OF_A_BOARD = 6
"""A port is five to pyserial, itself and two pipes; one more is for the board's PGN."""
BOARDS = 64
"""A hall."""
LEAST = 8
"""Connections that are let in however little there is: the arbiter has to be."""


@dataclass(frozen=True, slots=True)
class Room:
    """What there is room for at once."""

    limit: int
    """Descriptors that the program may have open."""
    wanted: int
    """How many would be enough for all that was asked for."""
    boards: int
    viewers: int
    spare: int
    """Connections besides the viewers' streams."""

    @property
    def lacks(self) -> str:
        """What is lacking and what to do about it, for people; empty if nothing is."""
        if self.limit >= self.wanted:
            return ""
        return (
            f"this system lets the program have {self.limit} files open, and {self.wanted} are "
            f"wanted: there is room for {self.boards} boards and {self.viewers} viewers; allow "
            f"more with ulimit -n {self.wanted}, or LimitNOFILE={self.wanted} in a service's unit"
        )


def shared(limit: int, boards: int, viewers: int) -> Room:
    """How so many descriptors are shared: boards first, then connections.

    Never more than was asked for, never less than `LEAST` connections.
    """
    ours = OWN + BACKLOG
    wanted = ours + OF_A_BOARD * boards + viewers + SPARE
    left = limit - ours - OF_A_BOARD * boards
    connections = min(max(left, LEAST), viewers + SPARE)
    spare = min(SPARE, max((connections + 1) // 2, connections - viewers))
    room_for_boards = max(0, limit - ours - connections) // OF_A_BOARD
    return Room(limit, wanted, min(boards, room_for_boards), connections - spare, spare)


def make_room(boards: int, viewers: int) -> Room:
    """Raise the limit of this process as far as is needed and allowed; what there is room for."""
    wanted = shared(0, boards, viewers).wanted
    return shared(_raised_to(wanted), boards, viewers)


def _raised_to(wanted: int) -> int:
    """The limit that holds then: at least `wanted`, or as near to it as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft >= wanted:
        return soft
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # macOS refuses more than the kernel's own limit
        return soft
    return max(soft, most)
