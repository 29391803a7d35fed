"""What the hands do to make one move, mishaps included: acts at moments of a turn.

The plain strokes are those of `touchmove.hands`. What people do beside them is added here, so that
it stays what it is when the model of hands changes: a piece that rests on its way, a neighbour that
is brushed or knocked over, a press that comes too early or never, a reply that does not wait.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import chess

from tests.simulation.checks import Checks
from tests.simulation.contacts import Contacts
from tests.simulation.faults import NONE, Faults, Struck
from tests.simulation.timeline import Timeline
from touchmove.events import ClockPressed, Lifted, Placed, PromotionNamed
from touchmove.hands import HANDLINGS, play
from touchmove.hands.handling import Span
from touchmove.hands.orders import squares_of

Act = tuple[float, Callable[[], None]]
"""At how many milliseconds of a turn, and what."""
Strokes = list[Lifted | Placed]

QUICK: dict[str, Any] = {"think": Span(200, 1500), "first_think": Span(200, 1500), "adjust": 0.0}
"""Nothing is learned from long thinking, and what is announced may come late over a bad cable."""
EARLY_MS = 250
"""An early press comes so long before the piece lands at most: within `Rules.press_grace_ms`."""
OVERLAP_MS = 400
"""A reply begins so long before the last stroke of the move at most."""


@dataclass
class Gestures:
    """Whose hands they are: two players with the same manners."""

    moves: tuple[chess.Move, ...]
    boards: list[chess.Board]
    """Positions by the number of moves that have been played."""
    contacts: Contacts
    checks: Checks
    timeline: Timeline
    faults: Faults
    chance: Random
    struck: Struck
    say: Callable[[str], None]
    """Takes words that are said at the board."""
    _in_vain: int = -1
    """The ply whose press finds the other clock running, because that was not pressed."""

    @property
    def clocked(self) -> bool:
        """Whether a clock is used."""
        return self.faults.profile != "unclocked"

    def calm(self) -> None:
        """From now on nobody makes a mistake."""
        self.faults = replace(NONE, profile=self.faults.profile)

    def move(self, ply: int, busy: chess.Bitboard = 0) -> list[Act]:
        """Everything that is done for one move, from the moment that the turn begins.

        `busy` are squares that another hand has business with.
        """
        board, move = self.boards[ply], self.moves[ply]
        manner = replace(HANDLINGS[self.faults.handling], **QUICK)
        if busy:
            manner = replace(manner, brush=0.0)
        seed = self.chance.getrandbits(32)
        events = list(play(board, [move], manner, seed, pressing=self.clocked))
        strokes = [event for event in events if isinstance(event, Lifted | Placed)]
        swept = (
            board.is_capture(move) and not board.is_en_passant(move) and self.happens("swept", ply)
        )
        early = self.clocked and self.happens("early", ply)
        acts = [] if early else self._rest(ply, strokes)
        for event in events:
            match event:
                case Lifted(at, square) | Placed(at, square):
                    placed = isinstance(event, Placed)
                    unseen = swept and square == move.to_square
                    acts.append((at, self._touching(square, placed=placed, unseen=unseen)))
                case PromotionNamed(at, piece):
                    acts.append((at, self._saying(f"promote {chess.piece_symbol(piece)}")))
                case ClockPressed(at, color):
                    acts += self._press(ply, at, strokes, color, early=early)
        acts.append((max(at for at, _ in acts), lambda: self._look_for_arrivals(ply)))
        if board.is_capture(move) and not board.is_en_passant(move):
            acts += self._looked_at(ply, move.to_square, strokes)
        return acts + self._mishaps(ply, strokes, busy)

    def _looked_at(self, ply: int, square: chess.Square, strokes: Strokes) -> list[Act]:
        """Whether the sensor of `square` saw the victim leave: it was swept off, or the contact was
        late or dead, if it has not opened before the piece that takes stands there."""
        began: list[int] = []

        def look() -> None:
            if self.contacts.opened_us.get(square, -1) < began[0]:
                self.checks.swept.add(ply)

        here = [stroke.at for stroke in strokes if stroke.square == square]
        return [(strokes[0].at, lambda: began.append(self.timeline.now_us)), (here[-1], look)]

    def _look_for_arrivals(self, ply: int) -> None:
        """Whether the sensors see what the move has brought to its squares, now that it is made: a
        contact may be late or dead."""
        stand = squares_of(self.boards[ply], self.moves[ply]) & self.contacts.pieces
        if stand & ~self.contacts.closed:
            self.checks.unseen.add(ply)

    def two(self, ply: int) -> list[Act]:
        """A move and the reply to it, which does not wait for the press.

        Nobody reaches for a square that the other hand is busy with.
        """
        first, second = (squares_of(self.boards[n], self.moves[n]) for n in (ply, ply + 1))
        acts, reply = self.move(ply, second), self.move(ply + 1, first)
        # The last act is the press, or what is put back after it.
        ends, begins = max(at for at, _ in acts), min(at for at, _ in reply)
        overlap = -self.chance.randint(20, 100) if first & second else self._overlap()
        return acts + [(max(at + ends - begins - overlap, 0.0), act) for at, act in reply]

    def _overlap(self) -> int:
        return self.chance.randint(0, OVERLAP_MS)

    # -------------------------------------------------------------- the clock
    def _press(
        self, ply: int, at: float, strokes: Strokes, color: chess.Color, *, early: bool
    ) -> list[Act]:
        if self._in_vain != ply and self.happens("unpressed", ply):
            self._in_vain = ply + 1
            return []
        if early:
            # The piece is in the air already: one that stands has been released by the press.
            lifted = max(stroke.at for stroke in strokes if isinstance(stroke, Lifted))
            landed = max(strokes[-1].at, lifted)
            at = max(lifted, landed - self.chance.randint(1, EARLY_MS))
        return [(at, lambda: self.pressing(ply, color))]

    def pressing(self, ply: int, color: chess.Color) -> None:
        """The clock is pressed after a ply."""
        self.contacts.press(color)
        if self.contacts.on_since_us is None:
            self.checks.interrupted(ply)  # it may be played again, and pressed then
        elif self._in_vain != ply:
            self.checks.press(ply, self.timeline.now_us)

    # -------------------------------------------------------------- mishaps
    def happens(self, fault: str, ply: int) -> bool:
        """Whether a fault strikes now."""
        if self.chance.random() >= getattr(self.faults, fault):
            return False
        self.struck.note(fault, ply)
        return True

    def _mishaps(self, ply: int, strokes: Strokes, busy: chess.Bitboard) -> list[Act]:
        """What else the hands touch."""
        board, move = self.boards[ply], self.moves[ply]
        business = squares_of(board, move) | busy
        beside = list(chess.SquareSet(board.occupied & ~business))
        empty = list(chess.SquareSet(~board.occupied & chess.BB_ALL & ~business))
        own = [square for square in beside if board.color_at(square) == board.turn]
        begins, ends = strokes[0].at, strokes[-1].at
        acts: list[Act] = []
        if beside and self.happens("brush", ply):
            at = self.chance.uniform(begins - 100, ends + 100)
            acts += self._off_and_on(self.chance.choice(beside), at, 20, 140)
        if own and self.happens("fumble", ply):
            acts += self._off_and_on(self.chance.choice(own), begins - 700, 200, 500)
        if beside and empty and self.happens("knock", ply):
            at = self.chance.uniform(begins - 100, ends + 100)
            acts += self._knocked(self.chance.choice(beside), self.chance.choice(empty), at)
        return acts

    def _off_and_on(self, square: chess.Square, at: float, least: int, most: int) -> list[Act]:
        off, on = self._touching(square, placed=False), self._touching(square, placed=True)
        return [(at, off), (at + self.chance.randint(least, most), on)]

    def _knocked(self, origin: chess.Square, target: chess.Square, at: float) -> list[Act]:
        back = at + self.chance.choice((300, 1_000, 3_000))
        return [
            (at, self._touching(origin, placed=False)),
            (at + 60, self._touching(target, placed=True)),
            (back, self._touching(target, placed=False)),
            (back + 300, self._touching(origin, placed=True)),
        ]

    def _rest(self, ply: int, strokes: Strokes) -> list[Act]:
        """The piece stands on a square of its path for a while."""
        board, move = self.boards[ply], self.moves[ply]
        path = chess.between(move.from_square, move.to_square) & ~board.occupied
        touched = {stroke.square for stroke in strokes}
        free = [square for square in chess.SquareSet(path) if square not in touched]
        if not free or board.is_castling(move) or not self.happens("rest", ply):
            return []
        lifts = (s.at for s in strokes if s.square == move.from_square and isinstance(s, Lifted))
        lifted = next(lifts)
        lands = (s.at for s in strokes if s.square == move.to_square and isinstance(s, Placed))
        landed = next(at for at in lands if at > lifted)
        stay = min(self.chance.randint(150, 900), landed - lifted - 20)
        if stay < 20:
            return []
        square = self.chance.choice(free)
        on, off = self._touching(square, placed=True), self._touching(square, placed=False)
        return [(lifted + 10, on), (lifted + 10 + stay, off)]

    # -------------------------------------------------------------- acts
    def _touching(
        self, square: chess.Square, *, placed: bool, unseen: bool = False
    ) -> Callable[[], None]:
        return lambda: self.contacts.touch(square, placed=placed, unseen=unseen)

    def _saying(self, word: str) -> Callable[[], None]:
        return lambda: self.say(word)
