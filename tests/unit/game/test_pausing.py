"""Clocks that are stopped and set going again by words."""

from tests.playing import said

TIMED = '[TimeControl "60"]\n'


def test_no_time_passes_while_the_clocks_are_stopped() -> None:
    game = said(TIMED + "~1000 @pause\n~60000 @resume\n~1000 -e2 ~0 +e4 ~0 !W")
    assert (game["clock_ms"], game["running"]) == ([58_000, 60_000], "B")


def test_no_flag_falls_while_the_clocks_are_stopped() -> None:
    assert said(TIMED + "@pause\n~90000 @resume\n~1000 -e2 +e4 !W")["moves"] == ["e2e4"]


def test_what_is_touched_in_a_pause_is_no_touch() -> None:
    game = said("@pause\n-g1 +g1 -b1 +b1 @resume\n~600")
    assert (game["must_move"], game["in_sync"]) == ([], True)


def test_what_is_changed_in_a_pause_is_asked_to_be_put_right() -> None:
    game = said("@pause\n-g1 +g4 @resume\n~600")
    assert game["restore"] == {"lift": ["g4"], "place": ["g1"]}


def test_a_move_that_was_made_before_the_pause_stands_after_it() -> None:
    assert said("-e2 +e4 @pause\n~5000 @resume\n!W")["moves"] == ["e2e4"]


def test_a_press_in_a_pause_means_nothing() -> None:
    game = said("-e2 +e4 @pause\n!W ~2000")
    assert (game["moves"], game["pending"], game["running"]) == ([], "e2e4", None)


def test_a_clock_that_waits_is_started_by_word() -> None:
    game = said('[Start "manual"]\n' + TIMED + "~5000 @start\n~1000 -e2 ~0 +e4 ~0 !W")
    assert game["clock_ms"][0] == 59_000
