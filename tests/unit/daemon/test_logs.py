"""`touchmove log`: what was heard can be checked, taken elsewhere, brought back and thinned out."""

import asyncio
import contextlib
import io
import json
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import chess
import pytest

from tests.unit.daemon.paper_board import PaperBoard
from touchmove.__main__ import main
from touchmove.daemon import recalling
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.archiving import archive
from touchmove.daemon.logs.games import games_of
from touchmove.daemon.solo import SoloSession
from touchmove.errors import StoreError
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Entry, Head, Kind, Line, Store
from touchmove.units import Millis
from touchmove.view.bulletin import pgn
from touchmove.wire import codec
from touchmove.wire.messages import Hello

FORM_1 = Path(__file__).parents[2] / "logs" / "form-1.sqlite"
BOARD = "73696d626f617264"
OTHER = "b2"


@pytest.fixture(autouse=True)
def silent() -> None:
    logging.getLogger("touchmove").setLevel(logging.CRITICAL)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Three games of one board, the last one not begun, and a few lines of another board."""
    path = Path(shutil.copy(FORM_1, tmp_path / "table.log"))
    with contextlib.closing(Store(path)) as store:
        store.append([Entry(Kind.LINK, OTHER, 1_796_100_340_000 + n, "down") for n in range(3)])
    path.with_name("table.log.form-1").unlink()
    return path


Say = Callable[..., tuple[int, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Run `touchmove log ...`: the exit status and all that it says."""

    def run(*arguments: object) -> tuple[int, str]:
        status = main(["log", *map(str, arguments)])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def lines(path: Path) -> list[Line]:
    with contextlib.closing(Store(path, reading=True)) as store:
        return list(store.lines())


