"""Which lines of a log may go: those of finished games of long ago, and nothing that is needed.

The cut of a board is made where a game begins, so that what is left can be read without what went;
and that is tried before anything is removed.
"""

from dataclasses import dataclass

from touchmove.daemon.logs.games import Found, found_in
from touchmove.daemon.logs.verifying import verify
from touchmove.errors import StoreError
from touchmove.shell.store import Head, Store


@dataclass(frozen=True, slots=True)
class Cut:
    """What may be removed of a board."""

    board: str
    last: Head
    """The last line that goes."""
    games: int
    """How many games go with it."""
    lines: int


def cuts(store: Store, before_ms: int) -> tuple[Cut, ...]:
    """What may go of each board, if it was all heard before this moment (Unix time)."""
    found = (_cut(store, board, before_ms) for board in store.boards())
    return tuple(cut for cut in found if cut is not None)


def _cut(store: Store, board: str, before_ms: int) -> Cut | None:
    games = found_in(store.lines(board))
    first = store.anchors().get(board, Head()).number + 1
    old = 0
    for game in games:
        if not game.closed or game.last.entry.received_ms >= before_ms:
            break
        old += 1
    # The last game stays, also if it is over: the next restart begins with it.
    for count in range(min(old, len(games) - 1), 0, -1):
        begin = games[count].first.number
        rest = found_in(store.lines(board, begin))
        if _told(rest) == _told(games[count:]):
            last = next(store.lines(board, begin - 1)).head
            if last.number != begin - 1:
                words = f"line {begin - 1} of board {board!r} is missing; touchmove log verify"
                raise StoreError(f"log {store.path}: {words} says what else")
            return Cut(board, last, count, last.number - first + 1)
    return None


def _told(games: list[Found]) -> list[tuple[int, str]]:
    return [(game.first.number, game.archived().pgn) for game in games]


def check_backed_up(found: tuple[Cut, ...], store: Store, backup: Store) -> None:
    """Reject, with a `StoreError`, a backup that lacks any line that is to go, or is damaged."""
    for verdict in verify(backup, None):
        if verdict.fault is not None:
            raise StoreError(f"backup {backup.path} is no good: {verdict.words}")
    ours, theirs = store.anchors(), backup.anchors()
    for cut in found:
        # The chain at the last line stands for all before it, down to where the backup begins.
        line = next(backup.lines(cut.board, cut.last.number), None)
        begins = theirs.get(cut.board, Head()).number <= ours.get(cut.board, Head()).number
        if line is None or line.head != cut.last or not begins:
            raise StoreError(
                f"backup {backup.path} lacks lines of board {cut.board} up to {cut.last.number}; "
                "make a new one with touchmove log backup"
            )
