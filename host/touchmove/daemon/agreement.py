"""What is agreed before the first move."""

from dataclasses import dataclass
from typing import Any

import chess
from chess.pgn import TAG_NAME_REGEX

from touchmove.arbiter.given import fault_of
from touchmove.daemon import log_json
from touchmove.errors import InputError
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES, Rules
from touchmove.script.time_control import TimeControlError, parse

Tags = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The names of the rules in force, the position at the start, and who plays."""

    profile: str
    laws: str
    time_control: str
    """As PGN writes it; `-` is none."""
    start_running: bool
    """The clock of the side to move runs as soon as the start position stands."""
    orientation: str = "white"
    """How the board stands: `white`, `black` or `auto`. Logs from before it was asked lack it."""
    chess960: bool = False
    fen: str = chess.STARTING_FEN
    tags: Tags = ()

    @property
    def terms(self) -> tuple[str, str, str, str]:
        """What two agreements must have in common for one game to go on under both."""
        return self.profile, self.laws, self.time_control, self.orientation

    def rules(self) -> Rules:
        """The rules that these names stand for. Rejects unknown ones with an `InputError`."""
        if self.profile not in PROFILES:
            raise InputError(f"profile {self.profile!r} is none of {', '.join(PROFILES)}")
        if self.laws not in EDITIONS:
            raise InputError(f"laws {self.laws!r} is none of {', '.join(EDITIONS)}")
        if self.orientation not in ORIENTATIONS:
            raise InputError(
                f"orientation {self.orientation!r} is none of {', '.join(ORIENTATIONS)}"
            )
        try:
            control = parse(self.time_control)
        except TimeControlError as error:
            raise InputError(f"time control {error}") from error
        return Rules(
            profile=PROFILES[self.profile],
            edition=EDITIONS[self.laws],
            time_control=control,
            start_running=self.start_running,
            orientation=self.orientation,
            chess960=self.chess960,
        )


_KINDS: dict[str, type] = {
    "profile": str,
    "laws": str,
    "time_control": str,
    "start_running": bool,
    "orientation": str,
    "chess960": bool,
    "fen": str,
}
_ADDED = frozenset({"orientation"})
"""Fields that older logs lack."""


def of(said: dict[str, Any]) -> Agreement:
    """The agreement that a line of the log holds; `said` are the fields of `asdict`.

    Raises ValueError where it holds none under which a game can be played.
    """
    names = [name for name in _KINDS if name in said or name not in _ADDED]
    tags = tuple(_tag(tag) for tag in log_json.field(said, "tags", list))
    values: dict[str, Any] = {name: log_json.field(said, name, _KINDS[name]) for name in names}
    agreed = Agreement(**values, tags=tags)
    fault = fault_of(agreed.fen, chess960=agreed.chess960)
    if fault is not None:
        raise ValueError(f"FEN: {fault}")
    agreed.rules()
    return agreed


def _tag(said: object) -> tuple[str, str]:
    name, value = log_json.pair({"tag": said}, "tag", str)
    if not TAG_NAME_REGEX.match(name):
        raise ValueError(f"{name!r} is no name of a tag")
    return name, value
