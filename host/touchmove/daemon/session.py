"""One board's session: nothing happens to the game before its cause is on the disk.

Everything that comes is made a `Proposal` (`daemon.proposing`): from the port, from time, from
people. Whoever drives the session writes the proposal's lines to the log, and then tells the
session to `keep` it; or to `give_up`, where the log cannot take them. Nothing more is proposed for
the board meanwhile. `daemon.seat` does so for the boards of a hall, whose lines one writer gathers;
`daemon.solo` for a board that has its log to itself.
"""

import logging
from collections.abc import Callable

from touchmove.daemon import history, proposing, told
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.hearsay import Hearsay
from touchmove.daemon.history import Heeded, History
from touchmove.daemon.measures import Tally
from touchmove.daemon.proposing import Proposal, Scribbler
from touchmove.daemon.recalling import Recalled
from touchmove.errors import StoreError
from touchmove.events import Word
from touchmove.game.effects import Effect
from touchmove.game.step import deadline
from touchmove.game.table import Table
from touchmove.replacing import replace
from touchmove.script.words import read_word
from touchmove.shell.store import Entry, Kind
from touchmove.units import Millis
from touchmove.view.keeping import keeping
from touchmove.view.lamps import lamps_of_board
from touchmove.wire import codec, frame
from touchmove.wire import link as wire
from touchmove.wire.messages import Hello

log = logging.getLogger("touchmove")

KEPT = "the board keeps what is not logged until then"
WRITTEN_AGAIN = "the log is being written again"


