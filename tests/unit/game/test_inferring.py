"""The times of moves that nobody saw: an estimate, and marked as one."""

from tests.playing import record_of, said
from tests.unit.game.test_catching_up import unheard
from touchmove.replay import play
from touchmove.view.bulletin import pgn


def text_of(script: str) -> str:
    """The PGN of the one game."""
    ((table, _),) = play(record_of(script))
    return pgn(table)


def test_every_ply_of_a_gap_took_as_long_as_every_other() -> None:
    game = said('[TimeControl "300"]\n' + unheard("e4", "e5", ms=7000) + "~0 @adjust\n")
    assert game["clock_ms"] == [300_000 - 3625, 300_000 - 3625]


def test_an_estimate_brings_the_increment() -> None:
    game = said('[TimeControl "300+2"]\n' + unheard("e4", ms=7000) + "~6000 @adjust\n")
    assert game["clock_ms"] == [302_000 - 7250 + 2000, 302_000 - 6000]


def test_time_before_the_gap_was_the_mover_s() -> None:
    game = said('[TimeControl "300"]\n~10000 ' + unheard("e4", "e5", ms=3750) + "~0 @adjust\n")
    assert game["clock_ms"] == [300_000 - 12_000, 300_000 - 2000]


def test_the_record_says_which_times_are_estimated() -> None:
    text = text_of('[TimeControl "300"]\n-d2 +d4 !W ' + unheard("d4", "d5") + "~1000 -c2 +c4 !W")
    assert "1. d4 { [%clk 0:04:59] } 1... d5 { [%clk 0:04:53] estimated }" in text
    assert text.count("estimated") == 1


def test_an_estimate_takes_nobody_s_last_second() -> None:
    game = said('[TimeControl "4"]\n' + unheard("e4", "e5", ms=60_000))
    assert (game["moves"], game["result"]) == (["e2e4", "e7e5"], "*")
    assert game["clock_ms"] == [1000, 1000]


def test_no_flag_falls_while_nobody_knows_whose_time_it_is() -> None:
    game = said('[TimeControl "4"]\n' + unheard("e4", "e5", "Nf3", "Nc6") + "~60000 @adjust\n")
    assert game["result"] == "*"


def test_a_flag_that_fell_unheard_falls_when_nothing_was_played() -> None:
    game = said('[TimeControl "4"]\n' + unheard())
    assert (game["result"], game["termination"]) == ("0-1", "flag")
