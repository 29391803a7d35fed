"""The games that follow from the lines of a board, each with the lines that are its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from touchmove.arbiter.position import Position
from touchmove.daemon import checkpoint
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Checkpoint
from touchmove.daemon.history import Heeded
from touchmove.daemon.recalling import Gathering
from touchmove.errors import StoreError
from touchmove.events import Event
from touchmove.game.table import Table
from touchmove.shell.store import Archived, Entry, Kind, Line, Store
from touchmove.view.bulletin import pgn


@dataclass(frozen=True, slots=True)
class Found:
    """A game, and where it stands in the log."""

    board: str
    first: Line
    """The `game` line, or the line with which a game began that nobody had to agree on."""
    last: Line
    table: Table
    """As the game was left, or as it is."""
    agreed: Agreement
    begun: Table
    """As it was first on the table."""
    events: tuple[Event, ...]
    """What happened since then."""
    closed: bool = False
    """It changes no more: the next game has something to tell."""

    def archived(self) -> Archived:
        """As a row of the derived table."""
        outcome = self.table.outcome
        return Archived(
            board=self.board,
            first_id=self.first.id,
            last_id=self.last.id,
            tags=self.table.tags,
            result="*" if outcome is None else outcome.result,
            termination=None if outcome is None else outcome.termination,
            plies=self.table.plies,
            pgn=pgn(self.table),
        )


@dataclass(slots=True)
class _Fold:
    """What has been found so far; games are told apart by the position object they began with."""

    gathered: Gathering = field(default_factory=Gathering)
    before: Line | None = None
    """The line before the one that is taken; None at first, and if that cannot be believed."""
    begins: Line | None = None
    """The `game` line of a game that is not on the table yet."""
    found: list[Found] = field(default_factory=list)
    """The last one is on the table, if any game is."""
    happened: list[list[Event]] = field(default_factory=list)
    """The events of each of those."""
    opened: list[tuple[Event, ...]] = field(default_factory=list)
    """What happened in the line with which each of them began, up to its beginning."""
    closed: list[Position] = field(default_factory=list)
    """Where the games began that change no more."""

    def take(self, line: Line | StoreError) -> None:
        """One more line of the board, or why it cannot be read."""
        heeded = self.gathered.take(line)
        if heeded is None or isinstance(line, StoreError):
            self.before = self.begins = None
            return
        self.closed += [_origin(table) for table in heeded.closed]
        for table in (*heeded.closed, *heeded.history.finished):
            self._update(table)
        if _begins_game(line.entry):
            self.begins = line
        if heeded.history.table is not None:
            self._lay_out(line, heeded.history.table, heeded)
        self.before = line

    def _lay_out(self, line: Line, table: Table, heeded: Heeded) -> None:
        if self._update(table, line):
            self._call_back(table)
            self.happened[-1] += heeded.own
            if self.begins is line and self.before and self.found[-1].first is self.before:
                # The word `new` stands before the `game` line of its game.
                self.found[-1] = replace(self.found[-1], first=line)
                self.begins = None
            return
        assert heeded.history.agreement is not None, "a game is agreed before it begins"
        self.found.append(
            Found(
                board=line.entry.board,
                first=self.begins or line,
                last=line,
                table=table,
                agreed=heeded.history.agreement,
                begun=heeded.first or table,
                events=(),
            )
        )
        self.happened.append(list(heeded.own))
        self.opened.append(heeded.events[: len(heeded.events) - len(heeded.own)])
        self.begins = None

    def _call_back(self, table: Table) -> None:
        """A game that was called back makes nothing of the one that had followed it; what happened
        there, happened in the one that goes on."""
        while _origin(self.found[-1].table) is not _origin(table):
            self.found.pop()
            happened = self.happened.pop()
            self.happened[-1] += (*self.opened.pop(), *happened)

    def _update(self, table: Table, line: Line | None = None) -> bool:
        """Let a game be as this table, if it is known; whether it is."""
        for place, game in enumerate(self.found):
            if _origin(game.table) is _origin(table):
                own = line is not None and line is not self.begins
                last = line if line is not None and own else game.last
                self.found[place] = replace(game, table=table, last=last)
                return True
        return False

    def games(self) -> list[Found]:
        """Those with something to tell, and the one on the table."""
        known = self.gathered
        kept = [_origin(table) for table in (*known.games, *known.history.finished)]
        if self.found and (known.history.table is not None or not known.faults):
            kept.append(_origin(self.found[-1].table))
        return [
            replace(game, events=tuple(events), closed=_is_among(game, self.closed))
            for game, events in zip(self.found, self.happened, strict=True)
            if _is_among(game, kept)
        ]


def _is_among(game: Found, origins: list[Position]) -> bool:
    return any(_origin(game.table) is each for each in origins)


def _begins_game(entry: Entry) -> bool:
    return entry.kind is Kind.GAME and isinstance(checkpoint.read(entry.line), Checkpoint)


def _origin(table: Table) -> Position:
    """The position in which a game began, however often the arbiter has set another one since."""
    return table.earlier[0].start if table.earlier else table.start


def found_in(lines: Iterable[Line]) -> list[Found]:
    """The games of these lines of one board, in order; the first line says how a game began.

    Raises `StoreError` for a line that no touchmove has written.
    """
    fold = _Fold()
    for line in lines:
        fold.take(line)
        for fault in fold.gathered.faults:
            raise fault
    return fold.games()


def known_in(lines: Iterable[Line | StoreError]) -> tuple[list[Found], list[StoreError]]:
    """The games of these lines as far as they can be known, and why not all of them can
    (`recalling.Gathering`)."""
    fold = _Fold()
    for line in lines:
        fold.take(line)
    return fold.games(), fold.gathered.faults


def games_of(store: Store, board: str) -> Iterator[Found]:
    """All games of a board, recomputed from its lines."""
    yield from found_in(store.lines(board))
