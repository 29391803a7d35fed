"""Article 4 as a table: what touching and releasing bind a player to."""

import pytest

from tests.playing import kinds, said

ROOKS = '[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]\n'
CENTRE = '[FEN "rnbqkbnr/1pp1pppp/p7/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3"]\n'


def _bound(script: str) -> tuple[list[str], list[str], list[str] | None]:
    game = said(script)
    return game["must_move"], game["must_capture"], game["legal_if_touched"]


@pytest.mark.covers("Article 4.3")
def test_article_4_3_1_the_first_own_piece_that_can_move_must_move() -> None:
    assert _bound("-a1 +a1 -g1 +g1 -b1 +b1") == (["g1"], [], ["g1f3", "g1h3"])


def test_article_4_3_2_the_first_enemy_piece_that_can_be_taken_must_be_taken() -> None:
    assert _bound(CENTRE + "-d8 +d8 -d5 +d5") == ([], ["d5"], ["c3d5", "e4d5"])


@pytest.mark.covers("Article 4.3.3")
def test_article_4_3_3_pieces_of_both_colours_the_one_takes_the_other() -> None:
    assert _bound(CENTRE + "-e4 +e4 -d5 +d5") == (["e4"], ["d5"], ["e4d5"])


def test_article_4_3_3_without_an_order_the_own_piece_counts_first() -> None:
    assert _bound(CENTRE + "-d5 ~49 -g1 +g1 +d5")[0] == ["g1"]
    assert _bound(CENTRE + "-d5 ~50 -g1 +g1 +d5")[1] == ["d5"]


@pytest.mark.covers("Article 4.4")
def test_article_4_4_1_king_and_rook_must_castle() -> None:
    assert _bound(ROOKS + "-e1 +e1 -a1 +a1") == (["e1"], [], ["e1c1"])


def test_article_4_4_2_a_rook_first_must_move() -> None:
    assert _bound(ROOKS + "-h1 +h1 -e1 +e1") == (["h1"], [], ["h1f1", "h1g1"])


def test_article_4_4_2_castling_with_the_rook_first_is_told() -> None:
    assert kinds(ROOKS + "-h1 ~60 -e1 +g1 +f1 !W") == ["rook_first"]
    assert kinds(ROOKS + "-h1 ~40 -e1 +g1 +f1 !W") == []


def test_article_4_4_3_where_castling_is_illegal_the_king_must_move() -> None:
    checked = '[FEN "4r1k1/8/8/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1"]\n'
    assert _bound(checked + "-e1 +e1 -h1 +h1") == (["e1"], [], ["e1d1", "e1f1"])


def test_article_4_5_nothing_that_can_move_or_be_taken_binds_to_nothing() -> None:
    assert _bound("-a1 +a1 -d8 +d8") == ([], [], None)


@pytest.mark.covers("Article 4.7")
def test_article_4_7_a_released_piece_stays() -> None:
    assert _bound("-e2 +e4 ~600 -e4 +e2") == (["e2"], [], ["e2e4"])
    assert _bound("-e2 +e4 ~400 -e4 +e2") == (["e2"], [], ["e2e3", "e2e4"])


def test_article_4_7_castling_with_two_hands_releases_no_rook() -> None:
    assert kinds(ROOKS + "-e1 -h1 +f1 ~900 +g1 !W") == []


def test_a_brush_is_no_touch() -> None:
    assert _bound("-g1 ~149 +g1") == ([], [], None)
    assert _bound("-g1 ~150 +g1")[0] == ["g1"]


def test_what_is_adjusted_is_no_touch_unless_it_goes_elsewhere() -> None:
    assert _bound("@adjust\n-g1 +g1 -b1 +b1") == ([], [], None)
    assert kinds("@adjust\n-g1 +g1 -b1 +b1 -e2 +e4 !W") == []


def test_what_was_touched_before_adjusting_was_said_binds() -> None:
    assert _bound("-b1 +b1 @adjust\n-g1 +g1")[0] == ["b1"]


def test_an_illegal_move_binds_its_replacement() -> None:
    assert _bound("-g1 +g3 !W -g3 +g1") == (["g1"], [], ["g1f3", "g1h3"])
    assert kinds("-g1 +g3 !W -g3 +g1 -e2 +e4 !W") == ["touch"]
    assert kinds("-g1 +g3 !W -g3 +g1 -g1 +f3 !W") == []


def test_the_opponent_is_bound_from_the_moment_the_move_is_made() -> None:
    assert _bound("-e2 +e4 -b8 +b8")[0] == ["b8"]


@pytest.mark.parametrize(("profile", "told"), [("classical", ["touch"]), ("casual", [])])
def test_who_is_told_of_a_breach(profile: str, told: list[str]) -> None:
    assert kinds(f'[Profile "{profile}"]\n-g1 +g1 -e2 +e4 !W') == told


def test_article_4_8_a_complaint_in_time_takes_the_move_back() -> None:
    game = said("-g1 +g1 -e2 +e4 !W @claim touch")
    assert (game["moves"], game["must_move"]) == ([], ["g1"])
    assert game["restore"] == {"lift": ["e4"], "place": ["e2"]}


def test_article_4_8_a_complaint_after_touching_is_too_late() -> None:
    game = said("-g1 +g1 -e2 +e4 !W -e7 +e7 @claim touch")
    assert game["moves"] == ["e2e4"]
    assert kinds("-g1 +g1 -e2 +e4 !W -e7 +e7 @claim touch") == ["touch", "late_claim"]


def test_article_12_1_the_arbiter_may_step_in_later() -> None:
    assert said("-g1 +g1 -e2 +e4 !W -e7 +e7 @ruling touch")["must_move"] == ["g1"]


def test_a_complaint_about_nothing_changes_nothing() -> None:
    assert said("-e2 +e4 !W @claim touch")["moves"] == ["e2e4"]
