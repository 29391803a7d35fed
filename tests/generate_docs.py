"""Pages and pictures of docs/ that are made from the code.

    python -m tests.generate_docs

writes them; `tests/test_docs.py` holds what is committed to what this makes. A page that states
what the code says already cannot fall behind it, and a picture of a footprint shows the footprint
that the recogniser uses.
"""

import ast
import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import chess
import chess.svg

from touchmove import rules
from touchmove.arbiter import judge, trace, turn
from touchmove.arbiter.footprint import Footprint, footprints
from touchmove.events import Event, NewGame, Tick
from touchmove.game import effects, table
from touchmove.game.passing import WAITS
from touchmove.game.step import TRANSITIONS, deadline, step
from touchmove.game.table import Phase, Table, new_table
from touchmove.rules import EDITIONS, PROFILES, Edition, Profile, Rules, Stage
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.units import Millis
from touchmove.view.lamps import lamps
from touchmove.view.picture import Picture, draw

DOCS = Path(__file__).parent.parent / "docs"
CASES = Path(__file__).parent / "cases"

MADE = "<!-- Made by `python -m tests.generate_docs`; do not edit. -->"

FALLING_DUE = {
    "_grace_ends": "an early press has waited as long as it may: it is judged by what stands now",
    "_standing_settles": "the move that stands has been released: it may end the game; after an "
    "illegal move it ends the restoration",
    "_dwell_ends": "without a clock: the move has stood long enough and is completed",
    "_reply_settles": "the reply has been released: it completes the move that was not pressed",
    "_takeback_settles": "the position before the last move has stood: the move is taken back",
    "_start_settles": "the start position has stood: the game is on",
}
"""What the waits of `WAITS` are for, in words, where their names say it all to programmers."""

