"""The words that people say, as one table: how each is typed, what event it is, what it means.

A row names a word, the event that it stands for, and its arguments by the fields of the event that
they fill. Reading and writing both follow from the row, and so do the list that a desk offers and
docs/reference/words.md. In a touch script an `@` stands before the word.
"""

from collections.abc import Callable
from dataclasses import dataclass

from touchmove import events
from touchmove.events import Event, Ruling
from touchmove.script.arguments import (
    CLOCK,
    FEN,
    MOVE,
    MOVE_IF_ANY,
    PIECE,
    PLIES,
    REASON,
    RESULT,
    SEALED,
    SECONDS,
    SIDE,
    SIDES,
    Argument,
)
from touchmove.units import Millis

PLAYER, ARBITER, OPERATOR = "player", "arbiter", "operator"
"""Who says a word. The operator looks after the board; nobody checks who it was."""


@dataclass(frozen=True, slots=True)
class WordForm:
    """One word, in one of its forms."""

    name: str
    """How it begins: `resign`, `claim touch`."""
    kind: Callable[..., Event]
    """The class of its event."""
    who: str
    says: str
    """What it says, as a sentence."""
    arguments: tuple[Argument, ...] = ()
    fixed: tuple[tuple[str, object], ...] = ()
    """Fields of the event that this form sets by itself."""

    @property
    def form(self) -> str:
        """How it is typed: `resign W or B`."""
        return " ".join([self.name, *(argument.form for argument in self.arguments)])

    def is_of(self, event: Event) -> bool:
        """Whether this is the form that says `event`."""
        return type(event) is self.kind and all(
            getattr(event, name) == value for name, value in self.fixed
        )

    def read(self, given: list[str], at: Millis) -> Event | None:
        """The event with these arguments; None if they are not of this form.

        Raises ValueError where an argument is of the right form and says something impossible.
        """
        values: dict[str, object] = dict(self.fixed)
        for argument in self.arguments:
            taken = given if argument.takes_the_rest else given[:1]
            given = given[len(taken) :]
            found = argument.read(" ".join(taken)) if taken else argument.missing
            if found is None:
                return None
            values.update(zip(argument.fields, found, strict=True))
        return None if given else self.kind(at, **values)

    def write(self, event: Event) -> str:
        """How `event`, which is of this form, is typed."""
        parts = [self.name]
        for argument in self.arguments:
            values = tuple(getattr(event, field) for field in argument.fields)
            parts.append("" if values == argument.unsaid else argument.write(*values))
        return " ".join(part for part in parts if part)


