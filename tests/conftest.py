"""What several folders of tests start from."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import chess
import pytest
from hypothesis import settings

from touchmove.lamp import DARK
from touchmove.units import Millis
from touchmove.view.snapshot import Ply, Snapshot

# In CI the examples are the same every time; at home they are new ones. Deadlines would be timed
# assertions: a slow machine is no fault.
settings.register_profile("home", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "home")


def snapshot_of(sans: Iterable[str], **changes: Any) -> Snapshot:
    """A game in progress after these moves, each side with 90 minutes, 20 s used for each move."""
    board = chess.Board()
    clocks = [Millis(5_400_000), Millis(5_400_000)]
    plies = []
    for at, san in enumerate(sans):
        move = board.parse_san(san)
        board.push(move)
        clocks[at % 2] = Millis(clocks[at % 2] - 20_000)
        plies.append(Ply(san, move.uci(), board.fen(), clocks[at % 2], "witnessed", True))
    fields: dict[str, Any] = {
        "tags": (("Event", "Club evening"), ("White", "Ada"), ("Black", "Emanuel")),
        "phase": "playing",
        "start_fen": chess.STARTING_FEN,
        "plies": tuple(plies),
        "fen": board.fen(),
        "check": board.king(board.turn) if board.is_check() else None,
        "clock_ms": (clocks[0], clocks[1]),
        "clock_counts_up": False,
        "running": "W" if board.turn else "B",
        "at_ms": Millis(20_000 * len(plies)),
        "result": "*",
        "termination": None,
        "lamps": DARK,
        "lift": (),
        "place": (),
        "illegal": (0, 0),
        "alerts": (),
        "linked": True,
    }
    return Snapshot(**(fields | changes))


@pytest.fixture
def snapshot_after() -> Callable[..., Snapshot]:
    """`snapshot_after(["e4", "e5"], phase="restoring", ...)`."""
    return snapshot_of
