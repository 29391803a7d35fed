"""What was played while the board could not be heard: explained, asked for, or shown back."""

import chess
import pytest

from tests.playing import kinds, said, table_after

KNIGHT = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 6 5"
TIMED = '[TimeControl "300"]\n'


def unheard(*moves: str, fen: str = chess.STARTING_FEN, lifted: str = "", ms: int = 6000) -> str:
    """The board is lost, these moves are played, and it is heard again; one piece is in a hand."""
    board = chess.Board(fen)
    for move in moves:
        board.push_san(move)
    occupied = board.occupied
    if lifted:
        occupied &= ~chess.BB_SQUARES[chess.parse_square(lifted)]
    return f"@link down\n~{ms} @link up\n={occupied:016x} "


def set_up(fen: str) -> str:
    return f'[FEN "{fen}"]\n'


# ------------------------------------------------------------------ one line
def test_two_plies_that_nobody_saw_are_inferred_and_told_once() -> None:
    game = said("-e2 +e4 !W " + unheard("e4", "e5", "Nf3"))
    assert game["moves"] == ["e2e4", "e7e5", "g1f3"]
    assert game["evidence"] == ["witnessed", "inferred", "inferred"]
    (alert,) = game["alerts"]
    assert (alert["kind"], alert["ply"]) == ("inferred", 3)
    assert alert["detail"].startswith("1... e5 2. Nf3: played while the board could not be heard")
    assert (game["running"], game["in_sync"]) == ("B", True)


def test_play_goes_on_as_if_nothing_had_been() -> None:
    game = said(unheard("e4", "e5") + "-g1 +f3 !W -b8 +c6 !B")
    assert game["moves"] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert game["evidence"] == ["inferred", "inferred", "witnessed", "witnessed"]


def test_a_move_that_stood_before_the_gap_was_seen() -> None:
    game = said("-e2 +e4 " + unheard("e4", "e5"))
    assert game["moves"] == ["e2e4", "e7e5"]
    assert game["evidence"] == ["witnessed", "inferred"]


def test_a_piece_that_stood_before_the_gap_may_have_travelled_on() -> None:
    assert said("-e2 +e3 " + unheard("e4"))["moves"] == ["e2e4"]


def test_what_was_touched_before_the_gap_was_touched() -> None:
    assert kinds("-d2 ~400 +d2 " + unheard("e4", "e5")) == ["touch", "inferred"]


def test_a_board_that_shows_what_it_showed_before_is_no_riddle() -> None:
    assert said("-e2 +e4 !W " + unheard("e4") + "-e7 +e5 !B") | {"clock_ms": 0} == said(
        "-e2 +e4 !W -e7 +e5 !B"
    ) | {"clock_ms": 0}


def test_a_mate_that_nobody_saw_ends_the_game() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    game = said(set_up(fen) + unheard("Qh4#", fen=fen))
    assert (game["result"], game["termination"]) == ("0-1", "checkmate")


def test_no_line_goes_through_a_position_that_ends_the_game() -> None:
    fen = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
    assert kinds(set_up(fen) + unheard("e8=N", "Kf7", "Nd6", fen=fen)) == ["displaced"]


def test_a_queen_is_assumed_where_nothing_says_what_a_pawn_became() -> None:
    fen = "8/4P3/8/8/6k1/8/8/R3K3 w - - 0 1"
    promoted = set_up(fen) + unheard("e8=N", fen=fen)
    assert (said(promoted)["moves"], kinds(promoted)) == (["e7e8q"], ["promo_assumed", "inferred"])


def test_a_promoted_piece_that_moved_on_shows_what_it_is() -> None:
    fen = "8/4P3/8/8/6k1/8/8/R3K3 w - - 0 1"
    promoted = set_up(fen) + unheard("e8=N", "Kg5", "Nf6", fen=fen)
    assert (said(promoted)["moves"], kinds(promoted)) == (["e7e8n", "g4g5", "e8f6"], ["inferred"])


