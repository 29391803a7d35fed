"""The arbiter sets a position, and the game goes on from it."""

import io

import chess
import chess.pgn

from tests.playing import said, table_after
from touchmove.view.bulletin import pgn

KNIGHT_OUT = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
OPENED = "-e2 +e4 !W -e7 +e5 !B "


def test_the_game_goes_on_from_a_position_that_was_set() -> None:
    game = said(f"{OPENED}@correct {KNIGHT_OUT}\n-g1 +f3 ~600 -b8 +c6 !B")
    assert (game["moves"], game["san"], game["running"]) == (["b8c6"], ["Nc6"], "W")
    assert game["earlier"] == [{"fen": chess.STARTING_FEN, "moves": ["e2e4", "e7e5"]}]
    assert (game["alerts"], game["in_sync"]) == ([], True)


def test_the_board_is_asked_to_show_the_position() -> None:
    game = said(f"{OPENED}@correct {KNIGHT_OUT}\n")
    assert game["restore"] == {"lift": ["g1"], "place": ["f3"]}


def test_hands_that_set_the_position_up_touch_nothing() -> None:
    """The capture is set up one piece after the other; nobody is bound by that."""
    taken = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    hands = "-e2 +e4 !W -d7 +d5 !B "
    game = said(f"{hands}@correct {taken}\n-d5 -e4 +d5 ~600 -d8 +d8")
    assert (game["must_move"], game["must_capture"]) == (["d8"], [])
    assert said(f"{hands}@correct {taken}\n-e4 -d5 +d5")["must_capture"] == []


def test_the_pgn_begins_there_and_says_what_was_played_before() -> None:
    table = table_after(f"{OPENED}@correct {KNIGHT_OUT}\n-g1 +f3 ~600 -b8 +c6 !B")
    text = pgn(table)
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    assert (game.headers["SetUp"], game.headers["FEN"]) == ("1", KNIGHT_OUT)
    assert game.comment == "Played before: 1. e4 e5. Then the arbiter set this position."
    assert [move.uci() for move in game.mainline_moves()] == ["b8c6"]


def test_two_positions_that_were_set_leave_two_chapters() -> None:
    script = f"{OPENED}@correct {KNIGHT_OUT}\n@correct 8/8/4k3/8/4P3/4K3/8/8 w - - 0 40\n"
    assert [len(chapter["moves"]) for chapter in said(script)["earlier"]] == [2, 0]
    flat = " ".join(pgn(table_after(script)).split())
    assert flat.count("Then the arbiter set this position.") == 2


def test_a_position_that_the_game_has_had_takes_the_record_back_to_it() -> None:
    after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    game = said(f"{OPENED}@correct {after_e4}\n")
    assert (game["moves"], game["earlier"], game["running"]) == (["e2e4"], [], "B")
    assert game["restore"] == {"lift": ["e5"], "place": ["e7"]}


def test_of_a_part_of_a_fen_the_rest_is_as_in_the_game() -> None:
    """The same board as after 1. e4, from the pieces alone: the game has had it."""
    assert said(f"{OPENED}@correct rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\n")["moves"] == [
        "e2e4"
    ]
    moved = said("-e2 +e4 !W @correct rnbqkbnr/pppppppp/8/8/4P3/8/PPPPKPPP/RNBQ1BNR\n")
    assert moved["fen"] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 0 1"


def test_the_clock_of_the_side_to_move_runs() -> None:
    script = f'[TimeControl "300"]\n{OPENED}@correct {KNIGHT_OUT}\n~1000'
    game = said(script)
    assert (game["running"], game["clock_ms"]) == ("B", [299_500, 298_250])


def test_clocks_that_are_stopped_stay_stopped() -> None:
    paused = f"{OPENED}@pause\n@correct {KNIGHT_OUT}\n"
    assert said(paused)["running"] is None
    assert said(paused + "@resume\n")["running"] == "B"


def test_a_position_set_up_while_the_clocks_are_stopped_leaves_no_doubt() -> None:
    hands = f"@pause\n@correct {KNIGHT_OUT}\n-g1 +f3 ~2000 @resume\n-b8 +c6 !B"
    game = said(OPENED + hands)
    assert (game["evidence"], game["alerts"]) == (["witnessed"], [])


def test_a_position_without_moves_ends_the_game() -> None:
    game = said(f"{OPENED}@correct 3k4/3Q4/3K4/8/8/8/8/8 b - - 0 1\n")
    assert (game["result"], game["termination"]) == ("1-0", "checkmate")


def test_the_counts_of_a_whole_fen_say_which_of_several_positions_it_is() -> None:
    """The knights have gone out, home and out again; the counts of no move fit none of them."""
    out, home = "-g1 +f3 !W -g8 +f6 !B ", "-f3 +g1 !W -f6 +g8 !B "
    pieces = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -"
    hands = out + home + out
    assert len(said(f"{hands}@correct {pieces} 2 2\n")["moves"]) == 2
    assert len(said(f"{hands}@correct {pieces} 6 4\n")["moves"]) == 6
    assert len(said(f"{hands}@correct {pieces} 0 1\n")["moves"]) == 6
    assert len(said(f"{hands}@correct {pieces}\n")["moves"]) == 6


def test_after_an_illegal_move_the_arbiter_may_set_a_position() -> None:
    game = said(f"-g1 +g3 !W @correct {KNIGHT_OUT}\n")
    assert (game["running"], game["illegal"]["white"]) == ("B", 1)


def test_a_part_that_no_game_can_have_with_the_rest_is_refused() -> None:
    """With White to move Black's king would stand in check, with Black to move it may."""
    pieces = "4k3/8/8/8/8/8/4Q3/4K3"
    assert said(f"{OPENED}@correct {pieces}\n")["moves"] == ["e2e4", "e7e5"]
    assert said(f"{OPENED}@correct {pieces} b\n")["fen"].startswith(f"{pieces} b")


def test_before_the_game_it_begins_from_the_position() -> None:
    table = table_after("-e2 @new\n@correct 8/8/4k3/8/4P3/4K3/8/8\n")
    assert table.phase.value == "setup"
    assert table.start.fen == "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1"
    assert "set this position" not in pgn(table)
