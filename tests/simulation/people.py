"""The people at the board while things go wrong: two players, and an arbiter who has the page.

They play the moves of the game, one gesture after the other. Now and then they look at the lamps,
and put the board right as the lamps ask; the arbiter reads what he is told, and says which move it
was where a wrong one is on the record. Then, when the faults have stopped, `patience` takes over.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

import chess

from tests.simulation.gestures import Act, Gestures
from tests.simulation.host import Host
from tests.simulation.timeline import MS, Timeline
from touchmove.game.table import Table
from touchmove.lamp import Lamp, Pattern
from touchmove.units import Millis

Pieces = dict[chess.Square, chess.Piece]
Pauses = Generator[float, None, None]
"""What people do, one after the other; yields how many milliseconds pass before they go on."""

TURNS_MAX = 20
"""Whoever has to go back more often than this, and twice for each move, is spared more faults."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the lamps ask for."""

    lift: tuple[chess.Square, ...]
    place: tuple[chess.Square, ...]
    ask: tuple[chess.Square, ...]

    def __bool__(self) -> bool:
        return bool(self.lift or self.place or self.ask)

    def __str__(self) -> str:
        names = {"lift": self.lift, "place": self.place, "answer": self.ask}
        return ", ".join(
            f"{what} {' '.join(map(chess.square_name, squares))}"
            for what, squares in names.items()
            if squares
        )


