"""A session with a log of its own: what it proposes is written and kept at once.

For the demonstration, where a program has one board, and for whoever drives a session in time of
his own, as simulations and tests do.
"""

from collections.abc import Callable

from touchmove.daemon import recalling
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.proposing import Proposal
from touchmove.daemon.session import Session, untaken
from touchmove.errors import StoreError
from touchmove.game.effects import Effect
from touchmove.shell.store import Store
from touchmove.units import Millis


class SoloSession(Session):
    """One board and its log."""

    def __init__(
        self, store: Store, board: str, *, send: Callable[[bytes], bool], clock: Callable[[], int]
    ) -> None:
        super().__init__(board, send=send, clock=clock)
        self._store = store

    def recall(self) -> bool:
        """Compute everything again from the log; whether a game was found there."""
        found = recalling.recall(self._store, self.board)
        self.take_over(found)
        self._settle(self.propose_retelling(found.doubts))
        self.lost()
        self.show()
        return self.history.agreement is not None

    def opened(self) -> None:
        """The port is open: greet the board."""
        self.greet()
        self.tend()

    def agree(self, agreed: Agreement) -> None:
        """A new game begins. Raises `StoreError` if it cannot be logged."""
        proposal = self.propose_game(agreed)
        self._store.append(self.entries(proposal))
        self.keep(proposal)

    def lost(self) -> None:
        """The port has vanished."""
        self._settle(self.propose_loss())

    def receive(self, data: bytes) -> None:
        """Bytes from the port, cut anywhere."""
        self._settle(self.propose_data(data))

    def tend(self) -> None:
        """Time passes; call it several times a second."""
        self._settle(self.propose_time())

    def say(self, text: str, at: Millis | None = None) -> tuple[Effect, ...]:
        """A person says a word; what became true by it. Raises as `propose_word` does, and
        `StoreError` where it cannot be logged."""
        proposal = self.propose_word(text, at)
        if not self._settle(proposal):
            raise untaken(text)
        return proposal.heeded.effects

    def _settle(self, proposal: Proposal) -> bool:
        try:
            if entries := self.entries(proposal):
                self._store.append(entries)
        except StoreError as error:
            self.give_up(proposal, error)
            return False
        self.keep(proposal)
        return True
