"""What can follow a word, argument by argument: how it is typed, read and written.

Reading gives the values for the fields of the word's event, or None where the text is not of the
form. Where the form is right and no game can be so, it raises ValueError with the reason.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import chess

from touchmove.arbiter.given import fault_of_part
from touchmove.clock_state import ClockState
from touchmove.wire import fields

Values = tuple[object, ...]

MAX_PLIES = 1000
"""Half-moves that are taken back at once; no game has more."""

MAX_SECONDS = 999_999
"""A clock is changed by no more than this at once, eleven days; what is beyond is a slip."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a word."""

    form: str
    """How it is typed, for people; in brackets if it may be left out."""
    fields: tuple[str, ...]
    """The fields of the event that it fills."""
    read: Callable[[str], Values | None]
    write: Callable[..., str]
    missing: Values | None = None
    """The values if it is left out; None: it must be there."""
    unsaid: Values | None = None
    """The values for which nothing is written."""
    takes_the_rest: bool = False
    """It holds all that follows, blanks included."""


def _side(text: str) -> Values | None:
    return (text == "W",) if text in ("W", "B") else None


def _write_side(color: chess.Color) -> str:
    return "W" if color else "B"


def _sides(text: str) -> Values | None:
    return (text != "B", text != "W") if text in ("W", "B", "both") else None


def _write_sides(white: bool, black: bool) -> str:
    return "both" if white and black else _write_side(white)


def _move(text: str) -> Values | None:
    try:
        move = chess.Move.from_uci(text)
    except ValueError:
        return None
    return (move,) if move else None  # 0000 is no move


def _write_move(move: chess.Move) -> str:
    return move.uci()


def _sealed(text: str) -> Values | None:
    return (None,) if text == "?" else _move(text)


def _write_sealed(move: chess.Move | None) -> str:
    return "?" if move is None else move.uci()


_PIECES = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT}


def _piece(text: str) -> Values | None:
    return (_PIECES[text],) if text in _PIECES else None


def _result(text: str) -> Values | None:
    return (text,) if text in ("1-0", "0-1", "1/2-1/2", "0-0") else None


def _seconds(text: str) -> Values | None:
    if not re.fullmatch(r"[+-][0-9]+", text):
        return None
    return (_at_most(MAX_SECONDS, text, "seconds"),)


def _at_most(most: int, text: str, what: str) -> int:
    """The whole number `text`, which may have a sign. Raises ValueError if it is too large."""
    digits = text.lstrip("+-").lstrip("0")
    if len(digits) > len(str(most)) or int(digits or "0") > most:
        raise ValueError(f"{text} is too large, the most is {most:,} {what}")
    return int(text)


def _write_seconds(seconds: int) -> str:
    return f"{seconds:+d}"


def _plies(text: str) -> Values | None:
    if not re.fullmatch(r"[0-9]+", text) or not text.strip("0"):
        return None
    return (_at_most(MAX_PLIES, text, "half-moves"),)


def _fen(text: str) -> Values | None:
    fault = fault_of_part(text)
    if fault is not None:
        raise ValueError(f"FEN: {fault}")
    return (text,)


def _clock(text: str) -> Values | None:
    words = text.split(" ")
    if len(words) != fields.CLOCK_WORDS:
        return None
    try:
        return (fields.clock(words),)
    except fields.Unreadable:
        return None


def _write_clock(clock: ClockState) -> str:
    return " ".join(str(word) for word in fields.clock_words(clock))


def _text(text: str) -> Values:
    return (text,)


SIDE = Argument("W or B", ("color",), _side, _write_side)
SIDES = Argument("W, B or both", ("white", "black"), _sides, _write_sides)
MOVE = Argument("e2e4", ("move",), _move, _write_move)
MOVE_IF_ANY = Argument("[e2e4]", ("move",), _move, _write_move, (None,), (None,))
SEALED = Argument("e2e4 or ?", ("move",), _sealed, _write_sealed)
PIECE = Argument("q, r, b or n", ("piece",), _piece, chess.piece_symbol)
RESULT = Argument("1-0, 0-1, 1/2-1/2 or 0-0", ("result",), _result, str)
REASON = Argument("[reason]", ("reason",), _text, str, (None,), (None,), takes_the_rest=True)
SECONDS = Argument("+60 or -60", ("seconds",), _seconds, _write_seconds)
PLIES = Argument("[2]", ("plies",), _plies, str, (1,))
FEN = Argument("FEN", ("fen",), _fen, str, takes_the_rest=True)
CLOCK = Argument("clock", ("clock",), _clock, _write_clock, takes_the_rest=True)
