"""What hands do while the game is stopped is no touch, no release and no move (Laws 6.11)."""

import pytest

from tests.playing import kinds, said

STOPS = {
    "pause": ("@pause\n", "@resume\n"),
    "resign": ("@resign W\n", "@undo\n"),
    "result": ("@result 1-0\n", "@undo\n"),
    "seal": ("@seal e7e5\n", "@undo\n"),
}


@pytest.fixture(params=STOPS)
def moved(request: pytest.FixtureRequest) -> str:
    """White has played, the game is stopped, and the e-pawn is pushed until it goes on."""
    stop, go_on = STOPS[request.param]
    return f"-e2 +e4 !W\n{stop}-e7 +e5 ~1000\n{go_on}~2000 "


def test_what_was_moved_meanwhile_is_to_be_put_back(moved: str) -> None:
    game = said(moved)
    assert (game["pending"], game["must_move"], game["in_sync"]) == (None, [], False)
    assert game["restore"] == {"lift": ["e5"], "place": ["e7"]}
    assert kinds(moved) == ["displaced"]


def test_what_was_put_back_binds_nobody(moved: str) -> None:
    script = moved + "-e5 +e7 ~1000 -d7 +d5 !B"
    assert (said(script)["san"], kinds(script)) == (["e4", "d5"], ["displaced"])
    assert said(script)["evidence"] == ["witnessed", "witnessed"]


def test_a_press_before_it_is_put_back_is_no_offence(moved: str) -> None:
    game = said(moved + "!B")
    assert (game["san"], game["illegal"]["black"], game["running"]) == (["e4"], 0, "B")


def test_a_move_beside_it_counts(moved: str) -> None:
    assert said(moved + "-d7 +d5 !B -e5 +e7")["san"] == ["e4", "d5"]


def test_what_is_touched_when_the_game_goes_on_counts_at_once() -> None:
    game = said("-e2 +e4 !W\n@pause\n-e7 +e5 -e5 +e7 ~1000\n@resume\n~200 -d7 ~200 +d7 ~100")
    assert (game["must_move"], game["alerts"]) == (["d7"], [])


def test_what_was_touched_before_still_binds() -> None:
    game = said("-e2 +e4 !W\n-d7 ~300 +d7 ~500\n@pause\n~9000\n@resume\n~900")
    assert game["must_move"] == ["d7"]


def test_a_hand_that_was_in_play_may_finish_its_move() -> None:
    """The clock is stopped to fetch a queen (Laws 6.11.2), or with a pawn in the hand."""
    game = said("-e2 +e4 !W -e7 ~300\n@pause\n+e5 ~1000\n@resume\n!B")
    assert (game["san"], game["alerts"]) == (["e4", "e5"], [])
