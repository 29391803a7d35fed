"""Promotion: the sensors cannot tell the kind, so it is named, assumed, and corrected."""

import pytest

from tests.playing import kinds, said, table_after

PAWN = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
STALEMATE = '[FEN "8/5P1k/8/6K1/8/8/8/8 w - - 0 1"]\n'
MATE = '[FEN "7k/5P2/6K1/8/8/8/8/8 w - - 0 1"]\n'


# ------------------------------------------------------------------ by hand
@pytest.mark.parametrize(
    "hands",
    ["-e7 +e8 !W", "-e7 +e8 -e8 ~3000 +e8 !W", "+e8 -e7 !W", "-e7 ~5000 +e8 !W"],
    ids=["pushed", "exchanged", "queen-first", "pawn-off-first"],
)
def test_a_pawn_may_be_promoted_in_any_order(hands: str) -> None:
    assert said(PAWN + hands)["san"] == ["e8=Q"]


def test_the_pawn_may_be_taken_off_just_after_the_press() -> None:
    game = said(PAWN + "+e8 !W ~200 -e7")
    assert game["san"] == ["e8=Q"]
    assert "press_early" in [alert["kind"] for alert in game["alerts"]]


@pytest.mark.parametrize(
    ("gap_ms", "told"), [(10, []), (49, []), (50, ["press_early"]), (200, ["press_early"])]
)
def test_the_piece_for_which_the_pawn_is_exchanged_may_land_after_the_press(
    gap_ms: int, told: list[str]
) -> None:
    """2023:4.7.3: it completes the promotion. A contact that chatters is no exchange."""
    game = said(PAWN + f"-e7 +e8 @promote r\n~250 -e8 ~5 !W ~{gap_ms - 5} +e8")
    assert (game["san"], [alert["kind"] for alert in game["alerts"]]) == (["e8=R"], told)


def test_the_piece_that_is_taken_back_by_the_opponent_was_not_exchanged() -> None:
    fen = '[FEN "3r2k1/4P3/8/8/8/8/6K1/8 w - - 0 1"]\n'
    game = said(fen + "-e7 +e8 @promote q\n~250 -d8 ~100 -e8 ~50 !W ~100 +e8 !B")
    assert game["san"] == ["e8=Q+", "Rxe8"]
    assert game["alerts"] == []


def test_a_capture_may_promote() -> None:
    game = said('[FEN "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"]\n-d8 -e7 +d8 @promote r\n!W')
    assert game["san"] == ["exd8=R"]


def test_a_pawn_that_is_off_with_nothing_put_down_has_not_promoted() -> None:
    game = said(PAWN + "-e7 !W ~400")
    assert game["moves"] == []
    assert game["restore"] == {"lift": [], "place": ["e7"]}


def test_a_name_is_for_the_piece_that_has_arrived_though_its_pawn_was_not_seen_to_leave() -> None:
    """The contact of e7 is late, and the last promotion on the record is Black's."""
    both = '[FEN "8/4P1k1/8/8/8/8/p5K1/8 b - - 0 1"]\n'
    first = both + "-a2 +a1 @promote q\n!B ~500 "
    game = said(first + "+e8 @promote n\n~500 -e7 ~300 !W -g7 +g6 !B")
    assert game["moves"] == ["a2a1q", "e7e8n", "g7g6"]
    assert "promo_assumed" not in [alert["kind"] for alert in game["alerts"]]


def test_a_name_is_for_the_piece_that_has_arrived_though_nobody_saw_what_it_answers() -> None:
    """The contact of h6 is late, so Black's press finds no move; White has a new piece on e8."""
    pawns = '[FEN "8/P3P3/6kp/8/8/8/8/K7 w - - 0 1"]\n'
    script = pawns + "-a7 +a8 !W ~900 !B ~900 -e7 ~300 +e8 @promote b\n"
    assert said(script)["moves"] == ["a7a8q"]
    back = "~900 -e8 +e7 ~900 -h6 +h5 !B ~900 -e7 +e8 !W"
    assert said(script + back)["moves"] == ["a7a8q", "h6h5", "e7e8b"]


