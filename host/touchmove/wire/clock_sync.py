"""How the board's clock relates to the host's: the best ping so far, trusted less as it ages.

A ping that left at host time s and whose answer, stamped t by the board, came back at r says that
host - board lay between s - t and r - t. The middle is the estimate and half the round trip the
uncertainty. A better exchange replaces a worse one; so does one that contradicts it, because then
the host's clock has been set. Only for showing and logging: no event depends on it.
"""

from dataclasses import dataclass

DRIFT_PPM = 100
"""Two cheap crystals of 50 ppm each, in opposite directions: how fast an estimate goes stale."""

RESOLUTION_MS = 1
"""Both clocks are read in whole milliseconds."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Host clock minus board clock, as one exchange showed it."""

    offset_ms: int
    uncertainty_ms: int
    measured_ms: int
    """Host time of the exchange."""

    def uncertainty_at(self, host_ms: int) -> int:
        """The uncertainty when the estimate is used at this host time."""
        age = abs(host_ms - self.measured_ms)
        return self.uncertainty_ms + age * DRIFT_PPM // 1_000_000


def refine(
    known: Relation | None, sent_ms: int, received_ms: int, board_ms: int
) -> Relation | None:
    """The relation after one more exchange. An answer from before its ping proves nothing."""
    if received_ms < sent_ms:
        return known
    middle = (sent_ms + received_ms) // 2
    uncertainty = (received_ms - sent_ms + 1) // 2 + RESOLUTION_MS
    fresh = Relation(middle - board_ms, uncertainty, received_ms)
    if known is None:
        return fresh
    stale = known.uncertainty_at(received_ms)
    contradicts = abs(fresh.offset_ms - known.offset_ms) > uncertainty + stale
    return fresh if uncertainty <= stale or contradicts else known
