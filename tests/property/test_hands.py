"""What holds of every game that the hands play, whatever the handling and the seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchmove.events import (
    ClockPressed,
    Event,
    Lifted,
    Placed,
    PromotionNamed,
    Resigned,
    ResultEntered,
)
from touchmove.hands import CLEAN, HANDLINGS, HUMAN, NOISY, Handling, play
from touchmove.hands.orders import Exchange, Sequence, castling_squares, orders, squares_of
from touchmove.hands.stroke import Stroke, occupied_after
from touchmove.hands.strokes import strokes_of
from touchmove.rules import Stage, TimeControl
from touchmove.units import Millis

BRUSH_MS = 150
"""A lift that comes back sooner is no touch."""
RELEASE_MS = 400
"""No piece that travels on may rest this long on the way: 500 ms would be a release."""

SHELF = (
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8",
    "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1",
    "3r1n2/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1",
    "8/p5k1/8/8/8/8/p5K1/1N6 b - - 0 1",
)
SHELF_960 = (
    "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1",
    "5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
    "rk3r2/8/8/8/8/8/8/RK3R2 b FAfa - 0 1",
    "2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1",
    "1k1r2r1/8/8/8/8/8/8/1K1R2R1 w GDgd - 0 1",
    "3rk2r/8/8/8/8/8/8/3RK2R w HDhd - 0 1",
)
BOARDS = [chess.Board(fen) for fen in SHELF]
BOARDS += [chess.Board(fen, chess960=True) for fen in SHELF_960]

FISCHER = TimeControl(
    white=(Stage(Millis(300_000), Millis(3_000), 10), Stage(Millis(60_000), Millis(3_000), None)),
    black=(Stage(Millis(300_000), Millis(3_000), 10), Stage(Millis(60_000), Millis(3_000), None)),
)

CAREFUL = [each for each in HANDLINGS.values() if each.clock and not each.forget_press]
"""They press after every landing, and nobody begins before the press."""

handlings = st.sampled_from([each for each in CAREFUL if not each.lost and not each.kings_show])
seeds = st.integers(0, 2**32)


@dataclass(frozen=True)
class Game:
    board: chess.Board
    moves: tuple[chess.Move, ...]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A random game of up to 40 plies from a position of the shelf."""
    board = draw(st.sampled_from(BOARDS)).copy()
    start = board.copy()
    chance = Random(draw(seeds))
    for _ in range(draw(st.integers(1, 40))):
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(chance.choice(legal))
    return Game(start, tuple(board.move_stack))


def walk(game: Game, events: Iterator[Event]) -> Iterator[tuple[Event, int]]:
    """Each event with the occupancy after it; edges must fit."""
    occupied = int(game.board.occupied)
    for event in events:
        if isinstance(event, (Lifted, Placed)):
            bit = chess.BB_SQUARES[event.square]
            assert bool(occupied & bit) is isinstance(event, Lifted)
            occupied ^= bit
        yield event, occupied


@given(games(), handlings, seeds)
def test_every_press_finds_the_position_of_the_game(
    game: Game, handling: Handling, seed: int
) -> None:
    position = game.board.copy()
    moves = iter(game.moves)
    for event, occupied in walk(game, play(game.board, game.moves, handling, seed)):
        if isinstance(event, ClockPressed):
            assert event.color == position.turn
            position.push(next(moves))
            assert occupied == position.occupied
    # Only a move that ended the game may stay without a press.
    rest = list(moves)
    assert len(rest) <= 1
    position_after = position.copy()
    for move in rest:
        position_after.push(move)
        assert position_after.outcome() is not None


@given(games(), handlings, seeds, st.booleans())
def test_time_never_runs_backwards(
    game: Game, handling: Handling, seed: int, pressing: bool
) -> None:
    events = list(
        play(game.board, game.moves, handling, seed, pressing=pressing, starts_at=Millis(5_000))
    )
    times = [event.at for event in events]
    assert times == sorted(times)
    assert times[0] >= 5_000
    assert pressing or not any(isinstance(event, ClockPressed) for event in events)


@given(games(), handlings, seeds)
def test_the_same_seed_plays_the_same_game(game: Game, handling: Handling, seed: int) -> None:
    first = list(play(game.board, game.moves, handling, seed, time_control=FISCHER))
    second = list(play(game.board, game.moves, handling, seed, time_control=FISCHER))
    assert first == second


@given(games(), handlings, seeds)
def test_no_touch_breaks_the_laws(game: Game, handling: Handling, seed: int) -> None:
    """Nothing outside the move is off its square for long, nor rests in the hand for long."""
    position = game.board.copy()
    moves = iter(game.moves)
    move = next(moves)
    adjusts = False
    changed: dict[int, int] = {}
    for event in play(game.board, game.moves, handling, seed):
        if isinstance(event, (Lifted, Placed)):
            outside = not squares_of(position, move) >> event.square & 1
            stood = position.occupied >> event.square & 1
            back = isinstance(event, Placed) is bool(stood)
            if outside and back and not adjusts:
                limit = BRUSH_MS if stood else RELEASE_MS
                assert event.at - changed[event.square] < limit
            changed[event.square] = event.at
        elif isinstance(event, ClockPressed):
            assert event.at - max(changed.values()) >= 80
            position.push(move)
            changed.clear()
            adjusts = False
            move = next(moves, move)
        elif not isinstance(event, (PromotionNamed, Resigned, ResultEntered)):
            adjusts = True


