"""A view that runs its clocks on by itself shows what the table will say."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import time_controls
from touchmove.events import Tick
from touchmove.game.step import advance
from touchmove.game.table import Phase, new_table
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.time_control import TimeControl
from touchmove.units import Millis
from touchmove.view.snapshot import Snapshot, take
from touchmove.view.terminal import advanced

CLASSICAL, LAWS = PROFILES["classical"], EDITIONS["2023"]


def clocks(snapshot: Snapshot) -> tuple[object, ...]:
    return (
        snapshot.clock_ms,
        snapshot.clock_periods,
        snapshot.clock_coming,
        snapshot.clock_waits_ms,
        snapshot.at_ms,
    )


@given(st.none() | time_controls(most_s=60), st.integers(0, 90_000), st.integers(0, 90_000))
def test_a_snapshot_runs_on_as_the_clock_does(
    control: TimeControl | None, first_ms: int, more_ms: int
) -> None:
    """From any moment to any later one, until a flag falls."""
    table, _ = advance(new_table(Rules(CLASSICAL, LAWS, control)), Tick(Millis(first_ms)))
    later, _ = advance(table, Tick(Millis(first_ms + more_ms)))
    if later.phase is Phase.PLAYING:
        assert clocks(advanced(take(table), Millis(more_ms))) == clocks(take(later))
