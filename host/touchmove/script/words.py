"""The `@` words of touch scripts: what people say, as events."""

import re
from collections.abc import Callable

import chess

from touchmove import events
from touchmove.events import Event
from touchmove.script.tokens import Refusal, Token
from touchmove.units import Millis

_NOT_YET = frozenset(
    (
        "correct",
        "seal",
        "open",
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


def _offer(token: Token, at: Millis, arguments: list[str]) -> Event:
    if len(arguments) != 2 or arguments[0] != "draw":
        raise token.refuse(f"{token.text}: expected @offer draw W or @offer draw B")
    return events.DrawOffered(at, _side(token, arguments[1]))


def _accept(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.DrawAnswered(at, True)


def _decline(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.DrawAnswered(at, False)


def _claim(token: Token, at: Millis, arguments: list[str]) -> Event:
    if arguments == ["touch"]:
        return events.TouchClaimed(at)
    if not 1 <= len(arguments) <= 2 or arguments[0] not in ("threefold", "fifty"):
        raise token.refuse(f"{token.text}: expected @claim threefold or @claim fifty, and a move")
    move = None
    if len(arguments) == 2:
        try:
            move = chess.Move.from_uci(arguments[1])
        except ValueError:
            raise token.refuse(f"{token.text}: {arguments[1]} is no move like g1f3") from None
    return events.DrawClaimed(at, arguments[0] == "fifty", move)


def _ruling(token: Token, at: Millis, arguments: list[str]) -> Event:
    if arguments == ["touch"]:
        return events.TouchRuled(at)
    if arguments in (["confirm"], ["dismiss"], ["stand"]):
        raise token.refuse(f"{token.text} is not supported yet by this version")
    raise token.refuse(f"{token.text}: expected @ruling touch, confirm, dismiss or stand")


def _accident(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.AccidentRuled(at)


def _default(token: Token, at: Millis, arguments: list[str]) -> Event:
    if len(arguments) != 1 or arguments[0] not in ("W", "B", "both"):
        raise token.refuse(f"{token.text}: expected @default W, B or both")
    return events.Defaulted(at, arguments[0] != "B", arguments[0] != "W")


def _time(token: Token, at: Millis, arguments: list[str]) -> Event:
    if len(arguments) != 2 or not re.fullmatch(r"[+-]\d{1,6}", arguments[1]):
        raise token.refuse(f"{token.text}: expected @time W +60 or @time B -60, in seconds")
    return events.TimeChanged(at, _side(token, arguments[0]), int(arguments[1]))


def _start(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.ClockStarted(at)


def _pause(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.ClockPaused(at)


def _resume(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.ClockResumed(at)


def _flag(token: Token, at: Millis, arguments: list[str]) -> Event:
    if len(arguments) != 1 or arguments[0] not in ("W", "B", "both"):
        raise token.refuse(f"{token.text}: expected @flag W, B or both")
    return events.FlagSeen(at, arguments[0] != "B", arguments[0] != "W")


def _unpromoted(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.LeftUnpromoted(at)


def _replace(token: Token, at: Millis, arguments: list[str]) -> Event:
    try:
        (text,) = arguments
        return events.MoveReplaced(at, chess.Move.from_uci(text))
    except ValueError:
        raise token.refuse(f"{token.text}: expected @replace and a move like e2e4") from None


def _remote(token: Token, at: Millis, arguments: list[str]) -> Event:
    try:
        (text,) = arguments
        return events.RemoteMoved(at, chess.Move.from_uci(text))
    except ValueError:
        raise token.refuse(f"{token.text}: expected @remote and a move like e7e5") from None


def _takeback(token: Token, at: Millis, arguments: list[str]) -> Event:
    plies = arguments[0] if len(arguments) == 1 else "1"
    if len(arguments) > 1 or not plies.isdecimal() or not 1 <= int(plies) <= 1000:
        raise token.refuse(f"{token.text}: expected @takeback and how many half-moves, or nothing")
    return events.TakebackAgreed(at, int(plies))


def _dead(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.DeadRuled(at)


def _badstart(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.WrongStartFound(at)


def _reversed(token: Token, at: Millis, arguments: list[str]) -> Event:
    _none(token, arguments)
    return events.ColorsReversedFound(at)


_WORDS: dict[str, Callable[[Token, Millis, list[str]], Event]] = {
    "adjust": _adjust,
    "new": _new,
    "promote": _promote,
    "resign": _resign,
    "result": _result,
    "link": _link,
    "offer": _offer,
    "accept": _accept,
    "decline": _decline,
    "claim": _claim,
    "ruling": _ruling,
    "accident": _accident,
    "default": _default,
    "time": _time,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "flag": _flag,
    "unpromoted": _unpromoted,
    "replace": _replace,
    "takeback": _takeback,
    "dead": _dead,
    "badstart": _badstart,
    "reversed": _reversed,
    "remote": _remote,
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
