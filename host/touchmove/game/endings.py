"""How a game ends on the board and on the clock (Laws 5.1.1, 5.2.1, 5.2.2, 6.9, 9.6)."""

import chess
from chess import Color, Move, PieceType

from touchmove.arbiter.position import Position
from touchmove.editions import BARE_KING, Edition
from touchmove.game.record import RecordedMove, result_for

TERMINATIONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "dead position",
    chess.Termination.SEVENTYFIVE_MOVES: "seventyfive moves",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold",
}


JUDGED = frozenset(("flag", "resignation", "illegal moves", "sealed move"))
"""Ends whose result depends on what could still mate, or on whether a move was legal."""


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
    start: Position,
    record: tuple[RecordedMove, ...],
    position: Position,
    moves: tuple[Move, ...],
    edition: Edition,
) -> tuple[str, str] | None:
    """How the game ends when one of `moves` has been made in `position`, and it is not known which.

    Only if all of them end it the same way, and with every kind that a promoted piece of `record`
    may be where a queen is only assumed: a game is never ended on an assumption.
    """
    if ends(position.after(moves[0]), edition) is None:
        return None  # as nearly always
    endings = {ends(position.after(move), edition) for move in moves}
    if None in endings:
        return None
    for number, entry in enumerate(record):
        if not entry.assumed:
            continue
        for kind in UNDERPROMOTIONS:
            other = with_promotion(start, record, number, kind)
            if other is not None:
                legal = (move for move in moves if other.is_legal(move))
                endings |= {ends(other.after(move), edition) for move in legal}
    return endings.pop() if len(endings) == 1 else None


UNDERPROMOTIONS = (chess.ROOK, chess.KNIGHT, chess.BISHOP)
"""The rook first: not to stalemate is the commonest reason for one."""


def with_promotion(
    start: Position, record: tuple[RecordedMove, ...], number: int, kind: PieceType
) -> Position | None:
    """The position after `record` if move `number` promoted to `kind`; None if it cannot have."""
    position = start
    for ply, played in enumerate(record):
        move = promoting(played.move, kind) if ply == number else played.move
        if not position.is_legal(move):
            return None
        position = position.after(move)
    return position


def promoting(move: Move, kind: PieceType) -> Move:
    """The same move with another promotion."""
    return Move(move.from_square, move.to_square, kind)


def flagged(position: Position, color: Color, edition: Edition) -> str:
    """The result when the flag of `color` has fallen (Laws 6.9): drawn against an opponent who
    cannot win, as the edition has it."""
    if edition.flag_draws_against == BARE_KING:
        can_win = position.pieces(not color).bit_count() > 1
    else:
        can_win = position.can_mate(not color)
    return result_for(not color if can_win else None)
