"""A whole game as the board and the people at it make it happen: events, from a seed.

`perform` walks through the moves of a game. For each it plans a turn, decides when the hand goes
out so that the press of the clock falls where the clock readings want it, and lays lifts, places,
words and presses in order of time. It also keeps the time of both players, because a clock whose
press was forgotten runs on, and no hand may let a flag fall. After the last move the result is
said or shown, unless the position ended the game by itself. `play` is the same without what the
hands know of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from chess import BB_SQUARES, Bitboard, Board, Color, Move

from touchmove.events import BoardSeen, Event, Lifted, Placed
from touchmove.game.clock import ChessClock, Side, new_clock
from touchmove.hands.closing import close
from touchmove.hands.handling import Handling, hurried
from touchmove.hands.losing import lose
from touchmove.hands.pace import HURRY_MS, aim, turn_length
from touchmove.hands.turns import Done, Plan, Press, begin_before, carry_out, draw_press, plan
from touchmove.rules import TimeControl
from touchmove.units import Millis

GAME_START = Millis(0)
"""The moment at which the first clock starts, unless the caller says otherwise."""
TIME_TO_FORGET_MS = 30_000
"""Nobody forgets the clock with less time than this: the flag must not fall for it."""


@dataclass(frozen=True, slots=True)
class Performance:
    """A game played by hand: what the board and the people at it told, and what the hands did."""

    events: tuple[Event, ...]
    turns: tuple[Done, ...]
    """One for each move."""
    kings: bool
    """The result was shown by the kings instead of being said."""


@dataclass(slots=True)
class _Clock:
    """The clock as the hands know it."""

    clock: ChessClock
    running: Color
    forgotten: bool = False
    """The side whose time runs has made a move and not pressed."""

    def half(self, at: int) -> Side | None:
        """What the side whose time runs has left at this moment; None without a time control."""
        return None if self.clock.counts_up else self.clock.at(Millis(at)).side(self.running)

    def press(self, at: int) -> None:
        """The side whose time runs presses."""
        clock = self.clock.at(Millis(at)).completed(self.running)
        self.running, self.forgotten = not self.running, False
        self.clock = clock.run(self.running, Millis(at))


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
    colors: bool = False,
) -> Iterator[Event]:
    """The events of a game played by hand, `at` never decreasing; the same for the same seed.

    `board` is the position at the start and is not changed; `moves` are legal from there, in
    order. `clocks` are the readings in seconds after each move, None where there is none; they
    need a `time_control`. The clock of the side to move runs from `starts_at`. Without `pressing`
    there is no clock: moves are completed by standing, and by the opponent's touch. `result` is
    what the game ended with, None or `*` if nobody said anything. `colors`: the sensors tell whose
    piece has landed.
    """
    performance = perform(
        board,
        moves,
        handling,
        seed,
        clocks=clocks,
        time_control=time_control,
        pressing=pressing,
        result=result,
        starts_at=starts_at,
        colors=colors,
    )
    yield from performance.events


def perform(
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
    colors: bool = False,
) -> Performance:
    """What `play` plays, together with what the hands know of it."""
    if not pressing:
        handling = replace(handling, clock=False)
    chance = Random(seed)
    position = board.copy()
    begun = new_clock(time_control if handling.clock else None, starts_at)
    clock = _Clock(begun.run(position.turn, starts_at), position.turn)
    upcoming = list(moves)
    readings = [*(clocks or ()), *(None for _ in upcoming)]
    told: list[Event] = []
    turns: list[Done] = []
    for move, reading in zip(upcoming, readings, strict=False):
        assert position.is_legal(move)
        last = len(turns) == len(upcoming) - 1
        before = turns[-1] if turns else None
        done, events = _turn(
            position, move, handling, chance, clock, before, reading=reading, last=last
        )
        told += events
        turns.append(done)
        position.push(move)
    at = turns[-1].ended_at if turns else starts_at
    ending = tuple(close(position, result, at, clock.half(at), handling, chance))
    told = sorted((*told, *ending), key=lambda event: event.at)
    if not colors:
        noticed = _noticed(told, board.occupied) if handling.sweep else told
        told = [_uncolored(event) for event in noticed]
    return Performance(tuple(told), tuple(turns), any(isinstance(e, Placed) for e in ending))


def _noticed(told: Sequence[Event], occupied: Bitboard) -> Iterator[Event]:
    """What sensors notice that do not tell colours: no piece that pushes another one off."""
    for event in told:
        if isinstance(event, BoardSeen):
            occupied = event.occupied
        elif isinstance(event, Lifted | Placed):
            bit = BB_SQUARES[event.square]
            if isinstance(event, Placed) and occupied & bit:
                continue
            occupied = occupied & ~bit if isinstance(event, Lifted) else occupied | bit
        yield event


def _turn(
    position: Board,
    move: Move,
    handling: Handling,
    chance: Random,
    clock: _Clock,
    before: Done | None,
    *,
    reading: float | None,
    last: bool,
) -> tuple[Done, tuple[Event, ...]]:
    """One turn after the one before it, and its events. The clock is kept up."""
    at = before.ended_at if before is not None else clock.clock.since
    own = clock.running == position.turn
    half = clock.half(at) if own else None
    aimed = aim(half, reading, handling, chance)
    hurry = aimed is not None and aimed < HURRY_MS
    manner = hurried(handling) if hurry else handling
    if before is None:
        manner = replace(manner, think=manner.first_think)
    press = _press(position, manner, chance, clock, half, last=last)
    planned = plan(position, move, manner, chance, press=press, last=last)
    begun = None if before is None else begin_before(before, planned, manner, chance)
    if begun is not None:
        planned, begins_at = begun
        length = planned.length_ms
    else:
        begins_at = at
        needed = manner.react.draw(chance) + planned.length_ms
        length = turn_length(half, aimed, needed, manner, chance)
    events = tuple(carry_out(planned, begins_at, length, manner, position.turn, chance))
    done = _done(move, position.turn, planned, begins_at + length, anticipated=begun is not None)
    if done.pressed_at is not None and own:
        clock.press(done.pressed_at)
    elif not handling.clock:
        clock.running = not clock.running
    clock.forgotten |= planned.press is Press.FORGOTTEN
    if handling.lost and chance.random() < handling.lost:
        events, lost = lose(position, events, handling, chance)
        done = replace(done, lost=lost)
    return done, events


def _press(
    position: Board,
    handling: Handling,
    chance: Random,
    clock: _Clock,
    half: Side | None,
    *,
    last: bool,
) -> Press:
    if not handling.clock:
        return Press.NONE
    if clock.forgotten and clock.running == position.turn:
        return Press.AFTER
    in_time = half is None or half.left_ms > TIME_TO_FORGET_MS
    may_forget = in_time and not last
    return draw_press(clock.running, position, handling, chance, may_forget=may_forget)


def _done(move: Move, color: Color, planned: Plan, ended_at: int, *, anticipated: bool) -> Done:
    """What came of a plan that ended at this moment."""
    landed_at = ended_at - max(planned.press_after_ms, 0)
    presses = planned.press not in (Press.NONE, Press.FORGOTTEN)
    pressed_at = Millis(landed_at + planned.press_after_ms) if presses else None
    return Done(move, color, planned, Millis(landed_at), pressed_at, anticipated)


def _uncolored(event: Event) -> Event:
    """The same from a sensor that sees pieces, and not whose."""
    if isinstance(event, Placed):
        return replace(event, color=None)
    return replace(event, white=None) if isinstance(event, BoardSeen) else event
