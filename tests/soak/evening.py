"""Many games of one board as lines of a log, played through a real session in time of their own.

A log of ten thousand games is the evening of one board, copied to the others under their names:
each board has a chain of its own, so every copy is a valid log, and it is the store that chains it.
"""

import contextlib
import json
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import chess

from tests.accuracy import Played
from tests.simulation.playing import SHARED_MEMORY
from tests.unit.daemon.paper_board import PaperBoard
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.solo import SoloSession
from touchmove.events import Event, Lifted, Placed, Word
from touchmove.hands import HUMAN, play
from touchmove.script.words import word_text
from touchmove.shell.store import Entry, Kind, Store
from touchmove.units import Millis
from touchmove.wire import codec
from touchmove.wire.messages import Hello

EPOCH_MS = 1_764_500_000_000
AGREED = Agreement("classical", "2023", "-", start_running=False)
BEAT_MS = 10_000
STANDS_MS = 4_000
"""The start position stands for so long between games."""
START = chess.Board().occupied


class Evening:
    """A session, its log and its board, for one game after the other."""

    def __init__(self, store: Store, name: str) -> None:
        self._board = PaperBoard(START, name=name)
        self._session = SoloSession(
            store, name, send=self._board.hear, clock=lambda: EPOCH_MS + self._board.now
        )
        self._session.recall()
        self._session.agree(AGREED)
        self._session.opened()
        self._until(self._board.now + BEAT_MS)

    def play(self, game: Played) -> None:
        """A whole game by human hands, and the start position again."""
        began = Millis(self._board.now)
        board = chess.Board()
        for event in play(
            board, game.moves, HUMAN, game.number, result=game.result, starts_at=began
        ):
            self._happen(event)
        for move in game.moves:
            board.push(move)
        self._until(self._board.now + BEAT_MS)
        table = self._session.table
        assert table is not None
        assert [entry.move for entry in table.moves] == list(game.moves), game.number
        assert table.outcome is not None, game.number

    def set_up(self) -> None:
        """Hands put the pieces back."""
        occupied = self._board.occupied
        for square in chess.scan_forward(occupied & ~START):
            self._happen(Lifted(Millis(self._board.now + 50), square))
        for square in chess.scan_forward(START & ~occupied):
            self._happen(Placed(Millis(self._board.now + 50), square))
        self._until(self._board.now + STANDS_MS)

    def _happen(self, event: Event) -> None:
        self._until(event.at)
        if isinstance(event, Word):
            self._session.say(word_text(event))
        else:
            self._board.happen(event)
            self._carry()

    def _until(self, at_ms: int) -> None:
        """Time passes; each second a heartbeat says so."""
        while (left_ms := at_ms - self._board.now) > 0:
            self._board.beat(min(left_ms, BEAT_MS))
            self._carry()
            self._session.tend()
            self._carry()

    def _carry(self) -> None:
        while data := self._board.take():
            self._session.receive(data)


def played(games: Iterable[Played], name: str) -> list[tuple[Entry, ...]]:
    """The lines of an evening of these games: those of before the first one, and of each game."""
    place = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
    with (
        tempfile.TemporaryDirectory(dir=place) as folder,
        contextlib.closing(Store(Path(folder) / "evening.sqlite")) as store,
    ):
        evening = Evening(store, name)
        ends = [store.heads()[name].number]
        for game in games:
            evening.play(game)
            ends.append(store.heads()[name].number)
            evening.set_up()
        entries = list(store.entries(name))
    begins = [0, *ends]
    return [tuple(entries[a:b]) for a, b in zip(begins, ends, strict=False)]


def renamed(entries: Iterable[Entry], name: str) -> Iterator[Entry]:
    """The same lines of a board of another name."""
    for entry in entries:
        yield replace(entry, board=name, line=_renamed(entry, name))


def _renamed(entry: Entry, name: str) -> str:
    if entry.kind is Kind.GAME:
        said = json.loads(entry.line)
        if said.get("link"):
            said["link"]["hello"] = _greeting(said["link"]["hello"], name)
        return json.dumps(said)
    return _greeting(entry.line, name) if entry.line.startswith("hello ") else entry.line


def _greeting(line: str, name: str) -> str:
    hello = codec.read(line)
    assert isinstance(hello, Hello)
    return codec.write(replace(hello, board=name)).decode("ascii").strip()