def alter(path: Path, *statements: str) -> None:
    """As somebody with an SQLite shell could, who first removes what stands in the way."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, sql in triggers:
            connection.execute(sql)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ------------------------------------------------------------------ verify
def test_a_log_as_it_was_written_verifies(log: Path, say: Say) -> None:
    said = f"board {BOARD}: 103 lines, none changed, none missing\n"
    said += f"board {OTHER}: 3 lines, none changed, none missing\n"
    assert say("verify", log) == (0, said)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE line SET line = '0 resign W' WHERE id = 50", "changed: line 50 does not fit"),
        ("UPDATE line SET received_ms = 1 WHERE id = 50", "changed: line 50 does not fit"),
        ("UPDATE line SET kind = 'word' WHERE id = 50", "changed: line 50 does not fit"),
        ("UPDATE line SET chain = zeroblob(32) WHERE id = 50", "changed: line 50 does not fit"),
        ("UPDATE line SET chain = zeroblob(32) WHERE id = 103", "changed: line 103 does not fit"),
        ("DELETE FROM line WHERE id = 50", "missing: line 50"),
        ("DELETE FROM line WHERE id < 6", "missing: lines 1 to 5"),
        ("DELETE FROM line WHERE id BETWEEN 50 AND 60", "missing: lines 50 to 60"),
        ("DELETE FROM line WHERE id = 103", "cut at the end: line 103 missing, as the heads"),
        (f"DELETE FROM line WHERE board = '{BOARD}'", "cut at the end: lines 1 to 103 missing"),
        ("UPDATE line SET number = number + 1 WHERE id = 103", "missing: line 103"),
        (
            f"INSERT INTO line VALUES (200, '{BOARD}', 104, 1, 'word', '0 new', zeroblob(32))",
            "changed: line 104 does not fit",
        ),
    ],
)
def test_the_first_bad_line_of_a_board_is_named(
    log: Path, say: Say, statement: str, fault: str
) -> None:
    alter(log, statement)
    status, said = say("verify", log)
    assert status == 1
    bad, good = said.splitlines()
    assert bad.startswith(f"board {BOARD}: {fault}")
    assert good == f"board {OTHER}: 3 lines, none changed, none missing"


def test_two_lines_that_changed_places_are_found(log: Path, say: Say) -> None:
    alter(
        log,
        "UPDATE line SET number = 1000 WHERE id = 50",
        "UPDATE line SET number = 50 WHERE id = 51",
        "UPDATE line SET number = 51 WHERE id = 50",
    )
    assert "changed: line 50 does not fit its chain" in say("verify", log)[1]


def test_lines_that_were_written_anew_with_their_chain_are_found_by_the_heads(
    log: Path, say: Say, tmp_path: Path
) -> None:
    anew = tmp_path / "anew.log"
    with contextlib.closing(Store(anew)) as store:
        store.append(line.entry for line in lines(log) if line.id != 50)
        store.append([Entry(Kind.WORD, BOARD, 1, "0 new")])
    heads = log.with_name("table.log.heads")
    status, said = say("verify", anew, "--heads", heads)
    assert status == 1
    assert f"board {BOARD}: changed: line 103 is not the one that the heads know" in said
    assert say("verify", anew)[0] == 0


def test_a_log_that_was_opened_although_it_was_cut_is_told(log: Path, say: Say) -> None:
    alter(log, "DELETE FROM line WHERE id = 103")
    Store(log).close()
    disputed = log.with_name("table.log.heads.disputed")
    status, said = say("verify", log)
    assert status == 1
    assert said.endswith(
        f"the log was opened although it disagreed with its heads: see --heads {disputed}\n"
    )
    assert "cut at the end: line 103 missing" in say("verify", log, "--heads", disputed)[1]


def test_missing_heads_are_said_and_can_be_done_without(log: Path, say: Say) -> None:
    log.with_name("table.log.heads").unlink()
    status, said = say("verify", log)
    assert status == 1
    assert said.endswith(
        ".heads are missing: nothing tells whether lines were cut off at the end\n"
    )
    assert say("verify", log, "--no-heads")[0] == 0


def test_heads_that_lag_behind_the_log_agree_with_it(log: Path, say: Say) -> None:
    """As after a host was killed."""
    heads = log.with_name("table.log.heads")
    before = heads.read_text()
    with contextlib.closing(Store(log)) as store:
        store.append([Entry(Kind.LINK, OTHER, 1, "down"), Entry(Kind.LINK, "b3", 1, "down")])
    heads.write_text(before)
    assert say("verify", log)[0] == 0


def test_a_trigger_that_is_gone_is_told(log: Path, say: Say) -> None:
    with contextlib.closing(sqlite3.connect(log)) as connection:
        connection.execute("DROP TRIGGER line_is_final")
    status, said = say("verify", log)
    assert status == 1
    assert said.startswith("the trigger line_is_final is missing or was changed")


def test_a_log_of_form_1_cannot_be_verified_and_says_what_to_do(say: Say) -> None:
    status, said = say("verify", FORM_1)
    assert status == 1
    assert "which has no chain" in said
    assert "touchmove log rebuild brings it to the present form" in said


def test_a_damaged_file_is_said_in_a_line(log: Path, say: Say) -> None:
    data = bytearray(log.read_bytes())
    data[4096 : 4096 * 6] = bytes(4096 * 5)
    log.write_bytes(data)
    status, said = say("verify", log)
    assert status == 1
    assert "damaged" in said


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DELETE FROM line WHERE id = 20", "missing: line 20"),
        ("UPDATE line SET line = 'junk' WHERE id = 20", "changed: line 20 does not fit its chain"),
        ("DELETE FROM line WHERE id = 103", "cut at the end: line 103 missing"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ("pgn",),
        ("log", "show"),
        ("log", "show", "--games"),
        ("log", "export"),
        ("log", "export", "--format", "script"),
    ],
)
def test_who_prints_what_a_damaged_log_holds_is_told_where_it_ends(
    log: Path,
    capsys: pytest.CaptureFixture[str],
    command: tuple[str, ...],
    statement: str,
    fault: str,
) -> None:
    assert main([*command, str(log)]) == 0
    capsys.readouterr()
    alter(log, statement)
    assert main([*command, str(log)]) == 1
    said = capsys.readouterr()
    assert said.out
    assert said.err.startswith(f"touchmove: log {log}: board {BOARD}: {fault}")
    assert said.err.endswith("touchmove log verify\n")
    assert said.err.count("\n") == 1


def test_a_board_whose_lines_are_whole_is_shown_without_the_faults_of_another(
    log: Path, say: Say
) -> None:
    alter(log, "DELETE FROM line WHERE id = 20")
    assert say("show", log, "--board", OTHER)[0] == 0
    assert say("show", log, "--board", BOARD)[0] == 1


# ------------------------------------------------------------------ show
def test_lines_are_shown_in_words(log: Path, say: Say) -> None:
    status, said = say("show", log, "--board", BOARD, "--last", "4")
    assert status == 0
    assert [" ".join(line.split()[2:]) for line in said.splitlines()] == [
        f"{BOARD} 100 release Black at 119250 ms",
        f"{BOARD} 101 link down",
        f"{BOARD} 102 word at 119250 ms: resign B",
        f"{BOARD} 103 game Eva – Finn; classical, 2023, 300+3",
    ]
    assert len(say("show", log)[1].splitlines()) == 106


def test_every_line_of_a_game_can_be_shown(log: Path, say: Say) -> None:
    said = say("show", log)[1]
    assert "place e4 at 1075 ms" in said
    assert "hello at 21 ms: firmware 0.1.0, boot bcfcdd5d" in said
    assert "not understood" not in said


def test_what_would_command_a_terminal_is_not_shown(log: Path, say: Say) -> None:
    with contextlib.closing(Store(log)) as store:
        store.append([Entry(Kind.REPORT, "b\x1b", 1, "lift \x1b[2J")])
    assert "\x1b" not in say("show", log)[1]


def test_games_are_shown_with_players_and_results(log: Path, say: Say) -> None:
    status, said = say("show", log, "--games")
    assert status == 0
    assert [line.split("  ")[-3:] for line in said.splitlines()] == [
        ["Ann – Bob", "1-0 (checkmate)", "7 half-moves"],
        ["Cem – Dee", "1-0 (resignation)", "12 half-moves"],
        ["Eva – Finn", "*", "0 half-moves"],
    ]
    assert say("show", log, "--games", "--board", OTHER) == (0, f"log {log} has no games\n")


def test_an_empty_log_says_so(tmp_path: Path, say: Say) -> None:
    log = tmp_path / "new.log"
    Store(log).close()
    assert say("show", log) == (0, f"log {log} has no lines\n")
    assert say("verify", log, "--no-heads") == (0, f"log {log} has no lines\n")
    assert say("rebuild", log) == (0, f"in the table of {log}: 0 finished games\n")
    assert say("export", log) == (0, '{"touchmove_log": 2}\n')
    assert say("export", log, "--format", "script") == (0, "")


def test_a_board_that_is_not_there_is_named(log: Path, say: Say) -> None:
    words = f"touchmove: log {log} has no board 'b9'; it has {BOARD}, {OTHER}\n"
    assert say("show", log, "--board", "b9") == (2, words)
    assert say("export", log, "--board", "b9") == (2, words)


# ------------------------------------------------------------------ export and import
def test_what_is_exported_comes_back_the_same(log: Path, say: Say, tmp_path: Path) -> None:
    text, copy = tmp_path / "log.jsonl", tmp_path / "copy.log"
    assert say("export", log, "--output", text) == (0, "")
    assert say("import", copy, text) == (0, f"imported into {copy}: 106 lines\n")
    assert lines(copy) == lines(log)
    assert say("verify", copy)[0] == 0
    with contextlib.closing(Store(copy, reading=True)) as store:
        assert [game.plies for game in store.games()] == [7]
    assert names(tmp_path) == [
        "copy.log",
        "copy.log.heads",
        "log.jsonl",
        "table.log",
        "table.log.heads",
    ]


def test_a_log_of_form_1_is_exported_too(log: Path, say: Say) -> None:
    assert say("export", FORM_1)[1] == say("export", log, "--board", BOARD)[1]


def test_boards_come_to_a_log_that_has_others(log: Path, say: Say, tmp_path: Path) -> None:
    text, copy = tmp_path / "log.jsonl", tmp_path / "copy.log"
    say("export", log, "--board", OTHER, "--output", text)
    say("import", copy, text)
    text.unlink()
    say("export", log, "--board", BOARD, "--output", text)
    assert say("import", copy, text) == (0, f"imported into {copy}: 103 lines\n")
    assert say("verify", copy) == say("verify", log)


def test_lines_that_follow_are_added(log: Path, say: Say, tmp_path: Path) -> None:
    text, copy = tmp_path / "log.jsonl", tmp_path / "copy.log"
    say("export", log, "--output", text)
    say("import", copy, text)
    with contextlib.closing(Store(log)) as store:
        store.append([Entry(Kind.LINK, OTHER, 1, "down")])
    more = say("export", log, "--board", OTHER)[1].splitlines()
    text.write_text("\n".join([more[0], more[-1]]))
    assert say("import", copy, text)[0] == 0
    assert lines(copy) == lines(log)


def test_one_game_is_taken_out_and_read_alone(log: Path, say: Say, tmp_path: Path) -> None:
    text, copy = tmp_path / "log.jsonl", tmp_path / "copy.log"
    say("export", log, "--board", BOARD, "--games", "1", "--output", text)
    assert say("import", copy, text)[0] == 0
    assert "Ann – Bob  1-0 (checkmate)  7 half-moves" in say("show", copy, "--games")[1]
    text.unlink()
    copy.unlink()
    say("export", log, "--board", BOARD, "--games", "2-3", "--output", text)
    assert say("import", copy, text) == (0, f"imported into {copy}: 57 lines\n")
    assert say("verify", copy)[0] == 0
    with contextlib.closing(Store(copy, reading=True)) as store:
        assert store.anchors()[BOARD].number == 46


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows, "line 1 of board '{board}' is in the log already"),
        (lambda rows: [rows[0], *rows[2:]], "line 2 of board '{board}' is in the log already"),
    ],
)
def test_lines_that_are_there_already_are_refused(
    log: Path,
    say: Say,
    tmp_path: Path,
    change: Callable[[list[str]], list[str]],
    words: str,
) -> None:
    text = tmp_path / "log.jsonl"
    text.write_text("\n".join(change(say("export", log)[1].splitlines())))
    before = lines(log)
    status, said = say("import", log, text)
    assert status == 1
    assert words.format(board=BOARD) in said
    assert said.endswith("; nothing was imported\n")
    assert lines(log) == before


def changed(**fields: object) -> Callable[[list[str]], list[str]]:
    """The tenth line says something else."""
    return lambda rows: [*rows[:10], json.dumps({**json.loads(rows[10]), **fields}), *rows[11:]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed(line="0 resign W"), "line 10 of board '{board}' does not fit its chain"),
        (changed(number=11), "line 11 of board '{board}' does not follow: the line before it is 9"),
        (lambda rows: [*rows[:5], *rows[6:]], "line 6 of board '{board}' does not follow"),
        (lambda rows: [*rows[:4], "{", *rows[4:]], ":5: this is no line of an exported log"),
        (changed(chain="00"), ":11: this is no line of an exported log"),
        (changed(kind="rumour"), ":11: this is no line of an exported log"),
        (changed(line=7), ":11: this is no line of an exported log"),
        (changed(received_ms=2**63), "is of no time that a log could keep"),
        (changed(received_ms=2**70), ":11: this is no line of an exported log"),
        (changed(number=True), ":11: this is no line of an exported log"),
        (changed(number=2**63), ":11: this is no line of an exported log"),
        (changed(board="t\x1b[2J"), ":11: this is no line of an exported log"),
        (
            lambda rows: [*rows[:4], "[" * 100_000, *rows[4:]],
            ":5: this is no line of an exported log",
        ),
        (changed(line="\udc80"), "is no text that a log could keep"),
        (lambda rows: rows[1:], ':1: the first line is not {{"touchmove_log": 2}}'),
        (lambda rows: [], ": it is empty; name a file of touchmove log export"),
        (lambda rows: ["{"], ':1: the first line is not {{"touchmove_log": 2}}'),
        (lambda rows: ["[1]"], ':1: the first line is not {{"touchmove_log": 2}}'),
    ],
)
def test_what_does_not_fit_is_refused_and_leaves_nothing(
    log: Path,
    say: Say,
    tmp_path: Path,
    change: Callable[[list[str]], list[str]],
    words: str,
) -> None:
    text, copy = tmp_path / "log.jsonl", tmp_path / "copy.log"
    text.write_text("\n".join(change(say("export", log)[1].splitlines())))
    status, said = say("import", copy, text)
    assert status in (1, 2)
    assert words.format(board=BOARD) in said
    assert said.count("\n") == 1
    assert names(tmp_path) == ["log.jsonl", "table.log", "table.log.heads"]


AGREED = asdict(Agreement("classical", "2023", "-", start_running=True))
HELLO = codec.write(Hello("0.1.0", "t", "0badcafe", "presence", "8x8", 0, 1, 0, 1, ()))[
    :-1
].decode()
LINK = {
    **dict.fromkeys(("have", "missed", "now", "offset_ms", "anchored_ms", "anchor"), 0),
    "hello": HELLO,
    "lost": False,
}
ARMED = {"at": 0, "shown": 0, "colors": [0, 0], "linked": True}


async def _archived(log: Path) -> str:
    """Why a host that begins with this log cannot list its games."""
    scribe = Scribe(Store(log))
    try:
        await archive(scribe, BOARD)
    except StoreError as error:
        return str(error).partition(" (")[0]
    finally:
        await scribe.close()
    return ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7", "no object"),
        ("[" * 100_000, "nested too deeply"),
        (json.dumps(AGREED | {"laws": 2023}), "laws is no str"),
        (json.dumps(AGREED | {"start_running": 1}), "start_running is no bool"),
        (json.dumps(AGREED | {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), "FEN: "),
        (json.dumps(AGREED | {"tags": [["White"]]}), "tag is no pair"),
        (json.dumps(AGREED | {"tags": [["Wh\x1bite", "A"]]}), "is no name of a tag"),
        (json.dumps(AGREED | {"tags": [["White", 7]]}), "tag is no str"),
        (json.dumps({"agreement": AGREED, "link": {}}), "hello is no str"),
        (json.dumps({"agreement": AGREED, "link": LINK | {"hello": "x"}}), "with its hello"),
        (json.dumps({"agreement": AGREED, "link": LINK | {"stated": "ping 1"}}), "is a clock"),
        (json.dumps({"agreement": AGREED, "link": LINK | {"now": 2**64}}), "now is out of range"),
        (
            json.dumps({"agreement": AGREED, "link": LINK | {"occupied": 1, "white": 2}}),
            "white pieces on empty squares",
        ),
        (json.dumps({"agreement": AGREED, "armed": ARMED | {"shown": -1}}), "64 squares"),
    ],
)
def test_a_game_that_no_touchmove_agreed_on_is_refused_with_its_line(
    say: Say, tmp_path: Path, line: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though the chain fits: it says that nobody changed a line, and nothing of who wrote it."""
    text, copy, log = (tmp_path / name for name in ("log.jsonl", "copy.log", "written.log"))
    with contextlib.closing(Store(log)) as store:
        store.append([Entry(Kind.GAME, BOARD, 1, line)])
    status, said = say("show", log, "--games")
    assert status == 1
    assert f"line 1 of board '{BOARD}' cannot be understood (" in said
    assert why in said
    assert said.count("\n") == 1
    text.write_text(say("export", log)[1])
    assert say("import", copy, text)[0] == 1
    assert not copy.exists()
    assert main(["report", "--log", str(log), "-o", str(tmp_path / "report.zip")]) == 0
    capsys.readouterr()
    assert main(["pgn", str(log)]) == 1
    assert why in capsys.readouterr().err
    with contextlib.closing(Store(log)) as store, pytest.raises(StoreError, match="understood"):
        recalling.recall(store, BOARD)
    assert asyncio.run(_archived(log)) == f"a line of board '{BOARD}' cannot be understood"


