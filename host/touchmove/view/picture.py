"""One position as a picture: python-chess's SVG board, and over it what the sensors and lamps say.

A picture is a function of its address. The page asks for `/board.svg?fen=…&last=…&lamps=…` and the
answer depends on nothing else, so the live position and any past one come the same way, a picture
may be kept for ever, and none can be out of date. `read` makes a `Picture` of the query, or says
what is wrong with it; `draw` makes the SVG.

The lamps have the colours that the players see (`firmware/lamps.py`), but nothing is told by
colour alone: every lamp has a frame and a sign of its own, and red and green differ in brightness.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import chess
import chess.svg
from chess import Color, Move, Square

from touchmove.lamp import DARK, Lamp, Pattern

SIDE = chess.svg.SQUARE_SIZE
"""Side of a square in the SVG's own units."""

QUERY_CHARACTERS = 120
"""No part of a query is longer: the longest, a FEN, needs at most 92."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that one picture of the board shows."""

    fen: str
    last_move: Move | None = None
    lamps: Pattern = DARK
    lift: tuple[Square, ...] = ()
    """Squares where a piece stands that the position does not have there."""
    place: tuple[Square, ...] = ()
    """Squares that miss the piece of the position."""
    orientation: Color = chess.WHITE


def read(query: Mapping[str, str]) -> Picture | str:
    """The picture that a query asks for, or what is wrong with the query.

    Keys: `fen` (needed), `last` (UCI), `lamps` (64 digits, a1 first), `lift` and `place` (squares,
    joined: `e4d5`), `orientation` (`white` or `black`). Unknown keys are ignored.
    """
    if any(len(value) > QUERY_CHARACTERS for value in query.values()):
        return "a part of the address is too long"
    try:
        board = chess.Board(query["fen"], chess960=True)
        last = Move.from_uci(query["last"]) if query.get("last") else None
        lamps = _lamps(query.get("lamps") or "0" * 64)
        lift, place = _squares(query.get("lift", "")), _squares(query.get("place", ""))
    except KeyError:
        return "the address says no position (fen=…)"
    except ValueError as error:
        return f"the address cannot be read: {error}"
    orientation = query.get("orientation", "white")
    if orientation not in chess.COLOR_NAMES:
        return "the orientation is white or black"
    return Picture(board.fen(), last, lamps, lift, place, orientation == "white")


def _lamps(digits: str) -> Pattern:
    if len(digits) != len(chess.SQUARES) or not digits.isascii():
        raise ValueError("lamps are 64 digits")
    return tuple(Lamp(int(digit, 16)) for digit in digits)


def _squares(names: str) -> tuple[Square, ...]:
    if len(names) % 2:
        raise ValueError("squares have two letters each")
    pairs = tuple(names[at : at + 2] for at in range(0, len(names), 2))
    if unknown := set(pairs) - set(chess.SQUARE_NAMES):
        raise ValueError(f"there is no square {min(unknown)!r}")
    return tuple(map(chess.parse_square, pairs))


# ------------------------------------------------------------------ drawing
_COLORS = {
    "square light": "#eee8d8",
    "square dark": "#a3aba0",
    "square light lastmove": "#f4df8a",
    "square dark lastmove": "#cdb55a",
}
_SIGNS = {
    "up": '<path d="M0-5.2 5 .4H1.8V5H-1.8V.4H-5z"/>',
    "down": '<path d="M0 5.2 5-.4H1.8V-5H-1.8V-.4H-5z"/>',
    "ask": '<path d="M-2.9-2.1a2.9 2.7 0 1 1 4.4 2.2C.4.9 0 1.3 0 2.2" fill="none"'
    ' stroke-width="1.9"/><circle cy="4.7" r="1.2" stroke="none"/>',
    "dot": '<circle r="2.8"/>',
    "must": '<path d="M-1.3-5.2h2.6l-.5 6.6H-.8z"/><circle cy="4.2" r="1.4"/>',
}


@dataclass(frozen=True, slots=True)
class _Style:
    """How one lamp looks: its colour, the ink on it, the dashes of its frame, its sign."""

    color: str
    ink: str
    dashes: str
    sign: str


