"""The PGN that other programs read."""

import io
import os
import re
import shutil
import subprocess
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.accuracy import HANDLINGS, games, script_of
from tests.playing import table_after
from touchmove.errors import one_line
from touchmove.game.table import new_table
from touchmove.replay import play
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.script.time_control import parse as parse_time_control
from touchmove.shell import game_file
from touchmove.view.bulletin import pgn

PGN_EXTRACT = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games")


def _pgns(script: str) -> list[str]:
    records = [record for record in read(script) if isinstance(record, Record)]
    return [pgn(table) for record in records for table, _ in play(record)]


def test_clock_times_are_whole_seconds_left_after_the_move() -> None:
    """`%clk` after the increment, rounded down: 300 s, 2.5 s of thought, 3 s back."""
    (text,) = _pgns('[TimeControl "300+3"]\n~2000 -e2 ~500 +e4 ~0 !W')
    assert "1. e4 { [%clk 0:05:03] }" in text


def test_without_a_time_control_the_time_used_is_written() -> None:
    """`%emt`, never an invented `%clk`."""
    (text,) = _pgns("~2000 -e2 ~500 +e4 ~600 !W")
    assert "1. e4 { [%emt 0:00:03] }" in text
    assert "%clk" not in text


def test_tags_are_carried_and_the_result_stands_at_the_end() -> None:
    """Tags of the script, the roster first; the settings of the script stay out of the PGN."""
    script = '[White "Ada \\"A\\" L"]\n[Board "12"]\n[Profile "blitz"]\n-e2 +e4 !W @resign B'
    (text,) = _pgns(script)
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert list(game.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert '[White "Ada \\"A\\" L"]' in text
    assert game.headers["Board"] == "12"
    assert "Profile" not in game.headers
    assert text.rstrip().endswith("1-0")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=st.text(st.sampled_from('"\\[]{}% ;é') | st.characters()))
@example('Bob "The Rook"')
@example("ends in backslash\\")
def test_a_tag_is_written_as_the_standard_says_and_reads_back(tmp_path: Path, value: str) -> None:
    """A quote and a backslash in a value have a backslash before them (7, string tokens)."""
    table = table_after("-e2 +e4 !W")._replace(tags=(("White", value), ("Annotator", value)))
    text = pgn(table)
    found = re.findall(r'^\[(White|Annotator) "((?:[^"\\]|\\["\\])*)"\]$', text, re.MULTILINE)
    assert [name for name, _ in found] == ["White", "Annotator"]
    file = tmp_path / "game.pgn"
    file.write_text(text, encoding="utf-8")
    (game,) = game_file.read(file, None)
    tags = dict(game.tags)
    assert tags["White"] == tags["Annotator"] == one_line(value)


def test_no_control_character_of_a_tag_comes_out() -> None:
    """Nothing that moves a cursor or breaks a line."""
    (text,) = _pgns('[White "red \x1b[31m and \x07 bell"]\n-e2 +e4 !W')
    assert '[White "red ?[31m and ? bell"]' in text


def test_a_move_that_is_pending_is_the_last_move() -> None:
    """Made and not completed: in the PGN all the same, without a clock time."""
    (text,) = _pgns("-e2 +e4 !W -e7 +e5")
    assert text.rstrip().endswith("1... e5 *")


def test_other_positions_bring_their_fen() -> None:
    """SetUp and FEN, and moves that are numbered from there."""
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 40"
    (text,) = _pgns(f'[FEN "{fen}"]\n-e8 +d7 !B')
    assert '[SetUp "1"]' in text
    assert f'[FEN "{fen}"]' in text
    assert "40... Kd7" in text


def test_a_date_that_is_known_is_kept() -> None:
    """An unknown one is written with question marks."""
    assert '[Date "2026.11.30"]' in _pgns('[Date "2026.11.30"]\n-e2 +e4 !W')[0]
    assert '[Date "????.??.??"]' in _pgns("-e2 +e4 !W")[0]


def test_chess960_is_said_with_its_position() -> None:
    """Castling is found again by whoever reads the PGN."""
    fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
    (text,) = _pgns(f'[Variant "Chess960"]\n[FEN "{fen}"]\n-f1 -g1 +g1 +f1 !W')
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.headers["Variant"] == "Chess960"
    assert [move.uci() for move in game.mainline_moves()] == ["f1g1"]


@pytest.mark.parametrize(
    ("script", "termination"),
    [
        ("@resign W", "normal"),
        ('[TimeControl "1"]\n~2000', "time forfeit"),
        ("-g1 +g3 !W -g3 +g1 -g1 +g3 !W", "rules infraction"),
        ("@default both", "adjudication"),
        ("@default W", "abandoned"),
        ("-e2 +e4 !W @badstart", "abandoned"),
        ("-e2 +e4 !W @reversed", "abandoned"),
    ],
)
def test_how_the_game_ended_is_said_in_the_words_of_pgn(script: str, termination: str) -> None:
    """Only where it did not end by play or by agreement is it out of the ordinary."""
    assert f'[Termination "{termination}"]' in _pgns(script)[0]


def test_a_result_that_pgn_does_not_know_is_an_asterisk() -> None:
    """Both have lost: the reason stands in the record, PGN has no word for it."""
    assert '[Result "*"]' in _pgns("@result 0-0 both absent")[0]


def test_the_time_control_stands_beside_the_clock_times() -> None:
    """As the rules have it, where no tag states it; as the tag has it, where one does."""
    control = parse_time_control("40/5400+30:1800+30")
    assert control is not None
    assert control.pgn == "40/5400+30:1800+30"
    rules = Rules(PROFILES["classical"], EDITIONS["2023"], control)
    assert '[TimeControl "40/5400+30:1800+30"]' in pgn(new_table(rules))
    different = parse_time_control("W300-B240+2")
    assert different is not None
    assert different.pgn == "W300-B240+2"


@pytest.mark.skipif(
    PGN_EXTRACT is None and os.environ.get("CI") != "true", reason="pgn-extract is not installed"
)
def test_pgn_extract_reads_every_game(tmp_path: Path) -> None:
    """Another program finds nothing to complain of, and the same moves."""
    assert PGN_EXTRACT is not None, "pgn-extract is not installed"
    played = list(games(range(1, 31)))
    text = "\n".join(
        text for game in played for text in _pgns(script_of(game, HANDLINGS["human"], 7)[0])
    )
    source = tmp_path / "games.pgn"
    source.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [PGN_EXTRACT, "-Wuci", "--nocomments", "--notags", "-w", "100000", str(source)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{len(played)} games matched out of {len(played)}" in done.stderr
    assert "error" not in done.stderr.lower()
    found = [text.split() for text in re.split(r"1-0|0-1|1/2-1/2", done.stdout.lower())[:-1]]
    assert found == [[move.uci() for move in game.moves] for game in played]


@pytest.mark.parametrize(
    ("control", "clock"),
    [
        ("300S5", "0:04:58"),
        ("300B5", "0:04:58"),
        ("300Y3x30", "0:04:53"),
        ("5Y3x30", "0:00:30"),
        ("*300", "0:04:53"),
    ],
)
def test_every_time_control_is_written_with_the_reading_after_the_press(
    control: str, clock: str
) -> None:
    """Of byo-yomi it is the period, whole again; the tag says what PGN has no form for."""
    (text,) = _pgns(f'[TimeControl "{control}"]\n~6500 -e2 ~500 +e4 ~0 !W')
    assert f"1. e4 {{ [%clk {clock}] }}" in text
    assert f'[TimeControl "{control}"]' in text