def test_a_name_is_not_for_a_rook_that_has_arrived_before_a_pawn_that_stands() -> None:
    fen = '[FEN "7r/P3P3/7k/8/8/8/8/K7 w - - 0 1"]\n'
    game = said(fen + "-a7 +a8 @promote q\n!W -h8 +e8 @promote n\n~900 !B")
    assert game["moves"] == ["a7a8n", "h8e8"]


NAMED = """
    [FEN "6k1/8/8/8/8/8/p3p2P/1R5K b - - 0 1"]

    -a2 ~300 +a1 @promote r
    ~300 !B ~900 -h2 """


def test_a_name_is_for_the_pawn_that_is_up_though_the_move_before_it_is_not_seen_yet() -> None:
    """Black has lifted his e-pawn while White's h-pawn is in the air, and the rook stays one."""
    game = said(NAMED + "~300 -e2 @promote n\n~200 +h3 ~300 !W ~300 +e1 ~300 !B ~2000")
    assert (game["moves"], game["alerts"]) == (["a2a1r", "h2h3", "e2e1n"], [])


def test_a_name_is_for_the_pawn_that_is_up_while_the_board_is_put_right() -> None:
    """White has pressed without a move."""
    game = said(NAMED + "~300 !W ~1000 -e2 @promote n\n~500 +h3 ~300 +e1 ~300 !B ~3000")
    assert game["moves"][0] == "a2a1r"


def test_a_name_is_not_for_a_pawn_that_is_taken() -> None:
    """White has a rook where the sensors told of no kind, and takes Black's pawn with another."""
    fen = '[FEN "8/P3p1k1/8/8/8/8/3p4/3R2K1 w - - 0 1"]\n'
    game = said(fen + "-a7 +a8 !W -e7 +e6 !B -d2 -d1 +d2 @promote r\n!W")
    assert (game["moves"], game["alerts"]) == (["a7a8r", "e7e6", "d1d2"], [])


# ------------------------------------------------------------------ the kind
def test_a_queen_is_assumed_and_the_arbiter_is_told() -> None:
    (alert,) = said(PAWN + "-e7 +e8 !W")["alerts"]
    assert alert == {
        "kind": "promo_assumed",
        "ply": 1,
        "t_ms": 250,
        "detail": "e8=Q: a queen is assumed",
    }


@pytest.mark.parametrize(
    "script",
    ["@promote n\n-e7 +e8 !W", "-e7 @promote n\n+e8 !W", "-e7 +e8 @promote n\n!W"],
    ids=["before", "during", "after"],
)
def test_the_kind_may_be_named_while_the_move_is_made(script: str) -> None:
    game = said(PAWN + script)
    assert (game["san"], game["alerts"]) == (["e8=N+"], [])


def test_a_pending_promotion_is_shown_as_it_was_named() -> None:
    assert said(PAWN + "-e7 +e8 @promote b")["pending"] == "e7e8b"


def test_the_last_name_counts() -> None:
    assert said(PAWN + "-e7 +e8 @promote b\n@promote r\n!W")["san"] == ["e8=R"]


def test_a_kind_that_was_named_holds_for_that_move_only() -> None:
    game = said(PAWN + "@promote n\n-a2 +a3 !W -a7 +a6 !B -e7 +e8 !W")
    assert game["san"] == ["a3", "a6", "e8=Q"]


# ------------------------------------------------------------------ named later
def test_the_kind_may_be_named_after_the_press() -> None:
    game = said(PAWN + "-e7 +e8 !W @promote n")
    assert (game["san"], game["evidence"], game["alerts"]) == (["e8=N+"], ["entered"], [])


def test_naming_the_queen_that_was_assumed_withdraws_the_alert() -> None:
    game = said(PAWN + "-e7 +e8 !W @promote q")
    assert (game["san"], game["alerts"]) == (["e8=Q"], [])


def test_other_alerts_stay_when_the_kind_becomes_known() -> None:
    game = said(PAWN + "-e7 +e8 !W !W @promote r")
    assert [alert["kind"] for alert in game["alerts"]] == ["wrong_button"]


def test_a_kind_may_be_named_again_and_again() -> None:
    game = said(PAWN + "-e7 +e8 !W @promote n\n@promote q\n@promote r")
    assert (game["san"], game["alerts"]) == (["e8=R"], [])


