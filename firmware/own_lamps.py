"""What the lamps show while no host is heard: the set-up that is waited for, a clock that rests, or
nothing.

The host has said which squares are to be filled, so nothing here knows a position: a piece too many
is to be lifted, a missing one placed, and where all is right the squares that say so are marked.
While something is wrong a few squares mark White's side. A clock that waits because the power was
lost is told by four corners that blink. In all other cases they go dark: what a host showed last
was true of a board on which hands have moved on since, and a way back that is over leads astray. A
host that is heard again shows its lamps within a second.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from keeper import Keeper
    from lamps import Lamps
    from reporter import Reporter

LIFT = 0x31
PLACE = 0x32
ASK = 0x33
MARK = 0x34
DARK = b"0" * 64
"""Digits of a lamp frame."""

CORNERS = (0, 7, 56, 63)

NOBODY = -1
"""In place of what the lamps were made of: the host rules them."""


class OwnLamps:
    """Watches board and keeper, and shows what follows."""

    def __init__(self, lamps: "Lamps", reporter: "Reporter", keeper: "Keeper") -> None:
        self._lamps = lamps
        self._reporter = reporter
        self._keeper = keeper
        self._newest = NOBODY
        self._changes = NOBODY

    def period(self, now: int) -> None:
        """Show what has changed. Allocates nothing while nothing has."""
        reporter, keeper = self._reporter, self._keeper
        if reporter.is_heard(now):
            self._newest = NOBODY
            return
        if reporter.newest == self._newest and keeper.changes == self._changes:
            return
        self._newest, self._changes = reporter.newest, keeper.changes
        pattern = self._pattern()
        self._lamps.show(DARK if pattern is None else bytes(pattern))

    def _pattern(self) -> "bytearray | None":
        """The digits, or None where there is nothing to say."""
        keeper = self._keeper
        if keeper.rests:
            pattern = bytearray(DARK)
            for square in CORNERS:
                pattern[square] = ASK
            return pattern
        wanted, side, ready = keeper.setup
        if not any(wanted):
            return None
        return picture(self._reporter.occupied, wanted, side, ready)


def picture(occupied: bytearray, wanted: bytes, side: bytes, ready: bytes) -> bytearray:
    """The lamps of a set-up."""
    pattern = bytearray(DARK)
    marks = ready if occupied == wanted else side
    for square in range(64):
        rank, bit = square >> 3, 1 << (square & 7)
        stands, belongs = occupied[rank] & bit, wanted[rank] & bit
        if stands and not belongs:
            pattern[square] = LIFT
        elif belongs and not stands:
            pattern[square] = PLACE
        elif marks[rank] & bit:
            pattern[square] = MARK
    return pattern
