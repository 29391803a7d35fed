"""What is wrong with a FEN, said to people who play chess: what, where, and what to do about it.

First the text is read field by field, then the board that it describes. A position that no legal
move can have led to is refused (2014:3.10.c), as far as one look at it tells: what python-chess
calls a valid position is one. A square for en passant where nothing can be taken is no fault, if a
pawn has passed it.
"""

import re
from collections.abc import Iterator

import chess
from chess import Board, Color

FIELDS = 6
"""Pieces, side to move, castling, en passant, half-moves since a capture or pawn move, number."""

MAX_QUIET_PLIES = 999
"""Half-moves without a capture or a pawn move: since 2014 a game is over after 150 of them, and
under the older rules either player could have claimed the draw long ago."""

MAX_NUMBER = 9_999
"""The number of the next move. The longest game that can be played has some six thousand."""

_NAMES = {chess.WHITE: "White", chess.BLACK: "Black"}
MAX_PAWNS = 8
MAX_PIECES = 16


# ------------------------------------------------------------------ text
def fault_in_text(fen: str) -> str | None:
    """What is wrong with the fields that are given, the first one first; or None."""
    fields = fen.split()
    if not fields:
        return "nothing is given; it begins with the pieces from rank 8 down to rank 1"
    if len(fields) > FIELDS:
        return (
            f"{len(fields)} fields are given, and a FEN has six: pieces, side to move, castling, "
            "en passant, half-moves since a capture or pawn move, number of the move"
        )
    checks = (_pieces, _side, _castling, _en_passant, _quiet_plies, _number)
    faults = (check(field) for check, field in zip(checks, fields, strict=False))
    return next((fault for fault in faults if fault is not None), None)


def _pieces(field: str) -> str | None:
    ranks = field.split("/")
    if len(ranks) != 8:
        return (
            "a board has 8 ranks, from rank 8 down to rank 1 with / between them; "
            f"given: {len(ranks)}"
        )
    faults = (_rank(number, rank) for number, rank in zip(range(8, 0, -1), ranks, strict=True))
    return next((fault for fault in faults if fault is not None), None)


def _rank(number: int, rank: str) -> str | None:
    squares, digit = 0, False
    for letter in rank.replace("~", ""):
        empty = letter in "12345678"
        if not empty and letter not in "PNBRQKpnbrqk":
            return (
                f"{letter!r} on rank {number} is no piece: KQRBNP are White's, kqrbnp Black's, "
                "and a digit from 1 to 8 counts empty squares"
            )
        if empty and digit:
            return f"rank {number} is {rank}: empty squares side by side are counted by one digit"
        squares += int(letter) if empty else 1
        digit = empty
    if squares != 8:
        return f"rank {number} is {rank}: that makes {squares} squares, and a rank has 8"
    return None


def _side(field: str) -> str | None:
    return None if field in ("w", "b") else f"the side to move is w or b, not {field!r}"


def _castling(field: str) -> str | None:
    if re.fullmatch(r"-|(?=.)[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2}", field):
        return None
    return (
        f"castling is {field!r}: it is KQkq or a part of that, in Chess960 also the files of the "
        "rooks, or - if nobody may castle"
    )


def _en_passant(field: str) -> str | None:
    if field == "-" or (len(field) == 2 and field[0] in "abcdefgh" and field[1] in "36"):
        return None
    return (
        f"en passant is {field!r}: it is the square that a pawn has just passed, on rank 3 or 6 "
        "as e3, or -"
    )


def _quiet_plies(field: str) -> str | None:
    what = "half-moves since the last capture or pawn move"
    return _count(field, what, MAX_QUIET_PLIES)


def _number(field: str) -> str | None:
    return _count(field, "the number of the move", MAX_NUMBER)


def _count(field: str, what: str, most: int) -> str | None:
    if field.isascii() and field.isdigit():
        if int(field[:20]) <= most and len(field) <= 20:
            return None
        return f"{what}: {field} is too large, the most is {most:,}"
    return f"{what}: {field!r} is no number from 0 to {most:,}"


# ------------------------------------------------------------------ board
def fault_on_board(board: Board, castling: str) -> str | None:
    """Everything on the board from which no game can go on, or None.

    `castling`: the rights as the FEN says them, of which python-chess keeps only the possible.
    """
    if not board.occupied:
        return "no piece stands on the board"
    faults = [*_kings(board), *_too_many(board), *_pawns(board)]
    if not faults:
        faults = [*_check(board), *_rights(board, castling), *_double_step(board), *_checks(board)]
    return "; ".join(faults) or None


def _kings(board: Board) -> Iterator[str]:
    for color, name in _NAMES.items():
        kings = board.pieces(chess.KING, color)
        if not kings:
            yield f"{name} has no king"
        elif len(kings) > 1:
            yield f"{name} has {len(kings)} kings, on {_squares(kings)}"