def test_the_kind_may_be_corrected_moves_later() -> None:
    game = said(PAWN + "-e7 +e8 !W -a7 +a6 !B -e8 +e1 !W @promote r")
    assert game["san"] == ["e8=R", "a6", "Re1"]
    assert game["in_sync"]


def test_the_arbiter_is_told_if_what_was_named_is_named_otherwise_when_play_has_gone_on() -> None:
    """Another pawn may be meant, which nobody has seen."""
    game = said(PAWN + "-e7 +e8 @promote r\n!W -a7 +a6 !B @promote q")
    (alert,) = game["alerts"]
    assert game["san"] == ["e8=Q", "a6"]
    assert (alert["kind"], alert["detail"]) == ("promo_revised", "e8=Q: it had been named a rook")


def test_another_promotion_that_is_only_assumed_stays_open_when_one_is_named_otherwise() -> None:
    both = '[FEN "8/4P1k1/8/8/8/8/p5K1/8 b - - 0 1"]\n'
    game = said(both + "-a2 +a1 !B -e7 +e8 @promote r\n!W @promote b")
    assert game["san"] == ["a1=Q", "e8=B"]
    assert [alert["kind"] for alert in game["alerts"]] == ["promo_assumed"]


def test_a_kind_that_later_moves_contradict_is_refused() -> None:
    game = said(PAWN + "-e7 +e8 !W -a7 +a6 !B -e8 +e1 !W @promote n")
    assert game["san"] == ["e8=Q", "a6", "Qe1"]
    assert [alert["kind"] for alert in game["alerts"]] == ["promo_assumed"]


def test_hands_at_work_are_not_lost_when_the_kind_is_corrected() -> None:
    game = said(PAWN + "-e7 +e8 !W -a7 @promote r\n+a6 !B")
    assert game["san"] == ["e8=R", "a6"]


def test_play_goes_on_by_the_corrected_kind() -> None:
    assert said(PAWN + "-e7 +e8 !W @promote n\n-g7 +f7 !B -e8 +d6 !W")["san"] == [
        "e8=N+",
        "Kf7",
        "Nd6+",
    ]


def test_naming_a_kind_without_any_promotion_changes_nothing() -> None:
    assert said("-e2 +e4 !W @promote n")["san"] == ["e4"]


# ------------------------------------------------------------------ the end of the game
def test_a_game_is_never_ended_on_an_assumed_kind() -> None:
    assert said(STALEMATE + "-f7 +f8 ~5000")["result"] == "*"
    assert said(STALEMATE + "-f7 +f8 !W ~5000")["result"] == "*"
    assert said(MATE + "-f7 +f8 !W ~5000")["result"] == "*"


def test_a_kind_that_is_named_ends_the_game_at_once() -> None:
    game = said(STALEMATE + "-f7 +f8 @promote q\n~600")
    assert (game["result"], game["termination"]) == ("1/2-1/2", "stalemate")
    assert said(STALEMATE + "-f7 +f8 @promote r\n!W")["result"] == "*"


def test_a_kind_that_is_named_after_the_press_ends_the_game_too() -> None:
    game = said(MATE + "-f7 +f8 !W @promote q\n~5000")
    assert (game["result"], game["termination"]) == ("1-0", "checkmate")
    assert said(STALEMATE + "-f7 +f8 !W @promote q")["result"] == "1/2-1/2"


def test_where_every_kind_ends_the_game_the_same_way_it_ends() -> None:
    discovered = '[FEN "4R3/R1P4k/8/6K1/8/8/8/8 w - - 0 1"]\n'
    game = said(discovered + "-c7 +c8 ~600")
    assert (game["san"], game["termination"]) == (["c8=Q#"], "checkmate")


def test_the_kind_can_still_be_named_when_a_person_has_ended_the_game() -> None:
    table = table_after(PAWN + "-e7 +e8 !W @resign B\n@promote r")
    assert [move.san for move in table.moves] == ["e8=R"]
    assert table.alerts == ()


def test_a_game_that_ended_with_the_promotion_keeps_its_kind() -> None:
    table = table_after(STALEMATE + "-f7 +f8 @promote q\n!W @promote r")
    assert [move.san for move in table.moves] == ["f8=Q"]


