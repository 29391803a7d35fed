"""What holds of every game that the hands play, whatever the handling and the seed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import boards
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    Event,
    Lifted,
    Placed,
    Resigned,
    ResultEntered,
)
from touchmove.hands import (
    BLITZ,
    CLEAN,
    HANDLINGS,
    HARD,
    HUMAN,
    KINGS,
    LOSSY,
    NOISY,
    Handling,
    perform,
    play,
)
from touchmove.hands.orders import (
    Exchange,
    Sequence,
    castling_squares,
    may_sweep,
    orders,
    squares_of,
)
from touchmove.hands.stroke import Stroke, duration, occupied_after
from touchmove.hands.strokes import strokes_of
from touchmove.hands.turns import Done, Press
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

CAREFUL = [each for each in HANDLINGS.values() if each.clock and not each.press_early]
"""They press after every landing, and nobody begins before the press."""

handlings = st.sampled_from(list(HANDLINGS.values()))
careful = st.sampled_from(CAREFUL)
forgetful = st.just(replace(BLITZ, forget_press=0.5))
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


def walk(game: Game, events: Iterable[Event]) -> Iterator[tuple[Event, int]]:
    """Each event with the occupancy after it. Edges must fit, but for one that was not reported."""
    occupied = int(game.board.occupied)
    for event in events:
        if isinstance(event, (Lifted, Placed)):
            bit = chess.BB_SQUARES[event.square]
            occupied = occupied & ~bit if isinstance(event, Lifted) else occupied | bit
        elif isinstance(event, BoardSeen):
            occupied = event.occupied
        yield event, occupied


def positions(game: Game, turns: Iterable[Done]) -> Iterator[tuple[chess.Board, Done]]:
    """Each turn with the position before it."""
    position = game.board.copy()
    for done in turns:
        yield position.copy(), done
        position.push(done.move)


@given(games(), handlings, seeds)
def test_every_stroke_is_possible(game: Game, handling: Handling, seed: int) -> None:
    """What is lifted stands there, what lands was in a hand, and the move's position comes of it.

    Only the piece that a pawn becomes is taken from beside the board.
    """
    for position, done in positions(game, perform(game.board, game.moves, handling, seed).turns):
        stands = colors_of(position)
        in_hand = {chess.WHITE: 0, chess.BLACK: 0}
        in_hand[position.turn] += done.move.promotion is not None
        for stroke in (*done.plan.adjusts, *done.plan.strokes):
            if stroke.lifts:
                assert stands.pop(stroke.square) == stroke.color
            else:
                assert stroke.square not in stands
                stands[stroke.square] = stroke.color
            in_hand[stroke.color] += 1 if stroke.lifts else -1
            assert 0 <= in_hand[stroke.color] <= 3
        after = position.copy()
        after.push(done.move)
        assert stands == colors_of(after)


def colors_of(board: chess.Board) -> dict[chess.Square, chess.Color]:
    """Whose piece stands where."""
    return {square: piece.color for square, piece in board.piece_map().items()}


@given(games(), handlings, seeds)
def test_nobody_lifts_before_the_landing_nor_lands_before_the_press(
    game: Game, handling: Handling, seed: int
) -> None:
    """The reply may be begun before the press, but only when the opponent's piece stands."""
    for before, done in pairwise(perform(game.board, game.moves, handling, seed).turns):
        assert done.touched_at >= before.landed_at + 10
        assert done.anticipated is (done.touched_at < before.ended_at)
        if before.pressed_at is not None:
            assert landings(done)[0] >= before.pressed_at + 10
            assert done.pressed_at is None or done.pressed_at >= before.pressed_at + 10


def landings(done: Done) -> list[int]:
    """When pieces of the move go down out of the hand."""
    at = done.landed_at - duration(done.plan.strokes)
    moments = []
    for stroke in done.plan.strokes:
        at += stroke.after_ms
        if stroke.down:
            moments.append(at)
    return moments


@given(games(), handlings | forgetful, seeds)
def test_only_the_button_that_is_up_can_go_down(game: Game, handling: Handling, seed: int) -> None:
    """Who has forgotten the press presses after his next move; until then the other is in vain."""
    performance = perform(game.board, game.moves, handling, seed)
    running = game.board.turn
    forgotten = False
    for done in performance.turns if handling.clock else ():
        press = done.plan.press
        assert (done.pressed_at is None) is (press in (Press.NONE, Press.FORGOTTEN))
        if done.color != running:
            assert press in (Press.IN_VAIN, Press.NONE)
        elif press is Press.FORGOTTEN:
            assert not forgotten
            forgotten = True
        elif press is Press.NONE:
            assert done is performance.turns[-1]
        else:
            assert press is Press.AFTER or (press is Press.EARLY and not forgotten)
            running, forgotten = not running, False
    pressed = [(done.pressed_at, done.color) for done in performance.turns if done.pressed_at]
    told = [(e.at, e.color) for e in performance.events if isinstance(e, ClockPressed)]
    assert told == pressed


