"""Hands that slide, hover, brush, adjust and change their mind, and the move that is meant."""

import pytest

from tests.playing import said

CENTRE = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"]\n'
QUEEN = '[FEN "4k3/8/8/8/1Pq5/2N5/8/4K3 b - - 0 1"]\n'
"""The queen can take b4 or c3."""
PASSANT = '[FEN "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"]\n'


@pytest.mark.parametrize(
    "hands",
    [
        "-e4 -d5 +d5",
        "-d5 -e4 +d5",
        "-d5 ~20 -e4 ~60 +d5",
        "-d5 +d5 -e4 -d5 +d5",
        "-e4 -d5 +d5 -d5 +d5",
        "-e4 +e5 -e5 -d5 +d5",
    ],
)
def test_a_capture_is_seen_in_any_order(hands: str) -> None:
    game = said(CENTRE + hands + " !W")
    assert (game["san"], game["alerts"]) == (["exd5"], [])


@pytest.mark.parametrize("hands", ["-e5 +d6 -d5", "-d5 -e5 +d6", "-e5 -d5 +d6"])
def test_en_passant_is_seen_in_any_order(hands: str) -> None:
    game = said(PASSANT + hands + " !W")
    assert (game["san"], game["alerts"]) == (["exd6"], [])


def test_a_piece_may_slide_over_the_squares_between() -> None:
    hands = "-a1 ~100 +a2 ~40 -a2 ~40 +a3 ~40 -a3 ~40 +a4 !W"
    assert said(f'[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n{hands}')["san"] == ["Ra4"]


def test_a_contact_may_chatter_as_the_piece_lands() -> None:
    game = said("-e2 ~300 +e4 ~10 -e4 ~15 +e4 ~8 -e4 ~9 +e4 !W")
    assert (game["moves"], game["alerts"]) == (["e2e4"], [])


def test_pieces_that_are_adjusted_change_nothing() -> None:
    game = said("-b1 +b1 -g8 +g8 -e2 +e4 -d1 +d1 !W")
    assert (game["moves"], game["in_sync"]) == (["e2e4"], True)


def test_a_capture_that_was_begun_may_be_given_up() -> None:
    game = said(CENTRE + "-d5 -e4 +d5 +e4 -g1 +f3 !W")
    assert (game["san"], [a["kind"] for a in game["alerts"]]) == (["Nf3"], ["touch"])


def test_an_enemy_piece_that_is_adjusted_first_is_not_taken() -> None:
    assert said(QUEEN + "-c3 +c3 -c4 -b4 +b4 !B")["san"] == ["Qxb4"]


def test_a_capture_that_was_released_stays_whatever_is_adjusted_later() -> None:
    game = said(QUEEN + "-c4 ~268 -b4 ~100 +b4 ~800 -c3 ~571 +c3 !B")
    assert game["san"] == ["Qxb4"]


def test_two_victims_lifted_for_long_are_asked_about() -> None:
    game = said(QUEEN + "-c4 -b4 ~160 +b4 ~68 -c3 ~571 +c3 !B")
    assert game["moves"] == []
    assert [alert["kind"] for alert in game["alerts"]] == ["ambiguous"]


def test_a_handful_of_enemy_pieces_in_the_air_is_no_move() -> None:
    game = said("-e2 +e4 -a7 -b7 -c7 -d7 -e7 ~600")
    assert game["pending"] is None
    assert said("-e2 +e4 -a7 -b7 -c7 -d7 ~600")["pending"] == "e2e4"


# ------------------------------------------------------------------ a contact that flaps
FLAPPING = "-b1 ~30 +b1 ~30 " * 700
"""More touches than a turn remembers."""


def test_a_turn_may_last_thousands_of_touches() -> None:
    game = said(FLAPPING + "-e2 +e4 !W -e7 +e5 !B")
    assert game["moves"] == ["e2e4", "e7e5"]
    assert {alert["kind"] for alert in game["alerts"]} <= {"touch"}


def test_a_move_that_stands_survives_a_contact_that_flaps() -> None:
    game = said("-e2 +e4 " + FLAPPING + "!W")
    assert (game["moves"], game["evidence"]) == (["e2e4"], ["witnessed"])


def test_a_capture_survives_a_contact_that_flaps() -> None:
    assert said(CENTRE + "-d5 " + FLAPPING + "-e4 +d5 !W")["san"] == ["exd5"]


def test_a_reply_that_stands_survives_a_contact_that_flaps() -> None:
    flapping = "-h1 ~1 +h1 ~1 " * 250
    game = said("-e2 +e4 " + flapping + "-e7 +e5 " + "-h8 ~1 +h8 ~1 " * 30 + "!W !B")
    assert (game["moves"], game["in_sync"]) == (["e2e4", "e7e5"], True)
