"""What the arbiter is told, and what is taken back of it."""

import chess
from chess import Color

from touchmove.events import Word
from touchmove.game.alert_kinds import ALERT_KINDS
from touchmove.game.effects import Alerted, AlertWithdrawn, Effect, WordRefused
from touchmove.game.record import Alert
from touchmove.game.table import Table
from touchmove.units import Millis

Stepped = tuple[Table, tuple[Effect, ...]]
"""The next table, and what became true."""


def alert(table: Table, at: Millis, kind: str, detail: str) -> Stepped:
    """The arbiter is told. `kind` is one of `ALERT_KINDS`."""
    assert kind in ALERT_KINDS, kind
    told = Alert(kind, table.plies, at, detail)
    effect = Alerted(at, kind, told.ply, detail)
    return table._replace(alerts=(*table.alerts, told)), (effect,)


def withdraw(table: Table, at: Millis, kind: str) -> Stepped:
    """The latest alert of `kind` no longer holds."""
    for number in range(len(table.alerts) - 1, -1, -1):
        told = table.alerts[number]
        if told.kind == kind:
            alerts = table.alerts[:number] + table.alerts[number + 1 :]
            return table._replace(alerts=alerts), (AlertWithdrawn(at, kind, told.ply),)
    return table, ()


def refuse(table: Table, word: Word, reason: str) -> Stepped:
    """A word that cannot be carried out now. It is answered, and it is as if nobody had said it."""
    return table, (WordRefused(word.at, word, reason),)


def player(color: Color) -> str:
    """The side, in words."""
    return "White" if color else "Black"


def squares_in_words(squares: tuple[chess.Square, ...]) -> str:
    """Square names for a message."""
    return " ".join(chess.square_name(square) for square in squares)
