"""What people say at the board or the console; a word outranks the sensors."""

import chess

from touchmove.arbiter.observing import replay
from touchmove.arbiter.turn import Turn
from touchmove.events import (
    AdjustAnnounced,
    NewGame,
    PromotionNamed,
    Resigned,
    ResultEntered,
)
from touchmove.game.completing import end, end_by_word
from touchmove.game.duties import bound_anew
from touchmove.game.effects import Effect, GameEnded, MoveRevised
from touchmove.game.endings import UNDERPROMOTIONS, by_the_board, ends, promoting, with_promotion
from touchmove.game.record import ENTERED, INFERRED, Outcome, result_for
from touchmove.game.setting_up import arm
from touchmove.game.table import Table
from touchmove.game.telling import Stepped, alert, refuse
from touchmove.units import Millis


def announce_adjusting(table: Table, event: AdjustAnnounced) -> Stepped:
    """The player on the move adjusts (Laws 4.2.1); it holds until the next press."""
    return table._replace(adjusting=len(table.turn.trace.edges)), ()


def name_promotion(table: Table, event: PromotionNamed) -> Stepped:
    """Of the move that is being made, if a pawn may promote with it; else of the last promotion.

    Over a move that is not completed yet that may be the reply to it.
    """
    turn = table.turn
    replying = _promoted_on_by_reply(turn)
    for standing in (turn.reply, turn.standing):
        if standing is None or not standing.footprint.promotes:
            continue
        if standing is turn.standing and replying and table.named_for(standing.footprint):
            continue
        return _named(table, (standing.footprint.move.to_square,), event.piece), ()
    if not table.linked or table.open_gap is not None:
        return refuse(table, event, "what was played while the board was not heard is not known")
    if replying:
        return _named(table, replying, event.piece), ()
    answering = () if table.unlawful is None else table.unlawful.position.footprints()
    if _about_to_promote(turn) or any(footprint.promotes for footprint in answering):
        return _named(table, (None,), event.piece), ()
    arrived = _promoted_on_unseen(turn)
    awaited = _promoted_on_next(table) if arrived is None else (arrived,)
    if awaited:
        return _named(table, awaited, event.piece), ()
    for number in range(len(table.moves) - 1, -1, -1):
        if table.moves[number].move.promotion is not None:
            return correct_promotion(table, event, number)
    if any(footprint.promotes for footprint in turn.position.footprints()):
        return _named(table, (None,), event.piece), ()
    return refuse(table, event, "no pawn can be promoted, and none has been")


def _named(table: Table, squares: tuple[chess.Square | None, ...], piece: chess.PieceType) -> Table:
    kept = tuple(named for named in table.named if named[0] not in squares)
    return table._replace(named=(*kept, *((square, piece) for square in squares)))


def _about_to_promote(turn: Turn) -> bool:
    """Whether a pawn that can promote has been lifted."""
    lifted = turn.position.occupied & ~turn.trace.occupied
    return bool(lifted) and any(
        footprint.promotes and footprint.vacated & lifted
        for footprint in turn.position.footprints()
    )


def _promoted_on_unseen(turn: Turn) -> chess.Square | None:
    """Where a piece was put in this turn that a pawn may have become, though something that comes
    before it was not seen: the pawn leave, or, if it is the waiting side's, the move that it
    answers. Contacts may be late, or dead."""
    position, trace = turn.position, turn.trace
    placed = {edge.square for edge in trace.edges if edge.filled}
    targets = {f.move.to_square for f in position.footprints() if f.promotes}
    targets |= set(chess.scan_forward(position.promoting_next(~trace.occupied)))
    arrived = targets & placed
    return arrived.pop() if len(arrived) == 1 else None


def _promoted_on_by_reply(turn: Turn) -> tuple[chess.Square, ...]:
    """Where a pawn that has been lifted can promote in reply to the move that stands."""
    if turn.standing is None or turn.standing.rivals:
        return ()
    after = turn.after_standing()
    lifted = after.occupied & ~turn.trace.occupied
    promotions = (f for f in after.footprints() if f.promotes and f.vacated & lifted)
    return tuple(footprint.move.to_square for footprint in promotions)


def _promoted_on_next(table: Table) -> tuple[chess.Square, ...]:
    """Where a pawn of the waiting player that has been lifted can promote: the move that it answers
    was not seen yet, or not understood."""
    turn = table.turn
    if table.outcome is not None:
        return ()  # the pieces are being put away
    taken = 0 if turn.standing is None else turn.standing.footprint.squares
    squares = turn.position.promoting_next(~turn.trace.occupied & ~taken)
    return tuple(chess.scan_forward(squares))


