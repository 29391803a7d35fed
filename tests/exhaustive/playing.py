"""Plays gestures on a table that is made once for each position, and lists what went wrong.

A list of failures says more than the first one: whether a move fails in every order, or an order
with every move. So a test plays all gestures of a position and fails at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess
import pytest

from tests.exhaustive.gestures import MANNERS, PLAIN, Gesture, cases, gestures
from tests.exhaustive.oracle import Expected, expected
from tests.exhaustive.orders import Order
from tests.exhaustive.shelf import Shelved
from tests.playing import record_of
from touchmove.events import ClockPressed, Event, Lifted, Placed, Tick
from touchmove.game.step import advance
from touchmove.game.table import Table, new_table
from touchmove.script.write import write
from touchmove.units import Millis

Tags = tuple[tuple[str, str], ...]

QUIET_MS = 1_500
"""After this everything that waits for quiet has run its course: dwell (1 s) is the longest."""
SHOWN = 8
"""So many failures of a position are written out; the others are counted."""


def tags_of(shelved: Shelved, profile: str, sensors: str) -> Tags:
    """The tags of a touch script that begins at the position."""
    variant = "Chess960" if shelved.chess960 else "Standard"
    return (
        ("FEN", shelved.fen),
        ("Variant", variant),
        ("Profile", profile),
        ("Sensors", sensors),
    )


def table_at(tags: Tags) -> Table:
    """The table before the first touch of a script with these tags."""
    record = record_of(write((), tags))
    return new_table(record.rules, tags=record.tags, fen=record.fen)


def played(table: Table, events: tuple[Event, ...]) -> Table:
    """The table when the board has reported `events` and nothing more happens."""
    for event in events:
        table, _ = advance(table, event)
    table, _ = advance(table, Tick(Millis(events[-1].at + QUIET_MS)))
    return table


def outcome_of(table: Table) -> Expected:
    """What has come of it, to be compared with what the oracle says."""
    return Expected(
        moves=tuple(entry.move.uci() for entry in table.moves),
        fen=table.position.fen,
        evidence=tuple(entry.evidence for entry in table.moves),
        result="*" if table.outcome is None else table.outcome.result,
        alerts=tuple(sorted(alert.kind for alert in table.alerts)),
        in_sync=table.in_sync,
        illegal=table.illegal,
    )


def timed(order: Order, color: chess.Color) -> tuple[Event, ...]:
    """Calm hands make the touches of `order`, and `color` presses the clock."""
    at = 1_000
    events: list[Event] = []
    for touch in order:
        at += PLAIN.gap_ms if touch.after_ms is None else touch.after_ms
        kind = Lifted if touch.lifts else Placed
        events.append(kind(Millis(at), touch.square))
    return (*events, ClockPressed(Millis(at + PLAIN.press_ms), color))


def order_in_words(order: Order) -> str:
    """The touches of an order with the pieces: `-Pe5 +Pd6 -pd5`."""
    return " ".join(
        f"{'-' if touch.lifts else '+'}{touch.piece.symbol()}{chess.square_name(touch.square)}"
        for touch in order
    )


def failure(what: str, tags: Tags, events: tuple[Event, ...]) -> str:
    """One failure: what, and the script to paste into `touchmove replay --json -`."""
    return f"{what}\n\n{write(events, tags)}"


def report(failures: list[str], count: int) -> None:
    """Fail with a list, if anything failed."""
    if failures:
        shown = "\n".join(failures[:SHOWN])
        pytest.fail(f"{len(failures)} of {count} gestures\n\n{shown}", pytrace=False)


@dataclass(frozen=True, slots=True)
class Board:
    """What the gestures are played on."""

    profile: str
    sensors: str

    @property
    def clock(self) -> bool:
        """Whether moves are completed by presses."""
        return self.profile != "unclocked"


CLOCKED = Board("classical", "presence")
UNCLOCKED = Board("unclocked", "presence")
POLARITY = Board("classical", "polarity")
BOARDS = (CLOCKED, UNCLOCKED, POLARITY)


def all_gestures(position: chess.Board, played_on: Board) -> Iterator[Gesture]:
    """Every legal move in every order and manner."""
    polarity = played_on.sensors == "polarity"
    for case in cases(position):
        for manner in MANNERS:
            yield from gestures(case, manner, clock=played_on.clock, polarity=polarity)


def play_all(shelved: Shelved, played_on: Board) -> tuple[list[str], int]:
    """Play the gestures of a position against the oracle: failures, and how many were played."""
    tags = tags_of(shelved, played_on.profile, played_on.sensors)
    table = table_at(tags)
    failures = []
    count = 0
    for gesture in all_gestures(shelved.board, played_on):
        count += 1
        wanted = expected(gesture)
        found = outcome_of(played(table, gesture.events))
        if found != wanted:
            what = f"{gesture.case.move.uci()} {gesture.manner.name}"
            what += f", {order_in_words(gesture.case.order)}:\n  {found}\n  not {wanted}"
            failures.append(failure(what, tags, gesture.events))
    return failures, count