class People:
    """Two players and an arbiter."""

    def __init__(
        self,
        gestures: Gestures,
        stops_at: int,
        *,
        host: Host,
        timeline: Timeline,
        lamps: Callable[[], Pattern],
        accident: Callable[[], None],
    ) -> None:
        """Faults stop after `stops_at` plies. `accident` may befall the world in any turn."""
        self.gestures = gestures
        self.ply = 0
        """How many moves have been played on the board."""
        self.pieces: Pieces = gestures.boards[0].piece_map()
        """What stands there."""
        self.resets = 0
        """How often the arbiter had to set the pieces up as the page shows them."""
        self.replaced = 0
        """How often he had to say which move it was."""
        self.corrected = 0
        """How often he had to go back behind a wrong move that others had followed."""
        self.host = host
        self._stops_at = stops_at
        self._timeline = timeline
        self._lamps = lamps
        self._accident = accident
        self._chance = gestures.chance

    def play(self) -> Pauses:
        """Everything that they do until the faults stop."""
        yield 1_500
        for _ in range(TURNS_MAX + 2 * self._stops_at):
            if self.ply >= self._stops_at:
                return
            self._accident()
            yield from self._turn()
            yield self._chance.randint(50, 900)
            if self._is_past_mending():
                return
            self._arbitrate()
            if self.asked() and self._chance.random() >= self.gestures.faults.heedless:
                yield from self.obey()

    def _turn(self) -> Pauses:
        meant = self.gestures.boards[self.ply].piece_map()
        if self.pieces != meant:  # the page is not their game: they know where they were
            yield from self.put_right(meant)
        if self.ply + 1 < self._stops_at and self.gestures.happens("two_hands", self.ply):
            yield from self.carry_out(self.gestures.two(self.ply))
            self.settle(self.ply + 2)
        else:
            yield from self.make(self.ply)

    def make(self, ply: int) -> Pauses:
        """Make a move on the board."""
        yield from self.carry_out(self.gestures.move(ply))
        self.settle(ply + 1)

    def carry_out(self, acts: list[Act]) -> Pauses:
        """Do these things, each when it is due."""
        passed = 0.0
        for at, act in sorted(acts, key=lambda each: each[0]):
            if at > passed:
                yield at - passed
                passed = at
            act()

    def settle(self, ply: int) -> None:
        """So many moves are on the board now."""
        self.ply = self.gestures.struck.ply = ply
        self.pieces = self.gestures.boards[ply].piece_map()
        assert self.gestures.contacts.pieces == self.gestures.boards[ply].occupied

    # -------------------------------------------------------------- words
    def say(self, word: str) -> None:
        """A word is typed as soon as the host has heard what came before it."""
        self._wait_to_say(word, Millis(self._timeline.now_us // MS))

    def _wait_to_say(self, word: str, said_at: Millis) -> None:
        session = self.host.session
        caught_up = session is not None and session.table is not None
        if session is None or not caught_up or session.history.now < said_at:
            self._timeline.after(100, lambda: self._wait_to_say(word, said_at))
        else:
            session.say(word)

    def _arbitrate(self) -> None:
        """The arbiter looks at what he was told, and says which move it was."""
        table, checks = self.host.table, self.gestures.checks
        wrong = None if table is None else checks.first_wrong(table)
        if table is None or wrong is None or not checks.is_told(table, wrong):
            return
        if wrong < len(checks.moves):
            self.mend(table, wrong)

    def _is_past_mending(self) -> bool:
        """Whether the record has gone on after a wrong move of which nobody was told."""
        table, checks = self.host.table, self.gestures.checks
        wrong = None if table is None else checks.first_wrong(table)
        if table is None or wrong is None or wrong + 1 == len(table.moves):
            return False
        return not checks.is_told(table, wrong)

    def mend(self, table: Table, ply: int) -> None:
        """The arbiter says which move was played, or which piece a pawn has become.

        Where others have followed a wrong move, the game is played again from before it. A piece
        can be named as long as no other pawn has been promoted on the board, which would be meant.
        """
        meant = self.gestures.moves[ply] if ply < len(self.gestures.moves) else None
        recorded, later = table.moves[ply].move, table.moves[ply + 1 :]
        played = self.gestures.moves[ply + 1 : self.ply]
        same = meant is not None and replace(recorded, promotion=meant.promotion) == meant
        since = (*played, *(entry.move for entry in later))
        renamed = same and not any(move.promotion for move in since)
        if meant and meant.promotion and renamed:
            self.replaced += 1
            self.say(f"promote {chess.piece_symbol(meant.promotion)}")
        elif meant and not later:
            self.replaced += 1
            self.say(f"replace {meant.uci()}")
        else:
            self.corrected += 1
            self.ply = self.gestures.struck.ply = ply
            self.say(f"correct {self.gestures.boards[ply].fen()}")

    # -------------------------------------------------------------- what the lamps ask
    def asked(self) -> Asked:
        """What the lamps show now."""
        pattern = self._lamps()

        def lit(meaning: Lamp) -> tuple[chess.Square, ...]:
            return tuple(square for square, lamp in enumerate(pattern) if lamp is meaning)

        return Asked(lit(Lamp.LIFT), lit(Lamp.PLACE), lit(Lamp.ASK))

    def obey(self) -> Pauses:
        """Put the board right, or answer what is in question.

        The lamps say that something stands wrongly and where; which piece belongs there people
        know, and where two have changed places no lamp can say it.
        """
        asked = self.asked()
        if asked.lift or asked.place:
            yield from self.put_right(self._page(), asked.place)
        elif asked.ask:
            yield from self._answer()
        yield 700
        self.recount()

    def put_right(self, wanted: Pieces, nudged: tuple[chess.Square, ...] = ()) -> Pauses:
        """Every piece goes where it belongs; one that is there and not seen is straightened."""
        wrong = [square for square, piece in self.pieces.items() if wanted.get(square) != piece]
        wrong += [square for square in nudged if square in self.pieces and square not in wrong]
        for square in wrong:
            del self.pieces[square]
            self.gestures.contacts.touch(square, placed=False)
            yield self._chance.randint(200, 600)
        for square, piece in wanted.items():
            if square not in self.pieces:
                self.pieces[square] = piece
                self.gestures.contacts.touch(square, placed=True)
                yield self._chance.randint(200, 600)

    def _answer(self) -> Pauses:
        """Lift the piece that has just moved, and put it back."""
        table, moves = self.host.table, self.gestures.moves
        if table is None or len(table.moves) >= len(moves):
            return
        square = moves[len(table.moves)].to_square
        if square in self.pieces:
            self.gestures.contacts.touch(square, placed=False)
            yield 400
            self.gestures.contacts.touch(square, placed=True)

    def _page(self) -> Pieces:
        """The position that the live page shows."""
        table = self.host.table
        if table is None:
            return self.gestures.boards[self.ply].piece_map()
        going_back = any(table.restore) and table.pending is None
        return (table.position if going_back else table.shown).board().piece_map()

    def recount(self) -> None:
        """See how many moves are on the board, now that pieces have been put right.

        Of a position that the game has more than once, the page says which one it is.
        """
        boards, table = self.gestures.boards, self.host.table
        known = self.ply if table is None else len(table.moves)
        for ply in (self.ply, known, known + 1, *range(len(boards) - 1, -1, -1)):
            if ply < len(boards) and boards[ply].piece_map() == self.pieces:
                self.ply = self.gestures.struck.ply = ply
                return
