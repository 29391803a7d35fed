"""The policies in force at a board, as data: profile, edition of the Laws, time control.

Nothing here is code that decides; whoever needs a number or a permission reads it from `Rules`.
"""

from dataclasses import dataclass, replace

from touchmove.time_control import Stage as Stage
from touchmove.time_control import TimeControl as TimeControl
from touchmove.units import Millis

SETTLE_MS = Millis(500)
"""A piece that has stood this long has been released by the hand (Laws 4.7)."""

SIMUL_MS = Millis(50)
"""Two lifts closer than this have no known order; then the own piece counts first (Laws 4.3.3)."""

BRUSH_MS = Millis(150)
"""A piece that was off its square for less than this may have been brushed by a sleeve. A quick
capture can be as short, so a short gap alone proves nothing either way."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What differs between editions of the Laws, as far as it is decided automatically."""

    name: str
    illegal_penalty_ms: Millis
    """Added to the opponent's clock for an illegal move (2023:7.5.5, A.3)."""
    illegal_moves_lose: int | None
    """This many completed illegal moves by a player lose the game; None: the arbiter decides."""
    press_without_move_is_illegal: bool
    """A press with no move made counts as an illegal move (2023:7.5.3)."""
    fivefold: str | None
    """`any`: five occurrences; `consecutive`: by every second move; None: no automatic draw."""
    seventyfive_moves: bool
    """75 moves by each player without a capture or a pawn move are a draw (2023:9.6.2)."""
    dead_by_material: str
    """`any`: no series of moves can mate; `listed`: only the three endings that N90 names."""
    made_is_recorded: bool
    """A move is on the record as soon as it is made (N90:6.1); else the press completes it."""
    resigning_needs_a_mate: bool
    """Resigning against a player who cannot mate draws (2023:5.1.2)."""
    touch_declines: bool
    """Touching a piece declines a draw offer (2023:9.1.2.1); else only words or a completed move
    do (N90:10.7)."""
    draw_needs_both_moved: bool
    """A draw is agreed only when both have moved (2023:5.2.3)."""
    touch_forfeits_claim: bool
    """Touching a piece forfeits the right to claim a draw (2001:9.4); else moving does (N90)."""
    fifty_announced: bool
    """The fiftieth move may be announced in writing (2001:9.3)."""
    wrong_claim_ms: Millis
    """What a wrong claim gives the opponent (2014:9.5); below zero, what it costs the claimant
    (N90:10.13)."""
    both_flags_draw: bool
    """Both flags down in the last period, and nobody knows which fell first: drawn (2014:6.11,
    2023:III.3.1); else play goes on (N90:12.8)."""
    reversed_moves: int | None
    """Colours that were reversed: with fewer moves made by each player than this, a new game is
    played (2023:7.3); None: the game goes on (2001:7.2, 2014:7.3)."""
    reversed_percent: int | None
    """The same with less than this much of the time of the first period used, of both players
    together (N90:8.6)."""
    castling_binds: bool
    """King and rook touched: that castling must be played (2001:4.4(1), 2023:4.4.1); else the king
    is bound, and any move of his will do (N90:5.1(4))."""
    exempt_for_period: bool
    """Who has had less than five minutes need not write for the rest of the period (2023:8.4); else
    only while he has less (N90:11.2)."""
    writing_bonus_ms: Millis | None
    """With so much time added for every move, less than five minutes exempt nobody from writing
    (2023:8.4); None: they always do (N90:11.2)."""
    rapid_below_ms: Millis
    """Less than this for 60 moves is rapid or blitz, where nobody need write (2023:A.1, A.2, B.2);
    0: the edition does not say so."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What an event expects of its boards."""

    name: str
    dwell_completes: bool
    """No press is needed: `Rules.dwell_ms` or the opponent's touch completes a move that stands."""
    lamps_help: bool
    """The lamps may show moves and hints; in tournaments nothing on the board helps a player."""
    takeback: bool
    """Restoring the position before the last move takes it back."""
    touch_move: bool
    """The arbiter is told when a move breaks Article 4 of the Laws."""
    written: bool
    """The players write the moves down (Laws 8.1); not in rapid and blitz (A.2, B.2)."""


