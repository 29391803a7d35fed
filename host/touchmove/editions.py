"""The editions of the Laws, as one table: what they differ in, as far as it is decided here.

The table is the class `Edition`: each of its fields is a row (see `clauses`). The editions are
built from it, column by column, and docs/reference/laws.md is drawn from it. An event that varies a
rule replaces one field of an edition.
"""

from dataclasses import dataclass
from typing import Any

from touchmove.clauses import WRITTEN, rule, rules_of
from touchmove.units import Millis

BARE_KING = "bare king"
"""N90:10.5, 10.14: a flag draws only where the opponent has nothing but his king."""
NO_MATE = "no mate"
"""A flag draws where the opponent cannot mate by any series of legal moves."""

_NO, _YES = False, True
_NONE, _ONE_MINUTE, _TWO_MINUTES = Millis(0), Millis(60_000), Millis(120_000)


@dataclass(frozen=True, slots=True)
class Edition:
    """What differs between editions of the Laws, row by row."""

    name: str

    made_is_recorded: bool = rule(
        "A move is on the record as soon as it is made and released, unless the flag falls before "
        "the press; else the press completes it.",
        (_YES, "6.1, 6.5"),
        (_NO, "6.8.a*"),
        (_NO, "6.2.a*"),
        (_NO, "6.2.1"),
    )
    castling_binds: bool = rule(
        "King and rook touched: that castling must be played; else the king is bound, and any "
        "move of his will do.",
        (_NO, "7.2(1), 5.1(4)"),
        (_YES, "4.4(1)"),
        (_YES, "4.4.a"),
        (_YES, "4.4.1"),
    )
    promotion_choice_is_final: bool = rule(
        "The choice of a promotion is final when the piece touches the square; who exchanges it "
        "once more is reported.",
        (_NO, ""),
        (_NO, ""),
        (_YES, "4.4.d"),
        (_YES, "4.4.4"),
    )
    illegal_penalty_ms: Millis = rule(
        "Added to the opponent's clock for an illegal move.",
        (_NONE, "16.5"),
        (_TWO_MINUTES, "7.4*"),
        (_TWO_MINUTES, "7.5.b*"),
        (_TWO_MINUTES, "7.5.5"),
        (_ONE_MINUTE, "A.3"),
    )
    fast_illegal_penalty_ms: Millis = rule(
        "The same in rapid and blitz games.",
        (_NONE, "16.5"),
        (_TWO_MINUTES, "7.4*"),
        (_TWO_MINUTES, "7.5.b*"),
        (_ONE_MINUTE, "A.3, B.3"),
    )
    illegal_moves_lose: int | None = rule(
        "So many completed illegal moves by a player lose the game; none: the arbiter decides.",
        (None, "16.5"),
        (3, "7.4*"),
        (2, "7.5.b*"),
        (2, "7.5.5"),
    )
    answered_illegal_stands: bool = rule(
        "An illegal move stands once the opponent has made his next move; else the position "
        "before it comes back whenever it is found.",
        (_NO, "8.1"),
        (_NO, "7.4*"),
        (_NO, "7.5.a*"),
        (_NO, "7.5.1"),
        (_YES, "A.5.2"),
    )
    press_without_move_is_illegal: bool = rule(
        "A press with no move made counts as an illegal move, once until something is touched "
        "again; else it is reported only.",
        (_NO, "12.3"),
        (_NO, "6.8*"),
        (_NO, "6.2.c*"),
        (_YES, "7.5.3"),
    )
    unpromoted_is_illegal: bool = rule(
        "A pawn left on the last rank counts as an illegal move, and becomes a queen; else it "
        "only becomes a queen.",
        (_NO, ""),
        (_YES, "7.4**"),
        (_YES, "7.5.a**"),
        (_YES, "7.5.2"),
    )
    start_stands_after: int | None = rule(
        "A wrong initial position annuls the game until so many moves by each player; none: "
        "always.",
        (None, "8.5"),
        (None, "7.1*"),
        (None, "7.2.a*"),
        (None, "7.2.1"),
        (10, "A.5.1.2"),
    )
    reversed_annuls_before: int | None = rule(
        "Reversed colours annul the game before so many moves by each player; none: moves do not "
        "decide it. Where nothing annuls it, the arbiter decides, and play goes on.",
        (None, "8.6"),
        (None, "7.2*"),
        (None, "7.3*"),
        (10, "7.3"),
    )
    reversed_percent: int | None = rule(
        "Reversed colours annul the game before so much of the time of the first period has been "
        "used, in percent, both players together; none: time does not decide it.",
        (25, "8.6"),
        (None, "7.2*"),
        (None, "7.3*"),
        (None, "7.3"),
    )
    exempt_for_period: bool = rule(
        "Who has had less than five minutes need not write for the rest of the period; else only "
        "while he has less.",
        (_NO, "11.2"),
        (_YES, "8.4*"),
        (_YES, "8.4*"),
        (_YES, "8.4"),
    )
    writing_bonus_ms: Millis | None = rule(
        "With so much time added for every move, less than five minutes exempt nobody from "
        "writing; none: they always do.",
        (None, "11.2"),
        (Millis(30_000), "8.4*"),
        (Millis(30_000), "8.4*"),
        (Millis(30_000), "8.4"),
    )
    rapid_below_ms: Millis = rule(
        "Less than this for 60 moves is rapid or blitz, where nobody need write; 0: the edition "
        "does not say so.",
        (_NONE, ""),
        (Millis(3_600_000), "B1*"),
        (Millis(3_600_000), "A.1*"),
        (Millis(3_600_000), "A.1"),
    )
    dead_by_material: str = rule(
        "What material makes a position dead. `any`: no series of moves can mate; `listed`: only "
        "the three endings that are named.",
        ("listed", "10.4"),
        ("any", "5.2(2)"),
        ("any", "5.2.b"),
        ("any", "5.2.2"),
    )
    flag_draws_against: str = rule(
        "Against what a flag draws and does not lose. `bare king`: the opponent has no other "
        "piece; `no mate`: no series of moves lets him mate, as the material tells; a blocked "
        "position is for the arbiter (`@dead`).",
        (BARE_KING, "10.5, 10.14"),
        (NO_MATE, "6.10*"),
        (NO_MATE, "6.9*"),
        (NO_MATE, "6.9"),
    )
    both_flags_draw: bool = rule(
        "Both flags down in the last period, and nobody knows which fell first: drawn; else play "
        "goes on.",
        (_NO, "12.8"),
        (_NO, "6.12**"),
        (_YES, "6.11*"),
        (_YES, "III.3.1"),
    )
    resigning_needs_a_mate: bool = rule(
        "Resigning against a player who cannot mate draws.",
        (_NO, "10.2"),
        (_NO, "5.1(2)"),
        (_NO, "5.1.b"),
        (_YES, "5.1.2"),
    )
    draw_needs_both_moved: bool = rule(
        "A draw is agreed only when both have moved.",
        (_NO, "10.6"),
        (_NO, "5.2(3)"),
        (_NO, "5.2.c"),
        (_YES, "5.2.3"),
    )
    touch_declines: bool = rule(
        "Touching a piece declines a draw offer; else only words or a completed move do.",
        (_NO, "10.7"),
        (_YES, "9.1*"),
        (_YES, "9.1*"),
        (_YES, "9.1.2.1"),
    )
    touch_forfeits_claim: bool = rule(
        "Touching a piece forfeits the right to claim a draw; else moving does.",
        (_NO, "10.11"),
        (_YES, "9.4*"),
        (_YES, "9.4*"),
        (_YES, "9.4"),
    )
    fifty_announced: bool = rule(
        "The fiftieth move may be announced in writing; else it must have been played.",
        (_NO, "10.12"),
        (_YES, "9.3*"),
        (_YES, "9.3*"),
        (_YES, "9.3.1"),
    )
    wrong_claim_ms: Millis = rule(
        "What a wrong claim gives the opponent; below zero, what it costs the claimant.",
        (Millis(-300_000), "10.13(2)"),
        (Millis(180_000), "9.5**"),
        (_TWO_MINUTES, "9.5*"),
        (_TWO_MINUTES, "9.5.3"),
        (_ONE_MINUTE, "A.3"),
    )
    fast_wrong_claim_ms: Millis = rule(
        "The same in rapid and blitz games.",
        (Millis(-300_000), "10.13(2)"),
        (Millis(180_000), "9.5**"),
        (_TWO_MINUTES, "9.5*"),
        (_ONE_MINUTE, "A.3, B.3"),
    )
    fivefold: str | None = rule(
        "`any`: the fifth occurrence of a position draws; `consecutive`: of five by every second "
        "move; none: only on a claim.",
        (None, ""),
        (None, ""),
        ("consecutive", "9.6.a*"),
        ("any", "9.6.1"),
    )
    seventyfive_moves: bool = rule(
        "75 moves by each player without a capture or a pawn move are a draw.",
        (_NO, ""),
        (_NO, ""),
        (_YES, "9.6.b*"),
        (_YES, "9.6.2"),
    )


RULES = rules_of(Edition)
"""The rows, in the order of the table."""


def _edition(name: str) -> Edition:
    # Any: what a row gives its field was checked where the row is written.
    column: dict[str, Any] = {row.name: row.clauses[name].value for row in RULES}
    return Edition(name=name, **column)


EDITIONS: dict[str, Edition] = {written.name: _edition(written.name) for written in WRITTEN}
