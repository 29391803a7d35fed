"""Illegal moves that are answered: with light supervision they stand (2023:A.5.2)."""

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.playing import games, kinds, said, table_after
from tests.strategies import boards
from touchmove.game.table import Phase
from touchmove.view.bulletin import pgn

LIGHT = '[Laws "2023R"]\n'
TIMED = '[TimeControl "300"]\n'
OPENED = "-e2 +e4 !W -e7 +e5 !B "
ILLEGAL = "-g1 +g3 !W "
ANSWER = "-b8 +c6 !B "


def test_the_game_goes_on_from_what_both_have_made() -> None:
    game = said(LIGHT + OPENED + ILLEGAL + ANSWER + "-f1 +c4 !W")
    assert game["moves"] == ["f1c4"]
    assert game["fen"].startswith("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/6N1/PPPP1PPP/RNBQK2R b KQkq -")
    assert (game["illegal"], game["add_ms"]) == ({"white": 1, "black": 0}, None)
    assert (game["alerts"], game["in_sync"]) == ([], True)


def test_the_penalty_that_the_opponent_was_given_is_taken_back() -> None:
    before = said(LIGHT + TIMED + OPENED + ILLEGAL)
    assert (before["add_ms"], before["clock_ms"][1] > 300_000) == ({"B": 60_000}, True)
    after = said(LIGHT + TIMED + OPENED + ILLEGAL + ANSWER)
    assert (after["add_ms"], after["clock_ms"][1] < 300_000) == (None, True)
    assert after["running"] == "W"


def test_until_the_answer_is_pressed_the_way_back_is_asked_for() -> None:
    table = table_after(LIGHT + OPENED + ILLEGAL + "-b8 +c6")
    assert table.phase is Phase.RESTORING
    restored = said(LIGHT + OPENED + ILLEGAL + "-g3 +g1 -g1 +f3 !W " + ANSWER)
    assert restored["moves"] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert restored["add_ms"] == {"B": 60_000}


@pytest.mark.parametrize("edition", ["N90", "2001", "2014", "2023"])
def test_elsewhere_the_position_before_it_comes_back_all_the_same(edition: str) -> None:
    game = said(f'[Laws "{edition}"]\n{OPENED}{ILLEGAL}{ANSWER}')
    assert game["moves"] == ["e2e4", "e7e5"]
    assert game["restore"] == {"lift": ["c6", "g3"], "place": ["b8", "g1"]}


def test_a_hand_that_has_begun_the_next_move_goes_on_with_it() -> None:
    game = said(LIGHT + OPENED + ILLEGAL + "-b8 +c6 -h2 !B")
    assert (game["must_move"], game["restore"]["place"]) == (["h2"], [])
    assert said(LIGHT + OPENED + ILLEGAL + "-b8 +c6 -h2 !B +h4 !W")["moves"] == ["h2h4"]


def test_a_second_illegal_move_loses_before_anybody_can_answer_it() -> None:
    game = said(LIGHT + ILLEGAL + "-e7 +e5 !B -f1 +f3 !W -d7 +d5 !B")
    assert (game["result"], game["termination"]) == ("0-1", "illegal moves")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("!B", "a press alone is no answer"),
        ("-b8 +b6 !B", "an answer that is illegal too"),
        ("-b8 +c6 -a7 !B", "a piece beside it is missing"),
        ("-g3 +g1 -d2 +d4 !B", "White has moved, and not Black"),
    ],
)
def test_what_is_no_answer_leaves_the_way_back_lit(answer: str, why: str) -> None:
    game = said(LIGHT + OPENED + ILLEGAL + answer)
    assert game["moves"] == ["e2e4", "e7e5"], why
    assert game["add_ms"] == {"B": 60_000}


@pytest.mark.parametrize(
    "illegal", ["-g1 +g3 -a1 +a3 !W ", "-e7 +e5 !W ", "-g1 !W ", "-e1 +g1 -h1 +f1 -g1 !W "]
)
def test_where_it_is_not_known_what_stands_where_nothing_is_accepted(illegal: str) -> None:
    game = said(LIGHT + illegal + "-d7 +d5 !B")
    assert game["moves"] == []
    assert said(LIGHT + illegal + "-d7 +d5 !B")["fen"].startswith(chess.STARTING_FEN[:10])


def test_an_answer_that_mates_ends_the_game() -> None:
    game = said(LIGHT + "-f2 +f3 !W -e7 +e5 !B -g2 +g6 !W -d8 +h4 !B")
    assert (game["result"], game["termination"]) == ("0-1", "checkmate")


def test_a_king_is_never_taken() -> None:
    fen = '[FEN "4r1k1/8/8/8/8/8/4B3/4K2R w - - 0 1"]\n'
    game = said(LIGHT + fen + "-e2 +d3 !W -e8 -e1 +e1 !B")
    assert game["restore"] == {"lift": ["d3"], "place": ["e2", "e8"]}
    other = said(LIGHT + fen + "-e2 +d3 !W -g8 +g7 !B")
    assert other["fen"].split()[0] == "4r3/6k1/8/8/8/3B4/8/4K2R"