# ------------------------------------------------------------------ beside another move
def test_a_reply_that_stands_is_not_lost_when_the_kind_is_corrected() -> None:
    hands = PAWN + "-e7 +e8 !W -a7 +a6 @promote r\n"
    assert said(hands)["pending"] == "a7a6"
    unclocked = '[Profile "unclocked"]\n' + PAWN + "-e7 +e8 ~1500 -a7 +a6 @promote r\n~2000"
    assert said(unclocked)["san"] == ["e8=R", "a6"]


def test_two_promotions_may_stand_at_once_and_each_has_its_kind() -> None:
    fen = '[FEN "6k1/4P3/8/8/8/8/4p3/6K1 w - - 0 1"]\n'
    game = said(fen + "-e7 +e8 @promote n\n-e2 +e1 !W @promote r\n!B")
    assert game["san"] == ["e8=N", "e1=R+"]
    both = said(fen + "-e7 +e8 @promote n\n-e2 +e1 @promote r\n!W !B")
    assert both["san"] == ["e8=N", "e1=R+"]


def test_a_reply_that_promotes_before_the_press_has_its_kind() -> None:
    fen = '[FEN "rnb1kbnr/pP1ppppp/8/8/2qP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 1"]\n'
    game = said(fen + "-c4 -d4 +d4 -b7 -a8 +a8 @promote n\n!B !W")
    assert (game["san"], game["alerts"]) == (["Qxd4", "bxa8=N"], [])


def test_a_reply_that_only_another_kind_allows_waits_for_the_kind() -> None:
    fen = '[FEN "6k1/4P3/8/8/8/8/4p3/6K1 w - - 0 1"]\n'
    hands = "-e7 +e8 -e2 +e1 -g1 +h2 ~1000 "
    assert said(fen + hands)["san"] == ["e8=Q+"]
    assert said(fen + hands + "@promote n\n!W")["san"] == ["e8=N", "e1=Q+", "Kh2"]


# ------------------------------------------------------------------ proved by a later move
KNIGHTED = '[FEN "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"]\n-e7 +e8 !W -a7 +a6 !B '
"""White has promoted, and nobody has said to what."""


@pytest.mark.parametrize(
    "hands",
    [
        "-e7 +e8 ~100 -a7 +a6 -e8 +f6 !W !B",
        "-e7 +e8 !W -a7 +a6 -e8 +f6 !B !W",
        "-e7 +e8 !W -a7 !B ~100 +a6 -e8 +f6 !W",
        "-e7 +e8 !W -a7 +a6 -e8 ~200 !B +f6 -h7 ~50 !W +g7 !B",
    ],
)
def test_a_knight_is_proved_although_the_hands_overlap(hands: str) -> None:
    game = said('[FEN "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"]\n' + hands)
    assert (game["san"][:3], game["illegal"]) == (["e8=N", "a6", "Nf6+"], {"white": 0, "black": 0})
    told = {alert["kind"] for alert in game["alerts"]}
    assert "promo_revised" in told
    assert not told & {"promo_assumed", "displaced"}


def test_a_queen_that_moves_like_a_knight_was_a_knight() -> None:
    game = said(KNIGHTED + "-e8 +f6 !W")
    assert (game["san"], game["evidence"][0]) == (["e8=N", "a6", "Nf6+"], "inferred")
    assert [alert["kind"] for alert in game["alerts"]] == ["promo_revised"]


def test_it_may_prove_itself_later() -> None:
    game = said(KNIGHTED + "-a2 +a3 !W -a6 +a5 !B -e8 +f6 !W")
    assert game["san"] == ["e8=N", "a6", "a3", "a5", "Nf6+"]


def test_a_queen_that_was_named_cannot_move_like_a_knight() -> None:
    named = KNIGHTED.replace("+e8 !W", "+e8 !W @promote q\n")
    game = said(named + "-e8 +f6 !W")
    assert (game["san"], game["illegal"]["white"]) == (["e8=Q", "a6"], 1)


