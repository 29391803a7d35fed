"""What the arbiter is told, and what is taken back of it."""

from dataclasses import replace

import chess
from chess import Color

from touchmove.events import Event
from touchmove.game.alert_kinds import ALERT_KINDS
from touchmove.game.effects import Alerted, AlertWithdrawn, Effect, WordRefused
from touchmove.game.record import Alert
from touchmove.game.table import Table
from touchmove.units import Millis

Stepped = tuple[Table, tuple[Effect, ...]]
"""The next table, and what became true."""


ALERTS_MAX = 1_000
"""A bound for the alerts of a game, the latest of which are kept: a contact that flaps all day must
not fill the memory. A game that is told so much of is one for the arbiter's eyes."""


def alert(table: Table, at: Millis, kind: str, detail: str) -> Stepped:
    """The arbiter is told, but not the same again before anything is touched or ruled on.

    `kind` is one of `ALERT_KINDS`.
    """
    assert kind in ALERT_KINDS, kind
    told = Alert(kind, table.plies, at, detail)
    if _is_open(table, told):
        return table, ()
    effect = Alerted(at, kind, told.ply, detail)
    return table._replace(alerts=(*table.alerts, told)[-ALERTS_MAX:]), (effect,)


def _is_open(table: Table, told: Alert) -> bool:
    """Whether the same has been told since the last touch, and nobody has ruled on it."""
    for before in reversed(table.alerts):
        if before.at < table.still_since:
            return False
        if before == replace(told, at=before.at):
            return True
    return False


def withdraw(table: Table, at: Millis, kind: str) -> Stepped:
    """The latest alert of `kind` no longer holds."""
    for number in range(len(table.alerts) - 1, -1, -1):
        told = table.alerts[number]
        if told.kind == kind:
            alerts = table.alerts[:number] + table.alerts[number + 1 :]
            return table._replace(alerts=alerts), (AlertWithdrawn(at, kind, told.ply),)
    return table, ()


def refuse(table: Table, word: Event, reason: str) -> Stepped:
    """A word that cannot be carried out now. It is answered, and it is as if nobody had said it."""
    return table, (WordRefused(word.at, word, reason),)


def is_unchanged(before: Table, after: Table) -> bool:
    """Whether nothing but the time has changed; a clock may be stated for another moment."""
    at = max(before.clock.since, after.clock.since, after.now)
    return _at(before, at) == _at(after, at)


def _at(table: Table, at: Millis) -> Table:
    return table._replace(clock=table.clock.at(at), accounted_ms=at, now=at)


def player(color: Color) -> str:
    """The side, in words."""
    return "White" if color else "Black"


def squares_in_words(squares: tuple[chess.Square, ...]) -> str:
    """Square names for a message."""
    return " ".join(chess.square_name(square) for square in squares)
