"""Without presses: moves that stand, moves that travel on, moves that are taken back."""

import pytest

from tests.playing import games, kinds, said

UNCLOCKED = '[Profile "unclocked"]\n'
CASUAL = '[Profile "casual"]\n'
CASTLING = '[FEN "4k3/p7/8/8/8/8/8/4K2R w K - 0 1"]\n'
PAWNS = '[FEN "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"]\n'


# ------------------------------------------------------------------ what completes a move
def test_a_move_is_completed_when_it_has_stood_for_a_second() -> None:
    assert said(UNCLOCKED + "-e2 +e4 ~999")["pending"] is None
    assert said(UNCLOCKED + "-e2 +e4 ~1000")["moves"] == ["e2e4"]


def test_the_opponents_first_lift_completes_the_move() -> None:
    game = said(UNCLOCKED + "-e2 +e4 ~300 -e7 ~100 +e5")
    assert game["moves"] == ["e2e4", "e7e5"]
    assert game["alerts"] == []


def test_the_lift_of_a_piece_that_could_be_taken_completes_nothing() -> None:
    """The pawn on e5 is brushed, then White takes c5: nobody but him has touched anything."""
    game = said(PAWNS + UNCLOCKED + "-d4 ~80 -e5 ~27 +e5 ~73 -c5 ~315 +c5 ~2000")
    assert game["moves"] == ["d4c5"]


def test_the_players_own_touch_completes_nothing() -> None:
    game = said(UNCLOCKED + "-e2 +e4 ~300 -d2 ~300 +d2 ~300 -e4 ~200 +e3 ~1500")
    assert game["moves"] == ["e2e3"]


def test_a_press_completes_a_move_at_once_where_it_is_used() -> None:
    game = said(CASUAL + "-e2 +e4 ~0 !W -e7 +e5 ~0 !B -g1")
    assert game["moves"] == ["e2e4", "e7e5"]


def test_the_time_of_a_move_is_when_it_was_made_not_when_it_had_stood() -> None:
    game = said(UNCLOCKED + '[TimeControl "300+3"]\n-e2 +e4 ~3000 -e7 +e5 ~2000')
    assert game["clock_ms"] == [305_750 - 2_000, 303_000 - 3_250 + 3_000]
    assert game["running"] == "W"


def test_with_a_manual_start_the_clocks_stand_where_nobody_presses() -> None:
    game = said(UNCLOCKED + '[Start "manual"]\n-e2 +e4 ~2000 -e7 +e5 ~2000')
    assert (game["clock_ms"], game["running"]) == ([0, 0], None)


def test_profiles_with_a_clock_do_not_complete_by_standing() -> None:
    for profile in ("classical", "rapid", "blitz", "training"):
        game = said(f'[Profile "{profile}"]\n-e2 +e4 ~9000 -e7')
        assert (game["moves"], game["pending"]) == ([], "e2e4")


def test_mate_that_stands_ends_the_game() -> None:
    fen = '[FEN "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"]\n'
    assert said(UNCLOCKED + fen + "-d8 +h4 ~600")["termination"] == "checkmate"
    assert said(UNCLOCKED + fen + "-d8 +h4 ~100 -g1 +h3")["termination"] == "checkmate"


QUEEN = '[FEN "4k3/8/8/8/1Pq5/2N5/8/4K3 b - - 0 1"]\n'
"""The queen can take b4 or c3."""
TAKES = UNCLOCKED + QUEEN + "-c4 ~200 -b4 ~200 +b4 "


def test_a_neighbour_that_was_bumped_after_the_landing_was_not_taken() -> None:
    """The pawn was off for no longer than the quickest hand, but for longer than the knight."""
    game = said(TAKES + "~60 -c3 ~100 +c3 ~1500")
    assert (game["san"], game["evidence"], game["alerts"]) == (["Qxb4"], ["inferred"], [])


def test_one_that_was_off_as_long_may_have_been_and_is_asked_about() -> None:
    game = said(TAKES + "~60 -c3 ~160 +c3 ~1500")
    assert (game["moves"], [alert["kind"] for alert in game["alerts"]]) == ([], ["ambiguous"])


def test_a_piece_that_takes_may_touch_down_where_the_other_could_have_gone() -> None:
    """The knight is off e2 to be taken while the bishop touches b5, and not on its way to it."""
    fen = '[FEN "4k3/8/b7/8/8/2N5/8/6K1 w - - 0 1"]\n'
    hands = "-c3 ~407 +e2 ~880 -e2 ~423 -a6 ~25 +b5 ~93 -b5 ~545 +e2 ~1500"
    game = said(UNCLOCKED + fen + hands)
    assert (game["san"], game["alerts"]) == (["Ne2", "Bxe2"], [])


