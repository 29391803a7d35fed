"""The game goes on from a position that a person set, and the board is asked to follow.

A record is moves that follow from a start position. A position that they do not lead to begins a
new chapter: the moves before it are kept as they were played (`Table.earlier`), and the record, the
counts of repetitions and of quiet moves, and the PGN begin anew from there. A position that the
game has had needs no chapter: the moves after it come off the record.
"""

from chess import Move

from touchmove.arbiter.given import completed, fault_of
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import Standing, begin
from touchmove.events import PositionCorrected
from touchmove.game.completing import end
from touchmove.game.effects import Effect, MoveTakenBack, PositionSet
from touchmove.game.endings import ends
from touchmove.game.record import Chapter
from touchmove.game.setting_up import begin_game
from touchmove.game.table import Phase, Table, waiting_table
from touchmove.game.telling import Stepped, is_unchanged, refuse
from touchmove.units import Millis


def stand_at(table: Table, position: Position) -> Table:
    """The next turn is of `position`, the record being what it is; the board is asked to show it.

    Until it does, what is touched is no touch.
    """
    differs = table.occupied != position.occupied
    return table._replace(
        turn=begin(position, table.occupied),
        displaced=differs,
        following=differs,
        unlawful=None,
        previous=None,
        press=None,
        question=None,
        bound=None,
        adjusting=None,
        excused=0,
        named=(),
    )


def stand_under(table: Table, position: Position) -> Table | None:
    """The same where moves that have been made since, and are not completed, stand on `position`
    too; None if one of them is not legal there."""
    turn, pending = table.turn, table.pending
    if pending is None or turn.standing is None:
        return stand_at(table, position)
    standing = _over(position, pending, turn.standing)
    reply, after = turn.reply, None if standing is None else position.after(pending)
    if after is not None and reply is not None:
        reply = _over(after, reply.footprint.move, reply)
    if standing is None or (reply is None and turn.reply is not None):
        return None
    kept = turn._replace(position=position, standing=standing, reply=reply)
    table = stand_at(table, position)._replace(turn=kept, named=table.named)
    astray = not table.in_sync
    return table._replace(displaced=astray, following=astray)


def _over(position: Position, move: Move, standing: Standing) -> Standing | None:
    """What stands, as a move of another position; None if it is not legal there."""
    footprint = next((each for each in position.footprints() if move in each.moves), None)
    return None if footprint is None else standing._replace(footprint=footprint, rivals=())


def stand_at_position(table: Table, position: Position, at: Millis, why: str) -> Stepped:
    """The game goes on from `position`, which its moves do not lead to; the record begins anew.

    `why` says for readers of the game what happened after the moves so far, as in "1. e4 e5, then
    the arbiter set this position". The clock of the side to move runs, if clocks were running or
    stopped for an illegal move. A position that ends the game by itself ends it.
    """
    chapter = Chapter(table.start, table.moves, why)
    table = _turn_to(table, position, at)
    table = table._replace(
        clock=table.clock.retracted(0, 0),
        start=position,
        moves=(),
        earlier=(*table.earlier, chapter),
        closed=None,
    )
    effects: tuple[Effect, ...] = (PositionSet(at, position.fen),)
    ending = ends(position, table.rules.edition)
    if ending is None:
        return table, effects
    table, more = end(table, at, *ending)
    return table, effects + more


def _turn_to(table: Table, position: Position, at: Millis) -> Table:
    """The side to move of `position` has the move and, if clocks run, the time."""
    white, black = table.unpressed
    clock = table.clock.at(max(at, table.clock.since)).counted(True, white).counted(False, black)
    color = position.turn
    running = clock.running is not None or table.phase is Phase.RESTORING
    paused = table.phase is Phase.PAUSED
    table = table._replace(
        clock=clock if paused else clock.run(color if running else None, clock.since),
        paused=color if paused and table.paused is not None else None,
        phase=Phase.PAUSED if paused else Phase.PLAYING,
        unpressed=(0, 0),
        accounted_ms=clock.since,
    )
    return stand_at(table, position)


def correct(table: Table, event: PositionCorrected) -> Stepped:
    """The arbiter has set this position: one that the game has had, or any other."""
    known = _plies_to(table, event.fen)
    if known is not None:
        back, effects = _go_back(table, known, event.at)
        if is_unchanged(table, back._replace(previous=table.previous)):
            return refuse(table, event, "that position stands, and the game goes on from it")
        return back, effects
    whole = completed(event.fen, table.shown, chess960=table.rules.chess960)
    fault = fault_of(whole, chess960=table.rules.chess960)
    if fault is not None:
        return refuse(table, event, f"FEN {whole}: {fault}")
    position = Position.from_fen(whole, chess960=table.rules.chess960)
    return stand_at_position(table, position, event.at, "the arbiter set this position")


def _plies_to(table: Table, fen: str) -> int | None:
    """After how many moves the game last stood as `fen` says; None if it never did.

    Only the fields that are given are compared. The counts of moves of a whole FEN say which it is
    of a position that stood more than once; where they fit none of them, they do not matter.
    """
    given, counts = fen.split()[:4], fen.split()[4:]
    if len(given) > 1:
        whole = completed(fen, table.shown, chess960=table.rules.chess960)
        given = Position.from_fen(whole, chess960=table.rules.chess960).fen.split()[: len(given)]
    position, found, exact = table.start, None, False
    for number in range(len(table.moves) + 1):
        shown = position.fen.split()
        if shown[: len(given)] == given and (shown[4:] == counts or not exact):
            found, exact = number, shown[4:] == counts
        if number < len(table.moves):
            position = position.after(table.moves[number].move)
    return found


def _go_back(table: Table, plies: int, at: Millis) -> Stepped:
    """The moves after the first `plies` come off the record, and the game goes on from there."""
    kept, undone = table.moves[:plies], table.moves[plies:]
    position = table.start
    for entry in kept:
        position = position.after(entry.move)
    table = _turn_to(table, position, at)
    if undone:
        white = sum(entry.color for entry in undone)
        clock = table.clock.retracted(white, len(undone) - white)
        table = table._replace(moves=kept, clock=clock, closed=None)
    effects = tuple(MoveTakenBack(at, entry.move) for entry in reversed(undone))
    return table, (*effects, PositionSet(at, position.fen))


def correct_start(table: Table, event: PositionCorrected) -> Stepped:
    """Before the game: it begins from this position, as soon as the board shows it."""
    whole = completed(event.fen, table.start, chess960=table.rules.chess960)
    fault = fault_of(whole, chess960=table.rules.chess960)
    if fault is not None:
        return refuse(table, event, f"FEN {whole}: {fault}")
    start = Position.from_fen(whole, chess960=table.rules.chess960)
    if start.fen == table.start.fen:
        return refuse(table, event, "the game begins from that position as it is")
    if ends(start, table.rules.edition) is not None:
        return refuse(table, event, f"FEN {whole}: the game would be over before its first move")
    fresh = waiting_table(table.rules, table.tags, whole, table.shown_by_board, event.at)
    table = fresh._replace(
        clock=table.clock._replace(since=max(event.at, table.clock.since)),
        still_since=table.still_since,
        colors=table.colors,
        alerts=table.alerts,
        linked=table.linked,
    )
    effects: tuple[Effect, ...] = (PositionSet(event.at, start.fen),)
    if table.phase is Phase.SETUP:
        return table, effects
    table, more = begin_game(table, event.at)
    return table, effects + more
