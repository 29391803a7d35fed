"""A game does not depend on how the board stands, and neither does finding that out."""

from dataclasses import replace
from random import Random

import chess
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import disturbed_games, streams
from touchmove.arbiter.orientation import as_played, quarter_turns, turned
from touchmove.events import Event
from touchmove.game.step import advance
from touchmove.game.table import Table, new_table
from touchmove.hands import HUMAN, NOISY, play
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.script.time_control import parse
from touchmove.view.snapshot import take

rules = st.builds(
    Rules,
    profile=st.sampled_from(list(PROFILES.values())),
    edition=st.sampled_from(list(EDITIONS.values())),
    time_control=st.sampled_from([None, parse("300+3")]),
    start_running=st.booleans(),
)


@st.composite
def games(draw: st.DrawFn) -> tuple[Event, ...]:
    """A few moves by people's hands, some of them clumsy."""
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    board = chess.Board()
    moves = []
    for _ in range(draw(st.integers(0, 8))):
        moves.append(chance.choice(list(board.legal_moves)))
        board.push(moves[-1])
    handling = draw(st.sampled_from([HUMAN, NOISY]))
    return tuple(play(chess.Board(), moves, handling, chance.randrange(2**32)))


def played(rules: Rules, orientation: str, stream: tuple[Event, ...]) -> Table:
    table = new_table(replace(rules, orientation=orientation))
    for event in stream:
        table, _ = advance(table, event)
    return table


def other_end(stream: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(as_played(event, is_turned=True) for event in stream)


def on_record(table: Table) -> tuple[object, ...]:
    clock = table.clock.reading_ms(max(table.now, table.clock.since))
    return table.moves, table.outcome, table.illegal, clock, table.pending


@given(rules, streams() | disturbed_games())
def test_a_board_that_is_said_to_stand_turned_gives_the_same_game(
    rules: Rules, stream: tuple[Event, ...]
) -> None:
    """Whatever happens on it."""
    plain = take(played(rules, "white", stream))
    assert take(played(rules, "black", other_end(stream))) == plain


@given(rules, streams() | disturbed_games())
def test_what_is_found_out_does_not_depend_on_how_the_board_stands(
    rules: Rules, stream: tuple[Event, ...]
) -> None:
    """Whatever happens on it: White's end is found by what is moved, not by where it is."""
    one, two = played(rules, "auto", stream), played(rules, "auto", other_end(stream))
    assert on_record(one) == on_record(two)
    assert one.phase is two.phase


@given(rules, games())
def test_people_who_play_are_understood_however_the_board_stands(
    rules: Rules, stream: tuple[Event, ...]
) -> None:
    """The game that is found out is the one that would have been recorded had it been said."""
    plain = played(rules, "white", stream)
    assert on_record(played(rules, "auto", stream)) == on_record(plain)
    assert on_record(played(rules, "auto", other_end(stream))) == on_record(plain)


@given(st.integers(0, 2**64 - 1))
def test_turning_is_a_way_there_and_back(occupied: int) -> None:
    """Twice by 180 degrees, four times by 90."""
    assert turned(turned(occupied)) == occupied
    left, right = quarter_turns(occupied)
    assert turned(left) == right
    assert quarter_turns(left)[0] == turned(occupied)
    assert occupied in quarter_turns(left)