# ------------------------------------------------------------------ revision
def test_a_piece_that_travels_on_revises_the_move_that_stood() -> None:
    game = said(UNCLOCKED + "-e2 +e3 ~1500 -e3 +e4 ~1500")
    assert (game["moves"], game["san"], game["in_sync"]) == (["e2e4"], ["e4"], True)


def test_castling_may_begin_with_a_rook_that_stands_for_long() -> None:
    game = said(UNCLOCKED + CASTLING + "-h1 +f1 ~3000 -e1 +g1 ~1500")
    assert (game["san"], game["in_sync"]) == (["O-O"], True)


@pytest.mark.parametrize("stands_ms", [800, 1_100, 5_000])
def test_however_long_a_piece_has_stood_that_travels_on_it_had_been_released(
    stands_ms: int,
) -> None:
    script = UNCLOCKED + f"-e2 +e4 ~{stands_ms} -e4 +e3 ~1500"
    assert (said(script)["san"], kinds(script)) == (["e3"], ["release"])


@pytest.mark.parametrize("stands_ms", [300, 800, 1_100, 5_000])
def test_however_long_the_rook_has_stood_it_was_touched_before_the_king(stands_ms: int) -> None:
    script = UNCLOCKED + CASTLING + f"-h1 +f1 ~{stands_ms} -e1 +g1 ~1500"
    assert (said(script)["san"], kinds(script)) == (["O-O"], ["rook_first"])


def test_what_was_touched_before_a_move_that_is_revised_binds_all_the_same() -> None:
    touched = UNCLOCKED + "-b1 ~400 +b1 -e2 +e4 ~1100"
    (told,) = said(touched)["alerts"]
    assert told["detail"].startswith("e4: ")
    first, second = said(touched + " -e4 +e3 ~1500")["alerts"], said(touched + " -e4 +e3 ~300")
    assert [alert["detail"][:4] for alert in first] == ["e3: "]
    assert second["alerts"] == first


def test_what_was_adjusted_before_a_move_that_is_revised_binds_nobody() -> None:
    script = UNCLOCKED + "@adjust\n-b1 ~400 +b1 -h1 +f1 ~1500"
    fen = '[FEN "4k3/8/8/8/8/8/8/1N2K2R w K - 0 1"]\n'
    assert kinds(fen + script + " -f1 +g1 ~1500") == ["release"]
    assert kinds(fen + script) == []


def test_a_piece_put_back_on_the_square_where_it_was_released_breaks_nothing() -> None:
    there_and_back = "-e2 +e4 ~1100 -e4 +e3 ~1100 -e3 +e4 ~1500"
    assert (said(UNCLOCKED + there_and_back)["san"], kinds(UNCLOCKED + there_and_back)) == (
        ["e4"],
        [],
    )


def test_the_arbiter_may_uphold_what_a_revised_move_broke() -> None:
    game = said(UNCLOCKED + "-e2 +e4 ~1100 -e4 +e3 ~1500\n@ruling touch\n")
    assert (game["moves"], game["legal_if_touched"]) == ([], ["e2e4"])


def test_a_promotion_that_comes_of_another_move_is_assumed_to_a_queen_and_told() -> None:
    fen = '[FEN "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"]\n'
    script = UNCLOCKED + fen + "-e1 +e2 ~1100 -e2 +e1 ~300 -a7 +a8 ~1500"
    assert (said(script)["san"], kinds(script)) == (["a8=Q"], ["release", "promo_assumed"])


def test_a_revised_move_is_answered_like_any_other() -> None:
    game = said(UNCLOCKED + "-e2 +e3 ~1500 -e3 +e4 ~1500 -e7 +e5 ~1500")
    assert game["san"] == ["e4", "e5"]


def test_what_lands_where_the_piece_could_have_gone_revises_nothing_while_that_one_stands() -> None:
    """Black's knight comes to d5 from a square whose contact is dead: White's pawn is on c5."""
    fen = '[FEN "4k3/8/5n2/2p5/3P4/8/8/4K3 w - - 0 1"]\n'
    game = said(UNCLOCKED + fen + "-d4 -c5 +c5 ~1500 +d5 ~1500")
    assert game["san"] == ["dxc5"]
    went_on = said(UNCLOCKED + fen + "-d4 -c5 +c5 ~1500 -c5 ~200 +c5 ~100 +d5 ~1500")
    assert went_on["san"] == ["d5"]


def test_a_move_that_was_answered_is_not_revised() -> None:
    game = said(UNCLOCKED + "-e2 +e3 ~1500 -e7 +e5 ~1500 -e3 +e4 ~1500")
    assert game["san"] == ["e3", "e5", "e4"]


