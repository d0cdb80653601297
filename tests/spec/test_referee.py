"""The referee answers the questions that decision 031 lists, each with a clause of its rule, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from kittens_dsl.core.rules import Rule
from kittens_dsl.core.statements import If
from tests.laws.tables import rules_of

RULES = {one.name: one for one in rules_of("base", "imploding", "streaking", "barking").rules}
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


def test_every_question_that_a_rule_asks_is_listed_and_no_other() -> None:
    asked = sorted({(question, rule.name) for rule in RULES.values() for question in find_questions(rule)})
    assert asked == sorted((question, rule) for question, _, rule in read_questions())
    assert len(asked) >= 4


@pytest.mark.parametrize(("cited", "rule"), [(cited, RULES[name]) for _, cited, name in read_questions()])
def test_a_question_cites_a_clause_of_its_rule(cited: str, rule: Rule) -> None:
    assert any(clause in cited for clause in rule.clauses)