def test_an_export_is_read_from_standard_input(
    log: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(say("export", log)[1]))
    assert say("import", tmp_path / "copy.log", "-")[0] == 0
    assert lines(tmp_path / "copy.log") == lines(log)


def test_an_export_that_an_editor_has_saved_comes_back(
    log: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = "\ufeff" + say("export", log)[1].replace("\n", "\r\n")
    (tmp_path / "saved.jsonl").write_bytes(saved.encode())
    assert say("import", tmp_path / "copy.log", tmp_path / "saved.jsonl")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(saved))
    assert say("import", tmp_path / "other.log", "-")[0] == 0
    assert lines(tmp_path / "copy.log") == lines(tmp_path / "other.log") == lines(log)


def test_exported_scripts_give_the_games_of_the_log(
    log: Path, tmp_path: Path, say: Say, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "games.touch"
    assert say("export", log, "--format", "script", "--output", script) == (0, "")
    assert main(["replay", str(script)]) == 0
    assert capsys.readouterr().out == FORM_1.with_name("form-1.pgn").read_text()
    only = say("export", log, "--format", "script", "--games", "2", "--board", BOARD)[1]
    assert only.count("[White ") == 1
    assert '[White "Cem"]' in only


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--games", "4", "--board", BOARD), f"board {BOARD} has 3 games, and no game 4"),
        (("--output", "{log}"), "{log} exists already; name a new file"),
        (("--output", "/no/such/folder/x"), "/no/such/folder/x cannot be written: No such file"),
    ],
)
def test_what_cannot_be_exported_is_said(
    log: Path, say: Say, arguments: tuple[str, ...], words: str
) -> None:
    before = log.read_bytes()
    status, said = say("export", log, *(each.format(log=log) for each in arguments))
    assert status == 2
    assert said.startswith(f"touchmove: {words.format(log=log)}")
    assert log.read_bytes() == before


