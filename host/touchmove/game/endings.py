"""How a game ends on the board and on the clock (Laws 5.1.1, 5.2.1, 5.2.2, 6.9, 9.6)."""

import chess
from chess import Color, Move

from touchmove.arbiter.position import Position
from touchmove.game.record import result_for
from touchmove.rules import Edition

TERMINATIONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "dead position",
    chess.Termination.SEVENTYFIVE_MOVES: "seventyfive moves",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold",
}


def by_the_board(termination: str) -> bool:
    """Whether the position itself ended the game, and no person and no clock."""
    return termination in TERMINATIONS.values()


def ends(position: Position, edition: Edition) -> tuple[str, str] | None:
    """The result and the word for it, if `position` ends the game by itself."""
    outcome = position.outcome(
        fivefold=edition.fivefold,
        seventyfive=edition.seventyfive_moves,
        listed_only=edition.dead_by_material == "listed",
    )
    if outcome is None:
        return None
    return result_for(outcome.winner), TERMINATIONS[outcome.termination]


def ends_after(
    position: Position, moves: tuple[Move, ...], edition: Edition
) -> tuple[str, str] | None:
    """How the game ends when one of `moves` has been made and it is not known which.

    Only if all of them end it the same way: where the kind of a promoted piece is not known, the
    game is never ended on an assumption.
    """
    endings = {ends(position.after(move), edition) for move in moves}
    return endings.pop() if len(endings) == 1 else None


def flagged(position: Position, color: Color) -> str:
    """The result when the flag of `color` has fallen (Laws 6.9): drawn if nobody can mate him."""
    return result_for(not color if position.can_mate(not color) else None)
