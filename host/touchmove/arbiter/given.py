"""Positions and moves that people give: checked, and completed from the position they speak of.

A person may give a whole FEN, or only its first fields. What is missing is taken from the position
of the game: the side to move stays, castling rights stay where king and rook still stand on their
squares, nothing can be taken en passant, and the moves are counted on.
"""

from chess import Board

from touchmove.arbiter.fen_faults import FIELDS, fault_in_text, fault_on_board
from touchmove.arbiter.position import Position


def fault_of(fen: str, *, chess960: bool) -> str | None:
    """Why no game can be played from this FEN, in the words of a chess player; or None."""
    fault = fault_in_text(fen)
    if fault is not None:
        return fault
    try:
        board = Board(fen, chess960=chess960)
    except ValueError as error:
        return f"cannot be read: {error}"
    castling = (*fen.split(), "-", "-", "-")[2]
    return fault_on_board(board, castling)


def fault_of_part(fen: str) -> str | None:
    """Why a FEN of which fields may be missing is wrong whatever they are, or None."""
    fields = fen.split()
    if not 0 < len(fields) <= FIELDS:
        return fault_in_text(fen)
    sides = ("w", "b") if len(fields) < 2 else (fields[1],)
    rest = ("-", "-", "0", "1")
    faults = [
        fault_of(
            " ".join([fields[0], side, *fields[2:], *rest[max(0, len(fields) - 2) :]]),
            chess960=True,
        )
        for side in sides
    ]
    return None if None in faults else faults[0]


def completed(fen: str, position: Position, *, chess960: bool) -> str:
    """The whole FEN of which `fen` has the first fields, said of `position`.

    `fen` must have passed `fault_of_part`; the whole may still be at fault.
    """
    before = position.board()
    board = Board(None, chess960=chess960)
    fields = fen.split()
    board.set_board_fen(fields[0])
    board.turn = before.turn
    board.castling_rights = before.castling_rights
    board.castling_rights = board.clean_castling_rights()
    board.fullmove_number = before.fullmove_number
    if len(fields) < 2:
        return board.fen()
    known = board.fen().split()
    return " ".join([*fields, *known[len(fields) :]])