# ------------------------------------------------------------------ backup
def test_a_log_is_backed_up_while_it_is_written(log: Path, say: Say, tmp_path: Path) -> None:
    copy = tmp_path / "copy.log"
    with contextlib.closing(Store(log)) as store:
        store.append([Entry(Kind.LINK, OTHER, 1, "down")])
        assert say("backup", log, copy) == (0, f"copied to {copy}: 107 lines\n")
        store.append([Entry(Kind.LINK, OTHER, 2, "down")])
    assert lines(copy) == lines(log)[:-1]
    assert say("verify", copy)[0] == 0
    assert say("backup", log, copy) == (
        2,
        f"touchmove: {copy} exists already; name a new file\n",
    )


def test_a_backup_of_a_log_that_was_changed_is_made_and_says_so(
    log: Path, say: Say, tmp_path: Path
) -> None:
    alter(log, "DELETE FROM line WHERE id = 103")
    status, said = say("backup", log, tmp_path / "copy.log")
    assert status == 1
    assert said.endswith("cut at the end: line 103 missing, as the heads know\n")
    assert say("verify", tmp_path / "copy.log")[0] == 1


# ------------------------------------------------------------------ prune and rebuild
class Season:
    """One board and its host over weeks; each game is one move of each player, and a result."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path)
        self.clock_ms = 1_764_500_000_000
        self._at = 5_000
        self._board = PaperBoard(chess.Board().occupied)
        self.session = SoloSession(
            self.store, "paper", send=self._board.hear, clock=lambda: self.clock_ms
        )

    def agree(self, white: str) -> None:
        """A game is agreed."""
        tags = (("White", white), ("Black", "Bob"))
        self.session.agree(Agreement("classical", "2023", "-", start_running=False, tags=tags))
        self.session.opened()
        self.rest()

    def rest(self) -> None:
        """All is heard, and time passes in which nothing happens."""
        for _ in range(12):
            self.clock_ms += 1000
            self._board.beat(1000)
            self.session.receive(self._board.take())
            self._at += 1000

    def play(self) -> None:
        """Both players move, and White wins."""
        for move, color in (("e2e4", chess.WHITE), ("e7e5", chess.BLACK)):
            self.move(move)
            self._board.happen(ClockPressed(Millis(self._at), color))
        self.rest()
        self.session.say("result 1-0")

    def move(self, *moves: str) -> None:
        """Pieces are moved."""
        for move in moves:
            self._at += 400
            parsed = chess.Move.from_uci(move)
            self._board.happen(Lifted(Millis(self._at), parsed.from_square))
            self._board.happen(Placed(Millis(self._at + 200), parsed.to_square))


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Four games, 40 days apart: agreed; begun by putting the pieces back; begun by the word `new`;
    agreed again, and with a move."""
    path = tmp_path / "season.log"
    played = Season(path)
    day_ms = 86_400_000
    played.agree("Ann")
    played.play()
    played.clock_ms += 40 * day_ms
    played.move("e4e2", "e5e7")
    played.rest()
    played.play()
    played.clock_ms += 40 * day_ms
    played.session.say("new")
    played.move("e4e2", "e5e7")
    played.rest()
    played.play()
    played.clock_ms += 40 * day_ms
    played.move("e4e2", "e5e7")
    played.agree("Eva")
    played.play()
    played.store.close()
    return path