class Session:
    """The state of one table and its board."""

    def __init__(
        self, board: str, *, send: Callable[[bytes], bool], clock: Callable[[], int]
    ) -> None:
        """`send` writes a line to the board if it can; `clock` is Unix time in milliseconds."""
        self.history = History()
        self.board = board
        """The id under which the log has its lines."""
        self.send = send
        self.on_change: Callable[[tuple[Effect, ...]], None] = lambda effects: None
        """Told of each change of the history, with what became true of the game."""
        self.skew_ms: Callable[[], int] = lambda: 0
        """What has to be added to `clock` for the calendar as it is now."""
        self.heeds: str | None = None
        """The id of the only board that is heeded; None: whichever is on the port."""
        self.impostor: str | None = None
        """The id of another board that has said hello instead; nothing of it was heeded."""
        self.on_closed: Callable[[Table], None] = lambda table: None
        """Told of each game that changes no more."""
        self._clock = clock
        self._decoder = frame.Decoder()
        self._hearsay = Hearsay(board)
        self.tally = Tally()
        """What is counted, for who measures it."""
        self._left_out: Entry | None = None
        """The latest heartbeat that the log does not have."""
        self._owed: tuple[Entry, ...] = ()
        """Losses that the log could not take; they go into it before anything else."""
        self.on_storing: Callable[[StoreError | None], None] = self._tell_storing
        """Told when the log could not take lines, and why; and with None when it took some."""
        self._storing = True

    @property
    def table(self) -> Table | None:
        """The game on the table; None until the board has been seen."""
        return self.history.table

    # -------------------------------------------------------------- beginning
    def take_over(self, found: Recalled) -> None:
        """Go on from what was computed from the log."""
        self.history = found.history
        for doubt in found.doubts:
            log.error("%s; look at the score sheets", doubt, extra={"board": self.board})
        for table in found.closed:
            self.on_closed(table)

    def show(self) -> None:
        """Let the board show what is true now, when it is heard."""
        if self.table is not None:
            self._show(self.table)

    def propose_retelling(self, doubts: tuple[str, ...]) -> Proposal:
        """What is computed now replaces what was told, as the arbiter has been told."""
        now = told.of(self.table)
        if not doubts or now is None:
            return Proposal(Heeded(self.history))
        entry = self._scribbler.entry(Kind.TOLD, told.line(now, None, recomputed=True))
        return Proposal(Heeded(self.history), (entry,))

    def propose_game(self, agreed: Agreement) -> Proposal:
        """A new game begins. Rejects terms that nobody can keep with an `InputError`."""
        agreed.rules()
        return proposing.begin(self.history, agreed, self._left_out, self._scribbler)

    # -------------------------------------------------------------- the port
    def greet(self) -> None:
        """What was heard of a line before belongs to nothing; the next `propose_time` hails."""
        self._decoder = frame.Decoder()
        self._hearsay.opened()
        self.impostor = None

    def propose_loss(self) -> Proposal:
        """The port has vanished."""
        return self._loss(history.lose(self.history))

    def propose_data(self, data: bytes) -> Proposal:
        """Bytes from the port, cut anywhere."""
        lines = codec.receive(self._decoder, data)
        for index, (_, heard) in enumerate(lines):
            if isinstance(heard, Hello) and self.heeds not in (None, heard.board):
                self.impostor = heard.board
                lines = lines[:index]
                break
            self._hearsay.quote(heard, self.history.link)
            self.tally.hear(heard, self.history.link)
        return proposing.hear(self.history, lines, self._left_out, self._scribbler)

    def propose_time(self) -> Proposal:
        """Time passes; call it several times a second."""
        known = self.history
        if self._is_due():
            # A ping at once: its answer says that the board's clock has reached the deadline.
            known = replace(known, link=replace(known.link, due_ms=0))
        heeded = history.tend(known, self._clock())
        if heeded.events:
            self._hearsay.fell_silent()
        self._hearsay.listened(heeded.history.link)
        return self._loss(heeded)

    # -------------------------------------------------------------- people
    def propose_word(self, text: str, at: Millis | None = None) -> Proposal:
        """A person says a word of the touch script, like `resign W`.

        `at` is its moment of the board's clock, by default the latest that is known. A word that
        could not be carried out is answered by `WordRefused`. Raises ValueError where it is no word
        or nobody is there to play.
        """
        moment = self.history.now if at is None else Millis(max(at, self.history.now))
        event = read_word(text, moment)
        if not isinstance(event, Word):
            raise ValueError(f"{text!r} was not taken: the cable says whether the board is heard")
        if self.table is None:
            raise ValueError(f"{text!r} was not taken: there is no game before a board is heard")
        return proposing.say(self.history, event, text.strip(), self._left_out, self._scribbler)

    # -------------------------------------------------------------- the log has spoken
    def entries(self, proposal: Proposal) -> tuple[Entry, ...]:
        """What the log has to take before the proposal is kept."""
        return () if not proposal.entries else (*self._owed, *proposal.entries)

    def keep(self, proposal: Proposal) -> tuple[Effect, ...]:
        """The log has its lines: it is true now. What became true of the game."""
        if proposal.entries:
            self._owed = ()
            self.on_storing(None)
        self._accept(proposal)
        return proposal.heeded.effects

    def give_up(self, proposal: Proposal, error: StoreError) -> None:
        """The log cannot take its lines, which is said once."""
        self.on_storing(error)
        if proposal.owed:
            self._owed += proposal.entries
            self._accept(proposal)
            return
        # As if nothing had come, except that the board is there.
        self.history = replace(self.history, link=replace(self.history.link, silent_ms=0))

    # -------------------------------------------------------------- the fold, kept
    def _accept(self, proposal: Proposal) -> None:
        heeded = proposal.heeded
        self._left_out = proposal.left_out
        self._hearsay.followed(self.history, heeded.history)
        self.tally.became(heeded.effects)
        before, self.history = self.history.table, heeded.history
        for reply in heeded.replies:
            self.send(reply)
        for closed in heeded.closed:
            self.on_closed(closed)
        table = self.history.table
        if table is None or not (heeded.effects or proposing.differ(before, table)):
            return
        self._show(table)
        self.on_change(heeded.effects)

    def _show(self, table: Table) -> None:
        """What the board shows, and what it keeps for the time without us."""
        link, lamps = wire.show(self.history.link, lamps_of_board(table))
        link, kept = wire.keep(link, keeping(table, Millis(link.offset_ms)))
        self.history = replace(self.history, link=link)
        for reply in (*lamps, *kept):
            self.send(reply)

    def _loss(self, heeded: Heeded) -> Proposal:
        return proposing.lose(heeded, self.history, self._left_out, self._scribbler)

    def _is_due(self) -> bool:
        """Whether the board's clock should have reached the table's deadline by now."""
        table, link = self.history.table, self.history.link
        if table is None or link.relation is None or not link.greeted or link.due_ms <= 0:
            return False
        due = deadline(table)
        board_ms = self._clock() - link.relation.offset_ms
        return due is not None and board_ms + link.offset_ms >= due

    def _tell_storing(self, error: StoreError | None) -> None:
        if error is not None and self._storing:
            log.error("%s; %s", error, KEPT, extra={"board": self.board})
        if error is None and not self._storing:
            log.warning(WRITTEN_AGAIN, extra={"board": self.board})
        self._storing = error is None

    @property
    def _scribbler(self) -> Scribbler:
        return Scribbler(self.board, self._clock(), self.skew_ms())


def untaken(text: str) -> StoreError:
    """What a person is told whose word the log cannot keep."""
    return StoreError(f"{text!r} was not taken, because the log cannot keep it; say it again")
