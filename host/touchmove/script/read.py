"""Reads touch scripts: text to records, each a value or the reason why it cannot be read.

The format is docs/reference/touch-script.md. Reading never fails as a whole: a record that is wrong
says where and why, and the others are there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import chess

from touchmove.arbiter.given import fault_of
from touchmove.events import BoardSeen, ClockPressed, Event, Lifted, Placed, Tick
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES, Rules
from touchmove.script.record import Record, Unreadable
from touchmove.script.time_control import TimeControlError
from touchmove.script.time_control import parse as parse_time_control
from touchmove.script.tokens import Refusal, Token
from touchmove.script.words import spoken
from touchmove.units import Millis

GAP_MS = 250
"""How long after the token before it a touch, a press or a snapshot happens if no `~` says so."""

MAX_WAIT_DAYS = 366
"""More than a leap year between two tokens is a slip of the pen."""
MAX_WAIT_MS = MAX_WAIT_DAYS * 24 * 3600 * 1000

_TAG = re.compile(r'\[\s*([A-Za-z0-9][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_SQUARE = r"([a-h][1-8])"
_TOUCH = re.compile(r"([-+])" + _SQUARE + r"([wb]?)")
_WAIT = re.compile(r"~0*([0-9]+)")
_SNAPSHOT = re.compile(r"=([0-9a-fA-F]{16})(?:/([0-9a-fA-F]{16}))?")

_STARTS = ("auto", "manual", "touch")
_SETTINGS = frozenset({"Profile", "Laws", "Start", "Sensors", "Orientation"})
"""Tags that are ours and say nothing about the game: they do not go into the PGN."""


@dataclass(slots=True)
class _Draft:
    """The tags and tokens of one record as they are gathered."""

    line: int
    tags: dict[str, tuple[str, Token]]
    tokens: list[Token]
    refusal: Refusal | None = None


def read(text: str) -> tuple[Record | Unreadable, ...]:
    """All records of a file, in order. A file without any token or tag has none."""
    return tuple(_record(draft) for draft in _drafts(text.removeprefix("\ufeff")))


def _drafts(text: str) -> Iterator[_Draft]:
    draft: _Draft | None = None
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        stripped = raw.strip()
        if stripped.startswith("["):
            if draft is None or draft.tokens:
                if draft is not None:
                    yield draft
                draft = _Draft(number, {}, [])
            _take_tag(draft, raw, number)
            continue
        tokens = list(_tokens(raw, number))
        if tokens:
            draft = draft or _Draft(number, {}, [])
            draft.tokens.extend(tokens)
    if draft is not None:
        yield draft


def _take_tag(draft: _Draft, raw: str, number: int) -> None:
    column = len(raw) - len(raw.lstrip()) + 1
    token = Token(raw.strip(), number, column)
    found = _TAG.match(token.text)
    rest = token.text[found.end() :].strip() if found else ""
    if found is None or (rest and not rest.startswith("#")):
        draft.refusal = draft.refusal or token.refuse('a tag line has the form [Name "value"]')
        return
    name = found[1]
    if name in draft.tags:
        draft.refusal = draft.refusal or token.refuse(f"the tag {name} stands twice")
        return
    draft.tags[name] = (re.sub(r"\\(.)", r"\1", found[2]), token)


def _tokens(raw: str, number: int) -> Iterator[Token]:
    code = raw.split("#", 1)[0]
    for found in re.finditer(r"@.*|\S+", code):
        yield Token(found[0].rstrip(), number, found.start() + 1)


def _record(draft: _Draft) -> Record | Unreadable:
    try:
        if draft.refusal is not None:
            raise draft.refusal
        rules, fen, polarity = _agreed(draft.tags)
        happened, ends_at = _happened(draft.tokens, polarity=polarity)
    except Refusal as refusal:
        return refusal.unreadable
    tags = tuple((name, value) for name, (value, _) in draft.tags.items() if name not in _SETTINGS)
    waits = "Start" in draft.tags and draft.tags["Start"][0] == "touch"
    return Record(tags, rules, fen, happened, ends_at, draft.line, waits)


# ------------------------------------------------------------------ tags
def _choice(
    tags: dict[str, tuple[str, Token]], name: str, known: tuple[str, ...], default: str
) -> str:
    if name not in tags:
        return default
    value, token = tags[name]
    if value not in known:
        raise token.refuse(f"{name} {value!r} is none of {', '.join(known)}")
    return value


def _agreed(tags: dict[str, tuple[str, Token]]) -> tuple[Rules, str, bool]:
    """The rules, the FEN, and whether the sensors tell the colours."""
    profile = _choice(tags, "Profile", tuple(PROFILES), "classical")
    edition = _choice(tags, "Laws", tuple(EDITIONS), "2023")
    start = _choice(tags, "Start", _STARTS, "auto")
    sensors = _choice(tags, "Sensors", ("presence", "polarity"), "presence")
    orientation = _choice(tags, "Orientation", ORIENTATIONS, "white")
    chess960 = _choice(tags, "Variant", ("Standard", "Chess960"), "Standard") == "Chess960"
    control = None
    if "TimeControl" in tags:
        value, token = tags["TimeControl"]
        try:
            control = parse_time_control(value)
        except TimeControlError as error:
            raise token.refuse(f"TimeControl {error}") from None
    rules = Rules(
        profile=PROFILES[profile],
        edition=EDITIONS[edition],
        time_control=control,
        start_running=start != "manual",
        orientation=orientation,
        chess960=chess960,
        polarity=sensors == "polarity",
    )
    return rules, _fen(tags, chess960=chess960), sensors == "polarity"


def _fen(tags: dict[str, tuple[str, Token]], *, chess960: bool) -> str:
    if "FEN" not in tags:
        return chess.STARTING_FEN
    value, token = tags["FEN"]
    fault = fault_of(value, chess960=chess960)
    if fault is not None:
        raise token.refuse(f"FEN: {fault}")
    return value


# ------------------------------------------------------------------ tokens
def _happened(tokens: list[Token], *, polarity: bool) -> tuple[tuple[Event, ...], Millis]:
    """The events with their moments, and the moment of the last token."""
    happened: list[Event] = []
    at = 0
    waited: int | None = None
    first = True
    for token in tokens:
        wait = _WAIT.fullmatch(token.text)
        if wait:
            waited = (waited or 0) + _wait_ms(wait[1])
            if waited > MAX_WAIT_MS:
                days = f"{MAX_WAIT_DAYS} days between two tokens"
                raise token.refuse(f"{token.text} makes more than {days}; ~ is in milliseconds")
            continue
        word = token.text.startswith("@")
        at += waited if waited is not None else (0 if word or first else GAP_MS)
        waited, first = None, False
        happened.append(_event(token, Millis(at), polarity=polarity))
    if waited is not None:
        at += waited
        happened.append(Tick(Millis(at)))
    return tuple(happened), Millis(at)


def _wait_ms(digits: str) -> int:
    """So many milliseconds; of a number that is far too large, one that is too large as well."""
    return int(digits) if len(digits) <= len(str(MAX_WAIT_MS)) else MAX_WAIT_MS + 1


def _event(token: Token, at: Millis, *, polarity: bool) -> Event:
    text = token.text
    if text.startswith("@"):
        return spoken(token, at)
    if text in ("!W", "!B"):
        return ClockPressed(at, text == "!W")
    touch = _TOUCH.fullmatch(text)
    if touch:
        sign, name, color = touch.groups()
        if color and (sign == "-" or not polarity):
            raise token.refuse(f"{text}: only a place under Sensors polarity has a colour")
        square = chess.parse_square(name)
        if sign == "-":
            return Lifted(at, square)
        return Placed(at, square, {"w": chess.WHITE, "b": chess.BLACK}.get(color))
    snapshot = _SNAPSHOT.fullmatch(text)
    if snapshot:
        occupied, white = snapshot.groups()
        if white is not None and not polarity:
            raise token.refuse(f"{text}: colours need Sensors polarity")
        return BoardSeen(at, int(occupied, 16), None if white is None else int(white, 16))
    raise token.refuse(f"{text!r} is no token: expected -e2, +e4, !W, !B, ~350, =… or @word")
