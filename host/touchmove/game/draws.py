"""Draws that people agree on or claim (Laws 5.2.3, 9.1 to 9.5)."""

from chess import Color, Move

from touchmove.arbiter.laws import Obligation
from touchmove.events import DrawAnswered, DrawClaimed, DrawOffered
from touchmove.game.completing import end, end_by_word
from touchmove.game.duties import has_touched, touched_since
from touchmove.game.endings import flagged
from touchmove.game.making import made_at
from touchmove.game.pending import Offer
from touchmove.game.table import Table
from touchmove.game.telling import Stepped, alert, player, refuse
from touchmove.units import Millis


def having_the_move(table: Table) -> Color:
    """Who has the move: the opponent of whoever has made one (Laws 1.3)."""
    return table.shown.turn


def offer(table: Table, event: DrawOffered) -> Stepped:
    """An offer stands until it is answered. Its moment is after the move, before the press."""
    if open_offer(table) == event.color:
        return refuse(
            table, event, f"the offer of {player(event.color)} stands until it is answered"
        )
    table = table._replace(offer=Offer(event.color, event.at))
    made = table.pending is not None and table.position.turn == event.color
    sealed = table.sealed is not None and table.sealed.color == event.color
    if made or sealed:
        return table, ()
    return alert(table, event.at, "offer_time", f"{player(event.color)} has no move on the board")


def answer(table: Table, event: DrawAnswered) -> Stepped:
    """The opponent's words."""
    offered = open_offer(table)
    if offered is None:
        return refuse(table, event, "no draw is offered")
    if not event.accepted:
        return table._replace(offer=None), ()
    if table.rules.edition.draw_needs_both_moved and table.shown.ply < 2:
        table = table._replace(offer=None)
        return alert(table, event.at, "early_draw", "both players must have moved")
    return end_by_word(table, event.at, "1/2-1/2", "agreement")


def open_offer(table: Table) -> Color | None:
    """Whose offer is open (9.1.2): not answered in words, and by nothing that came after it.

    That is a touch, or a move that is complete when made. What was touched before the offer answers
    it no more than what is put down of it.
    """
    offered = table.offer
    if offered is None:
        return None
    opponent = not offered.color
    completed_at = made_at(table) if table.position.turn == opponent else None
    if completed_at is not None and completed_at >= offered.at:
        return None
    touching = table.rules.edition.touch_declines and touched_since(table, opponent, offered.at)
    return None if touching else offered.color


def heed(before: Table, table: Table) -> Table:
    """`table`, which has come of `before`: an offer that was declined by a touch stays declined
    when the turn in which that was seen is over."""
    same = table.turn.position is before.turn.position and table.phase is before.phase
    if same or table.offer is None or table.offer is not before.offer:
        return table
    return table if open_offer(before) is not None else table._replace(offer=None)


def claim(table: Table, event: DrawClaimed) -> Stepped:
    """The player on the move claims; right, or wrong with what the edition makes it cost.

    An announced move that he cannot play is a slip of whoever typed it: no claim is made.
    """
    edition = table.rules.edition
    color = having_the_move(table)
    if edition.touch_forfeits_claim and has_touched(table):
        table = table._replace(claim=False)
        return alert(table, event.at, "late_claim", "the claimant has touched a piece")
    position, announced = table.shown, None
    if event.move is not None:
        announced = position.meant(event.move)
        if announced is None:
            who, move = player(color), event.move.uci()
            return refuse(table, event, f"{move} is not legal for {who}, who has the move")
        position = position.after(announced)
    if event.by_fifty:
        allowed = announced is None or edition.fifty_announced
        right, word = allowed and position.quiet_plies >= 100, "fifty moves"
    else:
        right, word = position.occurrences() >= 3, "threefold"
    if not right:
        return _wrong(table._replace(claim=False), event, color, announced)
    table, effects = end_by_word(table, event.at, "1/2-1/2", word)
    return table._replace(claim=True), effects


def _wrong(table: Table, event: DrawClaimed, color: Color, announced: Move | None) -> Stepped:
    """A wrong claim costs time, and the move that was announced must be played (Laws 9.5.3)."""
    cost_ms = table.rules.wrong_claim_ms
    gets = color if cost_ms < 0 else not color
    clock = table.clock.at(max(event.at, table.clock.since)).add(gets, cost_ms)
    white_ms, black_ms = table.added_ms
    added = (white_ms + cost_ms, black_ms) if gets else (white_ms, black_ms + cost_ms)
    table = table._replace(clock=clock, added_ms=added)
    if announced is not None and table.pending is None:
        bound = Obligation("9.5.3", announced.from_square, None, (announced,))
        table = table._replace(bound=bound)
    if clock.side(color).stages and clock.side(color).left_ms == 0:
        result = flagged(table.shown, color, table.rules.edition)
        return end(table, Millis(clock.since), result, "flag")
    return table, ()
