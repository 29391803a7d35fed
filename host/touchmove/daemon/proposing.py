"""What the log has to hold before something may be true: lines folded, and not yet kept.

Whatever comes to a session is folded into its history first, on the side. The lines that led there
are a `Proposal`: they go into the log, and only then the fold is kept and the board answered. If
the log cannot take them, the fold is thrown away: to the board it is as if its lines had been lost
on the way, and it sends them again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import is_not, itemgetter

from touchmove.daemon import history, told
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.checkpoint import Armed, Checkpoint, Resumed
from touchmove.daemon.history import Heeded, History
from touchmove.events import NewGame, Tick, Word
from touchmove.game.effects import WordUndone
from touchmove.game.making import made
from touchmove.game.table import Table
from touchmove.shell.store import Entry, Kind
from touchmove.wire.link import Link
from touchmove.wire.messages import Beat, Heard, Hello, Kept, Pong

DOWN = "down"
"""The log's word for a loss of the board."""

_shown = itemgetter(
    *(i for i, name in enumerate(Table._fields) if name not in ("now", "said", "since"))
)
"""Time alone changes no lamp and no view: clocks tick where they are shown. What is remembered of
words shows only when one is taken back."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A history that may be kept when the log has these lines."""

    heeded: Heeded
    entries: tuple[Entry, ...] = ()
    left_out: Entry | None = None
    """The latest heartbeat that the log then does not have; it may be needed to know the time."""
    owed: bool = False
    """A loss: it has happened whatever the log says, so its lines are kept and written later."""


@dataclass(frozen=True, slots=True)
class Scribbler:
    """Makes entries of the log for one board."""

    board: str
    at_ms: int
    """Unix time of what is happening, in milliseconds, by a clock that never jumps."""
    skew_ms: int = 0
    """What has to be added for the calendar as it is now."""

    def entry(self, kind: Kind, line: str) -> Entry:
        """One line of the log."""
        return Entry(kind, self.board, self.at_ms, line)

    def news(self, before: Table | None, after: History) -> Iterator[Entry]:
        """What people are told now, if it is new to them."""
        table, link = after.table, after.link
        if not told.is_news(before, table):
            return
        now = told.of(table)
        assert now is not None, "news is told"
        assert table is not None, "news is of a game"
        yield self.entry(
            Kind.TOLD, told.line(now, told.wall(table.now, link, self.at_ms, self.skew_ms))
        )


def hear(
    known: History, lines: tuple[tuple[str, Heard], ...], left_out: Entry | None, by: Scribbler
) -> Proposal:
    """Lines came from the board."""
    following = Heeded(known)
    entries: list[Entry] = []
    logged = known  # as far as the log will have it: what is told is told as of then
    for line, heard in lines:
        before = following.history
        heeded = history.hear(before, heard, by.at_ms)
        entry = by.entry(Kind.REPORT, line)
        if _says_more(heard, before, heeded):
            if left_out is not None and (isinstance(heard, Hello) or heeded.begun is not None):
                entries.append(left_out)
            if heeded.begun is not None:
                # Everything that this line says happens in the new game, so it begins before it.
                entries.append(_game(by, heeded.history, heeded.begun, before.link))
            entries.append(entry)
            left_out, logged = None, heeded.history
        elif heeded.events:
            left_out = entry
        following = following.then(heeded)
    entries += by.news(known.table, logged)
    return Proposal(following, tuple(entries), left_out)


def lose(heeded: Heeded, before: History, left_out: Entry | None, by: Scribbler) -> Proposal:
    """The board was lost, or nothing happened at all."""
    if not heeded.events:
        return Proposal(heeded, left_out=left_out)
    kept = [] if left_out is None else [left_out]
    kept.append(by.entry(Kind.LINK, DOWN))
    kept += by.news(before.table, heeded.history)
    return Proposal(heeded, tuple(kept), owed=True)


def say(known: History, word: Word, text: str, left_out: Entry | None, by: Scribbler) -> Proposal:
    """A person has said a word."""
    heeded = history.happen(known, word)
    entries = [by.entry(Kind.WORD, f"{word.at} {text}")]
    if heeded.begun is not None:
        game = _game(by, heeded.history, heeded.begun, known.link)
        # A game that began by itself has already begun when the word is said.
        by_word = isinstance(word, NewGame) and heeded.begun.at == word.at
        entries.insert(len(entries) if by_word else 0, game)
    if any(_takes_back_new(effect) for effect in heeded.effects):
        entries.append(by.entry(Kind.GAME, Resumed().line()))
    entries += by.news(known.table, heeded.history)
    return Proposal(heeded, tuple(entries), left_out)


def begin(known: History, agreed: Agreement, left_out: Entry | None, by: Scribbler) -> Proposal:
    """A game was agreed on; it begins at the latest moment that is known."""
    heeded = Heeded(history.agree(known, agreed))
    kept = [] if left_out is None else [left_out]
    kept.append(by.entry(Kind.GAME, Checkpoint(agreed, known.link).line()))
    return Proposal(heeded, tuple(kept))


def differ(before: Table | None, after: Table) -> bool:
    """Whether anything changed that is shown: more than time, or what time alone completes."""
    if before is None or made(before) != made(after):
        return True
    return any(map(is_not, _shown(before), _shown(after)))


def _game(by: Scribbler, after: History, begun: Armed, link: Link) -> Entry:
    assert after.agreement is not None, "a game that begins has been agreed"
    return by.entry(Kind.GAME, Checkpoint(after.agreement, link, begun).line())


def _takes_back_new(effect: object) -> bool:
    return isinstance(effect, WordUndone) and isinstance(effect.word, NewGame)


def _says_more(heard: Heard, before: History, heeded: Heeded) -> bool:
    """Whether a line says anything that the log does not know yet, or lets time complete a move,
    end a game or ask a question: what people are told of is in the log."""
    match heard:
        case Hello():
            return True
        case Kept():
            return before.link.awaits or bool(heeded.events)
        case Beat() | Pong():
            if not all(isinstance(event, Tick) for event in heeded.events):
                return True
            table = heeded.history.table
            return bool(heeded.effects) or (table is not None and differ(before.table, table))
    return heeded.history.link.have != before.link.have
