"""docs/reference/alerts.md: what the arbiter is told, kind by kind."""

import ast
from pathlib import Path

import touchmove
from tests.docs.source import MADE, page, table
from touchmove.game.alert_kinds import ALERT_KINDS

GAME = Path(touchmove.__file__).parent / "game"


def raised() -> set[str]:
    """The kinds that the game can raise: each where `alert` is called, and what `duties` calls the
    breaches that it finds."""
    kinds = set()
    for path in GAME.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="alert"), args=[_, _, ast.Constant(value=str(kind)), *_]
                ):
                    kinds.add(kind)
                case ast.Constant(value=str(kind)) if path.name == "duties.py":
                    kinds.update({kind} & set(ALERT_KINDS))
    return kinds


def _not_raised() -> str:
    """The kinds of the table that this version cannot raise, as a sentence; empty if none."""
    kinds = ", ".join(f"`{kind}`" for kind in sorted(set(ALERT_KINDS) - raised()))
    return f"This version does not raise {kinds} yet." if kinds else ""


def alerts_page() -> str:
    """docs/reference/alerts.md."""
    return page(
        MADE,
        "# Alerts",
        "An alert is what the arbiter is told about a game: something that the Laws make the "
        "business of the arbiter, or something that the program is not sure of.\n"
        "It decides nothing.\n"
        "Moves, clocks and results are as the record says, until a person changes them.",
        "Every alert has a kind, the number of moves that were on the record, the moment on the "
        "board's clock, and a sentence for people.\n"
        "An alert stays, unless the table says that it is withdrawn.",
        "## Who may see them",
        "Alerts go to the terminal in which the program runs, which is the arbiter's, and "
        "`touchmove replay --json` lists them.\n"
        "The [live page](page.md), which players may see, shows only those that may be shown at "
        "the board, until the next move is on the record.",
        "Few may be shown at the board in a tournament.\n"
        "The Laws forbid the arbiter to say how many moves were made, that the opponent has "
        "moved, or that somebody has not pressed his clock (2023:12.6; N90:12.9), and they let a "
        "bystander who sees something irregular tell only the arbiter (2023:12.7).\n"
        "A board that blinks is a bystander whom everybody sees.\n"
        "A hint about the position would be advice (2023:11.3.1).\n"
        "What remains is what the players must know to put the board right or to play on, and "
        "questions that only they can answer.\n"
        "The way back after an illegal move is shown by the [lamps](lamps.md), not by an alert.",
        "## Kinds",
        table(
            ["kind", "what it says", "at the board", "why"],
            [
                [f"`{kind.name}`", kind.says, kind.at_board.value, kind.why]
                for kind in ALERT_KINDS.values()
            ],
        ),
        _not_raised(),
        "## What is no alert",
        "Illegal moves are counted by themselves (`illegal`), and a fallen flag is the end of the "
        "game (`termination`); neither is told twice.\n"
        "A press without a move is an alert and, under the editions that punish it so, an illegal "
        "move as well.\n"
        "A lost cable, edges that were missed and sensors that fail are no alerts of the game: "
        "they are in the log and in what the program says on its console.",
    )
