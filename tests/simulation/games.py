"""Which game is meant: a real one, cut short, or legal moves drawn at random."""

import io
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
CAPTURES = 0.5
"""At random half of the moves are captures if there are any: they are what a sensor sees least."""


@cache
def _texts() -> tuple[str, ...]:
    text = GAMES.read_text(encoding="utf-8")
    return tuple("[Event " + part for part in text.split("[Event ")[1:])


def draw(chance: Random) -> tuple[chess.Move, ...]:
    """Legal moves from the start position, up to the end of a game or before it."""
    plies = chance.choice(PLIES)
    if chance.random() < REAL:
        game = chess.pgn.read_game(io.StringIO(chance.choice(_texts())))
        assert game is not None
        return _until_over(game.mainline_moves(), plies)
    board = chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < plies and board.outcome() is None:
        legal = list(board.legal_moves)
        captures = [move for move in legal if board.is_capture(move)]
        taking = captures and chance.random() < CAPTURES
        moves.append(chance.choice(captures if taking else legal))
        board.push(moves[-1])
    return tuple(moves)


def positions(moves: tuple[chess.Move, ...]) -> list[chess.Board]:
    """The position after each number of moves, from none on."""
    boards = [chess.Board()]
    for move in moves:
        following = boards[-1].copy(stack=False)
        following.push(move)
        boards.append(following)
    return boards


def _until_over(moves: "chess.pgn.Mainline[chess.Move]", plies: int) -> tuple[chess.Move, ...]:
    board = chess.Board()
    kept: list[chess.Move] = []
    for move in moves:
        if len(kept) == plies or board.outcome() is not None:
            break
        board.push(move)
        kept.append(move)
    return tuple(kept)
