"""How somebody handles chess pieces, as data: probabilities and spans of time.

`CLEAN` does every move in its plainest way, one order a kind drawn from the seed, and says every
promotion. `HUMAN` slides, hovers, adjusts, brushes and fumbles as people at a board do, but never
breaks the Laws; `LOSSY`, `UNCLOCKED` and `KINGS` are human hands on a bad link, without a clock,
and with kings that show the result. `NOISY` is a human at a poor board: every slide blinks on every
square, contacts chatter longer than a debouncer waits, sleeves brush neighbours. `BLITZ` is as
quick as hands can be, presses too early or not at all, and begins the reply before the opponent
has pressed; `HARD` does so at a poor board, and sweeps pieces off.

The limits come from the Laws as the host reads them (`rules`): a lift under `BRUSH_MS` (150) is no
touch, a piece that stands `SETTLE_MS` (500) has been released, two lifts under `SIMUL_MS` (50)
apart have no order, a press `press_grace_ms` (300) before the landing is the press of that move.
Every span below stays clear of its limit by at least 30 ms, so that scanning and debouncing cannot
carry it across.
"""

from dataclasses import dataclass, field, replace
from random import Random


@dataclass(frozen=True, slots=True)
class Span:
    """A span of time in milliseconds, from shortest to longest, both included."""

    shortest_ms: int
    longest_ms: int

    def draw(self, chance: Random) -> int:
        """One duration out of the span; every millisecond is as likely as the next."""
        return chance.randint(self.shortest_ms, self.longest_ms)

    def quickest(self) -> "Span":
        """Its shortest tenth."""
        tenth = (self.longest_ms - self.shortest_ms) // 10
        return Span(self.shortest_ms, self.shortest_ms + tenth)


@dataclass(frozen=True, slots=True)
class Handling:
    """How one person handles pieces. Probabilities are 0 to 1, one draw a move unless said."""

    name: str
    profile: str = "classical"
    """The policies under which such games are played (`rules.PROFILES`)."""
    time_control: str | None = None
    """Games are played at this pace; None: at the pace of their recorded clock readings."""
    clock: bool = True
    """There is a clock, and it is pressed."""

    think: Span = Span(1500, 9000)
    """From the opponent's press to the first touch, where no clock reading says otherwise."""
    first_think: Span = Span(100, 600)
    """The same before the first move of the game, which everybody knows before he sits down."""
    react: Span = Span(250, 900)
    """The shortest that a player waits after the opponent's press, even in a hurry."""
    carry: Span = Span(200, 700)
    """A piece in the air between two squares."""
    swap: Span = Span(160, 450)
    """Between taking one piece and taking or placing the other in a capture. Longer than a brush:
    a victim that is off for less looks like one that a sleeve has brushed, and where both happen
    in one turn a sensor of one bit cannot tell them apart."""
    step: Span = Span(150, 450)
    """From one piece to the next in castling and promotion. Under 500 ms, so that a king that
    stands in mid-castling is nowhere taken for a completed king's move."""
    pawn_rests: Span = Span(150, 900)
    """How long a pawn stands on the last rank before it is exchanged. Under the second after
    which a board without a clock takes a move for completed."""
    fetch: Span = Span(300, 2500)
    """From taking that pawn off to putting the new piece there."""
    together: Span = Span(0, 30)
    """Between two lifts done with both hands at once; under `SIMUL_MS`."""
    press: Span = Span(120, 700)
    """From the last placement to the press of the clock."""
    closing: Span = Span(1200, 4000)
    """From the last move to the spoken result."""

    victim_first: float = 0.45
    """A capture takes the victim off before the attacker is lifted."""
    both_at_once: float = 0.05
    """A capture, or castling, lifts both pieces within `together`."""
    victim_last: float = 0.4
    """En passant, promotion: the piece to be removed goes last, after the other has landed."""
    two_hands: float = 0.15
    """Castling has king and rook in the air at once."""
    rook_lands_first: float = 0.4
    """In castling with two hands."""
    push_promotion: float = 0.5
    """The pawn is pushed onto the last rank and exchanged there."""

    slide: float = 0.0
    """The piece is dragged across the squares between, instead of carried above them."""
    slide_blinks: float = 0.6
    """One square that a piece is dragged across sees it; drawn for each square."""
    blink: Span = Span(40, 120)
    """How long such a square sees it."""
    slide_gap: Span = Span(20, 80)
    """Between two squares of a slide."""
    hover: float = 0.0
    """The piece touches down on some other square, in the hand, before it lands."""
    hover_stay: Span = Span(60, 250)
    """How long it stays there. Well under 400 ms: a longer rest would be a release (Laws 4.7)."""
    adjust: float = 0.0
    """The player announces that he adjusts, and straightens one or two of his pieces."""
    adjust_stay: Span = Span(200, 900)
    """How long an adjusted piece is off its square."""
    brush: float = 0.0
    """A neighbour of the move is knocked off its sensor for a moment."""
    brush_stay: Span = Span(30, 110)
    """How long: under `BRUSH_MS`, so that it is no touch."""
    chatter: float = 0.0
    """A landing piece makes contact, loses it and makes it again."""
    chatter_stay: Span = Span(20, 40)
    """How long contact is made, and lost."""
    departing_chatter: float = 0.0
    """The same when a piece is lifted."""

    bump: float = 0.0
    """A neighbour of the target square is bumped as the piece lands, off for `brush_stay`."""
    bump_lag: Span = Span(5, 60)
    """Between such a bump and the stroke before it."""
    sweep: float = 0.0
    """A capture pushes its victim off, and the sensor sees no gap; only where no other capture by
    the same piece would look alike."""

    press_early: float = 0.0
    """The clock is pressed while the piece is still in the air."""
    early_by: Span = Span(10, 220)
    """How long before it has landed. Promotions and half-done moves are never pressed early."""
    forget_press: float = 0.0
    """The clock is not pressed, and the opponent answers all the same."""
    press_in_vain: float = 0.5
    """The opponent then presses, though it is not his clock that runs."""
    anticipate: float = 0.0
    """The reply is begun while the opponent's hand is on its way to the clock."""

    lost: float = 0.0
    """One edge of a turn is never reported."""
    mended: Span = Span(100, 400)
    """How long after it the board states what it sees; with the press at the latest."""
    kings_show: float = 0.0
    """A result that is not the board's own is shown with the kings in the centre, not said."""

    name_queen: float = 1.0
    """A promotion to a queen is said. Other pieces are always said, before the press."""
    press_after_end: float = 1.0
    """The clock is pressed after a move that ended the game by itself."""
    resign: float = 0.0
    """A decided game ends by resignation, where the Laws let one lose by it, not by an entry."""
    reading_offset: Span = field(default=Span(250, 250))
    """Milliseconds beyond the whole second of a clock reading at which the press falls.
    Under 500, so that the second is the same however it is rounded."""


