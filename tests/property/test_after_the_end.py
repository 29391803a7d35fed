"""After the end of a game hands change nothing of it, and only a start position begins another."""

from dataclasses import replace

import chess
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import disturbed_games
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    Event,
    Lifted,
    LinkRestored,
    Placed,
    Resigned,
    Tick,
)
from touchmove.game.effects import GameStarted
from touchmove.game.step import advance
from touchmove.game.table import Phase, Table, new_table
from touchmove.replay import replay_on
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES, Rules
from touchmove.script.record import Record
from touchmove.script.time_control import parse
from touchmove.units import Millis
from touchmove.view.bulletin import pgn

START = chess.Board().occupied

rules = st.builds(
    Rules,
    profile=st.sampled_from(list(PROFILES.values())),
    edition=st.sampled_from(list(EDITIONS.values())),
    time_control=st.sampled_from([None, parse("300+3"), parse("5+1")]),
    start_running=st.booleans(),
    orientation=st.sampled_from(ORIENTATIONS),
    chess960=st.booleans(),
)

_AT = Millis(0)
_squares = st.integers(0, 63)
hands = st.lists(
    st.tuples(
        st.one_of(
            st.builds(Lifted, st.just(_AT), _squares),
            st.builds(Placed, st.just(_AT), _squares),
            st.builds(ClockPressed, st.just(_AT), st.booleans()),
            st.builds(BoardSeen, st.just(_AT), st.integers(0, 2**64 - 1)),
            # Pieces that are put back one by one, and kings in the centre.
            st.builds(BoardSeen, st.just(_AT), _squares.map(lambda n: START & ~(1 << n))),
            st.just(BoardSeen(_AT, START & ~0x10 | chess.BB_E4 | chess.BB_D5)),
            st.just(BoardSeen(_AT, START)),
        ),
        st.sampled_from([1, 50, 250, 400, 499, 600, 2_000, 400_000]),
    ),
    max_size=30,
)


def starts(rules: Rules) -> str:
    """Any start position of Chess960 has bishops and knights on other squares."""
    return chess.Board.from_chess960_pos(77).fen() if rules.chess960 else chess.STARTING_FEN


def ended(rules: Rules, stream: tuple[Event, ...]) -> Table:
    """Some game that is over."""
    table = new_table(rules, fen=starts(rules))
    for event in stream:
        if table.phase is not Phase.OVER:
            table, _ = advance(table, event)
    if table.phase is not Phase.OVER:
        table, _ = advance(table, Resigned(table.now, chess.WHITE))
    table, _ = advance(table, LinkRestored(table.now))
    return table


def of_the_game(table: Table) -> tuple[object, ...]:
    clock = table.clock.reading_ms(max(table.now, table.clock.since))
    told = (table.alerts, table.illegal, table.added_ms)
    return table.moves, table.outcome, clock, table.clock.running, told, pgn(table)


def kept_at(table: Table) -> Millis:
    """When the game ended."""
    assert table.outcome is not None
    return table.outcome.at


@given(rules, disturbed_games(), hands)
def test_hands_change_nothing_of_a_game_that_is_over(
    rules: Rules, stream: tuple[Event, ...], hands: list[tuple[Event, int]]
) -> None:
    """Analysis, pieces put away, kings in the centre, the clock stopped once more."""
    table = ended(rules, stream)
    kept = of_the_game(table)
    began = (table.earlier[0].start if table.earlier else table.start).fen
    expected = began if began == starts(rules) else chess.STARTING_FEN
    at, touched = table.now, table.now
    for event, gap in hands:
        stood = table.occupied == START and touched > kept_at(table)
        at = Millis(at + gap)
        following, effects = advance(table, replace(event, at=at))
        if any(isinstance(effect, GameStarted) for effect in effects):
            assert stood
            assert at - touched >= rules.settle_ms
            assert following.moves == ()
            assert following.start.fen == expected
            assert of_the_game(table) == kept
            return
        if following.occupied != table.occupied or isinstance(event, Lifted | Placed):
            touched = at
        table = following
        assert of_the_game(table) == kept
        assert table.phase is Phase.OVER


@given(rules, disturbed_games(), st.integers(500, 100_000), st.booleans())
def test_a_start_position_that_stands_arms_a_game_and_only_a_move_makes_it_one(
    rules: Rules, stream: tuple[Event, ...], stands_ms: int, moves: bool
) -> None:
    """Whatever the board showed before, and however it stands."""
    table = ended(rules, stream)
    first = table.moves
    at = Millis(table.now + 1000)
    armed: list[Event] = [
        BoardSeen(at, 0),
        BoardSeen(Millis(at + 1000), START),
        Tick(Millis(at + 1000 + stands_ms)),
    ]
    turned = 63 if rules.orientation == "black" else 0
    if moves:
        later = at + 2000 + stands_ms
        armed += [
            Lifted(Millis(later), chess.E2 ^ turned),
            Placed(Millis(later + 400), chess.E4 ^ turned),
            Tick(Millis(later + 1400)),
        ]
    record = Record((), rules, starts(rules), tuple(armed), armed[-1].at, 1)
    games = replay_on(table, record)
    assert games[0][0].moves == first
    assert len(games) == 1 + moves
    if moves:
        second = games[1][0]
        san = [entry.san for entry in second.moves]
        assert san == ["e4"] or (san == [] and second.pending == chess.Move.from_uci("e2e4"))
        assert second.start.fen == starts(rules)
