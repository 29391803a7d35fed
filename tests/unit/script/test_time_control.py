"""Time controls as PGN writes them."""

import pytest

from touchmove.rules import Stage, TimeControl
from touchmove.script.time_control import TimeControlError, parse
from touchmove.units import Millis


def stage(base_s: int, increment_s: int = 0, moves: int | None = None) -> Stage:
    return Stage(Millis(base_s * 1000), Millis(increment_s * 1000), moves)


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
        (" 300 ", both(stage(300))),
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


@pytest.mark.parametrize("text", ["", " ", "?", "-"])
def test_unknown_and_none_are_no_time_control(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("five minutes", "'five minutes' is not of the form [moves/]seconds[+increment]"),
        ("300+", "'300+' is not of the form [moves/]seconds[+increment]"),
        ("300:", "'' is not of the form [moves/]seconds[+increment]"),
        ("-300", "'-300' is not of the form [moves/]seconds[+increment]"),
        ("W300", "'W300' is not of the form [moves/]seconds[+increment]"),
        ("300S5", "'300S5': delay, byo-yomi and hourglass are not supported yet"),
        ("300B5", "'300B5': delay, byo-yomi and hourglass are not supported yet"),
        ("1800Y5x30", "'1800Y5x30': delay, byo-yomi and hourglass are not supported yet"),
        ("*180", "'*180': delay, byo-yomi and hourglass are not supported yet"),
        ("0", "'0' leaves no time to play"),
        ("40/0", "'40/0' leaves no time to play"),
        ("0/300", "'0/300' is out of range"),
        ("1000/300", "'1000/300' is out of range"),
        ("360001", "'360001' is out of range"),
        ("300+360001", "'300+360001' is out of range"),
        ("1800:40/5400", "'1800:40/5400': a stage with moves cannot follow one without"),
    ],
)
def test_what_is_no_time_control_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(TimeControlError) as refused:
        parse(text)
    assert str(refused.value) == reason
