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
from touchmove.arbiter.trace import trace_of
from touchmove.arbiter.turn import Turn, replay
from touchmove.events import ClockPressed
from touchmove.game.answering import let_stand, tolerated
from touchmove.game.completing import complete_by_press, complete_by_reply, record, spent_ms
from touchmove.game.effects import Effect
from touchmove.game.pending import Press, Question
from touchmove.game.record import INFERRED, WITNESSED
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
        table, effects = complete_by_reply(table)
        pressed = replace(pressed, turn=table.turn)
        table, more = judge_press(table, pressed, waited=False)
        return table, effects + more
    return _press_late(table, event), ()


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
    table, effects = alert(table, event.at, "wrong_button", detail)
    table, more = mark_displaced(table, event.at)
    return table, effects + more


def _press_late(table: Table, event: ClockPressed) -> Table:
    """The opponent has answered already; only now does the mover's time stop (2023:6.2.2)."""
    color = event.color
    white, black = table.unpressed
    before = table.clock.at(event.at).counted(color, (white if color else black) - 1)
    clock = before.completed(color).run(not color, event.at)
    unpressed = (0, black) if color else (white, 0)
    own = [n for n, entry in enumerate(table.moves) if entry.color == color]
    if not own:  # the record has begun anew, or was taken back, since he moved
        return table._replace(clock=clock, unpressed=unpressed)
    number = own[-1]
    late = max(0, event.at - max(table.clock.since, table.accounted_ms))
    entry = table.moves[number]
    entry = replace(
        entry,
        clock_ms=clock.side(color).left_ms,
        spent_ms=Millis(entry.spent_ms + late),
    )
    moves = (*table.moves[:number], entry, *table.moves[number + 1 :])
    closed = table.closed
    if closed is not None and number == len(moves) - 1:
        closed = replace(closed, half=before.side(color))
    return table._replace(clock=clock, moves=moves, unpressed=unpressed, closed=closed)


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
    match _concluded(table, pressed, waited=waited):
        case Wait():
            return table._replace(press=pressed), ()
        case Made(footprint, inferred, standing):
            stood = table.turn.standing
            early = standing and stood is not None and stood.since > at
            table, effects = complete_by_press(
                table,
                footprint,
                at,
                standing=standing,
                evidence=INFERRED if inferred else WITNESSED,
            )
            table, more = _told(table, at, early=early, inferred=inferred)
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


def _told(table: Table, at: Millis, *, early: bool, inferred: bool) -> Stepped:
    """What the arbiter is told of a move that has just been completed by a press."""
    effects: tuple[Effect, ...] = ()
    san = table.moves[-1].san
    if early:
        table, effects = alert(table, at, "press_early", f"{san} landed after the press")
    if inferred:
        detail = f"{san}: the captured piece was never seen to leave"
        table, more = alert(table, at, "silent_capture", detail)
        effects += more
    if table.phase is Phase.OVER:
        return table, effects
    table, more = mark_displaced(table, at)
    return table, effects + more


def mark_displaced(table: Table, at: Millis) -> Stepped:
    """If pieces stand where neither the game nor a hand in play explains them, say so."""
    if explained(table.turn) or table.displaced:
        return table, ()
    table = table._replace(displaced=True)
    lift, place = table.restore
    detail = f"to clear: {squares_in_words(lift) or '-'}, to fill: {squares_in_words(place) or '-'}"
    return alert(table, at, "displaced", detail)


def explained(turn: Turn) -> bool:
    """Whether the game, a move that stands or a hand in play accounts for every square.

    A piece that stood where it does not belong before the turn began is in no hand.
    """
    if turn.in_sync or turn.fits or turn.reply is not None:
        return True
    astray = turn.trace.began & turn.trace.occupied & ~turn.position.occupied
    return not astray and underway(turn.position, turn.trace)


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
