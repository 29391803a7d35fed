"""What the table makes of a press of the clock."""

from dataclasses import replace

from chess import Move

from touchmove.arbiter.conclude import (
    Ask,
    Conclusion,
    Illegal,
    Made,
    NoMove,
    Wait,
    conclude,
)
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import underway
from touchmove.arbiter.story import BROKEN, UNEXPLAINED
from touchmove.arbiter.trace import trace_of
from touchmove.arbiter.turn import Turn, replay
from touchmove.events import ClockPressed
from touchmove.game.answering import let_stand, tolerated
from touchmove.game.completing import (
    complete_by_press,
    complete_by_reply,
    press_late,
    record,
    spent_ms,
)
from touchmove.game.duties import breach
from touchmove.game.effects import Effect
from touchmove.game.pending import Press, Question
from touchmove.game.record import INFERRED, WITNESSED
from touchmove.game.retelling import retell, rivals
from touchmove.game.setting_up import begin_game, tell_wrong
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, player, squares_in_words
from touchmove.game.undoing import refuse_illegal, resume
from touchmove.game.words import revise_assumed
from touchmove.units import Millis


def press(table: Table, event: ClockPressed) -> Stepped:
    """A button went down while the game is on."""
    color = event.color
    turn = table.turn
    if table.rules.profile.dwell_completes and color != turn.position.turn:
        return table, ()
    if not table.started:
        return _press_before_start(table, event)
    if color != table.clock.running:
        return _press_in_vain(table, event)
    pressed = Press(color, event.at, turn, event.at)
    if table.question is not None:
        return answer_by_reply(table, table.question, pressed)
    if turn.position.turn == color:
        return judge_press(table, pressed, waited=False)
    if turn.reply is not None:
        table, effects = replied(table)
        if table.turn.position.turn != color or table.turn.standing is None:
            return table, effects
        pressed = replace(pressed, turn=table.turn)
        table, more = judge_press(table, pressed, waited=False)
        return table, effects + more
    return press_late(table, event.color, event.at), ()


def _press_before_start(table: Table, event: ClockPressed) -> Stepped:
    """The first press starts the other clock (Laws 6.6): the opponent's, or after White's move."""
    to_move = table.position.turn
    if event.color != to_move:
        clock = table.clock.run(to_move, max(event.at, table.clock.since))
        return table._replace(clock=clock, started=True), ()
    if table.turn.standing is None:
        return _press_in_vain(table, event)
    return judge_press(table, Press(event.color, event.at, table.turn, event.at), waited=False)


def _press_in_vain(table: Table, event: ClockPressed) -> Stepped:
    """A press by the side whose clock is not running changes nothing; it may show a stray move."""
    detail = f"{player(event.color)}'s clock was not running"
    effects: tuple[Effect, ...] = ()
    if not settled(table.turn):
        table, effects = retell(table, UNEXPLAINED) or (table, ())
    table, more = alert(table, event.at, "wrong_button", detail)
    effects += more
    table, more = mark_displaced(table, event.at)
    return table, effects + more


def answer_by_reply(table: Table, question: Question, pressed: Press) -> Stepped:
    """The opponent has moved while a question was open: his move may fit one answer only.

    Where it does not, or where the game has gone on still further, nothing is recorded: the clocks
    follow the presses, and the arbiter is asked.
    """
    position, color = table.position, pressed.color
    after = {position.after(f.move).occupied for f in question.candidates}
    if table.occupied in after:
        detail = f"{player(color)} pressed without having made a move"
        return alert(table, pressed.at, "press_no_move", detail)
    moves = [table.kind_of(footprint) for footprint in question.candidates]
    turns = [(move, answered_by(table, question, move)) for move in moves]
    turns = [(move, turn) for move, turn in turns if turn.fits]
    if len(turns) != 1 or pressed.color == position.turn:
        retold = retell(table, UNEXPLAINED)
        if retold is not None:
            return retold
        clock = table.clock.at(pressed.at).completed(color).run(not color, pressed.at)
        table = table._replace(clock=clock, question=replace(question, lost=True))
        if question.lost:
            return table, ()
        detail = f"{player(color)} has moved on, and the move before is still not known"
        return alert(table, pressed.at, "ambiguous", detail)
    ((move, following),) = turns
    table, effects = answer(table, question, move, INFERRED, following)
    table, more = judge_press(table, pressed, waited=False)
    return table, effects + more


