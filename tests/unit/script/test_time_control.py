"""Time controls as PGN writes them, and as we write what PGN has no form for."""

from typing import Any

import pytest

from touchmove.rules import Stage, TimeControl
from touchmove.script.time_control import TimeControlError, parse
from touchmove.units import Millis


def stage(base_s: int, increment_s: int = 0, moves: int | None = None, **kind: int) -> Stage:
    given: dict[str, Any] = {
        name: each * 1000 if name.endswith("_ms") else each for name, each in kind.items()
    }
    return Stage(Millis(base_s * 1000), Millis(increment_s * 1000), moves, **given)


def both(*stages: Stage) -> TimeControl:
    return TimeControl(stages, stages)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", both(stage(300))),
        ("300+3", both(stage(300, 3))),
        ("0+10", both(stage(0, 10))),
        ("40/5400", both(stage(5400, moves=40))),
        ("40/5400+30:1800+30", both(stage(5400, 30, 40), stage(1800, 30))),
        ("40/7200:20/3600:900+30", both(stage(7200, 0, 40), stage(3600, 0, 20), stage(900, 30))),
        ("1800:40/5400", both(stage(1800), stage(5400, moves=40))),
        ("300S5", both(stage(300, delay_ms=5))),
        ("300B5", both(stage(300, refund_ms=5))),
        ("1800Y5x30", both(stage(1800, periods=5, period_ms=30))),
        ("0Y5x30", both(stage(0, periods=5, period_ms=30))),
        ("40/5400S5:1800B10", both(stage(5400, 0, 40, delay_ms=5), stage(1800, refund_ms=10))),
        ("*180", both(Stage(Millis(180_000), Millis(0), None, hourglass=True))),
        (" 300 ", both(stage(300))),
        ("0300+0", both(stage(300))),
    ],
)
def test_stages_are_joined_by_colons(text: str, control: TimeControl) -> None:
    assert parse(text) == control


def test_white_and_black_may_have_different_times() -> None:
    control = parse("W300-B240+2")
    assert control == TimeControl((stage(300),), (stage(240, 2),))


def test_white_and_black_may_have_different_stages() -> None:
    control = parse("W40/5400:900-B300")
    assert control == TimeControl((stage(5400, moves=40), stage(900)), (stage(300),))


@pytest.mark.parametrize("text", ["?", "-", " - "])
def test_unknown_and_none_are_no_time_control(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("text", ["", " "])
def test_what_is_empty_says_nothing(text: str) -> None:
    with pytest.raises(TimeControlError, match="is empty; - says that there is none"):
        parse(text)


def test_one_player_may_have_byo_yomi() -> None:
    control = parse("W3600-B1800Y3x30")
    assert control == TimeControl((stage(3600),), (stage(1800, periods=3, period_ms=30),))


FORMS = "is not of the form [moves/]seconds, followed by +5, S5, B5, Y5x30 or nothing; or *180"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("five minutes", f"'five minutes' {FORMS}"),
        ("300+", f"'300+' {FORMS}"),
        ("300:", f"'' {FORMS}"),
        ("-300", f"'-300' {FORMS}"),
        ("300s5", f"'300s5' {FORMS}"),
        ("300+3S5", f"'300+3S5' {FORMS}"),
        ("Y5x30", f"'Y5x30' {FORMS}"),
        ("1800Y5", f"'1800Y5' {FORMS}"),
        ("٣٠٠", f"'٣٠٠' {FORMS}"),
        ("W300", "'W300': different times are written W300-B240"),
        ("B240-W300", "'B240-W300': different times are written W300-B240"),
        ("0", "'0' leaves no time to play"),
        ("40/0", "'40/0' leaves no time to play"),
        ("0S5", "'0S5' leaves no time to play"),
        ("0B5", "'0B5' leaves no time to play"),
        ("*0", "'*0' leaves no time to play"),
        ("60:0+5", "'60:0+5': '60' is used up when '0+5' begins, without time"),
        ("0/300", "'0/300': 0 moves are no stage"),
        ("1000/300", "'1000/300': 1000 is more than 999"),
        ("360001", "'360001': 360001 is more than 360000"),
        ("300+360001", "'300+360001': 360001 is more than 360000"),
        ("9" * 500, f"'{'9' * 500}': {'9' * 500} is more than 360000"),
        ("9" * 5000, f"'{'9' * 20}' and so on: longer than 500 letters"),
        ("1800Y100x30", "'1800Y100x30': 100 is more than 99"),
        ("1800Y0x30", "'1800Y0x30': byo-yomi needs periods, and each needs time"),
        ("1800Y5x0", "'1800Y5x0': byo-yomi needs periods, and each needs time"),
        ("1800Y5x30:900", "'1800Y5x30:900': no stage follows byo-yomi"),
        ("40/1800Y5x30", "'40/1800Y5x30': byo-yomi and hourglass count no moves"),
        ("*40/180", "'*40/180': byo-yomi and hourglass count no moves"),
        ("*180+2", "'*180+2': an hourglass has nothing but its time"),
        ("*180:60", "'*180:60': an hourglass is the only stage"),
        ("W*180-B300", "'W*180-B300': an hourglass is for both players or for none"),
        (":".join(["60"] * 10), "10 stages are more than 9"),
    ],
)
def test_what_is_no_time_control_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(TimeControlError) as refused:
        parse(text)
    assert str(refused.value) == reason
