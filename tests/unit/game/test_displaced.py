"""Pieces that stand where the game does not have them: told once, lit until they are right."""

from tests.playing import said, table_after

BESIDE = "-g1 +f3 -h2 !W "
"""White has played Nf3 and knocked over h2."""


def restore(script: str) -> tuple[list[str], list[str]]:
    asked = said(script)["restore"]
    return asked["lift"], asked["place"]


def test_a_piece_knocked_over_beside_the_move_is_no_illegal_move() -> None:
    game = said(BESIDE)
    assert (game["moves"], game["illegal"]["white"]) == (["g1f3"], 0)
    (alert,) = game["alerts"]
    assert (alert["kind"], alert["detail"]) == ("displaced", "to clear: -, to fill: h2")


def test_the_lamps_ask_for_it_until_it_is_right() -> None:
    assert restore(BESIDE) == ([], ["h2"])
    assert restore(BESIDE + "+h3") == (["h3"], ["h2"])
    assert restore(BESIDE + "+h3 -h3 +h2") == ([], [])


def test_it_is_told_once_however_long_it_takes() -> None:
    game = said(BESIDE + "-e7 +e5 !B -d2 +d4 !W")
    assert [alert["kind"] for alert in game["alerts"]] == ["displaced"]
    assert game["san"] == ["Nf3", "e5", "d4"]
    assert game["restore"] == {"lift": [], "place": ["h2"]}


def test_a_piece_that_is_put_right_before_the_press_is_not_told() -> None:
    assert said("-g1 +f3 -h2 +h2 !W")["alerts"] == []


def test_the_first_piece_that_travelled_is_the_move() -> None:
    game = said("-g1 +f3 -h2 +h3 !W")
    assert game["moves"] == ["g1f3"]
    assert game["restore"] == {"lift": ["h3"], "place": ["h2"]}


def test_if_the_first_piece_that_travelled_made_no_move_the_press_is_illegal() -> None:
    game = said("-g1 +g4 -h2 +h3 !W")
    assert (game["moves"], game["illegal"]["white"]) == ([], 1)


def test_a_piece_that_went_home_has_not_travelled() -> None:
    assert said("-g1 +f3 -f3 +g1 -e2 +e4 -a2 +b3 !W")["moves"] == ["e2e4"]


def test_a_second_move_in_a_row_does_not_count() -> None:
    game = said("-e2 +e4 !W -d2 +d4 !W")
    assert game["moves"] == ["e2e4"]
    assert [alert["kind"] for alert in game["alerts"]] == ["wrong_button", "displaced"]
    assert game["restore"] == {"lift": ["d4"], "place": ["d2"]}


def test_black_cannot_begin() -> None:
    game = said("-e7 +e5 !B")
    assert game["moves"] == []
    assert [alert["kind"] for alert in game["alerts"]] == ["wrong_button", "displaced"]


def test_a_piece_that_travels_on_after_the_press_is_displaced_at_the_next_press() -> None:
    game = said("-e2 +e3 !W -e3 +e4 -e7 +e5 !B")
    assert game["san"] == ["e3", "e5"]
    assert [alert["kind"] for alert in game["alerts"]] == ["displaced"]
    assert game["restore"] == {"lift": ["e4"], "place": ["e3"]}


def test_without_presses_a_board_that_no_move_explains_is_told_when_it_rests() -> None:
    game = said('[Profile "unclocked"]\n-g1 +g3 ~5000')
    assert [alert["kind"] for alert in game["alerts"]] == ["displaced"]
    assert game["restore"] == {"lift": ["g3"], "place": ["g1"]}


def test_a_move_counts_although_pieces_are_displaced() -> None:
    table = table_after(BESIDE + "-e7 +e5 !B")
    assert table.displaced
    assert [move.san for move in table.moves] == ["Nf3", "e5"]


def test_the_end_of_the_game_asks_for_nothing_more() -> None:
    assert table_after(BESIDE + "@resign B").restore == ((), ())


def test_the_first_touches_of_the_reply_displace_nothing() -> None:
    assert said("-g1 +f3 -e7 !W +e5 !B")["alerts"] == []
