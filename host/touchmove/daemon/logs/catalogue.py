"""The list of a board's games, without playing all of them through where the log has it in a table.

The table of finished games is as old as what filled it. So only what follows its last game is
played through, and the table is believed as long as nothing was told between its games: else it
lacks one, and everything is computed from the lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from touchmove.daemon.logs.games import Found, found_in, known_in
from touchmove.daemon.logs.verifying import Faults
from touchmove.errors import StoreError
from touchmove.shell.store import Archived, Kind, Line, Store


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of a board, and where its lines begin and end."""

    archived: Archived
    first: Line
    last: Line


def listed(store: Store, board: str, faults: Faults) -> list[Listed]:
    """All games of a board that can be known, in order; the last one may be going on."""
    found = _by_table(store, board, faults)
    if found is None:
        games = faults.of(known_in(store.readable(board)))
        found = [_listed(game) for game in games]
    return found


def _by_table(store: Store, board: str, faults: Faults) -> list[Listed] | None:
    """Those of the table and those after them; None if the table is not enough."""
    try:
        rows = [_located(store, row) for row in store.games(board)]
        if not rows or not _is_complete(store, board, rows):
            return None
        rest = found_in(store.lines(board, rows[-1].last.number + 1))
        # In form 1 a game could need what came before it.
        if not rest and _says_anything(store, board, rows):
            return None
    except StoreError as error:
        faults.add(error)
        return None
    return [*rows, *(_listed(game) for game in rest)]


def played(store: Store, board: str, game: Listed, faults: Faults) -> Found | None:
    """A listed game with all that can be known to have happened in it, from its own lines if they
    are enough; None if nothing can."""
    own = faults.of(known_in(between(store, board, game.first.number, game.last.number)))
    for found in own or faults.of(known_in(store.readable(board))):
        if found.archived().pgn == game.archived.pgn:
            return found
    for found in faults.of(known_in(store.readable(board))):
        if found.first.id == game.first.id:
            return found
    faults.add(_unknown(store))
    return None


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


def between(store: Store, board: str, first: int, last: int) -> Iterator[Line | StoreError]:
    """The lines of a board from one number to another."""
    return takewhile(
        lambda line: isinstance(line, StoreError) or line.number <= last,
        store.readable(board, first),
    )


def _is_complete(store: Store, board: str, rows: list[Listed]) -> bool:
    """Whether nobody was told anything between the games of the table."""
    ends = [store.anchors().get(board), *(row.last for row in rows)]
    for end, row in zip(ends, rows, strict=False):
        number = 0 if end is None else end.number
        for line in between(store, board, number + 1, row.first.number - 1):
            if isinstance(line, StoreError) or line.entry.kind is Kind.TOLD:
                return False
    return True


def _says_anything(store: Store, board: str, rows: list[Listed]) -> bool:
    after = store.lines(board, rows[-1].last.number + 1)
    return any(line.entry.kind is Kind.REPORT for line in after)
