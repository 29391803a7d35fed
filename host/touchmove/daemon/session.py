"""One board's session: nothing happens to the game before its cause is on the disk.

Lines come in from the port, are folded (`history`), logged, and only then is the fold kept and the
board answered. If the log cannot take them, the fold is thrown away: to the board it is as if they
had been lost on the way, and it sends them again. Each outage is said once, and so is its end.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from touchmove.daemon import agreement, history
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.history import Heeded, History
from touchmove.errors import StoreError
from touchmove.events import Tick, Word
from touchmove.game.effects import Effect
from touchmove.game.making import made
from touchmove.game.step import deadline
from touchmove.game.table import Table
from touchmove.script.words import read_word
from touchmove.shell.store import Entry, Kind, Store
from touchmove.units import Millis
from touchmove.view.lamps import lamps_of_board
from touchmove.wire import codec, frame
from touchmove.wire import link as wire
from touchmove.wire.link import Link
from touchmove.wire.messages import Beat, Complaint, Foreign, Heard, Hello, Pong, Refused, Said

log = logging.getLogger("touchmove")

DOWN = "down"
"""The log's word for a loss of the board."""
QUOTED_MAX = 20
"""Lines that the board printed, or that were not understood, and that are shown for each opening
of the port: enough for a traceback; a board that sends garbage does not fill the screen."""

_SHOWN = tuple(name for name in Table._fields if name not in ("now", "said"))
"""Time alone changes no lamp and no view: clocks tick where they are shown. What is remembered of
words shows only when one is taken back."""


