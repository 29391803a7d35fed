"""Who must write the moves down now (Laws 8): for the arbiter, and never shown at the board.

Both players write every move, until one of them is short of time. From then on he is excused: in
N90 as long as he has less than five minutes, later for the rest of the period, whatever time he
gains; and since 2001 nobody is excused to whom every move brings half a minute. In rapid and blitz
games nobody need write at all; that a game is one follows from the profile or from the time control
(2023:A.1: less than an hour for 60 moves, what every move brings included).
"""

from touchmove.game.clock import Side
from touchmove.game.table import Table
from touchmove.time_control import Stage
from touchmove.units import Millis

SHORT_OF_TIME_MS = 300_000
"""With less than five minutes a player need not write (2023:8.4, N90:11.2)."""

RAPID_MOVES = 60
"""For so many moves a time control is added up, to tell rapid and blitz (2023:A.1, B.1)."""


def must_record(table: Table, at: Millis) -> tuple[bool, bool] | None:
    """Whether White and Black must write their moves at `at`; None without a time control.

    After the end there is nothing to write either.
    """
    clock = table.clock.at(max(at, table.clock.since))
    if clock.counts_up or table.outcome is not None:
        return None
    if not table.rules.profile.written or _is_rapid(table):
        return False, False
    return _must_write(table, clock.white), _must_write(table, clock.black)


def _must_write(table: Table, half: Side) -> bool:
    edition = table.rules.edition
    enough = edition.writing_bonus_ms
    if enough is not None and half.stages[0].bonus_ms >= enough:
        return True
    counted = half.least_ms if edition.exempt_for_period else half.left_ms
    return counted >= SHORT_OF_TIME_MS


def _is_rapid(table: Table) -> bool:
    """Whether either player has so little time that the game is rapid or blitz."""
    control = table.rules.time_control
    if control is None:
        return False
    least = min(allotted_ms(control.white), allotted_ms(control.black))
    return least < table.rules.edition.rapid_below_ms


def allotted_ms(stages: tuple[Stage, ...], moves: int = RAPID_MOVES) -> int:
    """All the time that a player can have for so many moves: what time and moves bring."""
    total, to_go = 0, moves
    for number, stage in enumerate(stages):
        last = number == len(stages) - 1
        total += stage.base_ms + stage.periods * stage.period_ms
        if stage.moves is None:
            count = to_go if last else 0
        elif last:
            count = to_go
            total += stage.base_ms * max(0, -(-to_go // stage.moves) - 1)
        else:
            count = min(stage.moves, to_go)
        total += count * stage.bonus_ms
        to_go -= count
    return total
