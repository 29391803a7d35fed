"""New games on the same board: by word, and by the start position standing after the end."""

import pytest

from tests.playing import games, said, table_after
from touchmove.game.table import Phase, new_table
from touchmove.rules import EDITIONS, PROFILES, Rules

FIVE = '[TimeControl "300+3"]\n'
START = 0xFFFF00000000FFFF


def sans(script: str) -> list[list[str]]:
    return [game["san"] for game in games(script)]


def phase(script: str) -> Phase:
    return table_after(script).phase


# ------------------------------------------------------------------ by word
def test_a_new_game_starts_when_the_start_position_has_stood() -> None:
    assert sans("-e2 +e4 !W @new\n-e4 +e2 ~600 -d2 +d4 !W") == [["e4"], ["d4"]]


def test_a_new_game_starts_at_once_where_the_start_position_stands() -> None:
    assert sans("@new\n-d2 +d4 !W") == [[], ["d4"]]


def test_a_game_without_moves_is_no_game() -> None:
    assert sans("-e2 +e4 !W @new\n-e4 +e2 ~900") == [["e4"]]
    assert sans("-e2 +e4 !W @new\n@new\n@new") == [["e4"]]


def test_a_move_that_is_pending_makes_a_game() -> None:
    assert sans("-e2 +e4 !W @new\n-e4 +e2 ~600 -d2 +d4") == [["e4"], ["d4"]]


def test_the_board_is_asked_for_the_start_position() -> None:
    table = table_after("-e2 +e4 !W @new\n")
    assert table.phase is Phase.SETUP
    assert table.restore == ((28,), (12,))
    assert table_after("-e2 +e4 !W @new\n-e4").restore == ((), (12,))
    assert table_after("-e2 +e4 !W @new\n-e4 +e2").restore == ((), ())


def test_the_start_position_has_to_stand_still() -> None:
    assert phase("-e2 +e4 !W @new\n-e4 +e2 ~499") is Phase.SETUP
    assert phase("-e2 +e4 !W @new\n-e4 +e2 ~500") is Phase.PLAYING
    assert phase("-e2 +e4 !W @new\n-e4 +e2 ~300 -d2 ~100 +d2 ~499") is Phase.SETUP


def test_words_of_a_game_mean_nothing_while_the_board_is_set_up() -> None:
    table = table_after("-e2 +e4 !W @new\n@adjust\n@promote n\n")
    assert (table.phase, table.alerts, table.named) == (Phase.SETUP, (), ())


def test_a_result_may_be_said_before_the_board_is_set_up() -> None:
    (first,) = games("-e2 +e4 !W @new\n@resign W")
    assert first["result"] == "*"
    assert phase("-e2 +e4 !W @new\n@result 1-0 absent") is Phase.OVER


def test_nothing_is_left_of_the_old_game() -> None:
    old = "-g1 +g3 !W -g3 +g1 -g1 +f3 !W -b8 +b6 !B @new\n"
    first, second = games(FIVE + old + "=ffff00000000ffff ~1000 -e2 +e4 !W")
    assert first["illegal"] == {"white": 1, "black": 1}
    assert second["illegal"] == {"white": 0, "black": 0}
    assert (second["san"], second["alerts"], second["add_ms"]) == (["e4"], [], None)


def test_the_clocks_of_a_new_game_are_full_and_start_with_its_first_touch() -> None:
    second = games(FIVE + "-e2 +e4 !W @new\n-e4 +e2 ~60000 -d2 +d4 !W ~2000")[1]
    assert second["clock_ms"] == [303_000 - 500 + 3_000, 303_000 - 2_000]


def test_a_new_game_keeps_the_rules_and_starts_from_the_usual_position() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Profile "blitz"]\n'
    table = table_after(fen + "@new\n=ffff00000000ffff ~600")
    assert table.rules.profile.name == "blitz"
    assert table.start.is_start


# ------------------------------------------------------------------ by the start position
def test_after_the_end_the_start_position_arms_a_new_game() -> None:
    assert sans("-e2 +e4 !W @resign W\n-e4 +e2 ~600 -d2 +d4 !W") == [["e4"], ["d4"]]


def test_before_the_end_the_start_position_arms_nothing() -> None:
    assert sans("-e2 +e4 !W -e4 +e2 ~9000") == [["e4"]]


def test_after_the_end_the_start_position_has_to_stand_too() -> None:
    assert phase("-e2 +e4 !W @resign W\n-e4 +e2 ~499") is Phase.OVER
    assert phase("-e2 +e4 !W @resign W\n-e4 +e2 ~500") is Phase.PLAYING


def test_a_start_position_that_was_not_touched_since_the_end_arms_nothing() -> None:
    assert phase("@resign W\n~9000") is Phase.OVER
    assert phase("@resign W\n~9000 -e2 +e2 ~500") is Phase.PLAYING