class Session:
    """The state of one table, its log and its board. Made once, fed by `daemon.running`."""

    def __init__(
        self, store: Store, *, send: Callable[[bytes], bool], clock: Callable[[], int]
    ) -> None:
        """`send` writes a line to the board if it can; `clock` is Unix time in milliseconds."""
        self.history = History()
        self.on_change: Callable[[tuple[Effect, ...]], None] = lambda effects: None
        """Told of each change of the history, with what became true of the game."""
        self._store = store
        self._send = send
        self._clock = clock
        self._decoder = frame.Decoder()
        self._left_out: Entry | None = None
        """The latest heartbeat that the log does not have; it may be needed to know the time."""
        self._owed: list[Entry] = []
        """Losses that the log could not take; they go into it before anything else."""
        self._storing = True
        self._refused: Foreign | None = None
        self._unanswered = False
        self._quoted = 0

    @property
    def table(self) -> Table | None:
        """The game on the table; None until the board has been seen."""
        return self.history.table

    # -------------------------------------------------------------- beginning
    def recall(self) -> bool:
        """Recompute everything from the log; whether a game was found there."""
        self.history = recalled(self._store)
        self.lost()
        if self.table is not None:
            self._show_lamps(self.table)
        return self.history.agreement is not None

    def agree(self, agreed: Agreement) -> None:
        """A new game begins. Raises `StoreError` if it cannot be logged."""
        agreed.rules()
        self._store.append([_entry(self.history, Kind.GAME, self._clock(), agreed.line())])
        self._keep(Heeded(history.agree(self.history, agreed)))

    # -------------------------------------------------------------- the port
    def opened(self) -> None:
        """The port is open: greet the board."""
        self._decoder = frame.Decoder()
        self._quoted = 0
        self.tend()

    def lost(self) -> None:
        """The port has vanished."""
        self._keep_loss(history.lose(self.history))

    def receive(self, data: bytes) -> None:
        """Bytes from the port, cut anywhere."""
        received_ms = self._clock()
        following = Heeded(self.history)
        entries: list[Entry] = []
        left_out = self._left_out
        for line, heard in codec.receive(self._decoder, data):
            self._quote(heard)
            heeded = history.hear(following.history, heard, received_ms)
            entry = _entry(heeded.history, Kind.REPORT, received_ms, line)
            if _tells(heard, following.history, heeded):
                if isinstance(heard, Hello) and left_out is not None:
                    entries.append(left_out)
                entries.append(entry)
                left_out = None
            elif heeded.events:
                left_out = entry
            following = following.then(heeded)
        if not self._log(entries):
            # As if nothing had come, except that the board is there.
            self.history = replace(self.history, link=replace(self.history.link, silent_ms=0))
            return
        self._left_out = left_out
        self._keep(following)

    def tend(self) -> None:
        """Time passes; call it several times a second."""
        if self._is_due():
            # A ping at once: its answer says that the board's clock has reached the deadline.
            self.history = replace(self.history, link=replace(self.history.link, due_ms=0))
        heeded = history.tend(self.history, self._clock())
        if heeded.events:
            log.warning("the board is silent; waiting for it")
        self._tell_silence(heeded.history.link)
        self._keep_loss(heeded)

    # -------------------------------------------------------------- people
    def say(self, text: str, at: Millis | None = None) -> tuple[Effect, ...]:
        """A person says a word of the touch script, like `resign W`; what became true by it.

        `at` is its moment of the board's clock, by default the latest that is known. A word that
        could not be carried out is answered by `WordRefused`. Raises ValueError where it is no word
        or nobody is there to play, and `StoreError` where it cannot be logged.
        """
        moment = self.history.now if at is None else Millis(max(at, self.history.now))
        event = read_word(text, moment)
        if not isinstance(event, Word):
            raise ValueError(f"{text!r} was not taken: the cable says whether the board is heard")
        if self.table is None:
            raise ValueError(f"{text!r} was not taken: there is no game before a board is heard")
        line = f"{moment} {text.strip()}"
        if not self._log([_entry(self.history, Kind.WORD, self._clock(), line)]):
            raise StoreError(
                f"{text!r} was not taken, because the log cannot keep it; say it again"
            )
        heeded = history.happen(self.history, event)
        self._keep(heeded)
        return heeded.effects

    # -------------------------------------------------------------- the fold, kept
    def _keep(self, heeded: Heeded) -> None:
        self._tell_link(self.history.link, heeded.history.link)
        before, self.history = self.history.table, heeded.history
        for reply in heeded.replies:
            self._send(reply)
        table = self.history.table
        if table is None or not (heeded.effects or _differ(before, table)):
            return
        self._show_lamps(table)
        self.on_change(heeded.effects)

    def _tell_link(self, before: Link, after: Link) -> None:
        if before.lost and not after.lost:
            log.warning("the board is heard again")
        board = after.board
        if board is not None and (before.board is None or before.board.board != board.board):
            log.info(
                "board %s, firmware %s, %s sensors", board.board, board.firmware, board.sensors
            )
        if after.missed > before.missed:
            log.error(
                "the board had to give up %d reports: nobody listened for too long",
                after.missed - before.missed,
            )

    def _tell_silence(self, link: Link) -> None:
        if self._unanswered or link.silent_ms <= wire.SILENCE_MS:
            return
        if link.board is None and link.foreign is None:
            self._unanswered = True
            log.warning("no board answers on this port; is touchmove's firmware on it?")

    def _show_lamps(self, table: Table) -> None:
        link, replies = wire.show(self.history.link, lamps_of_board(table))
        self.history = replace(self.history, link=link)
        for reply in replies:
            self._send(reply)

    def _is_due(self) -> bool:
        """Whether the board's clock should have reached the table's deadline by now."""
        table, link = self.history.table, self.history.link
        if table is None or link.relation is None or not link.greeted or link.due_ms <= 0:
            return False
        due = deadline(table)
        board_ms = self._clock() - link.relation.offset_ms
        return due is not None and board_ms + link.offset_ms >= due

    def _keep_loss(self, heeded: Heeded) -> None:
        """A loss needs no answer, so it is kept even if the log can have it only later."""
        if heeded.events:
            before = [] if self._left_out is None else [self._left_out]
            loss = _entry(self.history, Kind.LINK, self._clock(), DOWN)
            self._owed = [*self._owed, *before, loss]
            self._left_out = None
            self._log([])
        self._keep(heeded)

    # -------------------------------------------------------------- the log
    def _log(self, entries: list[Entry]) -> bool:
        """Put these on the disk; False, and said once, if it does not take them."""
        if not entries and not self._owed:
            return True
        try:
            self._store.append([*self._owed, *entries])
        except StoreError as error:
            if self._storing:
                log.error("%s; the board keeps what is not logged until then", error)
            self._storing = False
            return False
        self._owed = []
        if not self._storing:
            log.warning("the log is being written again")
        self._storing = True
        return True

    # -------------------------------------------------------------- what is said of the board
    def _quote(self, heard: Heard) -> None:
        match heard:
            case Foreign() if heard != self._refused:
                self._refused = heard
                log.error("%s", heard)
            case Hello(boot=boot, following=following) if self._has_more(boot, following):
                self._quote_line("the board knows fewer reports than it has sent; restart it")
            case Said(text):
                self._quote_line(f"the board printed: {text}")
            case Complaint(reason):
                self._quote_line(f"the board did not understand: {reason}")
            case Refused(reason, line):
                self._quote_line(f"a line was not understood ({reason}): {line}")

    def _has_more(self, boot: str, following: int) -> bool:
        """Whether we have a report that this boot says it has not made."""
        link = self.history.link
        return link.board is not None and link.board.boot == boot and following <= link.have

    def _quote_line(self, words: str) -> None:
        self._quoted += 1
        if self._quoted <= QUOTED_MAX:
            log.info("%s", words)


def recalled(store: Store) -> History:
    """What follows from a log."""
    found = History()
    for entry in store.entries():
        found = _replayed(found, entry)
    return found


def _entry(known: History, kind: Kind, received_ms: int, line: str) -> Entry:
    board = known.link.board
    return Entry(kind, "" if board is None else board.board, received_ms, line)


def _tells(heard: Heard, before: History, heeded: Heeded) -> bool:
    """Whether a line says anything that the log does not know yet."""
    match heard:
        case Hello():
            return True
        case Beat() | Pong():
            return not all(isinstance(event, Tick) for event in heeded.events)
    return heeded.history.link.have != before.link.have


def _differ(before: Table | None, after: Table) -> bool:
    """Whether anything changed that is shown: more than time, or what time alone completes."""
    if before is None or made(before) != made(after):
        return True
    return any(getattr(before, name) is not getattr(after, name) for name in _SHOWN)


def _replayed(so_far: History, entry: Entry) -> History:
    match entry.kind:
        case Kind.TOLD:
            return so_far
        case Kind.GAME:
            return history.agree(so_far, agreement.read(entry.line))
        case Kind.REPORT:
            return history.hear(so_far, codec.read(entry.line), entry.received_ms).history
        case Kind.LINK:
            return history.lose(so_far).history
        case Kind.WORD:
            moment, _, text = entry.line.partition(" ")
            return history.happen(so_far, read_word(text, Millis(int(moment)))).history
