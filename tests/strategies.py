"""Shared Hypothesis strategies: positions that games reach, time controls, streams of events."""

from dataclasses import replace
from random import Random

import chess
from hypothesis import strategies as st

from touchmove import events
from touchmove.events import Event
from touchmove.hands import NOISY, play
from touchmove.rules import Stage, TimeControl
from touchmove.units import Millis


@st.composite
def boards(draw: st.DrawFn, *, chess960: bool = False) -> chess.Board:
    """A position that random legal moves reach from a start position, not yet over."""
    if chess960:
        board = chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
        board.set_castling_fen("KQkq")
    else:
        board = chess.Board()
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, 120))):
        moves = list(board.legal_moves)
        if not moves:
            break
        # Captures, castling and promotions are what can be got wrong: draw them more often.
        telling = [m for m in moves if board.is_capture(m) or board.is_castling(m) or m.promotion]
        board.push(chance.choice(telling if telling and chance.random() < 0.4 else moves))
    if board.is_game_over():
        board.pop()
    return board


stages = st.builds(
    Stage,
    base_ms=st.integers(1, 7200).map(lambda s: Millis(s * 1000)),
    increment_ms=st.integers(0, 60).map(lambda s: Millis(s * 1000)),
    moves=st.none() | st.integers(1, 60),
    at_zero=st.booleans(),
)

time_controls = st.lists(stages, min_size=1, max_size=3).map(
    lambda drawn: TimeControl(tuple(drawn), tuple(drawn))
)

_squares = st.integers(0, 63)
_colors = st.booleans()
_AT = Millis(0)

happenings: st.SearchStrategy[Event] = st.one_of(
    st.builds(events.Lifted, st.just(_AT), _squares),
    st.builds(events.Placed, st.just(_AT), _squares),
    st.builds(events.BoardSeen, st.just(_AT), st.integers(0, 2**64 - 1)),
    st.builds(events.ClockPressed, st.just(_AT), _colors),
    st.builds(events.LinkLost, st.just(_AT)),
    st.builds(events.LinkRestored, st.just(_AT)),
    st.builds(events.AdjustAnnounced, st.just(_AT)),
    st.builds(
        events.PromotionNamed,
        st.just(_AT),
        st.sampled_from([chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT]),
    ),
    st.builds(events.Resigned, st.just(_AT), _colors),
    st.builds(
        events.ResultEntered,
        st.just(_AT),
        st.sampled_from(["1-0", "0-1", "1/2-1/2", "0-0"]),
        st.none() | st.sampled_from(["agreement", "adjudication by the arbiter"]),
    ),
    st.builds(events.NewGame, st.just(_AT)),
)
"""Any event but a tick, at moment 0."""


@st.composite
def streams(draw: st.DrawFn, *, max_size: int = 60) -> tuple[Event, ...]:
    """Events in order of time, however senseless."""
    at = 0
    stream = []
    for event in draw(st.lists(happenings, max_size=max_size)):
        at += draw(st.sampled_from([0, 1, 49, 150, 250, 300, 301, 500, 700, 1000, 70_000]))
        stream.append(replace(event, at=Millis(at)))
    return tuple(stream)


@st.composite
def disturbed_games(draw: st.DrawFn) -> tuple[Event, ...]:
    """A few moves by noisy hands, with events lost, doubled, moved and invented among them."""
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    board = chess.Board()
    moves = []
    for _ in range(draw(st.integers(1, 30))):
        legal = list(board.legal_moves)
        if not legal:
            break
        moves.append(chance.choice(legal))
        board.push(moves[-1])
    played = list(play(chess.Board(), moves, NOISY, chance.randrange(2**32)))
    stream: list[Event] = []
    for event in played:
        fate = chance.random()
        if fate < 0.03:
            continue
        stream.append(event)
        if fate > 0.97:
            stream.append(replace(draw(happenings), at=event.at))
        elif fate > 0.94:
            stream.append(event)
    return tuple(stream)
