"""Moves from outside are carried out by hand: they and nothing else are recorded."""

import chess
import pytest

from tests.playing import games, kinds, said, table_after
from touchmove.lamp import Lamp
from touchmove.view.lamps import lamps

CASUAL = '[Profile "casual"]\n'
OPEN = '[FEN "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 4 8"]\n'
KNIGHTS = '[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]\n'
PROMOTING = '[FEN "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"]\n'
EN_PASSANT = '[FEN "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"]\n'


def marked(script: str) -> set[str]:
    """The squares that are marked as of interest."""
    pattern = lamps(table_after(script))
    return {chess.square_name(n) for n, lamp in enumerate(pattern) if lamp is Lamp.MARK}


def made(script: str) -> list[str]:
    """The moves of the one game, or of the latest."""
    san: list[str] = games(script)[-1]["san"]
    return san


# ------------------------------------------------------------------ carried out
@pytest.mark.parametrize("written", ["e8c8", "e8a8"])
def test_castling_may_be_written_as_king_takes_rook(written: str) -> None:
    script = f"{CASUAL}{OPEN}@remote {written}\n"
    assert made(script + "-e8 +c8 -a8 +d8") == ["O-O-O"]
    assert made(script + "-a8 +d8 -e8 +c8") == ["O-O-O"]
    assert made(script + "-e8 +g8 -h8 +f8 ~3000") == []


def test_castling_of_chess960_may_be_written_as_two_steps_of_the_king() -> None:
    script = f'{CASUAL}[Variant "Chess960"]\n{OPEN}@remote e8g8\n-e8 +g8 -h8 +f8'
    assert made(script) == ["O-O"]


def test_a_move_that_is_not_legal_is_not_taken() -> None:
    assert made(f"{CASUAL}{KNIGHTS}@remote g8g6\n-b8 +c6 ~2000") == ["Nc6"]


def test_a_later_move_from_outside_takes_the_place_of_an_earlier_one() -> None:
    assert made(f"{CASUAL}{KNIGHTS}@remote g8f6\n@remote b8c6\n-b8 +c6 ~2000") == ["Nc6"]


def test_the_kind_of_a_promotion_came_with_the_move() -> None:
    script = f"{CASUAL}{PROMOTING}@remote a2a1n\n-a2 +a1 ~2000"
    assert (made(script), kinds(script)) == (["a1=N"], [])


def test_what_was_carried_out_binds_nobody_any_more() -> None:
    played = f"{CASUAL}{KNIGHTS}@remote g8f6\n-g8 +f6 ~2000 -b1 +c3 ~2000 -b8 +c6 ~2000"
    assert made(played) == ["Nf6", "Nc3", "Nc6"]


def test_before_the_pieces_stand_a_move_may_come_too() -> None:
    script = f"{CASUAL}-e2 @new\n@remote d2d4\n+e2 ~600 "
    assert made(script + "-d2 +d4 ~2000") == ["d4"]
    assert made(script + "-e2 +e4 ~2000 -e4 +e2 ~600 -d2 +d4 ~2000") == ["d4"]


# ------------------------------------------------------------------ carried out wrongly
def test_another_move_is_not_recorded_and_is_asked_to_be_put_back() -> None:
    table = table_after(f"{CASUAL}{KNIGHTS}@remote g8f6\n-b8 +c6 ~600")
    assert table.restore == ((chess.C6,), (chess.B8,))
    assert (table.pending, table.moves) == (None, ())


def test_another_move_is_never_recorded_however_long_it_stands_or_what_follows() -> None:
    wrong = f"{CASUAL}{KNIGHTS}@remote g8f6\n-b8 +c6 "
    assert made(wrong + "~60000 -b1 +c3 ~60000") == []
    assert made(wrong + "@resign W") == []
    assert made(wrong + "~2000 -c6 +b8 -g8 +f6 ~2000 -b1 +c3 ~2000") == ["Nf6", "Nc3"]


