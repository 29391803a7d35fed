"""docs/reference/states.md: what a table makes of every event in every phase."""

import inspect
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.docs.source import MADE, documented, first_line, page, table
from touchmove.events import Event, NewGame, Tick
from touchmove.game import effects, pending
from touchmove.game.step import TRANSITIONS, deadline, step, unfold_quiet
from touchmove.game.table import Phase, Table, new_table
from touchmove.game.waiting import WAITS
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.units import Millis

CASES = Path(__file__).parents[1] / "cases"


SCRIPTS = (
    "-e2 +e4 !W @seal e7e5\n@open\n",
    "@seal ?\n@open\n",
    "@seal e2e4\n@offer draw B\n@accept\n",
    "@seal e2e4\n@resign W\n@undo\n@undo\n",
    "@seal e2e4\n@new\n@undo\n",
    "@pause\n@seal e2e4\n@undo\n@undo\n",
    "@resign W\n@undo\n",
    "-g1 +g3 !W @resign W\n@undo\n",
    "-g1 +g3 !W @ruling dismiss\n",
    "-g1 +g3 !W @ruling stand\n",
    "-g1 +g3 !W @correct 8/8/4k3/8/4P3/4K3/8/8\n",
    "-g1 +g3 !W -g3 +g1 -g1 +g4 !W @ruling dismiss\n",
    "-e2 @new\n @correct 8/8/4k3/8/4P3/4K3/8/8\n",
    "-e2 @new\n +e2 ~600",
    "-e2 @new\n @resign W\n",
    "-e2 @new\n @result 1-0\n",
    "-e2 +e4 @resign B\n -e4 +e2 ~600 -d2 +d4 !W",
    "-e2 +e4 @resign B\n -e4 @new\n",
    "@resign W\n@new\n",
    "-g1 +g3 !W @resign W\n",
    "-g1 +g3 !W @result 0-1\n",
    "-g1 +g3 !W @new\n",
    "-g1 +g3 !W -g3 +f3 ~600 !W",
    "-g1 +g3 !W -g3 +f3 !W",
    '[FEN "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"]\n-d8 +h3 !B -h3 +h4 !B',
)
"""Ways through the phases that the cases do not take."""


def _handler(phase: Phase, event: type[Event]) -> str:
    handler: Any = TRANSITIONS[phase, event]
    if handler.__name__ == "refused":
        return f"refused: {inspect.getclosurevars(handler).nonlocals['reason']}"
    if event is Tick:
        handler = inspect.getclosurevars(handler).nonlocals["passes"]
    return f"`{handler.__name__.lstrip('_')}`: {first_line(handler)}"


def _moves_of(start: Table, happened: Iterable[Event]) -> Iterator[tuple[Phase, str, Phase]]:
    """Every change of phase on the way through these events, and the quiet after them."""
    now = start
    for event in happened:
        while (due := deadline(now)) is not None and due <= event.at:
            following, _ = step(now, Tick(due))
            yield now.phase, "Tick", following.phase
            now = following
        following, _ = step(now, event)
        yield now.phase, type(event).__name__, following.phase
        now = following
    for following, _ in unfold_quiet(now):
        yield now.phase, "Tick", following.phase
        now = following


def _scripts() -> Iterator[str]:
    yield from SCRIPTS
    for line in (CASES / "faults.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)["script"]
    for line in (CASES / "laws.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        tokens = "".join(t + ("\n" if t.startswith("@") else " ") for t in case["events"])
        for edition in case["edition"]:
            yield f'[FEN "{case["fen"]}"]\n[Laws "{edition}"]\n{tokens}'


def observed() -> dict[tuple[Phase, Phase], set[str]]:
    """The changes of phase that the scripts bring about, and the events that did."""
    arrows: dict[tuple[Phase, Phase], set[str]] = {}
    starts = [
        (new_table(record.rules, fen=record.fen), record.events)
        for text in _scripts()
        for record in read(text)
        if isinstance(record, Record)
    ]
    agreed = starts[0][0].rules
    starts.append((new_table(agreed, occupied=0), (NewGame(Millis(10)),)))
    for start, happened in starts:
        for before, event, after in _moves_of(start, happened):
            if before is not after:
                arrows.setdefault((before, after), set()).add(event)
    return arrows


def _diagram() -> str:
    arrows = observed()
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f"    [*] --> {phase.value}" for phase in (Phase.SETUP, Phase.PLAYING)]
    for before in Phase:
        for after in Phase:
            if (before, after) in arrows:
                names = ", ".join(sorted(arrows[before, after]))
                lines.append(f"    {before.value} --> {after.value}: {names}")
    return "\n".join([*lines, "```"])


def states() -> str:
    """docs/reference/states.md."""
    phases = documented(pending, "Phase")
    kinds = list(dict.fromkeys(event for _, event in TRANSITIONS))
    return page(
        MADE,
        "# States",
        "What a table makes of every event in every phase.\n"
        "The tables are read from `TRANSITIONS` (`host/touchmove/game/step.py`) and `WAITS` "
        "(`host/touchmove/game/waiting.py`), the only places where a table changes.",
        "## Phases",
        table(["phase", "what it is"], [[f"`{p.value}`", phases[p.name]] for p in Phase]),
        "The arrows are the changes that were seen when every script of `tests/cases` and some "
        "that are written for this page were played; each names the events that led to it.\n"
        "They are what happens, not a proof that nothing else can.\n"
        "A game begins in `playing` where the pieces stand already, else in `setup`.",
        _diagram(),
        "## Events",
        table(
            ["event", "what it is"],
            [[f"`{kind.__name__}`", first_line(kind)] for kind in kinds],
        ),
        *(
            f"## In `{phase.value}`\n\n"
            + table(
                ["event", "what becomes of it"],
                [[f"`{kind.__name__}`", _handler(phase, kind)] for kind in kinds],
            )
            for phase in Phase
        ),
        "## What time alone brings about",
        "A table is told the time (`Tick`) at the earliest of these moments.\n"
        "Times are in the [rules](rules.md).\n"
        "In `playing` there is one more: the flag of the running clock falls.",
        table(
            ["phase", "moment", "what falls due"],
            [
                [
                    f"`{phase.value}`",
                    f"`{w.__name__}`",
                    first_line(w),
                ]
                for phase, each in WAITS.items()
                for w in each
            ],
        ),
        "## Effects",
        "What can thereby become true of a game.",
        table(
            ["effect", "what it says"],
            [
                [f"`{kind.__name__}`", first_line(kind)]
                for kind in vars(effects).values()
                if inspect.isclass(kind) and kind.__module__ == effects.__name__
            ],
        ),
    )
