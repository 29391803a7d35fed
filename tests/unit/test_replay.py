"""`touchmove replay`, as people and scripts use it."""

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chess.pgn
import pytest

from touchmove.__main__ import main


def script(folder: Path, text: str | bytes, name: str = "game.touch") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `touchmove replay`."""
    status = main(["replay", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


# ------------------------------------------------------------------ JSON
def test_json_is_one_object_a_line_with_every_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, '[TimeControl "300+3"]\n-e2 +e4 !W -e7 +e5')
    status, out, err = replayed(capsys, "--json", name)
    assert (status, err) == (0, "")
    (game,) = objects(out)
    assert game == {
        "moves": ["e2e4"],
        "pending": "e7e5",
        "san": ["e4", "e5"],
        "must_move": [],
        "must_capture": [],
        "legal_if_touched": None,
        "illegal": {"white": 0, "black": 0},
        "result": "*",
        "termination": None,
        "clock_ms": [305_500, 302_500],
        "running": "B",
        "add_ms": None,
        "claim": None,
        "offer": None,
        "must_record": {"W": False, "B": False},
        "alerts": [],
        "evidence": ["witnessed"],
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "start": chess.STARTING_FEN,
        "earlier": [],
        "in_sync": True,
        "restore": {"lift": [], "place": []},
    }


@pytest.mark.parametrize(
    "text",
    [
        "-e2 +e4 !W -e7 +e5",
        '[FEN "4k3/8/8/8/4P3/4K3/8/8 w - - 0 1"]\n-e4 +e5 !W',
        "-e2 +e4 !W\n@correct 4k3/8/8/8/4P3/4K3/8/8 w - - 0 1\n=1000000010100000 ~1000 -e4 +e5 !W",
        "@new\n=1000000010100000\n@correct 4k3/8/8/8/4P3/4K3/8/8 w - - 0 1\n-e4 +e5",
        "-e2 @new\n@correct 4k3/8/8/8/4P3/4K3/8/8 w - - 0 1\n=1000000010100000 ~900 -e4 +e5 !W",
    ],
)
def test_the_moves_lead_from_the_start_that_is_named_to_the_position_at_the_end(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, text)
    game = objects(replayed(capsys, "--json", name)[1])[-1]
    text = replayed(capsys, name)[1]
    written = chess.pgn.read_game(io.StringIO(text[text.rindex("[Event ") :]))
    assert written is not None
    board = chess.Board(game["start"])
    for uci in [*game["moves"], *([game["pending"]] if game["pending"] else [])]:
        board.push_uci(uci)
    assert board.fen() == game["fen"] == written.end().board().fen()
    assert game["moves"] or game["pending"]


def test_squares_to_put_right_are_named_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, "-e7 +e5 -d2 +d5 -b1 !W")
    (game,) = objects(replayed(capsys, "--json", name)[1])
    assert game["restore"] == {"lift": ["d5", "e5"], "place": ["b1", "d2", "e7"]}
    assert not game["in_sync"]


def test_an_alert_says_what_when_and_at_which_ply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, "-e2 +e4 !W ~100 !W")
    (game,) = objects(replayed(capsys, "--json", name)[1])
    detail = "White's clock was not running"
    assert game["alerts"] == [{"kind": "wrong_button", "ply": 1, "t_ms": 600, "detail": detail}]


def test_every_game_of_every_record_of_every_file_comes_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = script(tmp_path, '-a2 +a3 !W @new\n-a3 +a2 ~600 -b2 +b3 !W\n[White "Ada"]\n-c2 +c3 !W')
    two = script(tmp_path, "-d2 +d3 !W", "second.touch")
    status, out, _ = replayed(capsys, "--json", one, two)
    assert status == 0
    assert [game["san"] for game in objects(out)] == [["a3"], ["b3"], ["c3"], ["d3"]]


# ------------------------------------------------------------------ PGN
def test_without_json_each_game_is_a_pgn_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, '[White "Ada"]\n-e2 +e4 !W @resign B\n[White "Eve"]\n-d2 +d4 !W')
    status, out, err = replayed(capsys, name)
    assert (status, err) == (0, "")
    stream = io.StringIO(out)
    first, second = chess.pgn.read_game(stream), chess.pgn.read_game(stream)
    assert first is not None
    assert second is not None
    assert (first.headers["White"], first.headers["Result"]) == ("Ada", "1-0")
    assert [move.uci() for move in second.mainline_moves()] == ["d2d4"]
    assert chess.pgn.read_game(stream) is None


def test_a_dash_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fed = SimpleNamespace(buffer=io.BytesIO("\ufeff-e2 +e4 !W\r\n".encode()))
    monkeypatch.setattr("sys.stdin", fed)
    status, out, _ = replayed(capsys, "--json", "-")
    assert status == 0
    assert objects(out)[0]["moves"] == ["e2e4"]


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "# nothing yet\n"])
def test_a_script_without_a_game_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "empty.script"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr() == ("", f"{path}: it holds no game\n")


def test_nonsense_on_the_board_is_an_alert_and_no_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, "+e4 +e4 -e4 -h8 !B !W -a1 =0000000000000000 !W !W @promote n\n!B")
    status, out, err = replayed(capsys, "--json", name)
    assert (status, len(objects(out))) == (0, 1)
    told = f"{name}: @promote n at 2250 ms changed nothing: no pawn can be promoted, and none has"
    assert err == f"{told} been\n"


# ------------------------------------------------------------------ what cannot be read
def test_a_record_that_cannot_be_read_is_refused_and_the_others_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '-e2 +e4 !W\n[Profile "bullet"]\n-e2\n[White "Ada"]\n-d2 +d9\n[White "Eve"]\n-c2 +c4 !W'
    name = script(tmp_path, text)
    status, out, err = replayed(capsys, "--json", name)
    assert status == 2
    assert [game["san"] for game in objects(out)] == [["e4"], ["c4"]]
    first, second = err.splitlines()
    assert first.startswith(f"{name}:2:1: Profile 'bullet' is none of ")
    assert second.startswith(f"{name}:5:5: '+d9' is no token")


def test_a_refused_record_of_standard_input_is_named_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"e4")))
    status, _, err = replayed(capsys, "-")
    assert status == 2
    assert err.startswith("standard input:1:1: 'e4' is no token")


def test_a_missing_file_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "missing.touch")
    status, out, err = replayed(capsys, name)
    assert (status, out) == (2, "")
    assert f"{name}: cannot be read: No such file or directory" in err
    assert len(err.splitlines()) == 1


def test_a_folder_is_no_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = replayed(capsys, str(tmp_path))
    assert status == 2
    assert "Is a directory" in err


def test_a_file_that_is_not_utf8_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = script(tmp_path, b'[Event "Club"]\n[White "J\xf6rg"]\n-e2')
    status, _, err = replayed(capsys, name)
    assert status == 2
    assert f"{name}:2:" in err
    assert "is not UTF-8; save the script as UTF-8 text" in err


def test_files_that_can_be_read_are_replayed_although_another_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = script(tmp_path, "-e2 +e4 !W")
    bad = script(tmp_path, b"\xff", "bad.touch")
    status, out, err = replayed(capsys, "--json", str(tmp_path / "no.touch"), bad, good)
    assert status == 2
    assert [game["san"] for game in objects(out)] == [["e4"]]
    assert len(err.splitlines()) == 2
