"""What the answers are about: the hall, its log, its pages, and the configuration."""

import time
from dataclasses import dataclass, field

from touchmove.daemon.config.sections import Config
from touchmove.daemon.hall import Hall
from touchmove.daemon.seat import Seat
from touchmove.shell.descriptors import Room
from touchmove.shell.scribe import Scribe
from touchmove.shell.web import Page, Rooms


@dataclass(slots=True, eq=False)
class Office:
    """Everything that there is to tell, or to be told."""

    hall: Hall
    scribe: Scribe
    config: Config
    room: Room
    """How many boards and viewers the system has room for."""
    rooms: Rooms | None = None
    """None until the pages are served."""
    _began: float = field(default_factory=time.monotonic)

    @property
    def uptime_s(self) -> float:
        """For how long the program has run."""
        return time.monotonic() - self._began

    @property
    def viewers(self) -> int:
        """How many look on."""
        return 0 if self.rooms is None else self.rooms.open_streams

    def page(self, seat: Seat) -> Page | None:
        """The page of a board, if there are pages."""
        if self.rooms is None:
            return None
        about = self.config.board(seat.board)
        return self.rooms.page(seat.board, self.name(seat), about.round)

    def name(self, seat: Seat) -> str:
        """What people call a board."""
        return self.config.board(seat.board).name or seat.board


def is_linked(seat: Seat) -> bool:
    """Whether the board is heard now."""
    link = seat.session.history.link
    return seat.path is not None and link.greeted and not link.lost
