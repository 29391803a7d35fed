"""What boards reported and what hands meant, written down apart from the host, and compared.

It is kept in files, so that a soak of hours does not grow by what it checks.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import chess
import chess.pgn

from touchmove.daemon import recalling
from touchmove.daemon.archiving import archive
from touchmove.game.table import Table
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Kind, Store

REPORTS = ("lift ", "place ", "press ", "release ", "lost ")
"""How the lines begin that a board numbers and keeps until they are acknowledged."""

Moves = tuple[str, ...]


@dataclass
class Verdict:
    """What came of all boards."""

    reports: int = 0
    missed: int = 0
    doubled: int = 0
    disordered: int = 0
    """Boards whose reports are all there, in another order."""
    games: int = 0
    plies: int = 0
    wrong: list[str] = field(default_factory=list)
    """Games that are not what the hands meant."""

    @property
    def good(self) -> bool:
        """Nothing is lost and nothing is wrong."""
        return not (self.missed or self.doubled or self.disordered or self.wrong)


class Ledger:
    """One for all boards of a hall."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = {}  # type: ignore[var-annotated]
        self._playing: dict[str, list[str]] = {}
        self.reports = 0
        """Reports that boards have made."""
        self.plies = 0
        self.games = 0
        """Games that are over."""

    # -------------------------------------------------------------- while it is played
    def report(self, board: str, line: str) -> None:
        """A board has made this report."""
        self._write(board, "reports", line)
        self.reports += 1

    def move(self, board: str, move: chess.Move) -> None:
        """Hands have made this move."""
        self._playing.setdefault(board, []).append(move.uci())
        self.plies += 1

    def end(self, board: str, result: str) -> None:
        """The game on this board is over."""
        self._write(board, "games", " ".join((*self._playing.pop(board, []), result)))
        self.games += 1

    def _write(self, board: str, what: str, line: str) -> None:
        if (board, what) not in self._files:
            self._files[board, what] = (self._folder / f"{board}.{what}").open("w+")
        self._files[board, what].write(f"{line}\n")

    def _read(self, board: str, what: str) -> list[str]:
        file = self._files.get((board, what))
        if file is None:
            return []
        file.flush()
        file.seek(0)
        return file.read().splitlines()  # type: ignore[no-any-return]

    def close(self) -> None:
        """Give the files back."""
        for file in self._files.values():
            file.close()

    # -------------------------------------------------------------- when it is over
    async def compare(self, log: Path, boards: list[str]) -> Verdict:
        """Hold a log that no host has to what happened. Games that were not listed yet are."""
        verdict = Verdict()
        scribe = Scribe(Store(log))
        for board in boards:
            await archive(scribe, board)
            await scribe.ask(lambda store, board=board: self._compare(store, board, verdict))  # type: ignore[misc]
        await scribe.close()
        return verdict

    def _compare(self, store: Store, board: str, verdict: Verdict) -> None:
        made = self._read(board, "reports")
        kept = [
            entry.line
            for entry in store.entries(board)
            if entry.kind is Kind.REPORT and entry.line.startswith(REPORTS)
        ]
        verdict.reports += len(made)
        verdict.missed += (Counter(made) - Counter(kept)).total()
        verdict.doubled += (Counter(kept) - Counter(made)).total()
        verdict.disordered += made != kept and Counter(made) == Counter(kept)
        meant = [
            (tuple(words[:-1]), words[-1]) for words in map(str.split, self._read(board, "games"))
        ]
        if board in self._playing:
            meant.append((tuple(self._playing[board]), "*"))
        verdict.games += len(meant)
        verdict.plies += sum(len(moves) for moves, _ in meant)
        found = list(_games(store, board))
        for number in range(max(len(meant), len(found))):
            ours = meant[number] if number < len(meant) else None
            theirs = found[number] if number < len(found) else None
            if ours != theirs:
                verdict.wrong.append(
                    f"{board}, game {number + 1}: meant {ours}, the log has {theirs}"
                )


def _games(store: Store, board: str) -> Iterator[tuple[Moves, str]]:
    """The games of a board as the log has them, the last one as far as it was played."""
    for row in store.games(board):
        game = chess.pgn.read_game(StringIO(row.pgn))
        assert game is not None
        yield tuple(move.uci() for move in game.mainline_moves()), row.result
    for table in recalling.recall(store, board).history.games:
        if table.plies:
            yield _played(table)


def _played(table: Table) -> tuple[Moves, str]:
    outcome = table.outcome
    return tuple(
        entry.move.uci() for entry in table.moves
    ), "*" if outcome is None else outcome.result