@pytest.mark.parametrize("profile", ["unclocked", "casual"])
def test_without_presses_a_gap_is_explained_too(profile: str) -> None:
    game = said(f'[Profile "{profile}"]\n{unheard("e4", "e5")}~2000 -g1 +f3 ~2000')
    assert game["moves"] == ["e2e4", "e7e5", "g1f3"]


def test_a_word_is_said_of_the_game_as_it_stands() -> None:
    game = said(unheard("e4", "e5") + "~100 @resign W\n")
    assert (game["moves"], game["result"]) == (["e2e4", "e7e5"], "0-1")


# ------------------------------------------------------------------ presses
def test_the_press_after_a_gap_completes_the_move_that_stands() -> None:
    game = said(TIMED + unheard("e4") + "~400 !W")
    assert (game["moves"], game["evidence"], game["running"]) == (["e2e4"], ["inferred"], "B")
    assert game["clock_ms"] == [300_000 - 6650, 300_000]


def test_a_press_that_repeats_what_was_inferred_is_nothing_to_tell() -> None:
    assert kinds(unheard("e4") + "~3000 !W ~1000 -e7 +e5 !B") == ["inferred"]


def test_a_press_before_the_gap_counts_for_a_piece_that_landed_in_it() -> None:
    table = table_after(TIMED + "-e2 !W " + unheard("e4", "e5") + "~1000 -g1")
    game = said(TIMED + "-e2 !W " + unheard("e4", "e5") + "~1000 -g1")
    assert game["moves"] == ["e2e4", "e7e5"]
    assert [entry.spent_ms for entry in table_after(TIMED + "-e2 !W " + unheard("e4")).moves] == []
    assert table.moves[0].spent_ms == 250
    assert [entry.clock_estimated for entry in table.moves] == [False, True]


def test_who_moves_on_after_a_wrong_inference_makes_no_illegal_move() -> None:
    """The pawn went to e3 and to e4: Black has the move, and the shortest line says White."""
    game = said(unheard("e3", "e5", "e4") + "~1000 -b8 +c6 !B -g1 +f3 !W -g8 +f6 !B")
    assert game["illegal"] == {"white": 0, "black": 0}
    assert [a["kind"] for a in game["alerts"]] == ["inferred", "displaced"]


def test_a_press_without_a_move_after_an_inference_is_no_offence() -> None:
    game = said(unheard("e3", "e5", "e4") + "~1000 !W")
    assert game["illegal"] == {"white": 0, "black": 0}
    assert [a["kind"] for a in game["alerts"]] == ["inferred", "press_no_move"]


# ------------------------------------------------------------------ in the middle of a move
def test_a_piece_that_is_in_the_hand_is_waited_for() -> None:
    game = said(unheard(lifted="e2") + "~3000 +e4 !W")
    assert (game["moves"], game["alerts"]) == (["e2e4"], [])


def test_a_reply_that_was_under_way_is_seen_to_its_end() -> None:
    game = said(unheard("e4", lifted="e7") + "+e5 !B -g1 +f3 !W")
    assert game["moves"] == ["e2e4", "e7e5", "g1f3"]
    assert game["evidence"] == ["inferred", "inferred", "witnessed"]


def test_a_piece_in_the_hand_is_no_capture() -> None:
    """The knight could take on f7 or h7; it goes to f3."""
    game = said(set_up(KNIGHT) + unheard("Nxf7", fen=KNIGHT) + "~3000 +f3 !W")
    assert (game["moves"], game["alerts"]) == (["g5f3"], [])


def test_a_rook_that_was_seen_on_its_way_is_followed() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    game = said(set_up(fen) + unheard("Ra3", fen=fen) + "~100 -a3 ~100 +a5 !W")
    assert game["moves"] == ["a1a5"]


