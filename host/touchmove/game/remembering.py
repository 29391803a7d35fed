"""Words that were said by mistake: the table as it would be if nobody had said them.

For each of the last words a table remembers what it was before, and everything that has happened
since. Taking a word back needs no inverse: the table before it lives through what has happened
since, without the word. Because such a table remembers no words itself, memory is the sum of the
last few tables, which share nearly all they hold, and of the events since the first of them.

A word that stopped the game (it ended, was adjourned, or gave way to a new one) is another matter:
after it nobody played, so what the hands did was no move. Then the game goes on from the table
before the word as after a pause: the clocks have stood still, and the board is seen as it is.
"""

from collections.abc import Callable
from itertools import chain

from touchmove.arbiter.orientation import turned
from touchmove.events import BoardSeen, Event, NewGame, Tick, Word, WordTakenBack
from touchmove.game.effects import Effect, GameStarted, WordUndone
from touchmove.game.following import see_after_stop, see_board, stands_still
from touchmove.game.pending import Said
from touchmove.game.sensing import watch_board
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, refuse
from touchmove.units import Millis

WORDS_MAX = 8
"""Words that can be taken back, the latest first: a slip is noticed within a few."""
EVENTS_MAX = 2000
"""Events after a word before it is forgotten: touches and presses of more than a hundred moves.
Living through so many again takes a good second."""
BLOCK = 32
"""Events are remembered in blocks: one more costs a copy of the last block and of the list of
blocks, and not of all that has happened since a word that nobody thinks of any more."""

_STOPPED = (Phase.OVER, Phase.ADJOURNED)

Advance = Callable[[Table, Event], tuple[Table, tuple[Effect, ...]]]


def remember(before: Table, after: Table, word: Word) -> Table:
    """The table after a word, which it can take back."""
    stopping = after.phase in _STOPPED and before.phase not in _STOPPED
    said = Said(word, before._replace(said=(), since=()), stopping or isinstance(word, NewGame))
    earlier = before.said
    if earlier:
        earlier = (*earlier[:-1], earlier[-1]._replace(since=before.since))
    return after._replace(said=(*earlier, said)[-WORDS_MAX:], since=())


def noted(table: Table, event: Event) -> Table:
    """The table at the moment of `event`, which is about to happen after the words."""
    if not table.said:
        return table._replace(now=event.at)
    since = table.since
    blocks, last = since[:-1], since[-1] if since else ()
    if last and isinstance(last[-1], Tick):
        last = last[:-1]  # what happens later tells the time as well
    latest = last[-1] if last else blocks[-1][-1] if blocks else None
    kept = worth_keeping(table, event, latest)
    if len(blocks) * BLOCK + len(last) >= EVENTS_MAX and not isinstance(kept, Tick):
        return table._replace(now=event.at, said=(), since=())
    if len(last) == BLOCK:
        return table._replace(now=event.at, since=(*since, (kept,)))
    return table._replace(now=event.at, since=(*blocks, (*last, kept)))


def worth_keeping(table: Table, event: Event, latest: Event | None) -> Event:
    """What is kept of `event` after `latest`: of a heartbeat that says nothing new, the time."""
    known = isinstance(event, BoardSeen) and _is_known(table, event, latest)
    return Tick(event.at) if known else event


def _is_known(table: Table, seen: BoardSeen, latest: Event | None) -> bool:
    """Whether a heartbeat says nothing new, as nearly all do.

    As long as it is not certain how the board stands, everything may tell.
    """
    if table.bothways is not None or seen.occupied != table.shown_by_board:
        return False
    said = isinstance(latest, BoardSeen) and (latest.occupied, latest.white) == (
        seen.occupied,
        seen.white,
    )
    return seen.white is None or said


def take_back(table: Table, event: WordTakenBack, advance: Advance) -> Stepped:
    """The latest word that is remembered was not said. `advance` is `game.step.advance`."""
    if not table.said:
        return refuse(table, event, "no word is left that could be taken back")
    last = table.said[-1]
    earlier = table.said[:-1]
    since = earlier[-1].since if earlier else ()
    before = last.before._replace(said=earlier, since=since)
    undone: tuple[Effect, ...] = (WordUndone(event.at, last.word),)
    if last.stopped:
        return _as_after_a_pause(before, table, last.word.at, event.at), undone
    for happened in (*chain.from_iterable(table.since), Tick(event.at)):
        before, effects = advance(before, happened)
        if any(isinstance(effect, GameStarted) for effect in effects):
            return refuse(table, event, "without it a new game would have begun since")
    return before, undone


def _as_after_a_pause(before: Table, table: Table, said_at: Millis, at: Millis) -> Table:
    """The game goes on; what hands did meanwhile is no touch, and the clocks stood still."""
    clock = before.clock.at(max(said_at, before.clock.since))
    press = before.press
    going = before._replace(
        clock=clock._replace(since=max(at, clock.since)),
        accounted_ms=at,
        press=None if press is None else press._replace(heard_since=at),
        linked=table.linked,
        promotions=(),
        now=at,
    )
    if before.bothways is not None and before.phase is not Phase.SETUP:
        return going  # what the board reports next is read both ways
    shown_by_board = table.shown_by_board
    seen = BoardSeen(at, turned(shown_by_board) if going.turned else shown_by_board)
    if before.phase in (Phase.PLAYING, Phase.RESTORING):
        see = see_after_stop if stands_still(before) else see_board
        shown = see(going, seen)[0]
        return shown._replace(following=shown.following or shown.displaced)
    return watch_board(going, seen)[0]
