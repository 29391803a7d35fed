"""How a table of the Laws is written: editions as columns, rules as rows, articles in the cells.

`rule` writes a row as a field of a dataclass: what the rule says, and for each edition the value
that holds there and the article that says so. `rules_of` reads the rows back, for those who build
editions from them and for those who draw the table.

How sure the numbers are is part of the table. A plain number stands in the text of that edition. A
star after it says that the number rests on memory, because that part of the text was not at hand:
it may be off by one while what it says holds. Two stars say that the content is uncertain too. An
edition that says nothing of a matter has no number.
"""

from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Written(NamedTuple):
    """One edition of the Laws as a text."""

    name: str
    what: str
    """What it is and from when it holds."""


WRITTEN: tuple[Written, ...] = (
    Written("N90", "national rules of the 1990s, with adjournments; they precede the others"),
    Written("2001", "the FIDE Laws in force from July 2001"),
    Written("2014", "the FIDE Laws in force from July 2014"),
    Written("2023", "the FIDE Laws in force from January 2023"),
    Written("2023R", "the same, for rapid and blitz games with light supervision (A.5, B.3)"),
)
"""In the order of the columns of the table."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What one edition says of one rule."""

    value: object
    article: str
    """Its number in that edition: starred where it rests on memory, empty where there is none."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table."""

    name: str
    """The field that it is."""
    says: str
    clauses: dict[str, Clause]
    """By edition."""


def rule(says: str, *clauses: tuple[T, str]) -> T:
    """A field that carries its row: value and article, edition by edition.

    2023R is 2023 where it says nothing of its own.
    """
    if len(clauses) == len(WRITTEN) - 1:
        clauses = (*clauses, clauses[-1])
    assert len(clauses) == len(WRITTEN)
    row: T = field(metadata={"says": says, "clauses": clauses})
    return row


def rules_of(table: type) -> tuple[Rule, ...]:
    """The rows of `table`, in its order."""
    return tuple(
        Rule(
            row.name,
            row.metadata["says"],
            {
                written.name: Clause(value, article)
                for written, (value, article) in zip(WRITTEN, row.metadata["clauses"], strict=True)
            },
        )
        for row in fields(table)
        if row.metadata
    )
