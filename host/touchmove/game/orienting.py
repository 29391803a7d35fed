"""Which way the board stands, and how a game goes on as long as nobody knows.

A board speaks of its own squares, the table of the game's. Where the board stands turned, whatever
comes from it is turned on the way in, here, and lamps are turned back on the way out.

Where that has to be found out (`Orientation` `auto`), the game is told nothing of what the board
shows until it tells which way it stands (`arbiter.orientation`): for the game, the start position
stands and the clocks run. What comes meanwhile is kept. As soon as the way is known, all of it is
read again that way, with the moments at which it happened, and the game is where it would be had
the way been known from the start. Until a move is on the record it may still prove to be the other
way: somebody has put back what he had moved.
"""

from collections.abc import Callable

from touchmove.arbiter.orientation import BothWays, as_played, both_ways, likelier, turned
from touchmove.events import BoardSeen, ClockPressed, Event, Lifted, NewGame, Placed, Tick
from touchmove.game.effects import Effect
from touchmove.game.setting_up import never_stood, wait_again
from touchmove.game.table import Phase, Table, standing
from touchmove.game.telling import Stepped
from touchmove.game.waiting import deadline
from touchmove.game.words import start_clock_of

Take = Callable[[Table, Event], Stepped]
"""What a table makes of an event in the game's squares."""

MAX_KEPT = 512
"""Events that are kept at most; a first move and the straightening of every piece has some 70."""

_Sensed = Lifted | Placed | BoardSeen


def oriented(table: Table, event: Event, take: Take) -> Stepped:
    """The table after an event in the board's own squares."""
    if isinstance(event, BoardSeen):
        seen = as_played(event, is_turned=table.turned)
        if isinstance(seen, BoardSeen) and never_stood(table, seen):
            table = wait_again(table)
    known = table.bothways
    if known is None or table.phase is Phase.OVER:
        return take(table, as_played(event, is_turned=True) if table.turned else event)
    if table.phase is Phase.SETUP:
        return _set_up(table, known, event, take)
    if isinstance(event, Tick):
        table, effects = take(table, event)
        return _certain(table), effects
    return _played(table, known, event, take)


# ------------------------------------------------------------------ while the pieces are set up
def _set_up(table: Table, known: BothWays, event: Event, take: Take) -> Stepped:
    """The start position is looked for both ways, the likelier is shown."""
    known = known.colored(event)
    table = table._replace(bothways=known)
    table, effects = take(table, as_played(event, is_turned=table.turned))
    if table.bothways is not known:
        return table, effects
    if table.phase is Phase.SETUP:
        shown = table.shown_by_board
        is_turned = likelier(table.start, shown)
        table = table._replace(turned=is_turned, occupied=turned(shown) if is_turned else shown)
    elif table.phase is Phase.PLAYING:
        table = standing(table)
    return table, effects


# ------------------------------------------------------------------ until a move is recorded
def _played(table: Table, known: BothWays, event: Event, take: Take) -> Stepped:
    if table.unoriented is None:
        table = table._replace(unoriented=table._replace(bothways=None))
    if len(table.kept) >= MAX_KEPT:
        table = _forgotten(table, known)
        if table.bothways is None:
            return take(table, as_played(event, is_turned=table.turned))
        known = table.bothways
    seen = known.observe(event, table.start)
    sensed = isinstance(event, _Sensed)
    heeded = not sensed and not (isinstance(event, ClockPressed) and not seen.undisturbed)
    table = table._replace(bothways=seen, kept=(*table.kept, (event, heeded)))
    if isinstance(event, NewGame):
        return take(_revealed(table), event)
    effects: tuple[Effect, ...] = ()
    start = table.start
    if seen.is_turned != known.is_turned:
        table, effects = _read_again(table, seen.is_turned, take)
    elif seen.is_turned is not None:
        table, effects = take(table, as_played(event, is_turned=seen.is_turned))
    elif heeded:
        table, effects = take(table, event)
    elif isinstance(event, Lifted) and table.rules.start_running and table.phase is Phase.PLAYING:
        table = start_clock_of(table, event.at)
    if table.start is not start and table.phase is not Phase.OVER:
        table = _forgotten(table, seen)  # a person has set another position
    return _certain(table), effects


def _read_again(table: Table, is_turned: bool | None, take: Take) -> Stepped:
    """The game from the start position on, as it is when the board stands that way.

    If nothing tells any more, only what does not depend on it has happened.
    """
    assert table.unoriented is not None
    again = table.unoriented._replace(
        turned=bool(is_turned),
        bothways=table.bothways,
        unoriented=table.unoriented,
        kept=table.kept,
        said=table.said,
        since=table.since,
    )
    effects: tuple[Effect, ...] = ()
    for event, heeded in table.kept:
        if is_turned is None and not heeded:
            continue
        while (due := deadline(again)) is not None and due <= event.at:
            again, _ = take(again._replace(now=max(again.now, due)), Tick(due))
        again = again._replace(now=max(again.now, event.at))
        again, effects = take(again, as_played(event, is_turned=bool(is_turned)))
    return again._replace(now=table.now), effects


def _certain(table: Table) -> Table:
    """No longer in doubt, once a move or an illegal one is on the record or the game is over."""
    known = table.bothways
    if known is None or table.phase is Phase.SETUP:
        return table
    if table.phase is not Phase.OVER and (
        known.is_turned is None or not (table.plies or any(table.illegal))
    ):
        return table
    return _revealed(table)._replace(bothways=None, unoriented=None, kept=())


def _revealed(table: Table) -> Table:
    """The same table, told what the board shows."""
    known = table.bothways
    if known is None or known.is_turned is not None:
        return table
    return table._replace(occupied=known.straight.occupied, still_since=table.now)


def _forgotten(table: Table, known: BothWays) -> Table:
    """Too much is kept: a way that is known is believed, else what stands now is remembered."""
    if known.is_turned is not None:
        return table._replace(bothways=None, unoriented=None, kept=())
    shown = BoardSeen(table.now, known.straight.occupied)
    fresh = both_ways(table.start).observe(shown, table.start)
    colored = BothWays(fresh.straight, fresh.turned, known.white, known.black)
    return table._replace(
        bothways=colored,
        unoriented=table._replace(bothways=None, unoriented=None, kept=()),
        kept=((shown, False),),
    )
