"""The configuration, section by section: what can be said, and what holds where nothing is said."""

import ipaddress
from dataclasses import dataclass, field, fields
from pathlib import Path

from touchmove.daemon.config.setting import (
    DEVICE,
    HOST,
    MAYBE_PATH,
    PATH,
    TIME_CONTROL,
    TRUTH,
    one_of,
    setting,
    several,
    text,
    whole,
)
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES

BOARDS_MAX = 256
"""Boards that a file may name: all of a hall's, and those in the cupboard."""


@dataclass(frozen=True, slots=True)
class Log:
    """The log of the games: everything that the boards reported and people said."""

    file: Path = setting(Path("touchmove.sqlite"), "The log, one file for all boards.", PATH)


@dataclass(frozen=True, slots=True)
class Web:
    """The pages: the hall, each board, the arbiter's desk."""

    enabled: bool = setting(True, "Whether there are pages at all.", TRUTH)
    host: str = setting(
        "127.0.0.1",
        "The address that is listened on: this machine alone, unless another one is named.",
        HOST,
    )
    port: int = setting(8080, "The TCP port; 0 takes any free one.", whole(0, 65_535))
    names: tuple[str, ...] = setting(
        (),
        "Names by which browsers may call this machine, besides its loopback names and `host`.",
        several(HOST, "names of machines"),
    )
    viewers: int = setting(
        200,
        "Browsers that may look on at once, each with an open connection.",
        whole(1, 10_000),
    )
    token_file: Path = setting(
        Path("touchmove.token"),
        "Where the hash of the arbiter's token is kept; it is made at the first run.",
        PATH,
    )


@dataclass(frozen=True, slots=True)
class Ports:
    """Where boards are looked for."""

    usb: bool = setting(True, "Boards on USB are found by themselves.", TRUTH)
    paths: tuple[str, ...] = setting(
        (),
        "Ports of other boards, each a path or a pattern such as /dev/touchmove/*.",
        several(DEVICE, "paths"),
    )


@dataclass(frozen=True, slots=True)
class Game:
    """What holds at every board, unless the board's own section says otherwise.

    A game that is under way goes on under the rules that it began with.
    """

    profile: str = setting("classical", "What the event expects of its boards.", one_of(PROFILES))
    laws: str = setting("2023", "The edition of the Laws.", one_of(EDITIONS))
    time_control: str = setting(
        "-", 'As in PGN, such as "40/5400+30:1800+30"; "-": both clocks count up.', TIME_CONTROL
    )
    orientation: str = setting(
        "white",
        "How the board stands: White sits at its rank 1 (white), at its rank 8 (black), or that "
        "is found out (auto).",
        one_of(ORIENTATIONS),
    )
    event: str = setting("", "The event, as PGN names it.", text())
    site: str = setting("", "The place, as PGN names it.", text())


@dataclass(frozen=True, slots=True)
class Board(Game):
    """One board, by the id that it says of itself (`board` in the log)."""

    id: str = ""
    """1 to 24 printable ASCII characters without a space."""
    name: str = setting("", "What people call it; its id where nothing is said.", text(40))
    round: str = setting("", "Round and board as PGN's Round has them, such as 3.7.", text(20))


@dataclass(frozen=True, slots=True)
class Messages:
    """What the program itself has to say, on standard error and in a file."""

    format: str = setting(
        "auto",
        "On standard error: sentences (human), a JSON object a line (json), or sentences with "
        "their severity where systemd's journal listens (auto).",
        one_of(("auto", "human", "json")),
    )
    level: str = setting(
        "info", "The least that is said.", one_of(("debug", "info", "warning", "error"))
    )
    file: Path | None = setting(
        None,
        'A file that gets every message as JSON too, whatever the format; "" is none.',
        MAYBE_PATH,
    )


@dataclass(frozen=True, slots=True)
class Pgn:
    """The games as PGN, written anew after each change and always whole."""

    file: Path | None = setting(None, 'All games in one file; "" is none.', MAYBE_PATH)
    folder: Path | None = setting(
        None, 'A folder with a file for each board; "" is none.', MAYBE_PATH
    )


@dataclass(frozen=True, slots=True)
class Lichess:
    """Broadcasts on Lichess, which this version does not make yet: the token is only checked."""

    token_file: Path | None = setting(
        None,
        "The file that holds the token and nothing else; TOUCHMOVE_LICHESS_TOKEN in the "
        "environment goes before it.",
        MAYBE_PATH,
    )


@dataclass(frozen=True, slots=True)
class Report:
    """What `touchmove report` packs."""

    games: int = setting(3, "The latest games of each board.", whole(0, 1000))
    messages: int = setting(2000, "The latest lines of the file of messages.", whole(0, 100_000))


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration. `Config()` is what holds where no file says anything."""

    log: Log = field(default_factory=Log)
    web: Web = field(default_factory=Web)
    ports: Ports = field(default_factory=Ports)
    game: Game = field(default_factory=Game)
    messages: Messages = field(default_factory=Messages)
    pgn: Pgn = field(default_factory=Pgn)
    lichess: Lichess = field(default_factory=Lichess)
    report: Report = field(default_factory=Report)
    boards: tuple[Board, ...] = ()
    """The boards that are named, by id; each holds what `game` says where it says nothing."""

    def board(self, board_id: str) -> Board:
        """What holds at this board, whether it is named or not."""
        for board in self.boards:
            if board.id == board_id:
                return board
        return board_of(self.game, board_id)


SECTIONS: dict[str, type] = {
    "log": Log,
    "web": Web,
    "ports": Ports,
    "game": Game,
    "messages": Messages,
    "pgn": Pgn,
    "lichess": Lichess,
    "report": Report,
}
"""By name, in the order of the file; `[boards."…"]` come after them."""


def board_of(game: Game, board_id: str) -> Board:
    """A board of which nothing is said but what holds for all."""
    said = {each.name: getattr(game, each.name) for each in fields(Game)}
    return Board(**said, id=board_id, name=board_id)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