SCRIPTS = (
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


# ------------------------------------------------------------------ reading the source
def _docs_of(body: list[ast.stmt]) -> dict[str, str]:
    """The docstrings under the attributes of a module or a class."""
    found = {}
    for named, said in pairwise(body):
        match named, said:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


def documented(module: ModuleType, class_name: str | None = None) -> dict[str, str]:
    """Attribute docstrings of a module, or of a class in it."""
    body = ast.parse(inspect.getsource(module)).body
    if class_name is None:
        return _docs_of(body)
    (found,) = (n for n in body if isinstance(n, ast.ClassDef) and n.name == class_name)
    return _docs_of(found.body)


def first_line(said: object) -> str:
    """The first line of a docstring: what it is."""
    return (inspect.getdoc(said) or "").partition("\n")[0]


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _page(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


# ------------------------------------------------------------------ states.md
def _handler(phase: Phase, event: type[Event]) -> str:
    handler: Any = TRANSITIONS[phase, event]
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
    while (due := deadline(now, flags=False)) is not None:
        following, _ = step(now, Tick(due))
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
    phases = documented(table, "Phase")
    kinds = list(dict.fromkeys(event for _, event in TRANSITIONS))
    return _page(
        MADE,
        "# States",
        "What a table makes of every event in every phase.\n"
        "The tables are read from `TRANSITIONS` (`host/touchmove/game/step.py`) and `WAITS` "
        "(`host/touchmove/game/passing.py`), the only places where a table changes.",
        "## Phases",
        _table(["phase", "what it is"], [[f"`{p.value}`", phases[p.name]] for p in Phase]),
        "The arrows are the changes that were seen when every script of `tests/cases` and some "
        "that are written for this page were played; each names the events that led to it.\n"
        "They are what happens, not a proof that nothing else can.\n"
        "A game begins in `playing` where the pieces stand already, else in `setup`.",
        _diagram(),
        "## Events",
        _table(
            ["event", "what it is"],
            [[f"`{kind.__name__}`", first_line(kind)] for kind in kinds],
        ),
        *(
            f"## In `{phase.value}`\n\n"
            + _table(
                ["event", "what becomes of it"],
                [[f"`{kind.__name__}`", _handler(phase, kind)] for kind in kinds],
            )
            for phase in Phase
        ),
        "## What time alone brings about",
        "A table is told the time (`Tick`) at the earliest of these moments.\n"
        "Times are in the [rules](rules.md).\n"
        "In `playing` there is one more: the flag of the running clock falls.",
        _table(
            ["phase", "moment", "what falls due"],
            [
                [
                    f"`{phase.value}`",
                    f"`{w.__name__.lstrip('_')}`",
                    first_line(w) or FALLING_DUE[w.__name__],
                ]
                for phase, each in WAITS.items()
                for w in each
            ],
        ),
        "## Effects",
        "What can thereby become true of a game.",
        _table(
            ["effect", "what it says"],
            [
                [f"`{kind.__name__}`", first_line(kind)]
                for kind in vars(effects).values()
                if inspect.isclass(kind) and kind.__module__ == effects.__name__
            ],
        ),
    )


# ------------------------------------------------------------------ rules.md
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
    return _table(
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
        [f"`{name}`", documented(rules, "Rules")[name]] for name in ("start_running", "chess960")
    ]
    return _page(
        MADE,
        "# Rules",
        "Everything that is agreed before the first move, as `host/touchmove/rules.py` has it.\n"
        "A [touch script](touch-script.md) chooses with its tags, `touchmove run` with its "
        "options.",
        _table(["part", "what it is"], agreed),
        "## Profiles",
        _across(Profile, PROFILES),
        "## Editions of the Laws",
        "An edition holds what differs between the Laws as far as it is decided automatically.\n"
        "`N90` are national rules of the 1990s; `2001`, `2014` and `2023` are the FIDE Laws in "
        "force from that year; `2023R` is 2023 for rapid and blitz games with light "
        "supervision.",
        _across(Edition, EDITIONS),
        documented(rules)["EDITIONS"],
        "## Stages of a time control",
        "A time control is a list of stages for each player.",
        _table(
            ["part", "what it is"],
            [
                [f"`{field.name}`", documented(rules, "Stage")[field.name]]
                for field in fields(Stage)
            ],
        ),
        "## Times and limits",
        "The same for every profile in this version.",
        _table(["name", "value", "what it is"], _limits()),
    )


# ------------------------------------------------------------------ pictures of footprints
VACATED = "#e69f00cc"
FILLED = "#56b4e9cc"
SWAPPED = "#cc79a7cc"
"""Colours that people who confuse red and green tell apart; the text names the squares too."""

SQUARES = {"square light": "#eee8d8", "square dark": "#a3aba0"}


def _footprint_of(board: chess.Board, san: str) -> Footprint:
    move = board.parse_san(san)
    (found,) = (f for f in footprints(board) if move in f.moves)
    return found


def _drawn(fen: str, san: str) -> str:
    """A position with the footprint of a move over it."""
    board = chess.Board(fen)
    footprint = _footprint_of(board, san)
    fill = {
        square: color
        for squares, color in (
            (footprint.vacated, VACATED),
            (footprint.filled, FILLED),
            (footprint.swapped, SWAPPED),
        )
        for square in chess.scan_forward(squares)
    }
    arrows = [chess.svg.Arrow(a, b, color="#00000066") for a, b in footprint.hops]
    seen_empty = chess.SquareSet(footprint.vacated | footprint.swapped)
    return str(
        chess.svg.board(
            board, fill=fill, arrows=arrows, squares=seen_empty, colors=SQUARES, size=360
        )
    )


ASKED = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq - 0 3"


def _question() -> str:
    """What the lamps ask when a pawn was pushed onto one of two victims without a gap."""
    (record,) = read(f'[FEN "{ASKED}"]\n-e4 !W ~1000')
    assert isinstance(record, Record)
    now = new_table(record.rules, fen=record.fen)
    for event in record.events:
        while (due := deadline(now)) is not None and due <= event.at:
            now, _ = step(now, Tick(due))
        now, _ = step(now, event)
    assert now.question is not None
    missing = tuple(chess.scan_forward(now.position.occupied & ~now.occupied))
    return draw(Picture(ASKED, lamps=lamps(now), place=missing))


GENERATED: dict[str, Callable[[], str]] = {
    "reference/states.md": states,
    "reference/rules.md": rules_page,
    "pictures/footprint-capture.svg": lambda: _drawn(
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "exd5"
    ),
    "pictures/footprint-castling.svg": lambda: _drawn(
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "O-O"
    ),
    "pictures/question.svg": _question,
}
"""What is made, by its path under docs/."""


def main() -> None:
    """Write every page and picture."""
    for name, make in GENERATED.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
