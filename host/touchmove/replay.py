"""`touchmove replay`: touch scripts in, games out, as PGN or as JSON lines.

The same table that runs a live board plays the script back; nothing here judges anything.
"""

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import chess

from touchmove.errors import InputError, one_line
from touchmove.events import NewGame
from touchmove.game.draws import open_offer
from touchmove.game.duties import obligation
from touchmove.game.effects import Effect, GameStarted, WordRefused, WordUndone
from touchmove.game.making import made, on_record
from touchmove.game.record import Chapter
from touchmove.game.step import unfold, unfold_quiet
from touchmove.game.table import Table, new_table, waiting_table
from touchmove.game.writing import must_record
from touchmove.script.read import read
from touchmove.script.record import Record, Unreadable
from touchmove.script.words import word_text
from touchmove.units import Millis
from touchmove.view.bulletin import pgn

Tell = Callable[[Effect], None]


def _silently(effect: Effect) -> None:
    """Nobody listens."""


def play(record: Record, tell: Tell = _silently) -> tuple[tuple[Table, Millis], ...]:
    """The games of a record: each table as it was left, and the moment its clocks are read at.

    A game that came after the first one counts only if a move followed. `tell` is told of all that
    became true up to the last event.
    """
    if record.waits:
        table = waiting_table(record.rules, record.tags, record.fen, None, Millis(0))
    else:
        table = new_table(record.rules, tags=record.tags, fen=record.fen)
    return replay_on(table, record, tell)


def replay_on(
    table: Table, record: Record, tell: Tell = _silently
) -> tuple[tuple[Table, Millis], ...]:
    """The same from a table that is given: a game that is under way already."""
    games: list[tuple[Table, Millis]] = []
    for following, effects in unfold(table, *record.events):
        for effect in effects:
            tell(effect)
            if isinstance(effect, GameStarted):
                games.append((table, following.now))
            elif isinstance(effect, WordUndone) and isinstance(effect.word, NewGame):
                games.pop()
        table = following
    games.append((_after_quiet(table), record.ends_at))
    return (games[0], *(g for g in games[1:] if g[0].plies or g[0].pending))


def _after_quiet(table: Table) -> Table:
    """The table when all that waits for quiet has run its course, still with its own game."""
    for following, effects in unfold_quiet(table):
        if any(isinstance(effect, GameStarted) for effect in effects):
            break
        table = following
    return table


def as_json(table: Table, read_at: Millis) -> dict[str, Any]:
    """What docs/reference/touch-script.md says of a game, field by field."""
    pending = table.pending
    bound = obligation(table)
    offered = None if table.outcome is not None else open_offer(table)
    clock = table.clock
    running = None if clock.running is None else ("W" if clock.running else "B")
    san = [entry.san for entry in table.moves]
    if pending is not None:
        san.append(table.position.san(pending))
    recorded = on_record(table)
    lift, place = table.restore
    writing = must_record(table, read_at)
    added = {color: span for color, span in zip("WB", table.added_ms, strict=True) if span}
    return {
        "moves": [move.uci() for move, _ in recorded],
        "pending": None if pending is None or made(table) else pending.uci(),
        "san": san,
        "must_move": [] if bound is None else _squares(bound.must_move),
        "must_capture": [] if bound is None else _squares(bound.must_capture),
        "legal_if_touched": None if bound is None else sorted(m.uci() for m in bound.moves),
        "illegal": {"white": table.illegal[0], "black": table.illegal[1]},
        "result": "*" if table.outcome is None else table.outcome.result,
        "termination": None if table.outcome is None else table.outcome.termination,
        "clock_ms": list(clock.reading_ms(max(read_at, clock.since))),
        "running": running,
        "add_ms": added or None,
        "claim": table.claim,
        "offer": None if offered is None else ("W" if offered else "B"),
        "must_record": None if writing is None else dict(zip("WB", writing, strict=True)),
        "alerts": [
            {"kind": alert.kind, "ply": alert.ply, "t_ms": alert.at, "detail": alert.detail}
            for alert in table.alerts
        ],
        "evidence": [evidence for _, evidence in recorded],
        "fen": table.shown.fen,
        "start": table.start.fen,
        "earlier": [_chapter(chapter) for chapter in table.earlier],
        "in_sync": table.in_sync,
        "restore": {"lift": _squares(*lift), "place": _squares(*place)},
    }


def _chapter(chapter: Chapter) -> dict[str, Any]:
    return {"fen": chapter.start.fen, "moves": [entry.move.uci() for entry in chapter.moves]}


def _squares(*squares: chess.Square | None) -> list[str]:
    return sorted(chess.square_name(square) for square in squares if square is not None)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove replay`."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="touch scripts to play back; - reads standard input",
    )
    parser.add_argument(
        "--json", action="store_true", help="write one JSON object a game instead of PGN"
    )


def main(arguments: argparse.Namespace) -> int:
    """Replay every file; 2 if some record could not be read, else 0."""
    status = 0
    first = True
    for name in arguments.files:
        shown = "standard input" if name == "-" else name
        try:
            text = _text(name)
        except InputError as error:
            print(error, file=sys.stderr)
            status = InputError.exit_status
            continue
        records = read(text)
        if not records:
            print(f"{shown}: it holds no game", file=sys.stderr)
        for record in records:
            if isinstance(record, Unreadable):
                print(f"{shown}:{record.line}:{record.column}: {record.reason}", file=sys.stderr)
                status = InputError.exit_status
                continue
            for table, read_at in play(record, partial(_answer_word, shown)):
                if arguments.json:
                    print(json.dumps(as_json(table, read_at)))
                else:
                    print(("" if first else "\n") + pgn(table), end="")
                first = False
    return status


def _answer_word(shown: str, effect: Effect) -> None:
    """A word that was not carried out is told on standard error; the game goes on."""
    if isinstance(effect, WordRefused):
        word = one_line(word_text(effect.word))
        print(
            f"{shown}: @{word} at {effect.at} ms changed nothing: {effect.reason}", file=sys.stderr
        )


def _text(name: str) -> str:
    if name == "-":
        if sys.stdin is None:
            raise InputError("standard input: cannot be read: it is closed")
        data = sys.stdin.buffer.read()
        shown = "standard input"
    else:
        shown = name
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"{name}: cannot be read: {reason}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(
            f"{shown}:{line}:{column}: this is not UTF-8; save the script as UTF-8 text"
        ) from None
