"""What the arbiter rules: absence, times, dead positions, wrong beginnings, accidents."""

import chess
from chess import QUEEN, Move

from touchmove.events import (
    AccidentRuled,
    DeadRuled,
    Defaulted,
    FlagSeen,
    LeftUnpromoted,
    MoveReplaced,
    PromotionNamed,
    TakebackAgreed,
    TimeChanged,
    TouchClaimed,
    TouchRuled,
    WrongStartFound,
)
from touchmove.game.completing import complete_as_pressed, end, end_by_word
from touchmove.game.displacing import to_put_right
from touchmove.game.duties import breach, has_touched, touched_since
from touchmove.game.effects import Effect, GameResumed, MoveRevised, MoveTakenBack
from touchmove.game.endings import by_the_board, flagged
from touchmove.game.making import made
from touchmove.game.pending import Question
from touchmove.game.questioning import answer, answered_by
from touchmove.game.record import ENTERED, result_for
from touchmove.game.standing import stand_at, stand_under
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, refuse
from touchmove.game.undoing import count_illegal, going_on, put_back
from touchmove.game.words import correct_promotion

OVER = "the game is over; undo what ended it, or begin a new one"
"""Why a word is refused that only a game which goes on can answer."""


def default(table: Table, event: Defaulted) -> Stepped:
    """Who did not appear loses (Laws 6.7); both may."""
    both = event.white and event.black
    result = "0-0" if both else result_for(not event.white)
    return end_by_word(table, event.at, result, "default")


def change_time(table: Table, event: TimeChanged) -> Stepped:
    """The arbiter changes a clock."""
    if event.seconds == 0:
        return refuse(table, event, "no second is given or taken")
    span_ms = event.seconds * 1000
    clock = table.clock.at(max(event.at, table.clock.since)).add(event.color, span_ms)
    white_ms, black_ms = table.added_ms
    added = (white_ms + span_ms, black_ms) if event.color else (white_ms, black_ms + span_ms)
    return table._replace(clock=clock, added_ms=added), ()


def excuse(table: Table, event: AccidentRuled) -> Stepped:
    """The touches of this turn so far were accidental."""
    return table._replace(excused=len(table.turn.trace.edges), bound=None), ()


def rule_dead(table: Table, event: DeadRuled) -> Stepped:
    """No series of legal moves can mate."""
    return end_by_word(table, event.at, "1/2-1/2", "dead position")


def annul(table: Table, event: WrongStartFound) -> Stepped:
    """The pieces were set up wrongly: a new game is played (Laws 7.2.1).

    In light supervision it can be claimed only until ten moves have been made by each (A.5.1.2).
    """
    moves = table.rules.edition.start_stands_after
    if moves is not None and moves_by_each(table) >= moves:
        return alert(table, event.at, "late_claim", f"{moves} moves have been made by each player")
    return end_by_word(table, event.at, "annulled", "bad start")


def moves_by_each(table: Table) -> int:
    """How many moves both players have made since the game began."""
    return table.shown.ply // 2


def claim_touch(table: Table, event: TouchClaimed) -> Stepped:
    """The opponent complains of the last move; in time only before he touches a piece (4.8)."""
    if has_touched(table) or _has_answered(table):
        return alert(table, event.at, "late_claim", "the claimant has touched a piece")
    return _uphold_last(table, event)


def _has_answered(table: Table) -> bool:
    """Whether the last completed move broke something, and its opponent has a reply on the board:
    that is not completed, and was touched all the same."""
    closed = table.closed
    if closed is None or closed.broke is None or made(table) is not None:
        return False
    return touched_since(table, not closed.position.turn, None)


def rule_touch(table: Table, event: TouchRuled) -> Stepped:
    """The arbiter steps in himself."""
    return _uphold_last(table, event)


def _uphold_last(table: Table, word: TouchClaimed | TouchRuled) -> Stepped:
    """What the last completed move broke; in the oldest rules that may be one just made (N90:7.4).

    Such a move goes on the record only to come off it again.
    """
    move = made(table)
    if move is None:
        return _uphold(table, word)
    if breach(table, table.turn, move) is None:
        return refuse(table, word, "as far as the sensors saw, the last move broke nothing")
    table, effects = complete_as_pressed(table)
    table, more = _uphold(table, word)
    return table, effects + more


def _uphold(table: Table, word: TouchClaimed | TouchRuled) -> Stepped:
    """The move goes back, and what it broke binds its player."""
    closed = table.closed
    if closed is None and table.pending is not None:
        return refuse(table, word, f"{_pending(table)} is not completed; say it when it is")
    if closed is None:
        return refuse(table, word, "no move has been completed that could have broken Article 4")
    if closed.broke is None:
        return refuse(table, word, "as far as the sensors saw, the last move broke nothing")
    return put_back(table, word.at, closed.position, closed.broke)


def see_flag(table: Table, event: FlagSeen) -> Stepped:
    """A flag seen down loses, or draws where nobody can mate; both, as the edition says."""
    if event.white != event.black:
        return end(table, event.at, flagged(table.shown, event.white, table.rules.edition), "flag")
    table, effects = alert(table, event.at, "both_flags", "nobody knows which flag fell first")
    last = len(table.clock.white.stages) <= 1 and len(table.clock.black.stages) <= 1
    if not (last and table.rules.edition.both_flags_draw):
        return table, effects
    table, more = end(table, event.at, "1/2-1/2", "flag")
    return table, effects + more


