"""The contacts under the pieces and in the clock, and the power of the board that reads them.

A contact follows its piece, with the faults of the game: it flutters, follows late, or is dead
for a while. What is closed when the power comes is what the board finds.
"""

from random import Random

from chess import BB_SQUARES, Bitboard, Square

from tests.simulation.board import WHITE_BUTTON, Board
from tests.simulation.faults import Faults, Struck
from tests.simulation.timeline import MS, Timeline

FLUTTERS = 3
"""A contact that bounces is lost at most so often after it was first made."""
BUTTON_BOUNCE_US = 8 * MS
"""A worn button; the firmware is made for 10 ms (firmware/clock_lever.py)."""


class Contacts:
    """Sixty-four squares and two buttons, on a board that is on or off."""

    def __init__(
        self, board: Board, timeline: Timeline, chance: Random, faults: Faults, struck: Struck
    ) -> None:
        self.faults = faults
        self.pieces: Bitboard = 0
        """Where pieces stand..."""
        self.closed: Bitboard = 0
        """... and which contacts are closed."""
        self.opened_us: dict[Square, int] = {}
        """When each contact that has opened did so last."""
        self.dead: Square | None = None
        self.on_since_us: int | None = None
        """When the power came; None while the board is off."""
        self._board = board
        self._timeline = timeline
        self._chance = chance
        self._struck = struck
        self._names = Random(chance.random())

    # -------------------------------------------------------------- power
    def power_up(self) -> None:
        """The board boots, and finds the contacts as they are."""
        assert self.on_since_us is None
        self.on_since_us = self._timeline.now_us
        self._board.boot(self._names.randbytes(4), self.closed, self.faults.ring)

    def power_down(self) -> None:
        """The board is off."""
        if self.on_since_us is not None:
            self._board.cut()
        self.on_since_us = None

    # -------------------------------------------------------------- hands
    def stand(self, occupied: Bitboard) -> None:
        """Pieces stand here before anything begins."""
        self.pieces = self.closed = occupied

    def touch(self, square: Square, *, placed: bool, unseen: bool = False) -> None:
        """A piece is lifted or placed; `unseen`: nothing of it reaches the contact."""
        bit = BB_SQUARES[square]
        self.pieces = self.pieces | bit if placed else self.pieces & ~bit
        if square == self.dead:
            self._struck.note("dead")
        if unseen:
            return
        if self._chance.random() < self.faults.late:
            self._struck.note("late")
            self._timeline.after(self._chance.choice((30, 100, 400, 3_000)), self.follow)
        else:
            self._follow(square)

    def follow(self) -> None:
        """Every contact that can goes where its piece is."""
        for square in range(64):
            self._follow(square)

    def _follow(self, square: Square) -> None:
        bit = BB_SQUARES[square]
        if square == self.dead or not (self.pieces ^ self.closed) & bit:
            return
        self.closed ^= bit
        if not self.closed & bit:
            self.opened_us[square] = self._timeline.now_us
        flutter_us = self.faults.bounce_ms * MS
        self._change(square, bool(self.closed & bit), flutter_us)

    def press(self, white: bool) -> None:
        """A clock button goes down, and up again."""
        line = WHITE_BUTTON if white else WHITE_BUTTON + 1
        bounce_us = BUTTON_BOUNCE_US if self.faults.bounce_ms else 0
        held_ms = self._chance.randint(60, 200)
        self._change(line, True, bounce_us)
        self._change(line, False, bounce_us, after_us=held_ms * MS)

    def _change(self, line: int, closed: bool, flutter_us: int, after_us: int = 0) -> None:
        """A contact changes, now or later, and flutters for a while."""
        if self.on_since_us is None:
            return
        at_us = self._timeline.now_us - self.on_since_us + after_us
        self._board.change(at_us, line, closed)
        if flutter_us:
            moments = sorted(
                self._chance.randint(1, flutter_us)
                for _ in range(2 * self._chance.randint(0, FLUTTERS))
            )
            for number, moment in enumerate(moments):
                self._board.change(at_us + moment, line, closed ^ (number % 2 == 0))