def test_a_promotion_that_nobody_has_named_is_no_certain_answer() -> None:
    fen = '[FEN "6k1/8/8/8/8/8/4p1N1/6K1 w - - 0 1"]\n'
    assert said(LIGHT + fen + "-g2 +g3 !W -e2 +e1 !B")["moves"] == []
    named = said(LIGHT + fen + "-g2 +g3 !W -e2 +e1 @promote r\n!B")
    assert named["fen"].split()[0] == "6k1/8/8/8/8/6N1/8/4r1K1"


def test_with_a_queen_that_is_only_assumed_nothing_is_accepted() -> None:
    hands = (
        '[FEN "6k1/P7/8/8/8/8/6N1/6K1 w - - 0 1"]\n-a7 +a8 !W {}-g8 +g7 !B -g2 +g3 !W -g7 +h6 !B'
    )
    assert len(said(LIGHT + hands.format(""))["moves"]) == 2
    assert said(LIGHT + hands.format("@promote q\n"))["moves"] == []


def test_the_pgn_begins_at_the_position_and_tells_what_came_before() -> None:
    text = pgn(table_after(LIGHT + OPENED + ILLEGAL + ANSWER + "-f1 +c4 !W"))
    assert '[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/6N1/PPPP1PPP/RNBQKB1R w KQkq - 2 3"]' in text
    assert max(len(line) for line in text.splitlines()) < 80
    flat = " ".join(text.split())
    assert "{ Played before: 1. e4 e5. Then White made an illegal move, which was" in flat
    assert "3. Bc4" in flat


def test_a_draw_by_repetition_is_counted_anew() -> None:
    shuffle = "-b1 +a3 !W -b8 +a6 !B -a3 +b1 !W -a6 +b8 !B "
    assert said(LIGHT + shuffle * 2 + "@claim threefold\n")["claim"] is True
    assert said(LIGHT + shuffle * 2 + ILLEGAL + ANSWER + "@claim threefold\n")["claim"] is False


def test_alerts_are_numbered_through() -> None:
    hands = LIGHT + OPENED + ILLEGAL + ANSWER + "-a1 +a1 -d2 +d2 -f1 +c4 !W"
    (game,) = games(hands)
    assert [(alert["kind"], alert["ply"]) for alert in game["alerts"]] == [("touch", 3)]
    assert kinds(hands) == ["touch"]


@given(boards(), st.data())
def test_whatever_piece_went_where_it_may_not_a_legal_answer_lets_it_stand(
    board: chess.Board, data: st.DataObject
) -> None:
    """One piece goes to an empty square that it may not go to; any quiet move answers."""
    mover = board.turn
    assume(not board.is_check())
    own = [
        s for s in chess.scan_forward(board.occupied_co[mover]) if not _is_rook_or_king(board, s)
    ]
    home = data.draw(st.sampled_from(own or [chess.A1]))
    assume(home in own)
    empty = chess.SquareSet(~board.occupied & ~chess.BB_BACKRANKS)
    reached = {m.to_square for m in board.legal_moves if m.from_square == home}
    target = data.draw(st.sampled_from([s for s in empty if s not in reached] or [chess.A1]))
    assume(target in empty and target not in reached)
    after = board.copy(stack=False)
    after.set_piece_at(target, after.remove_piece_at(home))
    after.turn, after.ep_square = not mover, None
    after.castling_rights = after.clean_castling_rights()
    assume(not after.is_game_over() and after.is_valid())
    quiet = [m for m in after.legal_moves if _is_plain(after, m)]
    assume(quiet)
    answer = data.draw(st.sampled_from(quiet))
    names = [chess.square_name(s) for s in (home, target, answer.from_square, answer.to_square)]
    first, second = ("!W", "!B") if mover else ("!B", "!W")
    hands = f"-{names[0]} +{names[1]} {first} -{names[2]} +{names[3]} {second}"
    game = said(f'{LIGHT}[FEN "{board.fen()}"]\n{hands}')
    after.push(answer)
    assert sum(game["illegal"].values()) == 1
    assert game["fen"].split()[0] == after.board_fen()
    assert (game["moves"], game["in_sync"], game["add_ms"]) == ([], True, None)


def _is_rook_or_king(board: chess.Board, square: chess.Square) -> bool:
    return board.piece_type_at(square) in (chess.ROOK, chess.KING)


def _is_plain(board: chess.Board, move: chess.Move) -> bool:
    return not (board.is_capture(move) or board.is_castling(move) or move.promotion)


def test_the_penalty_of_a_move_that_stands_is_not_taken_back_twice() -> None:
    stands = LIGHT + TIMED + OPENED + ILLEGAL + ANSWER
    game = said(stands + "@ruling dismiss\n")
    assert (game["illegal"], game["add_ms"]) == ({"white": 0, "black": 0}, None)
    assert game["clock_ms"][1] == said(stands)["clock_ms"][1]
