"""Hands at a live board, and what the host made of their game.

The hands act in board time. Words are not heard by the board: they are said to the session, when
what happened before them has been reported.
"""

import asyncio
from dataclasses import dataclass, replace
from io import StringIO

import chess
import chess.pgn

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.solo import SoloSession
from touchmove.errors import PlatformError
from touchmove.events import Event, Word
from touchmove.game.table import Phase, Table
from touchmove.hands import Handling, play
from touchmove.rules import TimeControl
from touchmove.script.time_control import TimeControlError, parse
from touchmove.script.write import write
from touchmove.shell.game_file import Game
from touchmove.shell.simulator import MAX, SimulatedBoard
from touchmove.units import Millis
from touchmove.view.bulletin import pgn

STEP_MS = 100
"""Board time between two looks at whether the host has seen something."""
WAIT_MAX_MS = 60_000
"""Board time after which a host that has not seen the pieces set up never will."""
QUIET_MS = 2_000
"""After the last event of a game: longer than anything that waits for quiet."""
WORD_PATIENCE_S = 2.0
"""How long a word waits for the reports of what came before it: two heartbeats."""
LOOK_S = 0.01
"""How often it looks."""
_PEOPLE = frozenset({"resignation", "entered", "flag", "illegal moves", "kings"})
"""Ends that a person brought about; all others are the position's own."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the host's game equals the one that was played, in words too."""

    equal: bool
    words: str


def agreement(game: Game, handling: Handling) -> Agreement:
    """What the players of this game agree on before it."""
    control = time_control(game, handling)
    return Agreement(
        profile=handling.profile,
        laws="2023",
        time_control="-" if control is None else control.pgn,
        start_running=True,
        chess960=game.start.chess960,
        fen=game.start.fen(),
        tags=game.tags,
    )


def time_control(game: Game, handling: Handling) -> TimeControl | None:
    """What the hands play at: their own pace, else that of the game's file if we can keep it."""
    try:
        return parse(handling.time_control or game.time_control)
    except TimeControlError:
        return None


class Hands:
    """Both players' hands at one board."""

    def __init__(
        self, board: SimulatedBoard, session: SoloSession, handling: Handling, speed: float
    ) -> None:
        self._board = board
        self._session = session
        self._handling = handling
        self._speed = speed

    async def play(self, game: Game, seed: int) -> Table:
        """Set the pieces up, play the game, and give the table as the host then has it."""
        laid_out = await self._set_up(game)
        control = time_control(game, self._handling)
        own_pace = self._handling.time_control is not None
        recorded = self._speed == MAX and control is not None and any(game.clocks) and not own_pace
        events = play(
            game.start,
            game.moves,
            self._handling,
            seed,
            clocks=game.clocks if recorded else None,
            time_control=control,
            result=game.result,
            starts_at=laid_out.clock.since,
        )
        await self._board.perform(events, say=self._say)
        await self._board.advance(Millis(self._board.now + QUIET_MS))
        table = self._session.table
        assert table is not None, "the pieces were seen when they were set up"
        return table

    async def _set_up(self, game: Game) -> Table:
        """The table when the pieces stand and the clock runs."""
        agreed = agreement(game, self._handling)
        self._session.agree(agreed)
        await self._board.set_up(game.start.occupied)
        give_up = self._board.now + WAIT_MAX_MS
        while (table := self._session.table) is None or table.phase is not Phase.PLAYING:
            if self._board.now > give_up:
                raise PlatformError(
                    "the simulated board and the host do not hear each other; try a lower --speed"
                )
            await self._board.advance(Millis(self._board.now + STEP_MS))
        if not table.started:
            # They have been set up only now: the game, and its clock, begin when all is ready.
            self._session.agree(agreed)
        assert self._session.table is not None, "the board has been seen"
        return self._session.table

    async def _say(self, word: Word) -> None:
        if self._speed != MAX:
            await self._reported(word.at)
        self._session.say(_text(word), word.at)

    async def _reported(self, until: Millis) -> None:
        looks = round(WORD_PATIENCE_S / LOOK_S)
        while looks and self._session.history.link.now < until:
            await asyncio.sleep(LOOK_S)
            looks -= 1


def _text(word: Word) -> str:
    at_once: Event = replace(word, at=Millis(0))
    return write([at_once]).strip().removeprefix("@")


def compare(game: Game, table: Table) -> tuple[str, Verdict]:
    """The PGN of the table, and whether it equals the game that was played.

    A game whose last position ends it (by fivefold repetition, say) is recorded up to there.
    """
    text = pgn(table)
    read = chess.pgn.read_game(StringIO(text))
    assert read is not None, "our own PGN holds a game"
    moves = tuple(read.mainline_moves())
    ended = table.outcome is not None and table.outcome.termination not in _PEOPLE
    played = game.moves[: len(moves)] if ended else game.moves
    name = f"game {game.number}"
    if moves != played:
        return text, Verdict(False, f"{name} DIFFERS {_first_difference(game, moves)}")
    if len(played) < len(game.moves) and table.outcome is not None:
        how = f"up to its end after {len(played)} half-moves ({table.outcome.termination})"
        return text, Verdict(True, f"{name} equals the game played {how}")
    result = read.headers["Result"]
    if result != game.result and game.result != "*":
        return text, Verdict(False, f"{name} DIFFERS in its result: {result}, not {game.result}")
    return text, Verdict(True, f"{name} equals the game played")


def _first_difference(game: Game, moves: tuple[chess.Move, ...]) -> str:
    board = game.start.copy()
    for ply, played in enumerate(game.moves):
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        if ply >= len(moves):
            return f"at {number}: {board.san(played)} is missing"
        if moves[ply] != played:
            seen = board.san(moves[ply])
            return f"at {number}: {board.san(played)} was played, {seen} recorded"
        board.push(played)
    return f"after its last move: {len(moves) - len(game.moves)} half-moves too many"
