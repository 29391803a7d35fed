"""A move is sealed, and opened when the game goes on."""

import json

import chess
import pytest

from tests.playing import kinds, said, table_after
from touchmove.lamp import DARK
from touchmove.view.bulletin import pgn
from touchmove.view.lamps import lamps
from touchmove.view.page import as_json as page_json
from touchmove.view.snapshot import take

OPENED = '[Laws "N90"]\n-e2 +e4 !W -e7 +e5 !B '
CURRENT = OPENED.replace("N90", "2023")


@pytest.mark.parametrize("hands", ["", "-g1 +f3 "])
def test_nobody_sees_the_sealed_move_before_it_is_opened(hands: str) -> None:
    table = table_after(f"{OPENED}{hands}@seal g1f3\n")
    shown = take(table)
    assert (shown.phase, shown.running, len(shown.plies)) == ("adjourned", None, 2)
    assert lamps(table) == DARK
    assert "Nf3" not in pgn(table)
    assert "f3" not in json.loads(page_json(shown))["plies"][-1]["uci"]
    assert "g1f3" not in page_json(shown)


@pytest.mark.parametrize("laws", [OPENED, CURRENT])
def test_the_sealed_move_is_played_and_the_other_clock_runs(laws: str) -> None:
    game = said(f"{laws}@seal g1f3\n~3600000 @open\n~2000 -g1 +f3 ~600 -b8 +c6 !B")
    assert (game["moves"][2:], game["evidence"][2:]) == (["g1f3", "b8c6"], ["entered", "witnessed"])
    assert (game["clock_ms"][1], game["alerts"], game["running"]) == (750 + 3350, [], "W")


def test_the_move_on_the_board_is_the_one_that_is_sealed() -> None:
    assert said(f"{OPENED}-g1 +f3 @seal ?\n@open\n")["san"][-1] == "Nf3"
    other = table_after(f"{OPENED}-g1 +f3 @seal b1c3\n")
    assert (other.phase.value, other.sealed) == ("playing", None)


def test_whoever_carries_the_move_out_touches_nothing() -> None:
    """A capture whose victim is taken off last; Black is bound by nothing."""
    game = said("-e2 +e4 !W -d7 +d5 !B @seal e4d5\n@open\n-e4 -d5 +d5 ~600 -g8 +g8")
    assert (game["must_move"], game["must_capture"], game["restore"]["lift"]) == (["g8"], [], [])


def test_a_sealed_promotion_is_what_was_written() -> None:
    pawn = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
    game = said(f"{pawn}@seal e7e8n\n@open\n")
    assert (game["san"], game["alerts"]) == (["e8=N+"], [])


def test_the_adjourned_position_must_stand_before_it_is_opened() -> None:
    wrong = f"{OPENED}@seal g1f3\n-h2 +h3 @open\n"
    assert (kinds(wrong), said(wrong)["restore"]) == (
        ["displaced"],
        {"lift": ["h3"], "place": ["h2"]},
    )
    assert kinds(wrong + "@open\n") == ["displaced"]
    right = said(wrong + "-h3 +h2 @open\n")
    assert (right["moves"][-1], right["restore"]["lift"]) == ("g1f3", [])


def test_a_board_that_shows_the_sealed_move_already_may_be_opened() -> None:
    assert said(f"{OPENED}@seal g1f3\n-g1 +f3 @open\n")["in_sync"]


def test_an_ending_agreed_before_the_opening_stands() -> None:
    drawn = said(f"{OPENED}@seal g1f3\n@offer draw W\n@accept\n")
    assert (drawn["result"], drawn["alerts"], len(drawn["moves"])) == ("1/2-1/2", [], 2)
    assert said(f"{OPENED}@seal g1g5\n@resign B\n@open\n")["result"] == "1-0"


def test_touches_and_presses_while_adjourned_are_nothing() -> None:
    game = said(f"{OPENED}@seal g1f3\n-b1 +c3 !W -c3 +b1 !B @open\n")
    assert (len(game["moves"]), game["must_move"], game["alerts"]) == (3, [], [])