def first_words(path: Path) -> list[str]:
    with contextlib.closing(Store(path, reading=True)) as store:
        games = [game for board in store.boards() for game in games_of(store, board)]
    assert all(before.last.number < game.first.number for before, game in pairwise(games))
    return [game.first.entry.kind for game in games]


def test_each_game_has_its_lines_however_it_began(season: Path, say: Say) -> None:
    assert first_words(season) == [Kind.GAME] * 4
    told = [line.split("  ")[-3] for line in say("show", season, "--games")[1].splitlines()]
    assert told == [f"{white} – Bob" for white in ("Ann", "Ann", "Ann", "Eva")]


@pytest.mark.parametrize("missing", [None, 0, 1])
def test_games_are_listed_alike_with_a_table_without_one_and_with_one_that_lacks_a_game(
    season: Path, say: Say, missing: int | None
) -> None:
    shown = say("show", season, "--games")
    scripts = say("export", season, "--format", "script")
    assert scripts[1].count("[White ") == 4
    say("rebuild", season)
    if missing is not None:
        with contextlib.closing(Store(season)) as store:
            games = list(store.games())
            store.rearchive([*games[:missing], *games[missing + 1 :]])
    assert say("show", season, "--games") == shown
    assert say("export", season, "--format", "script") == scripts


