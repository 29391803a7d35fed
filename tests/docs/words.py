"""docs/reference/words.md: what people can say at a board, when, and what comes of it."""

from collections.abc import Mapping

from tests.docs.source import MADE, first_line, page, table
from touchmove.events import Event, Ruling, Word
from touchmove.game import remembering
from touchmove.game.irregularities import ILLEGAL, IRREGULARITIES, NOTED
from touchmove.game.step import TRANSITIONS
from touchmove.game.table import Phase
from touchmove.script.vocabulary import ARBITER, OPERATOR, PLAYER, WORDS, WordForm

HEADINGS = {
    PLAYER: "What players say",
    ARBITER: "What the arbiter says",
    OPERATOR: "What the operator says",
}

EXAMPLE = """```touchscript
-e2 +e4 !W -e7 +e5 !B
@correct rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
-g1 +f3 ~1000 -b8 +c6 !B
```

```pgn
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]

{ Played before: 1. e4 e5. Then the arbiter set this position. } 2... Nc6
{ [%emt 0:00:02] } *
```"""
"""What `tests/test_docs.py` replays on the page."""


def _phases(kind: type[Event]) -> str:
    """The phases in which a word may be carried out."""
    answered = [p for p in Phase if TRANSITIONS[p, kind].__name__ != "refused"]
    if len(answered) == len(Phase):
        return "always"
    return ", ".join(f"`{phase.value}`" for phase in answered)


def _row(form: WordForm) -> list[str]:
    kinds = {kind.__name__: kind for _, kind in TRANSITIONS}
    name = getattr(form.kind, "__name__", "")
    return [f"`{form.form}`", form.says, _phases(kinds[name]), f"`{name}`"]


def _said_by(who: str) -> str:
    rows = [_row(form) for form in WORDS if form.who == who]
    return table(["word", "what it says", "taken in", "event"], rows)


def _rulings() -> list[list[str]]:
    each: dict[str, Mapping[Ruling, object]] = {}
    each |= {f"`{kind}`": rulings for kind, rulings in IRREGULARITIES.items()}
    each |= {"an illegal move": ILLEGAL, "all others": NOTED}
    return [
        [kind, *(first_line(rulings[ruling]) for ruling in Ruling)]
        for kind, rulings in each.items()
    ]


def words_page() -> str:
    """docs/reference/words.md."""
    assert {form.kind for form in WORDS} >= set(Word.__args__)
    return page(
        MADE,
        "# Words",
        "What players, arbiter and operator can say at a board.\n"
        "In a [touch script](touch-script.md) an `@` stands before a word; at the console of "
        "`touchmove run` it may be left out.\n"
        "What stands in brackets may be left out, and a move is written as in UCI, castling as "
        "the king's move.\n"
        "The phases are those of [States](states.md).\n"
        "Nobody checks who says a word: whoever sits at the console or writes the script speaks "
        "for everybody.",
        *(f"## {heading}\n\n{_said_by(who)}" for who, heading in HEADINGS.items()),
        "The cable says by itself whether the board is heard, so `link` is a word of scripts only.",
        "## Every word is answered",
        "A word is an event in the [log](log.md), like a touch.\n"
        "Either something becomes true by it, or it is refused: then it changes nothing, and the "
        "console (a replay on standard error) says why.\n"
        "A refused word is no alert of the game.",
        "## Taking a word back",
        f"`undo` takes back the latest word that still holds, and said again the one before it, "
        f"for the last {remembering.WORDS_MAX} words.\n"
        "Everything is then as if the word had not been said: what has been touched and pressed "
        "since counts by what was true without it, and so do the clocks.\n"
        "After a word that stopped the game (it ended, was adjourned, or gave way to a new one) "
        "nobody played: when such a word is taken back, the game goes on with the clocks as they "
        "stood, and what hands did meanwhile is neither a touch nor a move.\n"
        f"A word is forgotten after {remembering.EVENTS_MAX} further touches and presses, and "
        "when a new game begins from the start position after the end.\n"
        "`undo` itself cannot be taken back; say the word again.",
        "## Ruling on an irregularity",
        "`ruling confirm`, `ruling dismiss` and `ruling stand` go to the latest "
        "[alert](alerts.md) that the arbiter has not ruled on, or to an illegal move if one was "
        "completed since.",
        table(["irregularity", *(f"`{ruling.value}`" for ruling in Ruling)], _rulings()),
        "Where play has gone on, or more has to be said than that word can, the ruling is "
        "refused with what to say instead.",
        "## Replacing a move",
        "`replace` says what the last completed move was, or answers a question that is open; "
        "moves before it are set right with `correct`.\n"
        "A move that has been made since, and is not completed, stays on the board and in the game "
        "if it is legal after the new move too.\n"
        "If it is not, it comes off with a notice to the arbiter (`displaced`) that names it.\n"
        "Either way the board is asked to show the game, and whoever puts it so touches nothing.",
        "## Setting a position",
        "`correct` takes a whole FEN, or only its first fields: the pieces alone, or the pieces "
        "and the side to move.\n"
        "What is missing is as in the position of the game: the side to move, the castling rights "
        "of kings and rooks that still stand on their squares, the number of the move; nothing "
        "can be taken en passant.\n"
        "A position that the game has had takes the record back to it: the moves after it come "
        "off.\n"
        "If it stood more than once, the counts of moves of a whole FEN say which one is meant; "
        "else it is the latest.\n"
        "With any other the record begins anew: the moves so far are kept and stand as a comment "
        "before the PGN, which begins from that position (`SetUp`, `FEN`), because no legal moves "
        "lead from one to the other.\n"
        "Repetitions are counted from there, quiet moves as the FEN says.\n"
        "The clock of the side to move runs on, no move is completed by it (an increment that is "
        "due is given with `time`), the board is asked to show the position, and "
        "until it does, nothing that is touched counts.",
        EXAMPLE,
        "## Adjourning",
        "`seal` stops the clocks; from then on no lamp, page, terminal or PGN says which move was "
        "sealed, and a move that was made on the board is the one that is sealed.\n"
        "The log holds the move as it was typed: keep the log, and the console, to yourself.\n"
        "`open` needs the adjourned position on the board, or the one after the sealed move; "
        "else it is asked for, and `open` has to be said again.\n"
        "Then the sealed move is on the record, the other clock runs, and whoever carries the "
        "move out on the board touches nothing.\n"
        "What was touched before the sealing binds the sealed move: a breach is told (`touch`, "
        "`release`, `rook_first`) when it is opened, and can be claimed then.\n"
        "A sealed move that cannot be read or is not legal loses, or draws against an opponent who "
        "cannot win, as the edition has it (N90:10.5, 10.16).\n"
        "A result that was agreed or entered before `open` stands.",
    )
