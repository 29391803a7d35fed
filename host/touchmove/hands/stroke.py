"""One change of one square under the hand, and what a row of them adds up to.

A stroke knows the colour of its piece, because some sensors tell it, and because a test follows
the pieces: whatever lands must have been in a hand. Strokes need not be seen: a victim that is
pushed off by the piece that takes it leaves no gap.
"""

from dataclasses import dataclass

from chess import BB_SQUARES, Bitboard, Color, Square


@dataclass(frozen=True, slots=True)
class Stroke:
    """One square changes under the hand."""

    after_ms: int
    """Since the stroke before it; the first counts from the moment that the hand goes out."""
    lifts: bool
    """From occupied to empty; else from empty to occupied."""
    square: Square
    color: Color
    """Whose piece it is that is lifted or placed."""
    down: bool = False
    """The piece of the move goes down out of the hand, on its square or on one on the way. Before
    that the hand may wait in the air as long as it likes."""
    seen: bool = True
    """The sensor of the square notices."""


Strokes = tuple[Stroke, ...]


def duration(strokes: Strokes) -> int:
    """From the moment the hand goes out to the last stroke, in milliseconds."""
    return sum(stroke.after_ms for stroke in strokes)


def occupied_after(occupied: Bitboard, strokes: Strokes) -> Bitboard:
    """The occupancy when the strokes are done. Each stroke must fit the one before it."""
    for stroke in strokes:
        bit = BB_SQUARES[stroke.square]
        assert bool(occupied & bit) is stroke.lifts
        occupied ^= bit
    return occupied
