"""Adjournment: a move is sealed, and opened when the game goes on (N90:13, 14; Guideline I).

The sealed move lies in the table from the moment it is said, and no view looks at it there: to them
the game waits in its position, the clocks stopped. To go on, the board must show that position, or
already the one after the sealed move. What was touched before the sealing binds the sealed move,
and a breach is told when it is opened: sooner, it would say what was sealed.
"""

from touchmove.arbiter.turn import begin
from touchmove.events import MoveSealed, SealOpened
from touchmove.game.completing import complete_by_reply, end, record, spent_ms
from touchmove.game.effects import Effect, GameAdjourned, GameResumed
from touchmove.game.endings import ends_after, flagged
from touchmove.game.record import ENTERED, Sealed
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, refuse, squares_in_words
from touchmove.units import Millis


def seal(table: Table, event: MoveSealed) -> Stepped:
    """The side to move has sealed, and the clocks stop. What he has made on the board he seals."""
    if table.question is not None:
        return refuse(table, event, "which move was made is still in question; say replace first")
    if table.open_gap is not None:
        return refuse(table, event, "what was played unheard is not explained; say correct first")
    if table.press is not None:
        return refuse(table, event, "the clock was pressed with a piece in the air")
    effects: tuple[Effect, ...] = ()
    if table.turn.reply is not None:
        table, effects = complete_by_reply(table)
    move, standing = event.move, table.turn.standing
    if table.pending is not None and standing is not None:
        kinds = table.kinds_of(standing.footprint)
        wanted = table.pending if move is None else table.position.meant(move)
        if wanted not in kinds:
            san = table.position.san(table.pending)
            return refuse(table, event, f"{san} has been made on the board, so it is to be sealed")
        move = wanted
    at, color = max(event.at, table.clock.since), table.position.turn
    table = table._replace(
        sealed=Sealed(color, move, spent_ms(table, color, at), table.turn),
        phase=Phase.ADJOURNED,
        clock=table.clock.run(None, at),
        turn=begin(table.position, table.occupied),
        started=True,
        paused=None,
        displaced=False,
        following=False,
        named=(),
    )
    return table, (*effects, GameAdjourned(event.at, color))


def open_seal(table: Table, event: SealOpened) -> Stepped:
    """The sealed move is played and the other clock runs; one that is no legal move loses."""
    sealed, position = table.sealed, table.position
    assert sealed is not None, "an adjourned game has a sealed move"
    move = None if sealed.move is None else position.meant(sealed.move)
    allowed = {position.occupied} | ({position.after(move).occupied} if move else set())
    if table.occupied not in allowed:
        return _not_set_up(table, event)
    at = max(event.at, table.clock.since)
    table = table._replace(sealed=None, displaced=False, phase=Phase.PLAYING)
    resumed: tuple[Effect, ...] = (GameResumed(event.at),)
    if move is None:
        result = flagged(position, sealed.color, table.rules.edition)
        table, effects = end(table, at, result, "sealed move")
        return table, resumed + effects
    ending = ends_after(table.start, table.moves, position, (move,), table.rules.edition)
    stopped = table.clock.at(at)
    clock = stopped.completed(sealed.color).run(not sealed.color, at)
    after = position.after(move)
    named = () if move.promotion is None else ((move.to_square, move.promotion),)
    table, effects = record(
        table._replace(clock=clock, accounted_ms=at, named=named),
        sealed.turn,
        move,
        made_at=event.at,
        clock_ms=clock.side(sealed.color).left_ms,
        spent=sealed.spent_ms,
        evidence=ENTERED,
        following=begin(after, table.occupied),
        half=stopped.side(sealed.color),
    )
    table = table._replace(following=table.occupied != after.occupied)
    if ending is not None:
        table, more = end(table, at, *ending)
        effects += more
    return table, resumed + effects


def _not_set_up(table: Table, event: SealOpened) -> Stepped:
    """The adjourned position must be set up first (N90:8.4): told once, and asked for by lamps."""
    told, table = table.displaced, table._replace(displaced=True)
    lift, place = table.restore
    detail = (
        "the adjourned position is not on the board; "
        f"to clear: {squares_in_words(lift) or '-'}, to fill: {squares_in_words(place) or '-'}"
    )
    if told:
        return refuse(table, event, detail)
    return alert(table, Millis(event.at), "displaced", detail)
