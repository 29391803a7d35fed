"""`touchmove log`: what can be done with a log besides playing on."""

import argparse
import contextlib
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from touchmove.daemon.files.places import beside_log, is_same
from touchmove.daemon.logs import arguments as typed
from touchmove.daemon.logs import exporting, pruning, showing
from touchmove.daemon.logs.catalogue import Listed, between, listed, played
from touchmove.daemon.logs.games import found_in
from touchmove.daemon.logs.showing import counted
from touchmove.daemon.logs.verifying import Faults, Verdict, verify
from touchmove.errors import InputError, StoreError
from touchmove.shell import heads, log_ends
from touchmove.shell.store import SCHEMA, Line, Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove log`."""
    typed.add_actions(
        parser,
        {
            "verify": verify_log,
            "show": show,
            "export": export,
            "import": import_lines,
            "backup": back_up,
            "prune": prune,
            "rebuild": rebuild,
        },
    )


@contextlib.contextmanager
def _opened(path: Path, *, reading: bool = True) -> Iterator[Store]:
    """A log that is there already."""
    if not path.is_file():
        what = "is no file" if path.exists() else "does not exist"
        raise InputError(f"{path} {what}; name a log of touchmove run")
    with contextlib.closing(Store(path, reading=reading)) as store:
        yield store


def _boards(store: Store, board: str | None, faults: Faults) -> tuple[str, ...]:
    """The boards that are asked for. Rejects one that the log does not have."""
    boards, fault = store.known_boards()
    if fault is not None and board is None:
        faults.add(fault)
    if board is None:
        return boards
    if board not in boards:
        known = ", ".join(boards) or "none"
        raise InputError(f"log {store.path} has no board {board!r}; it has {known}")
    return (board,)


def _check_new(path: Path, log: Path) -> None:
    """What is written takes the place of nothing, least of all of the log or what comes with it."""
    if path.exists():
        raise InputError(f"{path} exists already; name a new file")
    if any(is_same(path, beside) for beside in beside_log(log)):
        raise InputError(f"{path} belongs to the log {log}; name another file")


# ------------------------------------------------------------------ verify
def verify_log(arguments: argparse.Namespace) -> int:
    """`touchmove log verify`: 1 if anything is wrong, or cannot be told."""
    with _opened(arguments.log) as store:
        if store.form < SCHEMA:
            print(
                f"log {store.path} has form {store.form}, which has no chain: nothing tells "
                "whether it was changed; touchmove log rebuild brings it to the present form"
            )
            return 1
        path: Path = arguments.heads or store.heads_path
        known = None if arguments.no_heads else heads.read(path)
        flaws = [*store.flaws(), *(str(why) for why in (store.known_boards()[1],) if why)]
        verdicts = verify(store, known)
    for words in (*flaws, *(verdict.words for verdict in verdicts)):
        print(words)
    if not verdicts:
        print(f"log {arguments.log} has no lines")
    bad = bool(flaws) or any(verdict.fault for verdict in verdicts)
    if known is None and not arguments.no_heads:
        print(f"the heads {path} are missing: nothing tells whether lines were cut off at the end")
        bad = True
    disputed = log_ends.disputed(path)
    if arguments.heads is None and not arguments.no_heads and disputed.exists():
        print(f"the log was opened although it disagreed with its heads: see --heads {disputed}")
        bad = True
    return 1 if bad else 0


# ------------------------------------------------------------------ show
def show(arguments: argparse.Namespace) -> int:
    """`touchmove log show`: 1 if not all that was written can be shown."""
    faults = Faults()
    with _opened(arguments.log) as store:
        boards = _boards(store, arguments.board, faults)
        found = (
            _games_shown(store, boards, faults)
            if arguments.games
            else map(showing.shown_line, faults.readable(store.readable(arguments.board)))
        )
        empty = True
        for words in found if arguments.last is None else deque(found, arguments.last):
            print(words)
            empty = False
        if empty and not faults.told:
            print(f"log {arguments.log} has no {'games' if arguments.games else 'lines'}")
        return faults.tell(store, arguments.board)


def _games_shown(store: Store, boards: Iterable[str], faults: Faults) -> Iterator[str]:
    for board in boards:
        for number, game in enumerate(listed(store, board, faults), 1):
            began_ms = game.first.entry.received_ms
            yield f"{board}  {showing.shown_game(number, game.archived, began_ms)}"


# ------------------------------------------------------------------ export, import
def export(arguments: argparse.Namespace) -> int:
    """`touchmove log export`: 1 if not all that was written can be exported."""
    if arguments.output is not None:
        _check_new(arguments.output, arguments.log)
    faults = Faults()
    with _opened(arguments.log) as store:
        boards = _boards(store, arguments.board, faults)
        if arguments.format == "script":
            games = (
                played(store, board, game, faults)
                for board in boards
                for game in _chosen(store, board, arguments.games, faults)
            )
            pieces: Iterator[str] = (exporting.as_script(game) for game in games if game)
        elif arguments.games is None:
            anchors = {b: head for b, head in store.anchors().items() if b in boards}
            lines = faults.readable(store.readable(arguments.board))
            pieces = exporting.as_json(anchors.items(), lines)
        else:
            pieces = _json_of_games(store, boards, arguments.games, faults)
        if arguments.output is not None:
            exporting.write_whole(arguments.output, pieces)
        else:
            for piece in pieces:
                print(piece)
        return faults.tell(store, arguments.board)


def _chosen(
    store: Store, board: str, games: tuple[int, int] | None, faults: Faults
) -> list[Listed]:
    found = listed(store, board, faults)
    if games is None:
        return found
    first, last = games
    if len(found) < last:
        raise InputError(f"board {board} has {counted(len(found), 'game')}, and no game {last}")
    return found[first - 1 : last]


def _json_of_games(
    store: Store, boards: Iterable[str], games: tuple[int, int], faults: Faults
) -> Iterator[str]:
    """The lines of these games, and of each board the line before them as its anchor."""
    anchors, lines = store.anchors(), list[Line]()
    for board in boards:
        chosen = _chosen(store, board, games, faults)
        first, last = chosen[0].first.number, chosen[-1].last.number
        if first > 1:
            before = next(store.readable(board, first - 1))
            if isinstance(before, Line) and before.number == first - 1:
                anchors[board] = before.head
        lines += faults.readable(between(store, board, first, last))
    yield from exporting.as_json(
        ((board, head) for board, head in anchors.items() if board in set(boards)), lines
    )


def import_lines(arguments: argparse.Namespace) -> int:
    """`touchmove log import`."""
    path: Path = arguments.log
    new = not path.exists()
    draft = path.with_name(f"{path.name}.draft") if new else path
    if new:
        _remove(draft)
    with contextlib.ExitStack() as left, _source(arguments.file) as (name, source):
        if new:
            left.callback(_remove, draft)
        reader = exporting.Reader(name, source)
        with contextlib.closing(Store(draft)) as store:
            try:
                count = store.add(reader.anchors, reader.lines())
            except StoreError as error:
                raise StoreError(f"{name}: {error}; nothing was imported") from error
            _rearchive(store)
        if new:
            store.heads_path.replace(path.with_name(f"{path.name}.heads"))
            draft.replace(path)
    print(f"imported into {path}: {counted(count, 'line')}")
    return 0


@contextlib.contextmanager
def _source(path: Path) -> Iterator[tuple[str, Iterable[str]]]:
    if str(path) == "-":
        yield "standard input", sys.stdin or ()
        return
    try:
        file = path.open(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; {exporting.ANOTHER}") from error
    with file:
        yield str(path), file


def _remove(draft: Path) -> None:
    for ending in ("", "-wal", "-shm", ".heads"):
        draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)


# ------------------------------------------------------------------ backup, prune, rebuild
def back_up(arguments: argparse.Namespace) -> int:
    """`touchmove log backup`: 1 if the copy does not verify, because the log does not."""
    copy: Path = arguments.file
    _check_new(copy, arguments.log)
    for beside in beside_log(copy):
        if beside.exists():
            raise InputError(f"{beside} exists already, and would go with {copy}; name another")
    with _opened(arguments.log) as store:
        known = heads.read(store.heads_path)  # before the lines, so that it does not lead them
        store.back_up(copy)
    with _opened(copy) as made:
        if known is not None:
            exporting.write_whole(made.heads_path, heads.text(known).splitlines())
        verdicts = verify(made, known) if made.form == SCHEMA else ()
        count = sum(1 for _ in made.lines())
    print(f"copied to {copy}: {counted(count, 'line')}")
    return _told(verdicts)


def _told(verdicts: Iterable[Verdict]) -> int:
    bad = [verdict.words for verdict in verdicts if verdict.fault is not None]
    for words in bad:
        print(words)
    return 1 if bad else 0


def prune(arguments: argparse.Namespace) -> int:
    """`touchmove log prune`."""
    backup: Path | None = arguments.backup
    there = backup is not None and backup.exists() and arguments.log.exists()
    if backup is not None and there and backup.samefile(arguments.log):
        raise InputError(f"--backup {backup}: that is the log itself; name a copy of it")
    with _opened(arguments.log, reading=not (backup or arguments.yes)) as store:
        found = pruning.cuts(store, int(arguments.before.timestamp() * 1000))
        for cut in found:
            print(f"board {cut.board}: {counted(cut.games, 'game')}, {counted(cut.lines, 'line')}")
        if not found:
            print(f"log {store.path} has no finished games from before {arguments.before:%Y-%m-%d}")
            return 0
        if backup is not None:
            with _opened(backup) as copy:
                pruning.check_backed_up(found, store, copy)
        elif not arguments.yes:
            print("nothing was removed: say which backup has them (--backup FILE), or --yes")
            return 1
        count = store.prune({cut.board: cut.last for cut in found})
    print(f"removed from {arguments.log}: {counted(count, 'line')}")
    return 0


def rebuild(arguments: argparse.Namespace) -> int:
    """`touchmove log rebuild`."""
    with _opened(arguments.log, reading=False) as store:
        count = _rearchive(store)
    print(f"in the table of {arguments.log}: {counted(count, 'finished game')}")
    return 0


def _rearchive(store: Store) -> int:
    games = [
        game.archived()
        for board in store.boards()
        for game in found_in(store.lines(board))
        if game.closed
    ]
    store.rearchive(games)
    return len(games)
