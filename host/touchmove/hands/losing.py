"""A bad link: an edge that is never reported, and the snapshot that mends it.

The board numbers its reports, so the host sees that one is missing and asks for what the board
shows; the answer comes a moment later, and with the press at the latest, because a press states the
whole board too.
"""

from collections.abc import Sequence
from random import Random

from chess import BB_SQUARES, WHITE, Board

from touchmove.events import BoardSeen, ClockPressed, Event, Lifted, Placed
from touchmove.hands.handling import Handling
from touchmove.units import Millis


def lose(
    position: Board, events: Sequence[Event], handling: Handling, chance: Random
) -> tuple[tuple[Event, ...], Lifted | Placed]:
    """The events of one turn that began from `position`, in order of time, without one edge; and
    that edge."""
    edges = [
        (index, event) for index, event in enumerate(events) if isinstance(event, Lifted | Placed)
    ]
    lost, edge = chance.choice(edges)
    mended_at = int(edge.at) + handling.mended.draw(chance)
    until = lost + 1
    while until < len(events) and events[until].at <= mended_at:
        if isinstance(events[until], ClockPressed):
            mended_at = events[until].at
            break
        until += 1
    mends = _seen(position, events[:until], Millis(mended_at))
    return (*events[:lost], *events[lost + 1 : until], mends, *events[until:]), edge


def _seen(position: Board, events: Sequence[Event], at: Millis) -> BoardSeen:
    """What the board states after these events, seen or not."""
    occupied, white = int(position.occupied), int(position.occupied_co[WHITE])
    for event in events:
        if isinstance(event, Lifted):
            occupied &= ~BB_SQUARES[event.square]
            white &= ~BB_SQUARES[event.square]
        elif isinstance(event, Placed):
            occupied |= BB_SQUARES[event.square]
            white |= BB_SQUARES[event.square] if event.color else 0
    return BoardSeen(at, occupied, white)
