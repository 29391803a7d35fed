"""The fold from the lines of a log to the state of a table. Pure: live and replayed lines are one.

A game begins when it has been agreed and the board has said where its pieces stand. Before that its
clock would have no zero: the board's own clock may have run for days.
"""

from dataclasses import dataclass, field, replace

from touchmove.daemon.agreement import Agreement
from touchmove.events import BoardSeen, Event, Tick
from touchmove.game.effects import Effect, GameStarted
from touchmove.game.step import deadline, step
from touchmove.game.table import Table, new_table
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
    """The games before that one, each as it was left, if a move was made or a result entered. No
    two have the same `start`: each game begins from a position of its own."""

    @property
    def now(self) -> Millis:
        """The latest moment of the board's clock that is known."""
        at = self.link.now
        return at if self.table is None else max(at, self.table.now)

    @property
    def games(self) -> tuple[Table, ...]:
        """All games, in order; the last one may be going on."""
        return self.finished if self.table is None else (*self.finished, self.table)


@dataclass(frozen=True, slots=True)
class Heeded:
    """What a line made of the history."""

    history: History
    events: tuple[Event, ...] = ()
    effects: tuple[Effect, ...] = ()
    replies: Replies = ()

    def then(self, following: "Heeded") -> "Heeded":
        """Both, one after the other, as one."""
        return Heeded(
            following.history,
            self.events + following.events,
            self.effects + following.effects,
            self.replies + following.replies,
        )


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
    effects: tuple[Effect, ...] = ()
    for event in events:
        history, more = _advance(history, event)
        effects += more
    return Heeded(history, events, effects, replies)


def _advance(history: History, event: Event) -> tuple[History, tuple[Effect, ...]]:
    """As `game.step.advance`, and put games away that a new one follows."""
    effects: tuple[Effect, ...] = ()
    while history.table is not None:
        due = deadline(history.table)
        moment = event if due is None or due > event.at else Tick(due)
        table, more = step(history.table, moment)
        if any(isinstance(effect, GameStarted) for effect in more):
            history = _put_away(history)
        history = _called_back(replace(history, table=table))
        effects += more
        if moment is event:
            return history, effects
    if isinstance(event, BoardSeen) and history.agreement is not None:
        history = _lay_out(history, event)
    return history, effects


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
