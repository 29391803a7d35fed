"""What is missed: edges that cannot be, snapshots that differ, links that are lost."""

from tests.playing import said, table_after


# ------------------------------------------------------------------ snapshots
def test_a_snapshot_that_agrees_changes_nothing() -> None:
    plain = said("-e2 ~500 +e4 ~250 !W")
    assert said("-e2 =ffff00000000efff +e4 =ffff00001000efff ~0 !W") == plain


def test_a_snapshot_that_differs_gives_the_missed_edges() -> None:
    game = said("=ffff00001000efff !W")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["inferred"])


def test_a_place_that_was_missed_lowers_the_evidence() -> None:
    game = said("-e2 =ffff00001000efff !W")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["inferred"])


def test_the_order_of_what_was_missed_is_not_held_against_the_move() -> None:
    game = said("+e4 ~500 =ffff00001000efff !W")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["inferred"])


def test_a_snapshot_that_nothing_explains_is_told_at_once() -> None:
    game = said("=ffff00001000e7ff ~9000")
    (alert,) = game["alerts"]
    assert alert["kind"] == "displaced"
    assert alert["detail"] == "to clear: e4, to fill: d2 e2"
    assert game["restore"] == {"lift": ["e4"], "place": ["d2", "e2"]}


def test_missed_edges_are_no_touches() -> None:
    assert said("=ffff00000000efff =ffff00000000ffff -d2 +d4 !W")["alerts"] == []


# ------------------------------------------------------------------ edges that cannot be
def test_a_lift_from_an_empty_square_means_that_a_place_was_missed() -> None:
    game = said("-e2 -e4 +e4 !W")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["inferred"])


def test_a_place_on_an_occupied_square_means_that_a_lift_was_missed() -> None:
    fen = '[FEN "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"]\n'
    game = said(fen + "-e4 +d5 !W")
    assert (game["san"], game["evidence"]) == (["exd5"], ["inferred"])


def test_the_same_edge_twice_is_one_edge() -> None:
    assert said("-e2 -e2 +e4 +e4 !W")["moves"] == ["e2e4"]


# ------------------------------------------------------------------ the link
def test_nothing_is_known_of_a_board_that_is_not_heard() -> None:
    assert not table_after("@link down\n~100").linked
    assert table_after("@link down\n~100 @link up").linked


def test_the_clocks_run_on_while_the_link_is_down() -> None:
    game = said('[TimeControl "300"]\n@link down\n~5000 @link up')
    assert (game["clock_ms"], game["running"]) == ([295_000, 300_000], "W")


def test_a_move_that_was_made_meanwhile_is_seen_afterwards() -> None:
    game = said("@link down\n~5000 @link up\n=ffff00001000efff")
    assert (game["moves"], game["in_sync"], game["running"]) == (["e2e4"], True, "B")
    game = said("@link down\n~5000 @link up\n=ffff00001000efff !W")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["inferred"])


def test_a_link_that_is_lost_with_a_piece_in_the_hand_loses_no_move() -> None:
    game = said("-e2 @link down\n~5000 @link up\n=ffff00000000efff +e4 !W")
    assert game["moves"] == ["e2e4"]


def test_a_link_may_be_lost_at_any_time() -> None:
    assert not table_after("@resign W\n@link down\n").linked
    assert not table_after("-g1 +g3 !W @link down\n").linked
    assert not table_after("-e2 +e4 !W @new\n@link down\n").linked


def test_a_new_game_does_not_mend_the_link() -> None:
    assert not table_after("@link down\n@new\n").linked
