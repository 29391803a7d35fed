"""The table as the page and the terminal show it: one value that is complete in itself.

A view remembers nothing: whoever has the newest snapshot knows all there is to show. `as_json` is
the form that the page's script reads (docs/reference/page.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from touchmove.game.making import grade, made
from touchmove.game.table import Phase, Table
from touchmove.lamp import Pattern
from touchmove.units import Millis
from touchmove.view.lamps import lamps
from touchmove.view.notices import at_board, is_question

Coming = tuple[tuple[Millis, int], ...]
"""Time that begins when a clock comes to zero, each with the periods of byo-yomi left then."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One half-move of the game as it is shown."""

    san: str
    uci: str
    fen: str
    """The position after it."""
    clock_ms: Millis | None
    """The mover's clock after it: remaining, or elapsed where the clocks count up."""
    evidence: str
    """`witnessed`, `inferred`, `chosen` or `entered`."""
    completed: bool
    """False for the move that is made but not completed yet; it is the last one then."""


@dataclass(frozen=True, slots=True)
class Alert:
    """What the arbiter was told (kinds: docs/reference/alerts.md)."""

    kind: str
    ply: int
    at_ms: Millis
    detail: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What the players may see of an alert."""

    kind: str
    detail: str
    question: bool
    """They are asked, and not told."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that can be shown of one board at one moment."""

    tags: tuple[tuple[str, str], ...]
    """PGN tags that are known: Event, White, Black, ..."""
    phase: str
    """`setup`, `playing`, `restoring`, `paused`, `adjourned` or `over`."""
    start_fen: str
    plies: tuple[Ply, ...]
    fen: str
    """The position after the last of `plies`."""
    check: int | None
    """The square of the king in check, or None."""
    clock_ms: tuple[Millis, Millis] | None
    """White's and Black's clock at `at_ms`; None before anything is known."""
    clock_counts_up: bool
    running: str | None
    """`W`, `B` or None."""
    at_ms: Millis
    """The moment of the board's clock for which `clock_ms` holds."""
    result: str
    termination: str | None
    lamps: Pattern
    """The lamps as the players see them."""
    lift: tuple[int, ...]
    """Squares where a piece stands that the position does not have there."""
    place: tuple[int, ...]
    """Squares where the sensors miss a piece of the position."""
    illegal: tuple[int, int]
    alerts: tuple[Alert, ...]
    linked: bool
    """False while the board cannot be heard."""
    clock_waits_ms: Millis = Millis(0)
    """For so long the running clock stands still first: what is left of a delay."""
    clock_coming: tuple[Coming, Coming] = ((), ())
    """What follows when White's and Black's clock come to zero: stages, periods of byo-yomi."""
    clock_periods: tuple[int, int] = (0, 0)
    """Periods of byo-yomi left, the one that runs included; 0 while none runs."""
    clock_shared: bool = False
    """What runs off the running clock is added to the other one (hourglass)."""
    notices: tuple[Notice, ...] = ()
    """What of the alerts may be shown at the board now."""


def take(table: Table) -> Snapshot:
    """What can be shown of `table` at the moment of its last event."""
    shown = table.shown
    astray = table.displaced or table.phase in (Phase.SETUP, Phase.RESTORING)
    lift, place = table.restore if astray else ((), ())
    clock = table.clock.at(max(table.now, table.clock.since))
    return Snapshot(
        tags=table.tags,
        phase=table.phase.value,
        start_fen=table.start.fen,
        plies=tuple(_plies(table)),
        fen=shown.fen,
        check=shown.king_in_check(),
        clock_ms=clock.reading_ms(clock.since),
        clock_counts_up=clock.counts_up,
        running=None if clock.running is None else ("W" if clock.running else "B"),
        at_ms=clock.since,
        result="*" if table.outcome is None else table.outcome.result,
        termination=None if table.outcome is None else table.outcome.termination,
        lamps=lamps(table),
        lift=lift,
        place=place,
        illegal=table.illegal,
        alerts=tuple(Alert(a.kind, a.ply, a.at, a.detail) for a in table.alerts),
        linked=table.linked,
        clock_waits_ms=Millis(0) if clock.running is None else clock.side(clock.running).waits_ms,
        clock_coming=(clock.white.coming, clock.black.coming),
        clock_periods=(clock.white.periods_left, clock.black.periods_left),
        clock_shared=clock.shared,
        notices=tuple(Notice(a.kind, a.detail, is_question(a)) for a in at_board(table)),
    )


def _plies(table: Table) -> Iterator[Ply]:
    """The moves on the record, and the one that is made and not completed."""
    position = table.start
    for entry in table.moves:
        position = position.after(entry.move)
        yield Ply(entry.san, entry.move.uci(), position.fen, entry.clock_ms, entry.evidence, True)
    pending = table.pending
    if pending is not None:
        san, fen = table.position.san(pending), table.shown.fen
        evidence, complete = grade(table.turn, pending), made(table) is not None
        yield Ply(san, pending.uci(), fen, None, evidence, complete)
