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


@pytest.mark.parametrize("only", ["", "x", "1-", "3-2", "0x1", "1;2", "-1", "9999999"])
def test_what_names_no_games_is_refused(tmp_path: Path, only: str) -> None:
    with pytest.raises(InputError, match="write it as 3 or 1-20 or 1,5-7"):
        read(write_games(tmp_path / "games.pgn", 5), only)


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


def test_a_file_of_noise_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(InputError, match=r"games\.pgn"):
        read(path, None)
