"""A PGN file gives exactly the games that are wanted, or one clear line."""

from pathlib import Path

import chess
import pytest

from touchmove.errors import InputError
from touchmove.shell.game_file import built_in, read


def write_games(path: Path, count: int) -> Path:
    """Games that can be told apart by the name of White."""
    games = (
        f'[White "W{number}"]\n[Result "*"]\n\n1. e4 e5 *\n\n' for number in range(1, count + 1)
    )
    path.write_text("".join(games))
    return path


def test_the_built_in_game_has_a_capture_a_castling_and_a_mate() -> None:
    (game,) = built_in()
    board = game.start.copy()
    kinds = set()
    for move in game.moves:
        kinds |= {"capture"} if board.is_capture(move) else set()
        kinds |= {"castling"} if board.is_castling(move) else set()
        board.push(move)
    assert kinds == {"capture", "castling"}
    assert board.is_checkmate()
    assert board.result() == game.result == "1-0"
    assert len(game.moves) == 33


@pytest.mark.parametrize(
    ("only", "numbers"),
    [
        (None, [1, 2, 3, 4, 5]),
        ("2", [2]),
        ("2-4", [2, 3, 4]),
        ("5, 1-2", [1, 2, 5]),
        ("4-9", [4, 5]),
    ],
)
def test_only_names_games_by_their_place(
    tmp_path: Path, only: str | None, numbers: list[int]
) -> None:
    games = read(write_games(tmp_path / "games.pgn", 5), only)
    assert [game.number for game in games] == numbers
    assert [dict(game.tags)["White"] for game in games] == [f"W{number}" for number in numbers]


@pytest.mark.parametrize("only", ["", "x", "1-", "0x1", "1;2", "-1", "9999999"])
def test_what_names_no_games_is_refused(tmp_path: Path, only: str) -> None:
    with pytest.raises(InputError, match="write it as 3 or 1-20 or 1,5-7"):
        read(write_games(tmp_path / "games.pgn", 5), only)


@pytest.mark.parametrize(
    ("only", "words"),
    [
        ("0", "--only 0: games are counted from 1; leave out 0"),
        ("0-0", "--only 0-0: games are counted from 1; leave out 0"),
        ("2,0-3", "--only 2,0-3: games are counted from 1; leave out 0"),
        ("3-2", "--only 3-2: 3-2 ends before it begins; write 2-3"),
        ("1,5-4", "--only 1,5-4: 5-4 ends before it begins; write 4-5"),
    ],
)
def test_a_range_that_holds_no_game_is_told_why(tmp_path: Path, only: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        read(write_games(tmp_path / "games.pgn", 5), only)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1. e4 -- 2. Nf3 *", "line 3: '--' passes, which hands cannot play"),
        ("1. e4 e5\n2. Z0 Nc6 *", "line 4: 'Z0' passes, which hands cannot play"),
        ("1. e4 e5 2. --0 Nc6 *", "line 3: '--0' is no move"),
        ("1. e4 e5 2. 0000N Nc6 *", "it passes, which hands cannot play"),
        ("1. e4 20000. Nf3 *", "it passes, which hands cannot play"),
        ("1. e4 e5 2. Nf9 *", "line 3: 'Nf9' is no move"),
        ("1. e4 e5 2. Sf3 Nc6 *", "line 3: 'Sf3' is no move"),
        ("1. e4 e5\n2. Nf", "line 4: 'Nf' is no move"),
        ("1. e4 e5 {the end\n\n2. Nf3 *\n", "line 3: a comment is opened and never closed"),
        ("1. e4 (1. d4 d5 2. c4 *", "line 3: a variation is opened and never closed"),
        ("1. e4 e5) 2. Nf3 *", "line 3: a variation is closed that was not opened"),
        ("1. e4 e. ) 2. Nf3 *", "line 3: 'e.' is no move"),
        ("1. e4 e5 *\n2. Nf3", "line 4: '2.' comes after the result"),
        ("1. e4 e5\n\n2. Nf3 Nc6 *", "line 5: an empty line has ended the game, but more follows"),
    ],
)
def test_a_game_that_is_read_in_part_only_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(f'[White "Ada"]\n\n{text}\n')
    with pytest.raises(InputError) as refused:
        read(path, None)
    words = f"--game {path}: game 1 cannot be read: {fault}; correct it, or use --only"
    assert str(refused.value) == words


