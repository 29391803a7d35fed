"""Which press of the clock belongs to which move of a story, and what that takes for granted."""

from chess import BB_SQUARES, Bitboard, Color

from touchmove.arbiter.episodes import Act, Episode, Pressed
from touchmove.arbiter.prices import (
    EARLY_MS,
    HOLDING,
    IN_VAIN,
    NEVER_PRESSED,
    PRESSED_EARLY,
    PRESSED_LATE,
    SWEPT_EARLY,
    WITHOUT_MOVE,
)
from touchmove.arbiter.trace import Edge
from touchmove.units import Millis


def of_presses(
    episodes: tuple[Episode, ...],
    acts: tuple[Act, ...],
    running: Color | None,
    until: Millis | None = None,
) -> tuple[tuple[int | None, ...], int]:
    """Which act pressed the clock for each move, and what that takes for granted.

    `running`: whose time was running before the first act. `until`: the story goes on after that
    moment, so a press shortly before it may still find its move.
    """
    presses: list[int | None] = [None] * len(episodes)
    price, made = 0, 0
    forgotten: set[int] = set()
    for number, act in enumerate(acts):
        if made < len(episodes) and episodes[made].ends == number:
            made += 1
            before = made - 2
            if before >= 0 and presses[before] is None:
                forgotten |= {before} if running == episodes[before].position.turn else set()
        if not isinstance(act, Pressed):
            continue
        mine = [n for n, c in enumerate(episodes) if c.position.turn == act.color]
        pressed = max((n for n in mine if presses[n] is not None), default=-1)
        stands = [n for n in mine if pressed < n < made]
        lands = [n for n in mine if n >= made and episodes[n].at - act.at <= EARLY_MS]
        if running is not None and act.color != running:
            price += 0 if stands else IN_VAIN
            continue
        if stands:
            presses[stands[-1]] = number
            if stands[-1] in forgotten:
                price += PRESSED_LATE + HOLDING * _holds(
                    act.color, episodes[made - 1], acts, number
                )
            forgotten.discard(stands[-1])
        elif lands:
            presses[lands[0]] = number
            price += SWEPT_EARLY if episodes[lands[0]].swept else PRESSED_EARLY
        elif running is not None and (until is None or until - act.at > EARLY_MS):
            price += WITHOUT_MOVE
        running = not act.color
    return tuple(presses), price + NEVER_PRESSED * len(forgotten)


def _holds(color: Color, last: Episode, acts: tuple[Act, ...], number: int) -> bool:
    """Whether a piece of `color` is in the air at act `number`."""
    own = last.position.pieces(color) & ~last.footprint.swapped
    air: Bitboard = last.held
    for act in acts[last.ends + 1 : number]:
        if isinstance(act, Edge):
            bit = BB_SQUARES[act.square]
            air = air & ~bit if act.filled else air | bit
    return bool(air & own)
