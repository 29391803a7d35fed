"""How a game ends that did not end by itself on the board: a word, or the kings in the centre.

Players at boards that can see it put both kings on the four squares in the middle: on e4 and d5
White has won, on d4 and e5 Black has, on one light and one dark square it is a draw. They do so
where these squares are free; where others stand on them they say the result.
"""

from collections.abc import Iterator
from random import Random

from chess import BLACK, D4, D5, E4, E5, KING, WHITE, Board, Color, Square

from touchmove.events import Event, Lifted, Placed, Resigned, ResultEntered
from touchmove.game.clock import Side
from touchmove.hands.handling import Handling
from touchmove.units import Millis

_WINNERS: dict[str, Color] = {"1-0": WHITE, "0-1": BLACK}
_SHOWN: dict[str, tuple[tuple[Square, Square], ...]] = {
    "1-0": ((E4, D5),),
    "0-1": ((D4, E5),),
    "1/2-1/2": ((E4, D4), (E4, E5), (D5, D4), (D5, E5)),
}
KINGS_MS = 5_000
"""Nobody whose flag falls sooner carries kings about: they must rest there for a second."""


def close(
    position: Board,
    result: str | None,
    at: int,
    half: Side | None,
    handling: Handling,
    chance: Random,
) -> Iterator[Event]:
    """The end of the game after `at`, before the flag of the side to move could fall."""
    if result is None or result == "*" or position.outcome() is not None:
        return
    pause = handling.closing.draw(chance)
    in_time = half is None or half.left_ms > pause + KINGS_MS
    squares = _free_squares(position, result) if handling.kings_show and in_time else ()
    if squares and chance.random() < handling.kings_show:
        yield from _show(position, chance.choice(squares), at + pause, handling, chance)
        return
    if half is not None:
        pause = min(pause, max(half.left_ms // 2, 1))
    winner = _WINNERS.get(result)
    resigns = winner is not None and chance.random() < handling.resign
    # Laws 5.1.2: who resigns against an opponent that cannot mate does not lose.
    if winner is not None and resigns and not position.has_insufficient_material(winner):
        yield Resigned(Millis(at + pause), not winner)
    else:
        yield ResultEntered(Millis(at + pause), result)


def _free_squares(position: Board, result: str) -> tuple[tuple[Square, Square], ...]:
    """Where the kings may stand to show the result: nothing else stands there."""
    return tuple(
        pair
        for pair in _SHOWN.get(result, ())
        if all(position.piece_type_at(square) in (None, KING) for square in pair)
    )


def _show(
    position: Board,
    pair: tuple[Square, Square],
    at: int,
    handling: Handling,
    chance: Random,
) -> Iterator[Event]:
    """One king after the other is put on a square of the pair; one that stands there stays."""
    colors = chance.sample((WHITE, BLACK), 2)
    homes = {color: position.king(color) for color in colors}
    free = [square for square in chance.sample(pair, 2) if square not in homes.values()]
    for color in colors:
        home = homes[color]
        if home is None or home in pair:
            continue
        yield Lifted(Millis(at), home)
        at += handling.carry.draw(chance)
        yield Placed(Millis(at), free.pop(), color)
        at += handling.step.draw(chance)
