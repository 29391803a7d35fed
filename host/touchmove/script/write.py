"""Writes touch scripts: events to the text that reads back as the same events."""

from collections.abc import Iterable

import chess
from chess import Color

from touchmove.events import (
    AccidentRuled,
    AdjustAnnounced,
    BoardSeen,
    ClockPaused,
    ClockPressed,
    ClockResumed,
    ClockStarted,
    ColorsReversedFound,
    DeadRuled,
    Defaulted,
    DrawAnswered,
    DrawClaimed,
    DrawOffered,
    Event,
    FlagSeen,
    LeftUnpromoted,
    Lifted,
    LinkLost,
    LinkRestored,
    MoveReplaced,
    NewGame,
    Placed,
    PromotionNamed,
    RemoteMoved,
    Resigned,
    ResultEntered,
    TakebackAgreed,
    Tick,
    TimeChanged,
    TouchClaimed,
    TouchRuled,
    Word,
    WrongStartFound,
)

LINE = 100
"""Where a line of tokens is broken, in characters."""


def write(events: Iterable[Event], tags: Iterable[tuple[str, str]] = ()) -> str:
    """One record. Ticks are not written: time passes by itself, a trailing one is a `~`."""
    tag_lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags]
    lines: list[str] = []
    line = ""
    at = 0
    first = True
    trailing = 0
    for event in events:
        if isinstance(event, Tick):
            trailing = event.at - at
            continue
        token = _token(event)
        word = token.startswith("@")
        usual = 0 if first or word else 250
        waited = event.at - at
        at, first, trailing = event.at, False, 0
        text = token if waited == usual else f"~{waited} {token}"
        if line and len(line) + 1 + len(text) > LINE:
            lines.append(line)
            line = ""
        line = f"{line} {text}" if line else text
        if word or isinstance(event, ClockPressed):
            lines.append(line)
            line = ""
    if trailing:
        line = f"{line} ~{trailing}" if line else f"~{trailing}"
    if line:
        lines.append(line)
    return "\n".join([*tag_lines, "", *lines, ""]) if tag_lines else "\n".join([*lines, ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _token(event: Event) -> str:
    match event:
        case Lifted(square=square):
            return f"-{chess.square_name(square)}"
        case Placed(square=square, color=color):
            suffix = "" if color is None else ("w" if color else "b")
            return f"+{chess.square_name(square)}{suffix}"
        case ClockPressed(color=color):
            return "!W" if color else "!B"
        case BoardSeen(occupied=occupied, white=white):
            return f"={occupied:016x}" + ("" if white is None else f"/{white:016x}")
        case Tick():
            return "~0"
        case _:
            return _word(event)


def _word(event: Word | LinkLost | LinkRestored) -> str:
    match event:
        case LinkLost():
            return "@link down"
        case LinkRestored():
            return "@link up"
        case AdjustAnnounced():
            return "@adjust"
        case PromotionNamed(piece=piece):
            return f"@promote {chess.piece_symbol(piece)}"
        case Resigned(color=color):
            return f"@resign {'W' if color else 'B'}"
        case ResultEntered(result=result, reason=reason):
            return f"@result {result}" + (f" {reason}" if reason else "")
        case NewGame():
            return "@new"
        case _:
            return _arbiter(event)


def _arbiter(event: Word) -> str:
    match event:
        case DrawOffered(color=color):
            return f"@offer draw {_side(color)}"
        case DrawAnswered(accepted=accepted):
            return "@accept" if accepted else "@decline"
        case DrawClaimed(by_fifty=by_fifty, move=move):
            kind = "fifty" if by_fifty else "threefold"
            return f"@claim {kind}" + ("" if move is None else f" {move.uci()}")
        case Defaulted(white=white, black=black):
            return "@default both" if white and black else f"@default {_side(white)}"
        case FlagSeen(white=white, black=black):
            return "@flag both" if white and black else f"@flag {_side(white)}"
        case MoveReplaced(move=move):
            return f"@replace {move.uci()}"
        case RemoteMoved(move=move):
            return f"@remote {move.uci()}"
        case TakebackAgreed(plies=plies):
            return f"@takeback {plies}"
        case TimeChanged(color=color, seconds=seconds):
            return f"@time {_side(color)} {seconds:+d}"
        case _:
            return _PLAIN[type(event)]


_PLAIN: dict[type[Word], str] = {
    AccidentRuled: "@accident",
    TouchClaimed: "@claim touch",
    TouchRuled: "@ruling touch",
    ClockStarted: "@start",
    ClockPaused: "@pause",
    ClockResumed: "@resume",
    LeftUnpromoted: "@unpromoted",
    DeadRuled: "@dead",
    WrongStartFound: "@badstart",
    ColorsReversedFound: "@reversed",
}


def _side(color: Color) -> str:
    return "W" if color else "B"


def word_text(word: Word) -> str:
    """What a person says, as it is typed: a word of the touch script without its `@`."""
    return _word(word).removeprefix("@")
