"""The games of a log, each as one row: a shorter way to what has been played.

The table follows from the lines and holds nothing that they do not say. It is filled as games are
put away, and `touchmove log rebuild` makes it anew.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from touchmove.shell import log_rows


@dataclass(frozen=True, slots=True)
class Archived:
    """A game as it was left."""

    board: str
    first_id: int
    """The `id` of its first line: the `game` line, or the one with which another game began."""
    last_id: int
    """The `id` of its last line."""
    tags: tuple[tuple[str, str], ...]
    """As in the agreement, in its order."""
    result: str
    """`1-0`, `0-1`, `1/2-1/2`, `0-0`, or `*`."""
    termination: str | None
    """How it ended, as `game.effects.GameEnded` has it; None if it did not."""
    plies: int
    """Half-moves on the record."""
    pgn: str
    """The whole game (`view.bulletin`)."""


TABLE = "its table of games, which touchmove log rebuild makes anew"
_COLUMNS = "board, first_id, last_id, tags, result, termination, plies, pgn"


def put(connection: sqlite3.Connection, game: Archived) -> None:
    """Add a game; it takes the place of one that began at the same line of the board."""
    connection.execute(
        f"INSERT OR REPLACE INTO game ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.board,
            game.first_id,
            game.last_id,
            json.dumps(game.tags),
            game.result,
            game.termination,
            game.plies,
            game.pgn,
        ),
    )


def clear(connection: sqlite3.Connection) -> None:
    """Remove all games: they are about to be put there anew."""
    connection.execute("DELETE FROM game")


def games(connection: sqlite3.Connection, board: str | None) -> Iterator[Archived]:
    """The games of all boards, or of one, in the order in which they began."""
    where, values = ("", ()) if board is None else ("WHERE board = ?", (board,))
    query = f"SELECT {_COLUMNS} FROM game {where} ORDER BY first_id"
    for row in connection.execute(query, values):
        yield _game(row)


def newest(connection: sqlite3.Connection, count: int) -> list[Archived]:
    """The games that began last, so many of them, in the order in which they began."""
    query = f"SELECT {_COLUMNS} FROM game ORDER BY first_id DESC LIMIT ?"
    return [_game(row) for row in connection.execute(query, (count,))][::-1]


def _game(row: Sequence[object]) -> Archived:
    board, first, last, tags, result, termination, plies, pgn = row
    return Archived(
        board=log_rows.name(board, TABLE),
        first_id=log_rows.field(first, int, "first_id", TABLE),
        last_id=log_rows.field(last, int, "last_id", TABLE),
        tags=_tags(log_rows.field(tags, str, "tags", TABLE)),
        result=log_rows.field(result, str, "result", TABLE),
        termination=None
        if termination is None
        else log_rows.field(termination, str, "termination", TABLE),
        plies=log_rows.field(plies, int, "plies", TABLE),
        pgn=log_rows.field(pgn, str, "pgn", TABLE),
    )


def _tags(text: str) -> tuple[tuple[str, str], ...]:
    try:
        pairs = tuple((name, value) for name, value in json.loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        raise log_rows.DamagedRowError(f"{TABLE}: tags are no pairs") from error
    if any(type(word) is not str for pair in pairs for word in pair):
        raise log_rows.DamagedRowError(f"{TABLE}: tags are no text")
    return pairs


def up_to(connection: sqlite3.Connection, board: str) -> int:
    """The number of the last line of a board that belongs to one of these games; 0: none does."""
    last = "SELECT last_id FROM game WHERE board = ? ORDER BY first_id DESC LIMIT 1"
    found = connection.execute(f"SELECT number FROM line WHERE id = ({last})", (board,)).fetchone()
    return 0 if found is None else log_rows.field(found[0], int, "number", "a row of its lines")
