"""The one place where a table changes: events that come late, effects that are told once."""

import chess

from tests.playing import record_of, table_after
from touchmove.events import ClockPressed, Lifted, PromotionNamed, Resigned, Tick
from touchmove.game.effects import (
    Alerted,
    AlertWithdrawn,
    Effect,
    GameStarted,
    MoveCompleted,
    MoveRevised,
)
from touchmove.game.step import advance, deadline, step, unfold
from touchmove.game.table import new_table
from touchmove.units import Millis


def test_an_event_from_the_past_happens_now() -> None:
    table, _ = step(table_after("-e2 +e4 !W ~1000"), Resigned(Millis(3), chess.BLACK))
    assert table.now == 1500
    assert table.outcome is not None
    assert table.outcome.at == 1500


def test_a_deadline_is_named_only_while_something_waits() -> None:
    assert deadline(table_after("-e2")) is None
    assert deadline(table_after('[Profile "unclocked"]\n-e2 +e4')) == 750
    assert deadline(table_after('[TimeControl "60"]\n-e2')) == 60_000
    assert deadline(table_after('[TimeControl "60"]\n-e2'), flags=False) is None
    assert deadline(table_after("-e2 !W")) == 551


def test_what_fell_due_before_an_event_happens_first() -> None:
    table = table_after('[Profile "unclocked"]\n-e2 +e4')
    table, effects = advance(table, Lifted(Millis(9_000), chess.E4))
    (completed,) = [effect for effect in effects if isinstance(effect, MoveCompleted)]
    assert (completed.san, completed.at) == ("e4", 250)


def test_every_effect_is_told_once() -> None:
    script = '[Profile "unclocked"]\n-e2 +e3 ~1500 -e3 +e4 ~1500 -e7 +e5 ~1500'
    record = record_of(script)
    table = new_table(record.rules)
    told: list[Effect] = []
    for event in record.events:
        table, effects = advance(table, event)
        told += effects
    kinds = [type(effect) for effect in told]
    assert kinds == [MoveCompleted, MoveRevised, Alerted, MoveCompleted]  # e3 had been released


def test_naming_the_kind_that_was_assumed_revises_nothing() -> None:
    fen = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
    table = table_after(fen + "-e7 +e8 !W")
    _, effects = step(table, PromotionNamed(Millis(900), chess.QUEEN))
    assert [type(effect) for effect in effects] == [AlertWithdrawn]
    _, effects = step(table, PromotionNamed(Millis(900), chess.ROOK))
    assert {type(effect) for effect in effects} == {AlertWithdrawn, MoveRevised}


def test_the_finished_game_is_the_table_before_the_new_one() -> None:
    table = table_after("-e2 +e4 !W @resign W\n-e4 +e2")
    steps = list(unfold(table, Tick(Millis(9_000))))
    following, effects = steps[0]
    assert [type(effect) for effect in effects] == [GameStarted]
    assert (len(table.moves), len(following.moves)) == (1, 0)


def test_a_clock_that_was_never_started_starts_with_the_first_touch() -> None:
    table = table_after("@new\n~5000")
    assert table.clock.running is None
    table, _ = advance(table, Lifted(Millis(6_000), chess.E2))
    assert (table.clock.running, table.clock.since) == (chess.WHITE, 6_000)
    table, _ = advance(table, ClockPressed(Millis(7_000), chess.BLACK))
    assert table.clock.reading_ms(Millis(7_000)) == (1_000, 0)
