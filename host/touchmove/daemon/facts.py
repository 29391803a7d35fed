"""What became true of a game, as sentences for the arbiter."""

from touchmove.events import (
    AdjustAnnounced,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    DrawAnswered,
    DrawOffered,
    Event,
    MoveSealed,
)
from touchmove.game import effects
from touchmove.game.effects import Effect
from touchmove.game.table import Phase, Table
from touchmove.game.telling import player
from touchmove.script.words import word_text


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


def holds(word: Event, table: Table) -> str | None:
    """What is so by a word that was taken and of which no fact tells, on the table that came of it;
    None where there is nothing to add."""
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
            return None


def said(word: Event) -> str:
    """A word as it was typed; of a sealed move only that there is one."""
    return "seal" if isinstance(word, MoveSealed) else word_text(word)
