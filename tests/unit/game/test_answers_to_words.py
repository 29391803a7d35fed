"""A word is always answered: carried out, and something has changed, or refused with a reason."""

from itertools import product

import pytest

from tests.playing import table_after
from touchmove.events import ClockStated, Event, Tick
from touchmove.game.effects import Effect, WordRefused
from touchmove.game.step import advance
from touchmove.game.table import Table
from touchmove.game.telling import is_unchanged
from touchmove.script.vocabulary import WORDS
from touchmove.script.words import read_word
from touchmove.units import Millis

STATES = {
    "begun": "~1",
    "played": "-e2 +e4 !W ~5000",
    "pending": "-e2 +e4 ~800",
    "timed": '[TimeControl "300+3"]\n-e2 +e4 !W ~5000',
    "paused": "-e2 +e4 !W @pause\n~500",
    "restoring": "-e2 +e5 !W ~800",
    "adjourned": "-e2 +e4 !W @seal e7e5\n~500",
    "over": "@resign W\n~500",
    "offered": "-e2 +e4 @offer draw W\n!W ~300",
    "casual": '[Profile "casual"]\n-e2 +e4 ~2000',
    "from outside": "@remote e2e4\n~500",
    "unheard": "-e2 +e4 !W @link down\n~500",
}
ARGUMENTS = {
    "W or B": ("W", "B"),
    "W, B or both": ("W",),
    "+60 or -60": ("+60", "+0"),
    "e2e4": ("e2e4", "e7e5"),
    "e2e4 or ?": ("?",),
    "q, r, b or n": ("q",),
    "1-0, 0-1, 1/2-1/2 or 0-0": ("1-0",),
}


def words(table: Table) -> list[str]:
    """Every word of the vocabulary, with what may follow it; that position is what stands. What a
    board says of its own clock is no word of a person, and waits for no answer."""
    said = []
    for form in WORDS:
        if form.kind is ClockStated:
            continue
        needed = [argument.form for argument in form.arguments if argument.form[0] != "["]
        if "FEN" in needed:
            said.append(f"{form.name} {table.shown.fen}")
        else:
            given = product(*(ARGUMENTS[each] for each in needed))
            said += [" ".join((form.name, *texts)) for texts in given]
    return said


def say(table: Table, word: str) -> tuple[Table, Table, tuple[Effect, ...]]:
    """The table just before the word and after it, and what became true with it."""
    at = Millis(table.now + 100)
    event: Event = read_word(word, at)
    before, _ = advance(table, Tick(at))
    after, effects = advance(before, event)
    return before, after, effects


def _forgetful(table: Table) -> Table:
    """The table without what it remembers of the past, words among it."""
    return table._replace(said=(), since=(), promotions=(), pages=(), acts=(), acted=0)


@pytest.mark.parametrize("state", STATES)
def test_a_word_that_changes_nothing_is_refused(state: str) -> None:
    table = table_after(STATES[state])
    for word in words(table):
        said = table
        for times in (1, 2, 3):
            before, said, effects = say(said, word)
            if any(isinstance(effect, WordRefused) for effect in effects):
                continue
            same = is_unchanged(_forgetful(before), _forgetful(said))
            assert not same, f"{word}, said {times} times"


@pytest.mark.parametrize(
    ("state", "word", "reason"),
    [
        ("played", "time W +0", "no second is given or taken"),
        ("played", "link up", "the board has been heard all the time"),
        ("unheard", "link down", "the board is not heard as it is"),
        ("offered", "offer draw W", "the offer of White stands until it is answered"),
        (
            "played",
            "correct rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "that position stands, and the game goes on from it",
        ),
    ],
)
def test_it_is_said_why(state: str, word: str, reason: str) -> None:
    _, _, effects = say(table_after(STATES[state]), word)
    (refused,) = effects
    assert isinstance(refused, WordRefused)
    assert refused.reason == reason


def test_a_position_in_which_something_was_touched_may_be_set_again() -> None:
    """The touches are forgotten with it."""
    touched = table_after("-e2 +e2 ~800")
    _, after, effects = say(touched, f"correct {touched.position.fen}")
    assert not any(isinstance(effect, WordRefused) for effect in effects)
    assert after.turn.trace.edges == ()