def test_a_move_that_was_pressed_is_not_revised() -> None:
    game = said(CASUAL + "-e2 +e3 ~0 !W -e3 +e4 ~300")
    assert game["moves"] == ["e2e3"]


def test_a_capture_that_is_put_back_may_become_another_capture() -> None:
    game = said(UNCLOCKED + PAWNS + "-d4 -c5 +c5 ~1100 -c5 +c5 +d4 ~300 -d4 -e5 +e5 ~2000")
    assert (game["san"], game["in_sync"]) == (["dxe5"], True)


def test_a_reply_within_the_second_may_lift_the_moved_piece_first() -> None:
    fen = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"]\n'
    game = said(UNCLOCKED + fen + "-e4 -d5 +d5 ~800 -d5 -d8 +d5 ~200 -b1 +c3 ~1500")
    assert game["san"] == ["exd5", "Qxd5", "Nc3"]


def test_a_neighbour_adjusted_in_mid_move_does_not_become_its_victim() -> None:
    fen = '[FEN "r1bqkbnr/pp1n3p/2pp1p2/2Q1p1p1/2P5/3P4/PP2PPPP/RNB1KBNR w KQkq - 1 7"]\n'
    game = said(UNCLOCKED + fen + "-c5 -d6 +d6 +b5 ~1500 -b5 -c6 +b5 ~1500")
    assert game["san"] == ["Qb5", "cxb5"]
    assert [alert["kind"] for alert in game["alerts"]] == ["touch"]
    game = said(fen + "-c5 -d6 +d6 +b5 ~600 -b5 -c6 +b5 !W !B")
    assert game["san"] == ["Qb5", "cxb5"]
    assert [alert["kind"] for alert in game["alerts"]] == ["touch"]


def test_the_reply_may_lift_the_moved_piece_first_after_another_touch() -> None:
    fen = '[FEN "r1bq1knr/pp2pp2/n1p5/3N2Pp/P1P2P2/8/1B1PP1P1/1R1QKBNR w K - 1 11"]\n'
    hands = "-d5 +b4 ~1500 -e7 +e7 -b4 -a6 +b4 "
    assert said(UNCLOCKED + fen + hands + "~2000")["san"] == ["Nb4", "Nxb4"]
    assert said(fen + "-d5 +b4 -e7 +e7 -b4 -a6 +b4 !W !B")["san"] == ["Nb4", "Nxb4"]


# ------------------------------------------------------------------ take-back
def test_in_casual_play_restoring_the_position_takes_the_move_back() -> None:
    game = said(CASUAL + "-e2 +e4 ~1500 -e4 +e2 ~600 -d2 +d4 ~1500")
    assert (game["san"], game["in_sync"]) == (["d4"], True)


def test_a_reply_may_be_taken_back_and_another_one_made() -> None:
    game = said(CASUAL + "-e2 +e4 ~1500 -e7 +e5 ~1500 -e5 +e7 ~1000 -c7 +c5 ~1500")
    assert game["san"] == ["e4", "c5"]


def test_moves_may_be_taken_back_one_after_the_other() -> None:
    hands = "-e2 +e4 ~1500 -e7 +e5 ~1500 -e5 +e7 ~600 -e4 +e2 ~600 -d2 +d4 ~1500"
    game = said(CASUAL + hands)
    assert (game["san"], game["in_sync"]) == (["d4"], True)


def test_several_moves_may_be_taken_back_in_one_go() -> None:
    made = CASUAL + "-e2 +e4 ~1500 -e7 +e5 ~1500 "
    assert said(made + "-e5 +e7 ~200 -e4 +e2 ~2000 -d2 +d4 ~2000")["san"] == ["d4"]
    assert said(made + "-e4 +e2 ~200 -e5 +e7 ~2000 -d2 +d4 ~2000")["san"] == ["d4"]


def test_an_alert_goes_with_the_move_that_it_was_about() -> None:
    fen = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
    game = said(CASUAL + fen + "-e7 +e8 ~1500 -e8 +e7 ~800 -a2 +a3 ~1500")
    assert (game["san"], game["alerts"]) == (["a3"], [])


def test_the_moved_piece_may_be_held_as_long_as_one_likes() -> None:
    game = said(CASUAL + "-e2 +e4 ~1500 -e4 ~3000 +e2 ~1000")
    assert (game["moves"], game["alerts"]) == ([], [])


def test_a_move_that_was_pressed_may_be_taken_back_too() -> None:
    game = said(CASUAL + "-e2 +e4 ~0 !W -e4 +e2 ~600 -d2 +d4 ~1500")
    assert game["san"] == ["d4"]


def test_the_time_of_a_move_that_is_taken_back_is_given_back() -> None:
    control = '[TimeControl "300+3"]\n'
    game = said(CASUAL + control + "-e2 +e4 ~1500 -e4 +e2 ~600 -d2")
    assert game["running"] == "W"
    assert game["clock_ms"][1] == 303_000


