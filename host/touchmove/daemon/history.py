"""The fold from the lines of a log to the state of a table. Pure: live and replayed lines are one.

A game begins when it has been agreed and the board has said where its pieces stand. Before that its
clock would have no zero: the board's own clock may have run for days.

The book of a game is closed when the next one has something to tell: a move or a result. Until then
`new` can be taken back; after it the old game is handed on (`Heeded.closed`) and forgotten here, so
a board that is left on for weeks holds one game. A game is the same whether it is read from its own
first line or from the beginning of the log: its first table is made of what a `Checkpoint` holds.
"""

from dataclasses import dataclass, field

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Armed, Checkpoint
from touchmove.events import BoardSeen, Event, NewGame, Tick
from touchmove.game.effects import Effect, GameStarted
from touchmove.game.making import made
from touchmove.game.passing import is_taken_up
from touchmove.game.setting_up import armed
from touchmove.game.step import deadline, step
from touchmove.game.table import Table, new_table
from touchmove.replacing import replace
from touchmove.units import Millis
from touchmove.wire import link as wire
from touchmove.wire.link import Link
from touchmove.wire.messages import Heard

Replies = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Everything that follows from the lines so far."""

    link: Link = field(default_factory=Link)
    agreement: Agreement | None = None
    """Of the game on the table, or of the one that begins when the board has been seen."""
    table: Table | None = None
    finished: tuple[Table, ...] = ()
    """The games before that one whose book is open, each as it was left, if a move was made or a
    result entered. No two have the same `start`: each begins from a position of its own."""

    @property
    def now(self) -> Millis:
        """The latest moment of the board's clock that is known."""
        at = self.link.now
        return at if self.table is None else max(at, self.table.now)

    @property
    def games(self) -> tuple[Table, ...]:
        """The games whose book is open, in order; the last one may be going on."""
        return self.finished if self.table is None else (*self.finished, self.table)


@dataclass(frozen=True, slots=True)
class Heeded:
    """What a line made of the history."""

    history: History
    events: tuple[Event, ...] = ()
    effects: tuple[Effect, ...] = ()
    replies: Replies = ()
    closed: tuple[Table, ...] = ()
    """Games whose book was closed: they change no more."""
    begun: Armed | None = None
    """How the board stood when a game began in it that nobody had to agree on."""
    first: Table | None = None
    """The table that a game began with in it, before anything happened there."""
    own: tuple[Event, ...] = ()
    """Those of `events` that happened on the table that there is now: where a game began in the
    line, those that came after."""

    def then(self, following: "Heeded") -> "Heeded":
        """Both, one after the other, as one."""
        return Heeded(
            following.history,
            self.events + following.events,
            self.effects + following.effects,
            self.replies + following.replies,
            self.closed + following.closed,
            following.begun or self.begun,
            following.first or self.first,
            following.own if following.first is not None else self.own + following.own,
        )


def begin(checkpoint: Checkpoint) -> History:
    """The history as it is where the log says that a game begins."""
    history = History(link=checkpoint.link)
    if checkpoint.armed is None:
        return agree(history, checkpoint.agreement)
    history = replace(history, agreement=checkpoint.agreement)
    return replace(history, table=_first_table(checkpoint.agreement, checkpoint.armed))


def agree(history: History, agreement: Agreement) -> History:
    """A new game is agreed; the one on the table, if any, is left as it stands."""
    history = replace(_put_away(history), agreement=agreement, table=None)
    if history.link.occupancy is None:
        return history
    shown = history.link.occupancy
    return _lay_out(history, BoardSeen(history.link.now, shown.occupied, shown.white))


def hear(history: History, heard: Heard, received_ms: int) -> Heeded:
    """One line from the board, as `wire.codec` read it."""
    link, events, replies = wire.step(history.link, heard, received_ms)
    return _heed(replace(history, link=link), events, replies)


def tend(history: History, now_ms: int) -> Heeded:
    """Time passes here: the board may have fallen silent, and wants to be spoken to."""
    link, events, replies = wire.tend(history.link, now_ms)
    return _heed(replace(history, link=link), events, replies)


