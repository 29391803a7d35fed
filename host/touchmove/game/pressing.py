"""What the table makes of a press of the clock."""

from dataclasses import replace

from touchmove.arbiter.beside import beside_an_accident
from touchmove.arbiter.story import UNEXPLAINED
from touchmove.events import ClockPressed
from touchmove.game.answering import let_stand
from touchmove.game.completing import press_late
from touchmove.game.displacing import mark_displaced, settled
from touchmove.game.effects import Effect
from touchmove.game.judging import judge_press, replied
from touchmove.game.pending import Press, Question
from touchmove.game.questioning import answer, answered_by
from touchmove.game.record import INFERRED
from touchmove.game.retelling import retell
from touchmove.game.setting_up import begin_game, start_stands, tell_wrong
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, player
from touchmove.game.undoing import resume


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
        pressed = pressed._replace(turn=table.turn)
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
        clock = table.clock.at(pressed.at).passed(color)
        table = table._replace(clock=clock, question=replace(question, lost=True))
        if question.lost:
            return table, ()
        detail = f"{player(color)} has moved on, and the move before is still not known"
        return alert(table, pressed.at, "ambiguous", detail)
    ((move, following),) = turns
    table, effects = answer(table, question, move, INFERRED, following)
    if table.phase is Phase.OVER:
        return table, effects
    table, more = judge_press(table, pressed, waited=False)
    return table, effects + more


def press_setting_up(table: Table, event: ClockPressed) -> Stepped:
    """The players take the game to be on: it is, if the start position stands; else tell so."""
    if not start_stands(table):
        return tell_wrong(table, event.at)
    table, effects = begin_game(table, event.at)
    table, more = press(table, event)
    return table, effects + more


def press_while_restoring(table: Table, event: ClockPressed) -> Stepped:
    """The offender's press counts with a legal move on the board; his opponent's if he has answered
    an illegal move that stands then."""
    if event.color != table.position.turn:
        return let_stand(table, event)
    turn = table.turn
    if not turn.fits and beside_an_accident(turn.position, turn.trace) is None:
        return table, ()
    table, effects = resume(table, event.at)
    pressed = Press(event.color, event.at, table.turn, event.at)
    table, more = judge_press(table, pressed, waited=False)
    return table, effects + more
