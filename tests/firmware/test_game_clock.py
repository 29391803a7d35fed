"""The board's clock, run by the board's own interpreter, beside the host's."""

import json
from itertools import accumulate
from pathlib import Path
from random import Random

from tests.clock_runs import Presses, Run, after, drawn_presses, drawn_run
from tests.firmware.test_firmware import HERE, micropython
from touchmove.clock_state import numbers_of
from touchmove.wire import fields

CLOCKS = 2_000


def as_line(run: Run, presses: Presses) -> str:
    """A clock, presses with their moments, and what the host makes of them."""
    control = run.control
    sides = ((), ()) if control is None else (control.white, control.black)
    words = [str(word) for word in fields.clock_words(run.state)]
    moments = list(accumulate((span for span, _ in presses), initial=run.clock.since))[1:]
    pressed = [(at, 0 if color else 1) for at, (_, color) in zip(moments, presses, strict=True)]
    expected = " ".join(str(word) for word in fields.clock_words(after(run, presses).state))
    return json.dumps([[list(map(numbers_of, side)) for side in sides], words, pressed, expected])


def test_a_board_reckons_as_its_host_does(tmp_path: Path) -> None:
    chance = Random(6)
    runs = [(drawn_run(chance), drawn_presses(chance)) for _ in range(CLOCKS)]
    ends = [after(run, presses) for run, presses in runs]
    assert sum(end.clock.flag_falls_at() == end.clock.since for end in ends) < CLOCKS / 2
    assert len({end.state for end in ends}) > CLOCKS / 2
    file = tmp_path / "clocks"
    file.write_text("\n".join(as_line(run, presses) for run, presses in runs))
    done = micropython(str(HERE / "play_clock.py"), str(file), folder=tmp_path)
    assert done.stdout.strip().endswith(f"{CLOCKS} clocks, 0 failed"), done.stdout + done.stderr