def test_a_queen_that_has_moved_like_one_is_one() -> None:
    game = said(KNIGHTED + "-e8 +e1 !W -a6 +a5 !B -e1 +f3 !W")
    assert (game["san"][0], game["illegal"]["white"]) == ("e8=Q", 1)


def test_an_illegal_move_of_another_piece_revises_no_queen() -> None:
    game = said(KNIGHTED + "-a2 +b3 !W")
    assert (game["san"], game["illegal"]["white"]) == (["e8=Q", "a6"], 1)
    assert [alert["kind"] for alert in game["alerts"]] == ["promo_assumed"]


def test_where_two_kinds_are_left_the_rook_is_assumed_and_ends_nothing() -> None:
    game = said(STALEMATE + "-f7 +f8 !W -h7 +g7 !B")
    assert (game["san"], game["result"]) == (["f8=R", "Kg7"], "*")
    assert [alert["kind"] for alert in game["alerts"]] == ["promo_assumed", "promo_revised"]


def test_without_presses_a_later_move_proves_the_kind_too() -> None:
    fen = '[FEN "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"]\n'
    hands = "-e7 +e8 ~1500 -a7 +a6 ~1500 -e8 +f6 ~1500"
    assert said('[Profile "unclocked"]\n' + fen + hands)["san"] == ["e8=N", "a6", "Nf6+"]


def test_a_check_by_an_assumed_queen_cannot_be_ignored() -> None:
    game = said('[FEN "7k/4P3/8/8/8/8/p5K1/8 w - - 0 1"]\n-e7 +e8 !W -a2 +a1 !B')
    assert (game["san"], game["illegal"]["black"]) == (["e8=Q+"], 1)


# ------------------------------------------------------------------ a choice that is final
EXCHANGED = "-e7 +e8 ~800 -e8 ~600 +e8 "
CAPTURING = '[FEN "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"]\n'


@pytest.mark.parametrize(
    "hands",
    [
        EXCHANGED + "~800 -e8 ~600 +e8 !W",
        EXCHANGED + "@promote q\n~800 -e8 ~600 +e8 @promote r\n!W",
        "+e8 -e7 ~800 -e8 ~600 +e8 !W",
    ],
    ids=["pawn, piece, piece", "named each time", "piece before the pawn left"],
)
@pytest.mark.parametrize(("edition", "told"), [("2001", False), ("2014", True), ("2023", True)])
def test_a_piece_that_is_chosen_again_is_told_where_the_choice_is_final(
    hands: str, edition: str, told: bool
) -> None:
    assert ("promo_changed" in kinds(f'[Laws "{edition}"]\n{PAWN}{hands}')) == told


@pytest.mark.parametrize(
    "hands",
    [
        EXCHANGED + "!W",
        "-e7 +e8 !W",
        "-e7 +e8 ~20 -e8 ~10 +e8 ~800 -e8 ~600 +e8 !W",
        EXCHANGED + "!W ~900 -e8 ~900 +e8 !B",
    ],
    ids=["exchanged once", "put down once", "a contact that chatters", "the opponent touches it"],
)
def test_a_pawn_and_the_piece_for_it_are_one_choice(hands: str) -> None:
    assert "promo_changed" not in kinds(PAWN + hands)


def test_a_victim_that_was_adjusted_and_a_reply_on_the_square_are_no_choice() -> None:
    adjusted = "-d8 ~400 +d8 -e7 -d8 +d8 ~800 -d8 ~600 +d8 !W"
    assert "promo_changed" not in kinds(CAPTURING + adjusted)
    fen = '[FEN "2r1r3/3P2k1/8/8/8/8/1K6/8 w - - 0 1"]\n'
    retaken = "-d7 -c8 +c8 ~800 -c8 ~600 +c8 -e8 -c8 +c8 ~800"
    assert said(fen + retaken)["san"] == ["dxc8=Q", "Rxc8"]
    assert "promo_changed" not in kinds(fen + retaken)


