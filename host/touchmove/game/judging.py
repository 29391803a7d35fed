"""The judgement of a press: a move, a question, an illegal move, or a story of several turns.

What stands is believed as long as nothing speaks against it. Where nothing stands, or where what
stands breaks the touch-move rule or came only after the press, the story of all that was seen is
asked (`game.retelling`), and believed if it costs less than a mistake of the player would.
"""

from chess import BB_KING_ATTACKS, BB_SQUARES, Color, Move, square_name

from touchmove.arbiter.conclude import (
    Ask,
    Conclusion,
    Illegal,
    Made,
    NoMove,
    Wait,
    conclude,
    landed_after,
)
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.judge import colors_agree
from touchmove.arbiter.story import BROKEN, UNEXPLAINED, mistaken
from touchmove.game.answering import tolerated
from touchmove.game.completing import complete_by_dwell, complete_by_press, complete_by_reply
from touchmove.game.displacing import mark_displaced, righted
from touchmove.game.duties import breach
from touchmove.game.effects import Effect
from touchmove.game.pending import Press
from touchmove.game.questioning import ask
from touchmove.game.record import INFERRED, WITNESSED
from touchmove.game.retelling import retell, rivals
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, player
from touchmove.game.undoing import refuse_illegal, resume
from touchmove.game.words import revise_assumed
from touchmove.units import Millis


def judge_press(table: Table, pressed: Press, *, waited: bool) -> Stepped:
    """The press of the player on the move closes his turn."""
    at = pressed.at
    conclusion = _concluded(table, pressed, waited=waited)
    price = _price(table, conclusion, pressed)
    if price is not None:
        if not waited and (table.press is not None or _captures_elsewhere(table, conclusion)):
            # Where the piece will be left is not known yet.
            return table._replace(press=pressed), ()
        told = _told_again(table, conclusion, price, at)
        if told is not None:
            return told
    match conclusion:
        case Wait():
            return table._replace(press=pressed), ()
        case Made(footprint, standing):
            early = standing and landed_after(table.turn, at)
            evidence = WITNESSED if standing or _agree(table, footprint) else INFERRED
            table, effects = complete_by_press(
                table, footprint, at, standing=standing, evidence=evidence
            )
            table, more = _told(table, at, early=early)
            return table, effects + more
        case Ask(candidates):
            return ask(table, candidates, at)
        case NoMove():
            return without_move(table, pressed.color, at)
        case Illegal():
            revised = revise_assumed(table, at)
            if revised is None:
                return _refuse(table._replace(press=None), at)
            table, effects = revised
            table, more = judge_press(table, pressed, waited=True)
            return table, effects + more


def without_move(table: Table, color: Color, at: Millis) -> Stepped:
    """The player on the move has pressed at `at`, and had made no move (2023:6.2.4, 7.5.3)."""
    detail = f"{player(color)} pressed without having made a move"
    table, effects = alert(table._replace(press=None), at, "press_no_move", detail)
    if table.refused or not table.rules.edition.press_without_move_is_illegal:
        return table, effects
    table, more = _refuse(table, at)
    return table, effects + more


def _agree(table: Table, footprint: Footprint) -> bool:
    """Whether nothing that was told of colours speaks against the move."""
    return colors_agree(footprint, table.position, table.turn.trace)


def _told_again(table: Table, conclusion: Conclusion, price: int, at: Millis) -> Stepped | None:
    """What a story makes of it: moves, or a question where several are as good; or nothing."""
    concluded = conclusion.footprint.move if isinstance(conclusion, Made) else None
    retold = retell(table, price, concluded)
    if retold is not None:
        return righted(*retold, at)
    found = rivals(table, price)
    return ask(table, found, at) if found else None


def _price(table: Table, conclusion: Conclusion, pressed: Press) -> int | None:
    """What it costs to believe a conclusion, in the prices of `arbiter.story`.

    None where there is nothing to doubt: a move stands, it stood when the press came, and the hands
    of one player explain all that was touched.
    """
    if isinstance(conclusion, Wait):
        return None
    if not isinstance(conclusion, Made) or not conclusion.standing:
        return mistaken(table.position, table.turn.trace, table.now)
    stood = pressed.turn.standing
    if stood is not None and stood.footprint != conclusion.footprint:
        return UNEXPLAINED
    if table.turn.standing is not None and table.turn.standing.doubted:
        return BROKEN
    return BROKEN if _breaks_something(table, conclusion.footprint) else None


