"""The list of a board's games, without playing all of them through where the log has it in a table.

The table of finished games is as old as what filled it. So only what follows its last game is
played through, and the table is believed as long as nothing was told between its games: else it
lacks one, and everything is computed from the lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from touchmove.daemon.logs.games import Found, found_in
from touchmove.errors import StoreError
from touchmove.shell.store import Archived, Kind, Line, Store


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of a board, and where its lines begin and end."""

    archived: Archived
    first: Line
    last: Line


def listed(store: Store, board: str) -> list[Listed]:
    """All games of a board, in order; the last one may be going on."""
    rows = [_located(store, row) for row in store.games(board)]
    if rows:
        rest = found_in(store.lines(board, rows[-1].last.number + 1))
        # In form 1 a game could need what came before it.
        if _is_complete(store, board, rows) and (rest or not _says_anything(store, board, rows)):
            return [*rows, *(_listed(game) for game in rest)]
    return [_listed(game) for game in found_in(store.lines(board))]


def played(store: Store, board: str, game: Listed) -> Found:
    """A listed game with all that happened in it, from its own lines if they are enough."""
    own = found_in(_between(store, board, game.first.number, game.last.number))
    for found in own or found_in(store.lines(board)):
        if found.archived().pgn == game.archived.pgn:
            return found
    for found in found_in(store.lines(board)):
        if found.first.id == game.first.id:
            return found
    raise _unknown(store)


def _listed(game: Found) -> Listed:
    return Listed(game.archived(), game.first, game.last)


def _located(store: Store, row: Archived) -> Listed:
    first, last = (next(store.lines(since=key), None) for key in (row.first_id, row.last_id))
    if first is None or last is None:
        raise _unknown(store)
    return Listed(row, first, last)


def _unknown(store: Store) -> StoreError:
    words = "its table of games has one that is not in its lines; touchmove log rebuild"
    return StoreError(f"log {store.path}: {words} makes it anew")


def _between(store: Store, board: str, first: int, last: int) -> Iterator[Line]:
    return takewhile(lambda line: line.number <= last, store.lines(board, first))


def _is_complete(store: Store, board: str, rows: list[Listed]) -> bool:
    """Whether nobody was told anything between the games of the table."""
    ends = [store.anchors().get(board), *(row.last for row in rows)]
    for end, row in zip(ends, rows, strict=False):
        number = 0 if end is None else end.number
        between = _between(store, board, number + 1, row.first.number - 1)
        if any(line.entry.kind is Kind.TOLD for line in between):
            return False
    return True


def _says_anything(store: Store, board: str, rows: list[Listed]) -> bool:
    after = store.lines(board, rows[-1].last.number + 1)
    return any(line.entry.kind is Kind.REPORT for line in after)
