"""What the table makes of edges: hands in play, hands that restore, hands after the game."""

from dataclasses import replace

from chess import BB_SQUARES, WHITE, Square

from touchmove.arbiter.closing import close
from touchmove.arbiter.judge import takes_instead
from touchmove.arbiter.observing import observe
from touchmove.arbiter.orientation import colors_of
from touchmove.arbiter.trace import CHATTER_MS, Edge, arriving, difference
from touchmove.arbiter.turn import Turn, begin
from touchmove.events import BoardSeen, Lifted, Placed
from touchmove.game import catching_up
from touchmove.game.completing import complete_as_pressed
from touchmove.game.displacing import mark_displaced, settled
from touchmove.game.effects import Effect
from touchmove.game.judging import dwelt, judge_press, replied
from touchmove.game.pending import Question
from touchmove.game.questioning import answer, answered_by, nothing_in_hand
from touchmove.game.record import CHOSEN, WITNESSED
from touchmove.game.revising import revised
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped
from touchmove.game.undoing import resume
from touchmove.game.unmade import is_unmade
from touchmove.game.words import start_clock_of
from touchmove.rules import SETTLE_MS
from touchmove.units import Millis


def see_touch(table: Table, event: Lifted | Placed) -> Stepped:
    """One edge while the game is on."""
    if isinstance(event, Lifted):
        return _see(table, Edge(event.at, event.square, False, True))
    edge = Edge(event.at, event.square, True, True, event.color)
    if event.color is None:
        return _see(table, edge)
    effects: tuple[Effect, ...] = ()
    for each in arriving(table.turn.trace, edge, table.position.pieces(WHITE)):
        table, more = _see(table, each)
        effects += more
    return table, effects


