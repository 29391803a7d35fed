"""PGN files of games to be played: read strictly, because hands can only play legal moves."""

import logging
import re
from dataclasses import dataclass
from importlib import resources
from io import StringIO
from pathlib import Path

import chess
import chess.pgn

from touchmove.arbiter.given import fault_of
from touchmove.errors import InputError, one_line
from touchmove.shell.game_text import unread

GAMES_MAX = 100_000
"""A bigger file is read up to here; nobody plays more games in a demonstration."""
BUILT_IN = "opera.pgn"
_NOT_CARRIED = frozenset({"Result", "FEN", "SetUp", "Variant", "TimeControl", "Termination"})
"""Tags that the host makes anew."""
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})
"""Any other result says that it is not known, as `*` does."""
_ESCAPED = re.compile(r'\\(["\\])')
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a file."""

    number: int
    """Its place in the file, from 1."""
    start: chess.Board
    moves: tuple[chess.Move, ...]
    clocks: tuple[float | None, ...]
    """The mover's clock after each move, in seconds, where the file says it."""
    tags: tuple[tuple[str, str], ...]
    result: str
    time_control: str
    """As the file says it; `-` if it does not."""


def built_in() -> tuple[Game, ...]:
    """The game that is played when no other is asked for."""
    return _games(resources.files("touchmove").joinpath(BUILT_IN).read_text("utf-8"), BUILT_IN, ())


def read(path: Path, only: str | None) -> tuple[Game, ...]:
    """The games of a file that `only` names: `3`, `1-20`, `1,5-7`; all for None.

    Rejects, with an `InputError`: a file or a named game that cannot be read or played, what is no
    such list, and a list that names no game of the file.
    """
    wanted = () if only is None else _ranges(only)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"--game {path}: {error.strerror}; name a PGN file") from error
    if b"\0" in data:
        raise InputError(f"--game {path}: this is no text in UTF-8 or Latin-1; name a PGN file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # what the PGN standard means by text
    return _games(text, str(path), wanted)


def _ranges(only: str) -> tuple[range, ...]:
    found = [_RANGE.fullmatch(part.strip()) for part in only.split(",")]
    ranges = [range(int(f[1]), int(f[2] or f[1]) + 1) for f in found if f is not None]
    if len(ranges) < len(found):
        raise InputError(f"--only {only}: write it as 3 or 1-20 or 1,5-7")
    for each in ranges:
        if each.start == 0:
            raise InputError(f"--only {only}: games are counted from 1; leave out 0")
        if not each:
            turned = f"{each.stop - 1}-{each.start}"
            raise InputError(
                f"--only {only}: {each.start}-{each.stop - 1} ends before it begins; write {turned}"
            )
    return tuple(ranges)


def _games(text: str, name: str, wanted: tuple[range, ...]) -> tuple[Game, ...]:
    # Errors are values here (`game.errors`); python-chess also logs them with a traceback.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    stream = StringIO(text)
    last = max((each.stop - 1 for each in wanted), default=GAMES_MAX)
    games: list[Game] = []
    number = 0
    while number < last:
        number += 1
        if not wanted or any(number in each for each in wanted):
            begin = stream.tell()
            found = chess.pgn.read_game(stream, Visitor=_Builder)
            if found is None:
                break
            fault = unread(text, begin, stream.tell()) if found.variations else ""
            games.append(_game(found, number, f"--game {name}: game {number}", fault))
        elif not chess.pgn.skip_game(stream):
            break
    if games:
        return tuple(games)
    if wanted and number > 1:
        raise InputError(f"--game {name} has no such game: it holds {number - 1}; change --only")
    raise InputError(f"--game {name}: there is no game in it; name a PGN file")


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """python-chess ends, after a move that it cannot read, also variations that never began."""

    def end_variation(self) -> None:
        if len(self.variation_stack) > 1:
            super().end_variation()


def _meant(value: str) -> str:
    """The value of a tag; python-chess gives it as it is written, `\\"` for a quote.

    Many programs write a quote or a backslash as it is, so any other backslash is one.
    """
    return _ESCAPED.sub(r"\1", value)


def _game(read: chess.pgn.Game, number: int, where: str, fault: str) -> Game:
    """The game that was read; `where` begins a refusal, `fault` is what was passed over."""
    if fault or read.errors:
        reason = one_line(fault or str(read.errors[0]))
        raise InputError(f"{where} cannot be read: {reason}; correct it, or use --only")
    start = read.board()
    if type(start) is not chess.Board:
        variant = one_line(read.headers["Variant"])
        raise InputError(f"{where} is {variant}; only chess can be played")
    wrong = fault_of(start.fen(), chess960=start.chess960)
    if wrong is not None:
        raise InputError(f"{where} starts from a position that cannot arise: {wrong}")
    nodes = tuple(read.mainline())
    result = read.headers.get("Result", "*")
    if not nodes:
        raise InputError(f"{where} has no moves: nothing can be played; correct it")
    if not all(node.move for node in nodes):  # python-chess finds 0000 in numbers too
        passes = "it passes, which hands cannot play; correct it, or use --only"
        raise InputError(f"{where} cannot be read: {passes}")
    return Game(
        number=number,
        start=start,
        moves=tuple(node.move for node in nodes),
        clocks=tuple(node.clock() for node in nodes),
        tags=tuple(
            (key, one_line(_meant(read.headers[key])))
            for key in read.headers
            if key not in _NOT_CARRIED
        ),
        result=result if result in _RESULTS else "*",
        time_control=read.headers.get("TimeControl", "-"),
    )