def lose(history: History) -> Heeded:
    """The port has vanished, or the program was away."""
    link, events = wire.lose(history.link)
    return _heed(replace(history, link=link), events, ())


def happen(history: History, event: Event) -> Heeded:
    """One event that did not come over the wire: a word, or time that is known to have passed."""
    return _heed(history, (event,), ())


def _heed(history: History, events: tuple[Event, ...], replies: Replies) -> Heeded:
    if not events:
        return Heeded(history, replies=replies)
    heeded = Heeded(history)
    for event in events:
        heeded = heeded.then(_advance(heeded.history, event))
    return replace(heeded, events=events, replies=replies)


def _advance(history: History, event: Event) -> Heeded:
    """As `game.step.advance`, and put games away that a new one follows."""
    heeded = Heeded(history)
    while (before := heeded.history).table is not None:
        due = deadline(before.table)
        moment = event if due is None or due > event.at else Tick(due)
        stepped = _step(before, before.table, moment)
        heeded = heeded.then(stepped)
        if moment is event and not is_taken_up(event, stepped.effects):
            return heeded if stepped.first is not None else replace(heeded, own=(event,))
    if isinstance(event, BoardSeen) and history.agreement is not None:
        history = _lay_out(history, event)
        return heeded.then(Heeded(history, first=history.table))
    return heeded


def _step(history: History, table: Table, event: Event) -> Heeded:
    table, effects = step(table, event)
    if not any(isinstance(effect, GameStarted) for effect in effects):
        return _close_books(Heeded(_called_back(replace(history, table=table)), effects=effects))
    history, begun = _begin_anew(_put_away(history), table)
    return Heeded(history, effects=effects, begun=begun, first=history.table)


def _begin_anew(history: History, table: Table) -> tuple[History, Armed]:
    """A game that began with no agreement of its own has one from here on, for who reads the log
    from here; all that its table holds besides are the words that may be taken back."""
    assert history.agreement is not None, "a game is agreed before the next one"
    agreed = replace(history.agreement, fen=table.start.fen, tags=table.tags)
    begun = Armed(table.now, table.shown_by_board, table.colors, table.linked)
    first = _first_table(agreed, begun)._replace(said=table.said, since=table.since)
    return replace(history, agreement=agreed, table=first), begun


def _first_table(agreed: Agreement, begun: Armed) -> Table:
    return armed(
        agreed.rules(),
        tags=agreed.tags,
        fen=agreed.fen,
        shown=begun.shown,
        colors=begun.colors,
        linked=begun.linked,
        at=begun.at,
    )


def tells(table: Table) -> bool:
    """Whether there is anything of this game to tell: a move on the record, or a result."""
    return bool(table.plies) or table.outcome is not None or made(table) is not None


def _close_books(heeded: Heeded) -> Heeded:
    """The games before this one change no more, now that it has something to tell."""
    history = heeded.history
    table = history.table
    if table is None or not tells(table):
        return heeded
    news = [place for place, said in enumerate(table.said, 1) if isinstance(said.word, NewGame)]
    if news:
        said = table.said[news[-1] :]
        since = table.since if said else ()
        history = replace(history, table=table._replace(said=said, since=since))
    if not history.finished:
        return replace(heeded, history=history)
    return replace(heeded, history=replace(history, finished=()), closed=history.finished)


def _put_away(history: History) -> History:
    table = history.table
    if table is None or not (table.plies or table.pending or table.sealed or table.outcome):
        return history
    return replace(history, finished=(*history.finished, table))


def _called_back(history: History) -> History:
    """A game that was put away and is on the table again, because `new` was taken back."""
    finished, table = history.finished, history.table
    if not finished or table is None or finished[-1].start is not table.start:
        return history
    return replace(history, finished=finished[:-1])


def _lay_out(history: History, seen: BoardSeen) -> History:
    """The game begins with what the board shows, and with the colours where it tells them."""
    assert history.agreement is not None, "a game is agreed before it begins"
    agreed = history.agreement
    table = new_table(
        agreed.rules(), tags=agreed.tags, fen=agreed.fen, occupied=seen.occupied, at=seen.at
    )
    if seen.white is not None:
        table, _ = step(table, seen)
    return replace(history, table=table._replace(linked=not history.link.lost))
