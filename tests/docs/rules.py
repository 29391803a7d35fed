"""docs/reference/rules.md: what can be agreed, and the times and limits that hold."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from tests.docs.source import MADE, documented, first_line, page, table
from touchmove import rules, time_control
from touchmove.arbiter import judge, trace, turn
from touchmove.rules import EDITIONS, PROFILES, Edition, Profile, Rules
from touchmove.time_control import Stage

HOST = Path(rules.__file__).parent


def _value(value: object, unit: str = "") -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return f"`{value}`"
        case _:
            return f"{value}{unit}"


def _unit(name: str) -> str:
    return " ms" if name.endswith("_ms") else ""


def _across(kind: type[Profile] | type[Edition], each: dict[str, Any]) -> str:
    """One column a profile or edition, one row a field, and what the field says."""
    said = documented(rules, kind.__name__)
    names = [field.name for field in fields(kind) if field.name != "name"]
    return table(
        ["", *(f"`{name}`" for name in each), "what it says"],
        [
            [
                f"`{name}`",
                *(_value(getattr(one, name), _unit(name)) for one in each.values()),
                said[name],
            ]
            for name in names
        ],
    )


def _unread(kind: type[Profile] | type[Edition]) -> str:
    """The fields that nothing in the host reads yet, as a sentence; empty if there are none."""
    code = [path for path in HOST.rglob("*.py") if path.name != "rules.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in code)
    unread = [
        f"`{field.name}`" for field in fields(kind) if not re.search(rf"\.{field.name}\b", text)
    ]
    return f"This version does not act on {', '.join(unread)} yet." if unread else ""


def _limits() -> list[list[str]]:
    rows = [
        [f"`{field.name}`", _value(field.default, " ms"), documented(rules, "Rules")[field.name]]
        for field in fields(Rules)
        if field.name.endswith("_ms")
    ]
    named = {"BRUSH_MS": rules, "CHATTER_MS": trace, "MAX_AIRBORNE": judge, "MAX_EDGES": turn}
    for name, module in named.items():
        value = getattr(module, name)
        unit = " ms" if name.endswith("_MS") else ""
        rows.append([f"`{name}`", _value(value, unit), documented(module)[name]])
    return rows


def rules_page() -> str:
    """docs/reference/rules.md."""
    agreed = [
        [f"`{field.name}`", documented(rules, "Rules").get(field.name, first_line(kind))]
        for field, kind in zip(fields(Rules)[:3], (Profile, Edition, Rules), strict=True)
    ]
    agreed += [
        [f"`{name}`", documented(rules, "Rules")[name]]
        for name in ("start_running", "orientation", "chess960")
    ]
    return page(
        MADE,
        "# Rules",
        "Everything that is agreed before the first move, as `host/touchmove/rules.py` has it.\n"
        "A [touch script](touch-script.md) chooses with its tags, `touchmove run` with its "
        "options.",
        table(["part", "what it is"], agreed),
        "## Profiles",
        _across(Profile, PROFILES),
        _unread(Profile),
        "## Editions of the Laws",
        "An edition holds what differs between the Laws as far as it is decided automatically.\n"
        "`N90` are national rules of the 1990s; `2001`, `2014` and `2023` are the FIDE Laws in "
        "force from that year; `2023R` is 2023 for rapid and blitz games with light "
        "supervision.",
        _across(Edition, EDITIONS),
        _unread(Edition),
        documented(rules)["EDITIONS"],
        "## Stages of a time control",
        "A time control is a list of stages for each player.\n"
        "How it is written is said in [Touch script](touch-script.md#time-controls), how it runs "
        "in [Time](../explanation/time.md).",
        table(
            ["part", "what it is"],
            [
                [f"`{field.name}`", documented(time_control, "Stage")[field.name]]
                for field in fields(Stage)
            ],
        ),
        "## Times and limits",
        "The same for every profile in this version.",
        table(["name", "value", "what it is"], _limits()),
    )
