"""The board as a terminal shows it."""

import io
from collections.abc import Callable
from dataclasses import replace

import chess
import pytest
from rich.console import Console

from touchmove.lamp import DARK, Lamp
from touchmove.units import Millis
from touchmove.view.snapshot import Alert, Snapshot
from touchmove.view.terminal import advanced, clock_text, render, status

Made = Callable[..., Snapshot]


def printed(
    snapshot: Snapshot, *, width: int = 80, orientation: bool = True, symbols: bool = False
) -> list[str]:
    console = Console(width=width, color_system=None, file=io.StringIO())
    picture = render(snapshot, width=width, orientation=orientation, symbols=symbols)
    with console.capture() as capture:
        console.print(picture)
    return capture.get().splitlines()


def test_the_board_stands_as_white_sees_it(snapshot_after: Made) -> None:
    lines = printed(snapshot_after(["e4"]))
    assert lines[1].startswith("8  r  n  b  q  k  b  n  r ")
    assert lines[5].startswith("4              P          ")
    assert lines[9].startswith("   a  b  c  d  e  f  g  h")


def test_the_board_stands_as_black_sees_it(snapshot_after: Made) -> None:
    lines = printed(snapshot_after(["e4"]), orientation=chess.BLACK)
    assert lines[1].startswith("1  R  N  B  K  Q  B  N  R ")
    assert lines[9].startswith("   h  g  f  e  d  c  b  a")
    assert "Ada" in lines[0]


def test_pieces_are_symbols_where_the_terminal_has_them(snapshot_after: Made) -> None:
    assert printed(snapshot_after([]), symbols=True)[1].startswith("8  ♜  ♞  ♝  ♛")


def test_only_ascii_without_symbols(snapshot_after: Made) -> None:
    lamps = tuple(Lamp(square % 6) for square in chess.SQUARES)
    snapshot = snapshot_after(
        ["e4"], lamps=lamps, lift=(chess.A4,), place=(chess.A1,), phase="restoring"
    )
    assert "\n".join(printed(snapshot)).isascii()


def test_lamps_have_a_sign_beside_the_piece(snapshot_after: Made) -> None:
    lamps = list(DARK)
    lamps[chess.A8], lamps[chess.B8] = Lamp.LIFT, Lamp.PLACE
    assert printed(snapshot_after([], lamps=tuple(lamps)))[1].startswith("8 ^r vn  b ")


def test_squares_out_of_step_are_marked(snapshot_after: Made) -> None:
    snapshot = snapshot_after([], phase="restoring", lift=(chess.A4,), place=(chess.A1,))
    lines = printed(snapshot)
    assert lines[5].startswith("4  # ")
    assert lines[8].startswith("1  R'")
    assert status(snapshot) == "Board out of step with the game: lift a4; place a1"


def test_moves_are_numbered_from_the_position_that_the_game_began_with(
    snapshot_after: Made,
) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 30"
    snapshot = snapshot_after(["e4", "e5"], start_fen=fen)
    lines = printed(snapshot)
    assert "30.  ...  e4" in lines[1]
    assert "31.  e5" in lines[2]


def test_the_moves_go_below_the_board_where_it_is_narrow(snapshot_after: Made) -> None:
    lines = printed(snapshot_after(["e4", "e5", "Nf3"]), width=30)
    assert lines[1].rstrip() == "8  r  n  b  q  k  b  n  r"
    assert lines[11].split() == ["1.", "e4", "e5"]
    assert lines[12].split() == ["2.", "Nf3"]


@pytest.mark.parametrize("width", [14, 20, 25, 26, 80])
def test_a_clock_is_shown_whole_however_narrow_it_is(snapshot_after: Made, width: int) -> None:
    tags = (("White", "Duke Karl II of Brunswick"), ("Black", "Ada"))
    shown = replace(
        snapshot_after([]), clock_ms=(Millis(5_399_000), Millis(300_000)), running="W", tags=tags
    )
    lines = printed(shown, width=width)
    assert "5:00" in lines[0]
    (white,) = [line for line in lines if "1:29:59" in line]
    assert white.split(">")[0].rstrip().endswith("."), "a name that is cut says so"


def test_a_move_that_is_not_pressed_stands_in_brackets(snapshot_after: Made) -> None:
    snapshot = snapshot_after(["e4"])
    ply = snapshot.plies[0]
    pending = snapshot_after([], plies=(type(ply)(ply.san, ply.uci, ply.fen, None, "", False),))
    assert "(e4)" in "\n".join(printed(pending))


