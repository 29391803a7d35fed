"""What is learnt late of a promoted piece: the game becomes what it would be had it been known.

Until somebody says what a pawn has become, a queen is assumed, and everything after that is judged
by the queen: which moves are legal, what a touch binds to, who can still mate. When the piece is
named at last, correcting the one move is not enough: the game since is lived through again, with
the piece named (`game.reliving`).

Moves that are on the record stay: a game in which they would not have been made is not believed.
But what ended on the board with the promotion ended then. An illegal move that was none counts as
made; if its player has put it back and played another since, it only counts no more. What people
have seen to happen has happened: while the clocks stood still they stood still, and touches that
the board had asked for are nobody's.

The same tells whether a result depends on the piece. A game that comes to its end while a piece is
assumed is lived through with every piece that it may be; if it does not end the same way with all
of them, the result waits (`game.assumed`).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from chess import BB_SQUARES, BISHOP, BLACK, KNIGHT, QUEEN, ROOK, WHITE, Move

from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import observe_in_order
from touchmove.events import Event, LeftUnpromoted, PromotionNamed, ResultEntered, is_word
from touchmove.game.assumed import known_by_now
from touchmove.game.effects import Effect, GameResumed, IllegalMoveDismissed, WordRefused
from touchmove.game.endings import JUDGED
from touchmove.game.pending import Held, Results
from touchmove.game.record import RecordedMove
from touchmove.game.reliving import lived_again, naming, noted, promotions
from touchmove.game.remembering import Advance
from touchmove.game.retelling import agreeing, what_changed
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped

KINDS = (QUEEN, ROOK, BISHOP, KNIGHT)

Take = Callable[[Table, Event], Stepped]
"""What a table makes of an event."""


class Living(NamedTuple):
    """How a table lives through what is happening and through what was before."""

    take: Take
    """Only the event itself."""
    live: Take
    """The event and every deadline before it."""
    advance: Advance
    """Any event and every deadline before it."""


def seen(table: Table, event: Event, living: Living) -> Stepped:
    """The table after what is happening, in the light of what is known of promoted pieces."""
    after, effects = living.take(table, event)
    if after.held is not None:
        held = _exchanged(table, after, after.held) if after.phase is Phase.PAUSED else None
        after = after._replace(held=held)
    settled = None if after.named is table.named else _settled(after, living)
    if settled is not None:
        return settled[0], effects + settled[1]
    if table.results is Results.SUPPOSED or not _may_concern(table, after):
        return after, effects
    if effects and isinstance(effects[-1], WordRefused):
        return after, effects
    is_open = _is_open(table, after, event, living)
    if is_open:
        after, effects = living.take(table._replace(results=Results.HELD), event)
        waits = after.phase is Phase.PAUSED and after.turn is table.turn
        after = after._replace(results=Results.CHECKED, held=Held(table, event) if waits else None)
    promoted = promotions(table, after)
    if promoted is not after.promotions:
        after = after._replace(promotions=promoted)
    after, more = known_by_now(after, event.at)
    effects += more
    number = _known(table, after)
    again = None if number is None else _again(table, after, number, event, living)
    if again is not None:
        return again[0], effects + again[1]
    return noted(table, after, event, held=is_open), effects


def _may_concern(table: Table, after: Table) -> bool:
    """Whether pawns have promoted, or promote; nearly always none has."""
    same = after.moves is table.moves and after.outcome is table.outcome
    return bool(after.promotions) or not (same and after.named is table.named)


# ------------------------------------------------------------------ results
def _is_open(table: Table, after: Table, event: Event, living: Living) -> bool:
    """Whether the game has ended with a result that it would not have with another piece."""
    ended = after.outcome
    if table.outcome is not None or ended is None or ended.termination not in JUDGED:
        return False
    if isinstance(event, ResultEntered):
        return False
    others = (line.outcome for line in _others(table, event, living))
    return any(other is None or other.result != ended.result for other in others)


def _others(table: Table, event: Event, living: Living) -> Iterator[Table]:
    """The game after what is happening, with each other piece that a promoted one may be."""
    supposed = table._replace(results=Results.SUPPOSED)
    for stands in (table.turn.standing, table.turn.reply):
        if stands is None or not stands.footprint.promotes or table.named_for(stands.footprint):
            continue
        for kind in KINDS[1:]:
            named = naming(supposed, stands.footprint.move.to_square, kind)
            yield living.take(named, event)[0]
    for first, promoted in enumerate(table.promotions):
        entry = table.moves[promoted.number]
        for kind in KINDS if entry.assumed else ():
            if kind == entry.move.promotion:
                continue
            line = lived_again(table, first, kind, living.advance, Results.SUPPOSED)
            if line is not None:
                yield living.live(line, event)[0]


MAX_EXCHANGED = 16
"""A bound: a pawn is exchanged with one lift and one placement; contacts chatter."""


def _exchanged(table: Table, after: Table, held: Held[Table]) -> Held[Table]:
    """`held`, minding that the pawn may be exchanged only now: then the move was not made when the
    flag fell (2023:4.7.3)."""
    standing = held.before.turn.standing
    if standing is None or len(held.since) >= MAX_EXCHANGED:
        return held
    square = standing.footprint.move.to_square
    if table.occupied ^ after.occupied != BB_SQUARES[square]:
        return held
    if (held.before.occupied ^ after.occupied) & ~BB_SQUARES[square]:
        return held  # the pieces are being put away
    filled = bool(after.occupied & BB_SQUARES[square])
    return held._replace(since=(*held.since, Edge(after.now, square, filled, seen=True)))


def _settled(after: Table, living: Living) -> Stepped | None:
    """The result that had waited for the piece of the move that is pending, now that it is named.

    None: none of what was said names it, or no result comes of it.
    """
    if after.held is None:
        return None
    before, event, since = after.held
    standing = before.turn.standing
    if after.turn is not before.turn or standing is None or not standing.footprint.promotes:
        return None
    kind = after.named_for(standing.footprint)
    if kind is None:
        return None
    for edge in since:
        before = before._replace(turn=observe_in_order(before.turn, edge))
    named = naming(before, standing.footprint.move.to_square, kind)
    named = noted(before, named, PromotionNamed(before.now, kind), held=False)
    line, _ = seen(named, event, living)
    if line.phase not in (Phase.OVER, Phase.PAUSED):
        return None
    line = line._replace(
        said=after.said,
        since=after.since,
        occupied=after.occupied,
        colors=after.colors,
        still_since=after.still_since,
        now=after.now,
    )
    return line, _what_changed(after, line)


# ------------------------------------------------------------------ lived again
def _known(table: Table, after: Table) -> int | None:
    """Which move is a promotion whose piece has become known, or another one; None if none is."""
    if after.moves is table.moves:
        return None
    kept = {each.number for each in after.promotions}
    for number in (each.number for each in table.promotions if each.number in kept):
        before, entry = table.moves[number], after.moves[number]
        said_otherwise = before.move.promotion != entry.move.promotion
        if not entry.assumed and (before.assumed or said_otherwise):
            return number
    return None


def _again(table: Table, after: Table, number: int, event: Event, living: Living) -> Stepped | None:
    """The game as it would be had it been known what the pawn of move `number` became.

    `after` has the record corrected and nothing else. None: it stays like that, because its moves
    would not have been made, or because nothing has come of it that a later move has proved.
    """
    first = next(n for n, each in enumerate(table.promotions) if each.number == number)
    lived = [each for promoted in table.promotions[first:] for each in promoted.since]
    said = is_word(event)
    if not said and not any(each.held or each.refused is not None for each in lived):
        return None
    entry = after.moves[number]
    assert entry.move.promotion is not None
    line = lived_again(table, first, entry.move.promotion, living.advance, Results.CHECKED)
    if line is not None and (not said or isinstance(event, LeftUnpromoted)):
        line, _ = living.live(line, event)
    if line is None or (not said and _moves(line.moves) != _moves(after.moves)):
        return None
    known = line.moves[number]._replace(evidence=entry.evidence)
    revised = [a for a in after.alerts if a.kind == "promo_revised" and a not in table.alerts]
    line = line._replace(
        moves=(*line.moves[:number], known, *line.moves[number + 1 :]),
        alerts=(*line.alerts, *(a for a in revised if a not in line.alerts)),
        said=after.said,
        since=after.since,
        now=after.now,
    )
    return line, _what_changed(after, line)


def _what_changed(before: Table, after: Table) -> tuple[Effect, ...]:
    """What is otherwise in `after` than in `before`: moves, alerts, illegal moves, the end."""
    effects: list[Effect] = []
    if before.outcome is not None and after.outcome is None:
        effects.append(GameResumed(after.now))
    effects += what_changed(before, after, agreeing(after.moves, before.moves))
    counts = zip((WHITE, BLACK), before.illegal, after.illegal, strict=True)
    dismissed = ((color, count) for color, was, count in counts if count < was)
    return (*effects, *(IllegalMoveDismissed(after.now, *each) for each in dismissed))


def _moves(record: tuple[RecordedMove, ...]) -> tuple[Move, ...]:
    return tuple(entry.move for entry in record)