# ------------------------------------------------------------------ over a move without a press
@pytest.mark.parametrize(
    "black", ["-g7 +g6 ", "-e8 +d8 "], ids=["elsewhere", "on-a-square-of-the-reply"]
)
@pytest.mark.parametrize(
    "white",
    ["-c7 @promote n\n ~300 +c8 ~900", "-c7 ~300 +c8\n@promote n\n ~900"],
    ids=["during", "after"],
)
def test_the_kind_may_be_named_over_a_move_that_is_not_pressed(black: str, white: str) -> None:
    fen = '[FEN "4r1k1/2P3p1/8/8/8/8/8/K7 b - - 0 1"]\n'
    game = said(fen + black + "~900 " + white + " !W")
    assert game["san"][1:] == ["c8=N"]
    assert "promo_assumed" not in [alert["kind"] for alert in game["alerts"]]


def test_a_promotion_in_reply_does_not_rename_that_of_the_move_before() -> None:
    fen = '[FEN "6k1/2P5/8/8/8/8/1K4p1/8 b - - 0 1"]\n'
    game = said(fen + "-g2 +g1 @promote r\n ~900 -c7 @promote n\n +c8 ~900 !W")
    assert game["san"] == ["g1=R", "c8=N"]


# ------------------------------------------------------------------ when it is told
def _told_at(script: str, kind: str) -> list[int]:
    return [alert["t_ms"] for alert in said(script)["alerts"] if alert["kind"] == kind]


def test_that_a_queen_cannot_be_is_told_when_it_is_found_out() -> None:
    """Not before the move that proves it: the pawn had been lifted at the very beginning."""
    moved = '[FEN "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"]\n-e7 +e8 !W -a7 +a6 !B -e8 +f6 '
    (at,) = _told_at(moved + "!W", "promo_revised")
    (later,) = _told_at(moved + "~2000 !W", "promo_revised")
    made = table_after(moved + "!W").moves[-1].at
    assert made <= at <= later


def test_that_a_piece_is_chosen_again_is_told_of_the_moment_of_that_choice() -> None:
    (at,) = _told_at(PAWN + EXCHANGED + "~800 -e8 ~600 +e8 ~5000 !W", "promo_changed")
    (later,) = _told_at(PAWN + EXCHANGED + "~1800 -e8 ~600 +e8 ~5000 !W", "promo_changed")
    assert later - at == 1000


# ------------------------------------------------------------------ when it is made
IN_TIME = MATE + '[TimeControl "W3-B60"]\n'
"""White's flag falls at 3000 ms."""


@pytest.mark.parametrize(
    ("hands", "left_ms"),
    [
        ("~250 +f8\n@promote q\n~600", 2750),
        ("~250 +f8 ~1000 -f8 ~500 +f8\n@promote q\n~600", 1250),
        ("~250 +f8 ~1000 -f8 ~500 +f8\n@promote q\n!W", 1250),
        ("~250 +f8 ~1000 -f8 ~500 +f8 !W\n@promote q\n", 1250),
        ("~250 +f8 ~1000 -f8 ~500 +f8 ~5000\n@promote q\n", 1250),
        ("~250 +f8 ~1000 -f8 ~20 +f8\n@promote q\n~600", 2750),
        ("~250 +f8 ~500 -f8 ~500 +f8 ~800 -f8 ~100 +f8\n@promote q\n~600", 1750),
        ("~250 +f8\n@adjust\n~500 -f8 ~500 +f8\n@promote q\n~600", 2750),
    ],
    ids=[
        "never exchanged",
        "exchanged",
        "and pressed",
        "pressed before it is named",
        "named after the flag",
        "a contact that chatters",
        "adjusted after the exchange",
        "adjusted after a word",
    ],
)
def test_a_promotion_is_made_when_the_new_piece_stands(hands: str, left_ms: int) -> None:
    """2023:4.7.3: the time after that does not count, and the time before it does."""
    game = said(IN_TIME + "-f7 " + hands)
    assert (game["result"], game["termination"]) == ("1-0", "checkmate")
    assert game["clock_ms"][0] == left_ms


@pytest.mark.parametrize(
    "hands",
    [
        "~250 +f8 ~2500 -f8 ~500 +f8\n@promote q\n~600",
        "~250 +f8 ~3000 -f8 ~500 +f8\n@promote q\n~600",
        "~2650 +f8 ~500 -f8 ~500 +f8\n@promote q\n~600",
        "~2650 +f8 ~500 -f8\n@promote q\n~500 +f8 ~600",
    ],
    ids=["in the air", "not begun", "just arrived", "named while in the air"],
)
def test_a_flag_that_falls_before_the_new_piece_stands_falls_before_the_move(hands: str) -> None:
    game = said(IN_TIME + "-f7 " + hands)
    assert (game["result"], game["termination"]) == ("1/2-1/2", "flag")
    assert game["clock_ms"][0] == 0


