"""Promoted pieces of which nobody has said what they are: a queen is assumed.

No game ends on that. A result that depends on the piece waits: the clocks stop, and the arbiter is
asked. What happens meanwhile is remembered; when the piece is named, the game is what it would be
had that been known (`game.hindsight`).
"""

from collections.abc import Iterator

from chess import BB_RANK_1, BB_RANK_8, BB_SQUARES, Color, Move, PieceType, Square

from touchmove.arbiter.turn import Turn
from touchmove.game.effects import Alerted, AlertWithdrawn, Effect
from touchmove.game.record import Alert
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
from touchmove.units import Millis


def is_assumed(table: Table, turn: Turn, move: Move) -> bool:
    """Whether nobody has said what the pawn became."""
    named = {square for square, _ in table.named} & {move.to_square, None}
    return not named and move != turn.position.only


def still_named(
    table: Table, move: Move, color: Color
) -> tuple[tuple[Square | None, PieceType], ...]:
    """The names of promotions that are left when `color` has made `move`.

    A name on the last rank of `color` was for this move; one on the other for the reply to it.
    """
    last_rank = BB_RANK_8 if color else BB_RANK_1

    def spent(square: Square | None) -> bool:
        if square is None:
            return True
        may_be_meant = move.promotion is not None or square == move.to_square
        return may_be_meant and bool(BB_SQUARES[square] & last_rank)

    return tuple(named for named in table.named if not spent(named[0]))


def hold(table: Table, at: Millis, result: str) -> Stepped:
    """The clocks stop as of `at`; a game that was going on is paused."""
    clock = table.clock
    paused, clock = clock.running, clock.run(None, max(at, clock.since))
    table = table._replace(clock=clock, press=None)
    if table.phase is Phase.PLAYING:
        table = table._replace(phase=Phase.PAUSED, paused=paused)
    return _asked(table, at, result)


def _asked(table: Table, at: Millis, result: str) -> Stepped:
    """What was told of the assumed pieces is told anew, with what depends on them."""
    void = [told for told in table.alerts if told.kind == "promo_assumed"]
    alerts = [told for told in table.alerts if told not in void]
    effects: list[Effect] = [AlertWithdrawn(at, told.kind, told.ply) for told in void]
    for ply, san in _assumed(table):
        detail = f"{san}: whether it is {result} depends on the piece; say which it is with promote"
        alerts.append(Alert("promo_assumed", ply, at, detail))
        effects.append(Alerted(at, "promo_assumed", ply, detail))
    return table._replace(alerts=tuple(alerts)), tuple(effects)


def _assumed(table: Table) -> Iterator[tuple[int, str]]:
    """The promotions whose piece is assumed, each by its ply; a move that is only made too."""
    entries = [entry for chapter in table.earlier for entry in chapter.moves]
    for ply, entry in enumerate((*entries, *table.moves), 1):
        if entry.assumed:
            yield ply, entry.san
    pending, standing = table.pending, table.turn.standing
    if pending is None or pending.promotion is None or standing is None:
        return
    if table.named_for(standing.footprint) is None:
        yield table.plies + 1, table.position.san(pending)


def known_by_now(table: Table, at: Millis) -> Stepped:
    """Where no piece is assumed any more, or the promotion is off the record, that one was is no
    longer so."""
    if all(told.kind != "promo_assumed" for told in table.alerts):
        return table, ()
    assumed = {ply for ply, _ in _assumed(table)}
    void = [a for a in table.alerts if a.kind == "promo_assumed" and a.ply not in assumed]
    alerts = tuple(told for told in table.alerts if told not in void)
    effects = tuple(AlertWithdrawn(at, told.kind, told.ply) for told in void)
    return (table._replace(alerts=alerts), effects) if void else (table, ())