def _too_many(board: Board) -> Iterator[str]:
    for color, name in _NAMES.items():
        pawns, pieces = len(board.pieces(chess.PAWN, color)), board.occupied_co[color].bit_count()
        if pawns > MAX_PAWNS:
            yield f"{name} has {pawns} pawns, and {MAX_PAWNS} is the most"
        if pieces > MAX_PIECES:
            yield f"{name} has {pieces} pieces with the pawns, and {MAX_PIECES} is the most"


def _pawns(board: Board) -> Iterator[str]:
    for color, name in _NAMES.items():
        astray = board.pieces(chess.PAWN, color) & chess.BB_BACKRANKS
        if astray:
            pawns = "a pawn" if len(astray) == 1 else "pawns"
            yield f"{name} has {pawns} on {_squares(astray)}, and none can be on rank 1 or rank 8"


def _check(board: Board) -> Iterator[str]:
    mover, waiting = board.turn, not board.turn
    king = board.king(waiting)
    assert king is not None
    attackers = board.attackers(mover, king)
    if attackers:
        yield (
            f"{_NAMES[waiting]} is in check from {_squares(attackers)} and {_NAMES[mover]} has the "
            "move, so the king could be taken; see whether the side to move is right"
        )


def _double_step(board: Board) -> Iterator[str]:
    if not board.status() & chess.STATUS_INVALID_EP_SQUARE:
        return
    assert board.ep_square is not None
    square, file = chess.square_name(board.ep_square), chess.FILE_NAMES[board.ep_square % 8]
    mover, waiting, ranks = "White", "Black", (6, 5, 7)
    if not board.turn:
        mover, waiting, ranks = "Black", "White", (3, 4, 2)
    rank, stands, home = ranks
    if square[1] != str(rank):
        yield (
            f"en passant is {square} and {mover} has the move, so {waiting} has just moved, and "
            f"{waiting}'s pawns pass rank {rank}; see whether the side to move is right, or put -"
        )
    else:
        yield (
            f"en passant is {square}, and no pawn can have passed it: {waiting} needs a pawn on "
            f"{file}{stands}, and {square} and {file}{home} must be empty; put - if none has"
        )


def _checks(board: Board) -> Iterator[str]:
    """Checks that no move of the other side can have given at once."""
    if not board.status() & (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK):
        return
    checkers = board.checkers()
    told = f"{_NAMES[board.turn]} is in check from {_squares(checkers)}, and "
    if len(checkers) > 2:
        yield told + "one move gives check with two pieces at most"
    elif board.status() & chess.STATUS_INVALID_EP_SQUARE or board.ep_square is None:
        yield told + "no move gives check with two pieces on one line with the king"
    else:
        passed = chess.square_name(board.ep_square)
        yield told + f"a pawn that has just passed {passed} (en passant) cannot have brought that"


def _rights(board: Board, field: str) -> Iterator[str]:
    wrong = False
    for letter in field.replace("-", ""):
        color, rook = letter.isupper(), letter.upper()
        if not board.chess960 and rook not in "KQAH":
            wrong = True
            yield f"castling {letter} names a rook of Chess960, and this is standard chess"
        elif not _may_castle(board, color, rook):
            wrong = True
            home = "" if board.chess960 else " on e1" if color else " on e8"
            needed = f"{_NAMES[color]}'s king{home} and {_rook(board, color, rook)}"
            yield f"castling {letter} needs {needed}"
    if wrong:
        yield "leave such a letter out of the castling field"


def _may_castle(board: Board, color: Color, letter: str) -> bool:
    """Whether king and rook stand where the right to castle says."""
    home = chess.BB_RANK_1 if color else chess.BB_RANK_8
    king = board.king(color)
    assert king is not None
    if not home & chess.BB_SQUARES[king] or not (board.chess960 or king in (chess.E1, chess.E8)):
        return False
    rooks = board.pieces_mask(chess.ROOK, color) & home
    if board.chess960 and letter in "KQ":
        beside = (
            rook > king if letter == "K" else rook < king for rook in chess.scan_forward(rooks)
        )
        return any(beside)
    return bool(rooks & chess.BB_FILES[_file(letter)])


def _rook(board: Board, color: Color, letter: str) -> str:
    if board.chess960 and letter in "KQ":
        return f"a rook {'right' if letter == 'K' else 'left'} of it on rank {1 if color else 8}"
    return f"a rook on {chess.square_name(chess.square(_file(letter), 0 if color else 7))}"


def _file(letter: str) -> int:
    """The file of the rook that a letter of the castling field names."""
    return "ABCDEFGH".index({"K": "H", "Q": "A"}.get(letter, letter))


def _squares(squares: chess.SquareSet) -> str:
    *others, last = map(chess.square_name, squares)
    return f"{', '.join(others)} and {last}" if others else last
