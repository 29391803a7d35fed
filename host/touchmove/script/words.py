"""Words of touch scripts and consoles, read and written by the rows of the vocabulary."""

from touchmove.events import Event
from touchmove.script.tokens import Refusal, Token
from touchmove.script.vocabulary import WORDS, form_of
from touchmove.units import Millis


def spoken(token: Token, at: Millis) -> Event:
    """The event of a token that begins with `@`. Raises `Refusal`."""
    said = token.text[1:].split()
    first = said[0] if said else ""
    forms = [form for form in WORDS if form.name.split()[0] == first]
    if not forms:
        raise token.refuse(f"@{first} is no word of the touch script")
    for form in forms:
        begun = form.name.split()
        if said[: len(begun)] != begun:
            continue
        try:
            event = form.read(said[len(begun) :], at)
        except ValueError as error:
            raise token.refuse(f"{token.text}: {error}") from None
        if event is not None:
            return event
    if forms[0].form == first:
        raise token.refuse(f"{token.text}: the word takes nothing more")
    raise token.refuse(f"{token.text}: expected @" + " or @".join(form.form for form in forms))


def read_word(text: str, at: Millis) -> Event:
    """What a person says, typed as in a touch script but without the `@`: `resign W`.

    Raises ValueError with the reason where it is no such word.
    """
    try:
        return spoken(Token("@" + text.strip(), 1, 1), at)
    except Refusal as refusal:
        raise ValueError(refusal.unreadable.reason) from None


def word_text(event: Event) -> str:
    """What a person says, as it is typed: a word of the touch script without its `@`."""
    form = form_of(event)
    assert form is not None, "every word stands in the table"
    return form.write(event)
