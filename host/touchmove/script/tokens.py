"""A token of a touch script, and how it is refused."""

from dataclasses import dataclass

from touchmove.script.record import Unreadable


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
        """What to raise because of this token."""
        return Refusal(self.line, self.column, reason)
