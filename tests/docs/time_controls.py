"""docs/reference/time-controls.md: every kind of time control, and what other programs are told."""

from tests.docs.source import MADE, page, table
from touchmove.script.time_control import MAX_MOVES, MAX_PERIODS, MAX_SECONDS, MAX_STAGES, parse
from touchmove.view.time_control import lichess, pgn, sentence, trf26

KINDS = {
    "5400": "sudden death",
    "5400+30": "increment (Fischer)",
    "180+2": "increment, three minutes",
    "90+1": "increment, no whole minutes",
    "300S5": "simple delay (US)",
    "300B5": "delay that is given back (Bronstein)",
    "40/5400:1800": "two stages",
    "40/5400+30:1800+30": "two stages with increment",
    "40/5400S5:1800B10": "two stages of different kinds",
    "40/9000": "one stage again and again",
    "60:30+5": "the next stage at zero",
    "1800Y5x30": "byo-yomi",
    "0Y5x30": "byo-yomi from the first move",
    "*180": "hourglass",
    "W300-B240": "different times",
    "W3600-B1800Y3x30": "different kinds",
}
"""One example of each, and what it is called."""


def _forms(text: str, name: str) -> list[str]:
    control = parse(text)
    assert control is not None
    told = (pgn(control), lichess(control), trf26(control))
    return [f"`{text}`", name, sentence(control), *(f"`{t}`" if t else "no form" for t in told)]


def time_controls_page() -> str:
    """docs/reference/time-controls.md."""
    limits = {
        "stages": MAX_STAGES,
        "moves of a stage": MAX_MOVES,
        "seconds of anything": MAX_SECONDS,
        "periods of byo-yomi": MAX_PERIODS,
    }
    return page(
        MADE,
        "# Time controls",
        "How a time control is written is part of the [touch script]"
        "(touch-script.md#time-controls), how its clock runs is said in "
        "[Time](../explanation/time.md#kinds-of-clocks).\n"
        "`touchmove run --time-control` takes the same forms.",
        "## What others are told",
        "The columns are the sentence for people, the tag `TimeControl` of PGN, the same tag for "
        "a broadcast on Lichess, and tag 222 of FIDE's tournament report (TRF26).\n"
        "Where a form has no words for a control, nothing is said there: Lichess then takes the "
        "settings of the broadcast, and the report has tag 122 for the sentence.\n"
        "Lichess reads a number up to 180 as minutes, so three minutes are written out.",
        table(
            ["control", "kind", "for people", "PGN", "Lichess", "TRF26"],
            [_forms(text, name) for text, name in KINDS.items()],
        ),
        "This version writes the tag of PGN; the other forms are there for what will send games "
        "on.",
        "## Limits",
        table(["at most", "number"], [[name, str(most)] for name, most in limits.items()]),
    )
