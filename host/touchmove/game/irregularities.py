"""What the arbiter's ruling does to each kind of irregularity, as a table.

An irregularity is what the arbiter was told and has not ruled on, or an illegal move that was
completed and has not been ruled on. A ruling goes to the latest one. To *confirm* says that it is
as it was found, to *dismiss* that it is not so and what it led to is taken back, to let it *stand*
that the game goes on from it all the same. Where a kind asks for more than that word can say, or
play has gone on too far, the answer is why, and what to say instead.
"""

from collections.abc import Callable
from dataclasses import replace

from chess import QUEEN

from touchmove.arbiter.unlawful import position_shown
from touchmove.events import IrregularityRuled, PromotionNamed, Ruling
from touchmove.game.answering import forgive, penalty_back
from touchmove.game.effects import (
    AlertWithdrawn,
    Effect,
    GameResumed,
    IllegalMoveDismissed,
    MoveConfirmed,
    Ruled,
)
from touchmove.game.record import ENTERED, Alert, Refusal
from touchmove.game.standing import stand_at
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, refuse
from touchmove.game.undoing import going_on, put_back
from touchmove.game.words import correct_promotion, name_promotion
from touchmove.units import Millis

Answer = Stepped | str
"""What becomes of the table, or why this ruling makes no sense of this irregularity now."""

TOO_LATE = "play has gone on since; set the position with correct"


def rule(table: Table, event: IrregularityRuled) -> Stepped:
    """The latest irregularity that has not been ruled on is ruled on."""
    told = latest(table)
    if told is None:
        return refuse(table, event, "no irregularity is open")
    if isinstance(told, Refusal):
        kind, ruled = "illegal", replace(told, ruling=event.ruling)
        answer = ILLEGAL[event.ruling](_with(table, told, ruled), ruled, event.at)
    else:
        kind, noted = told.kind, replace(told, ruling=event.ruling)
        kinds = IRREGULARITIES.get(kind, NOTED)
        answer = kinds[event.ruling](_with(table, told, noted), noted, event.at)
    if isinstance(answer, str):
        return refuse(table, event, f"{kind}: {answer}")
    table, effects = answer
    return table, (Ruled(event.at, kind, event.ruling), *effects)


def latest(table: Table) -> Alert | Refusal | None:
    """The irregularity that a ruling would go to, or None."""
    alerts = [alert for alert in table.alerts if alert.ruling is None]
    refusals = [refusal for refusal in table.refusals if refusal.ruling is None]
    if refusals and (not alerts or refusals[-1].at >= alerts[-1].at):
        return refusals[-1]
    return alerts[-1] if alerts else None


def _with(table: Table, told: Alert | Refusal, ruled: Alert | Refusal) -> Table:
    """The table with that one marked as ruled on."""
    if isinstance(ruled, Refusal):
        refusals = (ruled if each is told else each for each in table.refusals)
        return table._replace(refusals=tuple(refusals))
    return table._replace(alerts=tuple(ruled if each is told else each for each in table.alerts))


# ------------------------------------------------------------------ alerts
def _keep(table: Table, told: Alert, at: Millis) -> Answer:
    """It is noted; nothing else changes."""
    return table, ()


def _drop(table: Table, told: Alert, at: Millis) -> Answer:
    """It no longer holds."""
    alerts = tuple(alert for alert in table.alerts if alert is not told)
    return table._replace(alerts=alerts), (AlertWithdrawn(at, told.kind, told.ply),)


def _after(table: Table, told: Alert, at: Millis, *effects: Effect) -> Stepped:
    """It no longer holds, and this became true with it."""
    answer = _drop(table, told, at)
    assert not isinstance(answer, str)
    return answer[0], (*answer[1], *effects)


def _is_last(table: Table, told: Alert) -> bool:
    """Whether what was told is of the last completed move, and nothing has been made since."""
    going = table.phase in (Phase.PLAYING, Phase.PAUSED) and table.question is None
    return going and bool(table.moves) and told.ply == table.plies and table.pending is None


