"""A board's seat in the hall: its session, and the port on which it is heard, if any.

Everything that happens at a board happens one after the other, and waits while the log takes the
lines of what came before. Other boards do not wait: each has a seat of its own.
"""

import asyncio
import time
from collections.abc import Callable

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.proposing import Proposal
from touchmove.daemon.recalling import Recalled
from touchmove.daemon.session import Session, untaken
from touchmove.errors import StoreError
from touchmove.game.effects import Effect
from touchmove.shell.scribe import Scribe

UNHEARD: Callable[[bytes], bool] = lambda line: False  # noqa: E731
"""Where lines go while a board has no port."""


class Seat:
    """One board of the hall."""

    def __init__(self, session: Session, scribe: Scribe) -> None:
        self.session = session
        session.heeds = session.board
        self.path: str | None = None
        """The port on which the board is heard now."""
        self.on_closed: Callable[[], object] = lambda: None
        """Told when a game of this board changes no more."""
        self._scribe = scribe
        self._turn = asyncio.Lock()

    @property
    def board(self) -> str:
        """The board's id."""
        return self.session.board

    # -------------------------------------------------------------- the port
    async def attach(self, path: str, send: Callable[[bytes], bool]) -> None:
        """The board is heard on this port: greet it."""
        self.path = path
        self.session.send = send
        self.session.greet()
        await self.tend()

    async def detach(self) -> None:
        """The port has vanished, or another board is on it now."""
        self.path = None
        self.session.send = UNHEARD
        await self._happen(self.session.propose_loss)

    async def receive(self, data: bytes) -> None:
        """Bytes from the port; returns when what they say is on the disk, or cannot be kept."""
        await self._happen(lambda: self.session.propose_data(data))

    async def tend(self) -> None:
        """Time passes; call it several times a second."""
        await self._happen(self.session.propose_time)

    # -------------------------------------------------------------- people
    async def say(self, text: str) -> tuple[Effect, ...]:
        """A person says a word. Raises ValueError and `StoreError` as `Session.say` does."""
        proposal, kept = await self._settle(lambda: self.session.propose_word(text))
        if not kept:
            raise untaken(text)
        return proposal.heeded.effects

    async def agree(self, agreed: Agreement) -> None:
        """A new game begins. Raises `InputError`, and `StoreError` if it cannot be logged."""
        _, kept = await self._settle(lambda: self.session.propose_game(agreed))
        if not kept:
            raise StoreError("the game has not begun, because the log cannot keep it")

    async def take_over(self, recalled: Recalled) -> None:
        """Go on from what the log says, before anything else happens here."""
        self.session.take_over(recalled)
        await self._happen(lambda: self.session.propose_retelling(recalled.doubts))
        await self._happen(self.session.propose_loss)
        self.session.show()

    # -------------------------------------------------------------- the log first
    async def _happen(self, propose: Callable[[], Proposal]) -> None:
        """What the world does happens whether or not it can be kept now."""
        await self._settle(propose)

    async def _settle(self, propose: Callable[[], Proposal]) -> tuple[Proposal, bool]:
        async with self._turn:
            tally = self.session.tally
            began = time.monotonic()
            proposal = propose()
            if proposal.heeded.events:
                tally.recogniser.add(time.monotonic() - began)
            try:
                if entries := self.session.entries(proposal):
                    with tally.log_lag.timed():
                        await self._scribe.write(entries)
            except StoreError as error:
                self.session.give_up(proposal, error)
                return proposal, False
            self.session.keep(proposal)
            if proposal.heeded.closed:
                self.on_closed()
            return proposal, True
