"""What simulated games have found, each boiled down to the touches that matter.

A seed means another game when the model of hands changes; a touch script stays what it is.
"""

from typing import Any

from tests.playing import kinds, said


def made(script: str) -> list[str]:
    """The moves on the record and the pending one."""
    game: dict[str, Any] = said(script)
    return [*game["moves"], *filter(None, [game["pending"]])]


def test_play_goes_on_when_the_last_piece_is_put_right_long_after_the_move() -> None:
    """The a-pawn is knocked to d4 as c3 is played and pressed; then it goes home, and c3 stands."""
    script = """
        [Laws "N90"]

        -a2 +d4 -c2 +c3 !W ~400 -d4 +a2
        ~1500 -b7 +b6 !B"""
    assert made(script) == ["c2c3", "b7b6"]


def test_an_early_press_of_a_capture_waits_though_the_opponent_has_begun() -> None:
    """Rxa7 is pressed 70 ms before the rook lands; White has lifted his queen already."""
    script = """
        [FEN "rn1k1bn1/Rp3p2/2pp4/7Q/3P4/8/1P1NPPPP/4KBNR b K - 0 10"]

        -a8 ~357 -a7 ~6 -h5 ~210 !B ~70 +a7 ~120 -f7 ~180 +f7 ~500 !W"""
    assert made(script) == ["a8a7", "h5f7"]


def test_a_piece_that_travels_on_right_after_the_press_is_followed_or_told() -> None:
    """The pawn touched c3 for 53 ms when the clock was pressed, and stands on c4 for 3 s."""
    script = """
        -d2 +d4 !W -d7 +d5 !B
        -c2 ~66 +c3 ~53 !W ~27 -c3 ~216 +c4 ~3000 -c7 +c6"""
    assert made(script)[2] == "c2c4" or "displaced" in kinds(script)


def test_a_reply_may_take_its_victim_before_the_move_has_landed() -> None:
    """Black takes on c4 while the white rook is still on its way to d1."""
    script = """
        [FEN "r2r2k1/pp3pbp/n1p1b1p1/4p3/2P1P3/2N1BP2/PPN3PP/R4RK1 w - - 1 15"]

        -f1 ~314 -c4 ~300 -e6 ~35 +d1 ~611 +c4 ~2000"""
    assert made(script) == ["f1d1", "e6c4"]


def test_a_piece_in_the_air_at_the_press_is_waited_for_though_it_hovered() -> None:
    """The pawn touched b4 for 92 ms, and lands on a3, whose bishop is off, after the press."""
    script = """
        [FEN "rnbq2nr/1ppk1pp1/8/3PP2p/p7/b3K3/PPP2PPP/R1BQ1BNR w - - 0 8"]

        -a3 ~203 -b2 ~446 +b4 ~92 -b4 ~247 !W ~142 +a3 ~1500"""
    assert made(script) == ["b2a3"]


def test_a_square_that_is_empty_at_the_press_is_no_move_in_silence() -> None:
    """The queen slid over b3 in 44 ms and is in the hand a second later, when White presses."""
    script = """
        [FEN "rnbqkbnr/ppp2ppp/4p3/8/2p5/5NP1/PP1PPP1P/RNBQKB1R w KQkq - 0 4"]

        -d1 ~31 +c2 ~54 -c2 ~25 +b3 ~44 -b3 ~1000 !W ~2000"""
    assert made(script) == [] or kinds(script)


def test_a_knocked_piece_that_completed_another_move_is_told_when_it_goes_home() -> None:
    """Black took on a5 while a knight was knocked to c7: it looks like Qc7, until it goes home.

    Nobody knows then why the queen is off. After the next press the arbiter is told, and after the
    one that follows the queen has taken.
    """
    script = """
        [FEN "rnbqkb1r/pp1ppppp/2p5/P7/5Pn1/8/1PPPP2P/RNBQKBNR b Kkq - 0 6"]

        -d8 ~246 -g1 ~60 +c7 ~102 -a5 ~195 +a5 ~460 !B ~185 -c7 ~300 +g1
        ~2000 -h2 ~300 +h3 ~300 !W"""
    assert {"displaced", "touch"} & set(kinds(script))
    assert made(script + " ~1000 -b7 ~300 +b6 ~300 !B") == ["d8a5", "h2h3", "b7b6"]