def see_board(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy: where it differs, edges were missed."""
    unheard = catching_up.see_board(table, event)
    if unheard is not None:
        return unheard
    table = catching_up.closed(table)
    missed = difference(
        table.turn.trace,
        event.occupied,
        event.at,
        white=event.white,
        pieces=table.position.pieces(WHITE),
    )
    effects: tuple[Effect, ...] = ()
    for edge in missed:
        table, more = _see(table, edge)
        effects += more
    if missed and table.phase is Phase.PLAYING and table.question is None:
        table, more = mark_displaced(table, event.at)
        effects += more
    return table, effects


MAX_SINCE = 256
"""Edges that are remembered while a question is open; a reply has some ten."""


def watch_touch(table: Table, event: Lifted | Placed) -> Stepped:
    """One edge while no game is on: only the occupancy is followed, and the colours if told."""
    bit = BB_SQUARES[event.square]
    filled = isinstance(event, Placed)
    color = event.color if isinstance(event, Placed) else None
    white, black = (told & ~bit for told in table.colors)
    if color is not None:
        white, black = (white | bit, black) if color else (white, black | bit)
    occupied = table.occupied | bit if filled else table.occupied & ~bit
    return table._replace(occupied=occupied, colors=(white, black), still_since=event.at), ()


def watch_board(table: Table, event: BoardSeen) -> Stepped:
    """The whole occupancy while no game is on."""
    colors = table.colors if event.white is None else colors_of(event)
    if event.occupied == table.occupied and colors == table.colors:
        return table, ()
    return table._replace(occupied=event.occupied, colors=colors, still_since=event.at), ()


def _see(table: Table, edge: Edge) -> Stepped:
    if table.gap is not None and table.open_gap is not None:
        return catching_up.see(table, edge)
    if not table.started and table.rules.start_running and not edge.filled:
        table = start_clock_of(table, edge.at)
    effects: tuple[Effect, ...] = ()
    if table.press is not None and _leaves_alone(table.turn, edge):
        table, effects = judge_press(table, table.press, waited=True)
    if table.turn.reply is not None and _begins_the_next_move(table, edge):
        table, more = replied(table)
        effects += more
    turn = observe(table.turn, edge)
    occupied = turn.trace.occupied
    table = table._replace(
        turn=turn,
        occupied=occupied,
        still_since=edge.at,
        acts=(*table.acts, edge),
        acted=table.acted + 1,
    )
    if table.displaced or table.refused:
        table = table._replace(
            displaced=table.displaced and occupied != turn.position.occupied,
            refused=table.refused and table.phase is Phase.RESTORING,
        )
    table, more = _made_of(table, edge)
    return table, effects + more


def _made_of(table: Table, edge: Edge) -> Stepped:
    """What an edge that has been observed brings about."""
    if table.phase is Phase.RESTORING:
        return _restored(table, edge.at)
    if table.question is not None:
        since = (*table.question.since, edge)[-MAX_SINCE:]
        return _answered(table, replace(table.question, since=since))
    if table.press is not None:
        return judge_press(table, table.press, waited=False)
    if table.previous is not None or table.rules.profile.dwell_completes:
        return _seen_after_dwell(table, edge)
    return table, ()


def _leaves_alone(turn: Turn, edge: Edge) -> bool:
    """Whether a touch elsewhere shows that the piece which stands is no longer in the hand."""
    standing = turn.standing
    if not turn.fits or standing is None or (edge.filled and not settled(turn)):
        return False
    return not standing.footprint.squares & BB_SQUARES[edge.square]


def _begins_the_next_move(table: Table, edge: Edge) -> bool:
    """Whether the player whose move is answered lifts a piece for his next one.

    Then the reply is finished, however short it has stood.
    """
    turn = table.turn
    reply = turn.reply
    if reply is None or reply.rivals or edge.filled or table.phase is not Phase.PLAYING:
        return False
    if table.question is not None or table.press is not None:
        return False
    if _goes_on(turn, edge):
        return False
    after = turn.after_standing()
    if not after.is_legal(reply.footprint.move):
        return False  # it answers another kind of promotion
    color = after.after(reply.footprint.move).color_at(edge.square)
    return color == turn.position.turn


def _goes_on(turn: Turn, edge: Edge) -> bool:
    """Whether the piece that is answered is lifted again before the hand has left it: it slides on,
    and what looks like the reply to it was something else."""
    standing = turn.standing
    if standing is None:
        return False
    arrived = standing.footprint.filled | standing.footprint.swapped
    return bool(arrived & BB_SQUARES[edge.square]) and edge.at - standing.since < SETTLE_MS


def _restored(table: Table, at: Millis) -> Stepped:
    """The position before the illegal move stands again: the offender's clock runs."""
    if table.occupied != table.position.occupied:
        return table, ()
    return resume(table._replace(turn=begin(table.position)), at)


def _answered(table: Table, question: Question) -> Stepped:
    """Lifting and replacing the piece on a square in question is the witness that was missing.

    It answers even when the opponent has replied meanwhile, as soon as nothing is in a hand. A
    piece that lands makes the question void too: then the move is seen.
    """
    turn = table.turn
    table = table._replace(question=question)
    brush_ms = table.rules.timing.brush_ms
    touched = [
        f for f in question.candidates if _put_back(question.since, f.move.to_square, brush_ms)
    ]
    if len(touched) == 1 and nothing_in_hand(table, touched[0].move):
        move = table.kind_of(touched[0])
        following = answered_by(table, question, move, move.to_square)
        if following.in_sync or following.fits:
            table, effects = answer(table, question, move, CHOSEN, following)
            if table.phase is Phase.OVER or not (question.lost and following.fits):
                return table, effects
            table, more = complete_as_pressed(table)
            return table, effects + more
    asked = turn.standing is not None and turn.standing.footprint in question.candidates
    if not asked and _lands_alone(turn) and turn.standing is not None and not is_unmade(table):
        move = table.kind_of(turn.standing.footprint)
        return answer(table, question, move, WITNESSED, close(turn, move))
    return table, ()


def _put_back(edges: tuple[Edge, ...], square: Square, brush_ms: Millis) -> bool:
    """Whether the piece on `square` was off for longer than a brush, and stands again."""
    off = back = None
    for edge in edges:
        if edge.square != square:
            continue
        if edge.filled:
            back = edge.at
            if off is not None and back - off >= brush_ms:
                return True
        elif off is None or back is None or edge.at - back >= CHATTER_MS:
            off = edge.at
    return False


def _lands_alone(turn: Turn) -> bool:
    """Whether one move explains every square, with nothing in the other hand."""
    standing = turn.standing
    if not turn.fits or standing is None or standing.rivals:
        return False
    return turn.trace.occupied == turn.after_standing().occupied


def _seen_after_dwell(table: Table, edge: Edge) -> Stepped:
    """Without presses a touch completes the move that stands, or revises the last one."""
    turn = table.turn
    standing = turn.standing
    if (
        table.rules.profile.dwell_completes
        and not edge.filled
        and turn.fits
        and standing is not None
        and not standing.rivals
        and table.position.color_at(edge.square) == (not table.position.turn)
        and not takes_instead(turn.position, standing.footprint, BB_SQUARES[edge.square])
    ):
        return dwelt(table)
    return revised(table, edge)
