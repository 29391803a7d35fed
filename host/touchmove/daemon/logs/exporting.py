"""Lines of a log as text: JSON lines that come back the same, and touch scripts.

    {"touchmove_log": 2}
    {"anchor": {"board": "table-7", "number": 40, "chain": "5f…"}}
    {"board": "table-7", "number": 41, "received_ms": 1764500000000, "kind": "report", "line": "…",
     "chain": "c4…"}

An anchor stands before the first line of a board whose lines before it are not there.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import chess

from touchmove.daemon import log_json
from touchmove.daemon.logs.games import Found
from touchmove.errors import InputError
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    Event,
    Placed,
    is_word,
)
from touchmove.game.effects import Effect, WordRefused
from touchmove.game.step import unfold
from touchmove.game.table import Phase, Table
from touchmove.script.write import write
from touchmove.shell.store import Entry, Head, Kind, Line
from touchmove.units import Millis

TITLE = {"touchmove_log": 2}
"""The first line: what it is, and the form that the lines have."""
NUMBER_MAX = 2**63 - 1
"""SQLite keeps whole numbers in 64 bits, one of them the sign."""
ANOTHER = "name a file of touchmove log export"
"""What to do where it is none."""


def as_json(anchors: Iterable[tuple[str, Head]], lines: Iterable[Line]) -> Iterator[str]:
    """JSON lines; the anchors first."""
    yield json.dumps(TITLE)
    for board, head in anchors:
        fields = {"board": board, "number": head.number, "chain": head.chain.hex()}
        yield json.dumps({"anchor": fields})
    for line in lines:
        entry = line.entry
        yield json.dumps(
            {
                "board": entry.board,
                "number": line.number,
                "received_ms": entry.received_ms,
                "kind": entry.kind.value,
                "line": entry.line,
                "chain": line.chain.hex(),
            }
        )


class Reader:
    """Reads back what `as_json` wrote, line by line."""

    def __init__(self, name: str, lines: Iterable[str]) -> None:
        """`name` is what people call the file."""
        self.anchors: dict[str, Head] = {}
        """Those of the lines that have been read so far."""
        self._name = name
        self._lines = lines

    def lines(self) -> Iterator[Line]:
        """The lines of the log; their `id` is 0. Rejects others with an `InputError`."""
        place = 0
        try:
            for place, text in enumerate(self._lines, 1):
                if place == 1:
                    self._check_title(text)
                    continue
                fields = log_json.loaded(text)
                if "anchor" in fields:
                    anchor = log_json.field(fields, "anchor", dict)
                    self.anchors[_board(anchor)] = _head(anchor)
                else:
                    yield _line(fields)
        except UnicodeDecodeError as error:
            raise InputError(f"{self._name}: this is not UTF-8; {ANOTHER}") from error
        except ValueError as error:
            words = "this is no line of an exported log"
            raise InputError(f"{self._name}:{place}: {words}") from error
        except OSError as error:
            raise InputError(f"{self._name} cannot be read: {error.strerror}") from error
        if place == 0:
            raise InputError(f"{self._name}: it is empty; {ANOTHER}")

    def _check_title(self, text: str) -> None:
        with contextlib.suppress(ValueError):
            if log_json.loaded(text.removeprefix("\ufeff")) == TITLE:  # some editors add it
                return
        raise InputError(f"{self._name}:1: the first line is not {json.dumps(TITLE)}; {ANOTHER}")


def _head(fields: dict[str, object]) -> Head:
    number = log_json.field(fields, "number", int)
    chain = bytes.fromhex(log_json.field(fields, "chain", str))
    if not 1 <= number <= NUMBER_MAX or len(chain) != 32:
        raise ValueError("no head")
    return Head(number, chain)


def _board(fields: dict[str, object]) -> str:
    """A board's id, which people are shown as it is."""
    board = log_json.field(fields, "board", str)
    if not board.isprintable():
        raise ValueError("no id of a board")
    return board


def _line(fields: dict[str, object]) -> Line:
    head = _head(fields)
    board, text = _board(fields), log_json.field(fields, "line", str)
    received_ms = log_json.field(fields, "received_ms", int)
    entry = Entry(Kind(log_json.field(fields, "kind", str)), board, received_ms, text)
    return Line(0, head.number, head.chain, entry)


# ------------------------------------------------------------------ touch scripts
_USUAL = {
    "FEN": chess.STARTING_FEN,
    "Variant": "Standard",
    "TimeControl": "-",
    "Sensors": "presence",
    "Orientation": "white",
}
"""What a touch script says by leaving the tag out."""
_NOT_CARRIED = frozenset({*_USUAL, "Profile", "Laws", "Start", "Result", "SetUp", "Termination"})
"""Tags that are said anew, and those that follow from the game."""


def as_script(game: Found) -> str:
    """A game as one record of a touch script: the hands, with which it can be played again."""
    agreed = game.agreed
    begun, happened = in_play(game)
    events: list[Event] = [replace(e, at=_since(begun.now, e.at)) for e in happened]
    if begun.phase is Phase.PLAYING and begun.shown_by_board != begun.start.occupied:
        events.insert(0, BoardSeen(Millis(0), begun.shown_by_board))
    colors = any(
        (isinstance(e, Placed) and e.color is not None)
        or (isinstance(e, BoardSeen) and e.white is not None)
        for e in events
    )
    ours = {
        "FEN": begun.start.fen,
        "Variant": "Chess960" if agreed.chess960 else "Standard",
        "Profile": agreed.profile,
        "Laws": agreed.laws,
        "TimeControl": agreed.time_control,
        "Start": _start(begun),
        "Sensors": "polarity" if colors else "presence",
        "Orientation": agreed.orientation,
    }
    said = [(name, value) for name, value in ours.items() if value != _USUAL.get(name)]
    told = [(name, value) for name, value in agreed.tags if name not in _NOT_CARRIED]
    return write(events, [*told, *said])


def in_play(game: Found) -> tuple[Table, tuple[Event, ...]]:
    """A game as a touch script can tell it, which begins with pieces that stand: its table when
    they stood, and what has happened since.

    Hands that set the pieces up are left out.
    """
    # A word that was said before the game is none of its own, so it cannot be taken back here.
    table = begun = game.begun._replace(said=(), since=())
    kept: list[Event] = []
    for event in game.events:
        effects: tuple[Effect, ...] = ()
        before = table
        for following, told in unfold(table, event):
            before, table, effects = table, following, told
        if begun.phase is not Phase.PLAYING:
            begun = before
        if begun.phase is Phase.PLAYING or _counts(event, table, effects):
            kept.append(event)
    return begun, tuple(kept)


def _counts(event: Event, after: Table, effects: tuple[Effect, ...]) -> bool:
    """Whether `event`, in a set-up, is more than pieces on their way."""
    if is_word(event):
        return not _is_refused(effects)
    return isinstance(event, ClockPressed) and after.phase is not Phase.SETUP


def _start(begun: Table) -> str:
    if begun.started:
        return "auto"
    return "touch" if begun.rules.start_running else "manual"


def _is_refused(effects: tuple[Effect, ...]) -> bool:
    return any(isinstance(effect, WordRefused) for effect in effects)


def _since(begun: Millis, at: Millis) -> Millis:
    return Millis(max(0, at - begun))


# ------------------------------------------------------------------ where it goes
def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Write a file that is there whole or not at all. Rejects what cannot be written."""
    draft = path.with_name(f"{path.name}.draft")
    try:
        with draft.open("w", encoding="utf-8") as file:
            for piece in pieces:
                file.write(f"{piece}\n")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"{path} cannot be written: {error.strerror}; name another") from error
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
