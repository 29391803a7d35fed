"""When the clock is pressed: the hands aim at the readings of the game."""

from random import Random

import chess

from touchmove.events import ClockPressed
from touchmove.hands import CLEAN, HUMAN, play
from touchmove.hands.pace import Budget, aim, budgets, pressed, turn_length
from touchmove.rules import Stage, TimeControl
from touchmove.units import Millis


def stage(base_s: int, increment_s: int, moves: int | None) -> Stage:
    return Stage(Millis(base_s * 1000), Millis(increment_s * 1000), moves)


STAGES = (stage(5400, 30, 40), stage(1800, 30, None))
CLASSICAL = TimeControl(white=STAGES, black=STAGES)


def test_a_clock_starts_at_base_plus_increment() -> None:
    assert budgets(CLASSICAL)[chess.WHITE] == Budget(STAGES, 5_430_000, 40)


def test_the_last_move_of_a_stage_adds_the_next() -> None:
    after = pressed(Budget(STAGES, 100_000, 1), spent_ms=20_000)
    assert after == Budget(STAGES[1:], 100_000 - 20_000 + 30_000 + 1_800_000, None)


def test_a_stage_without_a_count_adds_the_next_at_zero() -> None:
    stages = (stage(60, 0, None), stage(30, 5, None))
    after = pressed(Budget(stages, 10_000, None), spent_ms=12_000)
    assert after == Budget(stages[1:], 33_000, None)


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
    budget = Budget(STAGES, 100_000, 10)
    aimed = aim(budget, 131.0, CLEAN, Random(1))
    assert aimed is not None
    assert aimed < 0
    assert turn_length(budget, aimed, needed_ms=900, handling=CLEAN, chance=Random(1)) == 900


def test_no_reading_makes_the_flag_fall() -> None:
    budget = Budget(STAGES, 20_000, 10)
    aimed = aim(budget, 5.0, CLEAN, Random(1))
    length = turn_length(budget, aimed, needed_ms=900, handling=CLEAN, chance=Random(1))
    assert length < 20_000


def test_a_player_short_of_time_moves_in_about_a_second() -> None:
    board = chess.Board()
    moves = [chess.Move.from_uci("e2e4")]
    for seed in range(20):
        events = play(board, moves, HUMAN, seed, clocks=[5459.0], time_control=CLASSICAL)
        (press,) = [event for event in events if isinstance(event, ClockPressed)]
        assert press.at < 1_000