def test_the_operator_sees_the_newest_alerts(snapshot_after: Made) -> None:
    alerts = tuple(Alert("touch", ply, Millis(0), f"number {ply}") for ply in range(5))
    text = "\n".join(printed(snapshot_after([], alerts=alerts)))
    assert "touch (ply 4) number 4" in text
    assert "number 0" not in text


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "White to move"),
        ({"linked": False}, "The board is not heard."),
        ({"result": "1-0", "termination": "checkmate"}, "1-0, checkmate"),
        ({"result": "*", "termination": "annulled"}, "*, annulled"),
        ({"phase": "setup"}, "The pieces are being set up"),
        ({"phase": "setup", "place": (0,)}, "The pieces are being set up: place a1"),
        ({"place": (0,)}, "Board out of step with the game: place a1"),
        ({"phase": "over", "result": "1-0", "place": (0,)}, "1-0"),
        ({"phase": "restoring"}, "Board out of step with the game"),
        ({"check": chess.E1}, "White to move, in check"),
    ],
)
def test_the_state_of_the_game_is_one_line(
    snapshot_after: Made, changes: dict[str, object], line: str
) -> None:
    assert status(snapshot_after([], **changes)) == line


@pytest.mark.parametrize(
    ("ms", "counts_up", "text"),
    [
        (5_400_000, False, "1:30:00"),
        (3_599_999, False, "59:59"),
        (20_000, False, "0:20"),
        (19_999, False, "0:19.9"),
        (19_999, True, "0:19"),
        (0, False, "0:00.0"),
        (-5, False, "0:00.0"),
    ],
)
def test_clocks_read_as_chess_clocks_do(ms: int, counts_up: bool, text: str) -> None:
    assert clock_text(Millis(ms), counts_up=counts_up) == text


def test_only_the_running_clock_runs_on(snapshot_after: Made) -> None:
    clocks = (Millis(10_000), Millis(10_000))
    running = snapshot_after([], clock_ms=clocks, running="B")
    assert advanced(running, Millis(4_000)).clock_ms == (10_000, 6_000)
    assert advanced(running, Millis(40_000)).clock_ms == (10_000, 0)
    up = snapshot_after([], clock_ms=clocks, running="W", clock_counts_up=True)
    assert advanced(up, Millis(4_000)).clock_ms == (14_000, 10_000)
    stopped = snapshot_after([], clock_ms=clocks, running=None)
    assert advanced(stopped, Millis(4_000)) == stopped


def test_a_clock_waits_for_the_end_of_a_delay(snapshot_after: Made) -> None:
    clocks = (Millis(10_000), Millis(10_000))
    waiting = snapshot_after([], clock_ms=clocks, running="W", clock_waits_ms=Millis(3_000))
    assert advanced(waiting, Millis(3_000)).clock_ms == (10_000, 10_000)
    assert advanced(waiting, Millis(4_000)).clock_ms == (9_000, 10_000)
    assert advanced(advanced(waiting, Millis(2_000)), Millis(2_000)).clock_ms == (9_000, 10_000)


def test_at_zero_comes_the_next_period_and_how_many_are_left_is_said(snapshot_after: Made) -> None:
    running = snapshot_after(
        [],
        clock_ms=(Millis(5_000), Millis(5_000)),
        running="W",
        clock_coming=(((Millis(30_000), 2), (Millis(30_000), 1)), ()),
    )
    assert printed(running)[10].rstrip().endswith("> 0:05.0")
    later = advanced(running, Millis(40_000))
    assert (later.clock_ms, later.clock_periods) == ((25_000, 5_000), (1, 0))
    assert ">   0:25 1x" in printed(later)[10]
    assert "1x" not in printed(later)[0]


def test_periods_take_their_room_from_the_name(snapshot_after: Made) -> None:
    named = snapshot_after([], tags=(("White", "Ada " * 9),), clock_periods=(3, 0))
    plain = replace(named, clock_periods=(0, 0))
    for width in (15, 26, 40):
        lines = printed(named, width=width)[10]
        assert "3x" in lines
        assert len(lines.rstrip()) <= len(printed(plain, width=width)[10].rstrip())


def test_on_an_hourglass_both_clocks_move(snapshot_after: Made) -> None:
    clocks = (Millis(10_000), Millis(10_000))
    glass = snapshot_after([], clock_ms=clocks, running="B", clock_shared=True)
    assert advanced(glass, Millis(4_000)).clock_ms == (14_000, 6_000)
    assert advanced(glass, Millis(40_000)).clock_ms == (20_000, 0)


def test_an_adjourned_game_says_so_and_asks_for_its_position(snapshot_after: Made) -> None:
    assert (
        status(snapshot_after([], phase="adjourned")) == "The game is adjourned; a move is sealed"
    )
    astray = snapshot_after([], phase="adjourned", lift=(chess.H3,), place=(chess.H2,))
    assert status(astray) == "Board out of step with the game: lift h3; place h2"
