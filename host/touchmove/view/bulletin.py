"""A game as PGN: the text that other programs read.

A game that went on from a position which its moves do not lead to (`Table.earlier`) has that as its
FEN, and what was played before it in a comment, because no PGN can hold both as moves.

Clock times are whole seconds, because strict readers refuse fractions. A clock that counts down
gives `[%clk]`, what is left after the move; one that counts up gives `[%emt]`, what the move took.
Where no press was heard, the word `estimated` follows.
"""

import textwrap

import chess
import chess.pgn

from touchmove.errors import in_quotes, one_line
from touchmove.game.record import Chapter
from touchmove.game.table import Table

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

COLUMNS = 79
"""PGN's export format: lines shorter than 80 characters."""

_TERMINATIONS = {
    "flag": "time forfeit",
    "illegal moves": "rules infraction",
    "sealed move": "rules infraction",
    "default": "abandoned",
}
"""PGN's word for how a game ended, where it is not `normal`."""

_NOT_IN_PGN = {"0-0": "adjudication", "annulled": "abandoned"}
"""The same for results that PGN does not have: an arbiter has decided that both lose, or that the
game is played anew."""


def _clock(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _told(chapter: Chapter) -> str:
    """What was played in it and what happened then, as a comment."""
    moves = [entry.move for entry in chapter.moves]
    played = chapter.start.board().variation_san(moves) if moves else "no move"
    beginning = "" if chapter.start.is_start else f" from {chapter.start.fen}"
    return f"Played before{beginning}: {played}. Then {chapter.why}."


class _Exporter(chess.pgn.StringExporter):
    """python-chess writes the value of a tag as it is, with quotes and backslashes."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.write_line(f"[{tagname} {in_quotes(tagvalue)}]")
        self.found_headers = True


def pgn(table: Table) -> str:
    """The game on the table; a move that is made and not completed is its last one."""
    tags = {name: one_line(value) for name, value in table.tags}
    headers = {name: tags.pop(name, "?") for name in ROSTER}
    if headers["Date"] == "?":
        headers["Date"] = "????.??.??"
    result = table.outcome.result if table.outcome is not None else "*"
    headers["Result"] = result if result in ("1-0", "0-1", "1/2-1/2") else "*"
    for name in ("SetUp", "FEN", "Variant", "Termination"):
        tags.pop(name, None)
    game = chess.pgn.Game(headers)
    for name, value in tags.items():
        game.headers[name] = value
    if table.rules.time_control is not None and "TimeControl" not in tags:
        game.headers["TimeControl"] = table.rules.time_control.pgn
    if table.rules.chess960:
        game.headers["Variant"] = "Chess960"
    if table.earlier or not table.start.is_start:
        game.headers["SetUp"] = "1"
        game.headers["FEN"] = table.start.fen
    if table.outcome is not None:
        known = _TERMINATIONS.get(table.outcome.termination, "normal")
        game.headers["Termination"] = _NOT_IN_PGN.get(result, known)
    told = " ".join(_told(chapter) for chapter in table.earlier)
    game.comment = textwrap.fill(told, COLUMNS - len("{  }"))
    node: chess.pgn.GameNode = game
    for entry in table.moves:
        node = node.add_variation(entry.move)
        if table.clock.counts_up:
            node.comment = f"[%emt {_clock(entry.spent_ms)}]"
        else:
            node.comment = f"[%clk {_clock(entry.clock_ms)}]"
        if entry.clock_estimated:
            node.comment += " estimated"
    pending = table.pending
    if pending is not None:
        node.add_variation(pending)
    return game.accept(_Exporter(columns=COLUMNS)) + "\n"