def _uphold(table: Table, told: Alert, at: Millis) -> Answer:
    """The move that broke Article 4 goes back, and what it broke binds its player."""
    closed = table.closed
    if closed is None or closed.broke is None or not _is_last(table, told):
        return TOO_LATE
    return put_back(table, at, closed.position, closed.broke)


def _forgive(table: Table, told: Alert, at: Millis) -> Answer:
    """The move stands; nobody can claim any more that it broke Article 4."""
    if table.closed is not None and told.ply == table.plies:
        table = table._replace(closed=replace(table.closed, broke=None))
    return table, ()


def _acquit(table: Table, told: Alert, at: Millis) -> Answer:
    """Nothing was broken."""
    answer = _forgive(table, told, at)
    assert not isinstance(answer, str)
    return _drop(answer[0], told, at)


def _confirm_move(table: Table, told: Alert, at: Millis) -> Answer:
    """The move was played as it was inferred; a person says so."""
    number = _number(table, told)
    if number is None:
        return table, ()
    entry = table.moves[number]._replace(evidence=ENTERED)
    moves = (*table.moves[:number], entry, *table.moves[number + 1 :])
    return table._replace(moves=moves), (MoveConfirmed(at, number, entry.move),)


def _take_off(table: Table, told: Alert, at: Millis) -> Answer:
    """The move was not played: it comes off the record, and the board goes back before it."""
    closed = table.closed
    if closed is None or not _is_last(table, told):
        return "play has gone on since; say replace with what was played, or correct"
    table, effects = _after(table, told, at)
    table, more = put_back(table, at, closed.position, None)
    return table, effects + more


def _number(table: Table, told: Alert) -> int | None:
    """The number of the move on the record that was told of, or None if it is there no more."""
    number = told.ply - (table.plies - len(table.moves)) - 1
    return number if 0 <= number < len(table.moves) else None


def _is_a_queen(table: Table, told: Alert, at: Millis) -> Answer:
    """The queen that was assumed stands there."""
    number = _number(table, told)
    if number is None and table.pending is not None and table.pending.promotion is not None:
        return name_promotion(table, PromotionNamed(at, QUEEN))
    if number is None or not table.moves[number].assumed:
        return _drop(table, told, at)
    return correct_promotion(table, PromotionNamed(at, QUEEN), number)


def _is_no_queen(table: Table, told: Alert, at: Millis) -> Answer:
    """Refused: which piece it is has to be said with `promote`."""
    return "say which piece it is: promote r, promote b or promote n"


def _not_displaced(table: Table, told: Alert, at: Millis) -> Answer:
    """The pieces stand where they should, whatever the sensors say; the board is not asked."""
    return _drop(table._replace(displaced=False), told, at)


def _let_lie(table: Table, told: Alert, at: Millis) -> Answer:
    """Refused: which piece stands where has to be said with `correct`."""
    return "the sensors do not tell which piece stands where; set the position with correct"


def _which(table: Table, told: Alert, at: Millis) -> Answer:
    """Refused while it is in question: which move it was has to be said with `replace`."""
    if table.open_gap is not None and table.open_gap.asked:
        return "say correct with the position, or dismiss if nothing was played"
    if table.question is None:
        return table, ()
    return "say replace with the move that was played, or dismiss if none was"


def _nothing_made(table: Table, told: Alert, at: Millis) -> Answer:
    """No move was made: whoever had the move has it still, and the time."""
    gap = table.open_gap if table.question is None else None
    if table.question is None and (gap is None or not gap.asked):
        return _drop(table, told, at)
    clock = table.clock if gap is None or gap.clock is None else gap.clock
    clock = clock.run(table.position.turn, max(at, table.clock.since))
    table = stand_at(table._replace(clock=clock), table.position)
    return _drop(table, told, at)


