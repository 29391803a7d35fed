"""Castling by hand, in the orders that people use, and where king and rook change places."""

from typing import Any

import pytest

from tests.playing import said

BOTH = '[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]\n'


def chess960(pieces: str, rights: str) -> str:
    """White's first rank and rights; Black has a bare king."""
    return f'[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/{pieces} w {rights} - 0 1"]\n'


def kinds_of(game: dict[str, Any]) -> list[str]:
    """What the arbiter is told."""
    return [alert["kind"] for alert in game["alerts"]]


@pytest.mark.parametrize(
    "hands",
    [
        "-e1 +g1 -h1 +f1",
        "-e1 -h1 +g1 +f1",
        "-e1 -h1 +f1 +g1",
        "-h1 -e1 +g1 +f1",
        "-h1 +f1 -e1 +g1",
        "-e1 +f1 -f1 +g1 -h1 +f1",
        "-e1 +g1 ~3000 -h1 ~3000 +f1",
    ],
)
def test_castling_may_be_made_in_any_order(hands: str) -> None:
    game = said(BOTH + hands + " !W")
    assert (game["san"], game["in_sync"]) == (["O-O"], True)


def test_both_players_may_castle_before_either_presses() -> None:
    game = said(BOTH + "-e1 -h1 +f1 +g1 -e8 -h8 +f8 +g8 !W !B")
    assert (game["san"], game["alerts"]) == (["O-O", "O-O"], [])


def test_a_rook_that_is_pressed_alone_is_a_move_of_the_rook() -> None:
    game = said(BOTH + "-h1 +f1 !W -e1 +g1 -a7 +a6 !B")
    assert game["san"] == ["Rf1", "a6"]
    assert [alert["kind"] for alert in game["alerts"]] == ["displaced"]


def test_half_a_castling_that_is_pressed_is_illegal() -> None:
    game = said(BOTH + "-e1 +g1 !W")
    assert game["illegal"] == {"white": 1, "black": 0}
    assert game["restore"] == {"lift": ["g1"], "place": ["e1"]}


def test_half_a_castling_that_is_put_back_just_after_the_press_is_illegal_too() -> None:
    game = said(BOTH + "-e1 +g1 !W ~100 -g1 ~50 +e1 ~400")
    assert game["illegal"] == {"white": 1, "black": 0}
    assert (game["in_sync"], game["running"]) == (True, "W")


# ------------------------------------------------------------------ Chess960
def test_king_and_rook_may_take_each_others_squares() -> None:
    game = said(chess960("1R3KR1", "GB") + "-f1 -g1 +g1 +f1 !W")
    assert (game["moves"], game["san"]) == (["f1g1"], ["O-O"])


def test_king_and_rook_that_were_only_adjusted_have_not_castled() -> None:
    hands = "-f1 +f1 -g1 +g1 "
    assert said(chess960("1R3KR1", "GB") + hands + "-f1 +f2 !W")["san"] == ["Kf2"]
    assert said('[Laws "2014"]\n' + chess960("1R3KR1", "GB") + hands + "!W")["moves"] == []


def test_the_king_may_stand_already_where_it_castles_to() -> None:
    assert said(chess960("6KR", "H") + "-h1 +f1 !W")["san"] == ["O-O"]
    assert said(chess960("1RK5", "B") + "-b1 +d1 !W")["san"] == ["O-O-O"]


def test_the_rook_may_stand_already_where_it_castles_to() -> None:
    assert said(chess960("4KR2", "F") + "-e1 +g1 !W")["san"] == ["O-O"]


def test_the_king_may_go_far() -> None:
    assert said(chess960("RK6", "A") + "-b1 -a1 +c1 +d1 !W")["san"] == ["O-O-O"]
    assert said(chess960("1K5R", "H") + "-b1 +g1 -h1 +f1 !W")["san"] == ["O-O"]


def test_a_step_of_the_king_to_its_castling_square_is_a_step() -> None:
    assert said(chess960("5K1R", "H") + "-f1 +g1 !W")["san"] == ["Kg1"]
    assert said(chess960("5K1R", "H") + "-f1 +g1 -h1 +f1 !W")["san"] == ["O-O"]


def test_castling_is_told_from_a_rook_that_takes_the_kings_new_square() -> None:
    assert said(chess960("5K1R", "H") + "-h1 -f1 +g1 +f1 !W")["san"] == ["O-O"]
    assert said(chess960("5K1R", "H") + "-f1 +f1 -h1 +g1 !W")["san"] == ["Rg1"]


# ------------------------------------------------------------------ one of the two stays
def stays(which: str, hands: str) -> tuple[list[str], list[str]]:
    """The moves, and what the arbiter is told, where the king or the rook castles by staying."""
    pieces, rights = {"king": ("1RK4R", "HB"), "rook": ("3RK2R", "HD")}[which]
    game = said(chess960(pieces, rights) + hands)
    return game["san"], kinds_of(game)


@pytest.mark.parametrize(
    ("which", "hands"),
    [
        ("king", "-c1 -b1 +d1 ~150 !W ~100 +c1"),
        ("king", "-b1 +d1 -c1 ~150 !W ~100 +c1"),
        ("rook", "-e1 -d1 +c1 ~150 !W ~100 +d1"),
        ("rook", "-e1 +c1 -d1 ~150 !W ~100 +d1"),
    ],
)
def test_the_piece_that_stays_may_be_put_back_after_the_press(which: str, hands: str) -> None:
    assert stays(which, hands) == (["O-O-O"], ["press_early"])


