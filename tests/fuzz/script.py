"""Touch scripts: any text is records and refusals, and what reads can be played."""

import json

from tests.fuzz.board import check_table
from tests.fuzz.saying import check_line
from touchmove.game.effects import Effect
from touchmove.game.step import unfold
from touchmove.game.table import new_table
from touchmove.replay import as_json, play
from touchmove.script.read import read
from touchmove.script.record import Record, Unreadable
from touchmove.script.vocabulary import WORDS as FORMS
from touchmove.view.bulletin import pgn

SIZE_MAX = 800
STEPS_A_TOKEN = 40
"""A token may wait for as many deadlines as a clock, a dwell and a draw have between them."""
WORDS = (
    *(b"@" + form.name.encode() for form in FORMS),
    *(b"[%s]" % tag for tag in (
        b'Profile "blitz"', b'Profile "casual"', b'Profile "unclocked"', b'Profile "training"',
        b'Laws "N90"', b'Laws "2001"', b'Laws "2014"', b'Start "manual"', b'Start "touch"',
        b'Sensors "polarity"', b'Orientation "auto"', b'Orientation "black"', b'Variant "Chess960"',
        b'TimeControl "40/5400+30:1800+30"', b'TimeControl "60Y5x30"', b'TimeControl "*60"',
        b'TimeControl "W60-B30"', b'FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"',
        b'FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"', b'White "A"',
    )),
    *(b"%c%c%d" % (sign, file, rank) for sign in b"-+" for file in b"aeh" for rank in (1, 2, 4, 8)),
    b"!W", b"!B", b"!W !B", b"~", b"~100", b"~5000", b"~400000", b"=ffff00000000ffff", b"W", b"B",
    b"both", b"e2e4", b"?", b"q", b"n", b"1-0", b"0-0", b"+60", b"-60", b"#", b"\n", b"w", b"b",
)  # fmt: skip


def _check_unreadable(found: Unreadable, text: str) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    assert 1 <= found.line <= len(lines)
    assert 1 <= found.column <= len(lines[found.line - 1]) + 1
    check_line(found.reason)


def _check_record(record: Record) -> None:
    told: list[Effect] = []
    for table, read_at in play(record, told.append):
        check_table(table)
        json.dumps(as_json(table, read_at))
        assert pgn(table).isascii() or record.tags
    steps = 0
    table = new_table(record.rules, tags=record.tags, fen=record.fen)
    for _ in unfold(table, *record.events):
        steps += 1
    assert steps <= STEPS_A_TOKEN * (len(record.events) + 1), steps


def attempt(data: bytes) -> None:
    """One file, as far as it is text."""
    text = data.decode("utf-8", "replace")
    for found in read(text):
        if isinstance(found, Unreadable):
            _check_unreadable(found, text)
        else:
            _check_record(found)
