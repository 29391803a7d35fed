"""The game on a terminal, and in a pipe."""

import io
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console

from touchmove.shell.terminal import Screen
from touchmove.view.snapshot import Snapshot

Made = Callable[..., Snapshot]


def in_a_pipe(*snapshots: Snapshot, encoding: str = "utf-8") -> list[str]:
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding=encoding) as file:
        with Screen(Console(file=file)) as screen:
            for snapshot in snapshots:
                screen.show(snapshot)
        file.flush()
        return raw.getvalue().decode(encoding).splitlines()


def test_a_pipe_gets_each_completed_move_once(snapshot_after: Made) -> None:
    one, two = snapshot_after(["e4"]), snapshot_after(["e4", "e5"])
    pending = replace(two, plies=(two.plies[0], replace(two.plies[1], completed=False)))
    assert in_a_pipe(one, one, pending, two) == ["1. e4", "1... e5"]


def test_a_move_that_is_revised_is_said_again_in_a_pipe(snapshot_after: Made) -> None:
    lines = in_a_pipe(snapshot_after(["e4", "e5"]), snapshot_after(["e4", "e6"]))
    assert lines == ["1. e4", "1... e5", "1... e6"]


def test_the_result_ends_what_a_pipe_gets(snapshot_after: Made) -> None:
    mated = ["f3", "e5", "g4", "Qh4#"]
    over = snapshot_after(mated, phase="over", result="0-1", termination="checkmate")
    assert in_a_pipe(over)[-2:] == ["2... Qh4#", "0-1, checkmate"]


def test_an_old_encoding_does_not_matter(snapshot_after: Made) -> None:
    over = snapshot_after(["e4", "e5"], result="1/2-1/2", termination="agreement")
    assert len(in_a_pipe(over, encoding="ascii")) == 3


def test_a_pipe_numbers_moves_from_the_start_position(snapshot_after: Made) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 30"
    game = replace(snapshot_after(["e4", "e5"]), start_fen=fen)
    assert in_a_pipe(game) == ["30... e4", "31. e5"]


def test_a_terminal_keeps_the_last_board(snapshot_after: Made) -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, color_system=None, width=80, height=30)
    with Screen(console) as screen:
        screen.show(snapshot_after(["e4"]))
        screen.show(snapshot_after(["e4", "c5"]))
    last_frame = file.getvalue().rpartition("Emanuel")[2]
    assert "1.  e4  c5" in last_frame
    assert "White to move" in last_frame


def test_a_terminal_says_that_it_waits() -> None:
    file = io.StringIO()
    with Screen(Console(file=file, force_terminal=True, width=80)):
        pass
    assert "Waiting for a board." in file.getvalue()
