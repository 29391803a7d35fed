"""Which game is meant: a real one, cut short, or legal moves drawn at random.

Random games may begin in a position that is full of castling, en passant and promotions, which
whole games show too seldom.
"""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import chess
import chess.pgn

GAMES = Path(__file__).parents[1] / "games" / "otb_1200.pgn"
REAL = 0.7
"""How many of the games are real ones."""
PLIES = (4, 10, 20, 30, 40, 60, 90)
"""A game is cut to at most one of these lengths: most faults show early, some need a long game."""
TELLING = 0.5
"""At random half of the moves are captures or castling, if there are any."""

STARTS = (
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1pp3p1/p2p3p/4pP2/1P1pP3/P5P1/2P4P/R3K2R w KQkq e6 0 20",
    "1r2r2k/2P1PPbp/3n2p1/8/8/3N2P1/2p1ppBP/1R2R2K w - - 0 1",
)
"""Where random games begin: half of them as all games do."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the hands mean."""

    start: chess.Board
    moves: tuple[chess.Move, ...]

    @property
    def boards(self) -> list[chess.Board]:
        """The position after each number of moves, from none on."""
        boards = [self.start]
        for move in self.moves:
            following = boards[-1].copy(stack=False)
            following.push(move)
            boards.append(following)
        return boards


@cache
def _texts() -> tuple[str, ...]:
    text = GAMES.read_text(encoding="utf-8")
    return tuple("[Event " + part for part in text.split("[Event ")[1:])


def draw(chance: Random) -> Game:
    """Legal moves up to the end of a game or before it."""
    plies = chance.choice(PLIES)
    if chance.random() < REAL:
        game = chess.pgn.read_game(io.StringIO(chance.choice(_texts())))
        assert game is not None
        return _until_over(chess.Board(), game.mainline_moves(), plies)
    board = chess.Board(chance.choice(STARTS))
    return _until_over(board.copy(), _at_random(board, chance), plies)


def _at_random(board: chess.Board, chance: Random) -> Iterator[chess.Move]:
    while board.outcome() is None:
        legal = list(board.legal_moves)
        telling = [move for move in legal if board.is_capture(move) or board.is_castling(move)]
        move = chance.choice(telling if telling and chance.random() < TELLING else legal)
        yield move
        board.push(move)


def _until_over(start: chess.Board, moves: Iterable[chess.Move], plies: int) -> Game:
    board = start.copy()
    kept: list[chess.Move] = []
    for move in moves:
        if len(kept) == plies or board.outcome() is not None:
            break
        board.push(move)
        kept.append(move)
    return Game(start, tuple(kept))
