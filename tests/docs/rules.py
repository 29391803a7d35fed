"""docs/reference/rules.md: what can be agreed, and the times and limits that hold."""

from dataclasses import fields
from typing import Any

from tests.docs.source import MADE, documented, first_line, page, table
from touchmove import rules, time_control
from touchmove.arbiter import judge, trace, turn
from touchmove.rules import PROFILES, Edition, Profile, Rules, Timing
from touchmove.time_control import Stage


def _value(value: object, unit: str = "") -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case frozenset():
            return ", ".join(lamp.name.lower() for lamp in sorted(value))
        case _:
            return f"{value}{unit}"


def _unit(name: str) -> str:
    return " ms" if name.lower().endswith("_ms") else ""


def _across(kind: type[Profile] | type[Timing], each: dict[str, Any]) -> str:
    """One column a profile, one row a field, and what the field says."""
    said = documented(rules, kind.__name__)
    names = [field.name for field in fields(kind) if field.name not in ("name", "timing")]
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


def _limits() -> list[list[str]]:
    named = {"CHATTER_MS": trace, "MAX_AIRBORNE": judge, "MAX_EDGES": turn}
    return [
        [f"`{name}`", _value(getattr(module, name), _unit(name)), documented(module)[name]]
        for name, module in named.items()
    ]


def rules_page() -> str:
    """docs/reference/rules.md."""
    agreed = [
        [f"`{field.name}`", documented(rules, "Rules").get(field.name, first_line(kind))]
        for field, kind in zip(fields(Rules)[:3], (Profile, Edition, Rules), strict=True)
    ]
    agreed += [
        [f"`{name}`", documented(rules, "Rules")[name]]
        for name in ("start_running", "orientation", "chess960", "polarity")
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
        "The lamps are explained [by themselves](lamps.md).\n"
        "Alerts, and who may see them, are the same in every profile: [alerts](alerts.md).",
        "## Editions of the Laws",
        "What the Laws of different years decide differently stands [by itself](laws.md).",
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
        "## Times",
        "Settings of the profile; in this version they are the same in each.",
        _across(Timing, {name: profile.timing for name, profile in PROFILES.items()}),
        "## Limits",
        "The same for every profile.",
        table(["name", "value", "what it is"], _limits()),
    )
