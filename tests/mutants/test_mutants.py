"""Edits of the base box are noticed: by a scene, by a count or verdict, or because nothing can be built."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from checker.analysis.check import check_table
from checker.analysis.scenes import SceneStage
from checker.machine.machine import Machine, SetupError
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.lower_terms import BuildError
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules, Scene
from tests.laws.tables import base_rules
from tests.mutants.mutator import Mutant, mutate_rules

DECK = Scope("deck", {"Exploding Kitten": 1, "Defuse": 2, "Attack": 2, "Skip": 1, "Nope": 1, "Favor": 1}, 1)
SPARE = Scope("spare", {"Exploding Kitten": 1, "Defuse": 3, "Skip": 2}, 1)
SURVIVED = "base.rounds takes the status from whoever owes no turn; needed where a box hands the turn on by itself"
SURVIVORS: dict[str, str] = {
    "base.attack: SetStatus in line 327 left out": SURVIVED,
    "base.attack: yes and no swapped of SetStatus in line 327": SURVIVED,
}


def clauses_of(rules: Rules, name: str) -> frozenset[str]:
    """The clauses of a rule or setup step."""
    return frozenset(
        [clause for rule in rules.rules if rule.name == name for clause in rule.clauses]
        + [clause for step in rules.setup if step.name == name for clause in step.clauses]
    )


Measured = tuple[int, int, tuple[str, ...], int]


@cache
def unmutated() -> Measured:
    """Counts and verdicts as the rules are."""
    return measure(base_rules())


def measure(rules: Rules) -> Measured:
    """Counts and verdicts of the deck, and the number of deals of another one under a reading of setup."""
    result = check_table(rules, Table(2, DECK), Bounds(max_states=20_000))
    spare = Table(2, SPARE, {"opening-defuses": "at-least-one"})
    deals = len(Machine(build_system(rules, spare)).initial())
    verdicts = tuple(one.outcome for one in result.verdicts)
    return result.findings.states, result.findings.transitions, verdicts, deals


def find_killer(mutant: Mutant) -> str | None:
    """What notices the mutant; None if nothing does."""
    clauses = clauses_of(base_rules(), mutant.name.partition(":")[0])
    near: Callable[[Scene], int] = lambda scene: -len(clauses & set(scene.clauses))  # noqa: E731
    try:
        stage = SceneStage(mutant.rules)
        for scene in sorted(mutant.rules.scenes, key=near):
            if not stage.play(scene).passed:
                return scene.name
        return "counts" if measure(mutant.rules) != unmutated() else None
    except (BuildError, SetupError, ValueError, AssertionError, LookupError, RecursionError) as error:
        return f"cannot be built or played: {error}"


@cache
def first_of_each_rule() -> tuple[Mutant, ...]:
    """One mutant for every rule and step: the first that there is."""
    first: dict[str, Mutant] = {}
    for mutant in mutate_rules(base_rules()):
        first.setdefault(mutant.name.partition(":")[0], mutant)
    return tuple(first.values())


@pytest.mark.parametrize("mutant", first_of_each_rule(), ids=lambda one: one.name)
def test_the_first_edit_of_every_rule_is_noticed(mutant: Mutant) -> None:
    assert find_killer(mutant) is not None or mutant.name in SURVIVORS


@pytest.mark.slow
@pytest.mark.parametrize("mutant", tuple(mutate_rules(base_rules())), ids=lambda one: one.name)
def test_every_edit_is_noticed(mutant: Mutant) -> None:
    assert find_killer(mutant) is not None or mutant.name in SURVIVORS
