"""docs/reference/laws.md: the editions of the Laws compared, from the table that decides."""

from tests.docs.source import MADE, first_line, page, table
from touchmove.arbiter.laws import ARTICLES
from touchmove.clauses import WRITTEN, Clause, Rule
from touchmove.editions import RULES


def _value(rule: Rule, value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() if rule.name.endswith("_ms"):
            return f"{value // 60_000} min"
        case _:
            return str(value)


def _cell(rule: Rule, clause: Clause) -> str:
    value = _value(rule, clause.value)
    article = clause.article.replace("*", "\\*")
    return f"{value} ({article})" if article else value


def laws_page() -> str:
    """docs/reference/laws.md."""
    return page(
        MADE,
        "# Editions of the Laws",
        "An edition says what the Laws of its time decide differently, as far as it is decided "
        "automatically.\n"
        "What is not in this table is the same in all of them, or is left to the arbiter.\n"
        "A [touch script](touch-script.md) chooses with the tag `Laws`, `touchmove run` with "
        "`--laws`.",
        table(["name", "what it is"], [[f"`{w.name}`", w.what] for w in WRITTEN]),
        "## What they differ in",
        "Each cell has what holds, and in brackets the article of that edition.\n"
        "A cell without a number: that edition says nothing of the matter.",
        table(
            ["rule", "what it says", *(f"`{written.name}`" for written in WRITTEN)],
            [
                [
                    f"`{rule.name}`",
                    rule.says,
                    *(_cell(rule, rule.clauses[written.name]) for written in WRITTEN),
                ]
                for rule in RULES
            ],
        ),
        "## How sure the numbers are",
        "A plain number was checked against the text of that edition.\n"
        "That holds for all of N90 and 2023, and for the first five articles of 2001 and 2014.\n"
        "In the copies of N90 a clause is lost in each of 6.5, 7.2(2) and 8.1; they are read as "
        "the FIDE Laws of the time have them.\n"
        "A star (\\*): the number rests on memory, because the text was not at hand; it may be "
        "off by one while what it says holds.\n"
        "Two stars (\\*\\*): what it says is uncertain too.",
        "## Rapid and blitz games",
        "Edition and [profile](rules.md#profiles) are chosen apart.\n"
        "Under the profiles `rapid` and `blitz` the rows that begin with `fast_` hold in place of "
        "the rows without it: in 2023 the penalties of Articles 7 and 9 are one minute in a rapid "
        "game (A.3), and so they are in a blitz game through B.3.\n"
        "`2023` is the edition where an arbiter supervises few games and each is recorded, as a "
        "board does: all else is as in a long game (A.4, B.2).\n"
        "`2023R` is the edition where nobody supervises so closely, and A.5 holds: an illegal move "
        "that has been answered stands, and a wrong start cannot be claimed after ten moves.\n"
        "For a blitz game that an arbiter watches alone, B.2 leaves the two minutes of a long "
        "game; who wants them chooses the profile `classical` with a short time control.",
        "An illegal move that stands ends the record up to it, because no record can hold it.\n"
        "The record begins again from the position on the board after the answer; the PGN has it "
        "as its FEN, and the moves before it in a comment.\n"
        "The time that the illegal move had given to the opponent is taken back, since he has "
        "chosen to play on; the move is still counted.",
        "## Touch-move",
        "The touch-move rule is one ordered table for all editions (numbers of 2023): the first "
        "row that has something to say binds, and if none has, any legal move is free (4.5).\n"
        "[What touches prove](../explanation/touch-move.md) tells how touches are read.",
        table(
            ["article", "what it says"],
            [[article.number, first_line(article.narrow)] for article in ARTICLES],
        ),
    )
