"""Results that the players show with their kings: a custom of electronic boards, not of the Laws.

Two kings on two of the four centre squares can never stand there in a game, because every pair of
them is adjacent. Light squares mean that White has won, dark ones that Black has, one of each a
draw.
"""

import chess
from chess import Bitboard

from touchmove.arbiter.position import Position

CENTRE: Bitboard = chess.BB_D4 | chess.BB_E4 | chess.BB_D5 | chess.BB_E5
RESULTS: dict[Bitboard, str] = {
    chess.BB_E4 | chess.BB_D5: "1-0",
    chess.BB_D4 | chess.BB_E5: "0-1",
}


def shown_by_kings(position: Position, occupied: Bitboard) -> str | None:
    """The result that the kings show, where nothing but they has come anywhere; or None."""
    kings = position.kings
    if occupied & kings == kings:
        return None  # both may stand where they stood, as nearly always
    others = position.occupied & ~kings
    extra = occupied & ~others
    if extra & ~CENTRE or extra.bit_count() != 2:
        return None
    return RESULTS.get(extra, "1/2-1/2")


def may_show(position: Position, occupied: Bitboard) -> bool:
    """Whether nothing but kings has gone, and only to the centre: a result may be on its way."""
    missing, extra = position.occupied & ~occupied, occupied & ~position.occupied
    return not missing & ~position.kings and not extra & ~CENTRE