def test_a_piece_that_lands_was_in_a_hand_and_not_taken_in_the_gap() -> None:
    """The pawn rested on d3 and went on to d4, and d7 is in Black's hand. A pawn that came to d5
    and took on e4 would leave the same squares, but then no piece would land on d5."""
    fen = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    script = set_up(fen) + "-d2 +d3 ~40 " + unheard("d4", fen=fen, lifted="d7")
    script += "~250 +d5 ~540 !B -e4 ~200 -d5 ~200 +d5 !W"
    game = said(script)
    assert game["moves"] == ["d2d4", "d7d5", "e4d5"]
    assert (kinds(script), game["evidence"][0]) == (["ambiguous"], "inferred")


# ------------------------------------------------------------------ none
def test_a_game_that_went_on_for_long_is_asked_back() -> None:
    game = said(unheard("e4", "e5", "Nf3", "Nc6", "Bb5"))
    assert (game["moves"], [a["kind"] for a in game["alerts"]]) == ([], ["displaced"])
    assert game["restore"] == {
        "lift": ["b5", "c6", "e4", "e5", "f3"],
        "place": ["b8", "e2", "e7", "f1", "g1"],
    }


def test_a_board_that_is_put_right_goes_on_from_there() -> None:
    back = "~6000 -c6 +b8 -b5 +f1 -f3 +g1 -e4 +e2 -e5 +e7 "
    game = said(unheard("e4", "e5", "Nf3", "Nc6", "Bb5") + back + "~1000 -d2 +d4 !W")
    assert (game["moves"], game["evidence"]) == (["d2d4"], ["witnessed"])
    assert (game["in_sync"], game["restore"]["lift"]) == (True, [])


def test_presses_before_the_board_is_put_right_do_not_change_whose_move_it_is() -> None:
    back = "~6000 !W -c6 +b8 -b5 +f1 -f3 +g1 -e4 +e2 -e5 +e7 ~1000 "
    game = said(unheard("e4", "e5", "Nf3", "Nc6", "Bb5") + back + "-d2 +d4 !W")
    assert (game["moves"], game["running"]) == (["d2d4"], "B")


def test_who_plays_on_instead_makes_no_illegal_move() -> None:
    game = said(unheard("e4", "e5", "Nf3", "Nc6", "Bb5") + "~6000 -a7 +a6 !B -b5 +a4 !W -g8 +f6 !B")
    assert game["illegal"] == {"white": 0, "black": 0}
    assert [a["kind"] for a in game["alerts"]] == ["displaced"]
    assert (game["moves"], game["result"]) == ([], "*")


WAITED_AND_PLAYED_ON = (
    "-e2 ~300 +e4 !W -e7 !B "
    + unheard("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4")
    + "~2000 -g8 +f6 !B -d2 +d3 !W "
)
"""Black's press waits for his pawn when the board is lost; what follows is too long to be told."""


def test_a_press_that_waited_when_the_board_was_lost_is_no_illegal_move_when_play_goes_on() -> None:
    game = said(WAITED_AND_PLAYED_ON)
    assert game["illegal"] == {"white": 0, "black": 0}
    assert (game["moves"], game["running"]) == (["e2e4"], "B")


def test_the_lamps_then_ask_for_what_stands_on_the_board_now() -> None:
    back = "-f6 +g8 -d3 +d2 -a4 +f1 -a6 +a7 -c6 +b8 -f3 +g1 "
    table = table_after(WAITED_AND_PLAYED_ON + back)
    assert table.restore == ((chess.E5,), (chess.E7,))
    game = said(WAITED_AND_PLAYED_ON + back + "-e5 +e7 ~2000 -c7 +c5 !B")
    assert (game["moves"], game["in_sync"]) == (["e2e4", "c7c5"], True)