def _play_on(table: Table, told: Alert, at: Millis) -> Answer:
    """The kings showed no result: the game goes on, and they go back."""
    outcome = table.outcome
    if outcome is None or outcome.termination != "kings":
        return "the game has not ended by the kings; undo what was said last"
    table = going_on(table, at)
    return _after(stand_at(table, table.position), told, at, GameResumed(at))


# ------------------------------------------------------------------ illegal moves
def _is_illegal(table: Table, told: Refusal, at: Millis) -> Answer:
    """It counts, as it does already."""
    return table, ()


def _is_none(table: Table, told: Refusal, at: Millis) -> Answer:
    """It was no illegal move: count and penalty are taken back, and play goes on from before it."""
    white, black = table.illegal
    count = (white if told.color else black) - 1
    table = penalty_back(table, told, at)
    table = table._replace(illegal=(count, black) if told.color else (white, count))
    effects: tuple[Effect, ...] = (IllegalMoveDismissed(at, told.color, count),)
    if told.ply == table.plies and told.color == table.position.turn:
        table = table._replace(bound=told.bound)
    lost = table.outcome is not None and table.outcome.termination == "illegal moves"
    if not (lost or _is_refused(table, told)):
        return table, effects
    followed = table.turn.trace.occupied == table.occupied
    table = going_on(table, at)
    table = table._replace(refused=False)
    if not followed:
        table = stand_at(table, table.position)._replace(bound=told.bound)
    return table, (*effects, GameResumed(at))


def _stands(table: Table, told: Refusal, at: Millis) -> Answer:
    """It counts and is not penalised, and the game goes on from what it led to (2023:A.5.2)."""
    if not _is_refused(table, told):
        return "the position before it is on the board again; set another one with correct"
    shown = position_shown(table.turn.position, table.turn.trace)
    if shown is None:
        return "the sensors do not tell which piece stands where; set the position with correct"
    return forgive(table, told, shown, at, "an illegal move that stands was played")


def _is_refused(table: Table, told: Refusal) -> bool:
    """Whether the way back from this illegal move is still asked for."""
    same = told.ply == table.plies and told.color == table.position.turn
    return table.phase is Phase.RESTORING and same


# ------------------------------------------------------------------ the tables
_ByAlert = dict[Ruling, Callable[[Table, Alert, Millis], Answer]]
CONFIRM, DISMISS, STAND = Ruling.CONFIRM, Ruling.DISMISS, Ruling.STAND

NOTED: _ByAlert = {CONFIRM: _keep, DISMISS: _drop, STAND: _keep}
"""Kinds that are only told: a press, an offer, a flag. Nothing in the game depends on them."""
_BREACH: _ByAlert = {CONFIRM: _uphold, DISMISS: _acquit, STAND: _forgive}
_DOUBTED: _ByAlert = {CONFIRM: _confirm_move, DISMISS: _take_off, STAND: _keep}

IRREGULARITIES: dict[str, _ByAlert] = {
    "touch": _BREACH,
    "release": _BREACH,
    "rook_first": _BREACH,
    "inferred": _DOUBTED,
    "silent_capture": _DOUBTED,
    "promo_assumed": {CONFIRM: _is_a_queen, DISMISS: _is_no_queen, STAND: _keep},
    "ambiguous": {CONFIRM: _which, DISMISS: _nothing_made, STAND: _which},
    "displaced": {CONFIRM: _keep, DISMISS: _not_displaced, STAND: _let_lie},
    "result_kings": {CONFIRM: _keep, DISMISS: _play_on, STAND: _keep},
}
"""What each ruling does, by the kind of alert; the kinds that are missing are only noted."""

ILLEGAL: dict[Ruling, Callable[[Table, Refusal, Millis], Answer]] = {
    CONFIRM: _is_illegal,
    DISMISS: _is_none,
    STAND: _stands,
}