def test_the_piece_that_stays_is_no_touch_of_the_opponent() -> None:
    assert stays("rook", "-e1 +c1 ~250 -d1 +d1 !W -e8 +e7 !B") == (["O-O-O", "Ke7"], [])


def test_castling_by_the_rook_alone_honours_its_touch() -> None:
    for hands in ("-b1 +d1 !W", "-b1 +d1 ~10 -d1 ~10 +d1 !W", "-b1 ~0 -c1 ~0 +c1 ~0 +d1 !W"):
        assert stays("king", hands) == (["O-O-O"], [])
    assert stays("king", "-b1 -c1 +c1 +d1 !W") == (["O-O-O"], ["rook_first"])


def test_a_rook_that_was_touched_may_castle_by_itself_as_long_as_the_king_is_not() -> None:
    start = chess960("1RK4R", "HB")
    touched = said(start + "-b1 +b1")
    assert touched["must_move"] == ["b1"]
    assert {"c1b1", "b1b2"} <= set(touched["legal_if_touched"])
    assert "c1b1" not in said(start + "-b1 +b1 -c1 +c1")["legal_if_touched"]
    # Where the king has to move, the rook alone cannot castle.
    assert "e1h1" not in said(chess960("3RK2R", "HD") + "-h1 +h1")["legal_if_touched"]


def test_a_rook_that_has_castled_by_itself_and_was_released_stays() -> None:
    """4.7: it was released as part of a legal move."""
    assert stays("king", "-b1 +d1 ~600 -d1 +b1 -b1 +b2 !W") == (["Rb2"], ["release"])


# ------------------------------------------------------------------ a square of both
STEP = chess960("5K1R", "H")
"""King f1 to g1, rook h1 to f1."""


@pytest.mark.parametrize(
    "hands",
    [
        "-h1 -f1 +g1 +f1 ~10 -f1 ~10 +f1",
        "-h1 -f1 +g1 ~10 -g1 ~10 +g1 +f1 ~10 -f1 ~10 +f1",
        "-f1 +g1 -h1 +f1 -f1 +f1",
        "-f1 -h1 +f1 ~400 -f1 +f1 +g1",
    ],
)
def test_what_lands_on_the_kings_square_may_be_touched_again(hands: str) -> None:
    game = said(STEP + hands + " !W")
    assert (game["san"], game["in_sync"]) == (["O-O"], True)


@pytest.mark.parametrize(
    "hands",
    [
        "-f1 +f1 -h1 +g1 -f1 +f1",  # the king is adjusted before and after
        "-h1 +g1 -f1 +f1",
        "-f1 +f1 -h1 +g1",
    ],
)
def test_a_king_that_is_adjusted_beside_a_move_of_his_rook_has_not_castled(hands: str) -> None:
    assert said('[Profile "casual"]\n' + STEP + hands + " ~2000")["san"] == ["Rg1"]


@pytest.mark.parametrize(
    "hands",
    [
        "-b1 +c1 -a1 ~40 +b1 ~40 -b1 ~40 +d1",
        "-a1 -b1 +c1 ~40 +b1 ~200 -b1 ~40 +d1",
        "-b1 -a1 ~40 +b1 ~100 +c1 ~100 -b1 ~40 +d1",
    ],
)
def test_the_rook_may_slide_over_the_square_that_the_king_has_left(hands: str) -> None:
    assert said(chess960("RK3R2", "FA") + hands + " !W")["san"] == ["O-O-O"]


def test_king_and_rook_on_each_others_castling_squares_are_no_castling() -> None:
    """The king is adjusted first, so what lands on g1 before he leaves can only be the rook."""
    game = said(BOTH + "-e1 +e1 -h1 +g1 -e1 +f1 !W")
    assert game["san"] == ["Kf1"]
    assert "displaced" in kinds_of(game)


@pytest.mark.parametrize("hands", ["-f1 ~0 -h1 ~0 +f1 ~0 +g1", "-f1 -h1 +f1 +g1"])
def test_the_rook_that_lands_on_the_kings_square_is_no_return_of_the_king(hands: str) -> None:
    for word in ("", "@adjust\n"):
        game = said(STEP + word + hands + " !W")
        assert (game["san"], kinds_of(game)) == (["O-O"], [])


# ------------------------------------------------------------------ the rook was touched first
ROOK_FIRST = '[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]\n'


@pytest.mark.parametrize(
    ("hands", "due"),
    [
        ("-h1 ~600 +h1 ~900 -e1 ~300 +g1 ~900 -h1 ~300 +f1 ~900 !W", {"h1g1", "h1f1"}),
        ("-a1 ~600 +a1 ~900 -e1 ~300 +c1 ~900 -a1 ~300 +d1 ~900 !W", {"a1b1", "a1c1", "a1d1"}),
    ],
)
def test_a_rook_that_was_touched_first_is_what_must_move(hands: str, due: set[str]) -> None:
    """A king on g1 is no part of a legal move then (Laws 4.4.2, 4.7)."""
    game = said(f"{ROOK_FIRST}{hands}\n@claim touch\n")
    assert (kinds_of(game), set(game["legal_if_touched"])) == (["rook_first"], due)


def test_a_player_who_sees_that_he_may_not_castle_moves_the_rook() -> None:
    hands = "-h1 ~600 +h1 ~900 -e1 ~300 +g1 ~900 "
    game = said(f"{ROOK_FIRST}{hands} -g1 ~300 +e1 ~900 -h1 +g1 !W")
    assert (game["san"], game["alerts"]) == (["Rg1"], [])
    assert set(said(f"{ROOK_FIRST}{hands} !W")["legal_if_touched"]) == {"h1g1", "h1f1"}