WORDS = [
    "@default both",
    "@default W",
    "@resign W",
    "@result 1/2-1/2 agreed",
    "@badstart",
    "-g1 +f3 !W -g8 +f6 !B -f3 +g1 !W -f6 +g8 !B @offer draw W\n@accept",
]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("tags", ["", FIVE, '[Orientation "auto"]\n', '[Orientation "black"]\n'])
def test_after_a_word_hands_begin_from_a_start_position_that_stands(word: str, tags: str) -> None:
    """A forfeited board is played on in the next round: nobody sets it up again."""
    hands = "-d7 +d5 !W -g1 +f3 !B" if "black" in tags else "-e2 +e4 !W -b8 +c6 !B"
    if word.startswith("-") and "black" in tags:
        return
    first, second = games(f"{tags}{word}\n~2000 {hands}")
    assert first["result"] != "*"
    assert (second["san"], second["result"], second["alerts"]) == (["e4", "Nc6"], "*", [])


def test_its_clock_starts_with_the_first_lift() -> None:
    second = games(FIVE + "@default both\n~9000 -e2 ~1000 +e4 !W ~2000")[1]
    assert second["clock_ms"] == [303_000 - 1_250 + 3_000, 303_000 - 2_000]


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ("@resign W\n~400 -e2 +e4 !W", "the hand was on its way already"),
        ("@resign W\n~9000 -h1 -g1 -f1 -e1", "the pieces are put away"),
        ("@resign W\n~9000 -e7 +e5 !B", "Black does not begin"),
        ("@resign W\n~9000 !B !W", "the clock is stopped by its buttons"),
        ('[TimeControl "5"]\n~9000 -e2 +e4 !W', "who has not seen his flag fall plays on"),
        ("-g1 +g3 !W -g3 +g1 -g1 +g3 !W -g3 ~9000 +g1 ~100 -e2 +e4 !W", "nor was that a word"),
        ("-e2 +e4 !W @resign W\n~9000 -d2 +d4 !W", "the start position does not stand"),
    ],
)
def test_what_hands_do_after_the_end_makes_no_game(hands: str, why: str) -> None:
    assert len(games(hands)) == 1, why
    assert phase(hands) is Phase.OVER, why


def test_a_result_stays_until_hands_begin_and_its_word_can_be_taken_back() -> None:
    assert sans("@resign W\n~9000 @undo\n-e2 +e4 !W") == [["e4"]]
    assert phase("@resign W\n~9000 -e2") is Phase.PLAYING


def test_a_snapshot_may_show_the_start_position() -> None:
    assert phase("-e2 +e4 !W @resign W\n=ffff00000000ffff ~600") is Phase.PLAYING


def test_after_a_study_the_usual_start_position_arms_a_game() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n'
    assert phase(fen + "@resign W\n=ffff00000000ffff ~600") is Phase.PLAYING
    assert phase(fen + "@resign W\n-e2 +e2 ~600") is Phase.OVER


def test_the_result_can_be_corrected_until_then() -> None:
    first, second = games("-e2 +e4 !W @resign W\n@result 1/2-1/2\n-e4 +e2 ~600 -d2 +d4 !W")
    assert (first["result"], second["result"]) == ("1/2-1/2", "*")


# ------------------------------------------------------------------ at the very beginning
def test_a_board_that_shows_something_else_waits_for_the_position() -> None:
    rules = Rules(PROFILES["classical"], EDITIONS["2023"], None)
    assert new_table(rules, occupied=START).phase is Phase.PLAYING
    waiting = new_table(rules, occupied=START & ~1)
    assert (waiting.phase, waiting.restore) == (Phase.SETUP, ((), (0,)))
    assert not waiting.started


def test_the_result_of_an_unfinished_game_stays_open() -> None:
    assert said("-e2 +e4 !W")["result"] == "*"


# ------------------------------------------------------------------ Chess960
def test_the_next_game_of_chess960_begins_where_the_last_one_did() -> None:
    fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"
    tags = f'[Variant "Chess960"]\n[FEN "{fen}"]\n'
    first, second = games(tags + "-e2 +e4 !W @resign W\n-e4 +e2 ~600 -d2 +d4 !W")
    assert (first["san"], second["san"]) == (["e4"], ["d4"])
    assert second["fen"].startswith("bqnbnrkr/pppppppp/8/8/3P4/8/PPP1PPPP/BQNBNRKR b")
    assert table_after(tags + "-e2 +e4 !W @new\n-e4 +e2 ~600").start.fen.startswith("bqnbnrkr")


def test_after_a_position_of_chess960_that_is_no_start_the_usual_one_is_played() -> None:
    tags = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n'
    assert table_after(tags + "@new\n").start.is_start
