"""The lamps as a function of the table: always the whole board, never a change to an old picture.

In tournament profiles nothing on the board helps a player: lamps show only how to put the board
right when that is asked for, and the squares in question when the sensors fit several moves. Where
the profile lets them, they also mark the last move, and before that a move from outside that is to
be carried out.
"""

import chess
from chess import BB_SQUARES, Square

from touchmove.game.asking import in_question
from touchmove.game.table import Phase, Table
from touchmove.lamp import DARK, Lamp, Pattern


def lamps(table: Table) -> Pattern:
    """What each square's lamp shows, a1 first."""
    lift, place = table.restore
    if lift or place:
        return _lit({Lamp.LIFT: lift, Lamp.PLACE: place})
    if table.phase is Phase.OVER:
        return DARK
    if table.question is not None:
        asked = tuple(f.move.to_square for f in table.question.candidates)
        return _lit({Lamp.ASK: asked})
    if table.open_gap is not None and table.open_gap.asked:
        return _lit({Lamp.ASK: in_question(table.open_gap)})
    if table.rules.profile.lamps_help and table.awaited is not None and not table.turn.fits:
        return _lit({Lamp.MARK: _to_carry_out(table)})
    if table.rules.profile.lamps_help:
        return _lit({Lamp.MARK: _last_move(table)})
    return DARK


def lamps_of_board(table: Table) -> Pattern:
    """What each of the board's own lamps shows: its squares are turned where it stands turned."""
    pattern = lamps(table)
    return tuple(reversed(pattern)) if table.turned else pattern


def _to_carry_out(table: Table) -> tuple[Square, ...]:
    """The squares of the move from outside; of castling, first the king's and then the rook's."""
    (footprint,) = table.position.footprints()
    if len(footprint.hops) > 1:
        for origin, target in footprint.hops:
            if table.occupied & BB_SQUARES[origin] or not table.occupied & BB_SQUARES[target]:
                return origin, target
    return tuple(chess.scan_forward(footprint.squares))


def _last_move(table: Table) -> tuple[Square, ...]:
    move = table.pending or (table.moves[-1].move if table.moves else None)
    return () if move is None else (move.from_square, move.to_square)


def _lit(squares: dict[Lamp, tuple[Square, ...]]) -> Pattern:
    pattern = list(DARK)
    for lamp, lit in squares.items():
        for square in lit:
            assert 0 <= square < len(chess.SQUARES)
            pattern[square] = lamp
    return tuple(pattern)
