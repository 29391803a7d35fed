"""A token of a touch script, and how it is refused."""

from dataclasses import dataclass

from touchmove.errors import one_line
from touchmove.script.record import Unreadable

MAX_REASON = 400
"""A bound for what is said of a token, in characters: a binary file is one token of thousands."""


class Refusal(Exception):
    """Where and why a record cannot be read. Raised and caught inside `touchmove.script`."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.unreadable = Unreadable(line, column, reason)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of text, and where it stands: line and column from 1."""

    text: str
    line: int
    column: int

    def refuse(self, reason: str) -> Refusal:
        """What to raise because of this token. Where it is told in full, a long one is cut, and
        what would command a terminal is not repeated."""
        reason = one_line(reason)
        if len(reason) > MAX_REASON:
            reason = f"{reason[: MAX_REASON // 2]} … {reason[-MAX_REASON // 2 :]}"
        return Refusal(self.line, self.column, reason)
