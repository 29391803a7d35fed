"""Lines and games of a log in words, for a person who looks into it."""

import json
from datetime import datetime

import chess

from touchmove.errors import one_line
from touchmove.shell.store import Archived, Entry, Kind, Line
from touchmove.wire import codec
from touchmove.wire.messages import (
    Beat,
    Foreign,
    Heard,
    Hello,
    Lift,
    Overflow,
    Place,
    Pong,
    Press,
    Refused,
    Release,
)


def moment(received_ms: int) -> str:
    """A Unix time in milliseconds as the local date and time of this machine."""
    try:
        return datetime.fromtimestamp(received_ms / 1000).isoformat(" ", "milliseconds")
    except (ValueError, OverflowError, OSError):
        return f"{received_ms} ms"


def counted(count: int, what: str) -> str:
    """A number of things, such as `1 line` or `3 lines`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def shown_line(line: Line) -> str:
    """One line of the log: when it was heard, whose it is, and what it says."""
    entry = line.entry
    words = one_line(_words(entry))
    return f"{moment(entry.received_ms)}  {one_line(entry.board)} {line.number:>6}  {words}"


def shown_game(number: int, game: Archived, began_ms: int) -> str:
    """One game: its number on the board, when it began, who played, and how it ended."""
    tags = dict(game.tags)
    players = f"{tags.get('White', '?')} – {tags.get('Black', '?')}"
    ended = game.result if game.termination is None else f"{game.result} ({game.termination})"
    when = moment(began_ms)[:16]
    told = f"{number:>5}  {when}  {players}  {ended}  {counted(game.plies, 'half-move')}"
    return one_line(told)


def _words(entry: Entry) -> str:
    match entry.kind:
        case Kind.REPORT:
            return _reported(codec.read(entry.line), entry.line)
        case Kind.WORD:
            at, _, word = entry.line.partition(" ")
            return f"word at {at} ms: {word}"
        case Kind.LINK:
            return f"link {entry.line}"
        case Kind.GAME:
            return f"game {_agreed(entry.line)}"
        case Kind.TOLD:
            return f"told {entry.line}"


def _agreed(text: str) -> str:
    """What two people want to know first of an agreement; the line itself where it is none."""
    try:
        said = json.loads(text)
        said = said.get("agreement", said)
        tags = {str(name): str(value) for name, value in said["tags"]}
        terms = ", ".join(str(said[name]) for name in ("profile", "laws", "time_control"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return text
    players = f"{tags.get('White', '?')} – {tags.get('Black', '?')}"
    return f"{players}; {terms}"


def _reported(heard: Heard, text: str) -> str:
    match heard:
        case Lift(at=at, square=square):
            return f"lift {chess.square_name(square)} at {at} ms"
        case Place(at=at, square=square):
            return f"place {chess.square_name(square)} at {at} ms"
        case Press(at=at, color=color):
            return f"press {_side(color)} at {at} ms"
        case Release(at=at, color=color):
            return f"release {_side(color)} at {at} ms"
        case Overflow(at=at, count=count):
            return f"overflow: {count} reports are gone, up to {at} ms"
        case Hello(at=at, firmware=firmware, boot=boot):
            return f"hello at {at} ms: firmware {firmware}, boot {boot}"
        case Beat(at=at):
            return f"beat at {at} ms"
        case Pong(at=at):
            return f"pong at {at} ms"
        case Refused() | Foreign():
            return f"not understood: {text}"
        case _:
            return text


def _side(color: chess.Color) -> str:
    return "White" if color else "Black"
