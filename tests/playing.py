"""Touch scripts played in one call: what unit tests of the core are written with."""

from collections.abc import Iterable
from typing import Any

from touchmove.arbiter.episodes import Act, Pressed
from touchmove.arbiter.trace import Edge
from touchmove.events import ClockPressed, Event, Lifted, Placed
from touchmove.game.step import advance
from touchmove.game.table import Table, new_table
from touchmove.replay import as_json, play
from touchmove.script.read import read
from touchmove.script.record import Record


def record_of(script: str) -> Record:
    """The one record of `script`, which can be read."""
    (record,) = read(script)
    assert isinstance(record, Record), record
    return record


def games(script: str) -> list[dict[str, Any]]:
    """What `touchmove replay --json` says of each game of the one record."""
    return [as_json(table, read_at) for table, read_at in play(record_of(script))]


def said(script: str) -> dict[str, Any]:
    """What `touchmove replay --json` says of the one game."""
    (game,) = games(script)
    return game


def kinds(script: str) -> list[str]:
    """The kinds of the alerts that stand, in order."""
    return [alert["kind"] for alert in said(script)["alerts"]]


def table_after(script: str) -> Table:
    """The table at the last token: what waits for quiet is still waiting."""
    record = record_of(script)
    table = new_table(record.rules, tags=record.tags, fen=record.fen)
    for event in record.events:
        table, _ = advance(table, event)
    return table


def acts_of(script: str) -> tuple[Act, ...]:
    """What the board reports in the one record: edges, and buttons that go down."""
    events = record_of(script).events
    acts = reported(events)
    assert len(acts) == len(events)
    return acts


def reported(events: Iterable[Event]) -> tuple[Act, ...]:
    """The edges and presses among `events`."""
    acts: list[Act] = []
    for event in events:
        match event:
            case Lifted(at, square):
                acts.append(Edge(at, square, False, True))
            case Placed(at, square, color):
                acts.append(Edge(at, square, True, True, color))
            case ClockPressed(at, color):
                acts.append(Pressed(at, color))
    return tuple(acts)


def edges_of(script: str) -> tuple[Edge, ...]:
    """The edges that the board reports in the one record."""
    return tuple(act for act in acts_of(script) if isinstance(act, Edge))
