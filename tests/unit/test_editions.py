"""The table of the Laws: whole, and honest about what it rests on."""

import pytest

from touchmove.clauses import WRITTEN, Rule, rules_of
from touchmove.editions import BARE_KING, EDITIONS, NO_MATE, RULES, Edition


def test_every_edition_has_a_value_in_every_row() -> None:
    for rule in RULES:
        assert list(rule.clauses) == [written.name for written in WRITTEN]
        for name, clause in rule.clauses.items():
            assert getattr(EDITIONS[name], rule.name) == clause.value


def test_every_row_tells_editions_apart() -> None:
    for rule in RULES:
        assert len({clause.value for clause in rule.clauses.values()}) > 1, rule.name


def test_only_parts_that_were_not_at_hand_rest_on_memory() -> None:
    for rule in RULES:
        for name, clause in rule.clauses.items():
            starred = clause.article.endswith("*")
            later = clause.article[:1] in "6789AB" or clause.article.startswith("12")
            assert starred == (name in ("2001", "2014") and bool(clause.article) and later)


def test_words_in_the_table_are_those_that_the_game_knows() -> None:
    for edition in EDITIONS.values():
        assert edition.fivefold in (None, "any", "consecutive")
        assert edition.dead_by_material in ("any", "listed")
        assert edition.flag_draws_against in (BARE_KING, NO_MATE)


@pytest.mark.parametrize("rule", rules_of(Edition), ids=lambda rule: rule.name)
def test_light_supervision_differs_from_the_laws_only_by_its_appendix(rule: Rule) -> None:
    """What 2023R says otherwise than 2023 stands in A.3 or A.5."""
    strict, light = rule.clauses["2023"], rule.clauses["2023R"]
    assert light == strict or light.article.startswith(("A.3", "A.5"))