def test_a_capture_is_taken_back_when_both_pieces_stand_again() -> None:
    game = said(CASUAL + PAWNS + "-d4 -c5 +c5 ~1500 -c5 +d4 ~200 +c5 ~600 -d4 -e5 +e5 ~1500")
    assert game["san"] == ["dxe5"]


def test_elsewhere_nothing_is_taken_back() -> None:
    for profile in ("classical", "unclocked", "training"):
        game = said(f'[Profile "{profile}"]\n-e2 +e4 ~0 !W -e4 +e2 ~9000')
        assert game["moves"] == ["e2e4"]


def test_hands_that_cross_in_the_air_complete_both_moves() -> None:
    game = said(UNCLOCKED + "-e2 ~20 -e7 ~100 +e4 ~10 +e5 ~2000")
    assert (game["san"], game["alerts"]) == (["e4", "e5"], [])


def test_the_clock_of_a_crossing_reply_starts_when_the_move_is_made() -> None:
    control = '[TimeControl "300+3"]\n'
    game = said(UNCLOCKED + control + "-e2 ~20 -e7 ~100 +e4 ~10 +e5 ~2000")
    assert game["clock_ms"] == [303_000 - 120 + 3_000 - 2_000, 303_000 - 10 + 3_000]


def test_what_looks_like_a_move_while_a_position_is_set_up_is_none() -> None:
    """a1xa8 would leave the same board while the rook is the last piece to go home."""
    start = "r3k3/8/8/8/8/7p/8/R3K3 w - - 0 1"
    game = said(f"""
        [FEN "{start}"]
        [Profile "unclocked"]

        -a1 +a4 ~2000 -h3 +h2 ~2000
        @correct {start}
        -a4 -a8 -h2 ~300 +a8 ~900 +h3 ~400 +a1 ~3000""")
    assert (game["moves"], game["pending"], game["in_sync"]) == ([], None, True)


# ------------------------------------------------------------------ the end, taken back
CASUAL = '[Profile "casual"]\n'
FOOLS = CASUAL + "-f2 +f3 ~2000 -e7 +e5 ~2000 -g2 +g4 ~2000 -d8 +h4 ~3000 "


def test_in_casual_play_a_mate_is_taken_back_by_restoring_the_position_before_it() -> None:
    game = said(FOOLS + "-h4 +d8 ~1100")
    assert (game["san"], game["result"], game["running"]) == (["f3", "e5", "g4"], "*", "B")
    assert said(FOOLS + "-h4 +d8 ~1100 -d7 +d5 ~1500")["san"] == ["f3", "e5", "g4", "d5"]
    both = said(FOOLS + "-h4 +d8 ~300 -g4 +g2 ~1100")
    assert (both["san"], both["running"]) == (["f3", "e5"], "W")


def test_with_presses_too() -> None:
    pressed = CASUAL + "-f2 +f3 !W -e7 +e5 !B -g2 +g4 !W -d8 +h4 !B ~3000 "
    game = said(pressed + "-h4 +d8 ~1100")
    assert (game["san"], game["result"]) == (["f3", "e5", "g4"], "*")


def test_a_mate_is_taken_back_by_a_word() -> None:
    game = said(FOOLS + "@takeback\n~500 -h4 +d8 ~600 -d7 +d5 ~1500")
    assert (game["san"], game["result"]) == (["f3", "e5", "g4", "d5"], "*")


def test_the_mate_can_be_given_again() -> None:
    game = said(FOOLS + "-h4 +d8 ~2000 -d8 +h4 ~1500")
    assert (game["san"][-1], game["result"], game["termination"]) == ("Qh4#", "0-1", "checkmate")


def test_hands_that_pass_over_the_position_before_the_mate_take_nothing_back() -> None:
    reset = "-h4 +d8 ~400 -g4 +g2 ~400 -e5 +e7 ~400 -f3 +f2 ~3000"
    first, second = games(FOOLS + reset + " -e2 +e4 ~2000")
    assert (first["san"][-1], first["result"]) == ("Qh4#", "0-1")
    assert second["san"] == ["e4"]


def test_what_a_person_or_the_profile_ended_is_not_taken_back() -> None:
    resigned = CASUAL + "-e2 +e4 ~2000 -e7 +e5 ~2000 @resign W\n~1000 -e5 +e7 ~3000"
    assert said(resigned)["result"] == "0-1"
    assert said(resigned + " @takeback")["result"] == "0-1"
    elsewhere = FOOLS.replace("casual", "unclocked") + "-h4 +d8 ~3000"
    assert said(elsewhere)["result"] == "0-1"
    assert said(elsewhere + " @takeback")["result"] == "0-1"
