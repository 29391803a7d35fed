"""Pieces that stand where the game does not have them: when that is so, and telling it."""

from chess import scan_forward

from touchmove.arbiter.judge import underway
from touchmove.arbiter.turn import Turn
from touchmove.game.effects import Effect
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, squares_in_words
from touchmove.units import Millis

MOTION_MS = 200
"""A square that has changed so shortly before is one that a hand is busy with."""


def mark_displaced(table: Table, at: Millis) -> Stepped:
    """If pieces stand where neither the game nor a hand in play explains them, say so."""
    return (table, ()) if explained(table.turn, table.now) else _mark(table, at)


def to_put_right(table: Table) -> str:
    """The squares that are asked to be put right, in words."""
    lift, place = table.restore
    return f"to clear: {squares_in_words(lift) or '-'}, to fill: {squares_in_words(place) or '-'}"


def settled(turn: Turn) -> bool:
    """Whether moves that stand account for every square, with nothing in any hand."""
    if turn.in_sync or turn.reply is not None:
        return True
    if not turn.fits or turn.standing is None:
        return False
    footprint = turn.standing.footprint
    stands = turn.position.occupied & ~footprint.vacated | footprint.filled
    return turn.trace.occupied == stands


def explained(turn: Turn, now: Millis | None = None) -> bool:
    """Whether the game, a move that stands or a hand in play accounts for every square.

    `now`: squares that have changed shortly before count as in play. A piece that stood where it
    does not belong before the turn began is in no hand.
    """
    if turn.in_sync or turn.fits or turn.reply is not None:
        return True
    if one_too_many(turn):
        return False
    position, trace = turn.position, turn.trace
    astray = trace.began & trace.occupied & ~position.occupied
    busy = 0 if now is None else trace.changed_since(Millis(now - MOTION_MS))
    return not astray and underway(position, trace, busy)


def one_too_many(turn: Turn) -> bool:
    """Whether more pieces stand on the board than the game has: none of them comes from a hand.

    Save a piece beside the board to which a pawn promotes, which may be put there first (Laws
    4.6.2).
    """
    standing, home = turn.trace.occupied, turn.position.occupied
    position = turn.position
    first = position.promoting_squares() | position.promoting_next(home)
    promotes = first & standing & ~home
    return standing.bit_count() > home.bit_count() + bool(promotes)


def righted(table: Table, effects: tuple[Effect, ...], at: Millis) -> Stepped:
    """After the last moves were told again: what they leave unexplained is told.

    So is a piece that has been off since before the last move: it is in no hand.
    """
    if table.phase is not Phase.PLAYING:
        return table, effects
    table, more = (_mark if _is_long_gone(table) else mark_displaced)(table, at)
    return table, effects + more


def _is_long_gone(table: Table) -> bool:
    """Whether a piece that is missing was lifted before the last move was made."""
    missing = table.position.occupied & ~table.occupied
    made_at = table.moves[-1].at if table.moves else Millis(0)
    return any(table.turn.trace.lifted_at(square) < made_at for square in scan_forward(missing))


def _mark(table: Table, at: Millis) -> Stepped:
    if table.displaced:
        return table, ()
    table = table._replace(displaced=True)
    return alert(table, at, "displaced", to_put_right(table))