def hurried(handling: Handling) -> Handling:
    """The same person short of time: the quickest hand, and nothing on the way but fumbles."""
    spans = ("react", "carry", "swap", "step", "pawn_rests", "fetch", "press")
    quickest = {name: getattr(handling, name).quickest() for name in spans}
    return replace(handling, slide=0.0, hover=0.0, adjust=0.0, **quickest)


CLEAN = Handling(name="clean")

HUMAN = Handling(
    name="human",
    slide=0.15,
    hover=0.06,
    adjust=0.03,
    brush=0.02,
    chatter=0.05,
    name_queen=0.5,
    press_after_end=0.7,
    resign=0.6,
    reading_offset=Span(60, 440),
)

NOISY = Handling(
    name="noisy",
    swap=Span(70, 400),
    slide=0.4,
    slide_blinks=1.0,
    hover=0.12,
    adjust=0.06,
    brush=0.15,
    chatter=0.25,
    chatter_stay=Span(8, 40),
    departing_chatter=0.15,
    name_queen=0.5,
    press_after_end=0.7,
    resign=0.6,
    reading_offset=Span(60, 440),
)

LOSSY = replace(HUMAN, name="lossy", lost=0.15)

BLITZ = replace(
    HUMAN,
    name="blitz",
    profile="blitz",
    time_control="180+2",
    think=Span(0, 1200),
    react=Span(60, 400),
    carry=Span(45, 320),
    swap=Span(45, 250),
    step=Span(45, 250),
    pawn_rests=Span(45, 400),
    fetch=Span(200, 900),
    press=Span(60, 420),
    adjust=0.0,
    hover_stay=Span(45, 200),
    press_early=0.12,
    forget_press=0.03,
    anticipate=0.25,
)

HARD = replace(
    BLITZ,
    name="hard",
    slide=NOISY.slide,
    slide_blinks=NOISY.slide_blinks,
    hover=NOISY.hover,
    brush=NOISY.brush,
    chatter=NOISY.chatter,
    chatter_stay=NOISY.chatter_stay,
    departing_chatter=NOISY.departing_chatter,
    bump=0.1,
    sweep=0.2,
)

UNCLOCKED = replace(HUMAN, name="unclocked", profile="unclocked", clock=False, think=Span(0, 5000))

KINGS = replace(HUMAN, name="kings", kings_show=1.0)

HANDLINGS: dict[str, Handling] = {
    each.name: each for each in (CLEAN, HUMAN, NOISY, LOSSY, BLITZ, HARD, UNCLOCKED, KINGS)
}
"""By the name that `touchmove demo --handling` takes."""
