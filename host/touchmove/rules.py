"""The policies in force at a board, as data: profile, edition of the Laws, time control.

Nothing here is code that decides; whoever needs a number or a permission reads it from `Rules`.
What the Laws say stands in the table of `editions`; what an event may choose stands in `PROFILES`.
A few numbers hang on both: the penalties of an edition are lower in rapid and blitz games.
"""

from dataclasses import dataclass, replace

from touchmove.editions import EDITIONS as EDITIONS
from touchmove.editions import Edition as Edition
from touchmove.lamp import Lamp
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
class Timing:
    """How long is long enough: what hands and pieces take, in the board's time."""

    settle_ms: Millis = SETTLE_MS
    """A piece that has stood this long has been released by the hand (Laws 4.7)."""
    dwell_ms: Millis = Millis(1000)
    """Without a clock, a move that has stood this long is completed."""
    press_grace_ms: Millis = Millis(300)
    """A press this long before the piece lands still is the press of that move."""
    simul_ms: Millis = SIMUL_MS
    """Two lifts closer than this have no known order (Laws 4.3.3)."""
    brush_ms: Millis = BRUSH_MS
    """A piece that was off its square for less than this may only have been brushed."""
    kings_rest_ms: Millis = Millis(1000)
    """Kings that have rested this long in the centre show a result; a hand that passes does not."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What an event expects of its boards."""

    name: str
    dwell_completes: bool
    """No press is needed: `dwell_ms` or the opponent's touch completes a move that stands."""
    fast: bool
    """Rapid or blitz: the penalties for fast games hold (2023:A.3, B.3)."""
    takeback: bool
    """Restoring the position before the last move takes it back."""
    touch_move: bool
    """The arbiter is told when a move breaks Article 4 of the Laws."""
    written: bool
    """The players write the moves down (Laws 8.1); not in rapid and blitz (A.2, B.2)."""
    lamps: frozenset[Lamp]
    """What the lamps may show. In tournaments nothing on the board helps a player: only the way
    back, and squares in question."""
    timing: Timing = Timing()
    """How long is long enough."""


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

    @property
    def timing(self) -> Timing:
        """How long is long enough, as the profile has it."""
        return self.profile.timing

    @property
    def settle_ms(self) -> Millis:
        """A piece that has stood this long has been released by the hand (Laws 4.7)."""
        return self.profile.timing.settle_ms

    @property
    def dwell_ms(self) -> Millis:
        """Without a clock, a move that has stood this long is completed."""
        return self.profile.timing.dwell_ms

    @property
    def press_grace_ms(self) -> Millis:
        """A press this long before the piece lands still is the press of that move."""
        return self.profile.timing.press_grace_ms

    @property
    def illegal_penalty_ms(self) -> Millis:
        """Added to the opponent's clock for an illegal move (2023:7.5.5; in fast games A.3)."""
        edition = self.edition
        return edition.fast_illegal_penalty_ms if self.profile.fast else edition.illegal_penalty_ms

    @property
    def wrong_claim_ms(self) -> Millis:
        """What a wrong claim gives the opponent (2023:9.5.3; in fast games A.3); below zero,
        what it costs the claimant (N90:10.13)."""
        edition = self.edition
        return edition.fast_wrong_claim_ms if self.profile.fast else edition.wrong_claim_ms


WAY_BACK_AND_QUESTIONS = frozenset({Lamp.LIFT, Lamp.PLACE, Lamp.ASK})
"""What puts the board right, and what only the players can answer."""

CLASSICAL = Profile(
    name="classical",
    dwell_completes=False,
    fast=False,
    takeback=False,
    touch_move=True,
    written=True,
    lamps=WAY_BACK_AND_QUESTIONS,
)
"""A tournament game at a clock. Every other profile is said by what differs from it."""

RAPID = replace(CLASSICAL, name="rapid", fast=True, written=False)
"""The same in a hurry; blitz differs from it in nothing that a profile says."""

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        CLASSICAL,
        RAPID,
        replace(RAPID, name="blitz"),
        replace(
            CLASSICAL,
            name="casual",
            dwell_completes=True,
            takeback=True,
            touch_move=False,
            written=False,
            lamps=WAY_BACK_AND_QUESTIONS | {Lamp.MARK},
        ),
        replace(CLASSICAL, name="unclocked", dwell_completes=True),
        replace(
            CLASSICAL,
            name="training",
            written=False,
            lamps=WAY_BACK_AND_QUESTIONS | {Lamp.MARK, Lamp.MUST},
        ),
    )
}