def test_a_tag_that_is_none_is_no_reason_to_play_another_game(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('\n[White "Ada"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 *\n')
    with pytest.raises(InputError, match=r"game 1 cannot be read: line 3: '\[FEN' is no tag"):
        read(path, None)


@pytest.mark.parametrize(
    "moves",
    [
        "1.e4 e5 2.Nf3! $14 Nc6?! (2...d6 3.d4 (3.Bc4 --) exd4) 3. Bb5 +/- a6 N = *",
        "1. e2-e4 e7e5 2. Ng1-f3 {a {comment}\n Nb8-c6 ; and another\n3. Bf1b5 a7-a6",
        "1 e4 e5\r\n2 Nf3 Nc6\r\n3 Bb5 a6 1/2-1/2",
        "%escaped ( {\n1. e4 e5 2. Nf3 Nc6 ... 3. Bb5 a6 ∓",
    ],
)
def test_games_are_written_in_many_ways(tmp_path: Path, moves: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(f"{moves}\n\n", encoding="utf-8", newline="")
    (game,) = read(path, None)
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


@pytest.mark.parametrize(
    ("result", "meant"), [("foo", "*"), ("0-0", "*"), ("", "*"), ("1-0", "1-0")]
)
def test_a_result_that_is_none_is_not_known(tmp_path: Path, result: str, meant: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(f'[Result "{result}"]\n\n1. e4 *\n')
    assert read(path, None)[0].result == meant


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_names_are_read_in_old_and_new_files(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Müller"]\n\n1. e4 *\n'.encode(encoding))
    (game,) = read(path, None)
    assert dict(game.tags)["White"] == "Müller"


def test_clocks_start_position_and_time_control_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[TimeControl "300+2"]\n'
        '[Result "1/2-1/2"]\n\n1. e4 { [%clk 0:04:59] } Kd7 1/2-1/2\n'
    )
    (game,) = read(path, None)
    assert game.start.fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert game.clocks == (299.0, None)
    assert game.time_control == "300+2"
    assert "FEN" not in dict(game.tags)


def test_games_of_chess960_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    board = chess.Board.from_chess960_pos(0)
    path.write_text(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{board.fen()}"]\n\n1. e4 *\n')
    (game,) = read(path, None)
    assert game.start.chess960


def test_a_position_that_cannot_arise_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Ka2 *\n')
    with pytest.raises(InputError, match="game 1 starts from a position that cannot arise"):
        read(path, None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"Bob \"The Rook\"", 'Bob "The Rook"'),
        ('Bob "The Rook"', 'Bob "The Rook"'),
        (r"C:\games", r"C:\games"),
        (r"C:\\new", r"C:\new"),
    ],
)
def test_quotes_in_tags_are_read_as_the_standard_writes_them_and_as_others_do(
    tmp_path: Path, written: str, meant: str
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f'[White "{written}"]\n\n1. e4 *\n')
    (game,) = read(path, None)
    assert dict(game.tags)["White"] == meant


def test_nothing_in_a_tag_commands_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "\x1b[31mAda\x07\u202e"]\n\n1. e4 *\n', encoding="utf-8")
    assert dict(read(path, None)[0].tags)["White"] == "?[31mAda??"


def test_nothing_that_is_told_of_a_move_commands_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 2. K\x1b[31me8\x85 *\n", encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read(path, None)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("tag", ["Variant", "FEN"])
def test_nothing_that_is_told_of_a_tag_commands_a_terminal(tmp_path: Path, tag: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(f'[SetUp "1"]\n[{tag} "\x1b[31mx"]\n\n1. e4 *\n', encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read(path, None)
    assert str(refused.value).isprintable()


def test_a_file_that_is_no_text_is_no_pgn(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes("1. e4 *".encode("utf-16"))
    with pytest.raises(InputError, match="this is no text in UTF-8 or Latin-1; name a PGN file"):
        read(path, None)


def test_a_file_of_noise_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(InputError, match=r"games\.pgn"):
        read(path, None)