WORDS: tuple[WordForm, ...] = (
    # ------------------------------------------------------------------ what players say
    WordForm(
        "adjust",
        events.AdjustAnnounced,
        PLAYER,
        "The player on the move has said that he adjusts; it holds until the next press.",
    ),
    WordForm(
        "promote",
        events.PromotionNamed,
        PLAYER,
        "The piece that really stands on the promotion square: of the move that is being made, "
        "else of the last promotion.",
        (PIECE,),
    ),
    WordForm("offer draw", events.DrawOffered, PLAYER, "That player offers a draw.", (SIDE,)),
    WordForm(
        "accept",
        events.DrawAnswered,
        PLAYER,
        "The draw that was offered is accepted.",
        fixed=(("accepted", True),),
    ),
    WordForm(
        "decline",
        events.DrawAnswered,
        PLAYER,
        "The draw that was offered is declined.",
        fixed=(("accepted", False),),
    ),
    WordForm(
        "claim threefold",
        events.DrawClaimed,
        PLAYER,
        "The player on the move claims a draw by threefold repetition; with a move that he has "
        "written down and not played, if that brings it about.",
        (MOVE_IF_ANY,),
        (("by_fifty", False),),
    ),
    WordForm(
        "claim fifty",
        events.DrawClaimed,
        PLAYER,
        "The player on the move claims a draw by the fifty-move rule; with a move that he has "
        "written down and not played, if that brings it about.",
        (MOVE_IF_ANY,),
        (("by_fifty", True),),
    ),
    WordForm(
        "claim touch",
        events.TouchClaimed,
        PLAYER,
        "The player on the move claims that the last move broke the touch-move rule.",
    ),
    WordForm("resign", events.Resigned, PLAYER, "That player resigns.", (SIDE,)),
    WordForm(
        "takeback",
        events.TakebackAgreed,
        PLAYER,
        "So many half-moves are taken back by agreement, one if no number is given (casual).",
        (PLIES,),
    ),
    # ------------------------------------------------------------------ clocks
    WordForm("start", events.ClockStarted, ARBITER, "The clock of the side to move is started."),
    WordForm("pause", events.ClockPaused, ARBITER, "The clocks are stopped."),
    WordForm("resume", events.ClockResumed, ARBITER, "The clocks run again."),
    WordForm(
        "time",
        events.TimeChanged,
        ARBITER,
        "The arbiter gives a player so many seconds, or takes them.",
        (SIDE, SECONDS),
    ),
    WordForm("flag", events.FlagSeen, ARBITER, "That flag was seen down.", (SIDES,)),
    # ------------------------------------------------------------------ moves and positions
    WordForm(
        "ruling touch",
        events.TouchRuled,
        ARBITER,
        "The arbiter upholds of his own motion that the last move broke the touch-move rule.",
    ),
    WordForm(
        "ruling confirm",
        events.IrregularityRuled,
        ARBITER,
        "The latest open irregularity is as it was found.",
        fixed=(("ruling", Ruling.CONFIRM),),
    ),
    WordForm(
        "ruling dismiss",
        events.IrregularityRuled,
        ARBITER,
        "The latest open irregularity is none: what it led to is taken back.",
        fixed=(("ruling", Ruling.DISMISS),),
    ),
    WordForm(
        "ruling stand",
        events.IrregularityRuled,
        ARBITER,
        "The game goes on from the latest open irregularity all the same.",
        fixed=(("ruling", Ruling.STAND),),
    ),
    WordForm(
        "accident", events.AccidentRuled, ARBITER, "The touches of this turn were accidental."
    ),
    WordForm(
        "unpromoted",
        events.LeftUnpromoted,
        ARBITER,
        "The pawn itself was left on the last rank by the last completed move.",
    ),
    WordForm(
        "replace",
        events.MoveReplaced,
        ARBITER,
        "This was the last completed move, or the move in question.",
        (MOVE,),
    ),
    WordForm(
        "correct",
        events.PositionCorrected,
        ARBITER,
        "The arbiter has set this position, and the game goes on from it.",
        (FEN,),
    ),
    WordForm(
        "seal",
        events.MoveSealed,
        ARBITER,
        "The game is adjourned, and the side to move has sealed this move; `?` if it cannot be "
        "read or means more than one.",
        (SEALED,),
    ),
    WordForm(
        "open",
        events.SealOpened,
        ARBITER,
        "The adjourned game goes on with the sealed move.",
    ),
    WordForm(
        "remote",
        events.RemoteMoved,
        OPERATOR,
        "A move has come from outside, from an engine or a server, and is to be carried out by "
        "hand.",
        (MOVE,),
    ),
    # ------------------------------------------------------------------ games
    WordForm("dead", events.DeadRuled, ARBITER, "The position is dead."),
    WordForm("default", events.Defaulted, ARBITER, "That player has not appeared.", (SIDES,)),
    WordForm(
        "result",
        events.ResultEntered,
        ARBITER,
        "The result is entered, with a reason if there is one.",
        (RESULT, REASON),
    ),
    WordForm("badstart", events.WrongStartFound, ARBITER, "The pieces were set up wrongly."),
    WordForm("reversed", events.ColorsReversedFound, ARBITER, "The colours were reversed."),
    WordForm(
        "new",
        events.NewGame,
        OPERATOR,
        "A new game begins on this board, from the usual start position.",
    ),
    WordForm(
        "undo",
        events.WordTakenBack,
        OPERATOR,
        "The latest word that still holds was said by mistake and is taken back.",
    ),
    WordForm("link down", events.LinkLost, OPERATOR, "The board can no longer be heard."),
    WordForm("link up", events.LinkRestored, OPERATOR, "The board is heard again."),
    WordForm(
        "link clock",
        events.ClockStated,
        OPERATOR,
        "The board has kept this clock: the name of its time control, the moment, how it runs, "
        "whose turn it is, and six numbers for each player.",
        (CLOCK,),
        (("alone", False),),
    ),
    WordForm(
        "link alone",
        events.ClockStated,
        OPERATOR,
        "The board found this clock after a loss of power, and a button set it going.",
        (CLOCK,),
        (("alone", True),),
    ),
)
"""Every word of the touch script, by who says it and of what."""


def form_of(event: Event) -> WordForm | None:
    """The row of a word, or None if nobody can say that event."""
    return next((form for form in WORDS if form.is_of(event)), None)
