"""A host that is killed at any instant loses no move and invents none."""

from pathlib import Path

import pytest

from tests.faults import kills
from tests.faults.power_cut import compiled


@pytest.mark.slow
def test_a_host_that_is_killed_again_and_again_has_the_whole_game_in_the_end(
    tmp_path: Path,
) -> None:
    """As `python -m tests.faults.kills`, which does it a thousand times."""
    sums = kills.run(iter([1]), kills=10, library=compiled(tmp_path))
    assert (sums.games, sums.kills.total()) == (1, 10)
    assert sums.worst_clock_ms <= kills.CLOCK_MS
