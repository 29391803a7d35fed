"""A time control is written and read without loss, and never told wrongly."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import time_controls
from touchmove.script.time_control import TimeControlError, parse
from touchmove.time_control import Stage, TimeControl
from touchmove.view.time_control import lichess, pgn, sentence, trf26


@given(time_controls())
def test_what_is_written_is_read_again(control: TimeControl) -> None:
    """Our form has one text for a control, and no two controls share one."""
    assert parse(pgn(control)) == control


@given(st.text(alphabet="0123456789/+SBYx*:W-", max_size=20))
def test_what_can_be_read_is_written_so_that_it_is_read_the_same(text: str) -> None:
    """Whatever is accepted means what its canonical text means; all else is an error for people."""
    try:
        control = parse(text)
    except TimeControlError:
        return
    if control is not None:
        assert parse(control.pgn) == control
        assert sentence(control)


WORDS = r"minutes|minute|min|m|seconds|second|sec|s|'|\""


def read_by_lichess(text: str, dropped: str) -> tuple[int, int] | None:
    """Seconds and increment as Lichess takes them from the tag of a game over the board."""
    plain = re.sub(dropped, "", text.lower().replace(" ", ""))
    found = re.fullmatch(r"(\d+)(?:\+(\d+))?", plain)
    if found is None:
        return None
    base = int(found[1])
    return (base if base > 180 else base * 60), int(found[2] or 0)


@pytest.mark.parametrize("dropped", [f"move|{WORDS}|/", f"/move|{WORDS}"], ids=["old", "new"])
@given(control=time_controls(most_s=400))
def test_lichess_reads_what_was_agreed_or_is_told_nothing(
    dropped: str, control: TimeControl
) -> None:
    """Never another time, such as three hours for three minutes; older versions drop every `/`."""
    text = lichess(control)
    if text is None:
        return
    stage = control.white[0]
    assert read_by_lichess(text, dropped) == (stage.base_ms / 1000, stage.increment_ms / 1000)
    assert control.black == control.white == (Stage(stage.base_ms, stage.increment_ms, None),)


@given(time_controls())
def test_the_tournament_report_has_stages_moves_and_increments_only(control: TimeControl) -> None:
    """The grammar of TRF26, tag 222, or nothing."""
    period = r"(?:\d+/)?\d+(?:\+\d+)?"
    stages = rf"{period}(?::{period})*"
    text = trf26(control)
    kinds = {
        stage.delay_ms or stage.refund_ms or stage.periods or stage.hourglass
        for stage in (*control.white, *control.black)
    }
    assert (text is None) == any(kinds)
    assert text is None or re.fullmatch(rf"{stages}|W{stages}-B{stages}", text)
