"""What people say at the board or the console; a word outranks the sensors."""

from dataclasses import replace

import chess

from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import Turn, begin, replay
from touchmove.events import (
    AdjustAnnounced,
    NewGame,
    PromotionNamed,
    Resigned,
    ResultEntered,
)
from touchmove.game.clock import new_clock
from touchmove.game.completing import end, end_by_word
from touchmove.game.effects import Effect, GameEnded, GameStarted, MoveRevised
from touchmove.game.endings import by_the_board, ends
from touchmove.game.record import ENTERED, INFERRED, Outcome, RecordedMove, result_for
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert, withdraw
from touchmove.units import Millis


def announce_adjusting(table: Table, event: AdjustAnnounced) -> Stepped:
    """The player on the move adjusts (Laws 4.2.1); it holds until the next press."""
    return table._replace(adjusting=True), ()


def name_promotion(table: Table, event: PromotionNamed) -> Stepped:
    """Of the move that is being made, if a pawn may promote with it; else of the last promotion."""
    turn = table.turn
    for standing in (turn.reply, turn.standing):
        if standing is not None and standing.footprint.promotes:
            square = standing.footprint.move.to_square
            return _named(table, square, event.piece), ()
    if not _about_to_promote(turn):
        for number in range(len(table.moves) - 1, -1, -1):
            if table.moves[number].move.promotion is not None:
                return _correct_promotion(table, event, number)
    return _named(table, None, event.piece), ()


def _named(table: Table, square: chess.Square | None, piece: chess.PieceType) -> Table:
    kept = tuple(named for named in table.named if named[0] != square)
    return table._replace(named=(*kept, (square, piece)))


def _about_to_promote(turn: Turn) -> bool:
    """Whether a pawn that can promote has been lifted."""
    lifted = turn.position.occupied & ~turn.trace.occupied
    return bool(lifted) and any(
        footprint.promotes and footprint.vacated & lifted
        for footprint in turn.position.footprints()
    )


def _correct_promotion(table: Table, event: PromotionNamed, number: int) -> Stepped:
    """Rewrite the promotion at `number`, if every move after it stays legal with that piece.

    A last move that then ends the game ends it, as of the move.
    """
    last = number == len(table.moves) - 1
    if last and table.outcome is not None and by_the_board(table.outcome.termination):
        return table, ()  # the game has ended with this move as it stands
    entry = table.moves[number]
    moves = _with_promotion(table, number, event.piece)
    if moves is None:
        return table, ()
    revised: tuple[Effect, ...] = ()
    said = replace(moves[number], assumed=False)
    if entry.move.promotion != event.piece:
        said = replace(said, evidence=ENTERED)
        revised = (MoveRevised(event.at, number, said.move, said.san),)
    moves = (*moves[:number], said, *moves[number + 1 :])
    turn = replay(_after(table.start, moves), table.turn.trace)
    table = table._replace(moves=moves, turn=turn, previous=None)
    table, effects = withdraw(table, event.at, "promo_assumed")
    effects += revised
    playing = last and table.outcome is None
    ending = ends(table.position, table.rules.edition) if playing else None
    if ending is None:
        return table, effects
    table, more = end(table, entry.at, *ending)
    return table, effects + more


def _with_promotion(
    table: Table, number: int, piece: chess.PieceType
) -> tuple[RecordedMove, ...] | None:
    """The record with that promotion, or None where it makes a later move illegal."""
    position = table.start
    moves = []
    for ply, played in enumerate(table.moves):
        move = played.move
        if ply == number:
            move = chess.Move(move.from_square, move.to_square, piece)
        if not position.is_legal(move):
            return None
        moves.append(replace(played, move=move, san=position.san(move)))
        position = position.after(move)
    return tuple(moves)


def revise_assumed(table: Table, at: Millis) -> Stepped | None:
    """The table with an assumed queen revised so that the board shows a legal move, or None.

    A later move has proved the queen wrong. If it leaves several kinds, the first that fits is
    assumed in its place.
    """
    numbers = [number for number, entry in enumerate(table.moves) if entry.assumed]
    for number in reversed(numbers):
        fitting = []
        for piece in (chess.KNIGHT, chess.ROOK, chess.BISHOP):
            moves = _with_promotion(table, number, piece)
            if moves is None:
                continue
            turn = replay(_after(table.start, moves), table.turn.trace)
            if turn.fits and turn.standing is not None and not turn.standing.rivals:
                fitting.append((moves, turn))
        if fitting:
            moves, turn = fitting[0]
            sure = len(fitting) == 1
            entry = replace(moves[number], evidence=INFERRED, assumed=not sure)
            moves = (*moves[:number], entry, *moves[number + 1 :])
            return _revised(table._replace(moves=moves, turn=turn), at, number, sure=sure)
    return None


def _revised(table: Table, at: Millis, number: int, *, sure: bool) -> Stepped:
    entry = table.moves[number]
    effects: tuple[Effect, ...] = (MoveRevised(at, number, entry.move, entry.san),)
    if sure:
        table, more = withdraw(table, at, "promo_assumed")
        effects += more
    table, more = alert(table, at, "promo_revised", f"{entry.san}: the assumed queen cannot be")
    return table, effects + more


def _after(start: Position, moves: tuple[RecordedMove, ...]) -> Position:
    position = start
    for played in moves:
        position = position.after(played.move)
    return position


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
        return table, ()
    ended = GameEnded(event.at, outcome.result, outcome.termination)
    return table._replace(outcome=outcome), (ended,)


def start_anew(table: Table, event: NewGame) -> Stepped:
    """A new game from the usual start position; it waits in SETUP until that stands."""
    return arm(table, event.at)


def arm(table: Table, at: Millis) -> Stepped:
    """A new game: playing if the start position stands, else waiting for it."""
    start = Position.from_fen(chess.STARTING_FEN, chess960=table.rules.chess960)
    ready = table.occupied == start.occupied
    fresh = Table(
        rules=table.rules,
        tags=table.tags,
        phase=Phase.PLAYING if ready else Phase.SETUP,
        start=start,
        turn=begin(start),
        clock=new_clock(table.rules.time_control, at),
        started=False,
        occupied=table.occupied,
        still_since=at,
        linked=table.linked,
        now=at,
    )
    return fresh, (GameStarted(at, start.fen),)


def start_clock_of(table: Table, at: Millis) -> Table:
    """The clock of the side to move begins to run, where it has not been started."""
    if table.started:
        return table
    clock = table.clock.run(table.position.turn, Millis(max(at, table.clock.since)))
    return table._replace(clock=clock, started=True)