def test_old_games_are_removed_with_a_backup_and_the_rest_verifies(
    season: Path, say: Say, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.log"
    before, games = lines(season), say("show", season, "--games")[1].splitlines()
    status, said = say("prune", season, "--before", "2026-02-10")
    assert status == 1
    told, asked = said.splitlines()
    assert told.startswith("board paper: 2 games, ")
    assert asked == "nothing was removed: say which backup has them (--backup FILE), or --yes"
    assert lines(season) == before
    say("backup", season, copy)
    say("rebuild", season)
    status, said = say("prune", season, "--before", "2026-02-10", "--backup", copy)
    left = lines(season)
    cut = len(before) - len(left)
    assert (status, said.splitlines()[-1]) == (0, f"removed from {season}: {cut} lines")
    assert left == before[cut:]
    assert left[0].entry.kind is Kind.GAME
    assert say("verify", season)[0] == 0
    now = say("show", season, "--games")[1].splitlines()
    assert [game.split("  ", 2)[2][4:] for game in now] == [
        game.split("  ", 2)[2][4:] for game in games[2:]
    ]
    with contextlib.closing(Store(season)) as store:
        assert len(list(store.games())) == 1
        assert store.anchors() == {"paper": Head(cut, before[cut - 1].chain)}
        store.append([Entry(Kind.LINK, "paper", 1, "down")])
    assert say("verify", season)[0] == 0


def test_nothing_is_removed_up_to_a_line_that_is_missing(season: Path, say: Say) -> None:
    """The cut would be one line further: into a game that stays."""
    with contextlib.closing(Store(season, reading=True)) as store:
        begins = [game.first.number for game in games_of(store, "paper")]
    gone = begins[3] - 1
    alter(season, f"DELETE FROM line WHERE number = {gone}")
    before = lines(season)
    status, said = say("prune", season, "--before", "2027-01-01", "--yes")
    assert status == 1
    assert f"line {gone} of board 'paper' is missing" in said
    assert lines(season) == before


def test_what_was_pruned_goes_on_in_another_log(season: Path, say: Say, tmp_path: Path) -> None:
    say("prune", season, "--before", "2026-02-10", "--yes")
    text, copy = tmp_path / "log.jsonl", tmp_path / "copy.log"
    say("export", season, "--output", text)
    assert say("import", copy, text)[0] == 0
    assert say("verify", copy) == say("verify", season)
    assert say("show", copy) == say("show", season)


def test_the_last_game_of_a_board_stays(season: Path, say: Say) -> None:
    assert say("prune", season, "--before", "2027-01-01", "--yes")[0] == 0
    assert say("show", season, "--games")[1].count("\n") == 1
    assert say("prune", season, "--before", "2027-01-01", "--yes") == (
        0,
        f"log {season} has no finished games from before 2027-01-01\n",
    )


def test_a_log_is_no_backup_of_itself(season: Path, say: Say, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(season)
    (tmp_path / "hard").hardlink_to(season)
    before = lines(season)
    for name in (season.name, "link", "hard"):
        path = tmp_path / name
        status, said = say("prune", season, "--before", "2026-02-10", "--backup", path)
        assert status == 2
        assert said == (f"touchmove: --backup {path}: that is the log itself; name a copy of it\n")
    assert lines(season) == before


@pytest.mark.parametrize("harm", ["short", "changed"])
def test_a_backup_that_lacks_what_would_go_is_refused(
    season: Path, say: Say, tmp_path: Path, harm: str
) -> None:
    copy = tmp_path / "copy.log"
    if harm == "short":
        with contextlib.closing(Store(copy)) as store:
            store.append(line.entry for line in lines(season)[:20])
        words = f"backup {copy} lacks lines of board paper up to "
    else:
        say("backup", season, copy)
        alter(copy, "UPDATE line SET line = 'x' WHERE id = 10")
        words = f"backup {copy} is no good: board paper: changed: line 10 does not fit its chain"
    before = lines(season)
    status, said = say("prune", season, "--before", "2026-02-10", "--backup", copy)
    assert status == 1
    assert words in said
    assert lines(season) == before


def test_a_game_that_needs_what_came_before_it_keeps_it(log: Path, say: Say) -> None:
    """In form 1 a `game` line did not say what was known of the board."""
    assert say("prune", log, "--before", "2027-01-01", "--yes")[1].endswith(
        f"log {log} has no finished games from before 2027-01-01\n"
    )
    assert len(lines(log)) == 106


def test_the_table_of_games_is_made_anew(log: Path, say: Say) -> None:
    with contextlib.closing(Store(log)) as store:
        store.rearchive([])
    assert say("rebuild", log) == (0, f"in the table of {log}: 1 finished game\n")
    with contextlib.closing(Store(log, reading=True)) as store:
        told = [(g.board, g.first_id, g.last_id, g.result, g.plies) for g in store.games()]
        pgn = "\n".join(game.pgn for game in store.games())
    assert told == [(BOARD, 1, 34, "1-0", 7)]
    assert FORM_1.with_name("form-1.pgn").read_text().startswith(pgn)


# ------------------------------------------------------------------ what cannot be had
@pytest.mark.parametrize(
    "arguments",
    [
        ("verify",),
        ("show",),
        ("export",),
        ("backup", "x"),
        ("prune", "--keep-days", "3"),
        ("prune", "--keep-days", "3", "--backup", str(FORM_1)),
        ("rebuild",),
    ],
)
def test_a_log_that_is_not_there_is_said(
    tmp_path: Path, say: Say, arguments: tuple[str, ...]
) -> None:
    action, *more = arguments
    log = tmp_path / "none.log"
    words = f"touchmove: {log} does not exist; name a log of touchmove run\n"
    assert say(action, log, *more) == (2, words)
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "--last", "0"), "'0' is no number from 1 to 1000000"),
        (("export", "--games", "0"), "'0' are no games: they are counted from 1"),
        (("export", "--games", "3-2"), "first one stands before the last, such as 2-3"),
        (("export", "--games", "0-3"), "'0-3' are no games: they are counted from 1"),
        (("export", "--games", "x"), "'x' are no games: write 3 or 2-5"),
        (("prune", "--before", "soon"), "'soon' is no day: write 2026-05-31"),
        (("prune", "--keep-days", "999999"), "'999999' is before all calendars"),
        (("prune",), "one of the arguments --before --keep-days is required"),
        (("verify", "--heads", "x", "--no-heads"), "not allowed with argument --heads"),
    ],
)
def test_what_cannot_be_meant_is_a_matter_of_usage(
    log: Path, say: Say, arguments: tuple[str, ...], words: str
) -> None:
    action, *more = arguments
    status, said = say(action, log, *more)
    assert status == 2
    assert words in said


