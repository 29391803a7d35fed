"""The kinds of alerts: what each says, who may see it, and by which article.

An alert goes to the arbiter. Few may be shown at the board in a tournament: the arbiter himself may
not say how many moves were made, that the opponent has moved, or that somebody has not pressed his
clock (2023:12.6; N90:12.9), and who sees something irregular tells only the arbiter (2023:12.7). A
hint about the position would be advice (2023:11.3.1). What remains is what the players must know to
put the board right or to play on, and questions that only they can answer.

docs/reference/alerts.md is drawn from this table. `telling.alert` raises no kind that is not in it.
"""

from dataclasses import dataclass
from enum import Enum


class AtBoard(Enum):
    """Whether the players may see it."""

    NO = "no"
    """The arbiter alone."""
    YES = "yes"
    QUESTION = "yes, as a question"
    """The players are asked."""


@dataclass(frozen=True, slots=True)
class AlertKind:
    """One kind of alert."""

    name: str
    says: str
    at_board: AtBoard
    why: str
    """Why the players may see it or not, with the article."""


_NO, _YES, _QUESTION = AtBoard.NO, AtBoard.YES, AtBoard.QUESTION
_CLAIMED = "only the opponent may claim it, or the arbiter act"
_NOTHING_WRONG = "nothing is wrong on the board"

ALERT_KINDS: dict[str, AlertKind] = {
    kind.name: kind
    for kind in (
        AlertKind(
            "ambiguous",
            "the sensors fit several moves; the players are asked while none of them is recorded",
            _QUESTION,
            "only they know",
        ),
        AlertKind(
            "both_flags",
            "both flags are down, and nobody knows which fell first",
            _NO,
            "for the arbiter to decide (2023: guideline III.3.1)",
        ),
        AlertKind(
            "clock_differs",
            "while its host was away the board has shown other times than those of the game, which "
            "hold from now on",
            _NO,
            "for the arbiter to decide (2023:6.10)",
        ),
        AlertKind(
            "clock_kept",
            "the board was without power and without its host, and its clock went on from what it "
            "had kept; these times hold",
            _NO,
            "for the arbiter to decide (2023:6.10)",
        ),
        AlertKind(
            "displaced",
            "pieces stand wrongly that the move does not explain",
            _YES,
            "the position must be put right (2023:7.4, 7.6)",
        ),
        AlertKind(
            "early_draw",
            "a draw was agreed before both players had moved, and is not accepted",
            _YES,
            "the players must play on (2023:5.2.3)",
        ),
        AlertKind(
            "inferred",
            "moves that nobody saw were explained when the board was heard again; once for each "
            "gap, with the moves, whose times are estimated",
            _NO,
            _NOTHING_WRONG,
        ),
        AlertKind(
            "late_claim",
            "a claim is refused because it comes too late: the claimant had touched a piece, or "
            "too many moves had been made",
            _YES,
            "the claimant must know (2023:4.8, 9.4, A.5.1.2)",
        ),
        AlertKind(
            "missed_press",
            "the opponent has answered before the mover pressed his clock",
            _NO,
            "the time is the mover's (2023:6.2.2), and nobody may ever tell him (2023:12.6)",
        ),
        AlertKind(
            "offer_time",
            "a draw was offered at the wrong moment; the offer holds",
            _NO,
            "for the arbiter to judge (2023:9.1.2.1, 11.5)",
        ),
        AlertKind(
            "press_early",
            "the clock was pressed before the piece had landed, within the time allowed for that",
            _NO,
            "for the arbiter to judge (2023:6.2.4)",
        ),
        AlertKind(
            "press_no_move",
            "the player on the move has pressed without a move on the board",
            _NO,
            "for the arbiter to judge (2023:7.5.3)",
        ),
        AlertKind(
            "promo_assumed",
            "nobody has said what a pawn became; a queen is assumed. Told anew when a result "
            "depends on the piece and waits for it; withdrawn when the piece becomes known",
            _QUESTION,
            "only the players know",
        ),
        AlertKind(
            "promo_changed",
            "the piece on the promotion square was exchanged once more",
            _NO,
            "for the arbiter to judge (2023:4.4.4)",
        ),
        AlertKind(
            "promo_revised",
            "a later move proved an assumed queen wrong, or a promotion that had been named was "
            "named otherwise when play had gone on; the record was corrected",
            _NO,
            _NOTHING_WRONG,
        ),
        AlertKind(
            "release",
            "a piece that had been released on a square was moved on",
            _NO,
            f"{_CLAIMED} (2023:4.7, 4.8)",
        ),
        AlertKind(
            "result_kings",
            "the result was read from the kings in the centre. Their two squares must have been "
            "empty: where other pieces are taken off them first, the result has to be said",
            _YES,
            "the players have just said it",
        ),
        AlertKind(
            "reversed",
            "the colours were reversed, too late for a new game; the names have changed sides",
            _NO,
            "for the arbiter to decide (2023:7.3)",
        ),
        AlertKind(
            "rook_first",
            "castled, although the rook was touched before the king",
            _NO,
            f"{_CLAIMED} (2023:4.4.2, 4.8)",
        ),
        AlertKind(
            "setup",
            "the set-up looks wrong: the board stands turned by 90 degrees, or by 180 where that "
            "can be told; or pieces are missing or on wrong squares. Withdrawn when the start "
            "position stands",
            _YES,
            "the game must not begin so (2023:2.1, 7.2)",
        ),
        AlertKind(
            "silent_capture",
            "a capture that is inferred: the square of the victim never read empty",
            _NO,
            _NOTHING_WRONG,
        ),
        AlertKind(
            "touch",
            "a completed legal move did not honour the touched piece",
            _NO,
            f"{_CLAIMED} (2023:4.3, 4.8)",
        ),
        AlertKind(
            "wrong_button",
            "the button of a player was pressed whose clock was not running",
            _NO,
            "it would tell who has not pressed (2023:12.6)",
        ),
    )
}
"""By name."""
