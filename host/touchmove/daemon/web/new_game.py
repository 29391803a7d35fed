"""What an arbiter says of a new game, read into an agreement: field by field, and all faults told.

A field that is not said is what the board's configuration says. Every field is bounded, and none
leads to a file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import chess

from touchmove.arbiter.given import fault_of
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.config.agreed import agreed_for
from touchmove.daemon.config.sections import Board
from touchmove.daemon.config.setting import (
    TIME_CONTROL,
    TRUTH,
    Kind,
    near,
    one_of,
    shown,
    text,
    whole,
)
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "WNM")
POSITIONS = 960
"""Start positions of Chess960, from 0; 518 is the usual one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a field."""

    where: str
    words: str


class NewGameError(ValueError):
    """No game can be made of this; everything that is wrong is told."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{fault.where}: {fault.words}" for fault in faults))


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that may be said of a game."""

    name: str
    kind: Kind[Any]
    says: str
    tag: str | None = None
    """The tag of PGN that it becomes."""


# ------------------------------------------------------------------ kinds
def _date(value: object) -> str:
    text_ = str(value).replace("-", ".") if isinstance(value, str) else ""
    found = re.fullmatch(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", text_)
    if found is None:
        raise ValueError(f"{shown(value)} is not a day, such as 2026-05-31 or 2026.??.??")
    if "?" not in text_:
        try:
            date(*(int(part) for part in found.groups()))
        except ValueError as error:
            raise ValueError(f"{shown(value)}: there is no such day") from error
    return text_


def _round(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4}){0,3}|[?-]", value):
        return value
    raise ValueError(f"{shown(value)} is not round and board, such as 3.7")


def _fide_id(value: object) -> str:
    text_ = str(value) if isinstance(value, str | int) and value is not True else ""
    if re.fullmatch(r"[1-9][0-9]{0,9}", text_):
        return text_
    raise ValueError(f"{shown(value)} is not a FIDE id, such as 1503014")


def _chess960(value: object) -> int | bool:
    return value if isinstance(value, bool) else whole(0, POSITIONS - 1).read(value)


DATE = Kind("a day, such as 2026-05-31", _date)
ROUND = Kind("round and board as PGN has them, such as 3.7", _round)
FIDE_ID = Kind("a FIDE id, such as 1503014", _fide_id)
CHESS960 = Kind("true, or the number of a start position from 0 to 959", _chess960)


def _of_players() -> Iterator[Field]:
    for side in ("White", "Black"):
        name = side.lower()
        yield Field(name, text(), f"{side}'s name.", side)
        yield Field(f"{name}_id", FIDE_ID, f"{side}'s FIDE id.", f"{side}FideId")
        yield Field(f"{name}_title", one_of(TITLES), f"{side}'s title.", f"{side}Title")
        yield Field(f"{name}_elo", whole(1, 4000), f"{side}'s rating.", f"{side}Elo")
        yield Field(f"{name}_team", text(), f"{side}'s team.", f"{side}Team")


FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        *_of_players(),
        Field("event", text(), "The event.", "Event"),
        Field("site", text(), "The place.", "Site"),
        Field("date", DATE, "The day of the game; today.", "Date"),
        Field("round", ROUND, "Round and board.", "Round"),
        Field("profile", one_of(PROFILES), "What the event expects of its boards."),
        Field("laws", one_of(EDITIONS), "The edition of the Laws."),
        Field("time_control", TIME_CONTROL, "As PGN writes it; - is none."),
        Field("orientation", one_of(ORIENTATIONS), "How the board stands."),
        Field("fen", text(100), "The position at the start, as FEN."),
        Field("chess960", CHESS960, "Chess960: a start position by its number, or any with fen."),
        Field("replace", TRUTH, "Begin although the game on the board is not over."),
    )
}
"""By name, in the order of the documents."""

_TERMS = ("profile", "laws", "time_control", "orientation")


def read(said: Mapping[str, object], board: Board, today: date) -> tuple[Agreement, bool]:
    """The agreement, and whether it may replace a game that goes on. Raises `NewGameError`."""
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, value in said.items():
        if name not in FIELDS:
            faults.append(Fault(str(shown(name)), f"there is no such field{near(name, FIELDS)}"))
            continue
        try:
            values[name] = FIELDS[name].kind.read(value)
        except ValueError as error:
            faults.append(Fault(name, str(error)))
    fen, chess960 = chess.STARTING_FEN, False
    unread = {fault.where for fault in faults}
    if "fen" not in unread:
        # A position that no game of either kind could begin from is wrong whatever was meant.
        known = {**values, "chess960": "fen" in values} if "chess960" in unread else values
        try:
            fen, chess960 = _start(known)
        except ValueError as error:
            faults.append(Fault("fen" if "fen" in values else "chess960", str(error)))
    if faults:
        raise NewGameError(tuple(faults))
    agreed = agreed_for(board, today)
    terms = {name: values[name] for name in _TERMS if name in values}
    tags = _tags(dict(agreed.tags), values)
    agreed = replace(agreed, **terms, fen=fen, chess960=chess960, tags=tags)
    return agreed, bool(values.get("replace", False))


def _tags(known: dict[str, str], values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """PGN's seven first, as far as they are known; what is said to be empty is unknown."""
    for field in FIELDS.values():
        if field.tag is not None and field.name in values:
            known[field.tag] = str(values[field.name])
    first = ("Event", "Site", "Date", "Round", "White", "Black")
    order = (*first, *(name for name in known if name not in first))
    return tuple((name, known[name]) for name in order if known.get(name))


def _start(values: Mapping[str, Any]) -> tuple[str, bool]:
    """The position at the start, and whether it is of Chess960."""
    chess960 = values.get("chess960", False)
    by_number = not isinstance(chess960, bool)
    if "fen" not in values:
        if chess960 is True:
            raise ValueError("say which start position: its number from 0 to 959, or a fen")
        if not by_number:
            return chess.STARTING_FEN, False
        return chess.Board.from_chess960_pos(chess960).fen(), True
    if by_number:
        raise ValueError("say either the number of a start position or a fen, and not both")
    fault = fault_of(values["fen"], chess960=chess960)
    if fault is not None:
        raise ValueError(fault)
    return values["fen"], chess960
