"""Hands that play game after game on a board of any kind, and write down what they meant."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import cycle
from random import Random
from typing import Protocol

import chess

from tests.accuracy import Played, games
from tests.soak.ledger import Ledger
from touchmove.events import ClockPressed, Event, Lifted, Placed, Word
from touchmove.hands import CLEAN, HUMAN, Handling, play
from touchmove.hands.handling import Span
from touchmove.script.words import word_text
from touchmove.units import Millis

START = chess.Board().occupied
STANDS_S = 4.0
"""The start position has to stand for a while before the next game is armed."""
REST_S = 1.2
"""After an illegal move is put right."""
GAMES = 60
"""Games of the collection that are played, each board from another one on."""

Say = Callable[[str], Awaitable[None]]


class Touched(Protocol):
    """A board that hands can play on."""

    name: str

    @property
    def now(self) -> Millis:
        """The board's time."""

    async def perform(
        self, events: Iterable[Event], *, say: Callable[[Word], Awaitable[None]]
    ) -> None:
        """Hands do this, each at its moment; returns when the last has happened."""

    async def settled(self) -> None:
        """Returns when the host has acknowledged all."""

    async def asked_for(self, square: chess.Square) -> None:
        """Returns when a lamp says that the piece on this square has to go."""


@dataclass(frozen=True)
class Manner:
    """How games are played."""

    handling: Handling
    illegal_every: int | None = None
    """Half-moves after which one is illegal first; None: never."""
    plies_max: int | None = None
    """A result is agreed after so many half-moves; None: games are played to their ends."""


def thinking(handling: Handling, shortest_ms: int, longest_ms: int) -> Handling:
    """Each move is played by itself, so to the hands it is the first one."""
    return replace(handling, first_think=Span(shortest_ms, longest_ms))


RAPID = Manner(thinking(HUMAN, 4_000, 20_000))
"""A half-move in 14 seconds: a dozen games an evening."""
BLITZ = Manner(thinking(replace(HUMAN, adjust=0.0), 100, 900), illegal_every=20)
"""A half-move in two seconds. Nobody adjusts: words come by another way than touches."""
QUICK = Manner(thinking(CLEAN, 0, 200), illegal_every=10)
"""A half-move a second."""


@dataclass
class Spans:
    """What was measured, in milliseconds."""

    ack: list[float] = field(default_factory=list)
    lamps: list[float] = field(default_factory=list)
    """From the press after an illegal move to the lamps."""


class Player:
    """Both players of one board."""

    def __init__(
        self, board: Touched, say: Say, ledger: Ledger, manner: Manner, seed: int, spans: Spans
    ) -> None:
        self._board = board
        self._say = say
        self._ledger = ledger
        self._manner = manner
        self._chance = Random(seed)
        self._spans = spans
        self.stops = False
        """Set it to let the players stop after the move that they are making."""

    async def play(self) -> None:
        """Game after game until `stops`."""
        await asyncio.sleep(self._chance.uniform(0, 10))
        known = list(collection())
        first = self._chance.randrange(len(known))
        for game in cycle(known[first:] + known[:first]):
            position = await self._play(game)
            if self.stops:
                return
            await self._set_up(position)

    async def _play(self, game: Played) -> chess.Board:
        position = chess.Board()
        every = self._manner.illegal_every
        for number, move in enumerate(game.moves[: self._manner.plies_max], 1):
            if self.stops:
                break
            if every is not None and number % every == 0:
                await self._illegal(position)
            seed = self._chance.randrange(1 << 30)
            moment = self._board.now
            handled = play(position, [move], self._manner.handling, seed, starts_at=moment)
            await self._perform(handled)
            self._ledger.move(self._board.name, move)
            position.push(move)
        await self._board.settled()
        over = position.outcome() is not None
        if over or not self.stops:
            if not over:
                await asyncio.sleep(1)
                await self._say(f"result {game.result}")
            self._ledger.end(self._board.name, game.result)
        return position

    async def _perform(self, events: Iterable[Event]) -> None:
        async def say(word: Word) -> None:
            await self._say(word_text(word))

        await self._board.perform(events, say=say)

    async def _illegal(self, position: chess.Board) -> None:
        """The king is put where it cannot go, and goes back when the lamps say so."""
        king = position.king(position.turn)
        assert king is not None
        empty = [s for s in chess.SQUARES if not position.occupied & chess.BB_SQUARES[s]]
        target = max(empty, key=lambda square: chess.square_distance(king, square))
        now = self._board.now
        await self._perform(
            (
                Lifted(Millis(now + 200), king),
                Placed(Millis(now + 400), target),
                ClockPressed(Millis(now + 700), position.turn),
            )
        )
        pressed = time.monotonic()
        await self._board.asked_for(target)
        self._spans.lamps.append((time.monotonic() - pressed) * 1000)
        now = self._board.now
        await self._perform((Lifted(Millis(now + 300), target), Placed(Millis(now + 600), king)))
        await self._board.settled()
        await self._say("ruling dismiss")
        await asyncio.sleep(REST_S)

    async def _set_up(self, position: chess.Board) -> None:
        await asyncio.sleep(1)
        await self._perform(_put_back(position.occupied, self._board.now))
        await self._board.settled()
        await asyncio.sleep(STANDS_S)


def _put_back(occupied: int, at: int) -> Iterator[Event]:
    for square in chess.scan_forward(occupied & ~START):
        at += 60
        yield Lifted(Millis(at), square)
    for square in chess.scan_forward(START & ~occupied):
        at += 60
        yield Placed(Millis(at), square)


def collection() -> tuple[Played, ...]:
    """Games whose result is known, read once."""
    if not _known:
        _known.extend(game for game in games(range(1, GAMES + 1)) if game.result != "*")
    return tuple(_known)


_known: list[Played] = []
