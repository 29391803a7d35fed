"""Shared Hypothesis strategies: positions that games reach, time controls, streams of events."""

from dataclasses import replace
from random import Random
from typing import Any

import chess
from hypothesis import strategies as st

from touchmove import events
from touchmove.events import Event
from touchmove.hands import NOISY, play
from touchmove.rules import Stage, TimeControl
from touchmove.units import Millis

SHELF = (
    chess.STARTING_FEN,
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1",
    "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
    "1r1r3k/2P1P1P1/8/8/8/8/2p1p1p1/1R1R3K w - - 0 1",
    "1r1r3k/2P1P1P1/8/8/8/8/2p1p1p1/1R1R3K b - - 0 1",
    "6k1/4P3/8/8/8/8/4p3/6K1 w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 6 5",
    "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "3q3k/8/2n1b3/3R4/2p1p3/8/8/K2Q4 w - - 0 1",
    "k7/8/8/3QQ3/2p1p1p1/8/1p5p/K7 w - - 0 1",
)
"""Positions that hold every kind of move: castling, en passant, promotions, captures by choice."""


@st.composite
def boards(draw: st.DrawFn, *, chess960: bool = False) -> chess.Board:
    """A position of the shelf, or of Chess960, and what random legal moves make of it."""
    if chess960:
        board = chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
        board.set_castling_fen("KQkq")
    else:
        board = chess.Board(draw(st.sampled_from(SHELF)))
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2, 5, 10, 20, 40, 80]))):
        moves = list(board.legal_moves)
        if not moves:
            break
        # Captures, castling and promotions are what can be got wrong: draw them more often.
        telling = [m for m in moves if board.is_capture(m) or board.is_castling(m) or m.promotion]
        board.push(chance.choice(telling if telling and chance.random() < 0.4 else moves))
    if board.is_game_over() and board.move_stack:
        board.pop()
    board.clear_stack()
    return board


def _seconds(least: int, most: int) -> st.SearchStrategy[Millis]:
    return st.integers(least, most).map(lambda seconds: Millis(seconds * 1000))


_bonuses = st.one_of(
    st.just({}),
    *(
        st.fixed_dictionaries({name: _seconds(1, 60)})
        for name in ("increment_ms", "delay_ms", "refund_ms")
    ),
)
_byo_yomi = st.fixed_dictionaries({"periods": st.integers(1, 5), "period_ms": _seconds(1, 60)})


@st.composite
def stage_lists(draw: st.DrawFn, *, most_s: int = 7200) -> tuple[Stage, ...]:
    """Stages that can be written down, of every kind but the hourglass."""
    stages = []
    for _ in range(draw(st.integers(1, 3))):
        bonus: dict[str, Any] = {"increment_ms": Millis(0), **draw(_bonuses)}
        moves = draw(st.none() | st.integers(1, 60))
        stages.append(Stage(base_ms=draw(_seconds(1, most_s)), moves=moves, **bonus))
    if draw(st.booleans()):
        periods: dict[str, Any] = draw(_byo_yomi)
        stages[-1] = Stage(draw(_seconds(0, most_s)), Millis(0), None, **periods)
    return tuple(stages)


def hourglasses(most_s: int = 7200) -> st.SearchStrategy[TimeControl]:
    """The same time for both players, or different times."""
    glass = _seconds(1, most_s).map(lambda ms: (Stage(ms, Millis(0), None, hourglass=True),))
    return st.builds(TimeControl, glass, glass)


def time_controls(most_s: int = 7200) -> st.SearchStrategy[TimeControl]:
    """Every time control that can be written down, with at most so many seconds a stage."""
    stages = stage_lists(most_s=most_s)
    return st.one_of(
        stages.map(lambda drawn: TimeControl(drawn, drawn)),
        st.builds(TimeControl, stages, stages),
        hourglasses(most_s),
    )


_squares = st.integers(0, 63)
_colors = st.booleans()
_AT = Millis(0)

_FENS = (
    chess.STARTING_FEN,
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b",
    "8/8/4k3/8/4P3/4K3/8/8",
    "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
    "3k4/3Q4/3K4/8/8/8/8/8 b - - 0 1",
)
"""Positions that an arbiter may set: whole and in part, quiet, near the end and over."""

touches: st.SearchStrategy[Event] = st.one_of(
    st.builds(events.Lifted, st.just(_AT), _squares),
    st.builds(events.Placed, st.just(_AT), _squares),
    st.builds(events.BoardSeen, st.just(_AT), st.integers(0, 2**64 - 1)),
    st.builds(events.ClockPressed, st.just(_AT), _colors),
    st.builds(events.LinkLost, st.just(_AT)),
    st.builds(events.LinkRestored, st.just(_AT)),
)
"""What the board and its cable say, at moment 0."""

spoken: st.SearchStrategy[events.Word] = st.one_of(
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
    st.builds(events.DrawOffered, st.just(_AT), _colors),
    st.builds(events.DrawAnswered, st.just(_AT), st.booleans()),
    st.builds(
        events.DrawClaimed,
        st.just(_AT),
        st.booleans(),
        st.none() | st.sampled_from([chess.Move.from_uci("e2e4"), chess.Move.from_uci("g8f6")]),
    ),
    st.builds(events.AccidentRuled, st.just(_AT)),
    st.builds(events.TouchClaimed, st.just(_AT)),
    st.builds(events.TouchRuled, st.just(_AT)),
    st.sampled_from([(True, False), (False, True), (True, True)]).map(
        lambda absent: events.Defaulted(_AT, *absent)
    ),
    st.sampled_from([(True, False), (False, True), (True, True)]).map(
        lambda fallen: events.FlagSeen(_AT, *fallen)
    ),
    st.builds(events.ClockStarted, st.just(_AT)),
    st.builds(events.ClockPaused, st.just(_AT)),
    st.builds(events.ClockResumed, st.just(_AT)),
    st.builds(events.LeftUnpromoted, st.just(_AT)),
    st.builds(events.MoveReplaced, st.just(_AT), st.just(chess.Move.from_uci("e2e4"))),
    st.builds(events.TakebackAgreed, st.just(_AT), st.integers(1, 3)),
    st.builds(events.TimeChanged, st.just(_AT), _colors, st.integers(-600, 600)),
    st.builds(events.DeadRuled, st.just(_AT)),
    st.builds(events.WrongStartFound, st.just(_AT)),
    st.builds(events.ColorsReversedFound, st.just(_AT)),
    st.builds(
        events.RemoteMoved,
        st.just(_AT),
        st.sampled_from(["e2e4", "g8f6", "e1h1", "e7e8q"]).map(chess.Move.from_uci),
    ),
    st.builds(events.PositionCorrected, st.just(_AT), st.sampled_from(_FENS)),
    st.builds(
        events.MoveSealed,
        st.just(_AT),
        st.none() | st.sampled_from([chess.Move.from_uci("e2e4"), chess.Move.from_uci("g8f6")]),
    ),
    st.builds(events.SealOpened, st.just(_AT)),
    st.builds(events.IrregularityRuled, st.just(_AT), st.sampled_from(events.Ruling)),
)
"""Any word but one that takes another back, at moment 0."""

happenings: st.SearchStrategy[Event] = st.one_of(
    touches, spoken, st.builds(events.WordTakenBack, st.just(_AT))
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