def test_another_move_over_one_that_was_not_completed_is_not_recorded() -> None:
    wrong = f"{CASUAL}-e2 +e4 @remote e7e5\n-d7 +d5 ~3000"
    assert made(wrong) == ["e4"]
    assert table_after(wrong).restore == ((chess.D5,), (chess.D7,))
    assert made(wrong + " @resign W") == ["e4"]


def test_with_a_clock_another_move_is_a_mistake_and_no_illegal_move() -> None:
    training = f'[Profile "training"]\n{KNIGHTS}@remote g8f6\n-b8 +c6 !B'
    game = said(training)
    assert game["illegal"] == {"white": 0, "black": 0}
    assert (game["moves"], game["running"]) == ([], "B")
    assert game["restore"] == {"lift": ["c6"], "place": ["b8"]}
    assert said(training + " -c6 +b8 -g8 +f6 !B")["moves"] == ["g8f6"]


def test_whoever_carries_a_move_out_is_not_bound_by_what_he_touches() -> None:
    script = f'[Profile "training"]\n{KNIGHTS}@remote g8f6\n-b8 ~600 +b8 ~600 -g8 +f6 !B'
    assert (made(script), kinds(script)) == (["Nf6"], [])


# ------------------------------------------------------------------ void
def test_the_answer_to_a_move_that_travels_on_is_void() -> None:
    provisional = f"{CASUAL}-e2 +e3 @remote d7d5\n"
    assert made(provisional + "-e3 +e4 ~2000 -e7 +e5 ~2000") == ["e4", "e5"]
    assert made(provisional + "~2000 -e3 +e4 ~2000 -e7 +e5 ~2000") == ["e4", "e5"]


def test_an_answer_holds_when_the_piece_is_only_adjusted() -> None:
    adjusted = f"{CASUAL}-e2 +e3 @remote d7d5\n-e3 +e3 ~2000 "
    assert made(adjusted + "-e7 +e5 ~2000") == ["e3"]
    assert made(adjusted + "-d7 +d5 ~2000") == ["e3", "d5"]


def test_a_new_game_knows_nothing_of_the_move() -> None:
    script = f"{CASUAL}@remote e2e4\n@new\n-d2 +d4 ~2000"
    assert table_after(script).moves[0].san == "d4"


# ------------------------------------------------------------------ lamps
@pytest.mark.parametrize("profile", ["casual", "training"])
def test_lamps_show_what_to_carry_out_until_it_stands(profile: str) -> None:
    script = f'[Profile "{profile}"]\n{KNIGHTS}@remote g8f6\n'
    assert marked(script) == {"g8", "f6"}
    assert marked(script + "-g8") == {"g8", "f6"}
    assert marked(script + "-b8 +c6 ~600") == set()  # first the wrong piece goes back
    assert marked(script + "-b8 +c6 ~600 -c6 +b8") == {"g8", "f6"}


def test_lamps_show_first_the_king_and_then_the_rook() -> None:
    script = f"{CASUAL}{OPEN}@remote e8a8\n"
    assert marked(script) == {"e8", "c8"}
    assert marked(script + "-e8 +c8") == {"a8", "d8"}


def test_lamps_show_the_victim_of_en_passant() -> None:
    assert marked(f"{CASUAL}{EN_PASSANT}@remote e4d3\n") == {"e4", "d3", "d4"}


def test_the_king_that_castles_on_his_square_is_not_marked() -> None:
    start = '[Variant "Chess960"]\n[FEN "6kr/8/8/8/8/8/8/4K3 b h - 0 1"]\n'
    assert marked(f"{CASUAL}{start}@remote g8h8\n") == {"h8", "f8"}


@pytest.mark.parametrize("profile", ["classical", "rapid", "blitz"])
def test_in_tournaments_lamps_show_nothing(profile: str) -> None:
    assert marked(f'[Profile "{profile}"]\n{KNIGHTS}@remote g8f6\n') == set()
