"""Writes touch scripts: events to the text that reads back as the same events."""

from collections.abc import Iterable

import chess

from touchmove.errors import in_quotes
from touchmove.events import BoardSeen, ClockPressed, Event, Lifted, Placed, Tick
from touchmove.script.words import word_text

LINE = 100
"""Where a line of tokens is broken, in characters."""


def write(events: Iterable[Event], tags: Iterable[tuple[str, str]] = ()) -> str:
    """One record. Ticks are not written: time passes by itself, a trailing one is a `~`.

    An event whose `at` lies before the last one is written as happening then, as `game.step` takes
    it: a lost board is dated at the last that was heard of it, which may be before a word.
    """
    tag_lines = [f"[{name} {in_quotes(value)}]" for name, value in tags]
    lines: list[str] = []
    line = ""
    at = now = 0
    first = True
    trailing = 0
    for event in events:
        now = max(now, event.at)
        if isinstance(event, Tick):
            trailing = now - at
            continue
        token = _token(event)
        word = token.startswith("@")
        usual = 0 if first or word else 250
        waited = now - at
        at, first, trailing = now, False, 0
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
            return f"@{word_text(event)}"
