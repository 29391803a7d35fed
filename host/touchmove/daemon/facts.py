"""What became true of a game, as sentences for the arbiter."""

from chess import QUEEN, PieceType, piece_name

from touchmove.events import (
    AccidentRuled,
    AdjustAnnounced,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    DrawAnswered,
    DrawClaimed,
    DrawOffered,
    Event,
    LeftUnpromoted,
    MoveSealed,
    PromotionNamed,
    RemoteMoved,
    TimeChanged,
)
from touchmove.game import effects
from touchmove.game.effects import Effect
from touchmove.game.table import Phase, Table
from touchmove.game.telling import player
from touchmove.script.words import word_text
from touchmove.units import Millis


def in_words(effect: Effect) -> str:
    """One fact as a short sentence. The arbiter may read it; nobody else should."""
    match effect:
        case effects.MoveCompleted(san=san, evidence=evidence):
            return f"{san} is on the record ({evidence})"
        case effects.MoveRevised(san=san):
            return f"the record has {san} now"
        case effects.MoveTakenBack(move=move):
            return f"{move.uci()} is off the record"
        case effects.MoveConfirmed(move=move):
            return f"{move.uci()} is confirmed"
        case effects.PositionSet(fen=fen):
            return f"the game goes on from {fen}"
        case effects.BoardRestored():
            return "the board shows the position of the game again"
        case effects.GameStarted():
            return "a new game begins"
        case effects.GameEnded(result=result, termination=termination):
            return f"the game is over: {result}, {termination}"
        case _:
            return _ruled(effect)


def _ruled(effect: Effect) -> str:
    match effect:
        case effects.IllegalMove(color=color, count=count):
            return f"illegal move by {player(color)}, number {count}"
        case effects.IllegalMoveDismissed(color=color, count=count):
            return f"no illegal move by {player(color)}; {count} are left"
        case effects.Ruled(kind=kind, ruling=ruling):
            return f"ruled on {kind}: {ruling.value}"
        case effects.Alerted(kind=kind, detail=detail):
            return f"{kind}: {detail}"
        case effects.AlertWithdrawn(kind=kind):
            return f"{kind} no longer holds"
        case effects.GameAdjourned(color=color):
            return f"the game is adjourned; {player(color)} has sealed a move"
        case effects.GameResumed():
            return "the game goes on"
        case effects.WordUndone(word=word):
            return f"taken back: {said(word)}"
        case effects.WordRefused(word=word, reason=reason):
            return f"{said(word)} changed nothing: {reason}"
        case _:
            return type(effect).__name__


def holds(word: Event, table: Table, told: tuple[Effect, ...] = ()) -> str | None:
    """What is so by a word that was taken and of which no fact tells, on the table that came of it;
    None where there is nothing to add to what was `told`."""
    match word:
        case ClockPaused() if table.phase is Phase.PAUSED:
            return "the clocks are stopped"
        case ClockStarted() | ClockResumed() if table.phase is Phase.PLAYING:
            running = table.clock.running
            return "no clock runs yet" if running is None else f"{player(running)}'s clock runs"
        case DrawOffered(color=color):
            return f"{player(color)} offers a draw"
        case DrawAnswered(accepted=False):
            return "the draw that was offered is declined"
        case AdjustAnnounced():
            return "the player on the move adjusts, until the next press"
        case _:
            return _comes_of(word, table, told)


def _comes_of(word: Event, table: Table, told: tuple[Effect, ...]) -> str | None:
    match word:
        case TimeChanged(color=color) if not table.clock.side(color).stages:
            return f"{player(color)}'s clock counts up, so nothing is added to it or taken from it"
        case TimeChanged():
            return _clocks(table)
        case DrawClaimed() if table.claim is False and not _alerted(told, "late_claim"):
            return f"the claim is wrong; {_clocks(table)}"
        case AccidentRuled():
            return "what has been touched in this turn binds nobody"
        case RemoteMoved(move=move) if table.remote is not None:
            return f"{move.uci()} is to be carried out on the board"
        case PromotionNamed(piece=piece) if not _recorded(told):
            return _promoted(table, piece)
        case LeftUnpromoted() if not _recorded(told):
            return _promoted(table, QUEEN)
        case _:
            return None


def _clocks(table: Table) -> str:
    """What both clocks show."""
    white, black = table.clock.reading_ms(table.now)
    return f"White's clock shows {_time(white)}, Black's {_time(black)}"


def _time(ms: Millis) -> str:
    seconds = ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _alerted(told: tuple[Effect, ...], kind: str) -> bool:
    return any(isinstance(effect, effects.Alerted) and effect.kind == kind for effect in told)


def _recorded(told: tuple[Effect, ...]) -> bool:
    """Whether the facts say which move is on the record."""
    return any(isinstance(e, effects.MoveCompleted | effects.MoveRevised) for e in told)


def _promoted(table: Table, piece: PieceType) -> str | None:
    """What a piece was named for, where the record has not changed by it."""
    pending, turn = table.pending, table.turn
    if turn.reply is not None and turn.reply.footprint.promotes:
        move, position = table.kind_of(turn.reply.footprint), turn.after_standing(pending)
        return f"the move on the board is {position.san(move)}"
    if pending is not None and pending.promotion == piece:
        return f"the move on the board is {table.position.san(pending)}"
    if piece in dict(table.named).values():
        return f"the next pawn that is promoted becomes a {piece_name(piece)}"
    sans = [entry.san for entry in table.moves if entry.move.promotion == piece]
    return f"{sans[-1]} is on the record" if sans else None


def said(word: Event) -> str:
    """A word as it was typed; of a sealed move only that there is one."""
    return "seal" if isinstance(word, MoveSealed) else word_text(word)
