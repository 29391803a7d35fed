"""What a table remembers of its last turns: a page for each, and every act since.

A page is the table as it was when the turn began. It costs a few references, because nothing in a
table ever changes.
"""

from touchmove.arbiter.episodes import Act, Pressed
from touchmove.game.pending import Previous
from touchmove.game.record import Alert
from touchmove.game.table import Table

PAGES = 6
"""So many turns are remembered; a wrong move shows itself within a few."""

ACTS_MAX = 1024
"""A bound for what is remembered: a contact that flaps for hours must not fill the memory. Six
turns of blitz at a poor board have some two hundred."""


PRESSES_MAX = 8
"""Presses with no touch between them that are remembered: two moves can be closed by then, and
what comes after says nothing more. A button that sticks must not make each press dearer."""


def noted(table: Table, act: Act) -> Table:
    """The table with one more act remembered, unless it is one more press of many in a row."""
    acts = table.acts
    last = acts[-PRESSES_MAX:] if isinstance(act, Pressed) else ()
    if len(last) == PRESSES_MAX and all(isinstance(each, Pressed) for each in last):
        return table
    return table._replace(acts=(*acts, act), acted=table.acted + 1)


def turned(table: Table) -> Table:
    """The table with a new page: a turn has just begun.

    A press by the player on the move is no end of the turn before, so it belongs to the new one.
    """
    last = table.acts[-1] if table.acts else None
    ahead = isinstance(last, Pressed) and last.color == table.turn.position.turn
    page = table._replace(
        pages=(),
        acts=(),
        acted=table.acted - ahead,
        said=(),
        since=(),
        promotions=(),
        unoriented=None,
        kept=(),
    )
    pages = (*table.pages[1 - PAGES :], page)
    first = table.acted - len(table.acts)
    return table._replace(pages=pages, acts=table.acts[pages[0].acted - first :])


def told_since(table: Table, page: Table) -> tuple[Alert, ...]:
    """What the arbiter has been told since `page`, and was not withdrawn."""
    before = set(page.alerts)
    return tuple(alert for alert in table.alerts if alert not in before)


def with_previous(table: Table, before: Table, *, by_press: bool) -> Table:
    """The table that still knows the turn of its last move, as it was in `before`; the turns before
    that one too, where the profile lets move after move be taken back."""
    earlier = before.previous if before.rules.profile.takeback else None
    previous = Previous(
        turn=before.turn,
        clock=before.clock,
        earlier=earlier,
        by_press=by_press,
        bound=before.bound,
        adjusting=before.adjusting,
        excused=before.excused,
    )
    return table._replace(previous=previous)


def forgotten(table: Table) -> Table:
    """The table that remembers nothing of what was before."""
    return turned(table._replace(pages=(), acts=()))
