"""Lines that are refused, and the reason that people get to read."""

import pytest

from touchmove.wire import codec
from touchmove.wire import messages as m

BOARD = "ffff00000000ffff"


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ("dance", "unknown kind 'dance'"),
        ("", "unknown kind ''"),
        ("lift", "unknown 1 words where lift has 4"),
        ("lift 1 2 e2", "unknown 3 words where lift has 4"),
        ("lift 0 2 e2 " + BOARD, "unknown number '0': reports are counted from 1"),
        ("lift 01 2 e2 " + BOARD, "unknown number '01'"),
        ("lift 1 -2 e2 " + BOARD, "unknown number '-2'"),
        ("lift 1 ² e2 " + BOARD, "unknown number '²'"),
        ("lift 1 2 e9 " + BOARD, "unknown square 'e9'"),
        ("lift 1 2 e2 " + BOARD.upper(), "unknown digits 'FFFF00000000FFFF'"),
        ("lift 1 2 e2 " + BOARD[1:], "unknown digits 'fff00000000ffff'"),
        ("press 1 2 w " + BOARD, "unknown side 'w'"),
        (
            "lift 1 2 e2 00000000000000f0/000000000000000f",
            "unknown occupancy '00000000000000f0/000000000000000f': white on empty squares",
        ),
        ("lamps " + "6" * 64, "unknown lamps: 64 digits 0 to 5"),
        ("hello 0 a b", "unknown number '0': reports are counted from 1"),
        ("hello 1 f b 0badcafe radar 8x8 0 1 0 1 -", "unknown sensors 'radar'"),
        ("hello 1 f b 0badcafe presence 10x10 0 1 0 1 -", "unknown size '10x10'"),
        ("hello 1 f  0badcafe presence 8x8 0 1 0 1 -", "unknown empty word"),
        ("refuse ", "unknown empty word"),
        (
            "lift 999999999999999 2 e2 " + BOARD,
            "unknown number of a report: 999999999999999 of 999999999999998",
        ),
        (
            "hello 1 f b 0badcafe presence 8x8 0 1 999999999999998 8 -",
            "unknown acknowledged reports: 999999999999998 of 7",
        ),
        ("hello 1 f b 0badcafe presence 8x8 0 9 0 8 -", "unknown oldest report: 9 of 8"),
        ("lost 5 2 9 " + BOARD, "unknown lost: 9 of 5"),
        ("beat 0badcafe 2 5 9 " + BOARD, "unknown lost: 9 of 5"),
    ],
)
def test_a_line_that_cannot_be_understood_is_refused_with_its_reason(
    payload: str, reason: str
) -> None:
    heard = codec.decode(payload)
    assert isinstance(heard, m.Refused)
    assert heard.reason == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("lift 1*00000000", "check sum does not fit"),
        ("lift\t1*00000000", "bytes outside printable ASCII"),
        ("x" * 191, "longer than 190 bytes"),
    ],
)
def test_a_line_that_is_no_frame_is_refused_with_its_reason(line: str, reason: str) -> None:
    heard = codec.read(line)
    assert isinstance(heard, m.Refused)
    assert heard.reason == reason
    assert len(heard.line) <= 43


def test_what_a_board_prints_is_what_it_said() -> None:
    text = "MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040"
    assert codec.read(text) == m.Said(text)


def test_a_hello_in_another_version_says_which_end_to_update() -> None:
    newer = codec.decode("hello 7 whatever follows")
    assert str(newer).endswith("speaks 1: update touchmove")
    assert str(m.Foreign(0, "hello")).endswith("speaks 1: flash newer firmware")
