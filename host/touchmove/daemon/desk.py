"""The arbiter's desk: what can be said at a board now, and saying it.

This is what a desk in a browser, the console of `touchmove run` or any other program calls:

    for choice in possible(session.table):      # every word, and how it can be said now
        print(choice.form.form, choice.texts or choice.reason)
    answer = say(session, "ruling dismiss")     # an event in the log, and what came of it
    print(answer.taken, answer.words)

Both follow from the table of words (`script.vocabulary.WORDS`) and from `game.step`: whether a word
makes sense now is found out by saying it to a table that is then thrown away, so a desk can promise
nothing that the game does not keep.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from touchmove.daemon.facts import holds, in_words
from touchmove.daemon.seat import Seat
from touchmove.daemon.solo import SoloSession
from touchmove.errors import StoreError
from touchmove.events import Word
from touchmove.game.effects import Effect, WordRefused
from touchmove.game.irregularities import latest
from touchmove.game.record import Refusal
from touchmove.game.step import step
from touchmove.game.table import Table
from touchmove.game.telling import player
from touchmove.script import arguments
from touchmove.script.arguments import Argument
from touchmove.script.vocabulary import WORDS, WordForm
from touchmove.script.words import read_word


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a word."""

    text: str
    """The word as it was said."""
    taken: bool
    """False: it changed nothing, and `words` say why."""
    words: str
    """What became true, or why the word was refused, for people."""
    effects: tuple[Effect, ...] = ()
    """The same as facts; empty where the text was no word, or could not be logged."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One form of a word, and whether it makes sense now."""

    form: WordForm
    texts: tuple[str, ...]
    """Ways of saying it that would be taken now, such as `resign W` and `resign B`: all of them, or
    examples where it can be followed by any number, reason, position or move. Empty: it would be
    refused."""
    reason: str | None
    """Why it would be refused, for people; None if it would not be."""


def say(session: SoloSession, text: str) -> Answer:
    """A person says a word, typed as in a touch script but without the `@`: `resign W`.

    It is in the log before anything follows from it. Never raises: what is no word, cannot be
    carried out now or cannot be logged is answered with the reason.
    """
    try:
        return answer(text, session.say(text), session.table)
    except (ValueError, StoreError) as error:
        return Answer(text, False, str(error))


async def say_at(seat: Seat, text: str) -> Answer:
    """The same at a board of a hall."""
    try:
        return answer(text, await seat.say(text), seat.session.table)
    except (ValueError, StoreError) as error:
        return Answer(text, False, str(error))


def answer(text: str, effects: tuple[Effect, ...], table: Table | None) -> Answer:
    """What came of a word, in words; `table` is the one that came of it."""
    refused = any(isinstance(effect, WordRefused) for effect in effects)
    told = [in_words(effect) for effect in effects]
    if table is not None and not refused:
        so = holds(read_word(text, table.now), table, effects)
        told = told if so is None else [so, *told]
    return Answer(text, not refused, "; ".join(told) or f"{text}: heard", effects)


def possible(table: Table) -> tuple[Choice, ...]:
    """Every word that people say, in the order of `WORDS`, and what would come of it now."""
    return tuple(_choice(table, form) for form in WORDS if _is_said(form))


def to_be_ruled_on(table: Table) -> str | None:
    """What `ruling confirm`, `dismiss` or `stand` would go to now, for people; None: nothing."""
    told = latest(table)
    if told is None:
        return None
    if isinstance(told, Refusal):
        return f"an illegal move by {player(told.color)}"
    return f"{told.kind}: {told.detail}"


def _is_said(form: WordForm) -> bool:
    return form.kind in Word.__args__


def _choice(table: Table, form: WordForm) -> Choice:
    texts: list[str] = []
    reason: str | None = None
    for text in _texts(table, form):
        word = read_word(text, table.now)
        assert isinstance(word, Word), "the cable's words are no choice"
        refused = _refused(table, word)
        if refused is None:
            texts.append(text)
        else:
            reason = reason or refused
    return Choice(form, tuple(texts), None if texts else reason)


def _refused(table: Table, word: Word) -> str | None:
    """Why a word would be refused now, or None."""
    for effect in step(table, word)[1]:
        if isinstance(effect, WordRefused):
            return effect.reason
    return None


def _texts(table: Table, form: WordForm) -> Iterator[str]:
    """Ways of saying a word that may make sense now."""
    for given in product(*(_TRIED[argument](table) for argument in form.arguments)):
        yield " ".join(part for part in (form.name, *given) if part)


def _moves(table: Table) -> list[str]:
    """The legal moves, and those in whose place the last one was played; at least one
    that is not legal, so that the word has a reason why not."""
    positions = [table.position]
    if table.closed is not None and table.question is None:
        positions.append(table.closed.position)
    legal = {move.uci() for position in positions for move in position.legal_moves()}
    return sorted(legal) or ["a1a2"]


def _sealed(table: Table) -> list[str]:
    pending = table.pending
    return ["?", *([pending.uci()] if pending else _moves(table))]


def _position(table: Table) -> list[str]:
    return [table.shown.fen]


_TRIED: dict[Argument, Callable[[Table], list[str]]] = {
    arguments.SIDE: lambda table: ["W", "B"],
    arguments.SIDES: lambda table: ["W", "B", "both"],
    arguments.MOVE: _moves,
    arguments.MOVE_IF_ANY: lambda table: [""],
    arguments.SEALED: _sealed,
    arguments.PIECE: lambda table: ["q", "r", "b", "n"],
    arguments.RESULT: lambda table: ["1-0", "0-1", "1/2-1/2", "0-0"],
    arguments.REASON: lambda table: [""],
    arguments.SECONDS: lambda table: ["+60", "-60"],
    arguments.PLIES: lambda table: [""],
    arguments.FEN: _position,
}
"""What can follow a word now."""