_STYLES = {
    Lamp.LIFT: _Style("#c8400a", "#fff", "", "up"),
    Lamp.PLACE: _Style("#00764f", "#fff", "9 4", "down"),
    Lamp.ASK: _Style("#f5c400", "#111", "2.5 3.5", "ask"),
    Lamp.MARK: _Style("#1f6fd0", "#fff", "14 25 14 0", "dot"),
    Lamp.MUST: _Style("#86308c", "#fff", "", "must"),
}


def draw(picture: Picture) -> str:
    """The picture as one SVG document of 360 by 360 units: no scripts, no outside references."""
    board = chess.Board(picture.fen, chess960=True)
    svg = chess.svg.board(
        board,
        orientation=picture.orientation,
        lastmove=picture.last_move,
        check=board.king(board.turn) if board.is_check() else None,
        coordinates=False,
        colors=_COLORS,
    )
    over = [_coordinates(picture.orientation)]
    over += [_at(square, picture.orientation, _missing(square)) for square in picture.place]
    over += [_at(square, picture.orientation, _EXTRA) for square in picture.lift]
    over += [
        _at(square, picture.orientation, lamp_mark(lamp))
        for square, lamp in zip(chess.SQUARES, picture.lamps, strict=True)
        if lamp
    ]
    return svg.removesuffix("</svg>") + "".join(over) + "</svg>"


def _at(square: Square, orientation: Color, mark: str) -> str:
    file, rank = chess.square_file(square), chess.square_rank(square)
    x = (file if orientation else 7 - file) * SIDE
    y = (7 - rank if orientation else rank) * SIDE
    return f'<g transform="translate({x} {y})">{mark}</g>'


def _is_light(square: Square) -> bool:
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def _coordinates(orientation: Color) -> str:
    """File letters and rank digits inside the edge squares, so that no margin costs board."""
    marks = []
    for index in range(8):
        file = index if orientation else 7 - index
        rank = 7 - index if orientation else index
        marks.append(_label(chess.FILE_NAMES[file], index * SIDE + 41.6, 357.5))
        marks.append(_label(chess.RANK_NAMES[rank], 4, index * SIDE + 8.5))
    return (
        '<g font-family="system-ui,sans-serif" font-size="7.5" font-weight="600"'
        f' fill="#39433b" text-anchor="middle">{"".join(marks)}</g>'
    )


def _label(text: str, x: float, y: float) -> str:
    return f'<text x="{x}" y="{y}">{text}</text>'


def _missing(square: Square) -> str:
    """The piece is in the air or lost: it fades under its own square, inside a dashed line."""
    veil = _COLORS["square light" if _is_light(square) else "square dark"]
    return (
        f'<rect width="{SIDE}" height="{SIDE}" fill="{veil}" opacity=".68"/>'
        '<circle cx="22.5" cy="22.5" r="18" fill="none" stroke="#333" stroke-width="1.6"'
        ' stroke-dasharray="4 4"/>'
    )


_EXTRA = (
    '<circle cx="22.5" cy="22.5" r="14" fill="#555" fill-opacity=".55" stroke="#222"'
    ' stroke-width="1.6"/><path d="M14 31 31 14M12 25 25 12M20 33 33 20" stroke="#fff"'
    ' stroke-opacity=".8" stroke-width="1.6"/>'
)
"""Something stands here, and nobody can see what: a hatched disc."""


def lamp_mark(lamp: Lamp) -> str:
    """One lit lamp in a square of 45 by 45 units: a frame, and its sign in the upper right."""
    style = _STYLES[lamp]
    dashes = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
    frame = '<rect x="2.5" y="2.5" width="40" height="40" rx="5" fill="none"'
    return (
        f'{frame} stroke="#1a1a1a" stroke-width="5.4" stroke-opacity=".75"/>'
        f'{frame} stroke="{style.color}" stroke-width="3.6"{dashes}/>'
        f'<g transform="translate(36 9)" fill="{style.ink}" stroke="{style.ink}" stroke-width=".4">'
        f'<circle r="8.4" fill="{style.color}" stroke="#1a1a1a" stroke-width="1.2"/>'
        f"{_SIGNS[style.sign]}</g>"
    )


def draw_lamp(lamp: Lamp) -> str:
    """One lit lamp on an empty square as an SVG document, for a legend."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{_COLORS["square light"]}"/>'
        f"{lamp_mark(lamp)}</svg>"
    )


def draw_icon() -> str:
    """The page's own sign: a knight, as python-chess draws it."""
    return chess.svg.piece(chess.Piece(chess.KNIGHT, chess.WHITE))
