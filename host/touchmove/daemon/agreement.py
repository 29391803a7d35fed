"""What is agreed before the first move."""

from dataclasses import dataclass
from typing import Any

import chess

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


def of(fields: dict[str, Any]) -> Agreement:
    """The agreement that a line of the log holds; `fields` are those of `asdict`."""
    tags = tuple((name, value) for name, value in fields["tags"])
    return Agreement(**{**fields, "tags": tags})
