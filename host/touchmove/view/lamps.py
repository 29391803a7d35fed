"""The lamps as a function of the table: always the whole board, never a change to an old picture.

In tournament profiles nothing on the board helps a player: lamps show only how to put the board
right when that is asked for, and the squares in question: those of a move that the sensors cannot
tell from another, and that of a promotion whose piece nobody has named. Where the profile lets
them, they also mark the last move, and before that a move from outside that is to be carried out;
and the piece that must move or be taken (Laws 4.3).

Before a game there is nothing to help with. While the pieces are set up the lamps tell what is
missing from what is too much, and two corners show where White sits; when all is right, and until
the clock is started, the whole rank of White's pieces says so. All profiles show that.
"""

import chess
from chess import BB_CORNERS, BB_EMPTY, BB_RANK_1, BB_RANK_8, BB_SQUARES, Bitboard, Square

from touchmove.game.asking import in_question
from touchmove.game.duties import obligation
from touchmove.game.table import Phase, Table
from touchmove.lamp import DARK, Lamp, Pattern


def lamps(table: Table) -> Pattern:
    """What each square's lamp shows, a1 first. Only what the profile lets the lamps show."""
    if table.question is not None and table.phase is Phase.PLAYING:
        # The way back would be that to the position before the move in question.
        asked = tuple(f.move.to_square for f in table.question.candidates)
        return _lit(table, {Lamp.ASK: asked})
    lift, place = table.restore
    if lift or place:
        pattern = _lit(table, {Lamp.LIFT: lift, Lamp.PLACE: place})
        return _marked(pattern, home(table)[0]) if waits_to_begin(table) else pattern
    if waits_to_begin(table) and table.in_sync:
        return _marked(DARK, home(table)[1])
    if table.phase is Phase.OVER:
        return DARK
    if table.open_gap is not None and table.open_gap.asked:
        return _lit(table, {Lamp.ASK: in_question(table, table.open_gap)})
    carrying_out = table.awaited is not None and not table.turn.fits
    marked = _to_carry_out(table) if carrying_out else _last_move(table)
    return _lit(table, {Lamp.MARK: marked, Lamp.MUST: _bound(table), Lamp.ASK: _promoted(table)})


def waits_to_begin(table: Table) -> bool:
    """Whether the pieces are being set up, or stand, and the clock has not been started."""
    before = table.phase in (Phase.SETUP, Phase.PLAYING) and not table.started
    return before and not (table.plies or table.pending)


def home(table: Table) -> tuple[Bitboard, Bitboard]:
    """What shows where White sits: two corners, and the rank of his pieces.

    As long as nobody can know how the board stands it is no corner, and both ranks.
    """
    if table.bothways is not None and table.bothways.is_turned is None:
        return BB_EMPTY, BB_RANK_1 | BB_RANK_8
    return BB_CORNERS & BB_RANK_1, BB_RANK_1


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
    return tuple(chess.scan_forward(footprint.squares & ~footprint.stays))


def _last_move(table: Table) -> tuple[Square, ...]:
    move = table.pending or (table.moves[-1].move if table.moves else None)
    return () if move is None else (move.from_square, move.to_square)


def _bound(table: Table) -> tuple[Square, ...]:
    """The piece that must move and the piece that must be taken, where they stand at home."""
    if Lamp.MUST not in table.rules.profile.lamps:
        return ()
    bound = obligation(table)
    if bound is None:
        return ()
    squares = (bound.must_move, bound.must_capture)
    return tuple(s for s in squares if s is not None and table.occupied & BB_SQUARES[s])


def _promoted(table: Table) -> tuple[Square, ...]:
    """The square of the last move if it promoted to a queen that is only assumed.

    It is asked until the reply is on the record; later only the arbiter can say it.
    """
    if not table.moves or not table.moves[-1].assumed:
        return ()
    return (table.moves[-1].move.to_square,)


def _marked(pattern: Pattern, squares: Bitboard) -> Pattern:
    """The pattern, with marks where it is dark."""
    return tuple(
        Lamp.MARK if lamp is Lamp.OFF and squares & BB_SQUARES[square] else lamp
        for square, lamp in enumerate(pattern)
    )


def _lit(table: Table, squares: dict[Lamp, tuple[Square, ...]]) -> Pattern:
    """The pattern; of two lamps for one square the later one."""
    pattern = list(DARK)
    for lamp, lit in squares.items():
        if lamp not in table.rules.profile.lamps:
            continue
        for square in lit:
            assert 0 <= square < len(chess.SQUARES)
            pattern[square] = lamp
    return tuple(pattern)