def answered_by(table: Table, question: Question, move: Move) -> Turn:
    """The turn after the question, if `move` was the answer: all that was seen since the move."""
    stood = question.turn.standing
    begun = () if stood is None else question.turn.trace.edges[stood.edge + 1 :]
    edges = (*begun, *question.since)
    return replay(table.position.after(move), trace_of(table.occupied, edges))


def answer(table: Table, question: Question, move: Move, evidence: str, following: Turn) -> Stepped:
    """The question is answered: it was `move`."""
    return record(
        table,
        question.turn,
        move,
        made_at=question.pressed_at,
        clock_ms=question.clock_ms,
        spent=question.spent_ms,
        evidence=evidence,
        following=following,
        half=question.half,
    )


def judge_press(table: Table, pressed: Press, *, waited: bool) -> Stepped:
    """The press of the player on the move closes his turn."""
    at = pressed.at
    conclusion = _concluded(table, pressed, waited=waited)
    price = _price(table, conclusion, pressed)
    if price is not None:
        if table.press is not None and not waited:
            # The piece was in the air; where it will be left is not known yet.
            return table._replace(press=pressed), ()
        concluded = conclusion.footprint.move if isinstance(conclusion, Made) else None
        retold = retell(table, price, concluded)
        if retold is not None:
            return _righted(*retold, at)
        found = rivals(table, price)
        if found:
            return ask(table, found, at)
    match conclusion:
        case Wait():
            return table._replace(press=pressed), ()
        case Made(footprint, standing):
            stood = table.turn.standing
            early = standing and stood is not None and stood.since > at
            table, effects = complete_by_press(
                table, footprint, at, standing=standing, evidence=WITNESSED
            )
            table, more = _told(table, at, early=early)
            return table, effects + more
        case Ask(candidates):
            return ask(table, candidates, at)
        case NoMove():
            detail = f"{player(pressed.color)} pressed without having made a move"
            table, effects = alert(table._replace(press=None), at, "press_no_move", detail)
            if table.refused or not table.rules.edition.press_without_move_is_illegal:
                return table, effects
            table, more = _refuse(table, at)
            return table, effects + more
        case Illegal():
            revised = revise_assumed(table, at)
            if revised is None:
                return _refuse(table._replace(press=None), at)
            table, effects = revised
            table, more = judge_press(table, pressed, waited=True)
            return table, effects + more


def _price(table: Table, conclusion: Conclusion, pressed: Press) -> int | None:
    """What it costs to believe a conclusion, in the prices of `arbiter.story`.

    None where there is nothing to doubt: a move stands, it stood when the press came, and the hands
    of one player explain all that was touched.
    """
    if isinstance(conclusion, Wait):
        return None
    if not isinstance(conclusion, Made):
        return UNEXPLAINED
    if not conclusion.standing:
        return UNEXPLAINED
    stood = pressed.turn.standing
    if stood is not None and stood.footprint != conclusion.footprint:
        return UNEXPLAINED
    if table.turn.standing is not None and table.turn.standing.moved_on:
        return BROKEN
    return BROKEN if _breaks_something(table, conclusion.footprint) else None


def _breaks_something(table: Table, footprint: Footprint) -> bool:
    """Whether the move that stands breaks Article 4, as far as the hands of one player go.

    Then another story may be told: some of what was touched was the other player's doing.
    """
    beside = table.turn.trace.emptied & ~footprint.squares
    return bool(beside) and breach(table, table.turn, table.kind_of(footprint)) is not None


def replied(table: Table) -> Stepped:
    """The reply is finished, and completes the move that it answers; or what looked like a move and
    its reply was something else."""
    standing = table.turn.standing
    if standing is not None and (standing.moved_on or _breaks_something(table, standing.footprint)):
        retold = retell(table, BROKEN, standing.footprint.move)
        if retold is not None:
            return retold
    return complete_by_reply(table)


def _righted(table: Table, effects: tuple[Effect, ...], at: Millis) -> Stepped:
    """After the last moves were told again: what they leave unexplained is told."""
    if table.phase is not Phase.PLAYING:
        return table, effects
    table, more = mark_displaced(table, at)
    return table, effects + more