def test_a_log_in_use_is_changed_by_its_host_alone(log: Path, say: Say, tmp_path: Path) -> None:
    with contextlib.closing(Store(log)):
        for action in (("rebuild", log), ("prune", log, "--before", "2027-01-01", "--yes")):
            status, said = say(*action)
            assert status == 1
            assert "is in use by another touchmove" in said
        assert say("verify", log)[0] == 0
        assert say("show", log, "--games")[0] == 0


def test_a_copy_without_a_folder_and_a_log_that_is_none_are_told_with_what_can_be_done(
    log: Path, say: Say, tmp_path: Path
) -> None:
    """No command of a log has the option --log."""
    copy = tmp_path / "none" / "copy.log"
    status, said = say("backup", log, copy)
    folder = f"its folder {copy.parent} does not exist; create it"
    assert (status, said) == (1, f"touchmove: log {log} cannot be copied to {copy}: {folder}\n")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    status, said = say("import", fifo, log)
    assert (status, said) == (1, f"touchmove: log {fifo} is no file; name another log\n")
    text = tmp_path / "text"
    text.write_text("no log, but long enough to be looked at\n" * 100)
    status, said = say("import", text, log)
    words = f"touchmove: log {text}: it is no log of touchmove; name another log\n"
    assert (status, said) == (1, words)


# ------------------------------------------------------------------ pgn of what can be known
Printed = Callable[[Path], tuple[list[str], list[str]]]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """The games that `touchmove pgn` prints of a log that has a fault, and what it says of it."""

    def run(log: Path) -> tuple[list[str], list[str]]:
        capsys.readouterr()
        assert main(["pgn", str(log)]) == 1
        said = capsys.readouterr()
        games = said.out.replace("\n\n[", "\n\n\n[").split("\n\n\n") if said.out else []
        return [game.strip() for game in games], said.err.splitlines()

    return run


def games_in(path: Path, board: str) -> list[str]:
    with contextlib.closing(Store(path, reading=True)) as store:
        return [pgn(game.table).strip() for game in games_of(store, board)]


def with_line(log: Path, place: int, kind: Kind, text: str) -> Path:
    """The log with another line before the one at `place`; the chain fits."""
    before = lines(log)
    entries = [line.entry for line in before]
    copy = log.with_name("with-line.log")
    with contextlib.closing(Store(copy)) as store:
        new = Entry(kind, entries[0].board, entries[0].received_ms, text)
        store.append([*entries[:place], new, *entries[place:]])
    return copy


def beginnings(log: Path) -> list[int]:
    return [n for n, line in enumerate(lines(log)) if line.entry.kind is Kind.GAME]


@pytest.mark.parametrize("game", range(4))
@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        (Kind.WORD, "0 abracadabra", "abracadabra"),
        (Kind.WORD, "x resign W", "'x'"),
        (Kind.GAME, "{}", "tags is no list"),
        (Kind.GAME, "no JSON", "Expecting value"),
    ],
)
def test_every_game_that_can_be_known_is_printed(
    season: Path, printed: Printed, kind: Kind, text: str, why: str, game: int
) -> None:
    """All but the one in which the line stands, as soon as it has begun."""
    whole = games_in(season, "paper")
    place = beginnings(season)[game] + 1
    games, (said,) = printed(with_line(season, place, kind, text))
    assert games == [each for n, each in enumerate(whole) if n != game]
    assert said.startswith(f"touchmove: line {place + 1} of board 'paper' cannot be understood (")
    assert why in said


def test_a_game_is_printed_up_to_the_line_that_cannot_be_understood(
    season: Path, printed: Printed
) -> None:
    whole = games_in(season, "paper")
    result = next(n for n, line in enumerate(lines(season)) if line.entry.kind is Kind.WORD)
    games, _ = printed(with_line(season, result, Kind.WORD, "0 hocus"))
    assert games[1:] == whole[1:]
    moves, told = (each[0].split("\n\n")[1] for each in (games, whole))
    assert moves == told.removesuffix("1-0") + "*"