def count_unpromoted(table: Table, event: LeftUnpromoted) -> Stepped:
    """The pawn becomes a queen, and it was an illegal move where the edition says so (7.5.2)."""
    if not table.moves or table.moves[-1].move.promotion is None:
        pending = table.pending is not None and table.pending.promotion is not None
        reason = _unpromoted(table) if pending else "the last move is no promotion"
        return refuse(table, event, reason)
    color = table.moves[-1].color
    named = PromotionNamed(event.at, QUEEN)
    table, effects = correct_promotion(table, named, len(table.moves) - 1)
    if table.phase is Phase.OVER or not table.rules.edition.unpromoted_is_illegal:
        return table, effects
    table, more = count_illegal(table, color, event.at)
    return table, effects + more


def _pending(table: Table) -> str:
    """The move on the board that is not completed, in SAN."""
    pending = table.pending
    assert pending is not None
    return table.position.san(pending)


def _unpromoted(table: Table) -> str:
    """Why a pawn that stands on the last rank is not counted before its move is completed."""
    san = _pending(table)
    if table.held is None:
        return f"{san} is not completed: the pawn may still be exchanged"
    return (
        f"{san} is not completed, and with the pawn there it was not made (Laws 4.7.3); "
        "enter the result that holds, as in result 1/2-1/2"
    )


def _is_pending(table: Table, move: Move) -> bool:
    """Whether `move` is the promotion on the board that is not completed, or one like it."""
    standing, meant = table.turn.standing, table.position.meant(move)
    if table.pending is None or standing is None or meant is None:
        return False
    return standing.footprint.promotes and meant in standing.footprint.moves


def replace_move(table: Table, event: MoveReplaced) -> Stepped:
    """Another move in place of the last one; the board is asked to follow. Not if it is illegal.

    What has been made since, and is not completed, stays if it is legal after that move too; else
    it is told. While a question is open, this is the answer to it.
    """
    question, closed = table.question, table.closed
    if question is not None:
        return _answer(table, question, event)
    if _is_pending(table, event.move):
        how = f"say promote {chess.piece_symbol(event.move.promotion or QUEEN)}"
        return refuse(table, event, f"{_pending(table)} is not completed; {how}")
    if closed is None or not table.moves:
        return refuse(table, event, "there is no completed move to replace")
    move = closed.position.meant(event.move)
    if move is None:
        return refuse(table, event, f"{event.move.uci()} is not legal before the last move")
    entry = table.moves[-1]._replace(
        move=move,
        san=closed.position.san(move),
        evidence=ENTERED,
        assumed=False,
        at=event.at,
    )
    number = len(table.moves) - 1
    table = table._replace(moves=(*table.moves[:-1], entry))
    revised = (MoveRevised(event.at, number, move, entry.san),)
    position, since = closed.position.after(move), table.pending
    kept = stand_under(table, position)
    if kept is not None:
        return kept, revised
    assert since is not None
    made = table.position.san(since)
    table = stand_at(table, position)
    detail = f"{made} was played since and is not legal after {entry.san}; {to_put_right(table)}"
    table, effects = alert(table, event.at, "displaced", detail)
    return table, (*revised, *effects)


def _answer(table: Table, question: Question, event: MoveReplaced) -> Stepped:
    """The arbiter says which move it was that the sensors fit, or that it was another."""
    move = table.position.meant(event.move)
    if move is None:
        return refuse(table, event, f"{event.move.uci()} is not legal in the position in question")
    named = () if move.promotion is None else ((move.to_square, move.promotion),)
    following = answered_by(table, question, move)
    table, effects = answer(table._replace(named=named), question, move, ENTERED, following)
    if table.phase is Phase.OVER:
        return table, effects
    if following.fits and question.lost:
        table, more = complete_as_pressed(table)
        return table, effects + more
    if following.in_sync or following.fits:
        return table, effects
    return stand_at(table, table.position), effects


def take_back(table: Table, event: TakebackAgreed) -> Stepped:
    """Half-moves are taken back by agreement, where the profile knows take-backs."""
    if not table.rules.profile.takeback:
        profile = table.rules.profile.name
        return refuse(table, event, f"the profile {profile} knows no take-backs")
    if event.plies > len(table.moves):
        count = len(table.moves)
        return refuse(table, event, f"only {count} half-moves are on the record")
    resumed: tuple[Effect, ...] = ()
    if table.outcome is not None:
        if not by_the_board(table.outcome.termination):
            return refuse(table, event, OVER)
        table, resumed = going_on(table, event.at), (GameResumed(event.at),)
    undone = table.moves[len(table.moves) - event.plies :]
    kept = table.moves[: len(table.moves) - event.plies]
    position = table.start
    for entry in kept:
        position = position.after(entry.move)
    at = max(event.at, table.clock.since)
    running = position.turn if table.clock.running is not None else None
    white = sum(entry.color for entry in undone)
    clock = table.clock.run(running, at).retracted(white, len(undone) - white)
    table = table._replace(moves=kept, clock=clock, closed=None)
    table = stand_at(table, position)
    return table, (*resumed, *(MoveTakenBack(event.at, e.move) for e in reversed(undone)))