def test_the_clocks_follow_a_press_that_waited_when_the_board_was_lost() -> None:
    """Black has pressed before and White presses now, so it is Black's time that runs."""
    long = unheard("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4")
    table = table_after(TIMED + "-e2 ~300 +e4 !W ~1000 -e7 !B " + long + "~2000 -d2 +d3 !W")
    assert table.clock.running is chess.BLACK
    assert table.clock.at(table.now).side(chess.BLACK).left_ms < 300_000
    assert table.clock.white.left_ms < 300_000 - 8_000


def test_a_board_that_is_lost_again_before_it_is_explained_is_one_gap() -> None:
    again = unheard("e4", lifted="e7") + "~100 " + unheard("e4", "e5")
    game = said(TIMED + again)
    assert game["moves"] == ["e2e4", "e7e5"]
    assert kinds(again) == ["inferred"]
    assert sum(game["clock_ms"]) == 600_000 - 12_600


def test_a_board_that_is_lost_again_and_has_not_changed_is_asked_about_as_before() -> None:
    fen = KNIGHT
    once = set_up(fen) + unheard("Nxf7", fen=fen)
    twice = once + "~6000 " + unheard("Nxf7", fen=fen)
    assert kinds(twice) == ["ambiguous"]
    assert said(twice + "~6000 -f7 ~400 +f7")["san"] == ["Nxf7"]


def test_a_snapshot_that_differs_again_belongs_to_the_gap() -> None:
    shown = chess.Board()
    shown.push_san("e4")
    shown.push_san("e5")
    game = said(unheard("e4") + f"={shown.occupied:016x}")
    assert (game["moves"], game["pending"]) == (["e2e4"], "e7e5")


def test_edges_without_a_snapshot_are_followed_as_ever() -> None:
    assert said("@link down\n~5000 @link up\n-e2 +e4 !W")["moves"] == ["e2e4"]


def test_a_gap_that_is_paused_goes_on_afterwards() -> None:
    game = said(unheard("e4", lifted="e7") + "@pause\n~2000 +e5 @resume\n~1000")
    assert (game["moves"], game["pending"]) == (["e2e4"], "e7e5")


ASKED = f"{set_up(KNIGHT)}@link down\n@link up\n=bdef24101400ef9f ~6000 "
"""The knight of g5 has gone: to f7 or to h7?"""


def test_nothing_is_sealed_before_it_is_known_what_was_played() -> None:
    assert table_after(ASKED + "@seal e2e4\n").sealed is None


def test_lines_in_question_are_dismissed_if_nothing_was_played() -> None:
    """The knight was knocked off the board, and comes back to g5."""
    asked = said(ASKED)
    game = said(ASKED + "@ruling dismiss\n~1000 +g5 ~1000")
    assert ([a["kind"] for a in asked["alerts"]], asked["running"]) == (["ambiguous"], "B")
    assert (game["moves"], game["alerts"], game["running"]) == ([], [], "W")
    assert (game["in_sync"], game["must_move"]) == (True, [])
    assert table_after(ASKED + "@ruling confirm\n").alerts[0].ruling is None


def test_a_board_that_has_yet_to_follow_a_person_leaves_nothing_to_explain() -> None:
    shown = unheard("d4", ms=9000)
    game = said(f"-e2 +e4 !W @replace d2d4\n-e4 +e2 {shown}~600 -d7 +d5 ~600 !B")
    assert (game["moves"], game["alerts"]) == (["d2d4", "d7d5"], [])


def test_a_press_sets_clocks_going_that_wait_while_it_is_not_known_what_was_played() -> None:
    """The board was without power, so its clock waits; what it shows then nothing explains."""
    wrong = "=69ef2a08083ee16d"
    script = (
        "-d2 ~300 +d4 @link down\n"
        "@link alone 00000000 2000 wait B 11076 0 0 0 0 0 12328 0 0 0 0 0\n"
        f"~6000 @link up\n{wrong} ~900 !W ~1000"
    )
    game = said(script)
    assert (game["running"], game["clock_ms"]) == ("B", [11_076, 12_328 + 1_000])