def correct_promotion(table: Table, event: PromotionNamed, number: int) -> Stepped:
    """Rewrite the promotion at `number`, if every move after it stays legal with that piece.

    A last move that then ends the game ends it, as of the move. The arbiter is told where the piece
    had been named before, and play has gone on since: another pawn may be meant.
    """
    last = number == len(table.moves) - 1
    if last and table.outcome is not None and by_the_board(table.outcome.termination):
        return refuse(table, event, "the game has ended with the move as it stands")
    entry = table.moves[number]
    corrected = rewritten(table, number, event.piece)
    if corrected is None:
        return refuse(table, event, "the moves that were played since rule that piece out")
    revised: tuple[Effect, ...] = ()
    evidence = entry.evidence
    if entry.move.promotion != event.piece:
        said = corrected.moves[number]
        evidence, revised = ENTERED, (MoveRevised(event.at, number, said.move, said.san),)
    table = _noted(corrected, number, evidence, assumed=False)
    effects = revised
    if revised and not (entry.assumed or last):
        was = f"it had been named a {chess.piece_name(entry.move.promotion or chess.QUEEN)}"
        table, more = alert(table, event.at, "promo_revised", f"{table.moves[number].san}: {was}")
        effects += more
    playing = last and table.outcome is None
    ending = ends(table.position, table.rules.edition) if playing else None
    if ending is None:
        return table, effects
    table, more = end(table, entry.at, *ending)
    return table, effects + more


def rewritten(table: Table, number: int, kind: chess.PieceType) -> Table | None:
    """The record with that promotion, and the turn that follows from it, or None.

    What an illegal move has bound its player to is what it binds to in that turn.
    """
    position = with_promotion(table.start, table.moves, number, kind)
    if position is None:
        return None
    before = table.start
    moves = []
    for ply, played in enumerate(table.moves):
        move = promoting(played.move, kind) if ply == number else played.move
        moves.append(played._replace(move=move, san=before.san(move)))
        before = before.after(move)
    turn = replay(position, table.turn.trace)
    table = table._replace(moves=tuple(moves), turn=turn, previous=None)
    return table._replace(bound=bound_anew(table))


def _noted(table: Table, number: int, evidence: str, *, assumed: bool) -> Table:
    entry = table.moves[number]._replace(evidence=evidence, assumed=assumed)
    return table._replace(moves=(*table.moves[:number], entry, *table.moves[number + 1 :]))


def revise_assumed(table: Table, at: Millis) -> Stepped | None:
    """The table with an assumed queen revised so that the board shows a legal move, or None.

    The promoted piece has moved as no queen does; or play goes on although a queen would have ended
    the game. What only the queen's check forbids is an illegal move all the same. Where several
    kinds are left, the first is assumed.
    """
    numbers = [number for number, entry in enumerate(table.moves) if entry.assumed]
    for number in reversed(numbers):
        fitting = []
        for kind in UNDERPROMOTIONS:
            other = rewritten(table, number, kind)
            if other is not None and _proves(table, other, number):
                fitting.append(other)
        if fitting:
            revised = _noted(fitting[0], number, INFERRED, assumed=len(fitting) > 1)
            return _revised(revised, at, number)
    return None


def _proves(table: Table, other: Table, number: int) -> bool:
    """Whether the move on the board is legal in `other` only because the piece is no queen."""
    standing = other.turn.standing
    if not other.turn.fits or standing is None or standing.rivals:
        return False
    square = table.moves[number].move.to_square
    for played in table.moves[number + 1 :]:
        if played.move.from_square == square:
            square = played.move.to_square
    if standing.footprint.origin == square:
        return True
    return ends(table.position, table.rules.edition) is not None


def _revised(table: Table, at: Millis, number: int) -> Stepped:
    entry = table.moves[number]
    effects: tuple[Effect, ...] = (MoveRevised(at, number, entry.move, entry.san),)
    table, more = alert(table, at, "promo_revised", f"{entry.san}: the assumed queen cannot be")
    return table, effects + more


def resign(table: Table, event: Resigned) -> Stepped:
    """The opponent wins; drawn if he cannot mate by any series of legal moves (2023:5.1.2)."""
    opponent = not event.color
    needs_a_mate = table.rules.edition.resigning_needs_a_mate
    winner = None if needs_a_mate and not table.shown.can_mate(opponent) else opponent
    return end_by_word(table, event.at, result_for(winner), "resignation")


def enter_result(table: Table, event: ResultEntered) -> Stepped:
    """The result, as it was entered."""
    return end_by_word(table, event.at, event.result, event.reason or "entered")


def correct_result(table: Table, event: ResultEntered) -> Stepped:
    """A result that was entered after the end replaces the one that stood."""
    outcome = Outcome(event.result, event.reason or "entered", event.at)
    if table.outcome is not None and table.outcome.result == event.result:
        return refuse(table, event, f"the result is {event.result} already")
    ended = GameEnded(event.at, outcome.result, outcome.termination)
    return table._replace(outcome=outcome), (ended,)


def start_anew(table: Table, event: NewGame) -> Stepped:
    """A new game from the usual start position; it waits in SETUP until that stands."""
    return arm(table, event.at)


def start_clock_of(table: Table, at: Millis) -> Table:
    """The clock of the side to move begins to run, where it has not been started."""
    if table.started:
        return table
    clock = table.clock.run(table.position.turn, Millis(max(at, table.clock.since)))
    return table._replace(clock=clock, started=True)
