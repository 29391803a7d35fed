"""Words are always answered, and one that is taken back was never said."""

from dataclasses import replace

import chess
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.property.test_table import rules
from tests.strategies import disturbed_games, spoken, streams
from touchmove import events
from touchmove.daemon.desk import possible
from touchmove.events import Event, Tick, Word, WordTakenBack
from touchmove.game.effects import GameStarted, WordRefused, WordUndone
from touchmove.game.step import advance, step
from touchmove.game.table import Table, new_table
from touchmove.replay import as_json
from touchmove.rules import Rules
from touchmove.script.vocabulary import WORDS, form_of
from touchmove.script.words import read_word, word_text
from touchmove.units import Millis
from touchmove.view.snapshot import take


def after(table: Table, happened: tuple[Event, ...]) -> Table:
    for event in happened:
        table, _ = advance(table, event)
    return table


def later(happened: tuple[Event, ...], by_ms: int) -> tuple[Event, ...]:
    return tuple(replace(event, at=Millis(event.at + by_ms)) for event in happened)


def unspoken(happened: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same without what people said."""
    return tuple(event for event in happened if not isinstance(event, Word))


def shown(table: Table) -> tuple[object, ...]:
    """All that anybody can see of a table."""
    return take(table), as_json(table, table.now), table.phase, table.displaced


@given(rules, disturbed_games() | streams(), spoken, st.integers(0, 3000))
def test_a_word_is_carried_out_or_refused_and_never_ignored(
    rules: Rules, stream: tuple[Event, ...], word: Word, wait_ms: int
) -> None:
    table = after(new_table(rules), stream)
    word = replace(word, at=Millis(table.now + wait_ms))
    table, _ = advance(table, Tick(word.at))
    following, effects = step(table, word)
    refused = [effect for effect in effects if isinstance(effect, WordRefused)]
    if refused:
        assert following == table
        assert effects == tuple(refused)
        assert refused[0].reason
    else:
        assert effects or following._replace(said=(), since=()) != table._replace(said=(), since=())


@given(rules, disturbed_games() | streams(), spoken, disturbed_games() | streams())
def test_a_word_taken_back_was_never_said(
    rules: Rules, before: tuple[Event, ...], word: Word, since: tuple[Event, ...]
) -> None:
    """The table is the one that never heard it, the clocks included, unless it stopped the game."""
    start = after(new_table(rules), before)
    word = replace(word, at=start.now)
    said, effects = advance(start, word)
    assume(not any(isinstance(effect, WordRefused) for effect in effects))
    assume(not said.said[-1].stopped)
    happened = later(unspoken(since), word.at)
    heard = after(said, happened)
    assume(heard.said and heard.said[-1].word == word)
    at = Millis(heard.now + 10)
    undone, effects = advance(heard, WordTakenBack(at))
    silent = start
    for event in (*happened, Tick(at)):
        silent, told = advance(silent, event)
        assume(not any(isinstance(effect, GameStarted) for effect in told))
    assert WordUndone(at, word) in effects
    assert shown(undone) == shown(silent)


STOPPING = (
    events.Resigned(Millis(0), chess.WHITE),
    events.ResultEntered(Millis(0), "0-1", "agreed"),
    events.Defaulted(Millis(0), True, True),
    events.DeadRuled(Millis(0)),
    events.WrongStartFound(Millis(0)),
    events.MoveSealed(Millis(0), None),
    events.NewGame(Millis(0)),
)
"""Words after which nobody plays."""


@given(rules, disturbed_games(), st.sampled_from(STOPPING), streams())
def test_a_word_that_stopped_the_game_is_taken_back_without_loss_of_time(
    rules: Rules, before: tuple[Event, ...], word: Word, since: tuple[Event, ...]
) -> None:
    """The game goes on from the same record with the same times, whatever hands did meanwhile."""
    start = after(new_table(rules), before)
    start, _ = advance(start, Tick(Millis(start.now + 2000)))  # no press waits for its piece
    said, effects = advance(start, replace(word, at=start.now))
    assume(not any(isinstance(effect, WordRefused) for effect in effects))
    assume(said.said[-1].stopped)
    heard = after(said, later(unspoken(since), start.now + 1000))
    assume(heard.said and heard.said[-1].word == said.said[-1].word)
    at = heard.now
    undone, _ = advance(heard, WordTakenBack(at))
    assert (undone.moves, undone.phase, undone.outcome) == (
        start.moves,
        start.phase,
        start.outcome,
    )
    assert undone.clock.reading_ms(undone.clock.since) == start.clock.reading_ms(
        max(start.now, start.clock.since)
    )
    assert undone.clock.running == start.clock.running
    assert undone.occupied == heard.occupied


@given(rules, st.lists(spoken, min_size=1, max_size=12))
def test_words_are_taken_back_from_the_last_to_the_first(rules: Rules, words: list[Word]) -> None:
    start = new_table(rules)
    tables = [start]
    for word in words:
        following, effects = advance(tables[-1], word)
        if not any(isinstance(effect, WordRefused) for effect in effects):
            tables.append(following)
    table = tables[-1]
    for before in reversed(tables[-9:-1]):
        table, effects = advance(table, WordTakenBack(table.now))
        assert isinstance(effects[-1], WordUndone)
        due, _ = advance(before, Tick(before.now))
        assert shown(table) == shown(due)
    _, effects = step(table, WordTakenBack(table.now))
    assert len(tables) > 9 or isinstance(effects[0], WordRefused)


@given(rules, streams(max_size=200))
def test_what_is_remembered_of_words_is_bounded(rules: Rules, stream: tuple[Event, ...]) -> None:
    table = new_table(rules)
    for event in stream:
        table, _ = advance(table, event)
        assert len(table.said) <= 8
        assert all(not said.before.said for said in table.said)


@given(spoken | st.just(WordTakenBack(Millis(0))))
def test_every_word_reads_back_as_it_was_written(word: Word) -> None:
    assert read_word(word_text(word), word.at) == word


def test_every_word_has_a_form_and_every_form_a_sentence() -> None:
    assert {form.kind for form in WORDS} >= set(Word.__args__)
    assert all(form.says.endswith(".") for form in WORDS)
    assert len({form.name for form in WORDS}) == len(WORDS)


@given(rules, disturbed_games() | streams(max_size=30))
def test_what_a_desk_offers_is_taken_and_nothing_else_is(
    rules: Rules, stream: tuple[Event, ...]
) -> None:
    table = after(new_table(rules), stream)
    for choice in possible(table):
        assert bool(choice.texts) is (choice.reason is None)
        for text in choice.texts[:2]:
            word = read_word(text, table.now)
            assert form_of(word) is choice.form
            _, effects = step(table, word)
            assert not any(isinstance(effect, WordRefused) for effect in effects)