def test_nothing_is_sealed_while_an_illegal_move_is_put_right() -> None:
    assert table_after("-g1 +g3 !W @seal e2e4\n").phase.value == "restoring"


def test_a_sealed_stalemate_draws() -> None:
    lone = '[FEN "7k/5Q2/8/8/8/8/8/K7 w - - 0 1"]\n'
    game = said(f"{lone}@seal f7g6\n@open\n")
    assert (game["result"], game["termination"]) == ("1/2-1/2", "stalemate")


def test_a_move_that_is_complete_when_it_is_made_is_sealed_by_whoever_made_it() -> None:
    """N90:13.1(1): what has been played on the board must be sealed."""
    table = table_after(f"{OPENED}-g1 +f3 ~2000 @seal ?\n")
    assert table.sealed is not None
    assert (table.sealed.color, table.sealed.move) == (chess.WHITE, chess.Move.from_uci("g1f3"))
    assert said(f"{OPENED}-g1 +f3 ~2000 @seal ?\n")["moves"] == ["e2e4", "e7e5"]
    assert said(f"{OPENED}-g1 +f3 ~2000 @seal ?\n@open\n")["san"][-1] == "Nf3"


@pytest.mark.parametrize(("edition", "result"), [("N90", "0-1"), ("2023", "1/2-1/2")])
def test_an_unreadable_sealed_move_draws_as_a_flag_would(edition: str, result: str) -> None:
    lone_knight = f'[Laws "{edition}"]\n[FEN "4k1n1/8/8/8/8/8/3Q4/4K3 w - - 0 1"]\n'
    assert said(f"{lone_knight}@seal ?\n@open\n")["result"] == result


BREACHES = [
    ("-g1 ~600 +g1 ~600 ", "d2d4", "touch", ["g1"]),
    ("-e2 +e4 ~1500 -e4 +e3 ~600 -e3 +e2 ", "d2d4", "release", ["e2"]),
    ("-e2 +e4 ~1500 -e4 +e3 ", "e2e3", "release", ["e2"]),
    ("-g1 +g1 -e2 +e4 ", "e2e4", "touch", ["g1"]),
    ("-g1 +g3 !W -g3 +g1 ~600 ", "d2d4", "touch", ["g1"]),
]


@pytest.mark.parametrize(("hands", "move", "kind", "bound"), BREACHES)
def test_a_sealed_move_that_breaks_article_4_is_told_when_it_is_opened(
    hands: str, move: str, kind: str, bound: list[str]
) -> None:
    sealed = f"{hands}@seal {move}\n"
    assert kinds(sealed) == []
    assert kinds(sealed + "@open\n") == [kind]
    for word in ("claim touch", "ruling touch", "ruling confirm"):
        game = said(f"{sealed}@open\n@{word}\n")
        assert (game["moves"], game["must_move"], game["result"]) == ([], bound, "*")
        assert game["running"] == ("W" if game["in_sync"] else None)
    late = said(f"{sealed}@open\n-d7 +d5 ~600 @claim touch\n")
    assert late["moves"] == [move]


def test_a_piece_in_the_hand_at_the_sealing_was_touched() -> None:
    assert kinds("-g1 @seal d2d4\n+g1 @open\n") == ["touch"]


def test_a_castling_that_was_sealed_after_the_rook_was_touched_is_told() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n'
    assert kinds(f"{fen}-h1 +h1 -e1 +e1 @seal e1g1\n@open\n") == ["rook_first"]
    assert kinds(f"{fen}-e1 +e1 -h1 +h1 @seal e1g1\n@open\n") == []


@pytest.mark.parametrize(
    "hands",
    ["-g1 +g1 @seal g1f3\n", "@adjust\n-g1 +g1 @seal d2d4\n", "-g1 +g1 @accident\n@seal d2d4\n"],
)
def test_a_sealed_move_that_breaks_nothing_is_not_told_of(hands: str) -> None:
    assert kinds(hands + "@open\n") == []
    assert said(hands + "~900 -b1 +b1 @open\n")["alerts"] == []
    assert said(hands + "@open\n@claim touch\n")["moves"] != []
