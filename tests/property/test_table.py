"""Whatever happens at a board, the table stays whole."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import disturbed_games, streams
from touchmove.events import Event, Tick
from touchmove.game.step import TRANSITIONS, advance, deadline, step
from touchmove.game.table import Phase, Table, new_table
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.script.time_control import parse
from touchmove.units import Millis
from touchmove.view.bulletin import pgn
from touchmove.view.lamps import lamps
from touchmove.view.snapshot import take

rules = st.builds(
    Rules,
    profile=st.sampled_from(list(PROFILES.values())),
    edition=st.sampled_from(list(EDITIONS.values())),
    time_control=st.sampled_from(
        [None, *map(parse, ("300+3", "40/60:30", "60S5", "1/60:60B9", "9Y3x30", "W*90-B*60"))]
    ),
    start_running=st.booleans(),
)


def _whole(table: Table) -> None:
    """What must hold of every table."""
    position = table.start
    for entry in table.moves:
        assert position.is_legal(entry.move)
        assert position.san(entry.move) == entry.san
        position = position.after(entry.move)
    assert position.fen == table.position.fen
    reading = table.clock.reading_ms(max(table.now, table.clock.since))
    assert min(reading) >= 0
    assert (table.phase is Phase.OVER) == (table.outcome is not None)
    if table.phase is Phase.OVER:
        assert table.clock.running is None
    following = deadline(table)
    assert following is None or following >= table.now
    if table.pending is not None:
        assert table.position.is_legal(table.pending)


@given(rules, streams())
def test_any_stream_leaves_a_whole_table(rules: Rules, stream: tuple[Event, ...]) -> None:
    """Legal moves, clocks that are not negative, views that can be drawn."""
    table = new_table(rules)
    for event in stream:
        table, _ = advance(table, event)
        _whole(table)
    take(table)
    assert len(lamps(table)) == 64
    assert pgn(table).endswith("\n")


@given(rules, disturbed_games())
def test_disturbed_hands_leave_a_whole_table(rules: Rules, stream: tuple[Event, ...]) -> None:
    """The same for hands that mean something and edges that go missing."""
    table = new_table(rules)
    for event in stream:
        table, _ = advance(table, event)
    _whole(table)
    take(table)
    assert pgn(table).endswith("\n")


@given(rules, disturbed_games())
def test_the_same_events_give_the_same_table(rules: Rules, stream: tuple[Event, ...]) -> None:
    """A host that starts again from the log is where it was."""
    once = again = new_table(rules)
    for event in stream:
        once, _ = advance(once, event)
    for event in stream:
        again, _ = advance(again, event)
    assert take(once) == take(again)


@given(rules, streams(max_size=25), st.lists(st.integers(0, 5000), max_size=10))
def test_being_told_the_time_changes_nothing(
    rules: Rules, stream: tuple[Event, ...], looks: list[int]
) -> None:
    """Ticks in between give the same table: only deadlines matter, not how often one looks."""
    plain = ticked = new_table(rules)
    moments = sorted(looks)
    for event in stream:
        plain, _ = advance(plain, event)
        while moments and moments[0] < event.at:
            ticked, _ = advance(ticked, Tick(Millis(moments.pop(0))))
        ticked, _ = advance(ticked, event)
    assert take(plain) == take(ticked)


@given(rules, st.one_of(streams(max_size=25), disturbed_games()))
def test_whatever_time_would_change_has_a_moment_that_is_to_come(
    rules: Rules, stream: tuple[Event, ...]
) -> None:
    """After any event the time it happened at brings nothing: a log without heartbeats says all."""
    table = new_table(rules)
    for event in stream:
        table, _ = advance(table, event)
        if deadline(table) != table.now:  # a flag may fall this very moment
            later, effects = step(table, Tick(table.now))
            assert effects == ()
            assert take(later) == take(table)


def test_every_pair_of_phase_and_event_answers() -> None:
    """No event meets a phase that has no word for it."""
    kinds = set(Event.__args__)
    assert set(TRANSITIONS) == {(phase, kind) for phase in Phase for kind in kinds}


@given(rules)
def test_a_tick_is_no_event_by_itself(rules: Rules) -> None:
    """Time passes without anything happening, as long as nothing waits for it."""
    table = new_table(Rules(rules.profile, rules.edition, None))
    later, effects = step(table, Tick(Millis(10_000_000)))
    assert effects == ()
    assert later.moves == ()