def test_a_board_that_is_cleared_after_the_flag_exchanges_nothing() -> None:
    cleared = "-g6 ~300 -f8 ~300 +f8 ~300"
    game = said(IN_TIME + f"-f7 ~250 +f8 ~4000 {cleared}\n@promote q\n~600")
    assert game["termination"] == "checkmate"


@pytest.mark.parametrize(
    ("hands", "at_ms"),
    [
        ("~250 +e8\n@promote q\n~3000 !W", 250),
        ("~250 +e8 ~1000 -e8 ~500 +e8 ~800 !W", 1750),
        ("~250 +e8 ~1000 -e8 ~500 +e8 ~800 -e8 ~500 +e8 ~800 !W", 1750),
        ("~250 +e8 ~1000 !W ~500 -e8 ~500 +e8 ~800 !B", 250),
        ("~250\n@adjust\n~0 +e8 ~800 !W", 250),
        ("~250\n@adjust\n~0 +e8 ~1000 -e8 ~500 +e8 ~800 !W", 1750),
        ("~250 +e8 ~1000 -g7 ~500 -e8 ~500 +e8 ~800 +g7 !W", 250),
        ("~250 +e8 ~1000 -e8 ~500 +e8 ~900 -g7 ~300 +g6 ~900", 1750),
    ],
    ids=[
        "never exchanged",
        "exchanged",
        "chosen again",
        "after the press",
        "adjusted before",
        "adjusted before and exchanged",
        "after the reply has begun",
        "answered without a press",
    ],
)
def test_the_record_says_when_the_new_piece_stood(hands: str, at_ms: int) -> None:
    assert table_after(PAWN + "-e7 " + hands).moves[0].at == at_ms


def test_a_piece_that_stood_before_the_pawn_left_was_promoted_when_it_left() -> None:
    """What is put there once more has been chosen before (2023:4.4.4)."""
    hands = "+e8 ~500 -e7 ~800 -e8 ~600 +e8 !W"
    assert table_after(PAWN + hands).moves[0].at == 500


def test_a_promotion_may_follow_what_was_adjusted() -> None:
    """`adjust` was said before the first touch of the turn, and all of it comes after that."""
    for edge in ("-e7 +e8", "-a2 ~300 +a2 ~300 -e7 ~250 +e8 ~800 -e8 ~500 +e8", "+e8 -e7"):
        assert said(PAWN + f"@adjust\n{edge} !W")["san"] == ["e8=Q"]


def test_without_presses_the_clock_is_read_when_the_new_piece_stood() -> None:
    hands = "-e7 ~250 +e8 ~400 -e8 ~350 +e8 ~5000 -g7"
    (move, *_) = table_after('[Profile "casual"]\n' + PAWN + hands).moves
    assert (move.at, move.spent_ms) == (1000, 1000)


@pytest.mark.parametrize(
    ("hands", "termination"),
    [
        ("~800 -e8 ~2000 +e8 ~1000\n@promote q", "flag"),
        ("~800 -e8 ~300\n@promote q\n~1700 +e8 ~1000", "flag"),
        ("~100\n@promote q\n~200 -e8 ~2000 +e8 ~1000", "flag"),
        ("~800\n@promote q\n~0 -e8 ~2000 +e8 ~1000", "checkmate"),
        ("~800 -e8 ~300 +e8 ~3000\n@promote q", "checkmate"),
    ],
)
def test_a_flag_that_falls_during_the_exchange_falls_first_unless_mate_had_stood(
    hands: str, termination: str
) -> None:
    """The flag falls at 2 s. Named and half a second there, the queen had mated before."""
    fen = '[FEN "k7/4P3/1K6/8/8/8/8/8 w - - 0 1"]'
    game = said(f'{fen}\n[TimeControl "2"]\n-e7 ~300 +e8 {hands}')
    assert game["termination"] == termination
