"""What an arbiter says of a new game, as an agreement."""

from datetime import date
from typing import Any

import chess
import pytest

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.config.sections import Board
from touchmove.daemon.web.new_game import FIELDS, NewGameError, read

TODAY = date(2026, 5, 31)


def agreed(**said: object) -> Agreement:
    return read(said, Board(id="a"), TODAY)[0]


def faults(**said: object) -> dict[str, str]:
    with pytest.raises(NewGameError) as wrong:
        read(said, Board(id="a"), TODAY)
    return {fault.where: fault.words for fault in wrong.value.faults}


def test_nothing_has_to_be_said() -> None:
    game = agreed()
    assert (game.profile, game.laws, game.fen) == ("classical", "2023", chess.STARTING_FEN)
    assert game.tags == (("Date", "2026.05.31"),)
    assert not game.start_running


@pytest.mark.parametrize(
    ("said", "fen", "chess960"),
    [
        ({"chess960": 518}, chess.STARTING_FEN, True),
        ({"chess960": 0}, chess.Board.from_chess960_pos(0).fen(), True),
        ({"chess960": False}, chess.STARTING_FEN, False),
        ({"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", False),
        (
            {"fen": "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "chess960": True},
            "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1",
            True,
        ),
    ],
)
def test_where_a_game_begins(said: dict[str, Any], fen: str, chess960: bool) -> None:
    game = agreed(**said)
    assert (game.fen, game.chess960) == (fen, chess960)
    game.rules()


def test_a_wrong_position_is_told_together_with_all_else_that_is_wrong() -> None:
    empty = "8/8/8/8/8/8/8/8 w - - 0 1"
    wrong: dict[str, Any] = {"round": "x", "white_elo": -1, "chess960": 960, "colour": "red"}
    others = faults(**wrong)
    assert set(others) == {"round", "white_elo", "chess960", '"colour"'}
    assert faults(**wrong, fen=empty) == {**others, **faults(fen=empty)}
    assert faults(**wrong, fen=chess.STARTING_FEN) == others
    assert set(faults(round="x", chess960=True)) == {"round", "chess960"}


@pytest.mark.parametrize(
    ("said", "where", "words"),
    [
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "fen", "no piece"),
        ({"fen": "x"}, "fen", "8 ranks"),
        ({"fen": chess.STARTING_FEN, "chess960": 5}, "fen", "not both"),
        ({"chess960": True}, "chess960", "which start position"),
        ({"chess960": 960}, "chess960", "0 to 959"),
        ({"chess960": "518"}, "chess960", "0 to 959"),
        ({"white": "x" * 201}, "white", "at most 200"),
        ({"white": "a\x1b[2J"}, "white", "one line"),
        ({"white": None}, "white", "one line"),
        ({"white_elo": 0}, "white_elo", "1 to 4000"),
        ({"white_elo": True}, "white_elo", "1 to 4000"),
        ({"white_id": 0}, "white_id", "FIDE id"),
        ({"white_id": True}, "white_id", "FIDE id"),
        ({"black_title": "Gm"}, "black_title", "one of GM, IM"),
        ({"date": "31.5.2026"}, "date", "2026-05-31"),
        ({"date": 20260531}, "date", "2026-05-31"),
        ({"round": "3.7.1.1.1"}, "round", "3.7"),
        ({"replace": "yes"}, "replace", "true or false"),
        ({"tags": {}}, '"tags"', "no such field"),
    ],
)
def test_what_cannot_be_is_told_with_its_field(
    said: dict[str, Any], where: str, words: str
) -> None:
    told = faults(**said)
    assert list(told) == [where]
    assert words in told[where]


def test_an_unknown_day_and_an_empty_name_are_no_faults() -> None:
    game = agreed(date="2026.??.??", white="", event="")
    assert game.tags == (("Date", "2026.??.??"),)


def test_every_field_says_what_it_is() -> None:
    assert all(field.says.endswith(".") and field.kind.what for field in FIELDS.values())