def test_the_games_of_other_boards_are_printed_and_each_line_is_named(
    log: Path, printed: Printed
) -> None:
    """Also in the log's form 1, whose games say nothing of the board."""
    whole = games_in(log, BOARD)
    with contextlib.closing(Store(log)) as store:
        for board in ("a1", "zz"):
            store.append([Entry(Kind.GAME, board, 1, "{}"), Entry(Kind.WORD, board, 1, "0 no")])
    games, said = printed(log)
    assert games == whole
    named = [line.partition(" cannot")[0] for line in said]
    assert named == [f"touchmove: line 1 of board {board!r}" for board in ("a1", "zz")]
    bad = with_line(log, 1, Kind.WORD, "0 hocus")
    assert printed(bad)[0] == whole[1:]


def test_a_game_that_was_left_is_not_taken_up_again(tmp_path: Path, printed: Printed) -> None:
    """By the line that says that it goes on, because the one after it was none."""
    path = tmp_path / "season.log"
    played = Season(path)
    played.agree("Ann")
    played.move("e2e4")
    played.session.say("new")
    played.session.say("undo")
    played.rest()
    played.session.say("result 1-0")
    played.store.close()
    (whole,) = games_in(path, "paper")
    assert "1. e4" in whole
    games, said = printed(with_line(path, beginnings(path)[0] + 1, Kind.WORD, "0 hocus"))
    assert (games, len(said)) == ([], 1)


@pytest.fixture
def hall(season: Path) -> Path:
    """The season of one board at three boards, in one log."""
    entries = [line.entry for line in lines(season)]
    path = season.with_name("hall.log")
    with contextlib.closing(Store(path)) as store:
        for board in ("t1", "t2", "t3"):
            store.append([replace(entry, board=board) for entry in entries])
    return path


COMMANDS = [
    ("pgn",),
    ("log", "show"),
    ("log", "show", "--games"),
    ("log", "export"),
    ("log", "export", "--format", "script"),
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("damage", "place", "why"),
    [
        ("line = x'ff00ff'", "second game", "line is no str"),
        ("line = CAST(x'ff' AS TEXT)", "first", "line is no str"),
        ("number = 2.5", "last", "number is no int"),
        ("received_ms = 'x'", "second game", "received_ms is no int"),
        ("chain = 'x'", "last", "chain is no bytes"),
        ("board = x'ff'", "first", "board is no str"),
        ("board = CAST(x'74ff' AS TEXT)", "second game", "board is no str"),
        ("board = 't2' || char(27)", "second game", "board is no id"),
    ],
)
def test_a_row_that_cannot_be_read_costs_other_boards_and_other_games_nothing(
    hall: Path,
    capsys: pytest.CaptureFixture[str],
    damage: str,
    place: str,
    why: str,
    command: tuple[str, ...],
) -> None:
    def run(log: Path, status: int, *more: str) -> tuple[str, list[str]]:
        assert main([*command, str(log), *more]) == status
        said = capsys.readouterr()
        return said.out, said.err.splitlines()

    whole, _ = run(hall, 0)
    own = [n for n, line in enumerate(lines(hall), 1) if line.entry.board == "t2"]
    second = beginnings(hall)[len(beginnings(hall)) // 3 + 1] + 2
    number = {"first": own[0], "second game": second, "last": own[-1]}[place] - own[0] + 1
    with contextlib.closing(sqlite3.connect(hall)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(f"UPDATE line SET {damage} WHERE board = 't2' AND number = {number}")
        connection.commit()
    out, err = run(hall, 1)
    assert any(why in words and words.startswith("touchmove: log ") for words in err)
    kept, lost = out.splitlines(), whole.splitlines()
    assert len(lost) * 2 // 3 < len(kept) <= len(lost)
    if command == ("pgn",):
        third = len(whole) // 3
        assert out.startswith(whole[:third])
        assert out.endswith(whole[-third:])
        assert out.count("[White ") >= whole.count("[White ") - 1
        return
    for board in ("t1", "t3"):
        alone, _ = run(hall, 0, "--board", board)
        told = alone.removeprefix('{"touchmove_log": 2}\n')
        assert told in out
        assert told in whole


@pytest.mark.parametrize(
    "name", ["{log}-wal", "{log}-shm", "{log}-journal", "{log}.heads.disputed"]
)
def test_nothing_is_written_where_a_log_keeps_what_is_its_own(
    log: Path, say: Say, name: str
) -> None:
    """Also if nothing is there at the moment: SQLite would take it for its own."""
    path = name.format(log=log)
    before = log.read_bytes()
    for command in (("backup", str(log), path), ("export", str(log), "--output", path)):
        status, told = say(*command)
        assert status == 2
        assert f"{path} belongs to the log {log}" in told
    assert log.read_bytes() == before
    assert not Path(path).exists()


def test_a_backup_takes_nothing_over_that_lies_beside_its_place(log: Path, say: Say) -> None:
    copy = log.with_name("copy.sqlite")
    beside = log.with_name("copy.sqlite.heads")
    beside.write_text("Round 3")
    status, told = say("backup", str(log), str(copy))
    assert status == 2
    assert f"{beside} exists already" in told
    assert beside.read_text() == "Round 3"
    assert not copy.exists()
