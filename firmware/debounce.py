"""Lets a square change only when five samples in a row say so, and dates the change to the first.

Sixty-four counters in three planes of bits ("vertical counters"): one byte operation counts a whole
rank, nothing is allocated, and both directions wait equally long. A contact that bounces starts its
counter again at each bounce, so five samples at 1 ms outlast 5 ms of bounce, and a lift of 60 ms in
a quick capture is seen with room to spare.

All changes of one sample are equally old, so one ring of the latest sample times dates them all.
(A list: reading an `array("Q")` allocates.) While a counter runs, an edge may still come that is
dated a few samples back: `horizon` is the time before which none can.
"""

SAMPLES = 5
"""Equal samples that it takes. The bit test in `settle` is for five: binary 101."""


class Debouncer:
    """The settled board and its latest changes."""

    def __init__(self, raw: bytearray, now: int) -> None:
        """Take the first sample as the board that stands: what is there at start-up is no edge."""
        self.stable = bytearray(raw)
        self.lifted = bytearray(8)
        self.placed = bytearray(8)
        self.edge_ms = now
        self.unsettled = False
        self._ones = bytearray(8)
        self._twos = bytearray(8)
        self._fours = bytearray(8)
        self._times = [now] * SAMPLES
        self._newest = 0
        self.horizon = now

    def settle(self, raw: bytearray, now: int) -> bool:
        """Take a sample of 8 bytes; True if squares changed: see `lifted`, `placed`, `edge_ms`."""
        newest = self._newest + 1
        if newest == SAMPLES:
            newest = 0
        self._newest = newest
        self._times[newest] = now
        stable = self.stable
        if raw == stable and not self.unsettled:
            self.horizon = now
            return False
        changed = False
        unsettled = False
        rank = 0
        while rank < 8:
            differs = raw[rank] ^ stable[rank]
            full = self._count(rank, differs)
            self.lifted[rank] = full & stable[rank]
            self.placed[rank] = full & ~stable[rank]
            if full:
                changed = True
                stable[rank] ^= full
            if differs != full:
                unsettled = True
            rank += 1
        self.unsettled = unsettled
        if changed:
            oldest = newest + 1
            self.edge_ms = self._times[0 if oldest == SAMPLES else oldest]
        self._look_back(now)
        return changed

    def _count(self, rank: int, differs: int) -> int:
        """Count one more differing sample for these files, none for the others; who is full."""
        ones, twos, fours = self._ones, self._twos, self._fours
        carry = ones[rank] & differs
        ones[rank] = (ones[rank] ^ differs) & differs
        more = twos[rank] & carry
        twos[rank] = (twos[rank] ^ carry) & differs
        fours[rank] = (fours[rank] ^ more) & differs
        full = ones[rank] & fours[rank]
        if full:
            ones[rank] &= ~full
            fours[rank] &= ~full
        return full

    def _look_back(self, now: int) -> None:
        """The counter that is nearest to five began three samples ago, at the earliest."""
        if not self.unsettled:
            self.horizon = now
            return
        oldest = self._newest + 2
        began = self._times[oldest - SAMPLES if oldest >= SAMPLES else oldest]
        self.horizon = max(self.horizon, began)
