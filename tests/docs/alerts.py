"""docs/reference/alerts.md: what the arbiter is told, kind by kind."""

import ast
from pathlib import Path

import touchmove
from tests.docs.source import MADE, page, table
from touchmove.game.alert_kinds import ALERT_KINDS
from touchmove.game.setting_up import LEFT_MS, NEARLY
from touchmove.game.telling import ALERTS_MAX

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
        "An alert stays, unless the table says that it is withdrawn or the arbiter dismisses it.\n"
        "The same thing is told once, until something is touched or the arbiter has ruled on it; "
        f"of more than {ALERTS_MAX:,} alerts the latest are kept.\n"
        "What was told about touches and presses of moves that are [told again](../explanation/"
        "recogniser.md#what-is-revised-and-how-it-shows) is replaced with them.\n"
        "What the arbiter can rule on each kind, and what that does, is said in "
        "[Words](words.md#ruling-on-an-irregularity).",
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
        "While the pieces are set up, `setup` waits until the players take the set-up to be "
        "finished.\n"
        f"They do if they press the clock, or if nothing has moved for {LEFT_MS // 1000} seconds "
        f"and at most {NEARLY} squares are to be cleared and {NEARLY} to be filled.\n"
        "A board that shows the start position on its files is told as soon as it has stood for "
        "half a second: it has to be turned, and no game begins on it.\n"
        "King and queen on each other's squares look like the start position to the sensors.\n"
        "They come to light when the king moves as a queen does, which is an illegal move; "
        "whether the game is annulled is for the arbiter (2023:7.2.1).",
        "## What is no alert",
        "Illegal moves are counted by themselves (`illegal`), and a fallen flag is the end of the "
        "game (`termination`); neither is told twice.\n"
        "A press without a move is an alert and, under the editions that punish it so, an illegal "
        "move as well.\n"
        "A lost cable, edges that were missed and sensors that fail are no alerts of the game: "
        "they are in the log and in what the program says on its console.\n"
        "A word that cannot be carried out is answered at the console and is no alert either.",
    )
