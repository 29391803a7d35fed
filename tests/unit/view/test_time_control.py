"""Time controls for other programs and for people."""

import pytest

from touchmove.script.time_control import parse
from touchmove.time_control import TimeControl
from touchmove.view.time_control import lichess, pgn, sentence, trf26


def control(text: str) -> TimeControl:
    parsed = parse(text)
    assert parsed is not None
    return parsed


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5400+30", "5400+30"),
        ("300+3", "300+3"),
        ("181", "181"),
        ("180+2", "3 min + 2 sec / move"),
        ("120+1", "2 min + 1 sec / move"),
        ("60", "1 min"),
        ("0+10", "0 min + 10 sec / move"),
        ("90+1", None),
        ("40/5400+30:1800+30", None),
        ("40/9000", None),
        ("300S5", None),
        ("300B5", None),
        ("1800Y5x30", None),
        ("*300", None),
        ("W300-B240", None),
    ],
)
def test_lichess_is_told_minutes_where_it_would_read_seconds_as_minutes(
    text: str, told: str | None
) -> None:
    assert lichess(control(text)) == told


@pytest.mark.parametrize("text", ["5400+30", "40/6000+30:900+30", "W300-B240", "40/5400:1800"])
def test_the_tournament_report_has_the_same_form_as_pgn(text: str) -> None:
    assert trf26(control(text)) == pgn(control(text)) == text


@pytest.mark.parametrize("text", ["300S5", "300B5", "1800Y5x30", "*180", "W300-B240S2"])
def test_the_tournament_report_has_no_form_for_other_clocks(text: str) -> None:
    assert trf26(control(text)) is None
    assert pgn(control(text)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("300", "5 minutes"),
        ("3600", "1 hour"),
        ("90", "90 seconds"),
        ("150", "2 minutes 30 seconds"),
        ("300+3", "5 minutes; 3 seconds a move from move 1"),
        (
            "40/5400+30:1800+30",
            "90 minutes for 40 moves, then 30 minutes for the rest; 30 seconds a move from move 1",
        ),
        (
            "40/7200:20/3600:900+30",
            "2 hours for 40 moves, then 1 hour for 20 moves, "
            "then 15 minutes for the rest with 30 seconds a move",
        ),
        ("40/9000", "150 minutes for each 40 moves"),
        ("60:30", "1 minute, then 30 seconds for the rest"),
        ("300S5", "5 minutes; a delay of 5 seconds before each move"),
        ("300B1", "5 minutes; up to 1 second given back after each move"),
        (
            "40/5400S5:1800B10",
            "90 minutes for 40 moves with a delay of 5 seconds before each move, "
            "then 30 minutes for the rest with up to 10 seconds given back after each move",
        ),
        ("1800Y5x30", "30 minutes, then 5 periods of 30 seconds (byo-yomi)"),
        ("0Y1x30", "1 period of 30 seconds (byo-yomi)"),
        ("*180", "3 minutes on an hourglass: what one uses the other gains"),
        ("W300-B240", "White: 5 minutes. Black: 4 minutes"),
    ],
)
def test_people_are_told_in_a_sentence(text: str, said: str) -> None:
    assert sentence(control(text)) == said
