"""The mutator: one change in each mutant, all kinds of change, the same list every time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from kittens_dsl.core.rules import Rules
from tests.laws.tables import base_rules
from tests.mutants.every_change import list_mutants
from tests.mutants.killing import base_mutants
from tests.system.small_games import draw_and_lose

KINDS_OF_CHANGE = (
    "rule dropped",
    "step dropped",
    "dropped: ",
    "option dropped: ",
    "number ",
    "guard negated",
    "guard dropped",
    "part dropped: ",
    "part negated: ",
    "arms swapped: ",
    "arms of ",
    "always: ",
    "from ",
    "to ",
    "of ",
    "you becomes ",
    "target becomes ",
    "holder(turn) becomes ",
    "after(",
    "min(",
    "costs ",
    "not cancellable",
    "optional",
    "forced",
    "on another player",
    "on any player",
    "seen by ",
    "not seen by ",
    "filter ",
    "status ",
    "debt ",
    "default ",
    "it is no ",
)


def count_differences(one: Rules, other: Rules) -> int:
    """How many rules and steps are not in both, by name; a dropped one counts once."""
    ours = {rule.name: rule for rule in one.rules} | {step.name: replace(step, after=()) for step in one.setup}
    theirs = {rule.name: rule for rule in other.rules} | {step.name: replace(step, after=()) for step in other.setup}
    return sum(ours.get(name) != theirs.get(name) for name in ours | theirs)


def test_the_names_of_mutants_are_unique() -> None:
    names = Counter(one.name for one in base_mutants())
    assert [name for name, count in names.items() if count > 1] == []


def test_the_same_rules_have_the_same_mutants() -> None:
    assert list_mutants(base_rules()) == base_mutants()


def test_no_mutant_is_the_rules_themselves() -> None:
    assert [one.name for one in base_mutants() if one.rules == base_rules()] == []


def test_a_mutant_of_a_rule_differs_in_that_rule_alone() -> None:
    rules = base_rules()
    named = {rule.name for rule in rules.rules} | {step.name for step in rules.setup}
    mutants = [one for one in base_mutants() if one.rule in named]
    assert [one.name for one in mutants if count_differences(rules, one.rules) != 1] == []


def test_a_mutant_tells_a_line_of_the_text() -> None:
    assert [one.name for one in base_mutants() if one.line < 1] == []


@pytest.mark.parametrize("start", KINDS_OF_CHANGE)
def test_the_base_box_has_mutants_of_this_kind(start: str) -> None:
    assert any(one.what.startswith(start) for one in base_mutants())


def test_rules_without_a_text_have_mutants_too() -> None:
    changes = {one.what for one in list_mutants(draw_and_lose()) if one.rule == "lose"}
    assert "to used becomes to store, in `move every any card: hand(you) -> used`" in changes
