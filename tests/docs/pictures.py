"""Pictures of footprints, and of a question that the lamps ask."""

import chess
import chess.svg

from touchmove.arbiter.footprint import Footprint, footprints
from touchmove.game.step import advance
from touchmove.game.table import new_table
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.view.lamps import lamps
from touchmove.view.picture import Picture, draw

VACATED = "#e69f00cc"
FILLED = "#56b4e9cc"
SWAPPED = "#cc79a7cc"
"""Colours that people who confuse red and green tell apart; the text names the squares too."""

SQUARES = {"square light": "#eee8d8", "square dark": "#a3aba0"}
"""As the live page has them."""


def _footprint_of(board: chess.Board, san: str) -> Footprint:
    move = board.parse_san(san)
    (found,) = (f for f in footprints(board) if move in f.moves)
    return found


def footprint_of_move(fen: str, san: str) -> str:
    """A position with the footprint of a move over it."""
    board = chess.Board(fen)
    footprint = _footprint_of(board, san)
    fill = {
        square: color
        for squares, color in (
            (footprint.vacated, VACATED),
            (footprint.filled, FILLED),
            (footprint.swapped, SWAPPED),
        )
        for square in chess.scan_forward(squares)
    }
    arrows = [chess.svg.Arrow(a, b, color="#00000066") for a, b in footprint.hops]
    seen_empty = chess.SquareSet(footprint.vacated | footprint.swapped)
    return str(
        chess.svg.board(
            board, fill=fill, arrows=arrows, squares=seen_empty, colors=SQUARES, size=360
        )
    )


ASKED = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq - 0 3"


def question() -> str:
    """What the lamps ask when a pawn was pushed onto one of two victims without a gap."""
    (record,) = read(f'[FEN "{ASKED}"]\n-e4 !W ~1000')
    assert isinstance(record, Record)
    now = new_table(record.rules, fen=record.fen)
    for event in record.events:
        now, _ = advance(now, event)
    assert now.question is not None
    missing = tuple(chess.scan_forward(now.position.occupied & ~now.occupied))
    return draw(Picture(ASKED, lamps=lamps(now), place=missing))