@given(games(), handlings, seeds)
def test_an_early_press_finds_the_piece_in_the_air(
    game: Game, handling: Handling, seed: int
) -> None:
    """And it lands within 220 ms, its contact chattering or not."""
    for _, done in positions(game, perform(game.board, game.moves, handling, seed).turns):
        if done.plan.press is not Press.EARLY:
            continue
        assert done.pressed_at is not None
        assert done.move.promotion is None
        at = done.landed_at - duration(done.plan.strokes)
        target, up_at, down_at = done.move.to_square, 0, 0
        for stroke in done.plan.strokes:
            at += stroke.after_ms
            if stroke.down:
                up_at, target = at - stroke.after_ms, stroke.square
            if stroke.square == target and not stroke.lifts:
                down_at = at
        assert up_at < done.pressed_at < down_at <= done.pressed_at + 220


@given(boards())
def test_a_piece_may_be_swept_off_only_where_one_capture_fits(board: chess.Board) -> None:
    for move in board.generate_legal_captures():
        shown = board.occupied & ~chess.BB_SQUARES[move.from_square]
        alike = {
            each.to_square
            for each in board.legal_moves
            if each.from_square == move.from_square and occupied_by(board, each) == shown
        }
        one_fits = alike == {move.to_square} and move.promotion is None
        assert may_sweep(board, move) is one_fits


@given(games(), seeds)
def test_only_such_a_piece_is_swept_off_and_no_sensor_sees_it(game: Game, seed: int) -> None:
    hard = replace(HARD, sweep=0.8)
    for position, done in positions(game, perform(game.board, game.moves, hard, seed).turns):
        unseen = {stroke.square for stroke in done.plan.strokes if not stroke.seen}
        assert unseen == ({done.move.to_square} if done.plan.swept else set())
        assert not done.plan.swept or may_sweep(position, done.move)


def occupied_by(position: chess.Board, move: chess.Move) -> int:
    """The occupancy that a move leads to."""
    after = position.copy(stack=False)
    after.push(move)
    return after.occupied


def seen(done: Done) -> list[Stroke]:
    """The strokes that a sensor notices."""
    return [stroke for stroke in (*done.plan.adjusts, *done.plan.strokes) if stroke.seen]


@given(games(), seeds, st.booleans())
def test_a_lost_edge_is_mended_by_the_press_at_the_latest(
    game: Game, seed: int, colors: bool
) -> None:
    performance = perform(game.board, game.moves, LOSSY, seed, colors=colors)
    snapshots = [event for event in performance.events if isinstance(event, BoardSeen)]
    mended = [
        (position, done) for position, done in positions(game, performance.turns) if done.lost
    ]
    assert len(snapshots) == len(mended)
    for snapshot, (position, done) in zip(snapshots, mended, strict=True):
        assert done.pressed_at is None or snapshot.at <= done.pressed_at
        assert snapshot.at <= done.landed_at + 400
        assert (snapshot.white is None) is not colors
        if snapshot.at >= done.landed_at:
            position.push(done.move)
            assert snapshot.occupied == position.occupied
            assert snapshot.white in (None, position.occupied_co[chess.WHITE])
    edges = sum(isinstance(event, Lifted | Placed) for event in performance.events)
    assert edges == sum(len(seen(done)) for done in performance.turns) - len(mended)


def _uncolored(event: Event) -> Event:
    """The event as sensors tell it that know no colours."""
    if isinstance(event, Placed):
        return replace(event, color=None)
    return replace(event, white=None) if isinstance(event, BoardSeen) else event


@given(games(), handlings, seeds)
def test_colours_are_told_where_sensors_can_tell_them(
    game: Game, handling: Handling, seed: int
) -> None:
    """All else is the same, but that a piece is noticed which pushes another one off its square."""
    plain = perform(game.board, game.moves, handling, seed, result="1-0")
    colored = perform(game.board, game.moves, handling, seed, result="1-0", colors=True)
    assert all(e.color is not None for e in colored.events if isinstance(e, Placed))
    assert plain.turns == colored.turns
    rest = iter(plain.events)
    expected = next(rest, None)
    pushed = []
    for event in colored.events:
        if _uncolored(event) == expected:
            expected = next(rest, None)
        else:
            assert isinstance(event, Placed)
            pushed.append(event.square)
    assert expected is None
    assert pushed == [done.move.to_square for done in colored.turns if done.plan.swept]