def _captures_elsewhere(table: Table, conclusion: Conclusion) -> bool:
    """Whether a piece of the opponent is in the air that the move which stands does not take."""
    if not isinstance(conclusion, Made) or table.turn.reply is not None:
        return False
    theirs = table.position.pieces(not table.position.turn) & table.turn.trace.emptied
    return bool(theirs & ~table.occupied & ~conclusion.footprint.squares)


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
    if standing is not None and (standing.doubted or _breaks_something(table, standing.footprint)):
        retold = retell(table, BROKEN, standing.footprint.move)
        if retold is not None:
            return retold
    crossed = _crossed(table)
    table, effects = complete_by_reply(table)
    if crossed is None:
        return table, effects
    table, more = alert(table, table.now, "ambiguous", crossed)
    return table, effects + more


def dwelt(table: Table) -> Stepped:
    """Without a clock the move that stands is completed. It may be the one before, which was
    answered while its piece rested on the way: that is told before the record goes on."""
    doubt = _gone_on(table)
    told: Stepped = (table, ()) if doubt is None else alert(table, table.now, "ambiguous", doubt)
    table, effects = complete_by_dwell(told[0])
    return table, told[1] + effects


def _gone_on(table: Table) -> str | None:
    """What else the move that stands may have been, in words; or None.

    Its piece had moved last before the opponent answered, and no hand had left it when it was
    lifted again. If it could have come here at once, it may only have rested there.
    """
    standing, since = table.turn.standing, len(table.moves) - 2
    assert standing is not None
    before = next((page for page in reversed(table.pages) if len(page.moves) == since), None)
    if before is None:
        return None
    move, (last, reply) = standing.footprint.move, table.moves[-2:]
    if last.move.to_square != move.from_square:
        return None
    whole = Move(last.move.from_square, move.to_square, move.promotion)
    lifted_at = table.turn.trace.lifted_at(move.from_square)
    if lifted_at - last.at >= table.rules.settle_ms or not before.position.is_legal(whole):
        return None
    played = f"{last.san}, {reply.san} and {table.position.san(move)}"
    return f"{played}, or {before.position.san(whole)} answered while the piece rested on its way"


def _crossed(table: Table) -> str | None:
    """What else two moves may have been whose pieces were in the air together, in words; or None.

    A reply that has landed as soon as the move that it answers may be the move before, whose piece
    has travelled on, or a piece that was knocked over. Where the piece that moves first could have
    gone to the square of the other, and that one's home is next to where it seems to stand, a
    single hand may have knocked it there.
    """
    turn = table.turn
    if turn.standing is None or turn.reply is None:
        return None
    first, second = turn.standing.footprint.move, turn.reply.footprint.move
    trace = turn.trace
    here, there = trace.last_place(first.to_square), trace.last_place(second.to_square)
    if here == there or min(here, there) < 0 or trace.last_lift(second.from_square) > here:
        return None
    moved, answered = turn.position.san(first), turn.after_standing().san(second)
    if trace.edges[there].at <= trace.edges[here].at:
        return f"{moved} and {answered}, or a piece that has only been moved about"
    other = Move(first.from_square, second.to_square)
    beside = BB_KING_ATTACKS[second.from_square] & BB_SQUARES[first.to_square]
    if not beside or not turn.position.is_legal(other):
        return None
    knocked = f"the piece of {square_name(second.from_square)} knocked over"
    return f"{moved} and {answered}, or {turn.position.san(other)} and {knocked}"


def _concluded(table: Table, pressed: Press, *, waited: bool) -> Conclusion:
    conclusion = conclude(table.turn, table.now, waited=waited)
    if waited and isinstance(conclusion, NoMove):
        at_the_press = conclude(pressed.turn, table.now, waited=True)
        if isinstance(at_the_press, Illegal):
            return at_the_press
    return conclusion


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
