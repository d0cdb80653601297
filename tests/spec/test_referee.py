"""The referee answers the questions that decision 031 lists, each with a clause of its rule, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from kittens_dsl.core.rules import Rule
from kittens_dsl.core.statements import If
from kittens_dsl.core.terms import CountCards
from tests.laws.tables import rules_of

RULES = {one.name: one for one in rules_of("base", "imploding", "streaking", "barking").rules}
HIDDEN = {one.hides for one in rules_of("base", "imploding", "streaking", "barking").statuses if one.hides}
DECISION = Path(__file__).parents[2] / "docs" / "decisions" / "031-a-status-may-hide-a-hand.md"


def read_questions() -> list[tuple[str, str, str]]:
    """The rows of the table: the question, what is cited, the rule."""
    rows = [
        line.split("|")[1:-1] for line in DECISION.read_text(encoding="utf-8").splitlines() if line.startswith("| ")
    ]
    cells = [[cell.strip() for cell in row] for row in rows if len(row) == 3]
    return [(question, cited, rule) for question, cited, rule in cells if rule in RULES]


def find_questions(node: object) -> Iterator[str]:
    """What a referee is asked in a rule."""
    if isinstance(node, If) and node.asked is not None:
        yield node.asked
    parts = (getattr(node, field.name) for field in fields(node)) if is_dataclass(node) else ()
    for part in node if isinstance(node, tuple) else parts:
        yield from find_questions(part)


def read_reasons() -> dict[str, str]:
    """The rules that read a hand and ask nobody, each with the reason."""
    lines = DECISION.read_text(encoding="utf-8").split("## What is read without a question")[1].splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    return {rule: reason for reason, rules in rows for rule in rules.split(", ") if rule in RULES}


def reads_a_hidden_hand(node: object) -> bool:
    """Whether something depends on which cards a hand holds, beside what a referee answers; not how many."""
    if isinstance(node, CountCards):
        return node.zone.zone in HIDDEN and (node.filter.kinds is not None or node.kind is not None)
    if isinstance(node, If) and node.asked is not None:
        return reads_a_hidden_hand((node.then, node.otherwise))
    parts = tuple(getattr(node, field.name) for field in fields(node)) if is_dataclass(node) else ()
    return any(reads_a_hidden_hand(part) for part in (node if isinstance(node, tuple) else parts))


def test_a_rule_that_reads_a_hidden_hand_asks_the_referee_or_has_a_reason() -> None:
    assert {rule.name for rule in RULES.values() if reads_a_hidden_hand(rule)} == set(read_reasons())
    assert all(len(reason) > 20 for reason in read_reasons().values())


def test_every_question_that_a_rule_asks_is_listed_and_no_other() -> None:
    asked = sorted({(question, rule.name) for rule in RULES.values() for question in find_questions(rule)})
    assert asked == sorted((question, rule) for question, _, rule in read_questions())
    assert len(asked) >= 4


@pytest.mark.parametrize(("cited", "rule"), [(cited, RULES[name]) for _, cited, name in read_questions()])
def test_a_question_cites_a_clause_of_its_rule(cited: str, rule: Rule) -> None:
    assert any(clause in cited for clause in rule.clauses)