@given(games(), handlings, seeds, st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", None]))
def test_a_result_is_said_exactly_when_the_position_does_not_say_it(
    game: Game, handling: Handling, seed: int, result: str | None
) -> None:
    *_, last = play(game.board, game.moves, handling, seed, result=result)
    final = game.board.copy()
    for move in game.moves:
        final.push(move)
    said = isinstance(last, (Resigned, ResultEntered))
    assert said is (result not in (None, "*") and final.outcome() is None)
    if isinstance(last, Resigned):
        assert result == ("0-1" if last.color else "1-0")
        assert not final.has_insufficient_material(not last.color)


@given(st.sampled_from(BOARDS), handlings, seeds)
def test_every_move_in_every_order_leaves_its_own_occupancy(
    board: chess.Board, handling: Handling, seed: int
) -> None:
    chance = Random(seed)
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        for order in orders(board, move):
            strokes = strokes_of(board, move, order, handling, chance)
            assert occupied_after(board.occupied, strokes) == after.occupied


def test_castling_from_every_chess960_position_leaves_its_own_occupancy() -> None:
    """All 960 set-ups, stripped to kings and White's rooks, both wings, every order."""
    chance = Random(960)
    castled = 0
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        rooks = board.rooks & board.occupied_co[chess.WHITE]
        for square in chess.SquareSet(board.occupied & ~board.kings & ~rooks):
            board.remove_piece_at(square)
        for move in filter(board.is_castling, list(board.legal_moves)):
            castled += 1
            after = board.copy()
            after.push(move)
            for order in orders(board, move):
                strokes = strokes_of(board, move, order, HUMAN, chance)
                assert occupied_after(board.occupied, strokes) == after.occupied
    # Only the other rook, where the first one has to go, is ever in the way.
    assert castled == 1830


@given(games(), handlings, seeds)
def test_without_a_clock_the_last_position_stands_too(
    game: Game, handling: Handling, seed: int
) -> None:
    final = game.board.copy()
    for move in game.moves:
        final.push(move)
    *_, (_, occupied) = walk(game, play(game.board, game.moves, handling, seed, pressing=False))
    assert occupied == final.occupied


@given(handlings, seeds)
def test_king_is_lifted_before_the_rook_or_with_it(handling: Handling, seed: int) -> None:
    chance = Random(seed)
    for board in BOARDS:
        for move in filter(board.is_castling, board.legal_moves):
            castling = castling_squares(board, move)
            for order in orders(board, move):
                at = 0
                lifted: dict[int, int] = {}
                for stroke in strokes_of(board, move, order, handling, chance):
                    at += stroke.after_ms
                    # A chattering rook comes back at once; its last lift is the one that counts.
                    if stroke.lifts and stroke.square == castling.rook_from:
                        lifted[stroke.square] = at
                    elif stroke.lifts:
                        lifted.setdefault(stroke.square, at)
                rook_at = lifted.get(castling.rook_from, at)
                assert lifted[castling.king_from] <= rook_at + 40


def test_every_order_is_really_drawn() -> None:
    """Over the shelf, human hands use every sequence and every exchange that the model names."""
    drawn: set[Sequence | Exchange | None] = set()
    seen: set[tuple[str, tuple[bool, ...]]] = set()
    for board in BOARDS:
        for move in board.legal_moves:
            for order in orders(board, move):
                drawn |= {order.sequence, order.exchange}
                plain = strokes_of(board, move, order, CLEAN, Random(1))
                seen.add((order.sequence, tuple(stroke.lifts for stroke in plain)))
    assert drawn == {*Sequence, *Exchange, None} - {Sequence.SWEPT}
    assert (Sequence.VICTIM_LAST, (True, False, True)) in seen
    assert (Sequence.ONE_HAND, (True, False, True, False)) in seen
    assert (Sequence.ROOK_LANDS_FIRST, (True, True, False, False)) in seen


@pytest.mark.parametrize("handling", [HUMAN, NOISY], ids=lambda each: each.name)
def test_slides_hovers_adjustments_and_fumbles_happen(handling: Handling) -> None:
    """A rook that goes from a1 to a8 is dragged, set down and brushed past within 1,000 seeds."""
    board = chess.Board("7k/1p6/8/8/8/8/1P6/R6K w - - 0 1")
    move = chess.Move.from_uci("a1a8")
    (order,) = orders(board, move)
    variants = {strokes_of(board, move, order, handling, Random(seed)) for seed in range(1000)}
    touched = {stroke.square for strokes in variants for stroke in strokes}
    assert touched >= {chess.A4, chess.B2, chess.B7}
    assert any(_chatters(strokes) for strokes in variants)


def _chatters(strokes: tuple[Stroke, ...]) -> bool:
    return any(
        earlier.square == later.square == chess.A8 and later.after_ms <= 40
        for earlier, later in pairwise(strokes)
    )
