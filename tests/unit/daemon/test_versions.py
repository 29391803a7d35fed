"""A board with another firmware is told, with what to do, once for each opening of its port."""

import pytest

from touchmove import __version__
from touchmove.daemon.hearsay import Hearsay
from touchmove.daemon.history import History
from touchmove.daemon.versions import carried_firmware, firmware_advice
from touchmove.wire.link import Link
from touchmove.wire.messages import Hello


def hello(firmware: str) -> Hello:
    return Hello(firmware, "table-7", "0badcafe", "presence", "8x8", 1000, 1, 0, 1, ())


def test_the_firmware_that_is_carried_is_the_one_in_the_folder() -> None:
    assert carried_firmware() == __version__


@pytest.mark.parametrize(
    ("on_board", "carried", "advice"),
    [
        ("0.9.0", "0.10.0", "put that on the board"),
        ("0.10.0", "0.9.0", "update touchmove"),
        ("1.0.0-rc1", "1.0.0", "put that on the board"),
        ("0.9", "0.9.1", "put that on the board"),
    ],
)
def test_what_to_do_depends_on_which_is_older(on_board: str, carried: str, advice: str) -> None:
    told = firmware_advice(hello(on_board), carried)
    assert told is not None
    assert advice in told


def test_equal_versions_need_no_word() -> None:
    assert firmware_advice(hello("1.0.0"), "1.0.0") is None
    assert firmware_advice(hello("1.0.0"), None) is None


def test_it_is_told_once_for_each_opening_of_the_port(caplog: pytest.LogCaptureFixture) -> None:
    lost = History(link=Link(board=hello("0.0.1"), lost=True))
    greeted = History(link=Link(board=hello("0.0.1"), greeted=True))
    hearsay = Hearsay("table-7")
    for _ in range(2):
        hearsay.opened()
        for _ in range(3):  # silent for a moment, and greeted again
            hearsay.followed(lost, greeted)
    told = [r for r in caplog.records if "firmware 0.0.1 is on the board" in r.getMessage()]
    assert [vars(record)["board"] for record in told] == ["table-7"] * 2