def _concluded(table: Table, pressed: Press, *, waited: bool) -> Conclusion:
    conclusion = conclude(table.turn, table.now, waited=waited)
    if waited and isinstance(conclusion, NoMove):
        at_the_press = conclude(pressed.turn, table.now, waited=True)
        if isinstance(at_the_press, Illegal):
            return at_the_press
    return conclusion


def ask(table: Table, candidates: tuple[Footprint, ...], at: Millis) -> Stepped:
    """The move is made, the clock is pressed, and which move it was has to be asked."""
    color = table.position.turn
    before = table.clock.at(max(at, table.clock.since))
    clock = before.completed(color).run(not color, before.since)
    names = " or ".join(table.position.san(f.move) for f in candidates)
    question = Question(
        table.turn,
        candidates,
        pressed_at=at,
        clock_ms=clock.side(color).left_ms,
        spent_ms=spent_ms(table, color, clock.since),
        half=before.side(color),
    )
    table = table._replace(clock=clock, started=True, question=question, press=None)
    return alert(table, at, "ambiguous", f"{names}: the sensors fit each of them")


def _refuse(table: Table, at: Millis) -> Stepped:
    """An illegal move; but where a move from outside is carried out wrongly, only a mistake."""
    if table.awaited is not None:
        return mark_displaced(table._replace(press=None), at)
    before_ms = sum(table.added_ms)
    table, effects = refuse_illegal(table, at)
    table = table._replace(unlawful=tolerated(table, sum(table.added_ms) - before_ms))
    if table.phase is Phase.RESTORING and table.occupied == table.position.occupied:
        table, more = resume(table, at)
        return table, effects + more
    return table, effects


def _told(table: Table, at: Millis, *, early: bool) -> Stepped:
    """What the arbiter is told of a move that has just been completed by a press."""
    effects: tuple[Effect, ...] = ()
    san = table.moves[-1].san
    if early:
        table, effects = alert(table, at, "press_early", f"{san} landed after the press")
    if table.phase is Phase.OVER:
        return table, effects
    table, more = mark_displaced(table, at)
    return table, effects + more


def mark_displaced(table: Table, at: Millis) -> Stepped:
    """If pieces stand where neither the game nor a hand in play explains them, say so."""
    if table.displaced or explained(table.turn, table.now):
        return table, ()
    table = table._replace(displaced=True)
    lift, place = table.restore
    detail = f"to clear: {squares_in_words(lift) or '-'}, to fill: {squares_in_words(place) or '-'}"
    return alert(table, at, "displaced", detail)


def settled(turn: Turn) -> bool:
    """Whether moves that stand account for every square, with nothing in any hand."""
    if turn.in_sync or turn.reply is not None:
        return True
    return turn.fits and turn.trace.occupied == turn.after_standing().occupied


MOTION_MS = 200
"""A square that has changed so shortly before is one that a hand is busy with."""


def explained(turn: Turn, now: Millis | None = None) -> bool:
    """Whether the game, a move that stands or a hand in play accounts for every square.

    `now`: squares that have changed shortly before count as in play. A piece that stood where it
    does not belong before the turn began is in no hand.
    """
    if turn.in_sync or turn.fits or turn.reply is not None:
        return True
    position, trace = turn.position, turn.trace
    astray = trace.began & trace.occupied & ~position.occupied
    busy = 0 if now is None else trace.changed_since(Millis(now - MOTION_MS))
    return not astray and underway(position, trace, busy)


def press_setting_up(table: Table, event: ClockPressed) -> Stepped:
    """The players take the game to be on: it is, if the start position stands; else tell so."""
    if table.occupied != table.start.occupied:
        return tell_wrong(table, event.at)
    table, effects = begin_game(table, event.at)
    table, more = press(table, event)
    return table, effects + more


def press_while_restoring(table: Table, event: ClockPressed) -> Stepped:
    """The offender's press counts with a legal move on the board; his opponent's if he has answered
    an illegal move that stands then."""
    if event.color != table.position.turn:
        return let_stand(table, event)
    if not table.turn.fits:
        return table, ()
    table, effects = resume(table, event.at)
    pressed = Press(event.color, event.at, table.turn, event.at)
    table, more = judge_press(table, pressed, waited=False)
    return table, effects + more
