"""What people have been told of a game, as a line of the log.

Moves, clocks and results are computed from the log, by a program that will be another one next
year. So the log also says what came of the lines before, when it was shown and sent. Who reads the
lines again and comes to something else says so, and does not change it in silence.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from touchmove.daemon import log_json
from touchmove.daemon.history import tells
from touchmove.game.making import made
from touchmove.game.table import Table
from touchmove.units import Millis
from touchmove.wire.link import Link


@dataclass(frozen=True, slots=True)
class Told:
    """What is true of a game that has a move or a result."""

    plies: int
    last: str
    """SAN of the last move; empty if there is none."""
    record: str
    """The first 16 hexadecimal digits of the SHA-256 of all moves, each with its clock."""
    result: str
    """`*` as long as there is none."""
    termination: str
    clock_ms: tuple[int, int]
    """White's and Black's clock at that moment."""


@dataclass(frozen=True, slots=True)
class Wall:
    """When that was by the clock of the PC, as the best answer to a ping has it."""

    unix_ms: int
    plus_minus_ms: int


def of(table: Table | None) -> Told | None:
    """What is to be told of a table; None: nothing yet."""
    if table is None or not tells(table):
        return None
    white, black = table.clock.reading_ms(table.now)
    outcome = table.outcome
    return Told(
        table.plies,
        table.moves[-1].san if table.moves else "",
        _record(table),
        "*" if outcome is None else outcome.result,
        "" if outcome is None else outcome.termination,
        (white, black),
    )


def is_news(before: Table | None, after: Table | None) -> bool:
    """Whether `after` has something to tell that `before` had not."""
    if after is None or not tells(after):
        return False
    if before is None or not tells(before):
        return True
    same = before.moves is after.moves and before.earlier is after.earlier
    if same and before.outcome is after.outcome and made(before) == made(after):
        return False
    one, other = of(before), of(after)
    assert one is not None, "it tells something"
    assert other is not None, "so does the other"
    return _facts(one) != _facts(other)


def wall(at: Millis, link: Link, host_ms: int, skew_ms: int) -> Wall | None:
    """The wall time of a moment of the game in the present boot of the board; None: not known."""
    relation = link.relation
    if relation is None:
        return None
    unix_ms = at - link.offset_ms + relation.offset_ms + skew_ms
    return Wall(unix_ms, relation.uncertainty_at(host_ms))


def line(told: Told, when: Wall | None, *, recomputed: bool = False) -> str:
    """One line of JSON, for the log. `recomputed`: it replaces what was told before, and the
    arbiter knows."""
    said: dict[str, Any] = asdict(told)
    if when is not None:
        said["wall"] = asdict(when)
    if recomputed:
        said["recomputed"] = True
    return json.dumps(said)


def is_recomputed(text: str) -> bool:
    """Whether a line of the log replaces what was told before."""
    return bool(log_json.loaded(text).get("recomputed"))


def read(text: str) -> Told:
    """What a line of the log says was told. Raises ValueError where it says nothing of the kind."""
    said = log_json.loaded(text)
    texts = {name: log_json.field(said, name, str) for name in _TEXTS}
    clock_ms = log_json.pair(said, "clock_ms", int)
    return Told(plies=log_json.field(said, "plies", int), clock_ms=clock_ms, **texts)


_TEXTS = ("last", "record", "result", "termination")


def doubt(told: Told, table: Table | None) -> str | None:
    """How a table that was computed again differs from what was told of it, for the arbiter."""
    now = of(table)
    if now == told:
        return None
    if now is None:
        return f"{_in_words(told)} was told, and the log now gives no move"
    if (now.plies, now.last, now.result) != (told.plies, told.last, told.result):
        return f"{_in_words(told)} was told, and the log now gives {_in_words(now)}"
    if now.record != told.record:
        return f"{_in_words(told)} was told with other moves or clock times before it"
    return f"{_in_words(told)} was told with other clocks: {told.clock_ms} ms, now {now.clock_ms}"


def _in_words(told: Told) -> str:
    result = "" if told.result == "*" else f", {told.result}"
    return f"{told.last or 'no move'} as half-move {told.plies}{result}"


def _facts(told: Told) -> tuple[int, str, str, str]:
    return told.plies, told.record, told.result, told.termination


def _record(table: Table) -> str:
    """Moves that are only made count too: people see them."""
    known = [*(entry for chapter in table.earlier for entry in chapter.moves), *table.moves]
    said = [f"{entry.move.uci()} {entry.clock_ms}" for entry in known]
    pending = made(table)
    if pending is not None:
        said.append(pending.uci())
    return hashlib.sha256("\n".join(said).encode("ascii")).hexdigest()[:16]
