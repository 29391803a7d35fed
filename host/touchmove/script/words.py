"""The `@` words of touch scripts: what people say, as events."""

from collections.abc import Callable

import chess

from touchmove import events
from touchmove.events import Event
from touchmove.script.tokens import Refusal, Token
from touchmove.units import Millis

_NOT_YET = frozenset(
    (
        "start",
        "pause",
        "resume",
        "unpromoted",
        "offer",
        "accept",
        "decline",
        "claim",
        "ruling",
        "accident",
        "default",
        "flag",
        "time",
        "replace",
        "correct",
        "takeback",
        "dead",
        "badstart",
        "reversed",
        "seal",
        "open",
        "remote",
    )
)
"""Words of the format that this version cannot carry out; it says so rather than ignore them."""


def _side(token: Token, text: str) -> chess.Color:
    if text not in ("W", "B"):
        raise token.refuse(f"{token.text}: expected W or B")
    return text == "W"


def _none(token: Token, arguments: list[str]) -> None:
    if arguments:
        raise token.refuse(f"{token.text}: the word takes nothing more")


def _adjust(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.AdjustAnnounced(at)


def _new(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.NewGame(at)


def _promote(token: Token, at: Millis, arguments: list[str]) -> Event:
    kinds = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT}
    if len(arguments) != 1 or arguments[0] not in kinds:
        raise token.refuse(f"{token.text}: expected @promote q, r, b or n")
    return events.PromotionNamed(at, kinds[arguments[0]])


def _resign(token: Token, at: Millis, arguments: list[str]) -> Event:
    if len(arguments) != 1:
        raise token.refuse(f"{token.text}: expected @resign W or @resign B")
    return events.Resigned(at, _side(token, arguments[0]))


def _result(token: Token, at: Millis, arguments: list[str]) -> Event:
    if not arguments or arguments[0] not in ("1-0", "0-1", "1/2-1/2", "0-0"):
        raise token.refuse(f"{token.text}: expected @result 1-0, 0-1, 1/2-1/2 or 0-0")
    return events.ResultEntered(at, arguments[0], " ".join(arguments[1:]) or None)


def _link(token: Token, at: Millis, arguments: list[str]) -> Event:
    if arguments == ["down"]:
        return events.LinkLost(at)
    if arguments == ["up"]:
        return events.LinkRestored(at)
    raise token.refuse(f"{token.text}: expected @link down or @link up")


_WORDS: dict[str, Callable[[Token, Millis, list[str]], Event]] = {
    "adjust": _adjust,
    "new": _new,
    "promote": _promote,
    "resign": _resign,
    "result": _result,
    "link": _link,
}


def spoken(token: Token, at: Millis) -> Event:
    """The event of a token that begins with `@`. Raises `Refusal`."""
    name, *arguments = token.text[1:].split() or [""]
    if name in _WORDS:
        return _WORDS[name](token, at, arguments)
    if name in _NOT_YET:
        raise token.refuse(f"@{name} is not supported yet by this version")
    raise token.refuse(f"@{name} is no word of the touch script")


def read_word(text: str, at: Millis) -> Event:
    """What a person says, typed as in a touch script but without the `@`: `resign W`.

    Raises ValueError with the reason where it is no such word.
    """
    try:
        return spoken(Token("@" + text.strip(), 1, 1), at)
    except Refusal as refusal:
        raise ValueError(refusal.unreadable.reason) from None