@given(games(), careful, seeds)
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
    pressed = any(isinstance(event, ClockPressed) for event in events)
    assert not pressed or (pressing and handling.clock)


@given(games(), handlings, seeds)
def test_the_same_seed_plays_the_same_game(game: Game, handling: Handling, seed: int) -> None:
    first = list(play(game.board, game.moves, handling, seed, time_control=FISCHER))
    second = list(play(game.board, game.moves, handling, seed, time_control=FISCHER))
    assert first == second


@given(games(), handlings, seeds)
def test_no_touch_breaks_the_laws(game: Game, handling: Handling, seed: int) -> None:
    """Nothing outside the move is off its square for long, nor rests in the hand for long."""
    for position, done in positions(game, perform(game.board, game.moves, handling, seed).turns):
        at = 0
        changed: dict[int, int] = {}
        for stroke in done.plan.strokes:
            at += stroke.after_ms
            outside = not squares_of(position, done.move) >> stroke.square & 1
            stood = bool(position.occupied >> stroke.square & 1)
            if outside and stroke.lifts is not stood:
                limit = BRUSH_MS if stood else RELEASE_MS
                assert at - changed[stroke.square] < limit
            changed[stroke.square] = at
        if done.plan.press is Press.AFTER:
            assert done.plan.press_after_ms >= 60


@given(games(), handlings, seeds, st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", None]))
def test_a_result_is_told_exactly_when_the_position_does_not_say_it(
    game: Game, handling: Handling, seed: int, result: str | None
) -> None:
    performance = perform(game.board, game.moves, handling, seed, result=result)
    *_, last = performance.events
    final = game.board.copy()
    for move in game.moves:
        final.push(move)
    said = isinstance(last, (Resigned, ResultEntered))
    assert said + performance.kings == (result not in (None, "*") and final.outcome() is None)
    assert handling.kings_show or not performance.kings
    if isinstance(last, Resigned):
        assert result == ("0-1" if last.color else "1-0")
        assert not final.has_insufficient_material(not last.color)


@given(games(), seeds, st.sampled_from(["1-0", "0-1", "1/2-1/2"]))
def test_kings_stand_where_they_show_the_result(game: Game, seed: int, result: str) -> None:
    performance = perform(game.board, game.moves, KINGS, seed, result=result)
    final = game.board.copy()
    for move in game.moves:
        final.push(move)
    *_, (_, occupied) = walk(game, performance.events)
    kings = occupied & ~(final.occupied & ~final.kings)
    if performance.kings:
        light, dark = chess.BB_E4 | chess.BB_D5, chess.BB_D4 | chess.BB_E5
        assert occupied.bit_count() == final.occupied.bit_count()
        assert not kings & ~(light | dark)
        on_light = (kings & light).bit_count()
        assert on_light == {"1-0": 2, "0-1": 0, "1/2-1/2": 1}[result]
    else:
        assert occupied == final.occupied


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
                    if stroke.lifts:
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


def test_blitz_hands_do_all_that_is_said_of_them() -> None:
    """Over some random games every way to press comes up, and replies are begun too soon."""
    turns = [done for _, done in some_turns(BLITZ)]
    assert {done.plan.press for done in turns} == set(Press)
    anticipated = [done for done in turns if done.anticipated]
    assert anticipated
    assert any(
        first.square == done.move.to_square for done in anticipated for first in seen(done)[:1]
    )


def test_hard_hands_bump_what_they_could_have_taken_and_sweep() -> None:
    turns = some_turns(HARD)
    assert any(done.plan.swept for _, done in turns)
    assert any(
        stroke.square == other.to_square
        for position, done in turns
        for other in position.generate_legal_captures(chess.BB_SQUARES[done.move.from_square])
        if other.to_square != done.move.to_square and not position.is_en_passant(done.move)
        for stroke in done.plan.strokes
    )


def some_turns(handling: Handling) -> list[tuple[chess.Board, Done]]:
    """The turns of twenty random games."""
    turns: list[tuple[chess.Board, Done]] = []
    for seed in range(20):
        board, chance = chess.Board(SHELF[1]), Random(seed)
        for _ in range(60):
            legal = list(board.legal_moves)
            if not legal:
                break
            captures = [move for move in legal if board.is_capture(move)]
            board.push(chance.choice(captures or legal))
        game = Game(chess.Board(SHELF[1]), tuple(board.move_stack))
        turns += positions(game, perform(game.board, game.moves, handling, seed).turns)
    return turns


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
