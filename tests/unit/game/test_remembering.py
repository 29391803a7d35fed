"""Words that were said by mistake."""

from tests.playing import games, kinds, said, table_after


def test_a_resignation_taken_back_costs_no_time() -> None:
    game = said('[TimeControl "300"]\n-e2 +e4 !W ~1000 @resign B\n~60000 @undo\n~2000 -e7 +e5 !B')
    assert (game["result"], game["moves"]) == ("*", ["e2e4", "e7e5"])
    assert game["clock_ms"] == [299_500, 300_000 - 1000 - 2500]


def test_what_hands_did_after_the_end_is_no_move() -> None:
    game = said('[Profile "casual"]\n-e2 +e4 ~1500 @resign B\n-e7 +e5 ~3000 -e5 +e7 @undo\n')
    assert (game["moves"], game["in_sync"]) == (["e2e4"], True)


def test_what_was_played_while_a_word_held_stands_without_it() -> None:
    """The time that was given by mistake is gone, the moves since are there."""
    game = said('[TimeControl "300"]\n@time B +600\n-e2 +e4 !W -e7 +e5 !B @undo\n')
    assert (game["moves"], game["add_ms"]) == (["e2e4", "e7e5"], None)
    assert game["clock_ms"] == [299_250, 299_250]


def test_a_pause_that_never_was_leaves_moves() -> None:
    assert said("@pause\n-e2 +e4 !W @undo\n")["moves"] == ["e2e4"]


def test_words_are_taken_back_one_after_the_other() -> None:
    both = "@time W +60\n@offer draw W\n"
    assert said(both + "@undo\n")["add_ms"] == {"W": 60_000}
    game = said(both + "@undo\n@undo\n")
    assert (game["add_ms"], game["offer"], game["alerts"]) == (None, None, [])


def test_a_refused_word_is_not_what_is_taken_back() -> None:
    assert said("@time W +60\n@accept\n@undo\n")["add_ms"] is None


def test_a_ruling_is_taken_back() -> None:
    script = "-g1 +g3 !W @ruling stand\n-e7 +e5 @undo\n"
    game = said(script)
    assert (game["earlier"], game["add_ms"], game["illegal"]["white"]) == ([], {"B": 120_000}, 1)
    assert game["restore"]["lift"] == ["e5", "g3"]


def test_a_new_game_begun_by_mistake_gives_the_old_one_back() -> None:
    (game,) = games("-e2 +e4 !W @new\n@undo\n-e7 +e5 !B")
    assert game["moves"] == ["e2e4", "e7e5"]


def test_putting_the_pieces_back_after_a_result_taken_back_is_nobodys_touch() -> None:
    reset = "-e2 +e4 !W @resign B\n-e4 +e2 -d7 -d8 ~5000 @undo\n"
    assert said(reset)["restore"] == {"lift": ["e2"], "place": ["d7", "d8", "e4"]}
    game = said(reset + "+d8 +d7 -e2 +e4 ~600 -e7 +e5 !B")
    assert (game["moves"], game["evidence"]) == (["e2e4", "e7e5"], ["witnessed", "witnessed"])
    assert [alert["kind"] for alert in game["alerts"]] == ["displaced"]


def test_an_adjournment_is_taken_back_with_the_clocks_as_they_stood() -> None:
    game = said('[TimeControl "300"]\n-e2 +e4 !W @seal e7e5\n~3600000 @undo\n-e7 +e5 !B')
    assert game["clock_ms"] == [299_500, 299_250]
    assert kinds("-e2 +e4 !W @seal e7e5\n~3600000 @undo\n-e7 +e5 !B") == []


def test_a_touch_that_comes_after_two_thousand_others_lets_the_word_be_forgotten() -> None:
    """Two thousand edges later there is nothing to take back; one less, and there is."""
    fidget = "-a1 +a1 " * 1000
    assert table_after("@time W +60\n" + fidget).said != ()
    assert table_after("@time W +60\n" + fidget + "-a1").said == ()
