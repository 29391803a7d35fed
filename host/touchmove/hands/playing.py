"""A whole game as the board and the people at it make it happen: events, from a seed.

`play` walks through the moves of a game. For each it draws an order of touches, builds the strokes,
decides when the hand goes out so that the press of the clock falls where the clock readings want
it, and yields lifts, places, words and presses in order of time. Nobody touches anything before
the opponent has pressed. After the last move the result is said, unless the position ended the
game by itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from chess import BLACK, QUEEN, WHITE, Board, Color, Move

from touchmove.events import (
    AdjustAnnounced,
    ClockPressed,
    Event,
    Lifted,
    Placed,
    PromotionNamed,
    Resigned,
    ResultEntered,
)
from touchmove.game.clock import Side, new_clock
from touchmove.hands.handling import Handling, hurried
from touchmove.hands.orders import draw_order
from touchmove.hands.pace import HURRY_MS, aim, turn_length
from touchmove.hands.strokes import Strokes, adjusting, duration, strokes_of
from touchmove.rules import TimeControl
from touchmove.units import Millis

GAME_START = Millis(0)
"""The moment at which the first clock starts, unless the caller says otherwise."""
_ANNOUNCE_MS = 300
"""Between saying that one adjusts and the first piece adjusted; between the last and the move."""
_WINNERS: dict[str, Color] = {"1-0": WHITE, "0-1": BLACK}


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the hands are going to do in one turn, before it is known when."""

    adjusts: Strokes
    strokes: Strokes
    names: int | None
    """The promotion piece that is said after the last stroke."""
    press_after_ms: int | None
    """From the last stroke to the press; None: the clock is not pressed."""

    @property
    def length_ms(self) -> int:
        adjusting_ms = 2 * _ANNOUNCE_MS + duration(self.adjusts) if self.adjusts else 0
        return adjusting_ms + duration(self.strokes) + (self.press_after_ms or 0)


def play(
    board: Board,
    moves: Iterable[Move],
    handling: Handling,
    seed: int,
    *,
    clocks: Sequence[float | None] | None = None,
    time_control: TimeControl | None = None,
    pressing: bool = True,
    result: str | None = None,
    starts_at: Millis = GAME_START,
) -> Iterator[Event]:
    """The events of a game played by hand, `at` never decreasing; the same for the same seed.

    `board` is the position at the start and is not changed; `moves` are legal from there, in
    order. `clocks` are the readings in seconds after each move, None where there is none; they
    need a `time_control`. The clock of the side to move runs from `starts_at`. Without `pressing`
    there is no clock: moves are completed by standing, and by the opponent's touch. `result` is
    what the game ended with, None or `*` if nobody said anything.
    """
    chance = Random(seed)
    position = board.copy()
    clock = new_clock(time_control if pressing else None, starts_at).run(board.turn, starts_at)
    at = int(starts_at)
    upcoming = list(moves)
    for ply, move in enumerate(upcoming):
        assert position.is_legal(move)
        mover = position.turn
        last = ply == len(upcoming) - 1
        reading = clocks[ply] if clocks is not None and ply < len(clocks) else None
        half = None if clock.counts_up else clock.side(mover)
        aimed = aim(half, reading, handling, chance)
        hurry = aimed is not None and aimed < HURRY_MS
        manner = hurried(handling) if hurry else handling
        if ply == 0:
            manner = replace(manner, think=manner.first_think)
        turn = _plan(position, move, manner, chance, pressing=pressing, last=last)
        needed = manner.react.draw(chance) + turn.length_ms
        length = turn_length(half, aimed, needed, manner, chance)
        yield from _carry_out(turn, at, length, mover, chance)
        at += length
        clock = clock.at(Millis(at)).completed(mover).run(not mover, Millis(at))
        position.push(move)
    half = None if clock.counts_up else clock.side(position.turn)
    yield from _close(position, result, at, half, handling, chance)


def _plan(
    position: Board, move: Move, handling: Handling, chance: Random, *, pressing: bool, last: bool
) -> _Turn:
    adjusts = chance.random() < handling.adjust
    order = draw_order(position, move, handling, chance)
    ended = last and _ends_game(position, move)
    presses = pressing and not (ended and chance.random() >= handling.press_after_end)
    return _Turn(
        adjusts=adjusting(position, handling, chance) if adjusts else (),
        strokes=strokes_of(position, move, order, handling, chance),
        names=_named(move, handling, chance, always=ended),
        press_after_ms=handling.press.draw(chance) if presses else None,
    )


def _named(move: Move, handling: Handling, chance: Random, *, always: bool) -> int | None:
    """The promotion piece that is said: a queen only sometimes, if the game does not hang on it."""
    if move.promotion != QUEEN:
        return move.promotion
    return QUEEN if always or chance.random() < handling.name_queen else None


def _ends_game(position: Board, move: Move) -> bool:
    position.push(move)
    ends = position.outcome() is not None
    position.pop()
    return ends


def _carry_out(
    turn: _Turn, begins_at: int, length: int, mover: Color, chance: Random
) -> Iterator[Event]:
    """The events of one turn, which lasts exactly `length` milliseconds."""
    spare = length - turn.length_ms
    at = begins_at + spare
    if turn.adjusts:
        # The player adjusts at some moment of thinking; the hand goes out at the end of it.
        at = begins_at + chance.randint(min(200, spare), spare)
        yield AdjustAnnounced(Millis(at))
        at += _ANNOUNCE_MS
        yield from _edges(turn.adjusts, at)
    strokes_end = begins_at + length - (turn.press_after_ms or 0)
    yield from _edges(turn.strokes, strokes_end - duration(turn.strokes))
    if turn.names is not None:
        yield PromotionNamed(Millis(strokes_end), turn.names)
    if turn.press_after_ms is not None:
        yield ClockPressed(Millis(begins_at + length), mover)


def _edges(strokes: Strokes, at: int) -> Iterator[Lifted | Placed]:
    for stroke in strokes:
        at += stroke.after_ms
        edge = Lifted if stroke.lifts else Placed
        yield edge(Millis(at), stroke.square)


def _close(
    position: Board,
    result: str | None,
    at: int,
    half: Side | None,
    handling: Handling,
    chance: Random,
) -> Iterator[Event]:
    """The spoken end of the game, before the flag of the side to move could fall."""
    if result is None or result == "*" or position.outcome() is not None:
        return
    pause = handling.closing.draw(chance)
    if half is not None:
        pause = min(pause, max(half.left_ms // 2, 1))
    winner = _WINNERS.get(result)
    resigns = winner is not None and chance.random() < handling.resign
    # Laws 5.1.2: who resigns against an opponent that cannot mate does not lose.
    if winner is not None and resigns and not position.has_insufficient_material(winner):
        yield Resigned(Millis(at + pause), not winner)
    else:
        yield ResultEntered(Millis(at + pause), result)