def test_without_a_clock_a_piece_travels_on_though_the_reply_has_begun() -> None:
    """The pawn rests on e3 when Black lifts his knight, and goes on to e4."""
    script = """
        [Profile "unclocked"]

        -e2 ~300 +e3 ~200 -g8 ~150 -e3 ~60 +e4 ~300 +f6 ~3000"""
    assert made(script) == ["e2e4", "g8f6"]


def test_without_a_clock_the_lift_of_a_victim_does_not_complete_a_brush() -> None:
    """The knight is up; g6 is brushed for 27 ms, then d7 is taken off and the knight put there."""
    script = """
        [FEN "2kr3r/p1ppqpb1/3Ppnp1/4N3/np2P3/2N2Q1p/PPPBBPPP/R3KR2 w Q - 3 3"]
        [Profile "unclocked"]

        -e5 ~80 -g6 ~27 +g6 ~73 -d7 ~315 +d7 ~3000"""
    assert made(script) == ["e5d7"]


def test_a_promotion_that_is_named_is_not_that_of_the_opponent_long_ago() -> None:
    """Black has a queen on g1; White takes on b8 before Black has pressed, and says: a rook."""
    script = """
        [FEN "1r5k/2P5/8/8/8/8/6pP/K7 b - - 0 1"]

        -g2 ~300 +g1
        @promote q
        ~300 !B
        ~900 -a1 +a2 !W
        ~900 -h8 +g7
        ~900 -h2 ~100 -b8 ~300 -c7 ~300 +b8
        @promote r
        ~300 +h2 ~300 !W ~3000"""
    assert made(script) == ["g2g1q", "a1a2", "h8g7", "c7b8r"]


def test_a_name_is_kept_for_a_promotion_on_the_square_of_the_move_before() -> None:
    """Black takes on b8 and does not press; White takes back and says: a rook."""
    script = """
        [FEN "1R2r2k/2P5/8/8/8/8/8/K7 b - - 0 1"]

        -e8 ~300 -b8 ~300 +b8 ~900 -c7 ~300 -b8 ~300 +b8
        @promote r
        ~350 !W ~3000 -h8 +g7 !B"""
    assert made(script) == ["e8b8", "c7b8r", "h8g7"]


def test_a_piece_that_lands_as_another_is_lifted_is_not_that_one() -> None:
    """The bishop that c7 became comes to b8 for good 5 ms after Black has lifted e8 to take e7."""
    script = """
        [FEN "1r2r2k/2P1PPbp/3n2p1/8/8/3N2P1/2p1ppBP/1R2R2K w - - 0 1"]

        -b8 ~82 -c7 ~1100 +b8 ~305 -b8 ~2317 -e8 ~5 +b8
        @promote b
        ~222 !W ~103 -e7 ~82 +e7 ~641 !B ~2000"""
    assert made(script) == ["c7b8b", "e8e7"]


def test_without_a_clock_a_reply_is_seen_though_its_victim_was_off_before_the_move_landed() -> None:
    """Black lifts the pawn on d4 while White takes on h5, and then puts his queen there."""
    script = """
        [FEN "r1b2rk1/ppp2ppp/3p4/4P2n/2BP4/5Q1P/PP1q1PP1/R3R1K1 w - - 0 18"]
        [Profile "unclocked"]

        -f3 ~181 -h5 ~84 -d4 ~165 +h5 ~146 -d2 ~647 +d4 ~1454 -a1 ~299 +c1 ~3000"""
    assert made(script) == ["f3h5", "d2d4", "a1c1"]
    assert not kinds(script)


def test_without_a_clock_a_piece_that_is_answered_and_goes_on_at_once_is_told() -> None:
    """Was it d3, d6 and d4, or d4, whose pawn rested on d3? Both leave the same board."""
    script = """
        [Profile "unclocked"]

        -d2 ~10 +d3 ~143 -d7 ~10 +d6 ~{rest} -d3 ~10 +d4 ~393 -d6 ~9 +d5 ~3000"""
    assert "ambiguous" in kinds(script.format(rest=231))
    assert made(script.format(rest=500)) == ["d2d3", "d7d6", "d3d4", "d6d5"]
    assert not kinds(script.format(rest=500))


