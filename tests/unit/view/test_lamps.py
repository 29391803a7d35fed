"""What the squares light up, profile by profile."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from tests.playing import kinds, table_after
from touchmove.game.step import unfold, unfold_quiet
from touchmove.game.table import Phase, Table, new_table
from touchmove.lamp import DARK, Lamp
from touchmove.rules import PROFILES
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.view.lamps import lamps, lamps_of_board, waits_to_begin

TWO = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq f6 0 3"]\n'
TOURNAMENTS = ("classical", "rapid", "blitz")
HELPFUL = ("casual", "training")


def lit(script: str) -> dict[str, Lamp]:
    """The squares that are not dark."""
    pattern = lamps(table_after(script))
    assert len(pattern) == 64
    return {
        chess.square_name(square): lamp
        for square, lamp in enumerate(pattern)
        if lamp is not Lamp.OFF
    }


@pytest.mark.parametrize("profile", [*TOURNAMENTS, "unclocked"])
@pytest.mark.parametrize(
    "hands",
    ["", "-e2", "-e2 +e4", "-e2 +e4 !W", "-e2 +e4 !W -e7", "-e2 +e4 -e7 +e5 !W !B", "-g1 +g3"],
)
def test_in_tournaments_nothing_on_the_board_helps(profile: str, hands: str) -> None:
    assert lit(f'[Profile "{profile}"]\n{hands}') == {}


@pytest.mark.parametrize("profile", HELPFUL)
def test_where_lamps_may_help_the_last_move_is_marked(profile: str) -> None:
    settings = f'[Profile "{profile}"]\n'
    assert lit(settings) == {}
    assert lit(settings + "-e2 +e4") == {"e2": Lamp.MARK, "e4": Lamp.MARK}
    assert lit(settings + "-e2 +e4 !W") == {"e2": Lamp.MARK, "e4": Lamp.MARK}
    assert lit(settings + "-e2 +e4 !W -g8 +f6") == {"g8": Lamp.MARK, "f6": Lamp.MARK}


def test_a_question_is_asked_before_anything_is_to_be_put_right() -> None:
    """The way back would be that to the position before the move in question."""
    asked = {"d5": Lamp.ASK, "f5": Lamp.ASK}
    assert lit(TWO + "-e4 !W ~600 ") == asked
    assert lit(TWO + "-e4 !W ~600 -h1 +h5 !W") == asked
    assert "displaced" in kinds(TWO + "-e4 !W ~600 -h1 +h5 !W")


@pytest.mark.parametrize("profile", [*TOURNAMENTS, *HELPFUL])
def test_an_illegal_move_lights_the_way_back(profile: str) -> None:
    hands = f'[Profile "{profile}"]\n-g1 +g3 !W '
    assert lit(hands) == {"g3": Lamp.LIFT, "g1": Lamp.PLACE}
    assert lit(hands + "-g3") == {"g1": Lamp.PLACE}
    assert Lamp.PLACE not in lit(hands + "-g3 +g1").values()


def test_displaced_pieces_light_up() -> None:
    assert lit("-g1 +f3 -h2 +h3 !W") == {"h3": Lamp.LIFT, "h2": Lamp.PLACE}


@pytest.mark.parametrize("profile", TOURNAMENTS)
def test_squares_in_question_blink(profile: str) -> None:
    asked = f'[Profile "{profile}"]\n{TWO}-e4 !W ~600 '
    assert lit(asked) == {"d5": Lamp.ASK, "f5": Lamp.ASK}
    assert lit(asked + "-f5 +f5") == {}


CORNERS = {"a1": Lamp.MARK, "h1": Lamp.MARK}
READY = {f"{file}1": Lamp.MARK for file in "abcdefgh"}


@pytest.mark.parametrize("profile", [*TOURNAMENTS, *HELPFUL])
def test_a_new_game_tells_what_is_missing_from_what_is_too_much_and_where_white_sits(
    profile: str,
) -> None:
    hands = f'[Profile "{profile}"]\n-e2 +e4 !W @new\n'
    assert lit(hands) == {"e4": Lamp.LIFT, "e2": Lamp.PLACE, **CORNERS}
    assert lit(hands + "-e4") == {"e2": Lamp.PLACE, **CORNERS}
    assert lit(hands + "-e4 -a1") == {
        "a1": Lamp.PLACE,
        "e2": Lamp.PLACE,
        "h1": Lamp.MARK,
    }


@pytest.mark.parametrize("profile", [*TOURNAMENTS, "training"])
def test_white_s_rank_says_that_a_board_is_ready_until_the_game_begins(profile: str) -> None:
    hands = f'[Profile "{profile}"]\n-e2 +e4 !W @new\n -e4 +e2 ~600 '
    assert lit(hands) == READY
    assert lit(hands + "!B") == {}
    assert lit(hands + "-d2") == {}


def test_a_board_that_may_stand_either_way_says_ready_at_both_ends() -> None:
    hands = '[Orientation "auto"]\n-e2 +e4 !W @new\n -e4 +e2 ~600 '
    assert lit(hands) == READY | {f"{file}8": Lamp.MARK for file in "abcdefgh"}


def test_a_board_that_stands_turned_shows_where_white_sits() -> None:
    table = table_after('[Orientation "black"]\n-d7 +d5 !W @new\n -d5 +d7 ~600 ')
    assert table.turned
    assert [lamp is Lamp.MARK for lamp in lamps_of_board(table)] == [False] * 56 + [True] * 8


def test_after_the_game_the_board_is_dark() -> None:
    for profile in (*TOURNAMENTS, *HELPFUL):
        assert lamps(table_after(f'[Profile "{profile}"]\n-g1 +f3 -h2 !W @resign B')) == DARK


# ------------------------------------------------------------------ a promotion that was not named
PROMOTING = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n-e7 +e8 '


def test_the_square_of_a_promotion_asks_until_the_piece_is_named() -> None:
    assert lit(PROMOTING) == {}
    assert lit(PROMOTING + "!W") == {"e8": Lamp.ASK}
    assert lit(PROMOTING + "!W @promote q\n") == {}
    assert lit(PROMOTING + "@promote n\n!W") == {}


def test_nobody_is_asked_about_a_promotion_once_the_reply_is_on_the_record() -> None:
    assert lit(PROMOTING + "!W -a7 +a6") == {"e8": Lamp.ASK}
    assert lit(PROMOTING + "!W -a7 +a6 !B") == {}


# ------------------------------------------------------------------ training
CAPTURABLE = '[FEN "rnbqkbnr/1pp1pppp/p7/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3"]\n'


def must(hands: str, profile: str = "training") -> set[str]:
    """The squares of the pieces that must move or be taken."""
    found = lit(f'[Profile "{profile}"]\n{hands}')
    return {square for square, lamp in found.items() if lamp is Lamp.MUST}


def test_training_lights_the_piece_that_must_move_while_it_stands() -> None:
    assert must("-g1 ~400") == set()
    assert must("-g1 ~400 +g1") == {"g1"}
    assert must("-g1 ~400 +g1 -g1 +f3") == set()
    assert must("-g1 ~100 +g1") == set()


def test_training_lights_the_piece_that_must_be_taken_and_the_one_that_takes_it() -> None:
    assert must(CAPTURABLE + "-d5 +d5") == {"d5"}
    assert must(CAPTURABLE + "-e4 +e4 -d5 +d5") == {"e4", "d5"}


def test_a_touch_that_binds_to_nothing_lights_nothing() -> None:
    assert must("-a1 ~400 +a1") == set()
    assert must(CAPTURABLE + "-d8 +d8") == set()


def test_after_the_way_back_training_lights_what_must_be_played() -> None:
    assert must("-g1 +g3 !W -g3 +g1") == {"g1"}


@pytest.mark.parametrize("profile", [*TOURNAMENTS, "unclocked", "casual"])
def test_nowhere_but_in_training_does_a_lamp_say_what_must_be_played(profile: str) -> None:
    assert must("-g1 ~400 +g1", profile) == set()
    assert must(CAPTURABLE + "-d5 +d5", profile) == set()


# ------------------------------------------------------------------ every case, step by step
CASES = Path(__file__).parents[2] / "cases"
HELP = {Lamp.MARK, Lamp.MUST}
HELP_OF = {"casual": {Lamp.MARK}, "training": HELP}
"""What may help a player, by profile; in the others nothing does."""


def scripts() -> Iterator[Record]:
    """Every script of the cases; of the Laws each from the position after its history."""
    for name in ("laws.jsonl", "faults.jsonl"):
        for line in (CASES / name).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if "script" in case:
                text = case["script"]
            else:
                board = chess.Board(case["fen"])
                for uci in case.get("history", ()):
                    board.push_uci(uci)
                tokens = "".join(t + ("\n" if t[0] == "@" else " ") for t in case["events"])
                text = f'[FEN "{board.fen()}"]\n[Laws "{case["edition"][-1]}"]\n{tokens}'
            yield from (record for record in read(text) if isinstance(record, Record))


def tables(record: Record, profile: str) -> Iterator[Table]:
    """The table at every step of a script, to the end of what waits for quiet."""
    rules = replace(record.rules, profile=PROFILES[profile])
    table = new_table(rules, tags=record.tags, fen=record.fen)
    yield table
    for event in record.events:
        for following, _ in unfold(table, event):
            table = following
            yield table
    yield from (following for following, _ in unfold_quiet(table))


@pytest.mark.parametrize("profile", list(PROFILES))
def test_at_no_step_of_any_case_does_a_lamp_say_more_than_the_profile_lets_it(
    profile: str,
) -> None:
    """And the way back and the questions are lit only where they are asked for."""
    lit_ever = set()
    for record in scripts():
        for table in tables(record, profile):
            shown = set(lamps(table)) - {Lamp.OFF}
            lit_ever |= shown
            before = {Lamp.MARK} if waits_to_begin(table) else set()
            assert shown & HELP <= HELP_OF.get(profile, set()) | before
            wrong = table.phase in (Phase.SETUP, Phase.RESTORING) or table.displaced
            assert wrong or not shown & {Lamp.LIFT, Lamp.PLACE}
            gap = table.open_gap
            asked = (
                table.question is not None
                or (gap is not None and bool(gap.asked))
                or (bool(table.moves) and table.moves[-1].assumed)
            )
            assert asked or Lamp.ASK not in shown
            assert table.phase is not Phase.OVER or not shown
    everywhere = {Lamp.LIFT, Lamp.PLACE, Lamp.ASK, Lamp.MARK}
    assert lit_ever == everywhere | HELP_OF.get(profile, set())
