"""The form for a new game: what stands in it at first, what was said with it, and its page.

A form says texts and nothing else. What was left as it stood is not said, so the board's
configuration holds; what was emptied is said to be unknown. A form that is wrong comes back with
all that was written into it, and each fault beside its field.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from html import escape

from touchmove.daemon.config.agreed import agreed_for
from touchmove.daemon.config.sections import Board
from touchmove.daemon.config.setting import TEXT_MAX
from touchmove.daemon.web.new_game import FIELDS, TITLES, Fault
from touchmove.rules import EDITIONS, ORIENTATIONS, PROFILES

Values = dict[str, str]
Fields = Callable[..., str]
"""Draws the fields with these names."""

_LABELS = {
    "id": "FIDE id",
    "title": "Title",
    "elo": "Rating",
    "team": "Team",
    "event": "Event",
    "site": "Place",
    "date": "Day",
    "round": "Round and board",
    "profile": "Profile",
    "laws": "Laws",
    "time_control": "Time control",
    "orientation": "White sits at",
    "fen": "Position at the start (FEN)",
    "chess960": "Chess960",
}
_HINTS = {
    "round": "such as 3.7",
    "time_control": "such as 5400+30; - is none",
    "chess960": "a number from 0 to 959, or yes with a FEN",
}
_CHOICES = {
    "title": ("", *TITLES),
    "profile": tuple(PROFILES),
    "laws": tuple(EDITIONS),
    "orientation": tuple(ORIENTATIONS),
}
_NUMBERS = ("white_elo", "black_elo", "chess960")
_TEXTS = tuple(
    name
    for name, field in FIELDS.items()
    if field.tag in ("White", "Black", "WhiteTeam", "BlackTeam", "Event", "Site")
)
"""Fields that may be said to be empty."""
_UNKNOWN = {name: "" for name in _TEXTS} | {"round": "?"}
"""What a field says that was emptied; others are then not said at all."""


# ------------------------------------------------------------------ what it says
def at_first(board: Board, today: date) -> Values:
    """What stands in the form before anybody has written into it; the rest is empty."""
    agreed = agreed_for(board, today)
    tags = dict(agreed.tags)
    return {
        "event": tags.get("Event", ""),
        "site": tags.get("Site", ""),
        "round": tags.get("Round", ""),
        "date": today.isoformat(),
        "profile": agreed.profile,
        "laws": agreed.laws,
        "time_control": agreed.time_control,
        "orientation": agreed.orientation,
    }


def said(values: Mapping[str, str], first: Values) -> dict[str, object]:
    """What was said with these values, where `first` had stood: for `new_game.read`."""
    found: dict[str, object] = {}
    for name, written in values.items():
        value = written.strip()
        if value == first.get(name, ""):
            continue
        if value:
            found[name] = _meant(name, value)
        elif name in _UNKNOWN:
            found[name] = _UNKNOWN[name]
    return found


def _meant(name: str, value: str) -> object:
    """A text of the form as JSON would have said it."""
    if name == "replace" or (name == "chess960" and value.lower() in ("yes", "true")):
        return True
    if name in _NUMBERS and value.isascii() and value.isdecimal():
        return int(value)
    return value


# ------------------------------------------------------------------ how it looks
def inner(values: Mapping[str, str], faults: Iterable[Fault], *, under_way: str) -> str:
    """What stands in the form with these values, each fault beside its field. `under_way` says
    which game on the board would be broken off; empty: none."""
    told = {fault.where: fault.words for fault in faults}
    elsewhere = [words for where, words in told.items() if where not in FIELDS]
    focus = next((name for name in FIELDS if name in told), "white")

    def fields(*names: str) -> str:
        return "\n".join(_field(name, values, told.get(name, ""), focus) for name in names)

    parts = [
        _summary(len(told) - len(elsewhere), elsewhere),
        *(_player(side, fields) for side in ("white", "black")),
        f"<fieldset><legend>Game</legend>{fields('event', 'round')}"
        f"{_more(fields, told, ('site', 'date'))}</fieldset>",
        f"<fieldset><legend>Rules</legend>{fields('time_control', 'profile', 'laws')}"
        f"{_more(fields, told, ('orientation', 'fen', 'chess960'))}</fieldset>",
        _replacing(values, told.get("replace", ""), under_way),
        "<p><button>Begin the game</button></p>",
    ]
    return "\n".join(filter(None, parts))


def _summary(fields: int, elsewhere: list[str]) -> str:
    """How many fields are wrong, and what else is."""
    said = [f"No game was begun: {words}." for words in elsewhere]
    if fields:
        what = "One thing is" if fields == 1 else f"{fields} things are"
        said.append(f"No game was begun. {what} to be put right.")
    return f'<p role="alert"><strong>{escape(" ".join(said))}</strong></p>' if said else ""


def _player(side: str, fields: Fields) -> str:
    names = (f"{side}_title", f"{side}_elo", f"{side}_team")
    inside = fields(side, f"{side}_id", *names)
    return f"<fieldset><legend>{side.capitalize()}</legend>{inside}</fieldset>"


def _more(fields: Fields, told: Mapping[str, str], names: tuple[str, ...]) -> str:
    """Fields that few need, open where one of them is wrong."""
    shown = " open" if any(name in told for name in names) else ""
    return f"<details{shown}><summary>More</summary>{fields(*names)}</details>"


def _field(name: str, values: Mapping[str, str], fault: str, focus: str) -> str:
    value = values.get(name, "")
    short = name.removeprefix("white_").removeprefix("black_")
    label = _LABELS.get(short, "Name")
    marks = " autofocus" if name == focus else ""
    if fault:
        marks += f' aria-invalid="true" aria-describedby="fault-{name}"'
    if short in _CHOICES:
        control = _select(name, value, _CHOICES[short], marks)
    else:
        kind = ' type="date"' if name == "date" else f' maxlength="{TEXT_MAX}"'
        hint = _HINTS.get(name, "")
        given = f' placeholder="{escape(hint)}"' if hint else ""
        control = f'<input name="{name}" value="{escape(value)}"{kind}{given}{marks}>'
    said = f'<span class="fault" id="fault-{name}">{escape(fault)}</span>' if fault else ""
    return f"<label><span>{escape(label)}</span> {control}{said}</label>"


def _select(name: str, value: str, choices: tuple[str, ...], marks: str) -> str:
    """What was said and is no choice stays there, marked as wrong."""
    names = choices if value in choices else (value, *choices)
    options = "".join(
        f'<option value="{escape(each)}"{" selected" if each == value else ""}>'
        f"{escape(each) or 'none'}</option>"
        for each in names
    )
    return f'<select name="{name}"{marks}>{options}</select>'


def _replacing(values: Mapping[str, str], fault: str, under_way: str) -> str:
    """The question that is asked only where a game would be broken off."""
    if not under_way and not fault:
        return ""
    ticked = " checked" if values.get("replace") else ""
    said = f'<span class="fault" id="fault-replace">{escape(fault)}</span>' if fault else ""
    invalid = ' aria-invalid="true" aria-describedby="fault-replace"' if fault else ""
    return (
        f"<fieldset><legend>The game on the board</legend><p>{escape(under_way)}</p>"
        f'<label class="tick"><input type="checkbox" name="replace" value="yes"{ticked}{invalid}>'
        f" Break it off; it stays in the log as it stands{said}</label></fieldset>"
    )
