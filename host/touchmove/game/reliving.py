"""What a table remembers since pawns have promoted, and the same lived again with another piece.

Of each promotion on the record it keeps itself as it was before, and everything that has happened
since. The game with another piece needs no inverse of anything: the table before lives through the
same once more, the piece being named. Because what has been seen to happen has happened, each event
keeps a little of how it was met: that the clocks stood still, that the board had asked for a touch,
what a ruling was about.
"""

from chess import BLACK, QUEEN, WHITE, Move, PieceType, Square

from touchmove.events import Event, IrregularityRuled, Lifted, Placed, Tick
from touchmove.game.effects import GameStarted, IllegalMove
from touchmove.game.endings import by_the_board, promoting, with_promotion
from touchmove.game.irregularities import latest
from touchmove.game.pending import Lived, Promoted, Results
from touchmove.game.record import Refusal
from touchmove.game.remembering import EVENTS_MAX, Advance, worth_keeping
from touchmove.game.table import Phase, Table
from touchmove.game.words import rewritten
from touchmove.units import Millis

Promotions = tuple[Promoted[Table], ...]


# ------------------------------------------------------------------ what is remembered
def promotions(table: Table, after: Table) -> Promotions:
    """What is remembered of the promotions that are on the record now."""
    if after.moves is table.moves:
        return after.promotions
    alike = len(table.moves)
    if table.start is not after.start or after.moves[:alike] != table.moves:
        alike = 0  # what was before may be otherwise now
    if not after.promotions and all(e.move.promotion is None for e in after.moves[alike:]):
        return ()  # as nearly always
    kept: list[Promoted[Table]] = []
    for each in after.promotions:
        if _is_kept(table, after, each.number):
            kept.append(each)
        elif kept:
            kept[-1] = kept[-1]._replace(since=kept[-1].since + each.since)
    known = {each.number for each in kept}
    for number, entry in enumerate(after.moves[alike:], alike):
        if number in known or entry.move.promotion is None or _is_kept(table, after, number):
            continue
        known_then = tuple(each for each in kept if each.number < len(table.moves))
        before = table._replace(promotions=known_then, said=(), since=())
        kept.append(Promoted(number, before))
    return tuple(kept)


def _is_kept(table: Table, after: Table, number: int) -> bool:
    """Whether a promotion is on the record before and after, whatever the pawn became."""
    if table.start is not after.start or number >= min(len(table.moves), len(after.moves)):
        return False
    before, move = table.moves[number].move, after.moves[number].move
    promotes = None not in (before.promotion, move.promotion)
    return promotes and promoting(before, QUEEN) == promoting(move, QUEEN)


def noted(table: Table, after: Table, event: Event, *, held: bool) -> Table:
    """`after`, which has come of `table` and remembers how."""
    if not after.promotions:
        return after
    last = after.promotions[-1]
    since = last.since
    stood = table.clock.running is None
    if since and since[-1] == Lived[Table](Tick(since[-1].event.at), stood=stood):
        since = since[:-1]  # what happens later tells the time as well
    refused = sum(after.illegal) > sum(table.illegal)
    lived = Lived(
        worth_keeping(table, event, since[-1].event if since else None),
        stood=stood,
        asked=table.phase is Phase.RESTORING,
        told=_ruled_on(table) if isinstance(event, IrregularityRuled) else None,
        held=held,
        refused=after._replace(promotions=(), said=(), since=()) if refused else None,
    )
    if sum(len(each.since) for each in after.promotions) >= EVENTS_MAX:
        return after._replace(promotions=())
    last = last._replace(since=(*since, lived))
    return after._replace(promotions=(*after.promotions[:-1], last))


def _ruled_on(table: Table) -> tuple[str, Millis] | None:
    """Which irregularity a ruling would go to: its kind and its moment."""
    told = latest(table)
    if told is None:
        return None
    return ("illegal" if isinstance(told, Refusal) else told.kind), told.at


# ------------------------------------------------------------------ lived again
def lived_again(
    table: Table, first: int, kind: PieceType, advance: Advance, results: Results
) -> Table | None:
    """The game in which the promotion remembered as `first` was to `kind`; None if what is on the
    record would not have been played in it."""
    since = table.promotions[first:]
    number = since[0].number
    if with_promotion(table.start, table.moves, number, kind) is None:
        return None
    played = [entry.move for entry in table.moves]
    played[number] = promoting(played[number], kind)
    lives = [lived for promoted in since for lived in promoted.since]
    lives.append(Lived(Tick(table.now), stood=table.clock.running is None))
    before = naming(since[0].before, played[number].to_square, kind)
    before = before._replace(results=results)
    put_back: tuple[int, ...] = ()
    while True:
        line, legal = _lived(before, lives, played[number], number, advance, put_back)
        made = [entry.move for entry in line.moves]
        if made[: len(played)] == played:
            return line
        ended = line.outcome is not None and by_the_board(line.outcome.termination)
        if ended and number < len(made) and played[: len(made)] == made:
            return line
        if not legal:
            return None
        put_back = (*put_back, legal[0])


def _lived(
    line: Table,
    lives: list[Lived[Table]],
    promotion: Move,
    ply: int,
    advance: Advance,
    put_back: tuple[int, ...],
) -> tuple[Table, tuple[int, ...]]:
    """The table `line`, in which the move of number `ply` is `promotion`, after all of `lives`.

    With it come the numbers of those events that had completed an illegal move and now complete a
    legal one, but for those in `put_back`: there its player has taken it back and played on.
    """
    legal: list[int] = []
    for number, lived in enumerate(lives):
        if lived.told is not None and _ruled_on(line) != lived.told:
            continue  # there is nothing to rule on
        if lived.stood:
            line = _standing_still(line, lived.event.at)
        following, effects = advance(line, lived.event)
        if any(isinstance(effect, GameStarted) for effect in effects):
            break
        if lived.refused is not None and not any(isinstance(e, IllegalMove) for e in effects):
            if number in put_back:
                following = _put_back(following, line, lived.refused, promotion, ply)
            else:
                legal.append(number)
        if lived.asked and isinstance(lived.event, Lifted | Placed):
            following = following._replace(excused=len(following.turn.trace.edges))
        line = following
    return line, tuple(legal)


def naming(table: Table, square: Square, kind: PieceType) -> Table:
    """The table in which the piece that comes to `square` is named."""
    named = tuple(each for each in table.named if each[0] not in (square, None))
    return table._replace(named=(*named, (square, kind)))


def _standing_still(table: Table, at: Millis) -> Table:
    """The clock has stood still until `at`."""
    clock = table.clock
    if clock.running is None:
        return table
    clock = clock.at(max(table.now, clock.since))
    return table._replace(clock=clock._replace(since=max(at, clock.since)))


def _put_back(table: Table, before: Table, refused: Table, promotion: Move, ply: int) -> Table:
    """`table`, where the move that was refused is not made after all: the way back is asked for, as
    it was, and it does not count as illegal, as it did not in `before`."""
    assert promotion.promotion is not None
    known = rewritten(refused, ply, promotion.promotion)
    if known is None or known.phase is not Phase.RESTORING:
        return table
    clock = known.clock
    for color, had, has in zip((WHITE, BLACK), known.added_ms, before.added_ms, strict=True):
        clock = clock.add(color, has - had)
    entry = known.moves[ply]._replace(assumed=False)
    return known._replace(
        moves=(*known.moves[:ply], entry, *known.moves[ply + 1 :]),
        clock=clock,
        illegal=before.illegal,
        added_ms=before.added_ms,
        refusals=before.refusals,
        bound=before.bound,
        promotions=table.promotions,
        results=table.results,
    )
