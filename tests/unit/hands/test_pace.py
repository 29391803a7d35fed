"""When the clock is pressed: the hands aim at the readings of the game."""

from random import Random

import chess
import pytest

from touchmove.events import ClockPressed
from touchmove.game.clock import ChessClock, Side, new_clock
from touchmove.hands import CLEAN, HUMAN, play
from touchmove.hands.pace import aim, turn_length
from touchmove.rules import Stage, TimeControl
from touchmove.script.time_control import parse
from touchmove.units import Millis


def stage(base_s: int, increment_s: int, moves: int | None) -> Stage:
    return Stage(Millis(base_s * 1000), Millis(increment_s * 1000), moves)


STAGES = (stage(5400, 30, 40), stage(1800, 30, None))
CLASSICAL = TimeControl(white=STAGES, black=STAGES)


def half_of(text: str) -> Side:
    return new_clock(parse(text), Millis(0)).side(chess.WHITE)


def shown_after(half: Side, spent_ms: int) -> int:
    return half.spent(spent_ms).completed().left_ms // 1000


@pytest.mark.parametrize(
    "text", ["300+3", "300S5", "300B5", "300", "1/300+3:60", "300Y3x30", "*300"]
)
@pytest.mark.parametrize("reading", [290.0, 250.0])
def test_a_reading_is_aimed_at_under_every_time_control(text: str, reading: float) -> None:
    half = half_of(text)
    if text.startswith("1/"):
        reading += 60  # the move brings the next stage
    aimed = aim(half, reading, CLEAN, Random(1))
    assert aimed is not None
    assert shown_after(half, aimed) == reading


def test_no_reading_says_how_long_a_turn_in_byo_yomi_was() -> None:
    in_byo_yomi = half_of("10Y3x30").spent(15_000)
    assert in_byo_yomi.period == 1
    assert aim(in_byo_yomi, 30.0, CLEAN, Random(1)) is None


@pytest.mark.parametrize(
    "text", ["120", "30+5", "30S5", "30B5", "10Y3x30", "0Y3x30", "*30", "60:60"]
)
def test_no_flag_falls_in_a_long_game_of_quick_moves(text: str) -> None:
    control = parse(text)
    moves = [chess.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")] * 15
    clock = new_clock(control, Millis(0)).run(chess.WHITE, Millis(0))
    for event in play(chess.Board(), moves, CLEAN, 7, time_control=control):
        if isinstance(event, ClockPressed):
            clock = completed(clock, event)


def completed(clock: ChessClock, press: ClockPressed) -> ChessClock:
    falls_at = clock.flag_falls_at()
    assert falls_at is not None
    assert press.at < falls_at
    moved = clock.at(press.at).completed(press.color)
    return moved.run(not press.color, press.at)


def test_presses_show_the_seconds_of_the_readings() -> None:
    board = chess.Board()
    moves = [chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3", "b8c6")]
    readings = [5457.0, 5454.0, 5400.0, 5471.0]
    events = play(board, moves, HUMAN, 7, clocks=readings, time_control=CLASSICAL)
    left = {chess.WHITE: 5_430_000, chess.BLACK: 5_430_000}
    shown = []
    before = 0
    for event in events:
        if isinstance(event, ClockPressed):
            left[event.color] += 30_000 - (event.at - before)
            before = event.at
            shown.append(left[event.color] // 1000)
    assert shown == readings


def test_a_reading_that_no_hand_can_reach_is_missed_by_as_little_as_possible() -> None:
    # 31 s more than before with an increment of 30 s: the hand would have to be back in time.
    half = Side(Millis(100_000), STAGES, moves=30)
    aimed = aim(half, 131.0, CLEAN, Random(1))
    assert aimed is not None
    assert aimed < 0
    assert turn_length(half, aimed, needed_ms=900, handling=CLEAN, chance=Random(1)) == 900


def test_no_reading_makes_the_flag_fall() -> None:
    half = Side(Millis(20_000), STAGES, moves=30)
    aimed = aim(half, 5.0, CLEAN, Random(1))
    length = turn_length(half, aimed, needed_ms=900, handling=CLEAN, chance=Random(1))
    assert length < 20_000


def test_a_player_short_of_time_moves_in_about_a_second() -> None:
    board = chess.Board()
    moves = [chess.Move.from_uci("e2e4")]
    for seed in range(20):
        events = play(board, moves, HUMAN, seed, clocks=[5459.0], time_control=CLASSICAL)
        (press,) = [event for event in events if isinstance(event, ClockPressed)]
        assert press.at < 1_000
