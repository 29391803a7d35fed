"""docs/reference/prices.md: what a story takes for granted, what that costs, and the limits."""

from types import ModuleType

from tests.docs.source import MADE, documented, page, table
from touchmove.arbiter import episodes, prices, story
from touchmove.game import pages, retelling


def _rows(module: ModuleType, names: list[str], unit: str = "") -> list[list[str]]:
    said = documented(module)
    return [[f"`{name}`", f"{getattr(module, name)}{unit}", said[name]] for name in names]


def _named(module: ModuleType, ending: str = "") -> list[str]:
    """The constants of a module that say what they are, in its own order."""
    names = [name for name in documented(module) if name.isupper()]
    return [name for name in names if name.endswith("_MS") == bool(ending)]


def prices_page() -> str:
    """docs/reference/prices.md."""
    limits = _rows(story, ["MARGIN", "UNEXPLAINED", "BROKEN", "MISSED", "TOO_DEAR"])
    bounds = _rows(story, ["MAX_EPISODES", "MAX_ENDS"])
    return page(
        MADE,
        "# Prices",
        "What the [story](../explanation/recogniser.md#when-a-turn-cannot-be-read-the-story-of-"
        "all-that-was-seen) of several turns takes for granted, and what that costs, as "
        "`host/touchmove/arbiter/prices.py` has it.\n"
        "A unit is about one bit: how much less often people do such a thing than not.\n"
        "The prices were set by hand on simulated games; no real board has corrected them yet.",
        table(["name", "price", "what is taken for granted"], _rows(prices, _named(prices))),
        "## Times",
        table(["name", "time", "what it says"], _rows(prices, _named(prices, "_MS"), " ms")),
        "## What a story must undercut",
        table(
            ["name", "price", "what it says"], [*limits, *_rows(retelling, ["BORNE_OUT_BY_NONE"])]
        ),
        "## How far is looked",
        table(
            ["name", "limit", "what it says"],
            [*bounds, *_rows(episodes, ["MAX_OFF"]), *_rows(pages, ["PAGES"])],
        ),
    )
