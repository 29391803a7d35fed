"""What one report of the board means: the touch, and first the board if it is not as we thought."""

from chess import BB_SQUARES

from touchmove import events
from touchmove.events import Event
from touchmove.units import Millis
from touchmove.wire.messages import Lift, Occupancy, Overflow, Place, Press, Release, Report


def meaning(
    known: Occupancy | None, report: Report, at: Millis, *, restate: bool
) -> tuple[Event, ...]:
    """The events of a report, in order; `known` is the board after everything before it.

    `restate` asks for a `BoardSeen` even where nothing is new: the board was lost and is found.
    """
    after = report.after
    match report:
        case Overflow():
            return (_seen(at, after),)
        case Press():
            press = events.ClockPressed(at, report.color)
            return (*mended(known, after, at, restate=restate), press)
        case Release():
            return mended(known, after, at, restate=restate)
        case Lift() | Place():
            return _edge(known, report, at, restate=restate)


def mended(
    known: Occupancy | None, stated: Occupancy, at: Millis, *, restate: bool
) -> tuple[Event, ...]:
    """A `BoardSeen` if the stated board is not the known one."""
    return (_seen(at, stated),) if restate or stated != known else ()


def _edge(
    known: Occupancy | None, report: Lift | Place, at: Millis, *, restate: bool
) -> tuple[Event, ...]:
    after = report.after
    bit = BB_SQUARES[report.square]
    lifted = isinstance(report, Lift)
    if bool(after.occupied & bit) == lifted:
        return (_seen(at, after),)  # It contradicts itself: believe the board, not the edge.
    first = mended(known, _before(known, report, bit), at, restate=restate)
    if lifted:
        return (*first, events.Lifted(at, report.square))
    color = None if after.white is None else bool(after.white & bit)
    return (*first, events.Placed(at, report.square, color))


def _before(known: Occupancy | None, report: Lift | Place, bit: int) -> Occupancy:
    """The board before an edge. A lifted piece has a color only if we saw it stand."""
    after = report.after
    if after.white is None:
        return Occupancy(after.occupied ^ bit)
    if isinstance(report, Place):
        return Occupancy(after.occupied ^ bit, after.white & ~bit)
    stood = known.white if known is not None and known.white is not None else 0
    return Occupancy(after.occupied ^ bit, after.white | (stood & bit))


def _seen(at: Millis, occupancy: Occupancy) -> events.BoardSeen:
    return events.BoardSeen(at, occupancy.occupied, occupancy.white)
