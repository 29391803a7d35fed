"""What may be shown at the board of what the arbiter was told.

Of most alerts the players must not know (`game.alert_kinds`). The others concern the turn that is
on: they are shown until the next move is on the record, or until what they say no longer holds.
"""

from touchmove.game.alert_kinds import ALERT_KINDS, AtBoard
from touchmove.game.record import Alert
from touchmove.game.table import Table


def at_board(table: Table) -> tuple[Alert, ...]:
    """The alerts that the players may see now, in the order in which they were raised."""
    return tuple(
        alert
        for alert in table.alerts
        if ALERT_KINDS[alert.kind].at_board is not AtBoard.NO and _holds(table, alert)
    )


def is_question(alert: Alert) -> bool:
    """Whether the players are asked, and not told."""
    return ALERT_KINDS[alert.kind].at_board is AtBoard.QUESTION


def _holds(table: Table, alert: Alert) -> bool:
    if alert.ply != table.plies:
        return False
    if alert.kind == "ambiguous":
        return _asks(table)
    return alert.kind != "displaced" or table.displaced


def _asks(table: Table) -> bool:
    """Whether the players are asked what was played; else only the arbiter is told of a doubt."""
    gap = table.open_gap
    return table.question is not None or (gap is not None and bool(gap.asked))
