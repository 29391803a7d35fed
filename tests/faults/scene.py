"""A host in a process of its own, as a person starts it, and a game that hands play meanwhile.

Board and firmware are the simulated board's; nothing of the host is replaced. Every test ends with
the PGN that the host wrote, and compares it with that of an undisturbed run.
"""

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import chess
import chess.pgn

from touchmove.events import Event
from touchmove.hands import CLEAN, Handling, play
from touchmove.hands.handling import Span
from touchmove.shell.simulator import SimulatedBoard
from touchmove.units import Millis

START = chess.Board()
OPENING = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6"
"""The beginning of the Opera game, with captures in both directions."""
SANS = [word for word in OPENING.split() if not word.endswith(".")]
SEED = 7
PATIENCE_S = 30
"""After this long a test has failed; none waits for it otherwise."""
STEP_MS = 100


class Host:
    """`touchmove run` on a port, with a log and a PGN file in a folder."""

    def __init__(self, port: Path, folder: Path) -> None:
        self.log = folder / "table.sqlite"
        self.pgn = folder / "games.pgn"
        self._port = port
        self._words = folder / "stderr"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str, output: int = subprocess.DEVNULL) -> None:
        """Start it; what it says on standard error goes on in the same file.

        If `output` is given, it is standard error too.
        """
        command = [sys.executable, "-m", "touchmove", "run", "--port", str(self._port), "--no-web"]
        with self._words.open("ab") as words:
            self.process = subprocess.Popen(
                [*command, "--log", str(self.log), "--pgn", str(self.pgn), *options],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=words if output == subprocess.DEVNULL else output,
            )

    def end(self, how: signal.Signals) -> int:
        """End it, and give its exit status."""
        process = self.process
        assert process is not None
        process.send_signal(how)
        status = process.wait(PATIENCE_S)
        assert process.stdin is not None
        process.stdin.close()
        self.process = None
        return status

    def say(self, word: str) -> None:
        """Type a line."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process is None or self.process.poll() is not None

    @property
    def words(self) -> str:
        """What it said on standard error so far."""
        return self._words.read_text()

    @property
    def moves(self) -> list[str]:
        """The completed moves of the last game in its PGN file, in SAN; those have clock times."""
        game = None
        with contextlib.suppress(FileNotFoundError):
            stream = StringIO(self.pgn.read_text())
            while (following := chess.pgn.read_game(stream)) is not None:
                game = following
        return [] if game is None else [node.san() for node in game.mainline() if node.comment]


async def until(true: Callable[[], bool], board: SimulatedBoard | None = None) -> None:
    """Wait until this is true; the board's time stands still, or passes too if one is given."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.02)
            if board is not None:
                await board.advance(Millis(board.now + STEP_MS))


@contextlib.asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[tuple[SimulatedBoard, Host]]:
    """A board with the pieces set up, and a host that has seen them."""
    async with SimulatedBoard.start(seed=SEED, occupied=START.occupied) as board:
        host = Host(board.port, folder)
        host.start()
        try:
            await until(lambda: host.pgn.exists() or host.has_ended, board)
            assert not host.has_ended, host.words
            yield board, host
        finally:
            if host.process is not None:
                host.end(signal.SIGKILL)


QUICK = replace(CLEAN, think=Span(300, 600))
"""For tests in which board time costs time."""


def hands(board: SimulatedBoard, handling: Handling = CLEAN) -> list[Event]:
    """What the hands will do, from now on; the same in every test."""
    position = START.copy()
    moves = [position.push_san(san) for san in SANS]
    return list(play(START, moves, handling, SEED, starts_at=board.now))


async def finish(board: SimulatedBoard, host: Host) -> None:
    """Wait until the host has recorded every move that was played."""
    await until(lambda: host.moves == SANS, board)