def test_without_a_clock_a_piece_that_could_not_have_come_at_once_has_moved_twice() -> None:
    """A knight has no way from b1 to d5 but over a square on which it is put down."""
    script = """
        [Profile "unclocked"]

        -b1 ~10 +c3 ~143 -d7 ~10 +d6 ~231 -c3 ~10 +d5 ~3000"""
    assert made(script) == ["b1c3", "d7d6", "c3d5"]
    assert not kinds(script)


def test_a_kind_that_a_story_proves_is_told_though_its_move_is_not_completed_yet() -> None:
    """White's contacts on e1 are late, nobody presses and nobody says that e1 is a bishop."""
    script = """
        [FEN "1R2B2k/2P1P2p/3n2p1/8/8/3N2P1/2p1ppBP/b3R2K w - - 0 1"]

        -e1 ~366 -a1 ~307 +a1 ~1541 +e1 ~10 -e2 ~427 !B ~2027 -b8 ~419 +c8 ~1068 -c2 ~619 +c1
        ~1000"""
    assert made(script)[1] == "e2e1b" or {"promo_assumed", "promo_revised"} & set(kinds(script))


def test_without_a_clock_a_piece_that_had_been_released_travels_on_in_no_time_nowhere() -> None:
    """The rook on f7 is knocked to f6 when f3 is lifted, 2 ms before the contact of f3 chatters.

    That is no move of the rook to f3. It stays where it was played, or the arbiter is told.
    """
    script = """
        [FEN "r4rk1/3n4/3bp1p1/2ppq3/6Pp/1N2BP2/PPP1Q2P/1K1RR3 b - - 3 27"]
        [Profile "unclocked"]

        -f8 ~373 +f7 ~2500 -f3 ~38 -f7 ~2 +f3 ~20 -f3 ~38 +f6 ~290 +f4 ~2650 -f6 ~300 +f7 ~3000"""
    assert made(script)[:2] == ["f8f7", "f3f4"]
    assert "ambiguous" in kinds(script)


def test_a_rook_that_lands_where_the_king_had_touched_is_no_move_of_the_king() -> None:
    """Castling: the king touches f1 on its way, the contact of g1 is 3 s late, the rook is on f1.

    The reply lands before White presses. That makes the touch no move of the king in silence.
    """
    script = """
        [FEN "r4rk1/4ppbp/nq1p1np1/1NpP4/P3P3/5N1P/1PQB1PP1/R3K2R w KQ - 3 14"]

        -e1 ~22 +f1 ~94 -f1 ~550 -h1 ~613 +f1 ~30 -f8 ~225 !W ~267 +c8 ~660 !B ~946 +g1 ~2000"""
    assert made(script)[0] == "e1g1" or {"displaced", "illegal"} & set(kinds(script))


def test_a_reply_that_takes_its_victim_early_and_lands_late_makes_no_move_illegal() -> None:
    """White's bishop is off 75 ms before his queen lands, and a second after his press Black takes.

    The queen has moved, and the arbiter is told that the bishop was off before.
    """
    script = """
        [FEN "rn1q1rk1/4ppbp/b2p1np1/1BpP4/P3P3/2N2N1P/1P3PP1/R1BQK2R w KQ - 1 11"]

        -d1 ~243 -b5 ~75 +c2 ~134 -a6 ~4 !W ~1050 +b5 ~291 !B"""
    assert made(script) == ["d1c2", "a6b5"]
    assert kinds(script) == ["displaced"]


def test_a_piece_too_many_is_told() -> None:
    """The knight has gone to f6, whose contact follows late, and the pawn that it did not take was
    brushed: when all is quiet one piece more stands on the board than should."""
    script = """
        [FEN "rnbqkb1r/ppp2ppp/3p4/8/4n3/3B1N2/PPPP1PPP/RNBQK2R b KQkq - 1 5"]

        -e4 ~446 -d2 ~59 +d2 ~379 !B
        ~1757 -c2 ~266 +c3 ~210 !W ~20 +f6 ~2500"""
    assert "displaced" in kinds(script)


def test_a_piece_to_promote_to_may_be_put_there_first() -> None:
    """For a while it is one too many, and that is no fault (Laws 4.6.2)."""
    script = """
        [FEN "8/P6k/8/8/8/8/8/4K3 w - - 0 1"]

        +a8 ~4000 -a7 ~300 !W"""
    assert (made(script), kinds(script)) == (["a7a8q"], ["promo_assumed"])