ORIENTATIONS = ("white", "black", "auto")
"""How a board may stand (`Rules.orientation`)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that is agreed before the first move."""

    profile: Profile
    edition: Edition
    time_control: TimeControl | None
    """None: both clocks count up from zero and no flag falls."""
    start_running: bool = True
    """The clock of the side to move runs from the first moment; else it waits for a press."""
    orientation: str = "white"
    """How the board stands: `white`, its square a1 is a1; `black`, it is turned by 180 degrees;
    `auto`, that is found out from the first moves."""
    chess960: bool = False
    """Castling by the rules of Chess960, from whatever files king and rooks stand on."""
    polarity: bool = False
    """The sensors tell white from black pieces; else only whether one stands on the square."""
    settle_ms: Millis = SETTLE_MS
    """A piece that has stood this long has been released by the hand."""
    dwell_ms: Millis = Millis(1000)
    """Without a clock, a move that has stood this long is completed."""
    press_grace_ms: Millis = Millis(300)
    """A press this long before the piece lands still is the press of that move."""


def _profile(name: str, *, dwell: bool, lamps: bool, takeback: bool) -> Profile:
    return Profile(
        name=name,
        dwell_completes=dwell,
        lamps_help=lamps,
        takeback=takeback,
        touch_move=name != "casual",
        written=name in ("classical", "unclocked"),
    )


PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        _profile("classical", dwell=False, lamps=False, takeback=False),
        _profile("rapid", dwell=False, lamps=False, takeback=False),
        _profile("blitz", dwell=False, lamps=False, takeback=False),
        _profile("casual", dwell=True, lamps=True, takeback=True),
        _profile("unclocked", dwell=True, lamps=False, takeback=False),
        _profile("training", dwell=False, lamps=True, takeback=False),
    )
}

_2023 = Edition(
    name="2023",
    illegal_penalty_ms=Millis(120_000),
    illegal_moves_lose=2,
    press_without_move_is_illegal=True,
    fivefold="any",
    seventyfive_moves=True,
    dead_by_material="any",
    made_is_recorded=False,
    resigning_needs_a_mate=True,
    touch_declines=True,
    draw_needs_both_moved=True,
    touch_forfeits_claim=True,
    fifty_announced=True,
    wrong_claim_ms=Millis(120_000),
    both_flags_draw=True,
    reversed_moves=10,
    reversed_percent=None,
    castling_binds=True,
    exempt_for_period=True,
    writing_bonus_ms=Millis(30_000),
    rapid_below_ms=Millis(3_600_000),
)

EDITIONS: dict[str, Edition] = {
    edition.name: edition
    for edition in (
        replace(
            _2023,
            name="N90",
            illegal_penalty_ms=Millis(0),
            illegal_moves_lose=None,
            press_without_move_is_illegal=False,
            fivefold=None,
            seventyfive_moves=False,
            dead_by_material="listed",
            made_is_recorded=True,
            resigning_needs_a_mate=False,
            touch_declines=False,
            draw_needs_both_moved=False,
            touch_forfeits_claim=False,
            fifty_announced=False,
            wrong_claim_ms=Millis(-300_000),
            both_flags_draw=False,
            reversed_moves=None,
            reversed_percent=25,
            castling_binds=False,
            exempt_for_period=False,
            writing_bonus_ms=None,
            rapid_below_ms=Millis(0),
        ),
        replace(
            _2023,
            name="2001",
            both_flags_draw=False,
            reversed_moves=None,
            illegal_moves_lose=3,
            press_without_move_is_illegal=False,
            fivefold=None,
            seventyfive_moves=False,
            resigning_needs_a_mate=False,
            draw_needs_both_moved=False,
            wrong_claim_ms=Millis(180_000),
        ),
        replace(
            _2023,
            name="2014",
            reversed_moves=None,
            press_without_move_is_illegal=False,
            fivefold="consecutive",
            resigning_needs_a_mate=False,
            draw_needs_both_moved=False,
        ),
        _2023,
        replace(
            _2023,
            name="2023R",
            illegal_penalty_ms=Millis(60_000),
            wrong_claim_ms=Millis(60_000),
        ),
    )
}
"""Articles: N90:16.5, 2001:7.4, 2014:7.5.b, 2023:7.5.5 (penalties); 2014:9.6, 2023:9.6 (draws)."""
